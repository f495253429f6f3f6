"""Every frame of the protocol (docs/protocol.md), as it is read and written."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, field

from konspira.server.changes import Change

MOST_BYTES: Final = 8192  # a client's frame

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(max_length=500)]
Thing = Annotated[str, Meta(max_length=80)]
Things = Annotated[list[Thing], Meta(max_length=40)]
Moves = Annotated[list[Annotated[str, Meta(max_length=120)]], Meta(max_length=80)]


# From the client.


class Hello(Struct, tag_field="t", tag="hello"):
    form: Literal["html", "json", "changes"] = "json"
    lang: str = ""
    seat: int | None = None
    since: int = field(name="from", default=-1)
    side: dict[str, int] = {}
    nonce: Annotated[str, Meta(max_length=64)] = ""
    drawn: dict[str, int] = {}


class Move(Struct, tag_field="t", tag="move"):
    id: Id
    decision: int
    moves: Moves


class Press(Struct, tag_field="t", tag="press"):
    """The move that follows if what is pressed is let go of there."""

    decision: int
    moves: Moves


class Aside(Struct, tag_field="t", tag="aside"):
    id: Id
    move: Annotated[str, Meta(max_length=120)]


class Undo(Struct, tag_field="t", tag="undo"):
    id: Id
    seq: int


class Draft(Struct, tag_field="t", tag="draft"):
    n: int
    decision: int
    moves: Moves = []
    text: Text = ""
    touched: Things = []


class Why(Struct, tag_field="t", tag="why"):
    n: int
    decision: int
    moves: Moves = []
    touched: Things = []


class Say(Struct, tag_field="t", tag="say"):
    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to: str = "all"


class Pin(Struct, tag_field="t", tag="pin"):
    id: Id
    text: Thing
    on: bool = True
    to: str = ""  # the own group; "all" after the end


class Seat(Struct, tag_field="t", tag="seat"):
    seat: int | None


class Lang(Struct, tag_field="t", tag="lang"):
    lang: str


class Ping(Struct, tag_field="t", tag="ping"):
    pass


class AskHint(Struct, tag_field="t", tag="hint"):
    id: Id
    decision: int


FromClient = (
    AskHint | Hello | Move | Press | Aside | Undo | Draft | Why | Say | Pin | Seat | Lang | Ping
)
reader: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)


# From the server.


class Entry(Struct, omit_defaults=True):
    """One entry of the game log, as this viewer was told it."""

    n: int
    kind: str  # setup, move, aside, undo
    seat: str = ""
    told: list[str] = []
    undone: int | None = None  # undo: the entry that was taken back


class Ask(Struct, omit_defaults=True):
    """Form `json`."""

    decision: int
    kind: str
    moves: list[str]
    asides: list[str] = []
    undo: int | None = None
    more: list[str] = []  # moves after which the compound goes on


class Welcome(Struct, tag_field="t", tag="welcome", omit_defaults=True):
    room: str
    viewer: int | None
    seq: int
    side: dict[str, int]
    started: bool


class JsonTable(Struct, tag_field="t", tag="table", omit_defaults=True):
    seq: int
    hash: str
    entry: msgspec.Raw
    view: dict[str, object] | msgspec.UnsetType
    ask: Ask | None
    outcome: str = ""
    over: bool = False
    missed: list[msgspec.Raw] = []
    changed: list[Change] = []
    recall: int = 0


class HtmlTable(Struct, tag_field="t", tag="table", omit_defaults=True):
    seq: int
    hash: str
    regions: dict[str, str]
    log: dict[str, str]
    ask: dict[str, object] | None
    title: str = ""
    yours: bool = False
    over: bool = False
    fresh: bool = False
    entry: msgspec.Raw | None = None
    parts: dict[str, str] = {}


class Done(Struct, tag_field="t", tag="done"):
    id: str
    seq: int


class Refused(Struct, tag_field="t", tag="refused"):
    id: str
    reason: str
    text: str


class Drafted(Struct, tag_field="t", tag="drafted", omit_defaults=True):
    n: int
    regions: dict[str, str]
    ask: dict[str, object] | None
    remark: str = ""
    parts: dict[str, str] = {}


class DraftedJson(Struct, tag_field="t", tag="drafted", omit_defaults=True):
    n: int
    ask: Ask | None
    complete: bool
    view: dict[str, object]


class Because(Struct, tag_field="t", tag="why"):
    n: int
    text: str


class HintStep(Struct):
    m: str
    l: str  # noqa: E741
    t: list[str]


class Hint(Struct, tag_field="t", tag="hint"):
    """What a strong bot would do; to whoever asked."""

    id: str
    decision: int
    steps: list[HintStep]


class Side(Struct, tag_field="t", tag="side", omit_defaults=True):
    to: str
    n: int
    kind: str
    by: str
    text: str
    seat: int | None = None
    on: bool = True
    html: str = ""
    id: str = ""  # to its writer only


class RoomFrame(Struct, tag_field="t", tag="room", omit_defaults=True):
    seats: list[dict[str, Any]]
    started: bool
    over: bool
    regions: dict[str, str] = {}
    commitment: str = ""
    paused: bool = False
    next: str = ""  # where the rematch is


class HandOver(Struct, tag_field="t", tag="hand-over"):
    to: list[int]
    asked: list[int]


class Gone(Struct, tag_field="t", tag="gone"):
    text: str


class Wrong(Struct, tag_field="t", tag="error"):
    reason: str
    text: str


class Pong(Struct, tag_field="t", tag="pong"):
    pass


written: Final = msgspec.json.encode
