"""The addresses of the house."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

import konspira
from konspira.engine import record as records
from konspira.engine.contract import SPECTATOR, BadText, MoveError
from konspira.engine.texts import LANGUAGES
from konspira.server import acts, campaign, limits, lobby, people, picture, replay, report
from konspira.server.door import Door, body, number, text, ticked, wants_json
from konspira.server.house import House, Sitting
from konspira.server.live import Connection
from konspira.server.options import capacity, chosen
from konspira.server.seating import lobby_facts, room_facts, said, seats
from konspira.server.sheet import Member, Refusal, Sheet
from konspira.server.store import Holding
from konspira.server.texts import rooms
from konspira.web import assets, pages
from konspira.web.table import Moment
from konspira.web.tables import table_for, words_of
from konspira.web.texts import pages as page_texts

FOREVER: Final = "public, max-age=31536000, immutable"
STATUS: Final = {"no_room": 404, "no_entry": 404, "not_seated": 403}
PROBLEMS: Final = {"no_room": "no-room", "taken": "seat-taken", "not_seated": "not-yours"}


class Doorman:
    """Answers every address."""

    def __init__(self, house: House) -> None:
        self.house = house

    def visit(self, request: Request) -> pages.Visit:
        theme = request.cookies.get("theme", "")
        return pages.Visit(request.url.path, theme if theme in ("light", "dark") else "")

    def base(self, request: HTTPConnection) -> str:
        """How this guest reaches the house."""
        scheme = {"ws": "http", "wss": "https"}.get(request.url.scheme, request.url.scheme)
        return self.house.public_url or f"{scheme}://{request.url.netloc}"

    async def sitting(self, request: Request) -> Sitting:
        return await self.house.sitting(request.path_params["room"])

    # Pages ----------------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        lang = people.language(request)
        held = await self.house.store.holdings(people.person(request))
        rooms_of = sorted(held, key=lambda one: one.at, reverse=True)
        mine = {one.room for one in held}
        facts = pages.Home(
            self.visit(request),
            tuple(konspira.GAMES),
            [your_game(one) for one in rooms_of],
            [open_room(sheet) for sheet in self.house.listed() if sheet.id not in mine],
        )
        return self.page(request, pages.home(facts, page_texts(lang)))

    async def join(self, request: Request) -> Response:
        wished = request.query_params.get("room", "").strip().rstrip("/").rpartition("/")[2]
        await self.house.sitting(wished)
        return RedirectResponse(f"/r/{wished}", 303)

    async def room(self, request: Request) -> Response:
        sitting = await self.sitting(request)
        lang, base = people.language(request), self.base(request)
        room = sitting.room
        held = people.held(request, room.sheet)
        if room.state is None:
            facts = lobby_facts(sitting, held, lang, base, self.visit(request))
            return self.page(request, pages.lobby(facts, words_of(room.sheet.game, lang)))
        table = table_for(room.game, lang)
        page = pages.TablePage(
            self.visit(request),
            room_facts(sitting, held, base, chat(sitting, held)),
            seats(sitting, held, lang, base),
            room.game,
            table,
            moment_of(sitting, held),
            sorted(held),
            room.numbers(),
            over=room.over,
            guided=bool(room.sheet.settings.get("guided")),
        )
        return self.page(request, pages.table(page, table.words))

    async def replay(self, request: Request) -> Response:
        sitting = await self.sitting(request)
        room = sitting.room
        held = people.held(request, room.sheet)
        lang, base = people.language(request), self.base(request)
        may_see = replay.eyes(room, held)
        own = str(next(iter(held))) if len(held) == 1 else replay.WATCH
        wished = request.query_params.get("as", replay.OPEN if room.over else own)
        eyes = next((one for one in may_see if one.name == wished), may_see[-1])
        last = len(room.log()) - 1
        at = number(request.query_params, "at", last)
        moment = replay.moment(room, at, eyes.viewer)
        if wants_json(request):
            told = [[room.game.text(code) for code in entry] for entry in moment.known.told]
            view = room.game.spelled(moment.seen)
            return self.json({"at": at, "last": last, "as": eyes.name, "view": view, "told": told})
        table = table_for(room.game, lang)
        at_seats = seats(sitting, held, lang, base)
        names = {str(seat.number): seat.side for seat in at_seats}
        facts = pages.Replay(
            self.visit(request),
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
        )
        return self.page(request, pages.replay(facts, table.words))

    async def record(self, request: Request) -> Response:
        room = (await self.sitting(request)).room
        name = f"konspira-{room.sheet.game}-{room.sheet.game_id}.txt"
        return PlainTextResponse(
            replay.record(room), headers={"content-disposition": f'attachment; filename="{name}"'}
        )

    async def verify(self, request: Request) -> Response:
        """The same check as `konspira verify` makes of a downloaded record."""
        room = (await self.sitting(request)).room
        found, problems = records.verified(replay.record(room), lambda _: room.game)
        checked = ["moves", "positions", *(["chance"] if "Secret" in found.tags else [])]
        return self.json({"good": not problems, "problems": problems, "checked": checked})

    # Acts -----------------------------------------------------------------------------------------

    async def open_room(self, request: Request) -> Response:
        """`alone`: bots sit opposite and the game begins at once; `first`: with a guide."""
        sent = await body(request)
        key = text(sent, "game")
        wishes = sent.get("options", {})
        if not isinstance(wishes, dict):
            raise BadText("options are names with values")
        if key == "duet" and "lang" not in wishes:
            wishes = {**wishes, "lang": people.language(request)}
        settings = {name: sent[name] for name in acts.SETTINGS if name in sent}
        if ticked(sent, "first"):
            settings["guided"] = True
        sheet = await self.house.create(
            key, chosen(key, wishes), lambda sheet: acts.agreed(sheet, sent, settings)
        )
        answer = self.went(request, sheet.id, {"room": sheet.id, "url": f"/r/{sheet.id}"})
        if ticked(sent, "alone") or ticked(sent, "first"):
            who = people.person(request) or people.welcome(answer, self.secure())
            await self.alone(sheet, who, text(sent, "name"), text(sent, "bot"))
        return answer

    async def alone(self, sheet: Sheet, who: str, name: str, bot: str) -> None:
        chosen_bot = acts.usual_bot(sheet.game, bot)

        def sit(sheet: Sheet) -> None:
            lobby.sit(sheet, 0, who, name, 1)
            for seat in range(1, len(sheet.chairs)):
                lobby.bring_bot(sheet, seat, chosen_bot, who)

        await self.house.act(sheet.id, sit)
        await self.house.start(sheet.id, who)

    async def sit(self, request: Request) -> Response:
        """A browser sits by its cookie; a program without one is given a secret."""
        sent = await body(request)
        sitting = await self.sitting(request)
        answer = self.went(request, sitting.room.sheet.id, {})
        who = people.person(request)
        program = wants_json(request) and not who
        who = who or people.welcome(answer, self.secure())
        seat = number(sent, "seat")
        size = capacity(sitting.room.game)
        member, secret = await self.house.act(
            sitting.room.sheet.id,
            lambda sheet: lobby.sit(
                sheet,
                seat,
                who,
                text(sent, "name"),
                size,
                ink=number(sent, "ink", seat),
                nonce=text(sent, "nonce"),
                program=program,
            ),
        )
        if program:
            return self.json({"seat": seat, "member": member.id, "secret": secret})
        return answer

    async def act(self, request: Request) -> Response:
        """Everything else that changes a room."""
        sent = await body(request)
        sheet = (await self.sitting(request)).room.sheet
        who = people.acting(request, sheet)
        name = request.path_params["act"]
        facts: dict[str, Any] = {}
        room = sheet.id
        change = acts.act(self.house, name, sent, who)
        if change is not None:
            await self.house.act(sheet.id, change)
        elif name == "start":
            await self.house.start(sheet.id, who)
        elif name == "replace":
            bot = acts.usual_bot(sheet.game, text(sent, "bot"))
            await self.house.replace(sheet.id, number(sent, "seat"), bot, who)
        elif name == "claim":
            await self.house.claim(sheet.id, number(sent, "seat"), who)
        elif name == "rematch":
            exchange = "exchange" not in sent or ticked(sent, "exchange")
            after = await self.house.rematch(sheet.id, who, exchange)
            room = after or sheet.id
            facts = {"room": after}
        else:
            raise HTTPException(404)
        return self.went(request, room, facts)

    async def device(self, request: Request) -> Response:
        """A link that brings a seat to another device."""
        sent = await body(request)
        sitting = await self.sitting(request)
        sheet = sitting.room.sheet
        who = people.acting(request, sheet)
        seat = number(sent, "seat") if "seat" in sent else None
        secret = await self.house.act(sheet.id, lambda sheet: lobby.moving(sheet, who, seat))
        link = f"{self.base(request)}/r/{sheet.id}/seat/{secret}"
        if wants_json(request):
            return self.json({"link": link})
        facts = pages.Device(self.visit(request), self.room_page(request, sitting), link)
        texts = words_of(sheet.game, people.language(request))
        return self.page(request, pages.device(facts, texts))

    async def arrive(self, request: Request) -> Response:
        """The other device. Looking at the link moves nothing: programs look at links too."""
        sitting = await self.sitting(request)
        sheet = sitting.room.sheet
        secret = request.path_params["secret"]
        if request.method == "GET":
            lobby.found(sheet, secret)
            facts = pages.Device(self.visit(request), self.room_page(request, sitting), "")
            texts = words_of(sheet.game, people.language(request))
            return self.page(request, pages.arrive(facts, texts))
        answer = self.went(request, sheet.id, {})
        who = people.person(request) or people.welcome(answer, self.secure())
        await self.house.act(sheet.id, lambda sheet: lobby.moved(sheet, secret, who))
        return answer

    async def report(self, request: Request) -> Response:
        """The moment as a scenario, with only what whoever reports may know."""
        sent = await body(request)
        room = (await self.sitting(request)).room
        held = people.held(request, room.sheet)
        viewer = next(iter(held)) if held else SPECTATOR
        if "seat" in sent and number(sent, "seat") in held:
            viewer = number(sent, "seat")
        try:
            found = report.scenario(room, viewer, text(sent, "text"), room.sheet.game_id)
        except MoveError as error:
            raise BadText(str(error)) from None
        name = report.keep(self.house.folder, found)
        if wants_json(request):
            return self.json({"file": name, "scenario": found})
        return PlainTextResponse(
            found,
            media_type="application/yaml",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    def room_page(self, request: Request, sitting: Sitting) -> pages.Room:
        held = people.held(request, sitting.room.sheet)
        return room_facts(sitting, held, self.base(request))

    # Answers --------------------------------------------------------------------------------------

    def secure(self) -> bool:
        return self.house.public_url.startswith("https:")

    def json(self, facts: object, status: int = 200) -> Response:
        return Response(
            msgspec.json.encode(facts),
            status,
            {"cache-control": "no-store"},
            media_type="application/json",
        )

    def page(self, request: Request, content: str) -> Response:
        answer = HTMLResponse(content, headers={"cache-control": "no-store"})
        wished = request.query_params.get("lang", "")
        if wished in LANGUAGES:
            answer.set_cookie("lang", wished, max_age=people.YEARS, samesite="lax")
        if not people.person(request):
            people.welcome(answer, self.secure())
        return answer

    def went(self, request: Request, room: str, facts: dict[str, Any]) -> Response:
        if wants_json(request):
            return self.json(facts)
        return RedirectResponse(f"/r/{room}", 303)

    async def refused(self, request: Request, error: Exception) -> Response:
        lang = people.language(request)
        if isinstance(error, Refusal):
            reason = error.reason
            said_so = rooms(lang).say(f"room.{reason}", **error.facts)
            status = STATUS.get(reason, 409)
        else:
            reason, said_so, status = "bad_request", str(error), 400
        if wants_json(request):
            return JSONResponse({"reason": reason, "text": said_so}, status)
        wrong = pages.Wrong(self.visit(request), PROBLEMS.get(reason, "not-now"))
        return HTMLResponse(pages.wrong(wrong, page_texts(lang)), status)

    async def lost(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        problem = "broken" if status >= 500 else "not-found"
        if wants_json(request):
            return JSONResponse({"reason": problem, "text": ""}, status)
        wrong = pages.Wrong(self.visit(request), problem)
        return HTMLResponse(pages.wrong(wrong, page_texts(people.language(request))), status)

    async def static(self, request: Request) -> Response:
        try:
            content, kind = assets.served(request.path_params["path"])
        except BadText:
            raise HTTPException(404) from None
        return Response(content, media_type=kind, headers={"cache-control": FOREVER})

    async def live(self, socket: WebSocket) -> None:
        try:
            sitting = await self.house.sitting(socket.path_params["room"])
        except Refusal:
            await socket.close(1008)
            return
        if len(sitting.viewers) >= limits.VIEWERS:
            await socket.close(1013)
            return
        await socket.accept()
        held = people.held(socket, sitting.room.sheet)
        lang = people.language(socket)
        await Connection(self.house, sitting, socket, held, lang, self.base(socket)).run()


def open_room(sheet: Sheet) -> pages.OpenRoom:
    free = sum(not chair.taken for chair in sheet.chairs)
    names = [member.name for _, member in sheet.members() if member.name]
    return pages.OpenRoom(sheet.id, sheet.name, sheet.game, free, names)


def your_game(held: Holding) -> pages.YourGame:
    sheet = held.sheet
    stage = "over" if sheet.over else "playing" if sheet.started else "lobby"
    others = [one.name for seat, one in sheet.members() if seat != held.seat and one.name]
    asked = stage == "playing" and bool(held.asks >> held.seat & 1)
    return pages.YourGame(held.room, sheet.name, sheet.game, stage, asked, others)


def moment_of(sitting: Sitting, held: Mapping[int, Member]) -> Moment | None:
    """What a page is drawn with at first; nothing for a device with several seats."""
    if len(held) > 1:
        return None
    viewer = next(iter(held)) if held else SPECTATOR
    return picture.moment(sitting.room, viewer, sitting.here(), None)


def chat(sitting: Sitting, held: Mapping[int, Member]) -> list[Any]:
    """What was said to all, for a page that is drawn anew; the rest comes live."""
    mine = next(iter(held.values())).id if len(held) == 1 else ""
    return [said("all", line, mine) for line in sitting.side.get("all", []) if line.kind == "say"]


def app(house: House) -> ASGIApp:
    man = Doorman(house)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    routes = [
        Route("/", man.home),
        Route("/join", man.join),
        Route("/open", man.open_room, methods=["POST"]),
        Route("/static/{hash}/{path:path}", man.static),
        WebSocketRoute("/r/{room}/live", man.live),
        *campaign.routes(man),
        Route("/r/{room}", man.room),
        Route("/r/{room}/replay", man.replay),
        Route("/r/{room}/record", man.record),
        Route("/r/{room}/verify", man.verify),
        Route("/r/{room}/sit", man.sit, methods=["POST"]),
        Route("/r/{room}/device", man.device, methods=["POST"]),
        Route("/r/{room}/seat/{secret}", man.arrive, methods=["GET", "POST"]),
        Route("/r/{room}/report", man.report, methods=["POST"]),
        Route("/r/{room}/{act}", man.act, methods=["POST"]),
    ]
    handlers: Any = {
        Refusal: man.refused,
        BadText: man.refused,
        HTTPException: man.lost,
        Exception: man.lost,
    }
    inner = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    return Door(GZipMiddleware(inner, minimum_size=800, compresslevel=6), house.public_url)
