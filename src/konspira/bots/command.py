"""`konspira arena`: what it is asked, and what it shows while games are played."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from konspira.bots.arena import Arena, Report, Setting, gone_on, report
from konspira.bots.cluster import Cluster
from konspira.bots.standings import kept, picture, table
from konspira.engine.contract import BadText

EVERY: Final = 20.0  # seconds between two lines where there is no terminal
BAR: Final = 40


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("game")
    command.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="a name, NAME@SECONDS, NAME#ITERATIONS, exec:COMMAND or text:COMMAND",
    )
    command.add_argument("--games", type=int, default=200, metavar="N", help="of each meeting")
    command.add_argument("--seconds", type=float, default=0.1, metavar="S", help="for an answer")
    command.add_argument("--seed", default="1", metavar="K")
    command.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        default=(0.45, 0.55),
        metavar=("LOW", "HIGH"),
        help="stop when the first one's win rate is proved at most LOW or at least HIGH",
    )
    command.add_argument("--all", action="store_true", help="play all games, however clear")
    command.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N")
    command.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster (`local`: one of this machine, with --workers)",
    )
    command.add_argument("--out", type=Path, metavar="FILE", help="keep all games here, and resume")
    command.add_argument("--plot", type=Path, metavar="FILE", help="draw the standings as SVG")


def run(
    options: argparse.Namespace,
    chosen: dict[str, object],
    read: Callable[[Path], str],
    write: Callable[[Path, str], None],
) -> int:
    """`chosen` are the game's options; only `read` and `write` touch files."""
    if options.games < 1 or options.workers < 1 or options.seconds < 0:
        raise BadText("at least one game, one worker, and no less than 0 seconds")
    low, high = options.sprt
    if not 0 <= low < high <= 1:
        raise BadText("--sprt takes two win rates, the lower one first")
    setting = Setting(
        options.game,
        chosen,
        options.bots,
        options.games,
        options.seconds,
        options.seed,
        None if options.all else (low, high),
    )
    found = Report(setting)
    if options.out is not None and options.out.exists():
        where = str(options.out)
        found = gone_on(report(read(options.out), where), setting, where)
    arena = Arena(found)
    show = Show(arena, sys.stderr)

    def seen() -> None:
        if options.out is not None:
            write(options.out, kept(arena))
        show.now()

    if options.ray is None:
        arena.run(options.workers, seen)
    else:
        with Cluster(options.ray, options.workers) as cluster:
            arena.run_on(cluster, cluster.workers, seen)
    show.clear()
    for line in table(arena):
        print(line)
    if options.plot is not None:
        write(options.plot, picture(arena))
    return 0


class Show:
    """A bar and the table, drawn again after every game; on no terminal a line now and then."""

    def __init__(self, arena: Arena, out: TextIO) -> None:
        self.arena = arena
        self.out = out
        self.live = out.isatty()
        self.drawn = 0
        self.began = self.last = time.monotonic()
        self.before = len(arena.report.played)

    def now(self) -> None:
        now = time.monotonic()
        if self.live:
            self.clear()
            lines = [self._bar(now), *table(self.arena)]
            self.out.write("\n".join(lines) + "\n")
            self.drawn = len(lines)
        elif now - self.last >= EVERY:
            self.last = now
            self.out.write(self._bar(now) + "\n")
        self.out.flush()

    def _bar(self, now: float) -> str:
        done, total = len(self.arena.report.played), len(self.arena.all)
        full = BAR * done // total
        new = done - self.before
        left = (now - self.began) / new * (total - done) if new else 0
        clock = f"{int(left) // 60}:{int(left) % 60:02}"
        return f"[{'#' * full}{'.' * (BAR - full)}] {done}/{total}, at most {clock} left"

    def clear(self) -> None:
        if self.drawn:
            self.out.write(f"\x1b[{self.drawn}F\x1b[J")
            self.drawn = 0
