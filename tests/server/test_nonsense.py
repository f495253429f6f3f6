"""Whatever is sent, the house answers with a sentence, keeps the line open and goes on."""

import asyncio
import http.client
import json
import random
import urllib.parse
from typing import Any

import pytest

from tests.nursery import OpenHouse
from tests.server.table import Frame, Guest, Live, seated

TEXTS = [
    *[
        "",
        " ",
        "\0",
        "😀",
        "é" * 50,
        "\u202eabc",
        "a" * 5000,
        "../../etc/passwd",
        "<script>",
        "%s%n",
    ],
    *["\n\r", "-1", "1e999", "٣", "１", "0x10", "NaN", "None", "true", "{}", "touch", "touch z9"],
    *["clue", "clue ", "clue  3", "clue a 99999999999999999999", "clue! a 1", "timeout", "red"],
    *["red a3 a4", "place a1", "done", "key a1 GK", "word a1 abc", "shown A a1 green", "x" * 119],
]
VALUES: list[Any] = [None, True, 0, -1, 2**31, 2**63, 2**64, -(2**63), 10**300, 1.5, 1e308, [], {}]
VALUES += [[[]], [None], ["a"] * 100, {"a": {"b": [1]}}, "\udcff"]
KINDS = "hello press move aside undo draft why say pin seat lang ping hint nothing".split()
BROKEN = [b"[1]", b"null", b"{", b"\xff\xfe", b'"a"', b"1e9999", b"[" * 30000, b'{"a":' * 400]
ADDRESSES = (
    "/ /join /open /duet/campaign /duet/campaign/x /duet/campaign/x/start /duet/day /static/x/y "
    "/r/%00 /r/%ff%fe /r/nowhere /r/R /r/R/sit /r/R/device /r/R/seat/x /r/R/report /r/R/replay "
    "/r/R/record /r/R/verify /r/R/practice /r/R/bot /r/R/name /r/R/leave /r/R/kick /r/R/options "
    "/r/R/ready /r/R/start /r/R/pause /r/R/resume /r/R/replace /r/R/claim /r/R/rematch /r/R/nothing"
).split()
FIELDS = (
    "seat name bot options game nonce ink member exchange text clock term wins alone first lang "
    "mission date at as words"
).split()
OPTIONS = "players mode words lang tokens level mission data clashes equipment module".split()


class Nonsense:
    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)

    def value(self) -> Any:
        return self.luck.choice(TEXTS if self.luck.random() < 0.6 else VALUES)

    def frame(self, ask: Frame | None) -> str | bytes:
        """Mostly a frame of the protocol with a field or two that make no sense."""
        luck = self.luck
        moves = ask["moves"] if ask and ask.get("moves") and luck.random() < 0.3 else TEXTS
        right: Frame = {
            "id": f"{luck.random()}",
            "decision": ask["decision"] if ask else 0,
            "moves": [luck.choice(moves)[:119]],
            "move": luck.choice(TEXTS)[:100],
            "seq": luck.randrange(-2, 9),
            "n": 1,
            "text": luck.choice(TEXTS)[:80],
            "touched": [luck.choice(TEXTS)[:80]],
            "to": luck.choice(["all", "seat-0", "seat-1", "x"]),
            "seat": luck.choice([0, 1, None, 7, -1]),
            "lang": luck.choice(["pl", "xx", ""]),
            "from": luck.choice([-1, 0, 99, -99, 2**62]),
            "side": luck.choice([{}, {"all": -5}, {"all": 99}, {"seat-0": -100}]),
            "form": luck.choice(["html", "json"]),
            "nonce": luck.choice(["", "zz", "ab" * 20]),
            "drawn": luck.choice([{}, {"log": 5}, {"board": -1}]),
        }
        chosen = {name: fact for name, fact in right.items() if luck.random() < 0.95}
        if luck.random() < 0.5:
            chosen[luck.choice(list(right))] = self.value()
        text = json.dumps({"t": luck.choice(KINDS), **chosen})
        if luck.random() < 0.05:
            return text[: luck.randrange(len(text))]
        return text.encode()[:7000] if luck.random() < 0.03 else text

    def request(self, room: str, cookie: str) -> tuple[str, str, bytes | None, dict[str, str]]:
        luck = self.luck
        facts = {name: self.value() for name in luck.sample(FIELDS, luck.randrange(6))}
        if luck.random() < 0.5:
            facts["game"] = luck.choice(["kyoto", "rogue", "duet", "x"])
        if luck.random() < 0.3:
            facts["options"] = {luck.choice(OPTIONS): self.value()}
        odd = ["konspira=x", "theme=<b>; konspira=" + "z" * 30, "a" * 4000, ""]
        headers = {"Cookie": cookie if luck.random() < 0.8 else luck.choice(odd)}
        if luck.random() < 0.1:
            headers["Authorization"] = luck.choice(["Bearer", "Bearer x", "Basic x", "Bearer é"])
        if luck.random() < 0.2:
            headers["Accept-Language"] = luck.choice(["pl", "x" * 1000, ";;;q=", "hu;q=nan", "*"])
        if luck.random() < 0.6:
            headers["Content-Type"] = "application/json"
            body = luck.choice(BROKEN) if luck.random() < 0.1 else json.dumps(facts).encode()
        else:
            texts = {name: str(fact) for name, fact in facts.items()}
            body = urllib.parse.urlencode(texts, errors="replace").encode()
            if luck.random() < 0.1:
                body = luck.choice([b"\xff\xfe=1", b"%ff=%fe&seat=%00", b"&" * 500])
        if luck.random() < 0.3:
            headers["Accept"] = "application/json"
        asked = {name: str(self.value()) for name in luck.sample(["at", "as", "lang", "date"], 2)}
        query = "?" + urllib.parse.urlencode(asked, errors="replace") if luck.random() < 0.5 else ""
        method = luck.choice(["GET", "POST", "POST", "PUT"])
        path = luck.choice(ADDRESSES).replace("R", room)
        return method, path + query, body if method != "GET" else None, headers


