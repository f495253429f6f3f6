"""Whole pages of the house, each from the values it needs.

Forms are plain (they work before the script has come); the script sends them in the background
and draws what comes back. Addresses:

    GET  /                      home                 POST /open      game=, players=
    GET  /join?room=            to that room         (alone=1, bot=: at once; first=1: guided)
    GET  /?lang=pl              any page: sets the language
    GET  /r/ROOM                lobby or table       GET  /r/ROOM/live (WebSocket)
    GET  /r/ROOM/replay?at=&as= replay               GET  /r/ROOM/record
    POST /r/ROOM/sit            seat=, name=, ink=   POST /r/ROOM/name     name=, ink=
    POST /r/ROOM/leave          seat=                POST /r/ROOM/kick     seat=
    POST /r/ROOM/bot            seat=, bot= (empty: take it out)
    POST /r/ROOM/options        all fields of the lobby, clock included
    POST /r/ROOM/start          POST /r/ROOM/rematch POST /r/ROOM/device   seat= (shows Device)
    POST /r/ROOM/replace        seat=, bot=          POST /r/ROOM/claim
    POST /r/ROOM/after-you
    POST /r/ROOM/practice       at=, seat=, bot= (after the end: to the new room)
    POST /r/ROOM/report         text=                POST /r/ROOM/pause, /resume (the clocks)
    GET  /r/ROOM/seat/SECRET    the other device; POST brings the seat there
    GET  /r/ROOM/verify         is the record in order? (JSON)

Cookies that any page reads: `lang`, and `theme` (`light`, `dark`; without it as the system has it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

import segno

from konspira.engine.contract import Game
from konspira.engine.texts import Texts
from konspira.web import live, thoughts
from konspira.web.drawing import drawn, embedded, html
from konspira.web.live import NO_PAUSE, Pause, Rematch, Said, Seat
from konspira.web.options import Field
from konspira.web.table import Moment, Table
from konspira.web.thoughts import Thought

Problem = Literal[
    "not-found", "no-room", "seat-taken", "not-yours", "not-now", "too-fast", "broken"
]
PROBLEMS = get_args(Problem)

# Regions that do not stand on the table but in the dock and in the panel.
APART = ("prompt", "rules", "tray")


@dataclass(frozen=True, slots=True)
class Visit:
    """What every page needs of the request."""

    path: str = "/"
    theme: str = ""


@dataclass(frozen=True, slots=True)
class YourGame:
    room: str
    name: str
    game: str
    stage: str  # "lobby", "playing", "over"
    your_turn: bool = False
    others: Sequence[str] = ()  # who else sits there


@dataclass(frozen=True, slots=True)
class OpenRoom:
    room: str
    name: str
    game: str
    free: int
    sitting: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Home:
    visit: Visit
    games: Sequence[str]
    yours: Sequence[YourGame] = ()
    open_rooms: Sequence[OpenRoom] = ()
    teams: Sequence[tuple[str, str]] = ()  # of Duet's campaign: key and name
    levels: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of bots, by game
    sizes: Mapping[str, Sequence[int]] = field(default_factory=dict)  # of tables, where one chooses


@dataclass(frozen=True, slots=True)
class Room:
    """What the lobby, the table and the replay of a room share."""

    key: str  # as in its link
    name: str
    game: str
    link: str
    commitment: str = ""
    chat: Sequence[Said] = ()
    may_say: bool = True
    series: tuple[str, str] | None = None  # what it belongs to: address, key of the name
    practice: bool = False  # it goes on from a moment of another game
    may_invite: bool = False  # to the own side, while the game is under way
    closed_log: bool = False  # while it runs, nobody leafs through all of it
    clocked: bool = False  # there are clocks, which a pause would stop


@dataclass(frozen=True, slots=True)
class Lobby:
    visit: Visit
    room: Room
    seats: Sequence[Seat]
    options: Sequence[Field]
    bots: Sequence[str]  # what may be put in a free seat
    may_change: bool  # the options, and who sits: the host
    may_start: bool
    free: int
    watching: Sequence[str] = ()
    events: Sequence[tuple[str, str]] = ()  # time and sentence
    others: Sequence[str] = ()  # less usual bots, and programs of the host
    may_invite: bool = False  # bots, into free seats: whoever sits
    host: str = ""  # who sets the table, by name
    coming: Sequence[str] = ()  # people who have not come over from the last game's room


@dataclass(frozen=True, slots=True)
class TablePage:
    """`moment` is None while a device with several seats has not said who is there."""

    visit: Visit
    room: Room
    seats: Sequence[Seat]
    game: Game
    table: Table
    moment: Moment | None
    own: Sequence[int] = ()  # the seats of this device
    numbers: Sequence[int] | None = None  # of the entries of the log; None: 0, 1, 2, …
    question: dict[str, object] | None = None  # live.ask, for a page that is not live
    over: bool = False
    guided: bool = False  # a first game: the guide says what is going on
    hints: bool = False  # one may be asked for
    live: bool = True
    pause: Pause = NO_PAUSE
    replaced: Sequence[int] = ()  # where a computer plays on for the viewer
    rematch: Rematch | None = None


@dataclass(frozen=True, slots=True)
class PlainPage:
    """Lists and buttons, which its script fills: for slow lines, small browsers, and any game."""

    visit: Visit
    room: Room
    own: Sequence[int]  # the seats of this device
    writes: bool  # open texts may be asked for


@dataclass(frozen=True, slots=True)
class Replay:
    visit: Visit
    room: Room
    seats: Sequence[Seat]
    game: Game
    table: Table
    moment: Moment
    at: int
    last: int
    eyes: str  # through whose eyes: a seat's number, "watch" or "open"
    may_see: Sequence[tuple[str, str]]  # eyes and their name
    over: bool
    thought: Thought | None = None  # of the bot whose move this was
    levels: Sequence[str] = ()  # whom to practise against


@dataclass(frozen=True, slots=True)
class Device:
    """A seat moves to another device by this link, or somebody is invited to its side."""

    visit: Visit
    room: Room
    link: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something is not there, or not allowed: `problem` is the key of title and sentence."""

    visit: Visit
    problem: str  # a Problem
    why: str = ""  # if there is more to say than the usual sentence


