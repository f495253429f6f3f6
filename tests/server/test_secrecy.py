"""Whatever a viewer is sent is the same, byte for byte, on a game the viewer cannot tell apart.

A game is played at random; every viewer watches it in all forms, drafts, asks why, plays what is
not legal, and opens the pages. Then a whole game is drawn from what one viewer knows, hidden parts
filled in anew, and is told to that viewer in the same way.
"""

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
import pytest
from starlette.requests import Request
from starlette.routing import Route, WebSocketRoute

import konspira
from konspira.bots.thought import Thought
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY, SPECTATOR, Game, NotLegal
from konspira.engine.harness import garbled, refused
from konspira.engine.log import follow, opening
from konspira.games.kyoto import Kyoto
from konspira.server import frames, looking, picture, practice
from konspira.server.app import addresses
from konspira.server.doing import Doing
from konspira.server.doorman import Doorman
from konspira.server.house import House
from konspira.server.live import Connection
from konspira.server.looking import Looking
from konspira.server.room import Kept, Room, replayed
from konspira.server.sheet import digest
from konspira.server.sitting import Sitting
from konspira.server.turns import Turns
from tests.server.rooms import Desk, Wire

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kyoto", {}),
    (
        "kyoto",
        {"special_agents": True, "neutral_agent": True, "equipment": True, "open_log": True},
    ),
    ("rogue", {"players": 3, "mode": "android"}),
    ("rogue", {"players": 2, "module": "shadow_watch"}),
    ("duet", {}),
]
LEAFED = {"open_log": True}  # a running game has a replay
Sent = list[tuple[str, bytes]]


