"""Connections that are cut, moves that are sent twice, and several hands on one seat."""

import asyncio
import json
import random
from collections import Counter
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from examples.client import Client, post
from tests.nursery import OpenHouse
from tests.server.table import PATIENCE

Frame = dict[str, Any]


def opened(house: OpenHouse, game: str = "kyoto") -> tuple[str, list[str]]:
    """A begun room and the secrets of its two seats."""
    room = post(f"{house.url}/open", {"game": game})["room"]
    at = f"{house.url}/r/{room}"
    secrets = [post(f"{at}/sit", {"seat": seat})["secret"] for seat in (0, 1)]
    post(f"{at}/start", {}, secrets[0])
    return room, secrets


class Hand:
    """One connection of a seat; it knows every answer that it was given."""

    def __init__(self, house: OpenHouse, room: str, secret: str) -> None:
        self.client = Client(house.url, room, secret)
        self.answers: dict[str, list[Frame]] = {}

    async def open(self) -> None:
        self.socket = await self.client.connected()
        await self.heard("table")

    async def heard(self, *kinds: str) -> Frame:
        while True:
            async with asyncio.timeout(PATIENCE):
                frame: Frame = json.loads(await self.socket.recv())
            if frame["t"] == "table":
                self.client.read(frame)
            elif frame["t"] in ("done", "refused"):
                self.answers.setdefault(frame["id"], []).append(frame)
            if frame["t"] in kinds:
                return frame

    async def send(self, frame: Frame) -> None:
        await self.socket.send(json.dumps(frame))

    async def quiet(self) -> None:
        """Everything that was sent so far has been answered."""
        await self.send({"t": "ping"})
        await self.heard("pong")

    async def whole(self, luck: random.Random, ask: Frame) -> list[str]:
        """A whole legal answer."""
        moves = [luck.choice(ask["moves"])]
        while True:
            await self.send({"t": "draft", "n": 1, "decision": ask["decision"], "moves": moves})
            drafted = await self.heard("drafted", "refused")
            if drafted["t"] == "refused" or drafted["complete"]:
                return moves
            moves.append(luck.choice(drafted["ask"]["moves"]))


async def clashing(house: OpenHouse, wanted: int, seed: int) -> Counter[str]:
    """Three hands on each seat answer at once, each twice: one answer is accepted."""
    luck = random.Random(seed)
    found: Counter[str] = Counter()
    while found["conflicting or repeated"] < wanted:
        room, secrets = await asyncio.to_thread(opened, house)
        seats = [[Hand(house, room, secret) for _ in range(3)] for secret in secrets]
        hands = [hand for seat in seats for hand in seat]
        await asyncio.gather(*(hand.open() for hand in hands))
        while not hands[0].client.table.get("over") and found["conflicting or repeated"] < wanted:
            asked = [seat for seat in seats if seat[0].client.table["ask"]["decision"] >= 0]
            moves: list[tuple[Hand, Frame]] = []
            for seat in asked:
                ask = seat[0].client.table["ask"]
                for number, hand in enumerate(seat):
                    answer = await seat[0].whole(luck, ask)
                    move_id = f"{found['decisions']}-{number}"
                    facts = {"decision": ask["decision"], "moves": answer}
                    moves.append((hand, {"t": "move", "id": move_id, **facts}))
            found["decisions"] += len(asked)
            await asyncio.gather(*(hand.send(move) for hand, move in moves * 2))
            await asyncio.gather(*(hand.quiet() for hand in hands))
            for seat in asked:
                answers = [hand.answers[move["id"]] for hand, move in moves if hand in seat]
                assert all(len(each) == 2 for each in answers)
                assert all(first == second for first, second in answers)
                accepted = [first for first, _ in answers if first["t"] == "done"]
                refused = [first["reason"] for first, _ in answers if first["t"] == "refused"]
                assert len(accepted) == 1
                assert set(refused) <= {"answered_already", "not_asked", "over"}
                found["conflicting or repeated"] += 2 * len(answers) - 1
            if len(asked) == 2:
                found["both seats at once, both accepted"] += 1
            for hand in hands:
                hand.answers.clear()
                await hand.quiet()
            numbers = {(hand.client.seq, len(hand.client.table["entry"])) for hand in hands}
            assert len(numbers) == 1
        for hand in hands:
            await hand.socket.close()
    assert found["both seats at once, both accepted"]
    return found


