"""The socket's end of a live connection, with few steps between its bytes and whoever listens.

Between two clicks a house sleeps, and after a sleep a move waits not for how fast the code is but
for how much of it is touched. uvicorn hands a message on through a queue, a pause in reading and
another round of the loop, and an answer through three coroutines: here both ways are a call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from struct import pack
from typing import Any, Final, cast

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from konspira.server.eager import begun

TEXT: Final = 0x81  # a text, whole in one frame
# RFC 6455, 5.2: how long it is stands in one byte, or in two or eight after one of these.
TWO: Final = 126
EIGHT: Final = 127
NAME: Final = "konspira.wire"

Hearer = Callable[[str], Coroutine[Any, None, None]]


def wire_of(socket: WebSocket) -> Wire:
    return cast("Wire", socket.scope["extensions"][NAME])


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._hearer: Hearer | None = None
        self._hearing: asyncio.Task[None] | None = None  # of a text that is not dealt with yet
        self._texts: list[str] = []  # those that came after it

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[NAME] = self

    # What comes ---------------------------------------------------------------------------------

    def listen(self, hearer: Hearer) -> None:
        """From now on every text is its; one after the other, and nothing is read meanwhile."""
        self._hearer = hearer
        for _ in range(self.queue.qsize()):  # what came before anybody listened
            message = self.queue.get_nowait()
            text = cast("dict[str, Any]", message).get("text")
            if text is None:
                self.queue.put_nowait(message)
            else:
                self._texts.append(text)
        self._hear()

    def send_receive_event_to_app(self) -> None:
        if self._hearer is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        try:
            self._texts.append(data.decode())
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        if self._hearing is None:
            self._hear()
        elif not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _hear(self) -> None:
        assert self._hearer is not None
        while self._texts and self._hearing is None:
            self._hearing = begun(self._hearer(self._texts.pop(0)))
        if self._hearing is not None:
            self._hearing.add_done_callback(self._heard)
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _heard(self, task: asyncio.Task[None]) -> None:
        self._hearing = None
        problem = None if task.cancelled() else task.exception()
        if problem is not None:
            self.logger.error("a live connection is closed", exc_info=problem)
            self.transport.close()
        self._hear()

    async def quiet(self) -> None:
        """Everything that came is dealt with."""
        while self._hearing is not None:
            await asyncio.wait((self._hearing,))

    # What goes ----------------------------------------------------------------------------------

    def put(self, text: bytes) -> None:
        """Nobody is there any more: then it is lost, as it would be on the way."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        n = len(text)
        if n < TWO:
            head = bytes((TEXT, n))
        elif n < 1 << 16:
            head = pack("!BBH", TEXT, TWO, n)
        else:
            head = pack("!BBQ", TEXT, EIGHT, n)
        self.transport.write(head + text)
