"""Whose table is drawn next. Each takes a few milliseconds: in one round of the loop there is one,
so that nobody else in the house waits for many."""

from __future__ import annotations

import asyncio
from collections import deque


class Turns:
    def __init__(self) -> None:
        self._taken = False  # in this round somebody has drawn
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def turn(self) -> None:
        """Returns at once if nobody else is drawing."""
        loop = asyncio.get_running_loop()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._next)
            return
        mine: asyncio.Future[None] = loop.create_future()
        self._waiting.append(mine)
        await mine

    def _next(self) -> None:
        while self._waiting:
            one = self._waiting.popleft()
            if not one.done():  # nobody gave up waiting
                one.set_result(None)
                asyncio.get_running_loop().call_soon(self._next)
                return
        self._taken = False
