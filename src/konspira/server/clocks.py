"""Clocks of a table: when whose time is up, and what is entered then."""

from __future__ import annotations

from dataclasses import dataclass

from konspira.engine.contract import NotLegal, PlaysOn
from konspira.server.room import Room, Step
from konspira.server.sheet import Sheet

CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Running:
    """A clock that will run out at `at` (ms) if its seat does not answer."""

    at: int
    seat: int
    decision: int
    for_good: bool  # all its time is used up, not only that for one move


def running(room: Room) -> list[Running]:
    """The clocks of people who are asked now, the next to run out first. Bots have none."""
    sheet = room.sheet
    if room.state is None or room.over or sheet.paused:
        return []
    found = []
    for seat, (decision, since) in room.asked_at.items():
        if sheet.chairs[seat].bot:
            continue
        if sheet.clocks.per_move:
            found.append(Running(since + 1000 * sheet.clocks.per_move, seat, decision, False))
        if sheet.clocks.per_game:
            found.append(Running(room.counted + room.clock[seat], seat, decision, True))
    return sorted(found, key=lambda clock: clock.at)


def stopped(room: Room, sheet: Sheet, now: int) -> None:
    """A pause begins by this sheet. What is left is kept with it: whoever thought before the pause
    does not get that time back when the room is read from disk."""
    if sheet.paused and not room.sheet.paused:
        sheet.left, sheet.left_after = room.left(now), room.seq


def ran_out(room: Room, now: int, clock: Running) -> Step:
    """What the room enters: the moves that the rules name for who does not answer, or the aside
    by which a player is out of time. NotLegal if the answer came after all."""
    if clock not in running(room) or clock.at > now:
        raise NotLegal("answered_already")
    if isinstance(room.game, PlaysOn) and not clock.for_good:
        moves = room.game.default_moves(room.state, clock.seat)
        return room.answer(clock.seat, clock.decision, moves, now, CLOCK)
    return room.aside(clock.seat, room.game.timeout(clock.seat), now, CLOCK)
