"""People who were asked and have been away for the table's term: the others may go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from konspira.engine.contract import MoveError, NotLegal
from konspira.server import lobby
from konspira.server.lines import SideLine
from konspira.server.room import Room, Step
from konspira.server.sheet import Refusal, Sheet
from konspira.server.sitting import now_ms
from konspira.server.talk import say

if TYPE_CHECKING:
    from konspira.server.house import House

REPLACED: Final = "replaced"  # the kind of a side line


async def replace(house: House, room: str, seat: int, bot: str, person: str) -> None:
    """A bot goes on for somebody who was asked and has been away for the table's term."""
    sitting = await house.sitting(room)

    def change(sheet: Sheet) -> None:
        lobby.only_seated(sheet, person)
        if sitting.absent_for(seat) is None:
            raise Refusal("not_away")
        lobby.replace(sheet, seat, bot)

    await house.act(room, change)
    names = ", ".join(one.name for one in sitting.room.sheet.chairs[seat].former if one.name)
    await say(house, sitting, "all", SideLine(-1, REPLACED, REPLACED, names, "", now_ms(), seat))


def without(room: Room, seat: int) -> str:
    """What becomes of the game by `claim`, as the rules have it: a name of `live.WITHOUT`."""
    assert room.state is not None
    after = room.state.clone()
    after.play(room.game.timeout(seat))
    outcome = after.outcome()
    if outcome is None:
        return "on"
    return "win" if outcome.winners else "end"


async def claim(house: House, room: str, seat: int, person: str) -> None:
    """The time is up for somebody who has been away for the table's term. What that brings the
    others is said by the rules."""
    sitting = await house.sitting(room)
    held = lobby.only_seated(sitting.room.sheet, person)
    if seat in held or sitting.absent_for(seat) is None:
        raise Refusal("not_away")
    by = next(iter(held.values())).id
    heard: list[int | MoveError] = []

    def out(room: Room, now: int) -> Step:
        if sitting.absent_for(seat) is None:  # came back while others moved
            raise NotLegal("not_now")
        return room.aside(seat, room.game.timeout(seat), now, by)

    await house.play(sitting, by, "", out, heard.append)
    if isinstance(heard[0], MoveError):
        raise Refusal("not_away")
