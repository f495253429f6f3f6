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
from typing import Any, Final, Protocol

from konspira.engine.commitment import SECRET_BYTES, commitment
from konspira.engine.contract import BadText, Game, Judging, MoveError, NotLegal, State
from konspira.engine.record import options_text
from konspira.server import clocks, limits, lobby, names
from konspira.server import rematch as rematches
from konspira.server.options import Shelf
from konspira.server.restoring import go_on, restore
from konspira.server.room import Room, Step
from konspira.server.sheet import Chair, Refusal, Sheet
from konspira.server.store import Clash, NotKept, Phase, SideLine, Store, _quiet
from konspira.server.thinkers import Thinkers
from konspira.server.votes import Votes

log: Final = logging.getLogger("konspira.server")

IDLE: Final = 600.0  # seconds after which a room nobody looks at leaves the memory
SWEEP: Final = 60.0
PACE: Final = 0.8
PRESENCE: Final = 0.3
PATIENCE: Final = 25  # times its pace: how long a bot lets people go first
BOT: Final = "bot"
STALE: Final = frozenset({"answered_already", "not_asked", "over", "paused"})


class Viewer(Protocol):
    """A live connection, as the house sees it."""

    member: str

    def push(self) -> None:
        """The game log has grown."""

    def room_changed(self) -> None: ...

    def side_line(self, audience: str, line: SideLine) -> None: ...


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Sitting:
    """A room in memory, with who is looking at it."""

    def __init__(self, room: Room, side: dict[str, list[SideLine]]) -> None:
        self.room = room
        self.side = side
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.used = time.monotonic()
        self.thinking: dict[int, int] = {}  # seat → decision
        self.alarm: asyncio.TimerHandle | None = None
        self.telling: asyncio.TimerHandle | None = None
        self.told_here: set[str] = set()
        self.away: dict[str, float] = {}  # member → when last seen, by the monotonic clock
        self.drawn: dict[Any, Any] = {}  # frames of the newest entry, for all who see alike
        self.votes = Votes()
        self.looks: dict[Any, Any] = {}  # the game's tables by language
        self.opened = time.monotonic()

    def present(self, member: str) -> bool:
        return any(viewer.member == member for viewer in self.viewers)

    def here(self) -> set[str]:
        return {viewer.member for viewer in self.viewers if viewer.member}

    def changed(self) -> None:
        self.drawn.clear()

    def _away(self) -> dict[int, float]:
        """Seats of people who are asked and not here → seconds since the last of them left."""
        room, now = self.room, time.monotonic()
        if room.state is None or room.over:
            return {}
        found = {}
        for seat in room.asked():
            people = room.sheet.chairs[seat].members
            if people and not any(self.present(one.id) for one in people):
                found[seat] = min(now - self.away.get(one.id, self.opened) for one in people)
        return found

    def absent_for(self, seat: int) -> float | None:
        """Seconds that an asked player has been away, once the table's term is over."""
        away = self._away().get(seat)
        return away if away is not None and away >= self.room.sheet.term else None

    def terms(self) -> list[float]:
        """Seconds until the term of each absent player is over."""
        left = [self.room.sheet.term - away for away in self._away().values()]
        return [wait for wait in left if wait > 0]


