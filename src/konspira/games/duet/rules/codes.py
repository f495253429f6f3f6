"""Moves, outcomes of chance and events as ints: actor 4 bits, kind 6, then the fields.

Fields a, b and c have 6 bits. A clue has its number and whether it was insisted on in a, and its
word (36 bits, see `vocabulary`) from b on; a dealt word has its place in the list there. All codes
stay below 2 to the 52nd, so that programs which know only doubles read them well.

`tell` is the one place that says who learns what of a code (section 16).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.games.duet.rules.components import HIDDEN

HOUSE: Final[i64] = 13
CHANCE: Final[i64] = 15

# Moves.
CLUE: Final[i64] = 1  # a number, +16 if insisted on; then the word
TOUCH: Final[i64] = 2  # a cell
STOP: Final[i64] = 3
ACCEPT: Final[i64] = 4
OBJECT: Final[i64] = 5
AGREE: Final[i64] = 6
DISAGREE: Final[i64] = 7
WAIVE: Final[i64] = 8
CHARGE: Final[i64] = 9

# Asides.
QUESTION: Final[i64] = 26
CONFESS: Final[i64] = 27
RESTART: Final[i64] = 28
RESIGN: Final[i64] = 30
TIMEOUT: Final[i64] = 31

# Chance.
WORD: Final[i64] = 32  # a cell; then the place in the word list
KEY: Final[i64] = 33  # a cell, b colour on A's side, c colour on B's side

# Events.
SHOWN: Final[i64] = 40  # a cell, b colour, c the side that touched
FINISHED: Final[i64] = 41  # a side
SUDDEN_DEATH_BEGINS: Final[i64] = 42
ENDED: Final[i64] = 43  # a ending

INSISTED: Final[i64] = 16
NUMBER: Final[i64] = 15


def code(actor: i64, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> i64:
    return actor | (kind << 4) | (a << 10) | (b << 16) | (c << 22)


def actor_of(move: i64) -> i64:
    return move & 15


def kind_of(move: i64) -> i64:
    return (move >> 4) & 63


def a_of(move: i64) -> i64:
    return (move >> 10) & 63


def b_of(move: i64) -> i64:
    return (move >> 16) & 63


def c_of(move: i64) -> i64:
    return (move >> 22) & 63


def word_of(move: i64) -> i64:
    """All from field b on: a clue's word, or a dealt word's place in the list."""
    return move >> 16


def tell(move: i64, viewer: i64) -> i64:
    """The code as this viewer learns it. Only the key is secret."""
    if kind_of(move) != KEY:
        return move
    first = b_of(move) if viewer == 0 else HIDDEN
    second = c_of(move) if viewer == 1 else HIDDEN
    return code(actor_of(move), KEY, a_of(move), first, second)
