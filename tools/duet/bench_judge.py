"""Measures the judge, each language in a process of its own.

    python tools/duet/bench_judge.py

Limits (issue and docs/duet-words.md): 300 MB resident, ready in 1 s, 5 ms a verdict.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time

LIMITS = "limits: resident 300 MB, ready 1000 ms, verdict 5 ms"
UNLIKE = {"en": "zzyzxed", "pl": "brzęczyszczykiewiczowie", "hu": "megszentségteleníthetetlenségek"}


def measure(lang: str) -> str:
    start = time.perf_counter()
    from konspira.games.duet.judge import judge  # noqa: PLC0415
    from konspira.games.duet.words import load  # noqa: PLC0415

    words = load(lang)
    judge("x", 1, words[:25], lang)
    ready = (time.perf_counter() - start) * 1000
    fresh: list[float] = []
    for at in range(0, len(words) - 50, 25):  # every board and every clue is new to the caches
        start = time.perf_counter()
        judge(words[-1 - at // 25] + "ing", 1, words[at : at + 25], lang)
        fresh.append((time.perf_counter() - start) * 1000)
    board = words[:25]
    clues = [*words[25:400], UNLIKE[lang]]
    times: list[float] = []
    for clue in clues:
        start = time.perf_counter()
        judge(clue, 2, board, lang)
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{lang}: resident {resident:.0f} MB, ready {ready:.0f} ms, verdict median "
        f"{times[len(times) // 2]:.2f} ms, 99 % {times[int(len(times) * 0.99)]:.2f} ms, worst "
        f"{times[-1]:.2f} ms, first on a new board {max(fresh):.2f} ms at worst"
    )


def main() -> None:
    if len(sys.argv) > 1:
        print(measure(sys.argv[1]))
        return
    print(LIMITS)
    for lang in ("en", "pl", "hu"):
        subprocess.run([sys.executable, __file__, lang], check=True)


if __name__ == "__main__":
    main()
