"""The one writer of the file: everything that waits goes into one transaction and one fsync.

A thread writes, so that the loop is free while the disk works. But to wake a thread, and to be
woken by it, takes as long as a fast disk: a lone move in a quiet house is written by the loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

BATCH: Final = 512
CHECKPOINT: Final = 8192  # pages of 4 kB
JOURNAL: Final = 4 << 20  # bytes that it has from the beginning
# The loop waits for the disk for at most one part in so many of its time, however slow the disk is.
REST: Final = 20.0
IN_A_ROW: Final = 500  # moves that the loop writes before the thread may look after the file again
STOP: Final = None

Phase = Callable[[str, str], None]
Statement = tuple[str, tuple[Any, ...]]
Answer = tuple[asyncio.Future[None], Exception | None]
Task = tuple[list[Statement], str, asyncio.Future[None]]


class Clash(Exception):
    """Somebody else has written this number."""


class NotKept(Exception):
    """The disk did not take it."""


def quiet(phase: str, room: str) -> None:
    pass


def connected(path: Path) -> sqlite3.Connection:
    """A connection by which a commit is on disk when it returns."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA busy_timeout=10000")
    # Pages that many commits change are brought into the file once, not once for each.
    connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT}")
    return connection


def _lengthen(connection: sqlite3.Connection) -> None:
    """Makes the journal as long as it will be for a while. To grow a file the disk has to write
    down its new length too; what is written over is there with one step less."""
    [(kept,)] = connection.execute("PRAGMA cache_size")
    connection.execute("PRAGMA cache_size=10")  # what is more goes into the journal at once
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE long (zeros BLOB)")
    connection.execute("INSERT INTO long VALUES (zeroblob(?))", (JOURNAL,))
    connection.execute("ROLLBACK")
    connection.execute(f"PRAGMA cache_size={kept}")


