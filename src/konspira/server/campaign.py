"""The addresses around Duet's rooms: the mission map of a team, the board of the day.

GET  /duet/campaign              found a team      POST /duet/campaign             name=
GET  /duet/campaign/TEAM?at=     its map           POST /duet/campaign/TEAM/start  mission=, lang=
GET  /duet/day?date=&words=      a day's results   POST /duet/day                  lang=
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from konspira.games.duet.load import LANGUAGES
from konspira.games.duet.table import campaign as drawn
from konspira.server import people, teams
from konspira.server.door import body, wants_json
from konspira.server.doorman import Doorman
from konspira.web.tables import words_of


def routes(man: Doorman) -> list[Route]:
    door = Door(man)
    return [
        Route("/duet/campaign", door.hall),
        Route("/duet/campaign", door.found, methods=["POST"]),
        Route("/duet/campaign/{team}", door.team),
        Route("/duet/campaign/{team}/start", door.start, methods=["POST"]),
        Route("/duet/day", door.day),
        Route("/duet/day", door.open_day, methods=["POST"]),
    ]


class Door:
    def __init__(self, man: Doorman) -> None:
        self.man = man
        self.house = man.house

    async def hall(self, request: Request) -> Response:
        words = words_of("duet", people.language(request))
        yours = await teams.teams_of(self.house, people.person(request))
        return self.man.page(request, drawn.hall(yours, self.man.visit(request), words))

    async def found(self, request: Request) -> Response:
        sent = await body(request)
        key = await teams.founded(self.house, str(sent.get("name", "")))
        return self._to(request, f"/duet/campaign/{key}", {"team": key})

    async def _team(self, request: Request) -> drawn.Team:
        key = request.path_params["team"]
        link = f"{self.man.base(request)}/duet/campaign/{key}"
        return await teams.team(self.house, key, link)

    async def team(self, request: Request) -> Response:
        team = await self._team(request)
        lang = people.language(request)
        at = request.query_params.get("at", "")
        page = drawn.page(team, at, lang, self.man.visit(request), words_of("duet", lang))
        return self.man.page(request, page)

    async def start(self, request: Request) -> Response:
        sent = await body(request)
        lang = str(sent.get("lang", people.language(request)))
        team = await self._team(request)
        words = words_of("duet", people.language(request))
        sheet = await teams.take_mission(
            self.house, team, str(sent.get("mission", "")), lang, words
        )
        return self._to(request, f"/r/{sheet.id}", {"room": sheet.id})

    async def day(self, request: Request) -> Response:
        lang = people.language(request)
        words = request.query_params.get("words", lang)
        person, date = people.person(request), request.query_params.get("date", "")
        day = await teams.day(self.house, date, words if words in LANGUAGES else lang, person)
        page = drawn.day_page(day, words, self.man.visit(request), words_of("duet", lang))
        return self.man.page(request, page)

    async def open_day(self, request: Request) -> Response:
        sent = await body(request)
        spoken = people.language(request)
        words = words_of("duet", spoken)
        sheet = await teams.take_day(self.house, str(sent.get("lang", spoken)), words)
        return self._to(request, f"/r/{sheet.id}", {"room": sheet.id})

    def _to(self, request: Request, path: str, facts: dict[str, str]) -> Response:
        if wants_json(request):
            return JSONResponse({**facts, "url": path}, headers={"cache-control": "no-store"})
        return RedirectResponse(path, 303)
