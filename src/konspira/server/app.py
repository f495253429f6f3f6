"""The addresses of the house."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from konspira.engine.contract import BadText
from konspira.server import campaign, doing, limits, looking, people, practice
from konspira.server.door import Door
from konspira.server.doorman import Doorman
from konspira.server.house import House
from konspira.server.live import Connection
from konspira.server.sheet import Refusal
from konspira.server.wire import wire_of
from konspira.web import assets

FOREVER: Final = "public, max-age=31536000, immutable"


async def static(request: Request) -> Response:
    try:
        content, kind = assets.served(request.path_params["path"])
    except BadText:
        raise HTTPException(404) from None
    return Response(content, media_type=kind, headers={"cache-control": FOREVER})


def addresses(man: Doorman) -> list[BaseRoute]:
    """Everything that can be asked for."""
    house = man.house

    async def live(socket: WebSocket) -> None:
        try:
            sitting = await house.sitting(socket.path_params["room"])
        except Refusal:
            await socket.close(1008)
            return
        if len(sitting.viewers) >= limits.VIEWERS:
            await socket.close(1013)
            return
        await socket.accept()
        held = people.held(socket, sitting.room.sheet)
        lang = people.language(socket)
        who = people.person(socket)
        wire = wire_of(socket)
        viewing = Connection(house, sitting, wire, held, lang, man.base(socket), who)
        await viewing.run(socket)

    return [
        Route("/static/{hash}/{path:path}", static),
        WebSocketRoute("/r/{room}/live", live),
        *campaign.routes(man),
        *looking.routes(man),
        *practice.routes(man),
        *doing.routes(man),
    ]


def app(house: House) -> ASGIApp:
    man = Doorman(house)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    handlers: Any = {
        Refusal: man.refused,
        BadText: man.refused,
        HTTPException: man.lost,
        Exception: man.lost,
    }
    inner = Starlette(routes=addresses(man), lifespan=lifespan, exception_handlers=handlers)
    return Door(GZipMiddleware(inner, minimum_size=800, compresslevel=6), house.public_url)
