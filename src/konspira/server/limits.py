"""How much one guest may ask for."""

from __future__ import annotations

import time
from typing import Final

BODY: Final = 64 * 1024  # a form; a pasted word list is the longest
FRAMES_PER_SECOND: Final = 30.0
UNREAD: Final = 32  # answers that may wait before more is read
OUTBOX: Final = 256  # frames that a slow reader may be behind
VIEWERS: Final = 500  # of one room


class Pace:
    """A bucket of frames that fills by `rate` a second. Whoever has emptied it is read more
    slowly, not thrown out: a program that plays fast is welcome."""

    __slots__ = ("filled", "left", "rate")

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.left = 2 * rate
        self.filled = time.monotonic()

    def wait(self) -> float:
        """Seconds before the next frame may be read."""
        now = time.monotonic()
        self.left = min(2 * self.rate, self.left + (now - self.filled) * self.rate) - 1
        self.filled = now
        return max(0.0, -self.left / self.rate)
