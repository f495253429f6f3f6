"""Practice: a finished game is played on from one of its moments, against bots, in a room of its
own with the same truth."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from konspira.engine.commitment import SECRET_BYTES
from konspira.server import acts, lobby, people
from konspira.server.door import body, number, text
from konspira.server.doorman import Doorman
from konspira.server.house import House
from konspira.server.lines import Line
from konspira.server.room import Room
from konspira.server.sheet import Chair, Refusal, Sheet, commit
from konspira.server.sitting import now_ms

KEPT: Final = ("words", "talk")  # settings that belong to the deal and the table's manners


def routes(man: Doorman) -> list[Route]:
    async def practise(request: Request) -> Response:
        sent = await body(request)
        sitting = await man.sitting(request)
        sheet = sitting.room.sheet
        bot = acts.usual_bot(man.house, sheet.game, text(sent, "bot"))
        room = secrets.token_urlsafe(lobby.ROOM_BYTES)
        answer = man.went(request, room, {"room": room, "url": f"/r/{room}"})
        who = people.person(request) or people.welcome(answer, man.secure())
        await practised(
            man.house, sheet.id, room, number(sent, "at"), number(sent, "seat"), bot, who
        )
        return answer

    return [Route("/r/{room}/practice", practise, methods=["POST"])]


async def practised(
    house: House, room: str, new: str, at: int, seat: int, bot: str, person: str
) -> None:
    """The new room begins as that one did, up to entry `at` of its game."""
    sitting = await house.sitting(room)
    stored = await house.store.room(room)
    assert stored is not None
    _, lines = stored
    first = beginning(sitting.room, lines, at)
    sheet = sheet_for(sitting.room, new, at, seat, bot, person)
    commit(sheet, sitting.room.game)
    await house.store.copy(sheet, first)
    await house.sitting(sheet.id)  # its bots begin to think


def beginning(room: Room, lines: Sequence[Line], at: int) -> list[Line]:
    """The entries up to this one, numbered anew: what was taken back stays away."""
    if not room.over:
        raise Refusal("not_over")
    if room.positions:
        raise Refusal("other_rules")
    numbers = room.numbers()
    if not 0 <= at < len(numbers):
        raise Refusal("no_entry")
    if at == len(numbers) - 1:
        raise Refusal("over")
    now = now_ms()
    found = []
    for seq, n in enumerate(numbers[: at + 1]):
        line = lines[n]
        line.seq, line.at, line.by, line.client, line.decision = seq, now, "", "", -1
        line.clock = []
        found.append(line)
    return found


def sheet_for(room: Room, new: str, at: int, seat: int, bot: str, person: str) -> Sheet:
    """The person in this seat, under the name they had; bots in all others."""
    old = room.sheet
    if not 0 <= seat < len(old.chairs):
        raise Refusal("no_seat")
    sheet = Sheet(
        new,
        old.game,
        old.options,
        old.name,
        [Chair() for _ in old.chairs],
        secrets.token_hex(8),
        secrets.token_hex(SECRET_BYTES),
        "",
        opened=now_ms(),
    )
    sheet.settings = {key: old.settings[key] for key in KEPT if key in old.settings}
    sheet.settings[lobby.PRACTICE] = {"room": old.id, "at": at}
    name = next((one.name for one in old.held(person).values()), "")
    lobby.sit(sheet, seat, person, name, 1)
    for other in range(len(sheet.chairs)):
        if other != seat:
            lobby.bring_bot(sheet, other, bot, person)
    lobby.start(sheet, person, now_ms())
    return sheet