class Watching:
    """One viewer of one room, in all forms, with everything that was sent."""

    def __init__(self, house: House, room: Room, viewer: int) -> None:
        self.house = house
        self.viewer = viewer
        self.sitting = Sitting(room, {}, Turns())
        self.wires = {form: Wire() for form in FORMS}
        self.lines = {
            form: Connection(house, self.sitting, wire, self._held(), "pl", "http://x")  # type: ignore[arg-type]
            for form, wire in self.wires.items()
        }
        self.steps: list[Sent] = []

    def _held(self) -> dict[int, Any]:
        chairs = self.sitting.room.sheet.chairs
        return {self.viewer: chairs[self.viewer].members[0]} if self.viewer < len(chairs) else {}

    async def step(self, room: Room, asks: list[Any]) -> None:
        """The log has grown; then this viewer asks for things."""
        fresh = not self.steps
        self.sitting.room = room
        self.sitting.changed()
        self.house.sittings = {"room": self.sitting}
        if any(isinstance(ask, frames.Say) for ask in asks):
            # All games of this test write under one name.
            self.sitting.side = {}
            await self.house.store.writer.committed([("DELETE FROM side", ())], "room")
        for form, line in self.lines.items():
            if fresh:
                await line._heard(frames.Undo("early", 0))
                await line._heard(frames.Hello(form, "pl"))
            else:
                line.push()
            for ask in asks:
                await line._heard(ask)
        if self.sitting.telling is not None:  # at once, not when the time has come
            self.sitting.telling.cancel()
            self.house._tell_presence(self.sitting)
        found: Sent = []
        for form, line in self.lines.items():
            await line.outbox.drained()
            found += [(form, data) for data in self.wires[form].sent]
            self.wires[form].sent = []
        found += await self._hint(room)
        found += await self._pages(room)
        self.steps.append(found)

    async def farewell(self) -> Sent:
        """Somebody who sat here is sent away."""
        sheet = self.sitting.room.sheet.copy()
        for _, member in sheet.members():
            member.person = "somebody else"
        self.sitting.room.sheet = sheet
        for line in self.lines.values():
            line.room_changed()
            await line.outbox.drained()
        return [(form, data) for form, wire in self.wires.items() for data in wire.sent]

    async def _hint(self, room: Room) -> Sent:
        """What is advised depends on what the asker knows, and so does that it was."""
        if room.seq % 9 != 4 or self.viewer not in room.asked():
            return []
        # All games of this test write under one name.
        await self.house.store.writer.committed([("DELETE FROM side", ())], "room")
        found: Sent = []
        for form, line in self.lines.items():
            await line._hint(frames.AskHint(f"hint {room.seq}", room.decision(self.viewer)))
            await line.outbox.drained()
            found += [(form, data) for data in self.wires[form].sent]
            self.wires[form].sent = []
        return found

    async def _pages(self, room: Room) -> Sent:
        if room.seq % 7 or room.over:  # after the end everything is open
            return []
        look, doing = Looking(Doorman(self.house)), Doing(Doorman(self.house))
        at = len(room.log()) // 2
        await self._thought(room, at)
        eyes = str(self.viewer) if self.viewer != SPECTATOR else "watch"
        closed = room.closed_log

        async def replay(query: str, accept: str = "") -> bytes:
            return await self._page(look.replay, query, refused=closed, accept=accept)

        return [
            ("table page", await self._page(look.room, "")),
            ("plain page", await self._page(look.room, "plain")),
            ("replay page", await replay(f"at={at}&as={eyes}")),
            ("replay as others", await replay(f"at={at}&as=1")),
            ("replay, open", await replay(f"at={at}&as=open")),
            ("replay, json", await replay(f"at={at}", "application/json")),
            ("practice", await self._page(self._practise, "", b"at=1&seat=0", refused=True)),
            ("record", await self._page(look.record, "", refused=True)),
            ("verify", await self._page(look.verify, "", refused=True)),
            ("report", await self._page(doing.report, "", b"text=odd")),
        ]

    async def _thought(self, room: Room, at: int) -> None:
        """A bot has thought of what is hidden from all others: it is kept, and not shown."""
        reason = {"legal": 2, "weighed": 0, "candidates": [], "belief": {}, "scale": "chance"}
        secret = room.game.position(room.state)
        thought = Thought("master", [], [secret], [{**reason, "legal": len(secret)}])
        sql = "INSERT OR REPLACE INTO thought VALUES (?,?,?)"
        values = ("room", room.numbers()[at], thought.encode())
        await self.house.store.writer.committed([(sql, values)], "room")

    async def _practise(self, request: Request) -> Any:
        route = practice.routes(Doorman(self.house))[0]
        return await route.endpoint(request)

    async def _page(
        self,
        page: Any,
        query: str,
        body: bytes | None = None,
        *,
        refused: bool = False,
        accept: str = "",
    ) -> bytes:
        """A page as this viewer gets it; errors are answered as the house answers them."""
        cookie = f"konspira={'c' * 30}{self.viewer}; lang=hu"
        scope = {
            "type": "http",
            "method": "GET" if body is None else "POST",
            "scheme": "http",
            "server": ("x", 80),
            "path": "/r/room",
            "query_string": query.encode(),
            "headers": [
                (b"cookie", cookie.encode()),
                (b"host", b"x"),
                (b"accept", accept.encode()),
            ],
            "path_params": {"room": "room"},
        }

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body or b"", "more_body": False}

        request = Request(scope, receive)
        try:
            answer = await page(request)
        except Exception as error:
            if self.sitting.room.over or not refused:
                raise
            answer = await Doorman(self.house).refused(request, error)
        return bytes(answer.body)


def asks_of(room: Room, viewer: int, heard: list[str], luck: random.Random) -> list[Any]:
    """What this viewer asks for now; nothing that would be played."""
    state, game = room.state, room.game
    assert state is not None
    if viewer == SPECTATOR:
        return [frames.Why(1, 0, [], ["cell-a1"]), frames.Move("s", 0, ["resign"])]
    decision = room.decision(viewer) if state.asks(viewer) else 7
    asks: list[Any] = [frames.Why(2, decision, [], ["cell-a3", "card-red"])]
    moves = state.moves(viewer)
    if moves:
        for number in range(2):
            text = game.text(luck.choice(moves))
            asks.append(frames.Draft(number, decision, [text], "", []))
            asks.append(frames.Why(3, decision, [text], ["cell-a2"]))
            asks.append(frames.Press(decision, [text]))
    for number, text in enumerate(garbled(heard, Stream(luck.random().hex()))):
        if refused(game, state, text, viewer) is not None:
            asks.append(frames.Move(f"{room.seq} {number}", decision, [text]))
            asks.append(frames.Draft(9, decision, [text], "", []))
            asks.append(frames.Aside(f"{room.seq} a{number}", text))
    asks.append(frames.Undo(f"{room.seq} u", 10**6))
    if room.seq % 5 == 2:
        asks += [frames.Say(f"{room.seq} s", "Good luck!"), frames.Pin(f"{room.seq} p", "cell-a1")]
        asks += [frames.Lang("hu"), frames.Lang("pl"), frames.Seat(None), frames.Seat(viewer)]
        asks.append(frames.Ping())
    asks.append(frames.Move(f"{room.seq} stale", decision - 1, ["resign"]))
    return asks


