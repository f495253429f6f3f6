"""However the bytes of a text are cut on the way, the house hears the text."""

import base64
import contextlib
import json
import os
import random
import socket
import time
from collections.abc import Iterator

import pytest
from websockets.utils import apply_mask

from konspira.server.wire import frame_at, whole_text
from tests.nursery import OpenHouse
from tests.server.table import seated

PING = b'{"t":"ping"}'
LONG = b'{"t":"ping","more":"' + b"x" * 300 + b'"}'
TEXT, CONT, WIRE_PING = 1, 0, 9


def frame(payload: bytes, opcode: int = TEXT, fin: bool = True) -> bytes:
    mask = os.urandom(4)
    n = len(payload)
    head = bytes((fin << 7 | opcode, 128 | n)) if n < 126 else bytes((fin << 7 | opcode, 254))
    if n >= 126:
        head += n.to_bytes(2, "big")
    return head + mask + apply_mask(payload, mask)


class Line:
    """A socket after its handshake, without a library between."""

    def __init__(self, house: OpenHouse) -> None:
        room, _ = seated(house.url, "kyoto")
        self.socket = socket.create_connection(("127.0.0.1", house.port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(
            f"GET /r/{room}/live HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
        )
        self.left = b""
        while b"\r\n\r\n" not in self.left:
            self.left += self.socket.recv(4096)
        head, _, self.left = self.left.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101")

    def send(self, *parts: bytes) -> None:
        for part in parts:
            self.socket.sendall(part)
            if len(parts) > 1:
                time.sleep(0.003)  # each is read by itself

    def heard(self) -> dict[str, str]:
        """The next text from the house; its frames are short and not masked."""
        while len(self.left) < 2 or len(self.left) < 2 + self.left[1]:
            more = self.socket.recv(4096)
            assert more, "the house has hung up"
            self.left += more
        opcode, n = self.left[0] & 15, self.left[1]
        assert n < 126
        payload, self.left = self.left[2 : 2 + n], self.left[2 + n :]
        if opcode != TEXT:
            return self.heard()
        found: dict[str, str] = json.loads(payload)
        return found


@pytest.fixture
def line(house: OpenHouse) -> Iterator[Line]:
    found = Line(house)
    with contextlib.closing(found.socket):
        yield found


def test_a_frame_cut_at_any_byte_is_heard(line: Line) -> None:
    for text in (PING, LONG):
        for cut in range(1, len(frame(text)), 1 if text is PING else 37):
            line.send(frame(text))
            whole = frame(text)
            line.send(whole[:cut], whole[cut:])
            assert [line.heard()["t"] for _ in range(2)] == ["pong"] * 2


def test_what_is_within_a_frame_is_no_frame(line: Line) -> None:
    """The rest of a text that was cut after its head looks like a text of its own."""
    inner = b"\x81\x8c\0\0\x80\x80" + apply_mask(PING, b"\0\0\x80\x80")
    assert whole_text(inner) == PING.decode()
    head = bytes((0x81, 128 | len(inner))) + b"\x80\x80\0\0"
    line.send(head, inner)
    assert line.heard()["t"] == "error"
    line.send(frame(PING))
    assert line.heard()["t"] == "pong"


def test_frames_cut_and_joined_at_random_are_heard(house: OpenHouse) -> None:
    for seed in range(6):
        luck = random.Random(seed)
        line = Line(house)
        stream, texts = b"", 0
        for _ in range(40):
            text = luck.choice((PING, LONG))
            way = luck.randrange(4)
            if way == 0:  # in parts, with a ping of the wire between them
                cut = luck.randrange(len(text))
                stream += frame(text[:cut], TEXT, fin=False) + frame(b"", WIRE_PING)
                stream += frame(text[cut:], CONT)
            else:
                stream += frame(text)
            texts += 1
            if way == 3:  # what came so far goes out, at the end of a frame or within it
                cut = luck.choice((len(stream), luck.randrange(len(stream))))
                line.send(stream[:cut])
                stream = stream[cut:]
                time.sleep(0.003)
        line.send(stream)
        assert [line.heard()["t"] for _ in range(texts)] == ["pong"] * texts
        line.socket.close()


def test_only_one_whole_text_needs_no_parser() -> None:
    assert whole_text(frame(LONG)) == LONG.decode()
    assert whole_text(frame("zażółć".encode())) == "zażółć"
    others = [b"", frame(PING)[:5], frame(PING) + b"\x81", frame(PING) * 2, frame(b"\xff\xfe")]
    others += [frame(PING, CONT), frame(PING, fin=False), frame(b"", WIRE_PING), frame(b"x" * 9000)]
    others += [b"\x81\x02hi", b"\x81\x80\0\0", b"\x81\xff" + b"\0" * 4]
    for data in others:
        assert whole_text(data) is None, data[:20]


def test_where_a_frame_ends() -> None:
    for n in (0, 1, 125, 126, 300, 65535):
        data = frame(b"x" * n)
        assert frame_at(b"123" + data, 3)[1] == 3 + len(data)
    assert frame_at(b"\x81", 0)[1] > 1
