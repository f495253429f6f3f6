"""The sheet of a room: what was agreed on, who sits where, and how its chance was committed.

A sheet is small and is stored whole. What happens in the game is not on it: that is the log.
"""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct, field

from konspira.engine.commitment import commitment
from konspira.engine.contract import Game
from konspira.engine.record import options_text


class Refusal(Exception):
    """Something the room does not do now. `reason` is the key of a sentence."""

    def __init__(self, reason: str, **facts: str | int) -> None:
        self.reason = reason
        self.facts = facts
        super().__init__(reason)


def digest(secret: str) -> str:
    """Secrets of people are kept as digests: who reads the file cannot sit down with them."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Clocks(Struct):
    """In seconds; 0 is off."""

    per_move: int = 0
    per_game: int = 0

    @property
    def any(self) -> bool:
        return bool(self.per_move or self.per_game)


class Member(Struct):
    """A person at a seat."""

    id: str
    person: str  # digest of the cookie
    name: str
    ink: int = 0
    nonce: str = ""
    own_nonce: bool = False  # it came from the person's device, not from the house
    secret: str = ""  # digest of what a program shows instead of a cookie
    program: bool = False  # it said so itself: it has to answer in time
    moving: str = ""  # digest of the link that brings the seat to another device


class Chair(Struct):
    """A seat of the table. `former`: who sat here before a bot took over. `looked`: people who
    have held its secrets since the start; they never sit on another side of this game. `invite`:
    digest of the link by which its people bring others in."""

    members: list[Member] = []
    bot: str = ""
    former: list[Member] = []
    looked: list[str] = []
    invite: str = ""

    @property
    def taken(self) -> bool:
        return bool(self.members or self.bot)

    @property
    def rival(self) -> str:
        """Who plays here, in this room and in the next: a bot, or people."""
        return self.bot or " ".join(sorted(one.person or one.secret for one in self.members))

    @property
    def sitter(self) -> str:
        """Who answers for this seat: a bot, or people by their ids."""
        return self.bot or " ".join(one.id for one in self.members)


class Happening(Struct):
    """Something that happened in the lobby; `kind` is the key of a sentence."""

    at: int
    kind: str
    name: str = ""
    side: int = -1


class Sheet(Struct):
    id: str
    game: str
    options: dict[str, object]
    name: str
    chairs: list[Chair]
    game_id: str
    secret: str
    commitment: str
    clocks: Clocks = field(default_factory=Clocks)
    settings: dict[str, object] = {}  # what the lobby's form keeps besides the options
    term: int = 120  # seconds an asked player may be away before the others may go on
    opened: int = 0  # ms, as all times
    started: int = 0
    nonces: list[str] = []  # of the people seated at the start, in the order of the seats
    over: bool = False
    result: str = ""
    paused: bool = False
    left: list[int] = []  # of each seat's game clock in ms, when the last pause began
    left_after: int = -1  # the entry before that pause
    pause_wanted: list[str] = []  # members who asked for a pause
    wins_needed: int = 0  # 0: no match
    wins: list[int] = []  # of each seat's people, before this game
    rivals: list[str] = []  # whose these are, by seat
    exchange: dict[str, bool] = {}  # who wants the sides exchanged for the last game of a match
    previous: str = ""
    next: str = ""
    counter: int = 0  # of members
    happened: list[Happening] = []  # in the lobby, oldest first

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    def copy(self) -> Sheet:
        return decoded(self.encode())

    def members(self) -> list[tuple[int, Member]]:
        return [(seat, one) for seat, chair in enumerate(self.chairs) for one in chair.members]

    def member(self, id: str) -> tuple[int, Member] | None:  # noqa: A002
        return next((found for found in self.members() if found[1].id == id), None)

    def replaced(self) -> list[tuple[int, Member]]:
        """Those for whom a bot plays on, and who may come back while the game runs."""
        return [
            (seat, one)
            for seat, chair in enumerate(self.chairs)
            for one in chair.former
            if chair.bot and not self.over
        ]

    def held(self, person: str) -> dict[int, Member]:
        """The seats of a person, by seat."""
        return {seat: one for seat, one in self.members() if one.person == person}


def decoded(data: bytes) -> Sheet:
    return msgspec.json.decode(data, type=Sheet)


def commit(sheet: Sheet, game: Game) -> None:
    """The commitment of a room, shown before anybody adds a nonce. The secret stays the same when
    options change, so that the first commitment binds for good."""
    sheet.commitment = commitment(
        bytes.fromhex(sheet.secret), sheet.game_id, options_text(game.options()), game.version
    )
