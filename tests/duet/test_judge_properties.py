"""What must hold for every word and every string."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from konspira.games.duet.judge import LANGUAGES, judge
from konspira.games.duet.judge.automaton import Automaton, apply
from konspira.games.duet.judge.load import _bytes
from konspira.games.duet.words import load

languages = st.sampled_from(LANGUAGES)
ALPHABET = "abcdefghijklmnoprstuwyząćęłńóśźżáéíöőúüű-"


@cache
def forms(lang: str) -> Automaton:
    return Automaton(_bytes(f"{lang}.forms.z"))


def assert_blocked(lang: str, words: set[str], start: str = "") -> int:
    """Judges every form of the words that the dictionary has, if it begins so."""
    seen = 0
    for form, edit in forms(lang).items(start):
        lemma = "" if edit[0] == "!" else apply(form, edit)
        if lemma in words:
            seen += 1
            assert judge(form, 1, [lemma.upper()], lang).verdict == "BLOCK", (lemma, form)
    return seen


@pytest.mark.prove
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_all_forms_of_our_words_are_blocked(lang: str) -> None:
    assert assert_blocked(lang, set(load(lang))) > 2 * len(load(lang))


@settings(max_examples=25, deadline=None)
@given(lang=st.sampled_from(["en", "pl"]), data=st.data())
def test_forms_of_any_word_are_blocked(lang: str, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(load(lang)))
    assert assert_blocked(lang, {word}, word[:2]) > 0


@cache
def hungarian_table() -> tuple[dict[str, str], dict[str, list[tuple[str, ...]]], dict[str, str]]:
    sets, rules, words = _bytes("hu.stems.z").decode().split("\n\n")
    flags = dict(line.split("\t") for line in sets.split("\n")) | {"": ""}
    by_flag: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for line in rules.split("\n"):
        kind, flag, *rest = line.split("\t")
        if kind == "SFX":
            by_flag[flag].append(tuple(rest))
    entries: dict[str, str] = {}
    for line in words.split("\n"):
        word, number, *_ = (line + "\t").split("\t")
        entries.setdefault(word, flags[number])
    return flags, by_flag, entries


@cache
def ends_so(condition: str) -> re.Pattern[str]:
    return re.compile("(?:" + condition.replace("-", r"\-") + ")$")


def hungarian_forms(stem: str, flags: str, depth: int) -> Iterator[str]:
    """Suffixes put on by the dictionary's own rules; the judge must take them off again."""
    sets, by_flag, _ = hungarian_table()
    for flag in flags:
        for strip, add, condition, more in by_flag.get(flag, ()):
            if stem.endswith(strip) and ends_so(condition).search(stem):
                form = stem.removesuffix(strip) + add
                yield form
                if depth > 1 and more:
                    yield from hungarian_forms(form, sets[more], depth - 1)


@pytest.mark.prove
def test_all_suffix_chains_of_our_hungarian_words_are_blocked() -> None:
    for word in load("hu"):
        for form in set(hungarian_forms(word, hungarian_table()[2][word], 2)):
            assert judge(form, 1, [word], "hu").verdict == "BLOCK", (word, form)


@settings(max_examples=6, deadline=None)
@given(word=st.sampled_from(load("hu")), start=st.integers(0, 40))
def test_suffix_chains_of_any_hungarian_word_are_blocked(word: str, start: int) -> None:
    chains = sorted(set(hungarian_forms(word, hungarian_table()[2][word], 2)))
    for form in chains[start::41]:
        assert judge(form, 1, [word], "hu").verdict == "BLOCK", (word, form)


@settings(max_examples=150, deadline=None)
@given(lang=languages, data=st.data())
def test_case_and_unicode_form_do_not_matter_cd_17_3(lang: str, data: st.DataObject) -> None:
    word = st.sampled_from(load(lang))
    clue = data.draw(word | st.text(ALPHABET, max_size=12))
    board = data.draw(st.lists(word, max_size=4))
    expected = judge(clue, 1, board, lang)
    for form in ("NFC", "NFD"):
        for spelled in (clue.upper(), clue.title(), f"  {clue}! "):
            got = judge(unicodedata.normalize(form, spelled), 1, board, lang)
            assert (got.verdict, got.rule, got.word) == (
                expected.verdict,
                expected.rule,
                expected.word,
            )
        other = [unicodedata.normalize(form, seen.upper()) for seen in board]
        assert judge(clue, 1, other, lang).verdict == expected.verdict


@settings(max_examples=300, deadline=None)
@given(
    clue=st.text(max_size=60) | st.text(ALPHABET, max_size=80),
    number=st.integers() | st.floats() | st.text(max_size=3) | st.none(),
    board=st.lists(st.text(max_size=20), max_size=4),
    lang=languages,
    level=st.sampled_from(["casual", "standard", "ranked"]),
)
def test_never_an_exception(
    clue: str, number: object, board: list[str], lang: str, level: str
) -> None:
    got = judge(clue, number, board, lang, level)  # type: ignore[arg-type]
    assert got.verdict in ("OK", "WARN", "BLOCK")
    assert (got.rule is None) == (got.verdict == "OK")
    for interface in (*LANGUAGES, "xx"):
        assert got.reason_in(interface)


@settings(max_examples=100, deadline=None)
@given(clue=st.text(max_size=12), other=st.characters(categories=["Cs", "Cc", "So"]))
def test_bad_signs_are_blocked(clue: str, other: str) -> None:
    if not other.isspace():
        assert judge(f"a{clue}{other}b", 1, [], "en").rule == "CD-5.1"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_word_on_the_board_is_always_blocked(lang: str) -> None:
    words = load(lang)
    for word in words:
        assert judge(word, 1, [word.upper()], lang).rule == "CD-6.4"
