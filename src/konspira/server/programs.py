"""Programs of the host in the seats of rooms, over stdin and stdout (docs/bots.md)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from konspira import bots
from konspira.bots.contest import Forfeit
from konspira.bots.external import Program
from konspira.engine.chance import Stream
from konspira.engine.contract import BadText
from konspira.server.room import Room

MOST: Final = 64  # that are asked at the same time; each waits in a thread
NAME: Final = re.compile(r"[\w .+-]{1,24}")


@dataclass(slots=True)
class Seated:
    """A running program. What it was told stands only as long as nothing is taken back."""

    program: Program
    age: int


def named(words: list[str]) -> dict[str, str]:
    """`NAME=exec:COMMAND` or `NAME=text:COMMAND`, as `konspira serve --bot` takes them."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, command = word.partition("=")
        form, colon, line = command.partition(":")
        if not equals or not colon or form not in ("exec", "text") or not line.strip():
            raise BadText(f"--bot {word!r}: write NAME=exec:COMMAND or NAME=text:COMMAND")
        if not NAME.fullmatch(name) or name in bots.NAMES or name in found:
            raise BadText(f"--bot {name!r}: a name of its own, of at most 24 letters and digits")
        found[name] = command
    return found


class Programs:
    """`commands`: by name. Each seat in each room has a process of its own."""

    def __init__(self, commands: Mapping[str, str], seconds: float) -> None:
        self.commands = commands
        self.seconds = seconds
        self._seated: dict[tuple[str, int], Seated] = {}
        self._threads = ThreadPoolExecutor(MOST, "program")

    async def answer(self, room: Room, seat: int, name: str) -> list[int]:
        """The program's whole answer to its open decision. Forfeit: it cannot go on."""
        assert room.state is not None
        one = self._at(room, seat, name)
        known, state = room.known(seat), room.state.clone()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._threads, one.answer, room.game, known, state, Stream(0)
            )
        except Forfeit:
            self._leave(room.sheet.id, seat)
            raise

    def _at(self, room: Room, seat: int, name: str) -> Program:
        if name not in self.commands:
            raise Forfeit("ended", "is not in this house any more")
        key = (room.sheet.id, seat)
        found = self._seated.get(key)
        if found is None or found.age != room.age or found.program.name != name:
            self._leave(*key)
            form, _, command = self.commands[name].partition(":")
            found = Seated(Program(name, command, form == "text", self.seconds), room.age)
            self._seated[key] = found
        return found.program

    def leave(self, room: str) -> None:
        """The game is over, or the room has left the memory."""
        for key in [key for key in self._seated if key[0] == room]:
            self._leave(*key)

    def _leave(self, room: str, seat: int) -> None:
        found = self._seated.pop((room, seat), None)
        if found is not None:
            found.program.leave()

    def close(self) -> None:
        for key in list(self._seated):
            self._leave(*key)
        self._threads.shutdown(wait=False, cancel_futures=True)