class Writer:
    """A thread with its queue. `phase` hears what is about to happen; only proofs listen."""

    def __init__(self, path: Path, phase: Phase = quiet) -> None:
        self.path = path
        self.phase = phase
        self.commits = 0
        self.entries = 0
        self.fsync_seconds = 0.0
        self.last_seconds = 0.0
        self._queue: queue.SimpleQueue[list[Task] | None] = queue.SimpleQueue()
        self._gathered: list[Task] = []
        self._under_way = 0  # batches that were handed over; known to the loop alone
        self._rested = 0.0  # when the loop may wait for the disk again
        self._in_a_row = 0
        self._own: sqlite3.Connection | None = None  # the loop's
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)

    def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._own = connected(self.path)
        _lengthen(self._own)
        # The loop waits for nobody: a file that is locked, or to be tidied up, is the thread's.
        self._own.execute("PRAGMA busy_timeout=0")
        self._own.execute("PRAGMA wal_autocheckpoint=0")
        self._thread.start()

    async def close(self) -> None:
        self._hand_over()
        self._queue.put(STOP)
        await asyncio.to_thread(self._thread.join)
        if self._own is not None:
            self._own.close()

    def committed(self, statements: list[Statement], room: str) -> asyncio.Future[None]:
        """Done when all of it is on disk. Clash: nothing of it is, its number was taken."""
        assert self._loop is not None
        future: asyncio.Future[None] = self._loop.create_future()
        task = (statements, room, future)
        if len(statements) == 1 and self._quiet() and self._at_once(task):
            return future
        self._gathered.append(task)
        if not self._under_way:
            self._hand_over()
        elif len(self._gathered) == 1:
            # Once all that is ready now has been done: whoever was woken by the last commit and
            # moves again shares the next one.
            self._loop.call_soon(self._hand_over)
        return future

    def _quiet(self) -> bool:
        return (
            not self._under_way
            and self._in_a_row < IN_A_ROW
            and time.perf_counter() >= self._rested
        )

    def _at_once(self, task: Task) -> bool:
        """By the loop itself. False: it is up to the thread, which can wait and says what is
        wrong."""
        assert self._own is not None
        self._in_a_row += 1
        try:
            _resolve([self._alone(self._own, task)])
        except sqlite3.Error:
            return False
        self._rested = time.perf_counter() + REST * self.last_seconds
        return True

    def _hand_over(self) -> None:
        if self._gathered:
            self._under_way += 1
            self._queue.put(self._gathered)
            self._gathered = []

    def _done(self, batches: int, answers: list[Answer]) -> None:
        self._under_way -= batches
        self._in_a_row = 0
        self._rested = time.perf_counter() + REST * self.last_seconds
        _resolve(answers)

    def _write(self) -> None:
        assert self._loop is not None
        connection = connected(self.path)
        stopping = False
        while not stopping:
            batch: list[Task] = []
            batches = 0
            tasks = self._queue.get()
            while tasks is not STOP:
                batch += tasks
                batches += 1
                if len(batch) >= BATCH:
                    break
                try:
                    tasks = self._queue.get_nowait()
                except queue.Empty:
                    break
            stopping = tasks is STOP
            if batch:
                answers = self._transaction(connection, batch)
                with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits
                    self._loop.call_soon_threadsafe(self._done, batches, answers)
        connection.close()

    def _transaction(self, connection: sqlite3.Connection, batch: list[Task]) -> list[Answer]:
        try:
            if len(batch) == 1 and len(batch[0][0]) == 1:
                return [self._alone(connection, batch[0])]
            connection.execute("BEGIN IMMEDIATE")
            answers = _inserted(connection, batch)
            for _, room, _ in batch:
                self.phase("commit", room)
            began = time.perf_counter()
            connection.execute("COMMIT")
            self._count(began, len(batch))
            for _, room, _ in batch:
                self.phase("committed", room)
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return [(future, NotKept(str(error))) for _, _, future in batch]
        return answers

    def _alone(self, connection: sqlite3.Connection, task: Task) -> Answer:
        """One statement is a transaction of its own: whoever moves in a quiet house does not wait
        while this thread asks for its turn between four of them."""
        [(sql, values)], room, future = task
        self.phase("commit", room)
        began = time.perf_counter()
        try:
            connection.execute(sql, values)
        except sqlite3.IntegrityError:
            return future, Clash(room)
        self._count(began, 1)
        self.phase("committed", room)
        return future, None

    def _count(self, began: float, entries: int) -> None:
        self.last_seconds = time.perf_counter() - began
        self.fsync_seconds += self.last_seconds
        self.commits += 1
        self.entries += entries


def _inserted(connection: sqlite3.Connection, batch: list[Task]) -> list[Answer]:
    """Inside a transaction. Nothing clashes as a rule, so what is alike goes in together."""
    connection.execute("SAVEPOINT batch")
    try:
        alike: dict[str, list[tuple[Any, ...]]] = {}
        for statements, _, _ in batch:
            if len(statements) == 1:
                alike.setdefault(statements[0][0], []).append(statements[0][1])
            else:
                for sql, values in statements:
                    connection.execute(sql, values)
        for sql, rows in alike.items():
            connection.executemany(sql, rows)
    except sqlite3.IntegrityError:
        connection.execute("ROLLBACK TO batch")
        return [_one(connection, task) for task in batch]
    return [(future, None) for _, _, future in batch]


def _one(connection: sqlite3.Connection, task: Task) -> Answer:
    """By itself; a clash leaves nothing of it behind."""
    statements, room, future = task
    connection.execute("SAVEPOINT one")
    try:
        for sql, values in statements:
            connection.execute(sql, values)
    except sqlite3.IntegrityError:
        connection.execute("ROLLBACK TO one")
        return future, Clash(room)
    return future, None


def _resolve(answers: list[Answer]) -> None:
    for future, problem in answers:
        if future.done():
            continue
        if problem is None:
            future.set_result(None)
        else:
            future.set_exception(problem)
