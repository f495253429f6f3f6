"""How long the loop of the house is held up while eight bots think: `python -m bench lag`.

Eight tables, each with a person (who answers at once, at random) against a master of the house, and
one live connection in form `html` at each. What is measured is how much later than asked for a
short sleep in the house's loop ends, while bots think, against the same house with nobody
thinking. On a machine with neighbours the sleep is late for their sake too; what the loop itself
worked meanwhile (CPU time of its thread) is told apart.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from konspira.engine.contract import MoveError
from konspira.server import frames, lobby
from konspira.server.answering import any_answer
from konspira.server.house import House
from konspira.server.live import Connection
from konspira.server.room import Room, Step
from konspira.server.sheet import Sheet
from konspira.server.sitting import Sitting

TABLES = 8
SECONDS = 20.0
QUIET = 5.0
SLEEP = 0.005
PACE = 0.8
GAMES = ("kyoto", "rogue", "duet")


class Wire:
    """A socket that swallows what is sent."""

    def __init__(self) -> None:
        self.writable = asyncio.Event()
        self.writable.set()
        self.bytes = 0

    def put(self, text: bytes) -> None:
        self.bytes += len(text)


async def seated(house: House, key: str) -> Sitting:
    options = {"players": 2} if key == "rogue" else {}
    sheet = await house.create(key, options, lambda sheet: None)

    def sit(sheet: Sheet) -> None:
        lobby.sit(sheet, 0, "p0", "Person", 1)
        for seat in range(1, len(sheet.chairs)):
            lobby.bring_bot(sheet, seat, "master", "p0")

    await house.act(sheet.id, sit)
    await house.start(sheet.id, "p0")
    sitting = await house.sitting(sheet.id)
    wire: Any = Wire()
    held = {0: sitting.room.sheet.chairs[0].members[0]}
    await Connection(house, sitting, wire, held, "en", "http://x")._heard(
        frames.Hello("html", "en")
    )
    return sitting


async def person(house: House, sitting: Sitting, luck: random.Random) -> None:
    """Answers at once whenever seat 0 is asked."""
    while not sitting.room.over:
        room = sitting.room
        if room.state is None or 0 not in room.asked():
            await asyncio.sleep(0.05)
            continue
        decision, moves = room.decision(0), any_answer(room.state, 0, luck.choice)

        def prepare(
            room: Room, now: int, decision: int = decision, moves: list[int] = moves
        ) -> Step:
            return room.answer(0, decision, moves, now, "m", "")

        heard: list[int | MoveError] = []
        await house.play(sitting, "m", secrets.token_hex(4), prepare, heard.append)
        await asyncio.sleep(0.05)


@dataclass(slots=True)
class Late:
    """In ms, for each short sleep: how much too long it was, and how long the loop worked then;
    and how many bots were thinking."""

    lag: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    thinking: list[int] = field(default_factory=list)


async def late(seconds: float, tables: list[Sitting]) -> Late:
    found = Late()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began, worked = time.perf_counter(), time.thread_time()
        await asyncio.sleep(SLEEP)
        found.lag.append(1000 * (time.perf_counter() - began - SLEEP))
        found.worked.append(1000 * (time.thread_time() - worked))
        found.thinking.append(sum(len(one.thinking) for one in tables))
    return found


def told(name: str, found: Late) -> str:
    lag, worked = sorted(found.lag), sorted(found.worked)
    p99 = int(0.99 * len(lag))
    return (
        f"{name}: {statistics.median(lag):.1f} ms (median), {lag[p99]:.1f} ms (p99), "
        f"{lag[-1]:.1f} ms (most); the loop's own work {worked[p99]:.1f} ms (p99), "
        f"{worked[-1]:.1f} ms (most)"
    )


async def measured(folder: Path) -> None:
    house = House(folder, pace=PACE)
    await house.open()
    idle = await late(QUIET, [])
    luck = random.Random(1)
    for number in range(TABLES):
        await seated(house, GAMES[number % len(GAMES)])
    tables = list(house.sittings.values())
    people = [asyncio.create_task(person(house, one, luck)) for one in tables]
    await asyncio.sleep(3 * PACE)  # workers have started, everybody has placed
    worked = time.process_time()
    lag = await late(SECONDS, tables)
    worked = time.process_time() - worked
    for one in people:
        one.cancel()
    entries = sum(one.room.seq for one in tables)
    at_once = statistics.mean(lag.thinking)
    print(
        f"lag of the loop. {told('Nobody thinks', idle)}. "
        f"{told(f'{TABLES} tables with masters', lag)}; {at_once:.1f} bots thought "
        f"at a time, {entries} entries, the house took {worked / SECONDS:.0%} of a core"
    )
    await house.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder)))


if __name__ == "__main__":
    main()