def grown(true: list[Room], game: Game, base: str, codes: list[int]) -> list[Room]:
    """The rooms of a retold game, one for each entry, beside the true ones."""
    state, setup = opening(game, base)
    log = [setup]
    kinds = [one.kind for one in true[-1].kept]
    found: list[Room] = []

    def settle() -> None:
        room = Room(true[len(found)].sheet, game)
        room.kept = [Kept(kinds[n], entry) for n, entry in enumerate(log)]
        room.state = replayed(game, log)
        room.count_from(1)
        found.append(room)

    for code in codes:
        follow(state, log, code)
        if state.actor() != CHANCE and state.drafting() == NOBODY:
            settle()
            log = [*log]
    return found


async def secrets_kept(
    folder: Path, key: str, options: dict[str, Any], seed: int, told: int, longest: int = 60
) -> Counter[str]:
    """Play one game and compare `told` retold ones for each viewer; what was compared."""
    game = konspira.game(key, **options)
    house = House(folder, pace=0)
    await house.open()
    luck = random.Random(seed)
    table = Desk(game)
    for seat, chair in enumerate(table.room.sheet.chairs):
        chair.members[0].person = digest(f"{'c' * 30}{seat}")
    viewers = [*range(game.seats), SPECTATOR]
    watching = {viewer: Watching(house, table.room, viewer) for viewer in viewers}
    asked: dict[int, list[list[Any]]] = {viewer: [] for viewer in viewers}
    heard: list[str] = []
    kinds: Counter[str] = Counter()
    checks = sorted(luck.sample(range(3, longest), told))
    rooms: list[Room] = []
    while True:
        room = table.room
        assert room.state is not None
        for move in room.state.moves()[:3]:
            heard.append(game.text(move))
        rooms.append(frozen(room))
        for viewer in viewers:
            asks = asks_of(room, viewer, heard, luck)
            asked[viewer].append(asks)
            await watching[viewer].step(rooms[-1], asks)
        if len(table.lines) in checks:
            for viewer in viewers:
                kinds += await retold(house, rooms, viewer, asked[viewer], watching[viewer].steps)
        if len(table.lines) > checks[-1] or not table.play(luck):
            break
    for viewer in viewers:
        kinds.update({f"asked {type(ask).__name__}": 1 for asks in asked[viewer] for ask in asks})
    await house.close()
    return kinds


def frozen(room: Room) -> Room:
    """The room as it is now, though the game goes on."""
    copy = Room(room.sheet, room.game, room.state, list(room.kept))
    copy.count_from(1)
    return copy


async def retold(
    house: House, true: list[Room], viewer: int, asked: list[list[Any]], expected: list[Sent]
) -> Counter[str]:
    room = true[-1]
    base, codes = room.game.sampler(room.known(viewer)).story(Stream(f"{viewer} {room.seq}"))
    other: Watching | None = None
    kinds: Counter[str] = Counter()
    rooms = grown(true, room.game, base, codes)
    assert len(rooms) == len(expected)
    for at, again in enumerate(rooms):
        other = other or Watching(house, again, viewer)
        await other.step(again, asked[at])
        for mine, theirs in zip(expected[at], other.steps[at], strict=True):
            if mine != theirs:
                raise AssertionError(difference(mine[1], theirs[1]))
            kinds[kind(*mine)] += 1
    gone = [
        await (await said_hello(house, frozen(one), viewer)).farewell() for one in (room, rooms[-1])
    ]
    assert gone[0] == gone[1]
    kinds.update(kind(*one) for one in gone[0])
    return kinds


async def said_hello(house: House, room: Room, viewer: int) -> Watching:
    found = Watching(house, room, viewer)
    await found.step(room, [])
    return found


