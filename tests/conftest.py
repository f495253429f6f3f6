"""No test waits without end: after a while it fails, and the others go on."""

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

LONGEST = 240  # seconds; the longest takes one


def late(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"waits for {LONGEST} s")


@pytest.fixture(autouse=True)
def an_end(request: pytest.FixtureRequest) -> Iterator[None]:
    if request.node.get_closest_marker("prove"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
