"""Chance that nobody chose: a secret committed before the seats add nonces of their own.

commitment = SHA-256(secret, game id, options, rules version)
ticket n   = HMAC-SHA-256(secret, nonces, n) as a number, modulo the weights of chance
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from konspira.engine.contract import BadText

SECRET_BYTES = 32


def _framed(parts: Sequence[bytes]) -> bytes:
    """Each part with its length in front, so that no two lists give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(secret: bytes, game_id: str, options: str, version: int) -> str:
    parts = [secret, game_id.encode(), options.encode(), str(version).encode()]
    return hashlib.sha256(_framed(parts)).hexdigest()


class CommittedStream:
    """The numbers of a room's chance, in order."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes]) -> None:
        if len(secret) != SECRET_BYTES:
            raise BadText(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.secret = secret
        self.nonces = _framed(list(nonces))
        self.counter = 0

    def below(self, n: int) -> int:
        message = self.nonces + self.counter.to_bytes(8, "big")
        self.counter += 1
        # Not hmac.digest: that lets other threads go first, every time.
        number = int.from_bytes(hmac.new(self.secret, message, "sha256").digest(), "big")
        return number % n
