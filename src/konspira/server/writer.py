"""The one writer of the file: everything that waits goes into one transaction and one fsync."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

BATCH: Final = 512
STOP: Final = None

Phase = Callable[[str, str], None]
Statement = tuple[str, tuple[Any, ...]]


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
    return connection


class Writer:
    """A thread with its queue. `phase` hears what is about to happen; only proofs listen."""

    def __init__(self, path: Path, phase: Phase = quiet) -> None:
        self.path = path
        self.phase = phase
        self.commits = 0
        self.entries = 0
        self.fsync_seconds = 0.0
        self._queue: queue.SimpleQueue[tuple[list[Statement], str, asyncio.Future[None]] | None] = (
            queue.SimpleQueue()
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)

    def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def close(self) -> None:
        self._queue.put(STOP)
        await asyncio.to_thread(self._thread.join)

    async def committed(self, statements: list[Statement], room: str) -> None:
        """Returns when all of it is on disk. Clash: nothing of it is, its number was taken."""
        assert self._loop is not None
        future: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((statements, room, future))
        await future

    def _write(self) -> None:
        """The writer thread: everything that waits goes into one transaction, one fsync."""
        assert self._loop is not None
        connection = connected(self.path)
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


def _resolve(answers: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for future, problem in answers:
        if future.done():
            continue
        if problem is None:
            future.set_result(None)
        else:
            future.set_exception(problem)
