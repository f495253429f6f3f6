"""`kill -9` under load: what was acknowledged is there, once, and everybody converges."""

import asyncio
import http.client
import json
import random
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from examples.client import Client, Refused, at_random, post
from konspira.server.sitting import now_ms
from tests.nursery import Nursery, OpenHouse

TABLES = 10
BEFORE_COMMIT, BEFORE_ACK, BEFORE_PUSH = "before commit", "before acknowledgement", "before push"
PHASES = {
    "apply": BEFORE_COMMIT,
    "commit": BEFORE_COMMIT,
    "committed": BEFORE_ACK,
    "acknowledge": BEFORE_ACK,
    "push": BEFORE_PUSH,
}


class Pair:
    """Two programs that play one game after the other, whatever happens to the server."""

    def __init__(self, url: str, luck: random.Random) -> None:
        self.url = url
        self.luck = luck
        self.clients: list[Client] = []
        self.finished: list[Client] = []
        self.stopping = False

    async def run(self) -> None:
        while not self.stopping:
            try:
                self.clients = await asyncio.to_thread(self._open)
            except (OSError, http.client.HTTPException, Refused):
                await asyncio.sleep(0.05)  # the house is down: another room then
                continue
            await asyncio.gather(*(one.play(at_random(self.luck)) for one in self.clients))
            self.finished += self.clients
            self.clients = []

    def _open(self) -> list[Client]:
        room = post(f"{self.url}/open", {"game": "kyoto"})["room"]
        at = f"{self.url}/r/{room}"
        secrets = [post(f"{at}/sit", {"seat": seat})["secret"] for seat in (0, 1)]
        post(f"{at}/start", {}, secrets[0])
        return [Client(self.url, room, secret) for secret in secrets]

    def everybody(self) -> list[Client]:
        return [*self.finished, *self.clients]


class Load:
    def __init__(self, forked: Nursery, folder: Path, seed: int) -> None:
        self.forked = forked
        self.folder = folder
        self.phases = folder.parent / "phases"
        self.luck = random.Random(seed)
        self.house = forked.begin(folder, phases=str(self.phases))
        self.pairs = [Pair(self.house.url, self.luck) for _ in range(TABLES)]
        self.split: Counter[str] = Counter()
        self.kills = 0
        self.in_flight = 0
        self.unclear: list[tuple[str, str, int]] = []

    def acknowledged(self) -> int:
        return sum(len(one.acknowledged) for pair in self.pairs for one in pair.everybody())

    async def killed(self, house: OpenHouse, die: list[object] | None = None) -> OpenHouse:
        """Wait for the end of one house, and open the next."""
        read = self.phases.stat().st_size if self.phases.exists() else 0
        if die is None:
            await asyncio.sleep(self.luck.uniform(0.02, 0.35))
            house.kill()
        else:
            while house.alive():
                await asyncio.sleep(0.005)
        self._count(read)
        return await asyncio.to_thread(
            self.forked.begin, self.folder, house.port, phases=str(self.phases)
        )

    def _count(self, read: int) -> None:
        """In which phase were the moves that nobody has acknowledged?"""
        last: dict[str, str] = {}
        with self.phases.open() as file:
            file.seek(read)
            for line in file:
                phase, _, room = line.strip().partition(" ")
                last[room] = phase
        self.kills += 1
        waiting = [one for pair in self.pairs for one in pair.clients if one.waiting is not None]
        self.in_flight += bool(waiting)
        for client in waiting:
            assert client.waiting is not None
            reached = PHASES.get(last.get(client.room, ""))
            if reached is not None:
                self.split[reached] += 1
            else:
                self.unclear.append((client.room, client.waiting["id"], now_ms()))

    def clear(self, written: dict[tuple[str, str], int]) -> None:
        """Moves with no trace of a phase: had they been written before the kill, or not begun?"""
        for room, client, killed in self.unclear:
            done = written.get((room, client), killed + 1) <= killed
            self.split["pushed, the answer on its way" if done else BEFORE_COMMIT] += 1

    async def converged(self) -> None:
        """Everybody is told the same as somebody who comes anew."""
        for pair in self.pairs:
            for client in pair.clients:
                fresh = Client(client.house, client.room, client.secret)
                socket = await fresh.connected()
                while not fresh.table:
                    frame = json.loads(await asyncio.wait_for(socket.recv(), 20))
                    if frame["t"] == "table":
                        fresh.read(frame)
                await socket.close()
                assert (client.seq, client.hash) == (fresh.seq, fresh.hash)
                assert client.table["view"] == fresh.table["view"]


