"""Durable moves a second with many rooms: checked, applied, committed and fsynced; no sockets."""

from __future__ import annotations

import asyncio
import math
import random
import tempfile
import time
from pathlib import Path

from konspira.engine.contract import MoveError
from konspira.server import lobby
from konspira.server.answering import any_answer
from konspira.server.house import House
from konspira.server.room import Room, Step
from konspira.server.sheet import Sheet

ROOMS = 1000
SECONDS = 6.0


async def seated(house: House) -> str:
    sheet = await house.create("kyoto", {}, lambda sheet: None)

    def sit(sheet: Sheet) -> None:
        for seat in (0, 1):
            lobby.sit(sheet, seat, f"p{seat}", "", 1)

    await house.act(sheet.id, sit)
    await house.start(sheet.id, "p0")
    return sheet.id


async def play(house: House, room: str, luck: random.Random, end: float, most: int) -> int:
    """One move after the other in one room, each only after the last is on disk."""
    count = 0
    sitting = await house.sitting(room)
    while count < most and time.perf_counter() < end and not sitting.room.over:
        state = sitting.room.state
        assert state is not None
        seat = luck.choice(sitting.room.asked())
        decision = sitting.room.decision(seat)
        moves = any_answer(state, seat, luck.choice)
        heard: list[int | MoveError] = []

        def prepare(
            room: Room, now: int, seat: int = seat, at: int = decision, all_: list[int] = moves
        ) -> Step:
            return room.answer(seat, at, all_, now, "m", "")

        await house.play(sitting, "m", "", prepare, heard.append)
        count += isinstance(heard[0], int)
    return count


async def measured(folder: Path) -> None:
    house = House(folder, pace=0)
    await house.open()
    luck = random.Random(1)
    rooms = await asyncio.gather(*(seated(house) for _ in range(ROOMS)))
    # Everybody places; what is measured is the game.
    await asyncio.gather(*(play(house, room, luck, math.inf, 2) for room in rooms))
    commits, spent = house.store.writer.commits, house.store.writer.fsync_seconds
    began, busy = time.perf_counter(), time.process_time()
    end = began + SECONDS
    played = sum(await asyncio.gather(*(play(house, room, luck, end, 10**9) for room in rooms)))
    took, worked = time.perf_counter() - began, time.process_time() - busy
    commits, spent = house.store.writer.commits - commits, house.store.writer.fsync_seconds - spent
    print(
        f"rooms: {played / took:,.0f} durable moves/s in {ROOMS} rooms of Kyoto "
        f"({played} moves, {commits} commits, {spent / took:.0%} of the time in fsync; "
        f"{played / worked:,.0f} moves per CPU-second, of a core we had {worked / took:.0%})"
    )
    await house.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder)))


if __name__ == "__main__":
    main()
