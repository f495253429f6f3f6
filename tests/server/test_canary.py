"""Hidden kinds under random names: no byte sent to a viewer holds one before it is revealed.

What a viewer has been told of is not asked of the server: it is worked out from the record after
the end, entry by entry.
"""

import asyncio
import json
import multiprocessing
import random
import re
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import konspira
from examples.client import Client, at_random, post
from konspira.engine.contract import SPECTATOR
from konspira.engine.knowledge import from_entries
from konspira.engine.record import parsed, replayed
from konspira.games.duet import notation as duet
from tests.nursery import Nursery, OpenHouse
from tests.server.canaries import Canaries, named_cards

WORD = re.compile(rb"[bcdfghjkmpqrvwxz]{12}")
RULES = re.compile(rb'"rules":"(?:[^"\\]|\\.)*"')
DRAWER = re.compile(rb'id="region-rules".*</section>\s*</div></aside>', re.DOTALL)


class Ear:
    """A connection that keeps every byte, with the newest entry known when it came."""

    def __init__(self, socket: Any, heard: list[tuple[int, bytes]]) -> None:
        self.socket = socket
        self.heard = heard
        self.seq = -1

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def send(self, text: str) -> None:
        await self.socket.send(text)

    async def recv(self) -> str:
        text: str = await self.socket.recv()
        found = re.match(r'\{"t":"(?:table|welcome)".*?"seq":(-?\d+)', text)
        self.seq = max(self.seq, int(found[1]) if found else -1)
        self.heard.append((self.seq, text.encode()))
        return text


class Eared(Client):
    """A program whose every byte is kept; it also plays what is not legal, and asks why."""

    def __init__(self, house: str, room: str, secret: str, form: str) -> None:
        super().__init__(house, room, secret)
        self.form = form
        self.kept: list[tuple[int, bytes]] = []

    async def connected(self) -> Any:
        return Ear(await super().connected(), self.kept)


async def watched(client: Eared) -> None:
    """In form html, without playing, until the end."""
    socket = await Client.connected(client)
    await socket.send('{"t":"hello","form":"html","lang":"hu"}')
    ear = Ear(socket, client.kept)
    number = 0
    while True:
        text = await ear.recv()
        if '"over":true' in text and text.startswith('{"t":"table"'):
            break
        if text.startswith('{"t":"table"'):
            number += 1
            await ear.send(f'{{"t":"why","n":{number},"decision":0,"touched":["cell-a3"]}}')
            await ear.send(f'{{"t":"move","id":"w{number}","decision":-5,"moves":["resign x"]}}')
            await ear.send(f'{{"t":"draft","n":{number},"decision":-5,"moves":["done"]}}')
    await socket.close()


def page(client: Eared, path: str) -> tuple[int, bytes]:
    """A page as this viewer gets it, with the newest entry it can speak of."""
    content = fetched(client, path, "text/html")
    return json.loads(fetched(client, "/replay?at=0", "application/json"))["last"], content


def fetched(client: Eared, path: str, kind: str) -> bytes:
    headers = {"Accept": kind}
    if client.secret:
        headers["Authorization"] = f"Bearer {client.secret}"
    request = urllib.request.Request(f"{client.house}/r/{client.room}{path}", headers=headers)
    with urllib.request.urlopen(request) as answer:
        found: bytes = answer.read()
        return found


async def played(house: OpenHouse, key: str, options: dict[str, Any], forms: list[str]) -> Any:
    """A whole game; what each viewer was sent, and the record."""
    room = post(f"{house.url}/open", {"game": key, "options": options})["room"]
    at = f"{house.url}/r/{room}"
    seats = konspira.game(key, **options).seats
    secrets = [post(f"{at}/sit", {"seat": seat})["secret"] for seat in range(seats)]
    post(f"{at}/start", {}, secrets[0])
    luck = random.Random(4)
    who = [(seat, secret) for seat, secret in enumerate(secrets)] + [(SPECTATOR, "")]
    players = {seat: Eared(house.url, room, secret, "json") for seat, secret in who}
    html = {seat: Eared(house.url, room, secret, "html") for seat, secret in who}
    watching = [asyncio.create_task(watched(one)) for one in html.values() if "html" in forms]
    playing = asyncio.gather(
        *(one.play(at_random(luck)) for seat, one in players.items() if seat != SPECTATOR),
        players[SPECTATOR].play(lambda ask: []),
    )
    pages: dict[int, list[tuple[int, bytes]]] = {seat: [] for seat, _ in who}
    while not playing.done():
        await asyncio.sleep(0.3)
        for seat, one in players.items():
            if "html" in forms and one.kept and not one.table.get("over"):
                for path in ("", "/replay?at=0", "/replay"):
                    pages[seat].append(await asyncio.to_thread(page, one, path))
    await playing
    await asyncio.gather(*watching)
    with urllib.request.urlopen(f"{at}/record") as answer:
        record = answer.read().decode()
    sent = {seat: players[seat].kept + html[seat].kept + pages[seat] for seat, _ in who}
    return sent, record


