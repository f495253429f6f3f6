"""While nobody wants anything of the house, it makes ready what may be answered next.

A pointer tells where it rests before its button is pressed, but a key, a voice or a program does
not: they all wait for the check and for the others' tables, unless these are there already.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from konspira.engine.contract import Judging, MoveError
from konspira.server.ready import MOST, Ready
from konspira.server.room import Room
from konspira.server.sitting import Sitting, now_ms

if TYPE_CHECKING:
    from konspira.server.house import House

# At most one part in so many of the loop's time, however many tables there are.
REST: Final = 20.0
SOON: Final = 0.02  # seconds in which whoever has seen a move has nothing else to wait for
TABLES: Final = 32  # so many are looked after at most: what is ready takes some 15 kB an answer


class Idle:
    def __init__(self, house: House) -> None:
        self.house = house
        self._tables: dict[Sitting, Room] = {}  # in the order of their last moves
        self._ready: dict[Sitting, None] = {}  # those with answers, oldest first
        self._busy = False

    def look_after(self, sitting: Sitting) -> None:
        """Somebody is asked something new there."""
        self._tables.pop(sitting, None)
        self._tables[sitting] = sitting.room
        if not self._busy:
            self._busy = True
            self.house.start_task(self._work())

    async def _work(self) -> None:
        try:
            await asyncio.sleep(SOON)
            while self._tables:
                sitting = next(iter(self._tables))
                room = self._tables.pop(sitting)
                sitting.ready.forget_past(room)
                answers = _answers(sitting, room)
                while True:
                    began = time.perf_counter()
                    ready = next(answers, None)
                    if ready is None:
                        break
                    self._count(sitting)
                    await self.house.make_ready(sitting, ready)
                    await asyncio.sleep(REST * (time.perf_counter() - began))
        finally:
            self._busy = False

    def _count(self, sitting: Sitting) -> None:
        self._ready.pop(sitting, None)
        self._ready[sitting] = None
        if len(self._ready) > TABLES:
            oldest = next(iter(self._ready))
            del self._ready[oldest]
            oldest.ready.forget()


def _answers(sitting: Sitting, room: Room) -> Iterator[Ready]:
    """All answers of one move to the open questions, as long as nothing has happened."""
    state = room.state
    if state is None or room.over or isinstance(room.game, Judging):  # no text is foreseen
        return
    for seat in room.asked():
        people = room.sheet.chairs[seat].members
        if len(people) != 1 or not sitting.present(people[0].id):
            continue
        by, decision = people[0].id, room.decision(seat)
        for move in state.moves(seat)[:MOST]:
            if sitting.room is not room or room.sheet.paused or not _quickly_drawn(sitting, by):
                return
            if sitting.ready.find(room, by, decision, [room.game.text(move)]):
                continue
            try:
                step = room.answer(seat, decision, [move], now_ms(), by)
            except MoveError:  # it asks for more
                continue
            yield Ready(room, step, sitting.drawn)


def _quickly_drawn(sitting: Sitting, by: str) -> bool:
    """Is nobody waiting for a picture? That takes longer than it would gain."""
    return all(viewer.form != "html" for viewer in sitting.waiting(by))
