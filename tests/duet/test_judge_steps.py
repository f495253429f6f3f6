"""The steps of CD-17.4 one by one, the levels and the answer's form."""

from __future__ import annotations

import pytest

from konspira.games.duet.judge import LANGUAGES, LEVELS, OPTIONS, Level, judge
from konspira.games.duet.judge.reasons import KEYS, sentence

BOARD = {"en": ["KING", "RAINBOW"], "pl": ["LÓD", "SAMOLOT"], "hu": ["LÓ", "VASÚT"]}


@pytest.mark.parametrize("clue", ["", "   ", "...", "ki\x00ng", "\u200bking", "🐴", "two words"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clue_is_one_word_step_1(lang: str, clue: str) -> None:
    got = judge(clue, 1, BOARD[lang], lang)
    assert (got.verdict, got.rule, got.word) == ("BLOCK", "CD-5.1", None)


@pytest.mark.parametrize(
    ("lang", "clue", "option"),
    [
        ("en", "Star Wars", "multiword_names"),
        ("en", "merry-go-round", "hyphenated"),
        ("en", "NATO", "acronyms"),
        ("pl", "śmigus-dyngus", "hyphenated"),
        ("pl", "PKP", "acronyms"),
        ("hu", "NATO", "acronyms"),
    ],
)
def test_relaxations_lift_step_1_cd_6_12(lang: str, clue: str, option: str) -> None:
    assert judge(clue, 1, [], lang).rule == "CD-5.1"
    for options in ([option], {option: True}, dict.fromkeys(OPTIONS, True)):
        assert judge(clue, 1, [], lang, "standard", options).verdict != "BLOCK"
    assert judge(clue, 1, [], lang, "standard", {option: False}).rule == "CD-5.1"


@pytest.mark.parametrize("clue", ["x-ray", "e-mail", "laser", "radar", "King's"])
def test_words_that_only_look_like_two_step_1(clue: str) -> None:
    assert judge(clue, 1, ["TREE"], "en").rule != "CD-5.1"


@pytest.mark.parametrize("number", [-1, 2.5, 10, "∞", "3", None, True])
def test_number_step_2(number: object) -> None:  # T-60
    got = judge("queen", number, ["KING"], "en")
    assert (got.verdict, got.rule) == ("BLOCK", "CD-5.8")


@pytest.mark.parametrize("number", [0, 9])
def test_number_0_to_9_step_2(number: int) -> None:  # T-60
    assert judge("queen", number, ["KING"], "en").verdict == "OK"


@pytest.mark.parametrize(
    ("lang", "board", "clue", "verdict", "rule"),
    [
        ("en", ["KING"], "king", "BLOCK", "CD-6.4"),  # T-54
        ("en", [], "king", "OK", None),  # T-55: covered words are not on the board
        ("en", [], "kings", "OK", None),
        ("en", ["NEW YORK"], "york", "BLOCK", "CD-6.4"),
        ("en", ["LORD OF THE RINGS"], "of", "OK", None),  # OP-21
        ("en", ["KING"], "king's", "BLOCK", "CD-6.5"),
        ("en", ["KING"], "kingdom", "BLOCK", "CD-6.5"),
        ("en", ["RAINBOW"], "rain", "BLOCK", "CD-6.6"),
        ("en", ["RAINBOW"], "crossbow", "BLOCK", "CD-6.7"),
        ("en", ["MAIL"], "e-mail", "BLOCK", "CD-6.7"),
        ("en", ["KING"], "viking", "WARN", "CD-6.5"),
        ("en", ["KING"], "kinderhaus", "WARN", "CD-6.8"),
        ("en", ["KING"], "q", "WARN", "CD-6.1"),
        ("en", ["KING"], "7", "WARN", "CD-6.1"),
        ("en", ["KING"], "corners", "WARN", "CD-6.1"),
        ("en", ["KING"], "rhyme", "WARN", "CD-6.1"),
        ("pl", ["LÓD"], "lud", "OK", None),  # T-59
        ("pl", ["LÓD"], "lod", "BLOCK", "CD-6.4"),
        ("pl", ["KOT"], "kolumny", "WARN", "CD-6.1"),
        ("pl", ["BIEG"], "biegałem", "BLOCK", "CD-6.5"),
        ("hu", ["KÖR"], "kor", "OK", None),  # CD-17.3
        ("hu", ["KÖR"], "kór", "OK", None),
        ("hu", ["TŰZ"], "tuz", "BLOCK", "CD-6.4"),
        ("hu", ["HÁZ"], "háztető", "BLOCK", "CD-6.7"),
        ("hu", ["KUTYA"], "sarokban", "WARN", "CD-6.1"),
    ],
)
def test_steps_in_order(
    lang: str, board: list[str], clue: str, verdict: str, rule: str | None
) -> None:
    got = judge(clue, 1, board, lang)
    assert (got.verdict, got.rule) == (verdict, rule)
    assert got.word in (*board, None)


def test_the_gravest_finding_is_told() -> None:
    got = judge("kingdom", 1, ["DOMINO", "KINGFISHER", "KING"], "en")
    assert (got.verdict, got.word) == ("BLOCK", "KING")


@pytest.mark.parametrize(
    ("clue", "expected"),
    [("king", "BLOCK"), ("kings", "WARN"), ("kingdom", "WARN"), ("two words", "BLOCK")],
)
def test_casual_blocks_in_steps_1_to_3_only_cd_17_9(clue: str, expected: str) -> None:
    assert judge(clue, 1, ["KING"], "en", "casual").verdict == expected


@pytest.mark.parametrize("clue", ["king", "kings", "queen", "viking", "xyzzy"])
def test_ranked_judges_as_standard_cd_17_9(clue: str) -> None:
    assert judge(clue, 1, ["KING"], "en", "ranked") == judge(clue, 1, ["KING"], "en", "standard")


@pytest.mark.parametrize("level", LEVELS)
def test_unknown_language_level_and_option_are_refused(level: Level) -> None:
    with pytest.raises(ValueError, match="language"):
        judge("king", 1, [], "de", level)
    with pytest.raises(ValueError, match="option"):
        judge("king", 1, [], "en", level, ["telepathy"])


def test_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="level"):
        judge("king", 1, [], "en", "strict")  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_reason_is_a_sentence(key: str, lang: str) -> None:
    text = sentence(key, lang, {"clue": "alma", "word": "SZÍV"})
    assert text[0].isupper() or text.startswith(("“", "„", "SZÍV"))
    assert text[-1] in ".?"
    assert "{" not in text
    assert "(z)" not in text


def test_hungarian_article_fits_the_word() -> None:
    assert judge("alma", 1, ["ALMA"], "hu").reason_in("hu").startswith("Az ALMA")
    assert judge("lovak", 1, ["LÓ"], "hu").reason_in("hu").startswith("A „lovak”")


def test_reason_does_not_run_what_was_typed() -> None:
    assert "a{word}b" in judge("a{word}b", 1, ["{clue}"], "en").reason_in("en")
