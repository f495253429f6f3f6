"""The addresses of the house."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import konspira
from konspira import bots
from konspira.engine.contract import SPECTATOR, BadText
from konspira.engine.texts import LANGUAGES
from konspira.server import limits, lobby, people, picture
from konspira.server.house import House, Sitting, commit
from konspira.server.live import Connection
from konspira.server.options import capacity, chosen
from konspira.server.seating import seats
from konspira.server.sheet import Clocks, Refusal, Sheet
from konspira.server.texts import rooms
from konspira.web import assets, pages
from konspira.web import options as fields
from konspira.web.tables import table_for, words_of
from konspira.web.texts import pages as page_texts

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
FOREVER: Final = "public, max-age=31536000, immutable"
STATUS: Final = {"no_room": 404, "taken": 409, "begun": 409, "over": 409, "not_seated": 403}
PROBLEMS: Final = {"no_room": "no-room", "taken": "seat-taken", "not_seated": "not-yours"}
SETTINGS: Final[tuple[str, ...]] = ("clock", "wins", "words", "term")


class Door:
    """In front of everything: foreign pages and long bodies stay outside, and every answer says
    what a page may load."""

    def __init__(self, app: ASGIApp, public_url: str) -> None:
        self.app = app
        self.public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            if not people.own_origin(WebSocket(scope, receive, send), self.public_url):
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        request = Request(scope, receive)
        if request.method == "POST":
            length = request.headers.get("content-length", "")
            if not people.own_origin(request, self.public_url):
                await Response(status_code=403)(scope, receive, headed)
                return
            if not length.isdecimal() or int(length) > limits.BODY:
                await Response(status_code=413)(scope, receive, headed)
                return
        await self.app(scope, receive, headed)


def wants_json(request: Request) -> bool:
    accepted = request.headers.get("accept", "")
    sent = request.headers.get("content-type", "")
    return "application/json" in accepted or sent.startswith("application/json")


async def body(request: Request) -> dict[str, Any]:
    """A form or a JSON object."""
    if request.headers.get("content-type", "").startswith("application/json"):
        try:
            sent = msgspec.json.decode(await request.body())
        except msgspec.MsgspecError:
            raise BadText("the body is no JSON") from None
        if not isinstance(sent, dict):
            raise BadText("expected a JSON object")
        return sent
    try:
        return dict(parse_qsl((await request.body()).decode(), max_num_fields=60))
    except ValueError:
        raise BadText("the body is no form") from None


def number(sent: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = sent.get(name, default)
    if value is None or isinstance(value, bool):
        raise BadText(f"{name} is missing")
    try:
        return int(value)
    except (TypeError, ValueError):
        raise BadText(f"{name} is a number, not {str(value)[:20]!r}") from None


def clocks(settings: Mapping[str, object]) -> Clocks:
    """`move:60` is a minute for each move, `game:900` a quarter of an hour for all of them."""
    kind, _, seconds = str(settings.get("clock", "none")).partition(":")
    if kind == "none":
        return Clocks()
    if kind not in ("move", "game") or not seconds.isdecimal() or not 0 < int(seconds) < 10**7:
        raise BadText("clock is none, move:SECONDS or game:SECONDS")
    return Clocks(int(seconds), 0) if kind == "move" else Clocks(0, int(seconds))


class Doorman:
    """Answers every address."""

    def __init__(self, house: House) -> None:
        self.house = house

    # What each page needs -------------------------------------------------------------------------

    def visit(self, request: Request) -> pages.Visit:
        theme = request.cookies.get("theme", "")
        return pages.Visit(request.url.path, theme if theme in ("light", "dark") else "")

    def base_url(self, request: Request) -> str:
        return self.house.public_url or f"{request.url.scheme}://{request.url.netloc}"

    def room_facts(self, request: Request, sitting: Sitting) -> pages.Room:
        sheet = sitting.room.sheet
        return pages.Room(
            sheet.id,
            sheet.name,
            sheet.game,
            f"{self.base_url(request)}/r/{sheet.id}",
            sheet.commitment,
            may_say=bool(people.held(request, sheet)),
        )

    async def sitting(self, request: Request) -> Sitting:
        return await self.house.sitting(request.path_params["room"])

    # Pages ----------------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        lang = people.language(request)
        yours = []
        for one in await self.house.store.holdings(people.person(request)):
            sheet = one.sheet
            stage = "over" if sheet.over else "playing" if sheet.started else "lobby"
            others = [member.name for seat, member in sheet.members() if seat != one.seat]
            asked = bool(one.asks >> one.seat & 1) and not sheet.over
            yours.append(pages.YourGame(one.room, sheet.name, sheet.game, stage, asked, others))
        facts = pages.Home(self.visit(request), tuple(konspira.GAMES), yours)
        return self.page(request, pages.home(facts, page_texts(lang)))

    async def join(self, request: Request) -> Response:
        wished = request.query_params.get("room", "").strip().rstrip("/").rpartition("/")[2]
        await self.house.sitting(wished)
        return RedirectResponse(f"/r/{wished}", 303)

    async def room(self, request: Request) -> Response:
        sitting = await self.sitting(request)
        lang = people.language(request)
        sheet = sitting.room.sheet
        if sitting.room.state is None:
            facts = self.lobby_facts(request, sitting, lang)
            return self.page(request, pages.lobby(facts, words_of(sheet.game, lang)))
        held = people.held(request, sheet)
        table = table_for(sitting.room.game, lang)
        page = pages.TablePage(
            self.visit(request),
            self.room_facts(request, sitting),
            seats(self.house, sitting, held, lang),
            sitting.room.game,
            table,
            self.moment(sitting, held),
            sorted(held),
            over=sitting.room.over,
        )
        return self.page(request, pages.table(page, table.words))

    def moment(self, sitting: Sitting, held: Mapping[int, object]) -> Any:
        if len(held) > 1:
            return None
        viewer = next(iter(held)) if held else SPECTATOR
        return picture.moment(sitting.room, viewer, sitting.here(), None)

    def lobby_facts(self, request: Request, sitting: Sitting, lang: str) -> pages.Lobby:
        sheet = sitting.room.sheet
        held = people.held(request, sheet)
        words = words_of(sheet.game, lang)
        free = sum(not chair.taken for chair in sheet.chairs)
        return pages.Lobby(
            self.visit(request),
            self.room_facts(request, sitting),
            seats(self.house, sitting, held, lang),
            fields.fields(sheet.game, sheet.options, sheet.settings, words),
            self.bots(sheet.game),
            bool(held),
            bool(held) and not free,
            free,
        )

    def bots(self, key: str) -> list[str]:
        found = []
        for name in bots.NAMES:
            try:
                bots.player(name, key)
            except BadText:
                continue
            found.append(name)
        return found

    # Acts -----------------------------------------------------------------------------------------

    async def open_room(self, request: Request) -> Response:
        """`alone`: a bot sits opposite and the game begins at once."""
        sent = await body(request)
        key = str(sent.get("game", ""))
        wishes = sent.get("options", {})
        if not isinstance(wishes, dict):
            raise BadText("options are names with values")
        if key == "duet" and "lang" not in wishes:
            wishes = {**wishes, "lang": people.language(request)}
        settings: dict[str, object] = {name: sent[name] for name in SETTINGS if name in sent}
        sheet = await self.house.create(
            key,
            chosen(key, wishes),
            clocks(settings),
            number(sent, "term", 120),
            settings,
        )
        answer = self.went(request, sheet.id, {"room": sheet.id, "url": f"/r/{sheet.id}"})
        if sent.get("alone"):
            who = people.person(request) or self.cookie(request, answer)
            bot = bots.usual(key)
            size = capacity(self.house.shelf.game(key, sheet.options))

            def alone(sheet: Sheet) -> None:
                lobby.sit(sheet, 0, who, str(sent.get("name", "")), size)
                for seat in range(1, len(sheet.chairs)):
                    lobby.bring_bot(sheet, seat, bot, who)

            await self.house.act(sheet.id, alone)
            await self.house.start(sheet.id, who)
        return answer

    async def sit(self, request: Request) -> Response:
        sent = await body(request)
        sitting = await self.sitting(request)
        sheet = sitting.room.sheet
        program = wants_json(request) and not people.person(request)
        answer = self.went(request, sheet.id, {})
        who = people.person(request)
        if not who:
            who = self.cookie(request, answer)
        size = capacity(sitting.room.game)
        member, secret = await self.house.act(
            sheet.id,
            lambda sheet: lobby.sit(
                sheet,
                number(sent, "seat"),
                who,
                str(sent.get("name", "")),
                size,
                ink=number(sent, "ink", number(sent, "seat")),
                nonce=str(sent.get("nonce", "")),
                program=program,
            ),
        )
        if wants_json(request):
            facts = {"seat": number(sent, "seat"), "member": member.id, "secret": secret}
            answer.body = msgspec.json.encode(facts)
            answer.headers["content-length"] = str(len(answer.body))
        return answer

    async def act(self, request: Request) -> Response:
        """All that changes the sheet and answers nothing."""
        sent = await body(request)
        sitting = await self.sitting(request)
        sheet = sitting.room.sheet
        who = people.acting(request, sheet)
        name = request.path_params["act"]
        acts = {
            "name": lambda s: lobby.rename(
                s, who, str(sent.get("name", "")), number(sent, "ink", 0)
            ),
            "ready": lambda s: lobby.ready(s, who, str(sent.get("nonce", ""))),
            "leave": lambda s: lobby.leave(
                s, who, number(sent, "seat") if "seat" in sent else None
            ),
            "kick": lambda s: lobby.kick(s, number(sent, "seat"), str(sent.get("member", "")), who),
            "bot": lambda s: self.put_bot(s, number(sent, "seat"), str(sent.get("bot", "")), who),
            "options": lambda s: self.set_options(s, sent, who),
            "pause": lambda s: lobby.pause(s, who),
            "resume": lambda s: lobby.resume(s, who),
        }
        if name == "start":
            await self.house.start(sheet.id, who)
        elif name in acts:
            await self.house.act(sheet.id, acts[name])
        else:
            raise HTTPException(404)
        return self.went(request, sheet.id, {})

    def put_bot(self, sheet: Sheet, seat: int, bot: str, who: str) -> None:
        if not bot:
            lobby.take_bot_out(sheet, seat, who)
            return
        if bot not in self.bots(sheet.game):
            raise BadText(f"there is no player {bot[:20]!r}")
        lobby.bring_bot(sheet, seat, bot, who)

    def set_options(self, sheet: Sheet, sent: Mapping[str, Any], who: str) -> None:
        """New options before the start. Who has no seat any more stands up."""
        lobby.only_seated(sheet, who)
        if sheet.started:
            raise Refusal("begun")
        if isinstance(sent.get("options"), dict):
            options, settings = chosen(sheet.game, sent["options"]), dict(sheet.settings)
            settings |= {name: sent[name] for name in SETTINGS if name in sent}
        else:
            options, settings = fields.chosen(sheet.game, sent, sheet.settings)
        game = self.house.shelf.game(sheet.game, options)
        sheet.options, sheet.settings = game.options(), settings
        sheet.clocks = clocks(settings)
        lobby.resize(sheet, game.seats)
        commit(sheet, game)

    # Answers --------------------------------------------------------------------------------------

    def secure(self) -> bool:
        return self.house.public_url.startswith("https:")

    def cookie(self, request: Request, answer: Response) -> str:
        return people.welcome(answer, self.secure())

    def page(self, request: Request, text: str) -> Response:
        answer = HTMLResponse(text, headers={"cache-control": "no-store"})
        wished = request.query_params.get("lang", "")
        if wished in LANGUAGES:
            answer.set_cookie("lang", wished, max_age=people.YEARS, samesite="lax")
        if not people.person(request):
            people.welcome(answer, self.secure())
        return answer

    def went(self, request: Request, room: str, facts: dict[str, Any]) -> Response:
        if wants_json(request):
            return JSONResponse(facts, headers={"cache-control": "no-store"})
        return RedirectResponse(f"/r/{room}", 303)

    def refused(self, request: Request, error: Exception) -> Response:
        lang = people.language(request)
        if isinstance(error, Refusal):
            reason, text = error.reason, rooms(lang).say(f"room.{error.reason}", **error.facts)
            status = STATUS.get(error.reason, 400)
        else:
            reason, text, status = "bad_request", str(error), 400
        if wants_json(request):
            return JSONResponse({"reason": reason, "text": text}, status)
        problem = PROBLEMS.get(reason, "not-now")
        wrong = pages.Wrong(self.visit(request), problem)
        return HTMLResponse(pages.wrong(wrong, page_texts(lang)), status)

    def lost(self, request: Request, error: Exception) -> Response:
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
        await Connection(self.house, sitting, socket, held, people.language(socket)).run()


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
        Route("/r/{room}", man.room),
        Route("/r/{room}/sit", man.sit, methods=["POST"]),
        Route("/r/{room}/{act}", man.act, methods=["POST"]),
    ]
    handlers: Any = {
        Refusal: man.refused,
        BadText: man.refused,
        HTTPException: man.lost,
        Exception: man.lost,
    }
    return Door(
        Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers), house.public_url
    )
