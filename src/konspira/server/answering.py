"""How a bot answers at a table: it thinks elsewhere, waits for its time, and plays.

A bot of the house that finds no answer lets chance answer, because a table must not stand still. A
program of the host that crashes, hangs or plays what is not legal loses its game, with a reason.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from konspira import bots
from konspira.bots.contest import Forfeit
from konspira.engine.contract import BadText, MoveError, NotLegal, State
from konspira.server import forfeits
from konspira.server.forfeits import EXCUSED
from konspira.server.room import Room, Step
from konspira.server.sitting import Politeness, Sitting

if TYPE_CHECKING:
    from konspira.server.house import House

log: Final = logging.getLogger("konspira.server")

# So many times its pace a bot waits that expects a better answer from another one (CD-20.10).
HOLDING_BACK: Final = 3
# Every touch of Duet is a moment of its own; elsewhere a turn is many small steps.
BREATHS: Final = {"duet": 2.5}
BOT: Final = "bot"


class Dropped(Exception):
    """Nobody looks at the room any more; whoever opens it again finds the same question."""


@dataclass(frozen=True, slots=True)
class Found:
    """An answer, with what was thought, to be kept beside the log."""

    moves: list[int]
    thought: bytes = b""
    ready: bool = True


class Answering:
    def __init__(self, house: House) -> None:
        self.house = house

    async def answer(self, sitting: Sitting, seat: int, bot: str, decision: int) -> bool:
        """The answer of this seat's bot, or what becomes of it without one. False if the table
        cannot go on by this."""
        try:
            return await self._answer(sitting, seat, bot, decision)
        except Dropped:
            return False

    async def _answer(self, sitting: Sitting, seat: int, bot: str, decision: int) -> bool:
        room = sitting.room
        if bot in bots.NAMES or seat in sitting.forfeited:
            known = room.known(seat).encode()
            # A bot that knows no answer, or is refused, lets chance answer.
            names = ("",) if seat in sitting.forfeited else (bot, "")
            for name in names:
                found = await self._thought(sitting, seat, name, known)
                error = await self._play(sitting, seat, bot, decision, found)
                if error is None or error.reason in EXCUSED:
                    return True
                log.error("room %s: %s in seat %s: %s", room.sheet.id, name, seat, error)
            return False
        try:
            found = Found(await self.house.programs.answer(room, seat, bot))
            error = await self._play(sitting, seat, bot, decision, found)
            if error is not None and error.reason not in EXCUSED:
                raise Forfeit("illegal", f"played what is not legal: {error}")
        except Forfeit as problem:
            await forfeits.forfeit(self.house, sitting, seat, bot, decision, bot, problem)
        return True

    async def _play(
        self, sitting: Sitting, seat: int, bot: str, decision: int, found: Found
    ) -> MoveError | None:
        await self._let_others(sitting, seat, decision, found)
        heard: list[int | MoveError] = []

        def prepare(room: Room, now: int) -> Step:
            if room.sheet.chairs[seat].bot != bot:  # it was taken out while it thought
                raise NotLegal("answered_already")
            step = room.answer(seat, decision, found.moves, now, BOT)
            step.thought = found.thought
            return step

        await self.house.play(sitting, BOT, "", prepare, heard.append)
        return heard[0] if isinstance(heard[0], MoveError) else None

    async def _thought(self, sitting: Sitting, seat: int, name: str, known: bytes) -> Found:
        try:
            if name:
                breath = BREATHS.get(sitting.room.game.key, 1.0)
                answer = await self.house.thinkers.think(name, known, breath)
                moves = [sitting.room.game.read(text, seat) for text in answer.moves]
                return Found(moves, answer.thought, answer.ready)
        except (BadText, BrokenExecutor):
            id_ = sitting.room.sheet.id
            log.exception("room %s: %s in seat %s has no answer", id_, name, seat)
        state = sitting.room.state
        assert state is not None
        return Found(any_answer(state, seat) if state.asks(seat) else [])

    async def _let_others(self, sitting: Sitting, seat: int, decision: int, found: Found) -> None:
        """Would this answer take a question away from somebody? A bot is always faster, so it
        lets people go first (OP-3 of Duet) until they have answered or wave it on; and another
        bot that is likely to know better (CD-20.10), until both have waited for each other."""
        taken = self._taken(sitting.room, seat, decision, found.moves)
        if any(not sitting.room.sheet.chairs[at].bot for at in taken):
            await self._after_you(sitting, seat, decision)
        elif taken and not found.ready:
            await asyncio.sleep(HOLDING_BACK * self.house.thinkers.pace)

    async def _after_you(self, sitting: Sitting, seat: int, decision: int) -> None:
        if not self.house.thinkers.pace:
            return
        waiting = sitting.polite[seat] = Politeness(decision)
        sitting.tell_room()
        try:
            await waiting.over.wait()
        finally:
            del sitting.polite[seat]
        if waiting.dropped:
            raise Dropped
        sitting.tell_room()

    def _taken(self, room: Room, seat: int, decision: int, moves: list[int]) -> list[int]:
        """The seats that this answer takes a question away from."""
        state = room.state
        if state is None or seat not in room.asked() or room.decision(seat) != decision:
            return []
        others = [at for at in room.asked() if at != seat]
        after = state.clone()
        for move in moves:
            after.apply(move)
        return [
            at
            for at in others
            if not after.asks(at) or after.decision_id(at) != state.decision_id(at)
        ]


def any_answer(
    state: State, seat: int, choice: Callable[[list[int]], int] = secrets.choice
) -> list[int]:
    """A whole legal answer at random."""
    moves: list[int] = []
    draft = state.clone()
    while not moves or draft.drafting() == seat:
        moves.append(choice(draft.moves(seat)))
        draft.apply(moves[-1])
    return moves
