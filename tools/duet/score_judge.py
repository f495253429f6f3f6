"""Scores the judge on the labelled pairs: accuracy, precision and recall of BLOCK, per half.

python tools/duet/score_judge.py [--wrong dev|held|all]
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from konspira.games.duet.judge import judge

TESTS = Path(__file__).parents[2] / "tests/duet"
FILES = (TESTS / "judge_conformance.tsv", TESTS / "judge_pairs.tsv")
ALLOWED = {"BLOCK": ("BLOCK",), "WARN": ("WARN",), "OK": ("OK",), "OKW": ("OK", "WARN")}


class Pair(NamedTuple):
    lang: str
    half: str
    visible: str
    expected: str
    kind: str
    clue: str


def pairs() -> Iterator[Pair]:
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                lang, half, visible, expected, kind, clues = line.split("\t")
                for clue in clues.split():
                    yield Pair(lang, half, visible.replace("_", " "), expected, kind, clue)


def verdict(pair: Pair) -> str:
    return judge(pair.clue, 1, [pair.visible], pair.lang, "standard").verdict


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--wrong", choices=("17.8", "dev", "held", "all"), help="list the wrong verdicts"
    )
    shown = parser.parse_args().wrong
    groups: dict[tuple[str, str], list[tuple[Pair, str]]] = defaultdict(list)
    for pair in pairs():
        groups[pair.lang, pair.half].append((pair, verdict(pair)))
    print("lang half  pairs  right  accuracy  precision  recall  inflected let through")
    for (lang, half), judged in groups.items():
        right = sum(got in ALLOWED[pair.expected] for pair, got in judged)
        blocked = [pair for pair, got in judged if got == "BLOCK"]
        hits = sum(pair.expected == "BLOCK" for pair in blocked)
        wanted = sum(pair.expected == "BLOCK" for pair, _ in judged)
        loose = sum(pair.kind == "inflected" and got == "OK" for pair, got in judged)
        print(
            f"{lang:4} {half:5} {len(judged):5}  {right:5}  {right / len(judged):8.1%}"
            f"  {hits / len(blocked):9.1%}  {hits / wanted:6.1%}  {loose}"
        )
        if shown in (half, "all"):
            for pair, got in judged:
                if got not in ALLOWED[pair.expected]:
                    print(f"    {pair.visible} / {pair.clue}: {got}, not {pair.expected}")


if __name__ == "__main__":
    main()
