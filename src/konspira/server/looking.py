"""Addresses at which nothing changes: the house, a room, a replay, a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

import konspira
from konspira import bots
from konspira.engine import record as records
from konspira.engine.contract import SPECTATOR, Judging
from konspira.engine.knowledge import knowledge
from konspira.engine.log import opening
from konspira.server import hints, people, picture, replay, teams
from konspira.server.door import number, wants_json
from konspira.server.doorman import Doorman
from konspira.server.explaining import explained, readable
from konspira.server.lines import Holding
from konspira.server.options import table_sizes
from konspira.server.room import Room
from konspira.server.seating import (
    lobby_facts,
    pause,
    rematch,
    room_facts,
    said,
    seats,
    seats_replaced,
)
from konspira.server.sheet import Member, Sheet
from konspira.server.sitting import Sitting
from konspira.web import live, pages
from konspira.web.table import Moment
from konspira.web.tables import table_for, words_of
from konspira.web.texts import pages as page_texts


def routes(man: Doorman) -> list[Route]:
    looking = Looking(man)
    return [
        Route("/", looking.home),
        Route("/join", looking.join),
        Route("/r/{room}", looking.room),
        Route("/r/{room}/replay", looking.replay),
        Route("/r/{room}/record", looking.record),
        Route("/r/{room}/verify", looking.verify),
    ]


class Looking:
    def __init__(self, man: Doorman) -> None:
        self.man = man
        self.house = man.house

    async def home(self, request: Request) -> Response:
        lang = people.language(request)
        held = await self.house.store.holdings(people.person(request))
        rooms_of = sorted(held, key=lambda one: one.at, reverse=True)
        mine = {one.room for one in held}
        facts = pages.Home(
            self.man.visit(request),
            tuple(konspira.GAMES),
            [your_game(one) for one in rooms_of],
            [open_room(sheet) for sheet in self.house.listed() if sheet.id not in mine],
            await teams.teams_of(self.house, people.person(request)),
            {key: bots.levels(key) for key in konspira.GAMES},
            {key: sizes for key in konspira.GAMES if (sizes := table_sizes(key))},
        )
        return self.man.page(request, pages.home(facts, page_texts(lang)))

    async def join(self, request: Request) -> Response:
        wished = request.query_params.get("room", "").strip().rstrip("/").rpartition("/")[2]
        await self.house.sitting(wished)
        return RedirectResponse(f"/r/{wished}", 303)

    async def room(self, request: Request) -> Response:
        sitting = await self.man.sitting(request)
        lang, base = people.language(request), self.man.base(request)
        room = sitting.room
        held = people.held(request, room.sheet)
        if room.state is None:
            facts = lobby_facts(sitting, held, lang, base, self.man.visit(request))
            return self.man.page(
                request, pages.lobby(facts, rules(room, lang), words_of(room.sheet.game, lang))
            )
        if "plain" in request.query_params:
            plain = pages.PlainPage(
                self.man.visit(request),
                room_facts(sitting, held, base),
                sorted(held),
                isinstance(room.game, Judging),
            )
            return self.man.page(request, pages.plain(plain, words_of(room.sheet.game, lang)))
        table = table_for(room.game, lang)
        at_seats = seats(sitting, held, lang, base)
        page = pages.TablePage(
            self.man.visit(request),
            room_facts(sitting, held, base, chat(sitting, held)),
            at_seats,
            room.game,
            table,
            moment_of(sitting, held),
            sorted(held),
            room.numbers(),
            over=room.over,
            guided=bool(room.sheet.settings.get("guided")),
            hints=bool(held) and hints.allowed(room.sheet),
            pause=pause(room.sheet, held, at_seats),
            replaced=seats_replaced(room.sheet, people.person(request)),
            rematch=rematch(room, held, at_seats),
        )
        return self.man.page(request, pages.table(page, table.words))

    async def replay(self, request: Request) -> Response:
        sitting = await self.man.sitting(request)
        room = sitting.room
        held = people.held(request, room.sheet)
        lang, base = people.language(request), self.man.base(request)
        may_see = replay.eyes(room, held)
        own = str(next(iter(held))) if len(held) == 1 else replay.WATCH
        wished = request.query_params.get("as", replay.OPEN if room.over else own)
        eyes = next((one for one in may_see if one.name == wished), may_see[-1])
        last = len(room.log()) - 1
        at = number(request.query_params, "at", last)
        moment = replay.moment(room, at, eyes.viewer, sitting.side.get("all", ()))
        if wants_json(request):
            told = [[room.game.text(code) for code in entry] for entry in moment.known.told]
            view = room.game.spelled(moment.seen)
            facts = {"at": at, "last": last, "as": eyes.name, "view": view, "told": told}
            said = await self._thought(room, at)
            return self.man.json({**facts, "thought": msgspec.Raw(said)} if said else facts)
        table = table_for(room.game, lang)
        at_seats = seats(sitting, held, lang, base)
        names = {str(seat.number): seat.side for seat in at_seats}
        said = await self._thought(room, at)
        side = names.get(str(room.log()[at].seat), "")
        page = pages.Replay(
            self.man.visit(request),
            room_facts(sitting, held, base),
            at_seats,
            room.game,
            table,
            moment,
            at,
            last,
            eyes.name,
            [
                (one.name, names.get(one.name) or table.words.say(f"replay.{one.name}"))
                for one in may_see
            ],
            room.over,
            explained(room, at, said, table, side),
            [bot for bot in bots.LEVELS if bot in bots.offered(room.sheet.game)],
        )
        return self.man.page(request, pages.replay(page, table.words))

    async def _thought(self, room: Room, at: int) -> bytes:
        """What a bot thought at this entry; nothing before the end."""
        if not readable(room, at):
            return b""
        return await self.house.store.thought(room.sheet.id, room.numbers()[at])

    async def record(self, request: Request) -> Response:
        room = (await self.man.sitting(request)).room
        name = f"konspira-{room.sheet.game}-{room.sheet.game_id}.txt"
        return PlainTextResponse(
            replay.record(room), headers={"content-disposition": f'attachment; filename="{name}"'}
        )

    async def verify(self, request: Request) -> Response:
        """The same check as `konspira verify` makes of a downloaded record."""
        room = (await self.man.sitting(request)).room
        found, problems = records.verified(replay.record(room), lambda _: room.game)
        checked = ["moves", "positions", *(["chance"] if "Secret" in found.tags else [])]
        return self.man.json({"good": not problems, "problems": problems, "checked": checked})


def open_room(sheet: Sheet) -> pages.OpenRoom:
    free = sum(not chair.taken for chair in sheet.chairs)
    names = [member.name for _, member in sheet.members() if member.name]
    return pages.OpenRoom(sheet.id, sheet.name, sheet.game, free, names)


def your_game(held: Holding) -> pages.YourGame:
    sheet = held.sheet
    stage = "over" if sheet.over else "playing" if sheet.started else "lobby"
    others = [one.name for seat, one in sheet.members() if seat != held.seat and one.name]
    bot = sheet.chairs[held.seat].bot  # it plays on for them
    asked = stage == "playing" and not bot and bool(held.asks >> held.seat & 1)
    return pages.YourGame(held.room, sheet.name, sheet.game, stage, asked, others)


def moment_of(sitting: Sitting, held: Mapping[int, Member]) -> Moment | None:
    """What a page is drawn with at first; nothing for a device with several seats."""
    if len(held) > 1:
        return None
    viewer = next(iter(held)) if held else SPECTATOR
    return picture.moment(sitting.room, viewer, sitting.here(), None)


def rules(room: Room, lang: str) -> str:
    """Of a game that has not begun, for people who wait for the others."""
    state, _ = opening(room.game)
    seen = room.game.view(state, SPECTATOR)
    known = knowledge(room.game, state, SPECTATOR)
    moment = Moment(room.game, seen, known, SPECTATOR, picture.sitters(room, ()))
    return table_for(room.game, lang).rules(moment)


def chat(sitting: Sitting, held: Mapping[int, Member]) -> list[Any]:
    """What was said to all, for a page that is drawn anew; the rest comes live."""
    mine = next(iter(held.values())).id if len(held) == 1 else ""
    lines = sitting.side.get("all", [])
    return [said(sitting.room, "all", line, mine) for line in lines if line.kind in live.SPOKEN]
