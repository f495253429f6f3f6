"""What waits to be sent on one connection."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Coroutine, Generator
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from konspira.server import limits

TOO_SLOW: Final = 4013


class Outbox:
    __slots__ = ("_lost", "_pump", "_socket", "_waiting")

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[bytes] = deque()
        self._pump: asyncio.Task[None] | None = None
        self._lost = False

    def put(self, data: bytes) -> None:
        if self._lost:
            return
        self._waiting.append(data)
        if len(self._waiting) > limits.OUTBOX:
            # Too slow a reader: it comes back and asks for what it missed.
            self._lost = True
            self._waiting.clear()
        if self._pump is None:
            self._start()

    def _start(self) -> None:
        """As a rule the socket takes everything at once: then no task is made for it."""
        pumping = self._pumped()
        try:
            waits_for = pumping.send(None)
        except StopIteration:
            return
        self._pump = asyncio.get_running_loop().create_task(_going_on(pumping, waits_for))

    async def _pumped(self) -> None:
        """Sends what waits, then ends: an idle connection has no task for sending."""
        try:
            while self._waiting:
                data = self._waiting.popleft()
                await self._socket.send({"type": "websocket.send", "text": data.decode()})
            if self._lost:
                await self._socket.close(TOO_SLOW)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._waiting.clear()
        finally:
            self._pump = None

    async def drained(self) -> None:
        """Everything is sent, or nobody listens any more."""
        while self._pump is not None:
            await self._pump

    async def read(self) -> None:
        """Who does not read the answers is not listened to."""
        if self._pump is not None and len(self._waiting) > limits.UNREAD:
            await self._pump


@types.coroutine
def _going_on(begun: Coroutine[Any, None, None], waits_for: Any) -> Generator[Any, None, None]:
    """The rest of a coroutine that has been begun outside of a task."""
    while True:
        try:
            try:
                yield waits_for
            except BaseException as error:
                waits_for = begun.throw(error)
            else:
                waits_for = begun.send(None)
        except StopIteration:
            return
