"""What happens at a table though nobody there does it: bots answer, clocks run out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from konspira.engine.contract import MoveError, NotLegal, PlaysOn
from konspira.server import clocks
from konspira.server.answering import Answering
from konspira.server.room import Room, Step
from konspira.server.sitting import Sitting, now_ms

if TYPE_CHECKING:
    from konspira.server.house import House


AGAIN: Final = 2.0  # seconds until the disk is tried again that took nothing


class Waking:
    def __init__(self, house: House) -> None:
        self.house = house
        self.answering = Answering(house)

    def wake(self, sitting: Sitting) -> None:
        """Whoever is asked and is no person gets to think; clocks are set."""
        room = sitting.room
        self.set_alarm(sitting)
        if room.over:
            self.house.programs.leave(room.sheet.id)
        if room.state is None or room.over or room.sheet.paused:
            return
        self.house.patience.watch(sitting)
        for seat, waiting in sitting.polite.items():
            gone = not room.sheet.chairs[seat].bot
            if gone or seat not in room.asked() or room.decision(seat) != waiting.decision:
                waiting.over.set()
        for seat in room.asked():
            bot = room.sheet.chairs[seat].bot
            decision = room.decision(seat)
            if room.is_out(seat):
                self.house.start_task(self._for_gone(sitting, seat, decision))
            elif bot and sitting.thinking.get(seat) != decision:
                sitting.thinking[seat] = decision
                self.house.start_task(self._answer(sitting, seat, bot, decision))

    async def _for_gone(self, sitting: Sitting, seat: int, decision: int) -> None:
        """Who has left is asked all the same; the rules say what is played then."""

        def default(room: Room, now: int) -> Step:
            assert isinstance(room.game, PlaysOn)
            if seat not in room.asked():
                raise NotLegal("not_asked")
            moves = room.game.default_moves(room.state, seat)
            return room.answer(seat, decision, moves, now, clocks.CLOCK)

        heard: list[int | MoveError] = []
        await self.house.play(sitting, clocks.CLOCK, "", default, heard.append)
        if _not_kept(heard):
            await asyncio.sleep(AGAIN)
            self.wake(sitting)

    async def _answer(self, sitting: Sitting, seat: int, bot: str, decision: int) -> None:
        try:
            goes_on = await self.answering.answer(sitting, seat, bot, decision)
        finally:
            if sitting.thinking.get(seat) == decision:
                del sitting.thinking[seat]
        if goes_on:
            self.wake(sitting)

    def set_alarm(self, sitting: Sitting, least: float = 0.0) -> None:
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
                max(least, min(waits)) + 0.001, lambda: self.house.start_task(self._ring(sitting))
            )

    async def _ring(self, sitting: Sitting) -> None:
        sitting.alarm = None
        heard: list[int | MoveError] = []
        for clock in clocks.running(sitting.room):
            if clock.at <= now_ms():
                await self.house.play(
                    sitting,
                    clocks.CLOCK,
                    "",
                    lambda room, now, clock=clock: clocks.ran_out(room, now, clock),  # type: ignore[misc]
                    heard.append,
                )
        sitting.tell_room()
        self.set_alarm(sitting, AGAIN if _not_kept(heard) else 0.0)


def _not_kept(heard: list[int | MoveError]) -> bool:
    return any(isinstance(one, MoveError) and one.reason == "not_kept" for one in heard)