class House:
    def __init__(
        self,
        folder: Path,
        *,
        pace: float = PACE,
        workers: int = 2,
        phase: Phase = _quiet,
        data: Mapping[str, str] | None = None,
        public_url: str = "",
        idle: float = IDLE,
        rate: float = limits.FRAMES_PER_SECOND,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.store = Store(folder / "konspira.sqlite", phase)
        self.thinkers = Thinkers(pace, workers)
        self.shelf = Shelf(data)
        self.phase = phase
        self.public_url = public_url
        self.idle = idle
        self.rate = rate
        self.sittings: dict[str, Sitting] = {}
        self._opening: dict[str, asyncio.Task[Sitting | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        await self.store.open()
        self._start(self._sweep())
        for room in await self.store.awake():
            await self.sitting(room)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        self.thinkers.close()
        await self.store.close()

    def _start(self, work: Any) -> None:
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
        sitting = Sitting(room, await self.store.side(id))
        self.sittings[id] = sitting
        self._wake(sitting)
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
        self.sittings[sheet.id] = Sitting(Room(sheet, game), {})
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
            await self.store.keep(sheet)
            self._agreed(sitting, sheet)
            self._tell_room(sitting)
        self._wake(sitting)
        return answer

    def _agreed(self, sitting: Sitting, sheet: Sheet) -> None:
        """A new sheet is on disk."""
        room, now = sitting.room, now_ms()
        if room.sheet.paused != sheet.paused:
            waited = now - room.counted if room.sheet.paused else 0
            room.count(now, waited)
        if sheet.options != room.sheet.options:
            room.game = self.shelf.game(sheet.game, sheet.options)
            sitting.looks.clear()
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
            await self._kept(sitting, step)
            self._tell_room(sitting)
            self._push(sitting)
        self._wake(sitting)

    def add_nonce(self, sitting: Sitting, members: Collection[str], nonce: str) -> None:
        """From the live connection of somebody in the lobby."""
        sheet = sitting.room.sheet
        mine = [one for _, one in sheet.members() if one.id in members]
        if any(not one.nonce or (nonce and not one.own_nonce) for one in mine):
            self._start(self.act(sheet.id, lambda sheet: lobby.ready(sheet, members, nonce)))

    def _tell_room(self, sitting: Sitting) -> None:
        for viewer in list(sitting.viewers):
            viewer.room_changed()

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
            self._tell_room(sitting)
        self._set_alarm(sitting)

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
        room = sitting.room
        async with sitting.lock:
            first = room.first_answer(by, client)
            if first is not None:
                acknowledge(first)
                return
            try:
                if room.sheet.paused:
                    raise NotLegal("paused")
                step = await self._prepared(sitting, prepare)
            except MoveError as error:
                room.refuse(by, client, error)
                acknowledge(error)
                return
            except NotKept:
                log.exception("a move of room %s could not be kept", room.sheet.id)
                acknowledge(NotLegal("not_kept"))
                return
            self.phase("acknowledge", room.sheet.id)
            acknowledge(step.line.seq)
            self.phase("push", room.sheet.id)
            self._push(sitting)
            self.phase("pushed", room.sheet.id)
            if step.sheet is not None:
                self._tell_room(sitting)
        self._wake(sitting)

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
        self.phase("apply", sitting.room.sheet.id)
        await self.store.append(sitting.room.sheet.id, step.line, step.sheet)
        sitting.room.take(step)
        sitting.changed()

    async def _reload(self, sitting: Sitting) -> None:
        stored = await self.store.room(sitting.room.sheet.id)
        assert stored is not None
        sheet, lines = stored
        room = Room(sheet, sitting.room.game)
        restore(room, lines, now_ms())
        sitting.room = room
        sitting.changed()

    def _push(self, sitting: Sitting) -> None:
        for viewer in list(sitting.viewers):
            viewer.push()

    # Side logs ----------------------------------------------------------------------------------

    async def say(self, sitting: Sitting, audience: str, line: SideLine) -> SideLine:
        """A line for an audience. A resend is answered with the first one."""
        async with sitting.lock:
            lines = sitting.side.setdefault(audience, [])
            for said in reversed(lines):
                if line.client and (said.by, said.client) == (line.by, line.client):
                    return said
            line.n = len(lines)
            await self.store.say(sitting.room.sheet.id, audience, line)
            lines.append(line)
            for viewer in list(sitting.viewers):
                viewer.side_line(audience, line)
        return line

    # Bots and clocks ----------------------------------------------------------------------------

    def _wake(self, sitting: Sitting) -> None:
        """Whoever is asked and is no person gets to think; clocks are set."""
        room = sitting.room
        self._set_alarm(sitting)
        if room.state is None or room.over or room.sheet.paused:
            return
        for seat in room.asked():
            bot = room.sheet.chairs[seat].bot
            decision = room.decision(seat)
            if bot and sitting.thinking.get(seat) != decision:
                sitting.thinking[seat] = decision
                self._start(self._think(sitting, seat, bot, decision))

    async def _think(self, sitting: Sitting, seat: int, bot: str, decision: int) -> None:
        heard: list[int | MoveError] = []
        try:
            known = sitting.room.known(seat).encode()
            # A bot that knows no answer, or is refused, lets chance answer: a table must not
            # stand still.
            for name in (bot, ""):
                moves = await self._thought(sitting.room, seat, name, known)
                if self._forestalls(sitting.room, seat, decision, moves):
                    await asyncio.sleep(PATIENCE * self.thinkers.pace)
                heard.clear()
                await self.play(sitting, BOT, "", _bot_answer(seat, decision, moves), heard.append)
                if not isinstance(heard[0], MoveError) or heard[0].reason in STALE:
                    break
                log.error("room %s: %s in seat %s: %s", sitting.room.sheet.id, name, seat, heard[0])
            else:
                return
        finally:
            if sitting.thinking.get(seat) == decision:
                del sitting.thinking[seat]
        self._wake(sitting)

    async def _thought(self, room: Room, seat: int, name: str, known: bytes) -> list[int]:
        try:
            if name:
                texts = await self.thinkers.think(name, known)
                return [room.game.read(text, seat) for text in texts]
        except BadText:
            log.exception("room %s: %s in seat %s has no answer", room.sheet.id, name, seat)
        assert room.state is not None
        return any_answer(room.state, seat) if room.state.asks(seat) else []

    def _forestalls(self, room: Room, seat: int, decision: int, moves: list[int]) -> bool:
        """Would this answer take a question away from a person? A bot is always faster, so it
        lets people go first (OP-3 of Duet)."""
        state = room.state
        if state is None or seat not in room.asked() or room.decision(seat) != decision:
            return False
        people = [at for at in room.asked() if at != seat and not room.sheet.chairs[at].bot]
        after = state.clone()
        for move in moves:
            after.apply(move)
        return any(
            not after.asks(at) or after.decision_id(at) != state.decision_id(at) for at in people
        )

    def _set_alarm(self, sitting: Sitting) -> None:
        """Rings when the next clock runs out, or somebody has been away for the table's term."""
        if sitting.alarm is not None:
            sitting.alarm.cancel()
            sitting.alarm = None
        now = now_ms()
        waits = [(clock.at - now) / 1000 for clock in clocks.running(sitting.room)[:1]]
        if sitting.viewers:
            waits += sitting.terms()
        if waits:
            sitting.alarm = asyncio.get_running_loop().call_later(
                max(0.0, min(waits)) + 0.001, lambda: self._start(self._ring(sitting))
            )

    async def _ring(self, sitting: Sitting) -> None:
        sitting.alarm = None
        for clock in clocks.running(sitting.room):
            if clock.at <= now_ms():
                await self.play(
                    sitting,
                    clocks.CLOCK,
                    "",
                    lambda room, now, clock=clock: clocks.ran_out(room, now, clock),  # type: ignore[misc]
                    lambda answer: None,
                )
        self._tell_room(sitting)
        self._set_alarm(sitting)

    # People who are away ------------------------------------------------------------------------

    async def replace(self, room: str, seat: int, bot: str, person: str) -> None:
        """A bot goes on for somebody who was asked and has been away for the table's term."""
        sitting = await self.sitting(room)

        def change(sheet: Sheet) -> None:
            lobby.only_seated(sheet, person)
            if sitting.absent_for(seat) is None:
                raise Refusal("not_away")
            lobby.replace(sheet, seat, bot)

        await self.act(room, change)

    async def claim(self, room: str, seat: int, person: str) -> None:
        """The game ends by the clock for somebody who has been away for the table's term."""
        sitting = await self.sitting(room)
        held = lobby.only_seated(sitting.room.sheet, person)
        if seat in held or sitting.absent_for(seat) is None:
            raise Refusal("not_away")
        by = next(iter(held.values())).id
        heard: list[int | MoveError] = []
        await self.play(
            sitting,
            by,
            "",
            lambda room, now: room.aside(seat, room.game.timeout(seat), now, by),
            heard.append,
        )
        if isinstance(heard[0], MoveError):
            raise Refusal("not_away")

    # Once more ----------------------------------------------------------------------------------

    async def rematch(self, room: str, person: str, exchange: bool) -> str:
        """The room in which the same people play again; empty while somebody has to agree."""
        sitting = await self.sitting(room)
        async with sitting.lock:
            sheet = sitting.room.sheet.copy()
            lobby.only_seated(sheet, person)
            if not sheet.next:
                state = sitting.room.state
                outcome = state.outcome() if state is not None else None
                lot = secrets.randbelow(2)
                order = rematches.agree(sheet, outcome, person, exchange, lot)
                after = None
                if order is not None:
                    after = rematches.next_sheet(sheet, outcome, order, now_ms())
                    commit(after, sitting.room.game)
                    sheet.next = after.id
                await self.store.keep(sheet, *([after] if after else []))
                self._agreed(sitting, sheet)
                self._tell_room(sitting)
        return sheet.next

    # Order --------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.idle))
            self.evict()

    def evict(self) -> None:
        """Rooms that nobody looks at, and in which nothing goes on, leave the memory."""
        oldest = time.monotonic() - self.idle
        for id, sitting in list(self.sittings.items()):  # noqa: A001
            busy = sitting.viewers or sitting.thinking or sitting.lock.locked() or sitting.alarm
            if not busy and sitting.used < oldest:
                del self.sittings[id]


def any_answer(
    state: State, seat: int, choice: Callable[[list[int]], int] = secrets.choice
) -> list[int]:
    """A whole legal answer at random."""
    moves: list[int] = []
    draft = state.clone()
    while not moves or draft.drafting() == seat:
        moves.append(choice(draft.moves(seat)))
        draft.apply(moves[-1])
    return moves


def _bot_answer(seat: int, decision: int, moves: list[int]) -> Callable[[Room, int], Step]:
    return lambda room, now: room.answer(seat, decision, moves, now, BOT)


def commit(sheet: Sheet, game: Game) -> None:
    """The commitment of a room, shown before anybody adds a nonce. The secret stays the same when
    options change, so that the first commitment binds for good."""
    sheet.commitment = commitment(
        bytes.fromhex(sheet.secret), sheet.game_id, options_text(game.options()), game.version
    )
