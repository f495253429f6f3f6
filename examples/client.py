"""A program at a live table: it opens a room, sits down, asks a bot in and plays at random.

    python examples/client.py http://localhost:8000 kyoto
    python examples/client.py --join "http://localhost:8000/r/ROOM?seat=1&program=1"

The second takes a free seat in somebody's room, by the link that its lobby gives for programs.

It speaks the protocol of docs/protocol.md in form `json`, checks the chain of what it was told,
and comes back after a cut without losing or repeating a move.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

Frame = dict[str, Any]
Choose = Callable[[Frame], list[str]]


class Refused(RuntimeError):
    """The house says no, and why."""

    def __init__(self, reason: str, text: str) -> None:
        self.reason = reason
        super().__init__(text)


def post(url: str, facts: Frame, secret: str = "") -> Frame:
    """Do something around the game, such as sitting down."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    request = urllib.request.Request(url, json.dumps(facts).encode(), headers)
    try:
        with urllib.request.urlopen(request) as answer:
            told: Frame = json.loads(answer.read() or b"{}")
            return told
    except urllib.error.HTTPError as error:
        refusal = json.loads(error.read() or b"{}")
        raise Refused(refusal.get("reason", ""), refusal.get("text", str(error))) from None


def compact(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class Client:
    """One seat of one room."""

    def __init__(self, house: str, room: str, secret: str = "") -> None:
        self.house = house.rstrip("/")
        self.room = room
        self.secret = secret
        self.seq = -1
        self.hash = ""
        self.table: Frame = {}
        self.waiting: Frame | None = None  # the move that was not acknowledged yet
        self.played = -1  # the entry of the last own move
        self.acknowledged: dict[str, int] = {}  # ids of moves that are on disk, and their numbers

    async def connected(self) -> ClientConnection:
        url = self.house.replace("http", "ws", 1) + f"/r/{self.room}/live"
        headers = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        socket = await connect(url, additional_headers=headers, compression=None)
        await socket.send(json.dumps({"t": "hello", "form": "json", "from": self.seq}))
        return socket

    def read(self, table: Frame) -> None:
        """Take in a table, and check that nothing was left out on the way."""
        entries = [*table.get("missed", []), table["entry"]]
        if self.seq >= 0 and table["seq"] > self.seq:
            chain = self.hash
            for expected, entry in enumerate(entries, self.seq + 1):
                if entry["n"] != expected:
                    raise RuntimeError(f"entry {entry['n']} came instead of {expected}")
                link = bytes.fromhex(chain) + compact(entry)
                chain = hashlib.blake2b(link, digest_size=8).hexdigest()
            if chain != table["hash"]:
                raise RuntimeError(f"what was told up to entry {table['seq']} does not fit")
        self.seq, self.hash, self.table = table["seq"], table["hash"], table

    async def play(self, choose: Choose) -> Frame:
        """To the end of the game, through all cuts; the last table."""
        while True:
            try:
                socket = await self.connected()
                async with socket:
                    if await self.sat(socket, choose):
                        return self.table
            except InvalidStatus:  # there is no such room
                raise
            except (WebSocketException, OSError):
                await asyncio.sleep(0.1)

    async def sat(self, socket: ClientConnection, choose: Choose) -> bool:
        """Until the game is over or the connection is cut."""
        if self.waiting is not None:
            await socket.send(json.dumps(self.waiting))  # the same id: never played twice
        while not self.table.get("over"):
            ask = self.question()
            if ask is not None:
                await self.answer(socket, ask, choose)
            if self.question() is None:
                self.hear(json.loads(await socket.recv()))
        return True

    def hear(self, frame: Frame) -> None:
        if frame["t"] == "table":
            self.read(frame)
        elif frame["t"] in ("done", "refused") and self.waiting is not None:
            if frame["id"] == self.waiting["id"]:
                self.waiting = None
                if frame["t"] == "done":
                    self.acknowledged[frame["id"]] = frame["seq"]
                    self.played = frame["seq"]
        elif frame["t"] == "error":
            raise RuntimeError(frame["text"])

    def question(self) -> Frame | None:
        """What is asked of this seat and not yet answered."""
        ask: Frame | None = self.table.get("ask")
        if self.waiting is not None or self.seq < self.played or not ask:
            return None
        return ask if ask["decision"] >= 0 else None

    async def answer(self, socket: ClientConnection, ask: Frame, choose: Choose) -> None:
        """Put a whole answer together, asking for the moves of a compound one by one."""
        moves = choose(ask)
        while True:
            draft = {"t": "draft", "n": len(moves), "decision": ask["decision"], "moves": moves}
            await socket.send(json.dumps(draft))
            drafted: Frame = {}
            while drafted.get("n") != len(moves):
                frame = json.loads(await socket.recv())
                if frame["t"] == "drafted":
                    drafted = frame
                    continue
                self.hear(frame)
                refused = frame["t"] == "refused" and frame["id"] == f"draft-{len(moves)}"
                if refused or self.question() != ask:
                    return  # somebody else was faster
            if drafted["complete"]:
                break
            moves = [*moves, *choose(drafted["ask"])]
        self.waiting = {
            "t": "move",
            "id": secrets.token_hex(8),
            "decision": ask["decision"],
            "moves": moves,
        }
        await socket.send(json.dumps(self.waiting))


def opened(house: str, game: str, options: Frame | None = None, bot: str = "random") -> Client:
    """A new room with this program in the first seat and bots in all others, begun."""
    room = post(f"{house}/open", {"game": game, "options": options or {}})["room"]
    at = f"{house}/r/{room}"
    nonce = secrets.token_hex(16)  # nobody else knows it before the chance is committed
    secret = post(f"{at}/sit", {"seat": 0, "name": "Example", "nonce": nonce})["secret"]
    seat = 1
    while True:
        try:
            post(f"{at}/bot", {"seat": seat, "bot": bot}, secret)
        except Refused as refused:
            if refused.reason != "no_seat":
                raise
            break
        seat += 1
    post(f"{at}/start", {}, secret)
    return Client(house, room, secret)


def joined(link: str, name: str = "Example") -> Client:
    """A seat in a room that is there already. The game begins when somebody starts it."""
    parts = urlsplit(link)
    house, room = f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/")[2]
    asked = parse_qs(parts.query)
    if "seat" not in asked:
        raise ValueError("the link names no seat")
    seat = int(asked["seat"][0])
    # Who says to be a program has to answer in time, and loses if it does not.
    facts = {"seat": seat, "name": name, "nonce": secrets.token_hex(16), "program": True}
    return Client(house, room, post(f"{house}/r/{room}/sit", facts)["secret"])


def at_random(luck: random.Random) -> Choose:
    return lambda ask: [luck.choice(ask["moves"])]


def main() -> None:
    parser = argparse.ArgumentParser(description="Play one game at random.")
    parser.add_argument("house", nargs="?", default="http://localhost:8000")
    parser.add_argument("game", nargs="?", choices=("kyoto", "rogue", "duet"), default="kyoto")
    parser.add_argument("--join", metavar="LINK", help="take this seat, open no room")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    try:
        if options.join:
            client = joined(options.join)
        else:
            client = opened(options.house, options.game, bot=options.bot)
    except (Refused, OSError, ValueError) as error:  # no house there, or another kind of house
        parser.exit(1, f"{error}\n")
    print(f"{client.house}/r/{client.room}", flush=True)
    table = asyncio.run(client.play(at_random(random.Random(options.seed))))
    print(f"{table['seq']} entries, {table['outcome']}")


if __name__ == "__main__":
    main()
