"""Chapters 1 and 2: sides, colours, the key's nine pairs. Names live in notation."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

CELLS: Final[i64] = 25  # CD-3.1
GREENS: Final[i64] = 9  # CD-2.1: on each side
AGENTS: Final[i64] = 15  # CD-2.6

GREEN: Final[i64] = 0
BLACK: Final[i64] = 1
BEIGE: Final[i64] = 2
HIDDEN: Final[i64] = 3

# How position texts write a key: one letter for each cell, in two fields, A's first.
COLOUR_LETTERS: Final = "GKB"
KEY_FIELD: Final = 2

# CD-2.5: a pair is 3 · colour on A's side + colour on B's side.
PAIRS: Final[i64] = 9
PAIR_COUNTS: Final = (3, 1, 5, 1, 1, 1, 5, 1, 7)
ALL_PAIRS: Final[i64] = 511

LARGEST_NUMBER: Final[i64] = 9  # OP-6


def bit(place: i64) -> i64:
    # A literal 1 would be shifted as a 32-bit number when compiled.
    return (place - place + 1) << place


def size(cells: i64) -> i64:
    """How many cells are in a set."""
    total: i64 = 0
    while cells:
        cells &= cells - 1
        total += 1
    return total


def pair_of(first: i64, second: i64) -> i64:
    return 3 * first + second


def colour_in(pair: i64, side: i64) -> i64:
    """What this side sees of a pair."""
    return pair // 3 if side == 0 else pair % 3
