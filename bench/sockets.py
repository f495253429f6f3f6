"""One server process, many rooms with two live programs each: `python -m bench sockets`.

The load is this process, the server another one. Every table is checked for its number and its
chain; a move counts when it is acknowledged, which is after its fsync. Memory is what the server
resides in: from before the first room to after the last (rooms), and from there to when everybody
is connected and has their table (connections).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from examples.client import Client, post

ROOMS = 1000
RATE = 200.0  # moves a second, over all rooms
SECONDS = 10.0
PORT = 18737


def resident(pid: int) -> int:
    """kB in memory."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1])


def worked(pid: int) -> float:
    """CPU-seconds so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Seat(Client):
    """Answers when it is told to, and measures."""

    def __init__(self, house: str, room: str, secret: str, name: str) -> None:
        super().__init__(house, room, secret)
        self.name = name
        self.sent_at = 0.0
        self.done: list[float] = []
        self.seen: list[float] = []
        self.other: Seat | None = None

    async def listen(self) -> None:
        self.socket = await self.connected()
        async for text in self.socket:
            frame = json.loads(text)
            waited = self.waiting is not None
            self.hear(frame)  # raises if a number or the chain does not fit
            if waited and self.waiting is None:
                self.done.append(time.perf_counter() - self.sent_at)
            if frame["t"] == "table" and self.other is not None and self.other.sent_at:
                if frame["entry"].get("seat") == self.other.name:
                    self.seen.append(time.perf_counter() - self.other.sent_at)

    async def move(self, luck: random.Random) -> bool:
        ask = self.question()
        if ask is None:
            return False
        facts = {"decision": ask["decision"], "moves": [luck.choice(ask["moves"])]}
        self.waiting = {"t": "move", "id": f"{luck.random():.12f}", **facts}
        self.sent_at = time.perf_counter()
        await self.socket.send(json.dumps(self.waiting))
        return True


def opened(house: str) -> list[Seat]:
    room = post(f"{house}/open", {"game": "duet"})["room"]
    at = f"{house}/r/{room}"
    secrets = [post(f"{at}/sit", {"seat": seat})["secret"] for seat in (0, 1)]
    post(f"{at}/start", {}, secrets[0])
    seats = [Seat(house, room, secret, name) for secret, name in zip(secrets, "AB", strict=True)]
    seats[0].other, seats[1].other = seats[1], seats[0]
    return seats


async def load(house: str, pid: int, rooms: int) -> None:
    await asyncio.to_thread(opened, house)  # what is loaded once is no room's
    empty = resident(pid)
    tables = [await asyncio.to_thread(opened, house) for _ in range(rooms)]
    before = resident(pid)
    tasks = [asyncio.create_task(seat.listen()) for table in tables for seat in table]
    while not all(seat.table for table in tables for seat in table):
        await asyncio.sleep(0.1)
        for task in tasks:
            if task.done():
                task.result()
    each, room = (resident(pid) - before) / (2 * rooms), (before - empty) / rooms
    luck = random.Random(1)
    began, busy, sent = time.perf_counter(), worked(pid), 0
    while time.perf_counter() - began < SECONDS:
        for seat in luck.choice(tables):
            if await seat.move(luck):
                sent += 1
                break
        await asyncio.sleep(max(0.0, began + sent / RATE - time.perf_counter()))
    took = time.perf_counter() - began
    while any(seat.waiting for table in tables for seat in table):
        await asyncio.sleep(0.1)
    cpu = worked(pid) - busy
    done = sorted(one for table in tables for seat in table for one in seat.done)
    seen = [one for table in tables for seat in table for one in seat.seen]
    half, most = 1000 * done[len(done) // 2], 1000 * done[int(0.99 * len(done))]
    print(
        f"sockets: {2 * rooms} in {rooms} rooms, {each:.0f} kB a connection, {room:.0f} kB a room; "
        f"{sent / took:.0f} moves/s, acknowledged after {half:.1f} ms (p50), {most:.1f} ms (p99); "
        f"seen by the other after {1000 * statistics.median(seen):.1f} ms (median); "
        f"{1000 * cpu / len(done):.2f} ms of the server's CPU for each move"
    )
    for task in tasks:
        task.cancel()


def main(rooms: int = ROOMS) -> None:
    house = f"http://127.0.0.1:{PORT}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "konspira", "serve", "--no-browser"]
        server = subprocess.Popen(
            [*command, "--port", str(PORT), "--data", folder], stdout=subprocess.PIPE
        )
        try:
            assert server.stdout is not None
            server.stdout.readline()
            asyncio.run(load(house, server.pid, rooms))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