class Cut(Hand):
    """A hand whose connection is cut after so many messages, and comes back."""

    def __init__(self, house: OpenHouse, room: str, secret: str, luck: random.Random) -> None:
        super().__init__(house, room, secret)
        self.luck = luck
        self.left = 0
        self.cuts: Counter[str] = Counter()
        self.sent = 0
        self.met = -1  # the newest entry when the connection began
        self.resent = False
        self.building: tuple[int, list[str]] = (-1, [])
        self.compounds: set[str] = set()  # kinds of decisions that take several moves
        self.views: dict[int, Frame] = {}

    async def play(self, share: float) -> None:
        """A whole game through cuts; `share` of the connections end after few messages."""
        while not self.client.table.get("over"):
            self.left = self.luck.randrange(1, 13) if self.luck.random() < share else 10**6
            try:
                self.socket = await self.client.connected()
                self.boundary("hello sent")
                self.resent = self.client.waiting is not None
                if self.client.waiting is not None:
                    await self.send(self.client.waiting)
                    self.boundary("move sent again")
                await self.sit()
            except (ConnectionClosed, ConnectionError):
                continue

    async def sit(self) -> None:
        while not self.client.table.get("over"):
            ask = self.client.question()
            if ask is not None:
                await self.answer(ask)
            if self.client.question() is None:
                await self.message()

    async def message(self) -> Frame:
        async with asyncio.timeout(PATIENCE):
            frame: Frame = json.loads(await self.socket.recv())
        played = self.client.played
        self.client.hear(frame)
        if self.resent and self.client.played != played and self.client.played <= self.met:
            self.cuts[LOST] += 1
        if frame["t"] == "welcome":
            self.met = frame["seq"]
        if frame.get("reason") == "compound_open":
            self.compounds.add(self.client.table["ask"]["kind"])
        if frame["t"] == "table":
            self.views[frame["seq"]] = frame["view"]
        self.boundary(f"{frame['t']} received")
        return frame

    async def answer(self, ask: Frame) -> None:
        if self.building[0] != ask["decision"]:
            self.building = ask["decision"], [self.luck.choice(ask["moves"])]
        moves = self.building[1]  # a page keeps its draft through a cut
        while ask["kind"] in self.compounds:
            draft = {"t": "draft", "n": len(moves), "decision": ask["decision"], "moves": moves}
            await self.send(draft)
            self.boundary("draft sent")
            drafted = await self.message()
            while drafted["t"] not in ("drafted", "refused"):
                drafted = await self.message()
            if drafted["t"] == "refused":
                return
            if drafted["complete"]:
                break
            if drafted["n"] == len(moves):
                moves.append(self.luck.choice(drafted["ask"]["moves"]))
        self.sent += 1
        move_id = f"{self.client.secret[:6]}-{self.sent}"
        facts = {"decision": ask["decision"], "moves": moves}
        self.client.waiting = {"t": "move", "id": move_id, **facts}
        await self.send(self.client.waiting)
        if self.left == 1:  # while the move is being written, or just after
            await asyncio.sleep(self.luck.uniform(0, 0.02))
        self.boundary("move sent, not acknowledged")

    def boundary(self, where: str) -> None:
        """Between two messages: here the connection may end, without a goodbye."""
        self.left -= 1
        if self.left == 0:
            self.cuts[where] += 1
            self.socket.transport.abort()
            raise ConnectionResetError


async def cut_often(house: OpenHouse, wanted: int, seed: int) -> Counter[str]:
    luck = random.Random(seed)
    found: Counter[str] = Counter()
    while found.total() - found[LOST] < wanted:
        for table in await asyncio.gather(*(cut_table(house, luck) for _ in range(4))):
            found += table
    return found


async def cut_table(house: OpenHouse, luck: random.Random) -> Counter[str]:
    """One game: two who are cut all the time, beside two who never are."""
    found: Counter[str] = Counter()
    room, secrets = await asyncio.to_thread(opened, house)
    players = [Cut(house, room, secret, luck) for secret in secrets]
    calm = [Cut(house, room, secret, luck) for secret in secrets]
    for watcher in calm:  # never cut, and only watching
        watcher.left = 10**9
        watcher.client.waiting = {"t": "ping", "id": "watching"}
    await asyncio.gather(
        *(player.play(0.95) for player in players), *(one.play(0.0) for one in calm)
    )
    for player, watcher in zip(players, calm, strict=True):
        found += player.cuts
        assert not watcher.cuts
        mine, theirs = player.client.table, watcher.client.table
        assert (mine["seq"], mine["hash"], mine["view"], mine["outcome"]) == (
            theirs["seq"],
            theirs["hash"],
            theirs["view"],
            theirs["outcome"],
        )
        for seq, view in player.views.items():
            assert view == watcher.views.get(seq, view)
        assert set(player.views) <= set(watcher.views)
    for one in (*players, *calm):
        await one.socket.close()
    return found


LOST = "of these: on disk, the acknowledgement lost"
EVERYWHERE = {
    LOST,
    "hello sent",
    "welcome received",
    "room received",
    "table received",
    "draft sent",
    "drafted received",
    "move sent, not acknowledged",
    "move sent again",
    "done received",
}


def test_exactly_one_of_conflicting_moves_is_accepted(house: OpenHouse) -> None:
    print(dict(asyncio.run(clashing(house, 1000, 1))))


def test_a_cut_client_is_told_the_same(house: OpenHouse) -> None:
    found = asyncio.run(cut_often(house, 1000, 1))
    print(dict(found))
    assert set(found) >= EVERYWHERE


@pytest.mark.prove
def test_exactly_one_of_many_conflicting_moves_is_accepted(house: OpenHouse) -> None:
    print(dict(asyncio.run(clashing(house, 10_000, 2))))


@pytest.mark.prove
def test_a_client_that_is_cut_very_often_is_told_the_same(house: OpenHouse) -> None:
    found = asyncio.run(cut_often(house, 10_000, 2))
    print(dict(found))
    assert set(found) >= EVERYWHERE