def allowed(key: str, options: dict[str, Any], record: str, viewer: int) -> list[set[str]]:
    """After each entry: every word this viewer has been told of."""
    game = konspira.game(key, **options)
    _, log, differing = replayed(game, parsed(record))
    assert not differing
    found: list[set[str]] = []
    for n in range(len(log)):
        told = from_entries(game, log[: n + 1], viewer, "", False).told[-1]
        words = {word for code in told for word in re.findall(r"[\w-]+", game.text(code))}
        if key == "duet":  # a key is told by letters
            words |= {duet.COLOURS[at] for at, sign in enumerate("GKB") if keyed(game, told, sign)}
        found.append(words | (found[-1] if found else set()))
    return found


def keyed(game: Any, told: list[int], sign: str) -> bool:
    keys = [text for text in map(game.text, told) if text.startswith("key ")]
    return any(sign in text.rpartition(" ")[2] for text in keys)


def hits(
    sent: list[tuple[int, bytes]], may: list[set[str]], canaries: set[str], names: dict[str, str]
) -> Counter[str]:
    """Canaries by whether they may be heard; `names`: what a key is called."""
    found: Counter[str] = Counter()
    for seq, data in sent:
        known = may[min(max(seq, 0), len(may) - 1)]
        known = known | {names.get(word, word) for word in known}
        if seq >= len(may) - 1:
            continue  # after the end everything is open
        for word in set(WORD.findall(DRAWER.sub(b"", RULES.sub(b"", data)))):
            text = word.decode()
            if text in canaries:
                at = data.index(word)
                where = data[max(0, at - 60) : at + 30].decode(errors="replace")
                found["revealed" if text in known else f"LEAK at {seq}: {where}"] += 1
        found["bytes"] += len(data)
    return found


KEYS: list[tuple[str, dict[str, Any]]] = [
    ("kyoto", {"open_log": True}),
    ("kyoto", {"special_agents": True, "equipment": True, "open_log": True}),
    ("rogue", {"players": 2}),
    ("duet", {}),
]


def keys_run(url: str, folder: str, key: str, options: dict[str, Any], seed: int) -> str:
    """In a process of its own, in which the canaries are planted too."""
    planted = Canaries(seed)
    planted.plant()
    house = OpenHouse(None, 0, int(url.rpartition(":")[2]), Path(folder))  # type: ignore[arg-type]
    try:
        sent, record = asyncio.run(played(house, key, options, ["json"]))
    except urllib.error.HTTPError as error:
        raise RuntimeError(error.read().decode()) from None
    # Two moves are named after their cards, whatever these are called.
    moves = {"swap": planted.cards[8], "decoy": planted.cards[9]}
    return judged(sent, key, options, record, planted.all(), moves)


def judged(
    sent: dict[int, list[tuple[int, bytes]]],
    key: str,
    options: dict[str, Any],
    record: str,
    canaries: set[str],
    names: dict[str, str],
) -> str:
    total: Counter[str] = Counter()
    for viewer, data in sent.items():
        total += hits(data, allowed(key, options, record, viewer), canaries, names)
    leaks = [name for name in total if name.startswith("LEAK")]
    assert not leaks, leaks
    assert total["revealed"]  # the canaries do sing
    heard = total["revealed"]
    return f"{total['bytes']} bytes, {heard} canaries heard after their reveal, none before"


@pytest.mark.parametrize(("key", "options"), KEYS)
def test_no_key_of_a_hidden_kind_is_sent_before_its_reveal(
    forked: Nursery, tmp_path: Path, key: str, options: dict[str, Any]
) -> None:
    house = forked.begin(tmp_path / "data", canary=7)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.apply(keys_run, (house.url, str(tmp_path), key, options, 7)))
    house.stop()


def test_no_name_of_a_card_is_drawn_before_its_reveal(forked: Nursery, tmp_path: Path) -> None:
    names = named_cards(tmp_path / "names", 3)
    house = forked.begin(tmp_path / "data", data={"kyoto": str(tmp_path / "names")})
    sent, record = asyncio.run(played(house, "kyoto", {"open_log": True}, ["json", "html"]))
    house.stop()
    print(judged(sent, "kyoto", {"open_log": True}, record, set(names.values()), names))
    for data in sent.values():  # the drawer of rules names every card, whatever happens
        assert len({drawer for _, one in data for drawer in DRAWER.findall(one)}) == 1
