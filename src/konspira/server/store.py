"""The file: what is written into it and read from it, as SQL.

Everybody else waits for `await append(...)`; when it returns, the entry has been fsynced. The
interface is narrow on purpose: rooms know these few calls and no SQL.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from konspira.server.lines import Holding, Line, Part, Series, SideLine, line_reader, side_reader
from konspira.server.sheet import Sheet, decoded
from konspira.server.writer import Phase, Statement, Writer, connected, quiet

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
-- What a bot thought at an entry: for after the end.
CREATE TABLE IF NOT EXISTS thought (
  room TEXT NOT NULL,
  seq INTEGER NOT NULL,
  said BLOB NOT NULL,
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

T = TypeVar("T")


class Store:
    """The file: `writer` writes, a thread of its own reads."""

    def __init__(self, path: Path, phase: Phase = quiet) -> None:
        self.writer = Writer(path, phase)
        self._readers = ThreadPoolExecutor(1, "reader")
        self._reading = connected(path)
        self._reading.executescript(SCHEMA)

    async def open(self) -> None:
        self.writer.open()

    async def close(self) -> None:
        await self.writer.close()
        self._readers.shutdown()
        self._reading.close()

    # Writing ------------------------------------------------------------------------------------

    def append(
        self, room: str, line: Line, sheet: Sheet | None = None, thought: bytes = b""
    ) -> asyncio.Future[None]:
        """An entry of the game log, with the sheet if it changed too, and what a bot thought;
        Clash if it is there."""
        statements = [_entry(room, line)]
        if thought:
            statements.append(("INSERT INTO thought VALUES (?,?,?)", (room, line.seq, thought)))
        if sheet is not None:
            statements += self._sheet(sheet)
        return self.writer.committed(statements, room)

    async def copy(self, sheet: Sheet, lines: Sequence[Line]) -> None:
        """A new room that begins with these entries, all or none."""
        statements = [_entry(sheet.id, line) for line in lines]
        await self.writer.committed([*statements, *self._sheet(sheet)], sheet.id)

    async def say(self, room: str, audience: str, line: SideLine) -> None:
        blob = msgspec.json.encode(line)
        await self.writer.committed(
            [("INSERT INTO side VALUES (?,?,?,?)", (room, audience, line.n, blob))], room
        )

    async def found(self, series: Series) -> Series:
        """A new series, or the one that is already there under this id."""
        values = (series.id, series.name, series.opened)
        sql = "INSERT INTO series VALUES (?,?,?) ON CONFLICT (id) DO NOTHING"
        await self.writer.committed([(sql, values)], series.id)
        kept = await self.series(series.id)
        assert kept is not None
        return kept

    async def keep(self, *sheets: Sheet) -> None:
        """Sheets with everybody who sits on them, all or none."""
        await self.writer.committed(
            [one for sheet in sheets for one in self._sheet(sheet)], sheets[0].id
        )

    def _sheet(self, sheet: Sheet) -> list[Statement]:
        bots = any(chair.bot for chair in sheet.chairs)
        awake = bool(sheet.started and not sheet.over and (bots or sheet.clocks.any))
        return [
            (
                "INSERT INTO room VALUES (?,?,?,?) ON CONFLICT (id) DO UPDATE SET "
                "awake=excluded.awake, sheet=excluded.sheet",
                (sheet.id, sheet.opened, int(awake), sheet.encode()),
            ),
            ("DELETE FROM holding WHERE room=?", (sheet.id,)),
            *(
                ("INSERT INTO holding VALUES (?,?,?)", (one.person, sheet.id, seat))
                for seat, one in [*sheet.members(), *sheet.replaced()]
            ),
            *(
                ("INSERT OR IGNORE INTO part VALUES (?,?)", (series, sheet.id))
                for series in [sheet.settings.get("series")]
                if series
            ),
        ]

    # Reading ------------------------------------------------------------------------------------

    async def room(self, id: str) -> tuple[Sheet, list[Line]] | None:  # noqa: A002
        return await self._read(self._room, id)

    async def awake(self) -> list[str]:
        """The rooms with something to do although nobody looks at them."""
        return await self._read(self._awake)

    async def side(self, room: str) -> dict[str, list[SideLine]]:
        return await self._read(self._side, room)

    async def thought(self, room: str, seq: int) -> bytes:
        """What a bot thought at this entry; empty where it was no bot's."""
        return await self._read(self._thought, room, seq)

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

    def _thought(self, room: str, seq: int) -> bytes:
        row = self._reading.execute(
            "SELECT said FROM thought WHERE room=? AND seq=?", (room, seq)
        ).fetchone()
        return row[0] if row else b""

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


def _entry(room: str, line: Line) -> Statement:
    blob = msgspec.json.encode(line)
    return "INSERT INTO entry VALUES (?,?,?,?,?)", (room, line.seq, line.asks, line.at, blob)
