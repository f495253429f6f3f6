"""In front of everything: foreign pages and long bodies stay outside, and every answer says what
a page may load. And how what people send is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from konspira.engine.contract import BadText
from konspira.server import limits, people
from konspira.server.texts import rooms

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
LARGEST: Final = 2**31
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"same-origin"),  # a room's address is its key
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


class Door:
    def __init__(self, app: ASGIApp, public_url: str) -> None:
        self.app = app
        self.public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            if people.own_origin(WebSocket(scope, receive, send), self.public_url):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
        else:
            await self._http(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        app: ASGIApp = self.app
        request = Request(scope, receive)
        if request.method == "POST":
            length = request.headers.get("content-length", "")
            if not people.own_origin(request, self.public_url):
                app = turned_away(request, 403, "foreign_page")
            elif not length.isdecimal():
                app = turned_away(request, 411, "no_length")
            elif len(length) > 9 or int(length) > limits.BODY:
                app = turned_away(request, 413, "too_long")
        await app(scope, receive, headed)


def turned_away(request: Request, status: int, reason: str) -> Response:
    said = rooms(people.language(request)).say(f"room.{reason}")
    if wants_json(request):
        return JSONResponse({"reason": reason, "text": said}, status)
    return PlainTextResponse(said, status)


def wants_json(request: Request) -> bool:
    accepted = request.headers.get("accept", "")
    sent = request.headers.get("content-type", "")
    return "application/json" in accepted or sent.startswith("application/json")


async def body(request: Request) -> dict[str, Any]:
    """A form or a JSON object."""
    if request.headers.get("content-type", "").startswith("application/json"):
        try:
            sent = msgspec.json.decode(await request.body())
        except (msgspec.MsgspecError, RecursionError):  # or brackets in brackets without end
            raise BadText("the body is no JSON") from None
        if not isinstance(sent, dict):
            raise BadText("expected a JSON object")
        return sent
    try:
        return dict(parse_qsl((await request.body()).decode(), True, max_num_fields=60))
    except ValueError:
        raise BadText("the form cannot be read") from None


def number(sent: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = sent.get(name, default)
    if value is None or isinstance(value, bool):
        raise BadText(f"{name} is missing")
    try:
        found = int(value)
    except (TypeError, ValueError, OverflowError):
        raise BadText(f"{name} is a number, not {str(value)[:20]!r}") from None
    if abs(found) > LARGEST:
        raise BadText(f"{name} is too large a number")
    return found


def text(sent: Mapping[str, Any], name: str) -> str:
    return str(sent.get(name, ""))


def ticked(sent: Mapping[str, Any], name: str) -> bool:
    """A switch of a form, or true."""
    return sent.get(name) in (True, "1", "on", "true")
