"""What waits to be sent on one connection."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from konspira.server import limits
from konspira.server.wire import Wire

TOO_SLOW: Final = 4013


class Outbox:
    __slots__ = ("_lost", "_pump", "_waiting", "_wire")

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._waiting: deque[bytes] | None = None
        self._pump: asyncio.Task[None] | None = None
        self._lost = False

    def put(self, data: bytes) -> None:
        if self._lost:
            return
        # As a rule the socket takes everything at once: then no task is made for it.
        if self._pump is None and self._wire.writable.is_set():
            self._wire.put(data)
            return
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(data)
        if len(self._waiting) > limits.OUTBOX:
            # Too slow a reader: it comes back and asks for what it missed.
            self._lost = True
            self._waiting.clear()
        if self._pump is None:
            self._pump = asyncio.get_running_loop().create_task(self._pumped())

    async def _pumped(self) -> None:
        """Sends what waits, then ends: an idle connection has no task for sending."""
        try:
            while self._waiting:
                await self._wire.writable.wait()
                if self._waiting:
                    self._wire.put(self._waiting.popleft())
            if self._lost:
                await self._wire.send({"type": "websocket.close", "code": TOO_SLOW})
        except (RuntimeError, OSError):  # nobody is there any more
            pass
        finally:
            self._waiting = None
            self._pump = None

    async def drained(self) -> None:
        """Everything is sent, or nobody listens any more."""
        while self._pump is not None:
            await self._pump

    async def read(self) -> None:
        """Who does not read the answers is not listened to."""
        if self._pump is not None and self._waiting and len(self._waiting) > limits.UNREAD:
            await self._pump
