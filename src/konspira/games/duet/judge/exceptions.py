"""CD-17.5: pairs that the table decides by hand, ahead of steps 4-8."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Exceptional(NamedTuple):
    """One line of the table."""

    visible: str
    clue: str
    verdict: str
    rule: str


class Exceptions:
    """Pairs of lemmas; a pair holds both ways and for all forms of both."""

    def __init__(self, lines: Iterable[Exceptional]) -> None:
        self.lines = tuple(lines)
        self._pairs = {frozenset((line.visible, line.clue)): line for line in self.lines}

    @classmethod
    def parse(cls, text: str, lang: str) -> Exceptions:
        found = []
        for line in text.splitlines():
            fields = line.split("\t")
            if line and not line.startswith("#") and fields[0] == lang:
                found.append(Exceptional(*fields[1:5]))
        return cls(found)

    def of(self, visible: Iterable[str], clue: Iterable[str]) -> Exceptional | None:
        seconds = tuple(clue)
        for first in visible:
            for second in seconds:
                line = self._pairs.get(frozenset((first, second)))
                if line is not None and first != second:
                    return line
        return None
