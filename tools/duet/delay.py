"""Does the delay of a computer giver tell anything (T-70, CD-15.5)?

    python -m tools.duet.delay [--boards 40] [--pace 2.0]

Boards are sorted by how good their best clue is. For the easier and the harder half it prints how
long the thinking took, and after how many paces a room hands the answer over.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from statistics import quantiles

from konspira.engine.chance import Stream
from konspira.engine.knowledge import knowledge
from konspira.games.duet import Duet
from konspira.games.duet.partner import giver
from konspira.games.duet.partner.reading import Reading
from konspira.games.duet.partner.table import Table
from konspira.games.duet.play import choose
from konspira.server.thinkers import Thinkers


async def handed_over(thinkers: Thinkers, known: bytes) -> float:
    begin = time.monotonic()
    await thinkers.think("greedy", known)
    return time.monotonic() - begin


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--pace", type=float, default=2.0)
    options = parser.parse_args()
    thinkers = Thinkers(options.pace, workers=1)
    rows: list[tuple[float, float, float]] = []
    for number in range(options.boards):
        game = Duet()
        state = game.start(f"delay {number}")
        known = knowledge(game, state, 0)
        begin = time.monotonic()
        choose(game, known, state.moves(0), Stream("delay"))
        thought = time.monotonic() - begin
        value = giver.best(Reading(Table(game, known))).value
        rows.append((value, thought, await handed_over(thinkers, known.encode())))
    thinkers.close()
    rows.sort(reverse=True)
    half = len(rows) // 2
    for name, part in (("easier", rows[:half]), ("harder", rows[half:])):
        low, middle, high = quantiles([thought for _, thought, _ in part], n=4)
        paces = sorted(round(delay / options.pace, 2) for _, _, delay in part)
        print(
            f"{name}: best clue worth {min(v for v, _, _ in part):.2f} to "
            f"{max(v for v, _, _ in part):.2f}; thinking {low:.2f} {middle:.2f} {high:.2f} s "
            f"(quartiles); answered after {paces[0]:.2f} to {paces[-1]:.2f} paces"
        )


if __name__ == "__main__":
    asyncio.run(main())
