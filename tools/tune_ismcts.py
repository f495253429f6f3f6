"""The exploration constant of the plain search, by a grid against greedy in Kyoto.

    python -m tools.tune_ismcts 0.03 0.1 0.3 1 --games 24 --seconds 0.05

The table that decided is in docs/bots.md.
"""

from __future__ import annotations

import argparse

from konspira.bots import searchers
from konspira.bots.arena import Arena, Report, Setting
from konspira.bots.standings import standings


def tried(exploration: float, games: int, seconds: float) -> str:
    # In this process, one game after another: the constant is set for all that follows.
    searchers.PLAIN_EXPLORATION = exploration  # type: ignore[misc]
    setting = Setting("kyoto", {}, ["ismcts", "greedy"], games, seconds, "grid", None)
    arena = Arena(Report(setting))
    arena.run(1, lambda: None)
    one = next(found for found in standings(arena) if found.bot == "ismcts")
    return (
        f"{exploration:>6g}{one.wins:>6g} of {one.games}{one.rate:>8.1%}"
        f"  {one.low:.1%}–{one.high:.1%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.tune_ismcts", description=__doc__)
    parser.add_argument("constants", nargs="+", type=float)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=0.1)
    options = parser.parse_args()
    for exploration in options.constants:
        print(tried(exploration, options.games, options.seconds), flush=True)


if __name__ == "__main__":
    main()
