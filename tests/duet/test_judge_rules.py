"""Section 17 rule by rule, as a table meets the judge: through the game's front door."""

import inspect

import pytest

from konspira.games.duet import judge
from konspira.games.duet.judge.reasons import sentence


@pytest.mark.parametrize(
    ("clue", "board", "lang", "verdict", "rule"),
    [
        ("king", ["KING"], "en", "BLOCK", "CD-6.4"),  # T-54
        ("lud", ["LÓD"], "pl", "OK", None),  # T-59
        ("lod", ["LÓD"], "pl", "BLOCK", None),  # T-59: CD-OP-24, typed without marks
        ("śmigus-dyngus", ["KING"], "pl", "BLOCK", "CD-5.1"),  # T-75
        ("PKP", ["KING"], "pl", "BLOCK", "CD-5.1"),
        ("crossbow", ["RAINBOW"], "en", "BLOCK", "CD-6.7"),  # CD-OP-9
        ("york", ["NEW YORK"], "en", "BLOCK", "CD-6.4"),  # CD-OP-21
        ("bank", ["BANK"], "en", "BLOCK", "CD-6.4"),  # CD-OP-23: the form, not the sense
        ("robinson", ["ROBIN"], "en", "BLOCK", None),  # CD-OP-22: the lexicon lists it
        ("szív", ["KING"], "en", "WARN", "CD-6.8"),  # CD-OP-25: a word of another language
        ("breakfast", ["BREAK"], "en", "WARN", None),  # CD-17.7
        ("wódka", ["WODA"], "pl", "WARN", None),  # CD-17.7, CD-17.6
        ("heart", ["ART"], "en", "OK", None),  # CD-17.5: a mere substring never blocks
    ],
)
def test_rule(clue: str, board: list[str], lang: str, verdict: str, rule: str | None) -> None:
    """CD-17.8 has the whole table; here one pair for each rule."""
    found = judge(clue, 2, board, lang, "standard")
    assert found.verdict == verdict, found
    if rule is not None:
        assert found.rule == rule


def test_answer() -> None:
    """CD-17.1: verdict, rule, board word, and a reason in each language of the interface."""
    found = judge("king", 2, ["QUEEN", "KING"], "en", "standard")
    assert (found.verdict, found.rule, found.word) == ("BLOCK", "CD-6.4", "KING")
    reasons = {sentence(found.reason.key, lang, found.reason.params) for lang in ("en", "pl", "hu")}
    assert len(reasons) == 3


def test_the_judge_cannot_see_a_key() -> None:
    """T-58: CD-17.2: nothing it is given says anything of a key."""
    assert list(inspect.signature(judge).parameters) == [
        "clue",
        "number",
        "board",
        "lang",
        "level",
        "options",
    ]


def test_relaxed() -> None:
    """T-75: CD-6.12: with the options on, step 1 says nothing."""
    options = ["hyphenated", "acronyms"]
    assert judge("śmigus-dyngus", 2, ["KING"], "pl", "standard", options).rule != "CD-5.1"
    assert judge("PKP", 2, ["KING"], "pl", "standard", options).rule != "CD-5.1"