async def killed_often(forked: Nursery, folder: Path, kills: int, at_phase: int, seed: int) -> str:
    load = Load(forked, folder, seed)
    running = [asyncio.create_task(pair.run()) for pair in load.pairs]
    house = load.house
    for number in range(kills):
        # There is load again when this house has acknowledged something.
        enough = load.acknowledged() + TABLES
        while load.acknowledged() < enough:
            await asyncio.sleep(0.01)
            for task in running:
                if task.done():
                    task.result()  # a chain that does not fit is raised here
        house = await load.killed(house)
        if number < at_phase:  # and then at this very step
            house.kill()
            step = ("commit", "committed", "acknowledge", "push")[number % 4]
            die = [step, load.luck.randrange(2, 40)]
            house = await asyncio.to_thread(
                forked.begin, folder, house.port, phases=str(load.phases), die=die
            )
            house = await load.killed(house, die)
    await asyncio.sleep(0.5)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    for _ in range(2):  # what one of them sends again, the other hears the second time
        for pair in load.pairs:
            for client in pair.clients:  # whoever was in the middle of something hears its end
                await settled(client)
    await load.converged()
    house.stop()
    written = entries(folder)
    clients = [one for pair in load.pairs for one in pair.everybody()]
    acknowledged = kept_once(written, clients)
    load.clear({name: rows[0][1] for name, rows in written.items()})
    split = ", ".join(f"{name} {count}" for name, count in sorted(load.split.items()))
    assert load.in_flight >= load.kills / 2
    return (
        f"{load.kills} kills, {load.in_flight} with moves in flight ({split}); "
        f"{acknowledged} acknowledged moves, each there once"
    )


async def settled(client: Client) -> None:
    """The last move is acknowledged or refused, and all is read."""
    socket = await client.connected()
    if client.waiting is not None:
        await socket.send(json.dumps(client.waiting))
    await socket.send(json.dumps({"t": "ping"}))
    while True:
        frame = json.loads(await asyncio.wait_for(socket.recv(), 20))
        if frame["t"] == "table":
            client.read(frame)
        elif frame["t"] == "done" and client.waiting and frame["id"] == client.waiting["id"]:
            client.acknowledged[frame["id"]] = frame["seq"]
        elif frame["t"] == "pong":
            break
    await socket.close()


def entries(folder: Path) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """What is in the file: number and time of every entry, by room and the client's id."""
    with sqlite3.connect(folder / "konspira.sqlite") as file:
        rows = file.execute("SELECT room, seq, at, line FROM entry").fetchall()
    kept: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for room, seq, at, line in rows:
        client = json.loads(line).get("client")
        if client:
            kept.setdefault((room, client), []).append((seq, at))
    return kept


def kept_once(kept: dict[tuple[str, str], list[tuple[int, int]]], clients: list[Client]) -> int:
    """Every acknowledged move is in the file, once, under the number that was told."""
    count = 0
    for one in clients:
        for id_, seq in one.acknowledged.items():
            assert [at for at, _ in kept.get((one.room, id_), [])] == [seq], (one.room, id_, seq)
            count += 1
    assert all(len(numbers) == 1 for numbers in kept.values())
    assert count
    return count


def test_nothing_acknowledged_is_lost(forked: Nursery, tmp_path: Path) -> None:
    print(asyncio.run(killed_often(forked, tmp_path / "data", 50, 8, 1)))


@pytest.mark.prove
def test_nothing_acknowledged_is_lost_in_many_kills(forked: Nursery, tmp_path: Path) -> None:
    print(asyncio.run(killed_often(forked, tmp_path / "data", 200, 40, 2)))
