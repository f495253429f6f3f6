"""The fast stream of chance for seeds, samplers and search. Rooms use `commitment` instead."""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

LOW: Final[i64] = 0xFFFFFFFF

# Multiply-with-carry: the product of a 31-bit factor and a 32-bit number never leaves 63 bits,
# so wrapping compiled ints and unbounded interpreted ones give the same numbers.
FACTOR: Final[i64] = 2083801278


def seeded(seed: int | str) -> int:
    """Where a stream with this seed begins."""
    digest = hashlib.blake2b(f"konspira {seed}".encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "big") % (2083801278 << 31)) + 1


def advanced(stream: i64) -> i64:
    return FACTOR * (stream & LOW) + (stream >> 32)


def drawn(stream: i64, n: i64) -> i64:
    """A number below n out of an advanced stream."""
    return (((stream & LOW) ^ (stream >> 32)) * n) >> 32


class Stream:
    """Uniform numbers from a seed."""

    __slots__ = ("state",)

    def __init__(self, seed: int | str) -> None:
        self.state: i64 = seeded(seed)

    def below(self, n: int) -> int:
        self.state = advanced(self.state)
        return drawn(self.state, n)

    def unit(self) -> float:
        """A number from 0 up to, not including, 1."""
        self.state = advanced(self.state)
        return float((self.state & LOW) ^ (self.state >> 32)) / 4294967296.0
