"""What happens at a table though nobody there does it: bots answer, clocks run out."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from konspira.engine.contract import BadText, MoveError, State
from konspira.server import clocks
from konspira.server.room import Room, Step
from konspira.server.sitting import Sitting, now_ms

if TYPE_CHECKING:
    from konspira.server.house import House

log: Final = logging.getLogger("konspira.server")

PATIENCE: Final = 25  # times its pace: how long a bot lets people go first
BOT: Final = "bot"
STALE: Final = frozenset({"answered_already", "not_asked", "over", "paused"})


class Waking:
    def __init__(self, house: House) -> None:
        self.house = house

    def wake(self, sitting: Sitting) -> None:
        """Whoever is asked and is no person gets to think; clocks are set."""
        room = sitting.room
        self.set_alarm(sitting)
        if room.state is None or room.over or room.sheet.paused:
            return
        for seat in room.asked():
            bot = room.sheet.chairs[seat].bot
            decision = room.decision(seat)
            if bot and sitting.thinking.get(seat) != decision:
                sitting.thinking[seat] = decision
                self.house.start_task(self._think(sitting, seat, bot, decision))

    async def _think(self, sitting: Sitting, seat: int, bot: str, decision: int) -> None:
        heard: list[int | MoveError] = []
        try:
            known = sitting.room.known(seat).encode()
            # A bot that knows no answer, or is refused, lets chance answer: a table must not
            # stand still.
            for name in (bot, ""):
                moves = await self._thought(sitting.room, seat, name, known)
                if self._forestalls(sitting.room, seat, decision, moves):
                    await asyncio.sleep(PATIENCE * self.house.thinkers.pace)
                heard.clear()
                await self.house.play(
                    sitting, BOT, "", _bot_answer(seat, decision, moves), heard.append
                )
                if not isinstance(heard[0], MoveError) or heard[0].reason in STALE:
                    break
                log.error("room %s: %s in seat %s: %s", sitting.room.sheet.id, name, seat, heard[0])
            else:
                return
        finally:
            if sitting.thinking.get(seat) == decision:
                del sitting.thinking[seat]
        self.wake(sitting)

    async def _thought(self, room: Room, seat: int, name: str, known: bytes) -> list[int]:
        try:
            if name:
                texts = await self.house.thinkers.think(name, known)
                return [room.game.read(text, seat) for text in texts]
        except BadText:
            log.exception("room %s: %s in seat %s has no answer", room.sheet.id, name, seat)
        assert room.state is not None
        return any_answer(room.state, seat) if room.state.asks(seat) else []

    def _forestalls(self, room: Room, seat: int, decision: int, moves: list[int]) -> bool:
        """Would this answer take a question away from a person? A bot is always faster, so it
        lets people go first (OP-3 of Duet)."""
        state = room.state
        if state is None or seat not in room.asked() or room.decision(seat) != decision:
            return False
        people = [at for at in room.asked() if at != seat and not room.sheet.chairs[at].bot]
        after = state.clone()
        for move in moves:
            after.apply(move)
        return any(
            not after.asks(at) or after.decision_id(at) != state.decision_id(at) for at in people
        )

    def set_alarm(self, sitting: Sitting) -> None:
        """Rings when the next clock runs out, or somebody has been away for the table's term."""
        if sitting.alarm is not None:
            sitting.alarm.cancel()
            sitting.alarm = None
        now = now_ms()
        waits = [(clock.at - now) / 1000 for clock in clocks.running(sitting.room)[:1]]
        if sitting.viewers:
            waits += sitting.terms()
        if waits:
            sitting.alarm = asyncio.get_running_loop().call_later(
                max(0.0, min(waits)) + 0.001, lambda: self.house.start_task(self._ring(sitting))
            )

    async def _ring(self, sitting: Sitting) -> None:
        sitting.alarm = None
        for clock in clocks.running(sitting.room):
            if clock.at <= now_ms():
                await self.house.play(
                    sitting,
                    clocks.CLOCK,
                    "",
                    lambda room, now, clock=clock: clocks.ran_out(room, now, clock),  # type: ignore[misc]
                    lambda answer: None,
                )
        sitting.tell_room()
        self.set_alarm(sitting)


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


def _bot_answer(seat: int, decision: int, moves: list[int]) -> Callable[[Room, int], Step]:
    return lambda room, now: room.answer(seat, decision, moves, now, BOT)
