"""In front of everything: foreign pages and long bodies stay outside, and every answer says what
a page may load. And how what people send is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from konspira.engine.contract import BadText
from konspira.server import limits, people

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
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
                app = Response(status_code=403)
            elif not length.isdecimal():
                app = Response(status_code=411)
            elif int(length) > limits.BODY:
                app = Response(status_code=413)
        await app(scope, receive, headed)


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
        return dict(parse_qsl((await request.body()).decode(), True, max_num_fields=60))
    except ValueError:
        raise BadText("the form cannot be read") from None


def number(sent: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = sent.get(name, default)
    if value is None or isinstance(value, bool):
        raise BadText(f"{name} is missing")
    try:
        return int(value)
    except (TypeError, ValueError):
        raise BadText(f"{name} is a number, not {str(value)[:20]!r}") from None


def text(sent: Mapping[str, Any], name: str) -> str:
    return str(sent.get(name, ""))


def ticked(sent: Mapping[str, Any], name: str) -> bool:
    """A switch of a form, or true."""
    return sent.get(name) in (True, "1", "on", "true")
