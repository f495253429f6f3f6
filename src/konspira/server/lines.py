"""What is kept on disk: lines of a game log and of its side logs, and what is read together."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from konspira.server.sheet import Sheet


class Line(Struct, omit_defaults=True):
    """One entry of a game log as it is kept. Moves and chance are texts, so that they outlive
    the numbers of the rules; `codes` are all codes with the events that followed."""

    seq: int
    kind: str  # setup, move, aside, undo
    seat: int
    at: int
    asks: int
    hash: str
    rules: int
    moves: list[str] = []
    chance: list[str] = []
    codes: list[int] = []
    by: str = ""  # the member, "bot" or "clock"
    client: str = ""
    decision: int = -1
    undone: int = -1
    position: str = ""
    clock: list[int] = []  # ms left of each seat's game


class SideLine(Struct, omit_defaults=True):
    """One line of a side log."""

    n: int
    kind: str
    by: str
    name: str
    text: str
    at: int
    seat: int = -1
    on: bool = True
    client: str = ""


class Series(Struct):
    """Rooms that belong together, by their sheets: `settings["series"]` is its id."""

    id: str
    name: str
    opened: int


class Part(Struct):
    """A room of a series; `last` is the newest entry of its log, if it has begun."""

    sheet: Sheet
    last: Line | None


class Holding(Struct):
    """A seat of a person, for the home page."""

    room: str
    seat: int
    sheet: Sheet
    asks: int
    at: int


line_reader: Final = msgspec.json.Decoder(Line)
side_reader: Final = msgspec.json.Decoder(SideLine)
