"""Who writes: the loop a lone move in a quiet house, the thread everything else."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from konspira.server.outbox import Outbox
from konspira.server.writer import IN_A_ROW, JOURNAL, Clash, Statement, Writer, connected


def line(number: int) -> list[Statement]:
    return [("INSERT INTO line VALUES (?)", (number,))]


def written(path: Path) -> list[int]:
    with sqlite3.connect(path) as reading:
        return [n for (n,) in reading.execute("SELECT n FROM line ORDER BY n")]


def with_writer(folder: Path, use: Callable[[Writer], Coroutine[Any, Any, None]]) -> Path:
    path = folder / "lines.sqlite"
    first = connected(path)
    first.execute("CREATE TABLE line (n INTEGER PRIMARY KEY)")

    async def run() -> None:
        writer = Writer(path)
        writer.open()
        await use(writer)
        await writer.close()

    asyncio.run(run())
    first.close()
    return path


def test_a_lone_move_is_written_at_once(tmp_path: Path) -> None:
    async def use(writer: Writer) -> None:
        # To grow a file takes the disk longer than to write over what is there.
        assert writer.path.with_name("lines.sqlite-wal").stat().st_size > JOURNAL
        first = writer.committed(line(1), "room")
        assert first.done()
        assert written(writer.path) == [1]
        # On its heels: the loop has waited for the disk enough.
        second = writer.committed(line(2), "room")
        assert not second.done()
        await second

    assert written(with_writer(tmp_path, use)) == [1, 2]


def test_a_number_that_is_taken_clashes_at_once(tmp_path: Path) -> None:
    async def use(writer: Writer) -> None:
        await writer.committed(line(1), "room")
        writer._rested = 0.0
        second = writer.committed(line(1), "room")
        assert second.done()
        with pytest.raises(Clash):
            await second

    assert written(with_writer(tmp_path, use)) == [1]


def test_the_loop_does_not_wait_for_somebody_else(tmp_path: Path) -> None:
    async def use(writer: Writer) -> None:
        other = connected(writer.path)
        other.execute("BEGIN IMMEDIATE")
        writing = writer.committed(line(1), "room")
        assert not writing.done()
        other.execute("ROLLBACK")
        await writing
        other.close()

    assert written(with_writer(tmp_path, use)) == [1]


def test_the_thread_looks_after_the_file_now_and_then(tmp_path: Path) -> None:
    async def use(writer: Writer) -> None:
        writer._in_a_row = IN_A_ROW
        writing = writer.committed(line(1), "room")
        assert not writing.done()
        await writing
        writer._rested = 0.0
        assert writer.committed(line(2), "room").done()

    assert written(with_writer(tmp_path, use)) == [1, 2]


class Slow:
    """A socket that takes something only when it is let."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.writable = asyncio.Event()

    def put(self, text: bytes) -> None:
        self.sent.append(text)


def test_what_a_socket_takes_is_sent_at_once_and_the_rest_in_order() -> None:
    async def run() -> None:
        socket = Slow()
        outbox = Outbox(socket)  # type: ignore[arg-type]
        socket.writable.set()
        outbox.put(b"1")
        assert socket.sent == [b"1"]
        socket.writable.clear()
        outbox.put(b"2")
        outbox.put(b"3")
        await asyncio.sleep(0)
        assert socket.sent == [b"1"]
        socket.writable.set()
        await outbox.drained()
        assert socket.sent == [b"1", b"2", b"3"]
        outbox.put(b"4")
        assert socket.sent == [b"1", b"2", b"3", b"4"]

    asyncio.run(run())