def home(data: Home, texts: Texts) -> str:
    order = {"playing": 1, "lobby": 2, "over": 3}
    yours = sorted(data.yours, key=lambda game: 0 if game.your_turn else order[game.stage])
    return drawn("home.html", texts, page=data, visit=data.visit, yours=yours)


def lobby(data: Lobby, rules: str, texts: Texts) -> str:
    regions = lobby_regions(data, texts)
    return drawn(
        "lobby.html",
        texts,
        page=data,
        visit=data.visit,
        qr=qr(data.room.link),
        events=html(regions["events"]),
        rules=html(rules),
        **_frame(data.room, texts),
    )


def lobby_regions(data: Lobby, texts: Texts) -> dict[str, str]:
    """What a `room` frame brings while the room waits to start."""
    facts = {"page": data, "room": data.room}
    return {
        "lobby": drawn("lobby-seats.html", texts, **facts),
        "options": drawn("lobby-options.html", texts, **facts),
        "start": drawn("lobby-start.html", texts, **facts),
        "events": drawn("lobby-events.html", texts, **facts),
    }


def table(data: TablePage, texts: Texts) -> str:
    moment = data.moment
    regions: dict[str, str] = {}
    log: dict[int, str] = {}
    if moment:
        regions = live.regions(data.table, moment, texts)
        log = live.log(data.table, moment, texts, data.numbers)
    around = live.room(
        data.seats,
        data.room.key,
        bool(data.own),
        texts,
        data.pause,
        data.replaced,
        data.rematch,
    )
    return drawn(
        "table.html",
        texts,
        page=data,
        visit=data.visit,
        regions={name: html(inside) for name, inside in regions.items()},
        lines=_newest_first(log),
        digests=embedded(live.digests(regions, log)) if moment and data.live else "",
        apart=APART,
        rules=html(regions.get("rules", "")),
        question=embedded(data.question) if data.question else "",
        guide=embedded(guide(data.table)) if data.guided else "",
        **{name: html(inside) for name, inside in around.items()},
        **_frame(data.room, texts),
    )


def plain(data: PlainPage, texts: Texts) -> str:
    words = {
        "choose": texts.say("at.choose"),
        "wait": texts.say("at.wait"),
        "sure": texts.say("at.sure"),
        "i_am": texts.say("at.i-am", name="{name}"),
    }
    facts = {"page": data, "visit": data.visit, "room": data.room}
    return drawn("plain.html", texts, words=embedded(words), **facts)


def replay(data: Replay, texts: Texts) -> str:
    regions = live.regions(data.table, data.moment, texts)
    return drawn(
        "replay.html",
        texts,
        page=data,
        visit=data.visit,
        seats=html(live.seats(data.seats, texts)),
        regions={name: html(inside) for name, inside in regions.items()},
        lines=_newest_first(live.log(data.table, data.moment, texts)),
        apart=APART,
        rules=html(regions["rules"]),
        thought=html(thoughts.thought(data.thought, texts)) if data.thought else "",
        practising=data.over and data.at < data.last,
        **_frame(data.room, texts),
    )


def device(data: Device, texts: Texts) -> str:
    return drawn(
        "device.html", texts, page=data, visit=data.visit, room=data.room, qr=qr(data.link)
    )


def arrive(data: Device, texts: Texts) -> str:
    """On the other device: the seat comes here when the button is pressed."""
    return drawn("arrive.html", texts, page=data, visit=data.visit, room=data.room)


def invite(data: Device, texts: Texts) -> str:
    """For whoever sits: the link for somebody who is to join the own side."""
    return drawn(
        "invite.html", texts, page=data, visit=data.visit, room=data.room, qr=qr(data.link)
    )


def join(data: Device, texts: Texts) -> str:
    """For whoever was invited: they sit down when the button is pressed."""
    return drawn("join.html", texts, page=data, visit=data.visit, room=data.room)


def wrong(data: Wrong, texts: Texts) -> str:
    return drawn("wrong.html", texts, page=data, visit=data.visit)


def guide(table: Table) -> dict[str, str]:
    """What the guide of a first game says at each kind of decision (`guide.<kind>`), once."""
    found = table.words.messages
    return {key[6:]: found[key][0] for key in found if key.startswith("guide.")}


def qr(link: str) -> dict[str, object]:
    """A QR code as the path of an SVG, dark squares row by row, with its quiet zone."""
    code = segno.make(link, error="m", micro=False)
    path = "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(code.matrix_iter(border=2))
        for x, dark in enumerate(row)
        if dark
    )
    return {"path": path, "size": code.symbol_size(border=2)[0]}


def _frame(room: Room, texts: Texts) -> dict[str, object]:
    """What the panel beside the table needs."""
    return {"room": room, "chat": [html(live.said(line, texts)) for line in room.chat]}


def _newest_first(log: dict[int, str]) -> list[str]:
    return [html(log[number]) for number in sorted(log, reverse=True)]
