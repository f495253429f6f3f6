"""Builds the minimal automaton that `konspira.games.duet.judge.automaton` reads."""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable
from pathlib import Path

SEPARATOR = b"\x00"
MAX_TARGET = 1 << 22

Arcs = tuple[tuple[int, int, bool], ...]


class _Builder:
    """Minimal acyclic automaton from sorted keys, one key at a time."""

    def __init__(self) -> None:
        self.register: dict[Arcs, int] = {}
        self.arcs = array("I", [0])
        # One list of (label, target, final) per state on the path of the last key.
        self.path: list[list[tuple[int, int, bool]]] = [[]]
        self.finals: list[bool] = [False]
        self.last = b""

    def add(self, key: bytes) -> None:
        if key == self.last:
            return
        if key < self.last:
            raise ValueError("keys must be sorted")
        shared = 0
        limit = min(len(key), len(self.last))
        while shared < limit and key[shared] == self.last[shared]:
            shared += 1
        self._close(shared)
        for _ in key[shared:]:
            self.path.append([])
            self.finals.append(False)
        self.finals[-1] = True
        self.last = key

    def _close(self, depth: int) -> None:
        while len(self.path) - 1 > depth:
            arcs = self.path.pop()
            final = self.finals.pop()
            label = self.last[len(self.path) - 1]
            self.path[-1].append((label, self._state(arcs), final))

    def _state(self, arcs: list[tuple[int, int, bool]]) -> int:
        if not arcs:
            return 0
        key = tuple(arcs)
        known = self.register.get(key)
        if known is not None:
            return known
        start = len(self.arcs)
        for position, (label, target, final) in enumerate(key):
            last = position == len(key) - 1
            self.arcs.append(label | last << 8 | final << 9 | target << 10)
        if len(self.arcs) >= MAX_TARGET:
            raise ValueError("automaton too large for 22-bit targets")
        self.register[key] = start
        return start

    def finish(self) -> bytes:
        self._close(0)
        root = self._state(self.path[0])
        self.arcs[0] = root
        if sys.byteorder == "big":
            self.arcs.byteswap()
        return self.arcs.tobytes()


def pack(pairs: Iterable[tuple[str, str]]) -> bytes:
    """(key, value) pairs as a compressed automaton; a key may have several values."""
    builder = _Builder()
    for key in sorted({k.encode() + SEPARATOR + v.encode() for k, v in pairs}):
        builder.add(key)
    return zlib.compress(builder.finish(), 9)


def write(path: Path, pairs: Iterable[tuple[str, str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack(pairs))
    print(f"{path.name}: {path.stat().st_size:,} bytes")


def edit(word: str, target: str) -> str:
    """How to get from word to target: letters to drop in front and behind, then what to add.

    Short and much alike between words of one paradigm, so that endings are shared.
    """
    best: tuple[int, int] = (0, 0)
    for start in range(min(len(word), 5)):
        length = 0
        limit = min(len(word) - start, len(target))
        while length < limit and word[start + length] == target[length]:
            length += 1
        if length > best[1] + start:
            best = (start, length)
    start, length = best
    if length == 0:
        start = 0
    drop = len(word) - start - length
    return chr(65 + start) + chr(65 + drop) + target[length:]
