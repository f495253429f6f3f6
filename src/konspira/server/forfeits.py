"""Programs that cannot go on lose their game, everybody is told why, and nothing else is hurt."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from konspira.bots.contest import Forfeit
from konspira.engine.contract import MoveError, NotLegal
from konspira.server.lines import SideLine
from konspira.server.room import Room, Step
from konspira.server.sitting import Sitting, now_ms
from konspira.server.talk import say

if TYPE_CHECKING:
    from konspira.server.house import House

log: Final = logging.getLogger("konspira.server")

FORFEIT: Final = "forfeit"  # the kind of a side line
ATTEMPTS: Final = 3  # answers to one question that are no move
# Refusals that are nobody's fault: somebody else was faster, the disk is full.
EXCUSED: Final = frozenset({"answered_already", "not_asked", "over", "paused", "not_kept"})


async def forfeit(
    house: House,
    sitting: Sitting,
    seat: int,
    sitter: str,
    decision: int,
    name: str,
    problem: Forfeit,
) -> None:
    """The seat is out of time for good, unless its question was answered meanwhile, or somebody
    else sits there."""
    log.warning("room %s: %s in seat %s forfeits: %s", sitting.room.sheet.id, name, seat, problem)
    heard: list[int | MoveError] = []

    def out(room: Room, now: int) -> Step:
        if seat not in room.asked() or room.decision(seat) != decision:
            raise NotLegal("answered_already")
        if room.sheet.chairs[seat].sitter != sitter:
            raise NotLegal("answered_already")
        return room.aside(seat, room.game.timeout(seat), now, FORFEIT)

    await house.play(sitting, FORFEIT, "", out, heard.append)
    if isinstance(heard[0], MoveError) and heard[0].reason == "answered_already":
        return
    sitting.forfeited.add(seat)  # whatever is still asked of it is answered by chance
    if not isinstance(heard[0], MoveError):
        line = SideLine(-1, FORFEIT, FORFEIT, name, problem.kind, now_ms(), seat)
        await say(house, sitting, "all", line)


class Patience:
    """How long the house waits for programs on a live line, and how often they may be wrong."""

    def __init__(self, house: House, seconds: float) -> None:
        self.house = house
        self.seconds = seconds

    def watch(self, sitting: Sitting) -> None:
        """Every program that is asked now has to answer in time, whether it is there or not."""
        room = sitting.room
        for seat in room.asked():
            people = room.sheet.chairs[seat].members
            if not people or not all(one.program for one in people):
                continue
            decision = room.decision(seat)
            if sitting.waited_for.get(seat) != decision:
                sitting.waited_for[seat] = decision
                sitter = room.sheet.chairs[seat].sitter
                self.house.start_task(self._wait(sitting, seat, sitter, decision))

    async def _wait(self, sitting: Sitting, seat: int, sitter: str, decision: int) -> None:
        await asyncio.sleep(self.seconds)
        if self.house.sittings.get(sitting.room.sheet.id) is not sitting:
            return  # the room has left the memory; whoever opens it again waits anew
        if sitting.waited_for.get(seat) != decision:
            return  # answered, and asked something else meanwhile
        if sitting.room.sheet.paused:
            del sitting.waited_for[seat]  # it is waited for anew when the game goes on
            return
        problem = Forfeit("silent", f"was silent for {self.seconds:g} seconds")
        await self._out(sitting, seat, sitter, decision, problem)

    async def wrong(self, sitting: Sitting, seat: int, said: str) -> None:
        """A program said what is no answer to its question."""
        room = sitting.room
        if seat not in room.asked():
            return
        decision = room.decision(seat)
        before, times = sitting.wrong.get(seat, (decision, 0))
        times = times + 1 if before == decision else 1
        sitting.wrong[seat] = (decision, times)
        # Only the host reads what it said: it may be a secret of a game that others play on.
        log.warning("room %s: a program in seat %s %s", room.sheet.id, seat, said)
        if times >= ATTEMPTS:
            sitter = room.sheet.chairs[seat].sitter
            problem = Forfeit("illegal", f"gave no legal move in {times} answers")
            await self._out(sitting, seat, sitter, decision, problem)

    async def _out(
        self, sitting: Sitting, seat: int, sitter: str, decision: int, problem: Forfeit
    ) -> None:
        people = sitting.room.sheet.chairs[seat].members
        name = ", ".join(one.name for one in people if one.name)
        if seat in sitting.room.asked() and sitting.room.decision(seat) == decision:
            await forfeit(self.house, sitting, seat, sitter, decision, name, problem)
