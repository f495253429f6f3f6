"""What is on disk: one SQLite file, append-only logs, one writer thread with group commit.

Everybody else waits for `await append(...)`; when it returns, the entry has been fsynced. The
interface is narrow on purpose: rooms know these few calls and no SQL.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from konspira.server.sheet import Sheet, decoded

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS room (
  id TEXT PRIMARY KEY,
  opened INTEGER NOT NULL,
  awake INTEGER NOT NULL,     -- has bots or clocks to look after when the server starts
  sheet BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS room_awake ON room (awake) WHERE awake;
CREATE TABLE IF NOT EXISTS entry (
  room TEXT NOT NULL,
  seq INTEGER NOT NULL,
  asks INTEGER NOT NULL,      -- seats with an open decision afterwards, as bits
  at INTEGER NOT NULL,
  line BLOB NOT NULL,
  PRIMARY KEY (room, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS side (
  room TEXT NOT NULL,
  audience TEXT NOT NULL,
  n INTEGER NOT NULL,
  line BLOB NOT NULL,
  PRIMARY KEY (room, audience, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holding (
  person TEXT NOT NULL,
  room TEXT NOT NULL,
  seat INTEGER NOT NULL,
  PRIMARY KEY (person, room, seat)
) WITHOUT ROWID;
-- Rooms that belong together: the campaign of a team, the board of a day.
CREATE TABLE IF NOT EXISTS series (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  opened INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS part (
  series TEXT NOT NULL,
  room TEXT NOT NULL,
  PRIMARY KEY (series, room)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS part_room ON part (room);
"""
BATCH: Final = 512
STOP: Final = None

T = TypeVar("T")
Phase = Callable[[str, str], None]
Statement = tuple[str, tuple[Any, ...]]


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


class Clash(Exception):
    """Somebody else has written this number."""


class NotKept(Exception):
    """The disk did not take it."""


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


def _quiet(phase: str, room: str) -> None:
    pass


