"""The house: which rooms are open, and the one way by which anything changes in them.

Lock → check → apply → commit (fsync) → acknowledge → push. What is prepared on a copy becomes the
room's only after the commit, so nobody is ever shown what could still be lost.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final

from konspira.engine.commitment import SECRET_BYTES
from konspira.engine.contract import Judging, MoveError, NotLegal
from konspira.server import clocks, happenings, limits, lobby, meanings, names
from konspira.server.forfeits import Patience
from konspira.server.idle import Idle
from konspira.server.options import Shelf
from konspira.server.programs import Programs
from konspira.server.ready import Ready
from konspira.server.restoring import go_on, restore
from konspira.server.room import Room, Step
from konspira.server.sheet import Chair, Refusal, Sheet, commit
from konspira.server.sitting import Sitting, now_ms
from konspira.server.store import Store
from konspira.server.thinkers import Thinkers
from konspira.server.turns import Turns
from konspira.server.waking import Waking
from konspira.server.writer import Clash, NotKept, Phase, quiet

log: Final = logging.getLogger("konspira.server")

IDLE: Final = 600.0  # seconds after which a room nobody looks at leaves the memory
SWEEP: Final = 60.0
PACE: Final = 0.8
PRESENCE: Final = 0.3
PROGRAM_SECONDS: Final = 120.0  # for an answer of somebody's program


class House:
    def __init__(
        self,
        folder: Path,
        *,
        pace: float = PACE,
        workers: int = 2,
        phase: Phase = quiet,
        data: Mapping[str, str] | None = None,
        public_url: str = "",
        idle: float = IDLE,
        rate: float = limits.FRAMES_PER_SECOND,
        programs: Mapping[str, str] | None = None,
        program_seconds: float = PROGRAM_SECONDS,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.store = Store(folder / "konspira.sqlite", phase)
        self.thinkers = Thinkers(pace, workers)
        self.programs = Programs(programs or {}, program_seconds)
        self.patience = Patience(self, program_seconds)
        self.waking = Waking(self)
        self.shelf = Shelf(data)
        self.turns = Turns()
        self.idle_hours = Idle(self)
        self.phase = phase
        self.public_url = public_url
        self.idle = idle
        self.rate = rate
        self.sittings: dict[str, Sitting] = {}
        self._opening: dict[str, asyncio.Task[Sitting | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        await self.store.open()
        self.start_task(self._sweep())
        for room in await self.store.awake():
            await self.sitting(room)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        self.thinkers.close()
        self.programs.close()
        await self.store.close()

    def start_task(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or isinstance(task.exception(), Refusal):
            return
        if task.exception() is not None:
            log.error("a task of the house failed", exc_info=task.exception())

    # Rooms --------------------------------------------------------------------------------------

    async def sitting(self, room: str) -> Sitting:
        """The room of this name, from memory or from its log. Refusal: there is none."""
        found = self.sittings.get(room)
        if found is None:
            if room not in self._opening:
                task = asyncio.get_running_loop().create_task(self._restored(room))
                self._opening[room] = task
                task.add_done_callback(lambda _: self._opening.pop(room, None))
            found = await self._opening[room]
            if found is None:
                raise Refusal("no_room")
        found.used = time.monotonic()
        return found

    async def _restored(self, id: str) -> Sitting | None:  # noqa: A002
        stored = await self.store.room(id)
        if stored is None:
            return None
        sheet, lines = stored
        room = Room(sheet, self.shelf.game(sheet.game, sheet.options))
        if not restore(room, lines, now_ms()):
            step = go_on(room, lines, now_ms())
            await self.store.append(id, step.line)
            room.take(step)
            log.warning("room %s goes on by changed rules from entry %s", id, step.line.seq)
        sitting = Sitting(room, await self.store.side(id), self.turns, self.programs.commands)
        self.sittings[id] = sitting
        self.waking.wake(sitting)
        return sitting

    async def create(
        self, key: str, options: Mapping[str, object], agree: Callable[[Sheet], None]
    ) -> Sheet:
        """A new room; `agree` writes on its sheet what the table agreed on."""
        game = self.shelf.game(key, options)
        sheet = Sheet(
            secrets.token_urlsafe(lobby.ROOM_BYTES),
            key,
            game.options(),
            names.invented(),
            [Chair() for _ in range(game.seats)],
            secrets.token_hex(8),
            secrets.token_hex(SECRET_BYTES),
            "",
            opened=now_ms(),
        )
        agree(sheet)
        commit(sheet, game)
        await self.store.keep(sheet)
        self.sittings[sheet.id] = Sitting(Room(sheet, game), {}, self.turns, self.programs.commands)
        return sheet

    def listed(self) -> list[Sheet]:
        """Rooms that wait for people at the front door: somebody is there, a seat is free."""
        found = []
        for sitting in self.sittings.values():
            sheet = sitting.room.sheet
            free = any(not chair.taken for chair in sheet.chairs)
            if sheet.settings.get("listed") and not sheet.started and free and sitting.here():
                found.append(sheet)
        return sorted(found, key=lambda sheet: sheet.opened, reverse=True)

    async def act(self, room: str, change: Callable[[Sheet], Any]) -> Any:
        """An act around the game: it changes a copy of the sheet, or raises Refusal."""
        sitting = await self.sitting(room)
        async with sitting.lock:
            sheet = sitting.room.sheet.copy()
            answer = change(sheet)
            happenings.noted(sitting.room.sheet, sheet, now_ms())
            clocks.stopped(sitting.room, sheet, now_ms())
            await self.store.keep(sheet)
            self.agreed(sitting, sheet)
            sitting.tell_room()
        self.waking.wake(sitting)
        return answer

    def agreed(self, sitting: Sitting, sheet: Sheet) -> None:
        """A new sheet is on disk."""
        room, now = sitting.room, now_ms()
        if room.sheet.paused != sheet.paused:
            waited = now - room.counted if room.sheet.paused else 0
            room.count(now, waited)
            room.clock = sheet.left or room.clock  # as it is on disk
        if sheet.options != room.sheet.options:
            room.game = self.shelf.game(sheet.game, sheet.options)
            sitting.looks.clear()
        if room.sheet.paused and not sheet.paused:
            sitting.count_absence_anew()
        room.sheet = sheet
        sitting.changed()

    async def start(self, room: str, person: str) -> None:
        sitting = await self.sitting(room)
        async with sitting.lock:
            sheet = sitting.room.sheet.copy()
            now = now_ms()
            lobby.start(sheet, person, now)
            step = sitting.room.begin(sheet, now)
            if isinstance(sitting.room.game, Judging):  # nobody else waits for a lexicon
                await asyncio.to_thread(sitting.room.game.make_ready)
            try:
                await self._kept(sitting, step)
            except Clash:  # another process on this folder has begun it
                await self._reload(sitting)
                raise Refusal("begun") from None
            sitting.tell_room()
            await sitting.push()
        self.waking.wake(sitting)
        self.idle_hours.look_after(sitting)

    def add_nonce(self, sitting: Sitting, members: Collection[str], nonce: str) -> None:
        """From the live connection of somebody in the lobby."""
        sheet = sitting.room.sheet
        mine = [one for _, one in sheet.members() if one.id in members]
        if any(not one.nonce or (nonce and not one.own_nonce) for one in mine):
            self.start_task(self.act(sheet.id, lambda sheet: lobby.ready(sheet, members, nonce)))

    def presence(self, sitting: Sitting) -> None:
        """Somebody came or went. It is told a little later, so that a page that is loaded again
        does not look like somebody who left."""
        if sitting.telling is None:
            loop = asyncio.get_running_loop()
            sitting.telling = loop.call_later(PRESENCE, self._tell_presence, sitting)

    def _tell_presence(self, sitting: Sitting) -> None:
        sitting.telling = None
        if sitting.here() != sitting.told_here:
            sitting.told_here = sitting.here()
            sitting.changed()
            sitting.tell_room()
        self.waking.set_alarm(sitting)

    # Moves --------------------------------------------------------------------------------------

    async def play(
        self,
        sitting: Sitting,
        by: str,
        client: str,
        prepare: Callable[[Room, int], Step],
        acknowledge: Callable[[int | MoveError], None],
    ) -> None:
        """Any change of the game. `acknowledge` hears the number of the entry, once it is on
        disk, or why it was refused."""
        async with sitting.lock:
            room = sitting.room  # not the one from before somebody else's move
            first = room.first_answer(by, client)
            if first is not None:
                acknowledge(first)
                return
            try:
                if room.sheet.paused:
                    raise NotLegal("paused")
                step = await self._prepared(sitting, prepare)
            except MoveError as error:
                sitting.room.refuse(by, client, error)
                acknowledge(error)
                if sitting.room is not room:  # what somebody else has written came to light
                    await sitting.push()
                    self.waking.wake(sitting)
                return
            except NotKept:
                log.exception("a move of room %s could not be kept", room.sheet.id)
                acknowledge(NotLegal("not_kept"))
                return
            self.phase("acknowledge", room.sheet.id)
            acknowledge(step.line.seq)
            self.phase("push", room.sheet.id)
            await sitting.push(by)
            self.phase("pushed", room.sheet.id)
            if step.sheet is not None:
                sitting.tell_room()
        if any(viewer.behind for viewer in sitting.viewers):
            self.start_task(sitting.catch_up())
        if sitting.room.over:
            self.start_task(meanings.told(self, sitting))
        self.waking.wake(sitting)
        self.idle_hours.look_after(sitting)

    async def make_ready(self, sitting: Sitting, ready: Ready) -> None:
        """What would be seen of a move is drawn before it is made."""
        if sitting.lock.locked() or sitting.room.sheet.paused:
            return
        sitting.ready.keep(ready)
        try:
            await sitting.foresee(ready.ahead, ready.step.line.by, ready.drawn)
        except Exception:
            log.exception("room %s cannot be drawn", sitting.room.sheet.id)

    async def _prepared(self, sitting: Sitting, prepare: Callable[[Room, int], Step]) -> Step:
        """Check, apply, commit. If somebody else has written this number meanwhile, the room is
        read again and the decision id decides."""
        while True:
            step = prepare(sitting.room, now_ms())
            try:
                await self._kept(sitting, step)
            except Clash:
                await self._reload(sitting)
            else:
                return step

    async def _kept(self, sitting: Sitting, step: Step) -> None:
        """While the disk works, what follows is drawn; it is the room's only afterwards."""
        self.phase("apply", sitting.room.sheet.id)
        writing = self.store.append(sitting.room.sheet.id, step.line, step.sheet, step.thought)
        before = sitting.drawn
        ready = sitting.ready.taken(step)
        ahead = ready.ahead if ready else sitting.room.after(step)
        drawn = ready.drawn if ready and ready.before is before else {}
        if sitting.viewers and not writing.done():
            await asyncio.sleep(0)  # the writer has it now
            try:
                await sitting.foresee(ahead, step.line.by, drawn)
            except Exception:  # a table that cannot be drawn must not lose a move
                log.exception("room %s cannot be drawn", sitting.room.sheet.id)
        await writing
        # Who came or went meanwhile is not in what was drawn.
        sitting.room, sitting.drawn = ahead, drawn if sitting.drawn is before else {}

    async def _reload(self, sitting: Sitting) -> None:
        stored = await self.store.room(sitting.room.sheet.id)
        assert stored is not None
        sheet, lines = stored
        room = Room(sheet, sitting.room.game)
        restore(room, lines, now_ms())
        sitting.room = room
        sitting.changed()

    # Order --------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.idle))
            self.evict()

    def evict(self) -> None:
        """Rooms that nobody looks at, and in which nothing goes on, leave the memory."""
        oldest = time.monotonic() - self.idle
        for id, sitting in list(self.sittings.items()):  # noqa: A001
            thinks = sitting.thinking.keys() - sitting.polite.keys()
            busy = sitting.viewers or thinks or sitting.lock.locked() or sitting.alarm
            if not busy and sitting.used < oldest:
                del self.sittings[id]
                self.programs.leave(id)
                sitting.wave_on(dropped=True)
