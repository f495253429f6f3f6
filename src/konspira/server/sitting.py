"""A room in memory, with who is looking at it and who is away."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from typing import Any, Final, Protocol

from konspira.server.lines import SideLine
from konspira.server.ready import Answers
from konspira.server.room import Room
from konspira.server.turns import Turns
from konspira.server.votes import Votes

log: Final = logging.getLogger("konspira.server")


OWN: Final = 0.003  # seconds in which others' pages have the cores to themselves


class Viewer(Protocol):
    """A live connection, as the house sees it."""

    form: str  # of its tables

    @property
    def behind(self) -> bool:
        """Has the game log grown since its table was sent?"""

    def people(self) -> Collection[str]:
        """The members who play on this device."""

    def foresee(self, room: Room, drawn: dict[Any, Any]) -> None:
        """Draw what `push` will send once this is how the room is."""

    def push(self) -> None:
        """The game log has grown."""

    def room_changed(self) -> None: ...

    def side_line(self, audience: str, line: SideLine) -> None: ...


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Politeness:
    """A bot is always faster, so where its answer would take a question away from a person it
    waits until somebody has answered, or waves it on."""

    def __init__(self, decision: int) -> None:
        self.decision = decision
        self.over = asyncio.Event()
        self.dropped = False  # the room has left the memory


class Sitting:
    """A room in memory, with who is looking at it."""

    def __init__(
        self,
        room: Room,
        side: dict[str, list[SideLine]],
        turns: Turns,
        programs: Collection[str] = (),
    ) -> None:
        self.room = room
        self.turns = turns  # of the house
        self.programs = programs  # of the host, by name: who may be asked to sit here
        self.side = side
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.used = time.monotonic()
        self.thinking: dict[int, int] = {}  # seat → decision
        self.waited_for: dict[int, int] = {}  # seat of a program → decision
        self.wrong: dict[int, tuple[int, int]] = {}  # seat of a program → decision, wrong answers
        self.forfeited: set[int] = set()
        self.hints: dict[tuple[int, int], asyncio.Future[list[str]]] = {}  # by seat and decision
        self.polite: dict[int, Politeness] = {}  # bots that let people go first, by seat
        self.alarm: asyncio.TimerHandle | None = None
        self.telling: asyncio.TimerHandle | None = None
        self.told_here: set[str] = set()
        self.away: dict[str, float] = {}  # member → when last seen, by the monotonic clock
        self.drawn: dict[Any, Any] = {}  # frames of the newest entry, for all who see alike
        self.ready = Answers()
        self.votes = Votes()
        self.looks: dict[Any, Any] = {}  # the game's tables by language
        self.opened = time.monotonic()

    def present(self, member: str) -> bool:
        return any(member in viewer.people() for viewer in self.viewers)

    def here(self) -> set[str]:
        return {member for viewer in self.viewers for member in viewer.people()}

    def changed(self) -> None:
        self.drawn = {}

    def wave_on(self, dropped: bool = False) -> None:
        for waiting in self.polite.values():
            waiting.dropped = dropped
            waiting.over.set()

    def waiting(self, by: str) -> list[Viewer]:
        """All but whoever moved, and knows already."""
        return [viewer for viewer in self.viewers if by not in viewer.people()]

    async def foresee(self, room: Room, by: str, drawn: dict[Any, Any]) -> None:
        """Draws the room as it will be, for those who wait for it. It is shown to nobody yet."""
        for viewer in self.waiting(by):
            await self.turns.turn()
            viewer.foresee(room, drawn)

    async def push(self, by: str = "") -> None:
        """To all who wait for it. Whoever moved has been told so already; the own page catches up
        (`catch_up`) when the others' pages had the time to draw what they were sent."""
        own = [viewer for viewer in self.viewers if viewer.form == "json" and by in viewer.people()]
        await self._push([*self.waiting(by), *own])

    async def catch_up(self) -> None:
        """The own table of whoever moved."""
        await asyncio.sleep(OWN)
        async with self.lock:
            await self._push([viewer for viewer in self.viewers if viewer.behind])

    async def _push(self, viewers: Collection[Viewer]) -> None:
        for viewer in viewers:
            await self.turns.turn()
            if viewer in self.viewers:
                try:
                    viewer.push()
                except Exception:  # what one cannot be shown, the others can
                    log.exception("room %s cannot be shown", self.room.sheet.id)

    def tell_room(self) -> None:
        for viewer in list(self.viewers):
            viewer.room_changed()

    def _away(self) -> dict[int, float]:
        """Seats of people who are asked and not here → seconds since the last of them left."""
        room, now = self.room, time.monotonic()
        if room.state is None or room.over or room.sheet.paused:
            return {}
        found = {}
        for seat in room.asked():
            people = room.sheet.chairs[seat].members
            if people and not room.is_out(seat) and not any(self.present(one.id) for one in people):
                found[seat] = min(now - self.away.get(one.id, self.opened) for one in people)
        return found

    def count_absence_anew(self) -> None:
        """A pause is over: nobody had to be here."""
        for _, one in self.room.sheet.members():
            if not self.present(one.id):
                self.away[one.id] = time.monotonic()

    def absent_for(self, seat: int) -> float | None:
        """Seconds that an asked player has been away, once the table's term is over."""
        away = self._away().get(seat)
        return away if away is not None and away >= self.room.sheet.term else None

    def terms(self) -> list[float]:
        """Seconds until the term of each absent player is over."""
        left = [self.room.sheet.term - away for away in self._away().values()]
        return [wait for wait in left if wait > 0]
