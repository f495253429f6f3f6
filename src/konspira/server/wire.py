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
from websockets.utils import apply_mask

from konspira.server import frames
from konspira.server.eager import begun

TEXT: Final = 0x81  # a text, whole in one frame
# RFC 6455, 5.2: how long it is stands in one byte, or in two or eight after one of these.
TWO: Final = 126
EIGHT: Final = 127
MASKED: Final = 128  # what comes is, always
SHORTEST: Final = 6
NAME: Final = "konspira.wire"

Hearer = Callable[[str], Coroutine[Any, None, None]]


def wire_of(socket: WebSocket) -> Wire:
    return cast("Wire", socket.scope["extensions"][NAME])


def frame_at(data: bytes, at: int) -> tuple[int, int]:
    """Where the payload of the frame that begins here begins, and where it ends; beyond the data
    if it is not all there (RFC 6455, 5.2)."""
    begins = at + SHORTEST
    if len(data) < begins:
        return begins, begins
    n = data[at + 1] & EIGHT
    if n == TWO or n == EIGHT:
        begins += 2 if n == TWO else 8
        n = int.from_bytes(data[at + 2 : begins - 4], "big")
    return begins, begins + n


def whole_text(data: bytes) -> str | None:
    """The text, if this is one frame and all of it."""
    begins, ends = frame_at(data, 0)
    if ends != len(data) or data[0] != TEXT or not data[1] & MASKED or ends > frames.MOST_BYTES:
        return None
    try:
        return apply_mask(data[begins:], data[begins - 4 : begins]).decode()
    except UnicodeDecodeError:
        return None


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._hearer: Hearer | None = None
        self._hearing: asyncio.Task[None] | None = None  # of a text that is not dealt with yet
        self._texts: list[str] = []  # those that came after it
        self._whole = True  # what came so far ended where a frame ends

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

    def data_received(self, data: bytes) -> None:
        """A text that came whole and alone, as nearly all do, needs no parser. Whoever sends a
        part of a frame is left to the parser from then on."""
        if self._hearer is not None and self._whole and self.conn.current_size is None:
            text = None if self.close_sent else whole_text(data)
            if text is not None:
                self._take(text)
                return
        if self.handshake_initiated and self._whole:
            ends = 0
            while ends < len(data):
                _, ends = frame_at(data, ends)
            self._whole = ends == len(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        if self._hearer is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self._take(text)

    def _take(self, text: str) -> None:
        self._texts.append(text)
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
