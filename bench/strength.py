"""How strong the players of the house are: the whole set of meetings, in one table.

    python -m bench.strength             plays what is left of it, then prints the table
    python -m bench.strength --show      prints the table as it is now

Every meeting is an arena of its own (paired rounds, seats exchanged, CPU time of the process) and
stops as soon as a sequential test decides about its bar. All games are kept in build/strength, so
that the set goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from konspira.bots.arena import Arena, Report, Setting, gone_on, report
from konspira.bots.ratings import elo, per_doubling
from konspira.bots.standings import kept, standings

FOLDER = Path("build/strength")
SEED = "strength"
BASE: dict[str, object] = {}
ALL: dict[str, object] = {"special_agents": True, "neutral_agent": True, "equipment": True}
TWO: dict[str, object] = {"players": 2}
THREE: dict[str, object] = {"players": 3}
FOUR: dict[str, object] = {"players": 4}
ANDROIDS: dict[str, object] = {"mode": "android"}


@dataclass(frozen=True)
class Meeting:
    """One line of the table. `bar` is what the first one's win rate is asked to reach; the test
    asks whether it is nearer to the lower or to the higher of two rates around the bar."""

    title: str
    setting: Setting
    bar: float | None

    @property
    def file(self) -> str:
        return "-".join("".join(c if c.isalnum() else " " for c in self.title).split()) + ".json"


@dataclass(frozen=True)
class Chapter:
    title: str
    meetings: tuple[Meeting, ...]


def meeting(
    title: str,
    game: str,
    options: dict[str, object],
    bots: tuple[str, str],
    bar: float | None,
    test: tuple[float, float] | None,
    games: int = 200,
    seconds: float = 0.1,
) -> Meeting:
    words = f"{title}: {bots[0]} – {bots[1]}"
    return Meeting(words, Setting(game, options, list(bots), games, seconds, SEED, test), bar)


def kyoto(title: str, options: dict[str, object]) -> tuple[Meeting, ...]:
    return (
        meeting(title, "kyoto", options, ("master", "ismcts"), 0.65, (0.58, 0.72)),
        meeting(title, "kyoto", options, ("ismcts", "greedy"), 0.85, (0.8, 0.9)),
        meeting(title, "kyoto", options, ("master", "greedy"), 0.95, (0.93, 0.97)),
        meeting(title, "kyoto", options, ("master", "random"), 0.99, (0.98, 0.998)),
    )


def rogue(title: str) -> tuple[Meeting, ...]:
    return (
        meeting(f"{title}, 2", "rogue", TWO, ("master", "random"), 0.95, (0.93, 0.97)),
        meeting(f"{title}, 2", "rogue", TWO, ("master", "greedy"), 0.75, (0.7, 0.8)),
        meeting(f"{title}, 4", "rogue", FOUR, ("master", "greedy"), 0.5, (0.42, 0.58), 80),
    )


def androids(title: str) -> tuple[Meeting, ...]:
    """A mode for three and four."""
    three, four = THREE | ANDROIDS, FOUR | ANDROIDS
    return (
        meeting(f"{title}, 4", "rogue", four, ("master", "greedy"), 0.5, (0.42, 0.58), 80),
        meeting(f"{title}, 3", "rogue", three, ("master", "greedy"), 0.5, (0.42, 0.58), 80),
    )


def levels(title: str, game: str, options: dict[str, object]) -> tuple[Meeting, ...]:
    """A recruit loses mostly, a master beats an agent; where between them greedy stands is told."""
    return (
        meeting(title, game, options, ("greedy", "recruit"), 0.7, (0.6, 0.8), 40),
        meeting(title, game, options, ("agent", "greedy"), None, None, 40),
        meeting(title, game, options, ("master", "agent"), 0.6, (0.5, 0.7), 40),
    )


def confirmation(title: str, options: dict[str, object]) -> Meeting:
    return meeting(title, "kyoto", options, ("master@1", "ismcts@1"), 0.65, None, 20)


def growth(seconds: float, games: int) -> Meeting:
    """Beside itself with the shortest time: whoever is far weaker wins by luck alone, however well
    it is met."""
    bots = (f"master@{seconds:g}", f"master@{SHORTEST:g}")
    return meeting("Kyoto", "kyoto", BASE, bots, None, None, games)


SHORTEST = 0.05
# The less a step is, the more games it takes to be seen.
GROWTH = {0.2: growth(0.2, 200), 0.8: growth(0.8, 120)}

CHAPTERS = (
    Chapter("Kyoto, base game, 0.1 s", kyoto("Kyoto", BASE)),
    Chapter("Kyoto, all options, 0.1 s", kyoto("Kyoto with all", ALL)),
    Chapter("Rogue Agent, 0.1 s", rogue("Rogue Agent")),
    Chapter("Rogue Agent, Android mode, 0.1 s", androids("Android mode")),
    Chapter("Strength grows with time", tuple(GROWTH.values())),
    Chapter(
        "Confirmation, 1 s",
        (confirmation("Kyoto", BASE), confirmation("Kyoto with all", ALL)),
    ),
    Chapter(
        "Levels, 0.1 s",
        levels("Kyoto", "kyoto", BASE) + levels("Rogue Agent, 2", "rogue", TWO),
    ),
)


def opened(one: Meeting, folder: Path) -> Arena:
    path = folder / one.file
    if not path.exists():
        return Arena(Report(one.setting))
    return Arena(gone_on(report(path.read_text("utf-8"), str(path)), one.setting, str(path)))


def play(one: Meeting, folder: Path, workers: int) -> None:
    arena = opened(one, folder)
    path = folder / one.file
    begin = time.monotonic()

    def seen() -> None:
        beside = path.with_suffix(".new")
        beside.write_text(kept(arena), encoding="utf-8")
        beside.replace(path)
        if sys.stderr.isatty():
            done = f"{len(arena.report.played)} of {len(arena.all)}"
            print(f"\r{one.title}: {done} ", end="", file=sys.stderr, flush=True)

    arena.run(workers, seen)
    if time.monotonic() - begin > 1:
        print(f"\r{row(one, arena)}", file=sys.stderr, flush=True)


HEAD = (
    f"{'':<42}{'games':>6}{'rate':>7}{'95 % interval':>16}{'bar':>6}  {'':<7}"
    f"{'Elo':>5}{'first seat':>11}{'length':>7}{'ms':>5}"
)


def row(one: Meeting, arena: Arena) -> str:
    name = one.setting.bots[0]
    first = next(found for found in standings(arena) if found.bot == name)
    played = arena.report.played
    if not played:
        return f"{one.title:<42}{'–':>6}"
    begun = sum((0 in p.result.winners) / len(p.result.winners) for p in played if p.result.winners)
    points = f"{elo(first.rate):+.0f}" if arena.seats == TWO["players"] else "–"
    return (
        f"{one.title:<42}{first.games:>6}{first.rate:>7.1%}"
        f"{f'{first.low:.1%}–{first.high:.1%}':>16}"
        f"{'–' if one.bar is None else f'{one.bar:.0%}':>6}  {verdict(one, arena, first.rate):<7}"
        f"{points:>5}{begun / len(played):>11.0%}{first.length:>7.0f}{first.milliseconds:>5.0f}"
    )


def verdict(one: Meeting, arena: Arena, rate: float) -> str:
    """What the test decided; where all games were played, what they show."""
    if one.bar is None:
        return "" if not arena.left() else "so far"
    decided = arena.verdict(0)
    if decided:
        return "met" if decided == "high" else "missed"
    if arena.left():
        return "so far"
    return "met" if rate >= one.bar else "missed"


def grown(folder: Path) -> str:
    """What all these games say together: it has grown if the whole interval lies above nothing."""
    met: list[tuple[float, float, int]] = []
    for seconds, one in GROWTH.items():
        first = next(f for f in standings(opened(one, folder)) if f.bot == one.setting.bots[0])
        met.append((math.log2(seconds / SHORTEST), first.rate * first.games, first.games))
    if not all(games for _, _, games in met):
        return "each doubling of the time: not played yet"
    points, reach = per_doubling(met)
    least, most = points - reach, points + reach
    return (
        f"each doubling of the time: {points:+.0f} Elo, 95 % interval {least:+.0f} to {most:+.0f}"
    )


def show(folder: Path) -> None:
    spent = 0.0
    games = 0
    print(HEAD)
    for chapter in CHAPTERS:
        print(chapter.title)
        for one in chapter.meetings:
            arena = opened(one, folder)
            print("  " + row(one, arena))
            games += len(arena.report.played)
            spent += sum(sum(played.result.thought) for played in arena.report.played)
        if chapter.meetings == tuple(GROWTH.values()):
            print("  " + grown(folder))
    print(f"{games} games; all players together thought for {spent / 60:.0f} CPU-minutes")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="bench.strength", description=__doc__)
    parser.add_argument("--show", action="store_true", help="play nothing, print what there is")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args(arguments or [])
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.show:
        for chapter in CHAPTERS:
            for one in chapter.meetings:
                play(one, options.folder, options.workers)
    show(options.folder)


if __name__ == "__main__":
    main(sys.argv[1:])