class Store:
    """The file. `phase` hears what is about to happen; only proofs listen."""

    def __init__(self, path: Path, phase: Phase = _quiet) -> None:
        self.path = path
        self.phase = phase
        self.commits = 0
        self.entries = 0
        self.fsync_seconds = 0.0
        self._queue: queue.SimpleQueue[tuple[list[Statement], str, asyncio.Future[None]] | None] = (
            queue.SimpleQueue()
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._readers = ThreadPoolExecutor(1, "reader")
        self._reading = self._connected()
        self._reading.executescript(SCHEMA)

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=10000")
        return connection

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    async def close(self) -> None:
        self._queue.put(STOP)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self._reading.close()

    # Writing ------------------------------------------------------------------------------------

    async def append(self, room: str, line: Line, sheet: Sheet | None = None) -> None:
        """An entry of the game log, with the sheet if it changed too; Clash if it is there."""
        blob = msgspec.json.encode(line)
        statements: list[Statement] = [
            ("INSERT INTO entry VALUES (?,?,?,?,?)", (room, line.seq, line.asks, line.at, blob))
        ]
        if sheet is not None:
            statements += self._sheet(sheet)
        await self._committed(statements, room)

    async def say(self, room: str, audience: str, line: SideLine) -> None:
        blob = msgspec.json.encode(line)
        await self._committed(
            [("INSERT INTO side VALUES (?,?,?,?)", (room, audience, line.n, blob))], room
        )

    async def found(self, series: Series) -> Series:
        """A new series, or the one that is already there under this id."""
        values = (series.id, series.name, series.opened)
        sql = "INSERT INTO series VALUES (?,?,?) ON CONFLICT (id) DO NOTHING"
        await self._committed([(sql, values)], series.id)
        kept = await self.series(series.id)
        assert kept is not None
        return kept

    async def keep(self, *sheets: Sheet) -> None:
        """Sheets with everybody who sits on them, all or none."""
        await self._committed([one for sheet in sheets for one in self._sheet(sheet)], sheets[0].id)

    def _sheet(self, sheet: Sheet) -> list[Statement]:
        bots = any(chair.bot for chair in sheet.chairs)
        timed = bool(sheet.clocks.per_move or sheet.clocks.per_game)
        awake = bool(sheet.started and not sheet.over and (bots or timed))
        return [
            (
                "INSERT INTO room VALUES (?,?,?,?) ON CONFLICT (id) DO UPDATE SET "
                "awake=excluded.awake, sheet=excluded.sheet",
                (sheet.id, sheet.opened, int(awake), sheet.encode()),
            ),
            ("DELETE FROM holding WHERE room=?", (sheet.id,)),
            *(
                ("INSERT INTO holding VALUES (?,?,?)", (one.person, sheet.id, seat))
                for seat, one in sheet.members()
            ),
            *(
                ("INSERT OR IGNORE INTO part VALUES (?,?)", (series, sheet.id))
                for series in [sheet.settings.get("series")]
                if series
            ),
        ]

    async def _committed(self, statements: list[Statement], room: str) -> None:
        assert self._loop is not None
        future: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((statements, room, future))
        await future

    def _write(self) -> None:
        """The writer thread: everything that waits goes into one transaction, one fsync."""
        assert self._loop is not None
        connection = self._connected()
        stopping = False
        while not stopping:
            batch = []
            task = self._queue.get()
            while task is not STOP:
                batch.append(task)
                if len(batch) >= BATCH:
                    break
                try:
                    task = self._queue.get_nowait()
                except queue.Empty:
                    break
            stopping = task is STOP
            if batch:
                answers = self._transaction(connection, batch)
                with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits
                    self._loop.call_soon_threadsafe(_resolve, answers)
        connection.close()

    def _transaction(
        self,
        connection: sqlite3.Connection,
        batch: Sequence[tuple[list[Statement], str, asyncio.Future[None]]],
    ) -> list[tuple[asyncio.Future[None], Exception | None]]:
        answers: list[tuple[asyncio.Future[None], Exception | None]] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for statements, room, future in batch:
                # What can clash comes first, so a clash leaves nothing of its batch behind.
                problem: Exception | None = None
                try:
                    for sql, values in statements:
                        connection.execute(sql, values)
                except sqlite3.IntegrityError:
                    problem = Clash(room)
                answers.append((future, problem))
            for _, room, _ in batch:
                self.phase("commit", room)
            began = time.perf_counter()
            connection.execute("COMMIT")
            self.fsync_seconds += time.perf_counter() - began
            self.commits += 1
            self.entries += len(batch)
            for _, room, _ in batch:
                self.phase("committed", room)
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return [(future, NotKept(str(error))) for _, _, future in batch]
        return answers

    # Reading ------------------------------------------------------------------------------------

    async def room(self, id: str) -> tuple[Sheet, list[Line]] | None:  # noqa: A002
        return await self._read(self._room, id)

    async def awake(self) -> list[str]:
        """The rooms with something to do although nobody looks at them."""
        return await self._read(self._awake)

    async def side(self, room: str) -> dict[str, list[SideLine]]:
        return await self._read(self._side, room)

    async def holdings(self, person: str) -> list[Holding]:
        return await self._read(self._holdings, person)

    async def series(self, id: str) -> Series | None:  # noqa: A002
        return await self._read(self._series, id)

    async def parts(self, series: str) -> list[Part]:
        """The rooms of a series, in the order of their last entries."""
        return await self._read(self._parts, series)

    async def series_of(self, person: str) -> list[Series]:
        """The series with a room in which this person has sat, newest first."""
        return await self._read(self._series_of, person)

    async def _read(self, call: Callable[..., T], *values: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, call, *values)

    def _room(self, id: str) -> tuple[Sheet, list[Line]] | None:  # noqa: A002
        row = self._reading.execute("SELECT sheet FROM room WHERE id=?", (id,)).fetchone()
        if row is None:
            return None
        rows = self._reading.execute("SELECT line FROM entry WHERE room=? ORDER BY seq", (id,))
        return decoded(row[0]), [line_reader.decode(line) for (line,) in rows]

    def _awake(self) -> list[str]:
        return [id for (id,) in self._reading.execute("SELECT id FROM room WHERE awake")]  # noqa: A001

    def _side(self, room: str) -> dict[str, list[SideLine]]:
        found: dict[str, list[SideLine]] = {}
        rows = self._reading.execute(
            "SELECT audience, line FROM side WHERE room=? ORDER BY audience, n", (room,)
        )
        for audience, line in rows:
            found.setdefault(audience, []).append(side_reader.decode(line))
        return found

    def _holdings(self, person: str) -> list[Holding]:
        rows = self._reading.execute(
            """SELECT h.room, h.seat, r.sheet, coalesce(e.asks, 0), coalesce(e.at, r.opened)
               FROM holding h JOIN room r ON r.id = h.room
               LEFT JOIN entry e ON e.room = h.room
                 AND e.seq = (SELECT max(seq) FROM entry WHERE room = h.room)
               WHERE h.person = ?""",
            (person,),
        )
        return [
            Holding(room, seat, decoded(sheet), asks, at) for room, seat, sheet, asks, at in rows
        ]

    def _series(self, id: str) -> Series | None:  # noqa: A002
        row = self._reading.execute("SELECT * FROM series WHERE id=?", (id,)).fetchone()
        return Series(*row) if row else None

    def _parts(self, series: str) -> list[Part]:
        rows = self._reading.execute(
            """SELECT r.sheet, e.line FROM part p JOIN room r ON r.id = p.room
               LEFT JOIN entry e ON e.room = p.room
                 AND e.seq = (SELECT max(seq) FROM entry WHERE room = p.room)
               WHERE p.series = ? ORDER BY coalesce(e.at, r.opened), r.id""",
            (series,),
        )
        return [
            Part(decoded(sheet), line_reader.decode(line) if line else None) for sheet, line in rows
        ]

    def _series_of(self, person: str) -> list[Series]:
        rows = self._reading.execute(
            """SELECT DISTINCT s.id, s.name, s.opened FROM holding h
               JOIN part p ON p.room = h.room JOIN series s ON s.id = p.series
               WHERE h.person = ? ORDER BY s.opened DESC LIMIT 40""",
            (person,),
        )
        return [Series(*row) for row in rows]


def _resolve(answers: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for future, problem in answers:
        if future.done():
            continue
        if problem is None:
            future.set_result(None)
        else:
            future.set_exception(problem)
