"""Addresses by which guests change something, by forms or JSON (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from konspira import bots
from konspira.engine.contract import SPECTATOR, BadText, MoveError
from konspira.engine.texts import Texts
from konspira.server import absent, acts, lobby, names, people, rematch, report
from konspira.server.door import body, number, text, ticked, wants_json
from konspira.server.doorman import Doorman
from konspira.server.options import capacity, chosen
from konspira.server.seating import side_name
from konspira.server.sheet import Sheet
from konspira.web import pages
from konspira.web.tables import words_of

NewSecret = Callable[[Sheet, str, int | None], str]  # for a person in a seat
Drawn = Callable[[pages.Device, Texts], str]

FORMS: Final = frozenset(
    (
        *("sit", "name", "leave", "kick", "bot", "options", "ready", "start"),
        *("device", "invite", "report", "pause", "resume", "replace", "claim", "rematch"),
    )
)


def routes(man: Doorman) -> list[Route]:
    doing = Doing(man)
    return [
        Route("/open", doing.open_room, methods=["POST"]),
        Route("/r/{room}/sit", doing.sit, methods=["POST"]),
        Route("/r/{room}/device", doing.device, methods=["POST"]),
        Route("/r/{room}/seat/{secret}", doing.arrive, methods=["GET", "POST"]),
        Route("/r/{room}/invite", doing.invite, methods=["POST"]),
        Route("/r/{room}/side/{secret}", doing.join, methods=["GET", "POST"]),
        Route("/r/{room}/report", doing.report, methods=["POST"]),
        Route("/r/{room}/{act}", doing.act, methods=["POST"]),
        # Somebody reloads where a form was sent to.
        Route("/open", lambda _: RedirectResponse("/", 303), methods=["GET"]),
        Route("/r/{room}/{act}", doing.back, methods=["GET"]),
    ]


class Doing:
    def __init__(self, man: Doorman) -> None:
        self.man = man
        self.house = man.house

    async def open_room(self, request: Request) -> Response:
        """`alone`: bots sit opposite and the game begins at once; `first`: with a guide."""
        sent = await body(request)
        key = text(sent, "game")
        wishes = sent.get("options", {})
        if not isinstance(wishes, dict):
            raise BadText("options are names with values")
        if key == "duet" and "lang" not in wishes:
            wishes = {**wishes, "lang": people.language(request)}
        if "players" in sent:
            wishes = {**wishes, "players": sent["players"]}
        settings = {name: sent[name] for name in acts.SETTINGS if name in sent}
        if ticked(sent, "first"):
            settings["guided"] = True

        def agree(sheet: Sheet) -> None:
            sheet.name = names.invented(people.language(request))
            acts.agreed(sheet, sent, settings)

        sheet = await self.house.create(key, chosen(key, wishes), agree)
        answer = self.man.went(request, sheet.id, {"room": sheet.id, "url": f"/r/{sheet.id}"})
        if ticked(sent, "alone") or ticked(sent, "first"):
            who = people.person(request) or people.welcome(answer, self.man.secure())
            # A first game is played against the friendliest there is.
            bot = bots.levels(key)[0] if ticked(sent, "first") else text(sent, "bot")
            await self.alone(sheet, who, text(sent, "name"), bot)
        return answer

    async def alone(self, sheet: Sheet, who: str, name: str, bot: str) -> None:
        chosen_bot = acts.usual_bot(self.house, sheet.game, bot)

        def sit(sheet: Sheet) -> None:
            lobby.sit(sheet, 0, who, name, 1)
            for seat in range(1, len(sheet.chairs)):
                lobby.bring_bot(sheet, seat, chosen_bot, who)

        await self.house.act(sheet.id, sit)
        await self.house.start(sheet.id, who)

    async def sit(self, request: Request) -> Response:
        """A browser sits by its cookie; a program without one is given a secret."""
        sent = await body(request)
        sitting = await self.man.sitting(request)
        answer = self.man.went(request, sitting.room.sheet.id, {})
        who = people.person(request)
        program = wants_json(request) and not who
        who = who or people.welcome(answer, self.man.secure())
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
                automatic=ticked(sent, "program"),
            ),
        )
        if program:
            return self.man.json({"seat": seat, "member": member.id, "secret": secret})
        return answer

    async def act(self, request: Request) -> Response:
        """Everything else that changes a room."""
        sent = await body(request)
        sheet = (await self.man.sitting(request)).room.sheet
        who = people.acting(request, sheet)
        name = request.path_params["act"]
        facts: dict[str, Any] = {}
        room = sheet.id
        change = acts.act(self.house, name, sent, who)
        if change is not None:
            await self.house.act(sheet.id, change)
        elif name == "start":
            # A second click on a button that was pressed already wants nothing new.
            if not (sheet.started and sheet.held(who) and not wants_json(request)):
                await self.house.start(sheet.id, who)
        elif name == "replace":
            bot = acts.usual_bot(self.house, sheet.game, text(sent, "bot"))
            await absent.replace(self.house, sheet.id, number(sent, "seat"), bot, who)
        elif name == "after-you":
            lobby.only_seated(sheet, who)
            (await self.man.sitting(request)).wave_on()
        elif name == "claim":
            await absent.claim(self.house, sheet.id, number(sent, "seat"), who)
        elif name == "rematch":
            exchange = "exchange" not in sent or ticked(sent, "exchange")
            after = await rematch.rematch(self.house, sheet.id, who, exchange)
            room = after or sheet.id
            facts = {"room": after}
        else:
            raise HTTPException(404)
        return self.man.went(request, room, facts)

    async def back(self, request: Request) -> Response:
        if request.path_params["act"] not in FORMS:
            raise HTTPException(404)
        return RedirectResponse(f"/r/{request.path_params['room']}", 303)

    async def device(self, request: Request) -> Response:
        """A link that brings a seat to another device."""
        return await self._link(request, "seat", lobby.moving, pages.device)

    async def _link(self, request: Request, way: str, made: NewSecret, drawn: Drawn) -> Response:
        """A page for whoever sits, with a secret link to hand on."""
        sent = await body(request)
        sitting = await self.man.sitting(request)
        sheet = sitting.room.sheet
        who = people.acting(request, sheet)
        seat = number(sent, "seat") if "seat" in sent else None
        secret = await self.house.act(sheet.id, lambda sheet: made(sheet, who, seat))
        link = f"{self.man.base(request)}/r/{sheet.id}/{way}/{secret}"
        if wants_json(request):
            return self.man.json({"link": link})
        facts = pages.Device(self.man.visit(request), self.man.room_page(request, sitting), link)
        return self.man.page(request, drawn(facts, words_of(sheet.game, people.language(request))))

    async def arrive(self, request: Request) -> Response:
        """The other device. Looking at the link moves nothing: programs look at links too."""
        sitting = await self.man.sitting(request)
        sheet = sitting.room.sheet
        secret = request.path_params["secret"]
        if request.method == "GET":
            lobby.found(sheet, secret)
            facts = pages.Device(self.man.visit(request), self.man.room_page(request, sitting), "")
            texts = words_of(sheet.game, people.language(request))
            return self.man.page(request, pages.arrive(facts, texts))
        answer = self.man.went(request, sheet.id, {})
        who = people.person(request) or people.welcome(answer, self.man.secure())
        await self.house.act(sheet.id, lambda sheet: lobby.moved(sheet, secret, who))
        return answer

    async def invite(self, request: Request) -> Response:
        """A link by which somebody brings others to the own side."""
        size = capacity((await self.man.sitting(request)).room.game)

        def inviting(sheet: Sheet, who: str, seat: int | None) -> str:
            return lobby.inviting(sheet, who, seat, size)

        return await self._link(request, "side", inviting, pages.invite)

    async def join(self, request: Request) -> Response:
        """Whoever was invited. Looking at the link shows nothing yet."""
        sitting = await self.man.sitting(request)
        sheet = sitting.room.sheet
        secret = request.path_params["secret"]
        if request.method == "GET":
            seat = lobby.invited(sheet, secret)
            texts = words_of(sheet.game, people.language(request))
            side = side_name(sitting.room.game.seat_name(seat), texts)
            facts = pages.Device(
                self.man.visit(request), self.man.room_page(request, sitting), "", side
            )
            return self.man.page(request, pages.join(facts, texts))
        sent = await body(request)
        answer = self.man.went(request, sheet.id, {})
        who = people.person(request) or people.welcome(answer, self.man.secure())
        size = capacity(sitting.room.game)

        def sit(sheet: Sheet) -> None:
            seat = lobby.invited(sheet, secret)
            name, ink = text(sent, "name"), sheet.chairs[seat].members[0].ink
            lobby.sit(sheet, seat, who, name, size, ink=ink, invited=True)

        await self.house.act(sheet.id, sit)
        return answer

    async def report(self, request: Request) -> Response:
        """The moment as a scenario, with only what whoever reports may know."""
        sent = await body(request)
        room = (await self.man.sitting(request)).room
        held = people.held(request, room.sheet)
        viewer = next(iter(held)) if held else SPECTATOR
        if "seat" in sent and number(sent, "seat") in held:
            viewer = number(sent, "seat")
        try:
            found = report.scenario(room, viewer, text(sent, "text"), room.sheet.game_id)
        except MoveError as error:
            raise BadText(str(error)) from None
        name = report.keep(self.house.folder, found)
        if room.closed_log:
            # A whole position says which cards were played long ago (SK-12.13).
            return self.man.went(request, room.sheet.id, {"file": name})
        if wants_json(request):
            return self.man.json({"file": name, "scenario": found})
        return PlainTextResponse(
            found,
            media_type="application/yaml",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )
