"""A box is unpacked once for all rooms that play with it; what is said at a table stays there."""

from __future__ import annotations

from functools import lru_cache

from konspira.games.duet.judge.normal import normal
from konspira.games.duet.rules.box import Box
from konspira.games.duet.rules.vocabulary import Vocabulary

Pairs = tuple[tuple[int, int], ...]


@lru_cache(maxsize=32)
def _unpacked(words: tuple[str, ...], clashes: Pairs) -> Box:
    return Box(words, [normal(word) for word in words], clashes, Vocabulary())


def box(words: tuple[str, ...], clashes: Pairs) -> Box:
    """A box with a vocabulary of its own; all else, which never changes, is shared."""
    whole = _unpacked(words, clashes)
    own = Box((), (), (), Vocabulary())
    own.words, own.numbers, own.clashes = whole.words, whole.numbers, whole.clashes
    own.stride, own.spare, own.narrow = whole.stride, whole.spare, whole.narrow
    own.vocabulary.words = whole.vocabulary.words.copy()
    return own
