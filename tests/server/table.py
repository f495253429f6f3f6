"""People at a table, for tests: each a cookie and a live connection."""

from __future__ import annotations

import asyncio
import http.cookiejar
import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

Frame = dict[str, Any]
PATIENCE = 200  # seconds; only a table that stands still needs them


class Guest:
    """A browser without a screen: it keeps its cookie."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), _NoError()
        )
        self.get("/")

    def ask(
        self, path: str, data: bytes | None = None, **headers: str
    ) -> tuple[int, str, dict[str, str]]:
        request = urllib.request.Request(self.url + path, data, headers)
        with self.opener.open(request, timeout=20) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)

    def get(self, path: str) -> str:
        status, text, _ = self.ask(path)
        assert status == 200, (path, status)
        return text

    def post(self, path: str, **facts: Any) -> Frame:
        status, answer = self.tried(path, **facts)
        assert status == 200, (path, answer)
        return answer

    def tried(self, path: str, **facts: Any) -> tuple[int, Frame]:
        kind = {"Content-Type": "application/json", "Accept": "application/json"}
        status, text, _ = self.ask(path, json.dumps(facts).encode(), **kind)
        return status, json.loads(text) if text else {}

    def form(self, path: str, **facts: str) -> str:
        """As a browser without a script posts it; the page that follows."""
        status, text, _ = self.ask(path, urllib.parse.urlencode(facts).encode())
        assert status == 200, (path, status, text[:200])
        return text

    @property
    def cookie(self) -> str:
        return "; ".join(f"{one.name}={one.value}" for one in self.jar)

    async def live(self, room: str, **hello: Any) -> Live:
        url = self.url.replace("http", "ws", 1) + f"/r/{room}/live"
        socket = await connect(
            url, additional_headers={"Cookie": self.cookie}, compression=None, max_size=None
        )
        line = Live(socket)
        await line.send({"t": "hello", "form": "json", "from": -1, **hello})
        return line


class _NoError(urllib.request.HTTPErrorProcessor):
    def http_response(self, request: Any, response: Any) -> Any:
        return (
            super().http_response(request, response) if 300 <= response.status < 400 else response
        )

    https_response = http_response


class Live:
    """A connection that keeps what it heard."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Frame] = []

    async def send(self, frame: Frame) -> None:
        await self.socket.send(json.dumps(frame))

    async def next(self, *kinds: str) -> Frame:
        """The next frame of these kinds."""
        while True:
            async with asyncio.timeout(PATIENCE):
                frame: Frame = json.loads(await self.socket.recv())
            self.heard.append(frame)
            if frame["t"] in kinds:
                return frame

    async def told(self, frame: Frame) -> Frame:
        """The answer to something that has an id."""
        await self.send(frame)
        while True:
            answer = await self.next("done", "refused")
            if answer["id"] == frame["id"]:
                return answer

    async def close(self) -> None:
        await self.socket.close()


def seated(url: str, game: str, **facts: Any) -> tuple[str, list[Guest]]:
    """A room with two people in it, begun."""
    guests = [Guest(url), Guest(url)]
    room = guests[0].post("/open", game=game, **facts)["room"]
    for seat, (guest, name) in enumerate(zip(guests, ("Zsófi", "Paweł"), strict=True)):
        guest.post(f"/r/{room}/sit", seat=seat, name=name)
    guests[0].post(f"/r/{room}/start")
    return room, guests


async def resigns(guest: Guest, room: str) -> None:
    line = await guest.live(room)
    await line.next("table")
    assert (await line.told({"t": "aside", "id": "r", "move": "resign"}))["t"] == "done"
    await line.close()


def prompt(page: str) -> str:
    return page.split('id="region-prompt"')[1].split("</div>", maxsplit=1)[0]
