"""Rooms without a server: what a room prepares is taken at once, as if the disk had it."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import konspira
from konspira.engine.contract import Game
from konspira.server import lobby
from konspira.server.answering import any_answer
from konspira.server.lines import Line
from konspira.server.restoring import restore
from konspira.server.room import Room
from konspira.server.sheet import Chair, Sheet, commit


class Wire:
    """The network's end of a connection: keeps what is sent."""

    def __init__(self) -> None:
        self.writable = asyncio.Event()
        self.writable.set()
        self.sent: list[bytes] = []

    def put(self, text: bytes) -> None:
        self.sent.append(text)


class Desk:
    """A room and its log."""

    def __init__(self, game: Game, secret: str = "11" * 32) -> None:
        chairs = [Chair() for _ in range(game.seats)]
        sheet = Sheet("room", game.key, game.options(), "TAO-1", chairs, "id", secret, "")
        commit(sheet, game)
        for seat in range(game.seats):
            lobby.sit(sheet, seat, f"p{seat}", f"Person {seat}", 1, nonce=f"{seat:032x}")
        self.room = Room(sheet, game)
        self.lines: list[Line] = []
        begun = sheet.copy()
        lobby.start(begun, "p0", 1)
        self.take(self.room.begin(begun, 1))

    def take(self, step: Any) -> None:
        self.lines.append(step.line)
        self.room.take(step)

    def play(self, luck: random.Random) -> bool:
        """Somebody who is asked answers at random; false after the end."""
        room = self.room
        if room.over or room.state is None:
            return False
        seat = luck.choice(room.asked())
        moves = any_answer(room.state, seat, luck.choice)
        self.take(room.answer(seat, room.decision(seat), moves, len(self.lines), f"m{seat}"))
        return True

    def again(self, game: Game | None = None) -> tuple[Room, bool]:
        """The room as it comes back from its log; false if the rules play it otherwise."""
        room = Room(self.room.sheet.copy(), game or self.room.game)
        return room, restore(room, self.lines, 10**6)


def desk(key: str, **options: Any) -> Desk:
    return Desk(konspira.game(key, **options))