async def lives(line: Live, sent: str | bytes) -> list[Frame]:
    """What is answered; that something is, shows that the line is open."""
    await line.socket.send(sent)
    await line.socket.send('{"t":"ping"}')
    before = len(line.heard)
    await line.next("pong")
    return line.heard[before:]


@pytest.mark.parametrize("game", ["kyoto", "rogue", "duet"])
def test_frames_without_sense(house: OpenHouse, game: str) -> None:
    nonsense = Nonsense(5)
    room, guests = seated(house.url, game, options={"players": 2} if game == "rogue" else {})

    async def run() -> None:
        line = await guests[0].live(room, form="html")
        table = await line.next("table")
        for _ in range(100):
            sent = nonsense.frame(table.get("ask") if "view" in table else None)
            for frame in await lives(line, sent):
                if frame["t"] in ("error", "refused"):
                    assert frame["text"], (sent, frame)
                if frame["t"] == "table":
                    table = frame
        await line.close()

    asyncio.run(run())
    assert room in guests[1].get("/")


def test_brackets_without_end(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto")

    async def run() -> None:
        line = await guests[0].live(room)
        for sent in ("[" * 8000, '{"t":"ping","x":' + "[" * 8000, '{"t":"hello","side":' * 300):
            found = [frame for frame in await lives(line, sent) if frame["t"] == "error"]
            assert found[0]["reason"] == "bad_frame"
            assert found[0]["text"]
        await line.close()

    asyncio.run(run())


@pytest.mark.parametrize("game", ["kyoto", "rogue", "duet"])
def test_requests_without_sense(house: OpenHouse, game: str) -> None:
    nonsense = Nonsense(6)
    room, guests = seated(house.url, game, options={"players": 2} if game == "rogue" else {})
    line = http.client.HTTPConnection("127.0.0.1", house.port, timeout=60)
    for _ in range(120):
        method, path, body, headers = nonsense.request(room, guests[0].cookie)
        line.request(method, path, body, {k: v.encode() for k, v in headers.items()})
        answer = line.getresponse()
        text = answer.read()
        assert answer.status < 500, (method, path, body, text)
        if answer.status >= 400:
            assert text, (method, path, answer.status)
            if answer.getheader("content-type") == "application/json":
                assert json.loads(text)["text"], (method, path, text)
    line.close()
    assert room in Guest(house.url).get(f"/r/{room}")


def test_what_stays_outside_is_told_why(house: OpenHouse) -> None:
    guest = Guest(house.url)
    for headers in ({"Origin": "http://elsewhere"}, {"Content-Length": "999999"}):
        status, text, _ = guest.ask("/open", b"game=kyoto", **headers, **{"Accept-Language": "hu"})
        assert status in (403, 413)
        assert text in (
            "Ezt egy idegen oldal küldte, ezért nem történt semmi.",
            "Ez túl hosszú.",
        )