def kind(form: str, data: bytes) -> str:
    if form not in FORMS:
        return form
    return f"{form} {msgspec.json.decode(data)['t']}"


def difference(mine: bytes, theirs: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
    return f"{mine[max(0, at - 80) : at + 80]!r} and {theirs[max(0, at - 80) : at + 80]!r}"


# Every kind of frame, and every address, is compared here; what is not listed is not covered.
FORMS: tuple[Literal["json", "html", "changes"], ...] = ("json", "html", "changes")
COMPARED = set(
    "welcome table done refused drafted why hint side room hand-over gone error pong".split()
)
PAGES = {
    "/r/{room}": "table page",
    "/r/{room}/replay": "replay page",
    "/r/{room}/record": "record",
    "/r/{room}/verify": "verify",
    "/r/{room}/practice": "practice",
    "/r/{room}/report": "report",
}
# Addresses that say nothing of a game's state: before it begins, around it, or after its end.
BESIDE = set(
    "/ /join /open /r/{room}/sit /r/{room}/device /r/{room}/seat/{secret} /r/{room}/{act} "
    "/r/{room}/invite /r/{room}/side/{secret} "
    "/r/{room}/live /static/{hash}/{path:path} /duet/campaign /duet/campaign/{team} "
    "/duet/campaign/{team}/start /duet/day".split()
)


def test_nothing_that_is_sent_is_left_out() -> None:
    heard = set(get_args(frames.FromClient))
    sent = {
        one.__struct_config__.tag
        for one in vars(frames).values()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one not in heard
    } - {None}
    assert sent == COMPARED


def test_no_address_is_left_out(tmp_path: Path) -> None:
    man = Doorman(House(tmp_path))
    assert {
        route.path for route in addresses(man) if isinstance(route, Route | WebSocketRoute)
    } == set(PAGES) | BESIDE


@pytest.mark.parametrize(("key", "options"), GAMES)
def test_nothing_leaks(tmp_path: Path, key: str, options: dict[str, Any]) -> None:
    kinds = asyncio.run(secrets_kept(tmp_path, key, options, 1, 1, 40))
    missing = {f"{form} {one}" for form in FORMS for one in COMPARED} - set(kinds)
    # Hints are asked for where somebody is asked just then.
    assert missing <= {f"{form} hint" for form in FORMS}
    assert set(PAGES.values()) <= set(kinds)
    asked = {f"asked {one.__name__}" for one in get_args(frames.FromClient)}
    assert asked - set(kinds) == {"asked Hello", "asked AskHint"}  # at the start; and by `_hint`
    if key == "kyoto":
        assert not missing


@pytest.mark.parametrize("leak", ["told", "offers", "refusal", "thought"])
def test_a_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """The comparison fails when a frame says more than its viewer may know."""
    if leak == "thought":
        monkeypatch.setattr(looking, "readable", lambda room, at: True)
    elif leak == "told":
        monkeypatch.setattr(Kyoto, "tell", lambda self, code, viewer: code)
    elif leak == "offers":
        other = picture.json_ask

        def more(room: Room, viewer: int, drafted: Any = None) -> Any:
            ask = other(room, viewer, drafted)
            if ask is not None and room.state is not None:
                ask.decision += room.state.hash() % 2
            return ask

        monkeypatch.setattr(picture, "json_ask", more)
    else:
        monkeypatch.setattr(
            Kyoto,
            "refusal",
            lambda self, state, code: NotLegal("over" if state.hash() % 2 else "not_now"),
        )
    with pytest.raises(AssertionError):
        for seed in range(3):
            asyncio.run(secrets_kept(tmp_path / str(seed), "kyoto", LEAFED, seed, 1, 16))


@pytest.mark.prove
@pytest.mark.parametrize(("key", "options"), GAMES)
def test_nothing_leaks_in_many_games(tmp_path: Path, key: str, options: dict[str, Any]) -> None:
    for seed in range(12):
        compared = asyncio.run(secrets_kept(tmp_path / str(seed), key, options, seed, 3))
    found = ", ".join(f"{name} {count}" for name, count in sorted(compared.items()))
    print(f"{key} {options}: {found} in the last of 12 games")
