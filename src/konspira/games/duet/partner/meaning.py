"""How close two words are in meaning, by two unlike sources (CD-20.12).

Every sense of a word is a vector in each source: one learned from running text, one made from a
dictionary's relations. Words of other languages have the vectors of their English glosses.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import sqrt
from operator import mul
from typing import Final

from konspira.games.duet.judge.lexicon import Lexicon
from konspira.games.duet.judge.normal import normal

SCALE: Final = 254  # a unit vector in whole numbers
SOURCES: Final = ("corpus", "dictionary")
# How far the closeness of two words drawn at random spreads around nothing, by source.
SPREAD: Final = (0.12, 0.11)
FARTHEST = 2  # steps of derivation from a word that is not known to one that is

Vector = list[float]
Sense = tuple[Vector, ...]
Strength = tuple[float, ...]


class Vectors:
    """English words as unit vectors."""

    def __init__(self, packed: bytes) -> None:
        data = zlib.decompress(packed)
        at = data.index(b"\n") + 1
        count, *self.sizes = map(int, data[:at].split())
        end = at
        for _ in range(count):
            end = data.index(b"\n", end) + 1
        words = data[at:end].decode().split()
        self.place = {word: place for place, word in enumerate(words)}
        self.tables: list[memoryview[int]] = []
        for size in self.sizes:
            self.tables.append(memoryview(data)[end : end + count * size].cast("b"))
            end += count * size

    def sense(self, words: Sequence[str]) -> Sense:
        """The direction in which these words lie together."""
        found: list[Vector] = []
        for table, size in zip(self.tables, self.sizes, strict=True):
            rows = [table[self.place[word] * size :][:size].tolist() for word in words]
            total = [float(sum(column)) for column in zip(*rows, strict=True)]
            length = sqrt(sum(map(mul, total, total))) or 1.0
            found.append([value / length for value in total])
        return tuple(found)


class Meanings:
    """The words of one language."""

    def __init__(
        self,
        vectors: Vectors,
        glosses: Mapping[str, str],
        known: Lexicon,
        clues: Sequence[str],
        english: bool,
    ) -> None:
        """`glosses`: for a word its senses in English, `a,b;c`; `clues`: words fit to be given."""
        self.vectors = vectors
        self.glosses = glosses
        self.lexicon = known
        self.clues = tuple(clues)
        self.english = english
        self.senses = lru_cache(8192)(self._senses)
        self.board = lru_cache(8)(self._board)

    def _senses(self, text: str) -> tuple[Sense, ...]:
        """All senses of a word, of its lemma, or of what it is made of; none if it is unknown."""
        word = normal(text)
        found = self._listed(word)
        if found:
            return found
        lemmas = sorted(self.lexicon.lemmas(word))
        for lemma in lemmas:
            found += self._listed(lemma)
        if found:
            return found
        for lemma in lemmas or [word]:
            parts = word.split() if " " in word else self.lexicon.parts_of(lemma)
            for part in parts:
                for stem in self.lexicon.citation(part):
                    found += self._listed(stem)
            for base, steps in self.lexicon.family(lemma).items():
                if 0 < steps <= FARTHEST:
                    found += self._listed(base)
        return found

    def _listed(self, word: str) -> tuple[Sense, ...]:
        glosses = self.glosses.get(word)
        if glosses is not None:
            return tuple(self.vectors.sense(sense.split(",")) for sense in glosses.split(";"))
        if self.english and word in self.vectors.place:
            return (self.vectors.sense([word]),)
        return ()

    def strength(self, clue: str, word: str) -> Strength:
        """How near the nearest senses are, by source, in spreads: 0 is chance, 4 is plain."""
        return _nearest(self.senses(clue), self.senses(word))

    def _board(self, words: tuple[str, ...]) -> list[list[Strength]]:
        """For each clue fit to be given, how near each of these words is."""
        meant = [self.senses(word) for word in words]
        return [[_nearest(self.senses(clue), there) for there in meant] for clue in self.clues]


def _nearest(one: Sequence[Sense], other: Sequence[Sense]) -> Strength:
    if not one or not other:
        return (0.0,) * len(SOURCES)
    best = [-9.0] * len(SOURCES)
    for first in one:
        for second in other:
            for source, spread in enumerate(SPREAD):
                near = sum(map(mul, first[source], second[source])) / spread
                best[source] = max(best[source], near)
    return tuple(best)
