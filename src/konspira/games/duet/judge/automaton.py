"""A read-only map from a word to short texts, kept as a minimal automaton in one array."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator

_SEPARATOR = 0


class Automaton:
    """Arc: label in bits 0-7, last of its state in bit 8, ends a key in bit 9, target above."""

    __slots__ = ("_arcs",)

    def __init__(self, raw: bytes) -> None:
        arcs = array("I")
        arcs.frombytes(raw)
        if sys.byteorder == "big":
            arcs.byteswap()
        self._arcs = arcs

    def values(self, word: str) -> tuple[str, ...]:
        """All texts stored under the word; empty if it is unknown."""
        arcs = self._arcs
        state = arcs[0]
        for label in (*word.encode("utf-8", "replace"), _SEPARATOR):
            arc = self._step(state, label)
            if arc == 0:
                return ()
            state = arc >> 10
            if state == 0 and label != _SEPARATOR:
                return ()
        found: list[str] = []
        if arc & 0x200:
            found.append("")
        self._gather(state, b"", found)
        return tuple(found)

    def __contains__(self, word: str) -> bool:
        return bool(self.values(word))

    def _step(self, state: int, label: int) -> int:
        arcs = self._arcs
        if state == 0:
            return 0
        while True:
            arc = arcs[state]
            if arc & 0xFF == label:
                return arc
            if arc & 0x100:
                return 0
            state += 1

    def _gather(self, state: int, prefix: bytes, found: list[str]) -> None:
        while state:
            arc = self._arcs[state]
            text = prefix + bytes((arc & 0xFF,))
            if arc & 0x200:
                found.append(text.decode("utf-8"))
            self._gather(arc >> 10, text, found)
            if arc & 0x100:
                return
            state += 1

    def items(self, start: str = "") -> Iterator[tuple[str, str]]:
        """Every word that begins so, with every text stored under it: a long walk."""
        arcs = self._arcs
        state = arcs[0]
        for label in start.encode():
            state = self._step(state, label) >> 10
        heap = [(state, start.encode())]
        while heap:
            state, prefix = heap.pop()
            while state:
                arc = arcs[state]
                text = prefix + bytes((arc & 0xFF,))
                if arc & 0x200:
                    word, _, value = text.partition(b"\0")
                    yield word.decode(), value.decode()
                heap.append((arc >> 10, text))
                state = 0 if arc & 0x100 else state + 1


def apply(word: str, edit: str) -> str:
    """The inverse of the builder's edit: drop in front, drop behind, add."""
    front, behind = ord(edit[0]) - 65, ord(edit[1]) - 65
    return word[front : len(word) - behind] + edit[2:]
