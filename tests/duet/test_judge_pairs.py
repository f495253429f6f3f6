"""The judge against pairs with a known answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from konspira.games.duet.judge import LANGUAGES, judge
from konspira.games.duet.judge.load import exceptions

HERE = Path(__file__).parent
ALLOWED = {"BLOCK": {"BLOCK"}, "WARN": {"WARN"}, "OK": {"OK"}, "OKW": {"OK", "WARN"}}

Line = tuple[str, str, str, str, str, list[str]]


def lines(name: str) -> list[Line]:
    found: list[Line] = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            lang, half, visible, expected, kind, clues = line.split("\t")
            found.append((lang, half, visible.replace("_", " "), expected, kind, clues.split()))
    return found


CONFORMANCE = lines("judge_conformance.tsv")
PAIRS = lines("judge_pairs.tsv")


@pytest.mark.parametrize("line", CONFORMANCE, ids=lambda line: f"{line[0]}-{line[2]}-{line[3]}")
def test_conformance_table_cd_17_8(line: Line) -> None:
    lang, _, visible, expected, _, clues = line
    for clue in clues:
        got = judge(clue, 1, [visible], lang, "standard")
        assert got.verdict in ALLOWED[expected], (visible, clue, got)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("half", ["dev", "held"])
def test_at_least_92_percent_right(lang: str, half: str) -> None:
    judged = [
        (judge(clue, 1, [visible], lang).verdict in ALLOWED[expected], visible, clue)
        for at, part, visible, expected, _, clues in PAIRS
        if (at, part) == (lang, half)
        for clue in clues
    ]
    wrong = [pair for right, *pair in judged if not right]
    assert len(judged) >= 75
    assert len(wrong) <= 0.08 * len(judged), wrong


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_inflected_form_is_ok(lang: str) -> None:
    for at, _, visible, _, kind, clues in PAIRS:
        if at == lang and kind == "inflected":
            for clue in clues:
                assert judge(clue, 1, [visible], lang).verdict != "OK", (visible, clue)


EXCEPTIONS = [(lang, line) for lang in LANGUAGES for line in exceptions(lang).lines]


@pytest.mark.parametrize(
    ("lang", "line"), EXCEPTIONS, ids=[f"{lang}-{line[0]}-{line[1]}" for lang, line in EXCEPTIONS]
)
def test_exception_cd_17_5(lang: str, line: tuple[str, str, str, str]) -> None:
    visible, clue, verdict, rule = line
    for one, other in ((visible, clue), (clue, visible)):
        got = judge(other, 1, [one], lang, "standard")
        assert got.verdict == verdict
        assert got.rule == (None if verdict == "OK" else rule)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_pair_is_labelled_once(lang: str) -> None:
    seen = [(at, v, c) for at, _, v, _, _, clues in PAIRS for c in clues if at == lang]
    assert len(seen) == len(set(seen))
    assert len(seen) >= 150
