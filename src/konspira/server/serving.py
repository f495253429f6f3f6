"""Starting the house."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import uvicorn

from konspira.engine.contract import BadText
from konspira.server import frames
from konspira.server.app import app
from konspira.server.house import House
from konspira.server.programs import named
from konspira.server.wire import Wire

__all__ = ["House", "bound", "claimed", "named", "public_url", "serve", "show"]


# How long whoever draws a table may keep the writer from asking the disk for the next thing.
TURN_SECONDS: Final = 0.0001


def claimed(folder: Path) -> sqlite3.Connection:
    """The folder is this house's as long as the connection lives, however it ends. Moves of two
    houses would not harm each other, but each would go on by its own memory of who sits where.
    BadText if another house has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        claim = sqlite3.connect(folder / "open.lock", isolation_level=None, timeout=0)
        claim.execute("BEGIN EXCLUSIVE")
    except OSError as error:
        raise BadText(f"{folder}: {error.strerror or error}") from None
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise BadText(f"{folder}: another house is open on this folder") from None
        raise BadText(f"{folder}: {error}") from None
    return claim


def bound(host: str, port: int) -> socket.socket:
    """A listening socket; BadText if the address is taken."""
    try:
        found = socket.create_server((host, port), backlog=2048)
    except OSError as error:
        raise BadText(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
    # Whoever is accepted inherits it (asyncio sets it only where the socket names its protocol):
    # else what follows an acknowledgement waits 40 ms for the other side's to arrive.
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    found.setblocking(False)
    return found


def public_url(text: str) -> str:
    """Scheme and host, as a browser names an origin."""
    if not text:
        return ""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
        raise BadText(f"a public URL is like https://games.example.org, not {text!r}")
    return f"{parts.scheme}://{parts.netloc}"


def serve(house: House, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Until somebody stops it."""
    sys.setswitchinterval(TURN_SECONDS)
    config = uvicorn.Config(
        app(house),
        ws=Wire,
        ws_max_size=frames.MOST_BYTES,
        # Frames are small and many; a compressor for each connection costs more than it saves.
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if server.started:
            ready()
        await task

    asyncio.run(run())


def show(url: str) -> None:
    webbrowser.open(url)
