"""Who stays outside, what a page may load, and what is not understood."""

import asyncio
import json
import re
import socket
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from konspira.engine.contract import BadText
from konspira.server import serving
from tests.nursery import OpenHouse
from tests.server.table import Guest, seated

STYLE = re.compile(r"<[^>]+\sstyle=|<style|\son\w+=\"")
SCRIPT = re.compile(r"<script(?![^>]*(\ssrc=|type=\"application/json\"))[^>]*>")


def test_pages_have_a_strict_policy_and_keep_to_it(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", options={"open_log": True})
    lobby = guests[0].post("/open", game="rogue")["room"]
    for path in ("/", f"/r/{room}", f"/r/{lobby}", f"/r/{room}/replay", "/nothing", "/r/nothing"):
        status, text, headers = guests[0].ask(path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert not STYLE.findall(text), (path, STYLE.findall(text)[:3])
        assert not SCRIPT.findall(text)
        assert status == (404 if "nothing" in path else 200)


def test_foreign_pages_stay_outside(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto")
    before = guests[0].get(f"/r/{room}")
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        status, _, _ = guests[0].ask(f"/r/{room}/leave", b"seat=0", Origin=origin)
        assert status == 403
    assert guests[0].ask(f"/r/{room}/name", b"name=Anna", Origin=house.url)[0] == 200
    assert "Anna" in guests[0].get(f"/r/{room}") != before

    async def foreign() -> None:
        url = house.url.replace("http", "ws", 1) + f"/r/{room}/live"
        headers = {"Cookie": guests[0].cookie}
        with pytest.raises(InvalidStatus):
            async with connect(url, additional_headers=headers, origin="https://evil.example"):  # type: ignore[arg-type]
                pass
        async with connect(url, additional_headers=headers, origin=house.url):  # type: ignore[arg-type]
            pass

    asyncio.run(foreign())


def test_who_comes_from_the_plain_page_goes_back_there(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto")
    here = f"{house.url}/r/{room}"
    plain = ("?plain", "?plain&lang=pl", "?lang=pl&plain=")
    others = ("", "?plainly", "?lang=plain", "#?", "http://[?", "?%ff", "\xff")
    for came_from in (*plain, *others):
        text = guests[0].ask(f"/r/{room}/name", b"name=Anna", Referer=here + came_from)
        assert text[0] == 200
        assert ('class="at-table plain"' in text[1]) == (came_from in plain), came_from


def test_the_cookie_is_for_the_browser_alone(house: OpenHouse) -> None:
    with urllib.request.urlopen(house.url) as answer:
        cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    value = re.search(r"konspira=([\w-]+)", cookie)
    assert value is not None
    assert len(value[1]) >= 32
    rooms = {Guest(house.url).post("/open", game="kyoto")["room"] for _ in range(3)}
    assert all(len(room) == 16 for room in rooms)


def test_long_and_broken_bodies(house: OpenHouse) -> None:
    guest = Guest(house.url)
    assert guest.ask("/open", b"game=kyoto&x=" + b"y" * 70_000)[0] == 413
    json_kind = "application/json"
    for body in (b"{", b"[1]", b'{"game":7}', b'{"game":"kyoto","options":3}', b"\xff\xfe"):
        status, text, _ = guest.ask("/open", body, **{"Content-Type": json_kind})
        assert status == 400
        assert json.loads(text)["text"]
    wrong: list[dict[str, Any]] = [
        {"seat": "x"},
        {},
        {"seat": 9},
        {"seat": 0, "nonce": "zz"},
        {"seat": True},
    ]
    room = guest.post("/open", game="kyoto")["room"]
    for facts in wrong:
        assert guest.tried(f"/r/{room}/sit", **facts)[0] in (400, 409), facts
    assert guest.tried("/open", game="kyoto", clock="game:abc")[0] == 400
    assert guest.tried("/open", game="kyoto", term=10**9)[0] == 400


def test_frames_that_are_not_understood(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto")

    async def check() -> None:
        line = await guests[0].live(room)
        await line.next("table")
        wrong: list[Any] = [
            "no json",
            "[]",
            '{"t":"nothing"}',
            '{"t":"move","id":"","decision":1,"moves":[]}',
            json.dumps({"t": "move", "id": "x" * 41, "decision": 1, "moves": []}),
            json.dumps({"t": "move", "id": "x", "decision": "1", "moves": []}),
            json.dumps({"t": "say", "id": "x", "text": "y" * 501}),
            b"\x00\x01",
        ]
        for frame in wrong:
            await line.socket.send(frame)
            assert (await line.next("error", "done", "refused"))["reason"] == "bad_frame"
        asked = line.heard[-1]
        assert asked["text"]
        await line.socket.send(json.dumps({"t": "say", "id": "x", "text": "y" * 9000}))
        with pytest.raises(ConnectionClosed):
            await line.next("error")
        url = house.url.replace("http", "ws", 1) + f"/r/{room}/live"
        async with connect(url) as socket:
            await socket.send('{"t":"undo","id":"u","seq":0}')
            assert json.loads(await socket.recv())["reason"] == "hello_first"

    asyncio.run(check())


def test_what_people_write_is_escaped(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto")
    bad = '<img src=x onerror="alert(1)">&\u202e'

    async def check() -> str:
        line = await guests[0].live(room, form="html", lang="en")
        await line.next("table")
        await line.send({"t": "say", "id": "s", "text": bad})
        said = await line.next("side")
        await line.close()
        assert said["text"] == bad
        return str(said["html"])

    html = asyncio.run(check())
    assert "<img" not in html
    assert "&lt;img" in html
    guests[0].post(f"/r/{room}/name", name=bad + "x" * 50)
    page = guests[0].get(f"/r/{room}")
    assert "<img src=x" not in page
    assert "\u202e" not in guests[1].get("/")


def test_a_spectator_only_watches(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto")
    stranger = Guest(house.url)

    async def check() -> None:
        line = await stranger.live(room)
        table = await line.next("table")
        assert table["ask"] is None
        for frame in (
            {"t": "move", "id": "1", "decision": 0, "moves": ["resign"]},
            {"t": "aside", "id": "2", "move": "resign"},
            {"t": "undo", "id": "3", "seq": 0},
            {"t": "say", "id": "4", "text": "hello"},
            {"t": "say", "id": "5", "to": "seat-0", "text": "hello"},
            {"t": "pin", "id": "6", "text": "cell-a1"},
        ):
            assert (await line.told(frame))["t"] == "refused", frame
        other = await guests[0].live(room)
        await other.next("table")
        foreign = {"t": "say", "id": "7", "to": "seat-1", "text": "psst"}
        assert (await other.told(foreign))["t"] == "refused"
        await line.close()
        await other.close()

    asyncio.run(check())


def test_a_client_that_floods_is_read_more_slowly(house: OpenHouse) -> None:
    """Not a matter of time: of what is answered at once, and that nothing is dropped."""
    room, guests = seated(house.url, "kyoto")

    async def check() -> int:
        line = await guests[0].live(room)
        await line.next("table")
        for _ in range(500):
            await line.send({"t": "ping"})
        for _ in range(500):
            await line.next("pong")
        await line.close()
        return 500

    assert asyncio.run(check()) == 500


def test_one_device_with_two_seats(house: OpenHouse) -> None:
    """Nothing of a seat is sent before somebody has said who is there."""
    guest = Guest(house.url)
    room = guest.post("/open", game="kyoto")["room"]
    for seat in (0, 1):
        guest.post(f"/r/{room}/sit", seat=seat, name=f"P{seat}")
    guest.post(f"/r/{room}/start")
    assert "data-empty" in guest.get(f"/r/{room}")

    async def check() -> None:
        line = await guest.live(room)
        offer = await line.next("hand-over", "table")
        assert offer == {"t": "hand-over", "to": [0, 1], "asked": [0, 1]}
        assert (await line.told({"t": "aside", "id": "x", "move": "resign"}))["t"] == "refused"
        await line.send({"t": "seat", "seat": 0})
        table = await line.next("table")
        assert table["view"]["viewer"] == "ONI"
        moves: list[str] = []
        ask = table["ask"]
        while True:
            moves.append(ask["moves"][0])
            await line.send({"t": "draft", "n": 1, "decision": ask["decision"], "moves": moves})
            drafted = await line.next("drafted")
            if drafted["complete"]:
                break
            ask = {**drafted["ask"], "decision": ask["decision"]}
        move = {"t": "move", "id": "m", "decision": ask["decision"], "moves": moves}
        assert (await line.told(move))["t"] == "done"
        table = await line.next("table")
        assert table["view"]["viewer"] == "ONI"
        assert (await line.next("hand-over"))["to"] == [1]
        await line.send({"t": "seat", "seat": None})
        assert (await line.next("hand-over"))["to"] == [0, 1]
        before = len(line.heard)
        await line.send({"t": "ping"})
        await line.next("pong")
        assert not [one for one in line.heard[before:] if one["t"] == "table"]
        await line.send({"t": "seat", "seat": 1})
        assert (await line.next("table"))["view"]["viewer"] == "GOV"
        await line.close()

    asyncio.run(check())


def test_a_second_message_does_not_wait_for_the_first_to_be_confirmed() -> None:
    with serving.bound("127.0.0.1", 0) as listening:
        listening.setblocking(True)
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_folder_has_one_house(tmp_path: Path) -> None:
    first = serving.claimed(tmp_path)
    with pytest.raises(BadText, match="another house"):
        serving.claimed(tmp_path)
    first.close()
    serving.claimed(tmp_path).close()
    with pytest.raises(BadText, match="exists"):
        (tmp_path / "file").touch()
        serving.claimed(tmp_path / "file")
