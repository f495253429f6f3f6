"""How the house answers over HTTP: pages, JSON, redirects, and what is said when it refuses."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from konspira.engine.texts import LANGUAGES
from konspira.server import people
from konspira.server.door import wants_json
from konspira.server.house import House
from konspira.server.seating import room_facts
from konspira.server.sheet import Refusal
from konspira.server.sitting import Sitting
from konspira.server.texts import rooms
from konspira.web import pages
from konspira.web.texts import pages as page_texts

STATUS: Final = {"no_room": 404, "no_entry": 404, "not_seated": 403}
PROBLEMS: Final = {"no_room": "no-room", "taken": "seat-taken", "not_seated": "not-yours"}


class Doorman:
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

    def room_page(self, request: Request, sitting: Sitting) -> pages.Room:
        held = people.held(request, sitting.room.sheet)
        return room_facts(sitting, held, self.base(request))

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
        # Whoever came from the plain page stays there.
        came_from = QueryParams(request.headers.get("referer", "").partition("?")[2])
        plainly = "?plain" if "plain" in came_from else ""
        return RedirectResponse(f"/r/{room}{plainly}", 303)

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
        why = "" if reason in PROBLEMS else said_so
        wrong = pages.Wrong(self.visit(request), PROBLEMS.get(reason, "not-now"), why)
        return HTMLResponse(pages.wrong(wrong, page_texts(lang)), status)

    async def lost(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        problem = "broken" if status >= 500 else "not-found"
        texts = page_texts(people.language(request))
        if wants_json(request):
            said_so = texts.say(f"wrong.{problem}.why")
            return JSONResponse({"reason": problem, "text": said_so}, status)
        return HTMLResponse(pages.wrong(pages.Wrong(self.visit(request), problem), texts), status)
