"""Chapters 4 and 14: whose turn it is to give a clue."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.duet.rules import codes
from konspira.games.duet.rules.components import bit
from konspira.games.duet.rules.position import (
    CLUE,
    FIRST_CLUE,
    GIVER_BIT,
    SUDDEN_DEATH,
    Position,
)


def begin(p: Position) -> None:
    """CD-4.2: whichever side is ready first gives the first clue."""
    p.givers = 3
    p.asked0 = p.ply
    p.asked1 = p.ply
    p.phase = FIRST_CLUE


def next_givers(p: Position) -> i64:
    """The sides that may give the next clue."""
    if p.finished == 1:  # CD-9.2, CD-14.3
        return 2
    if p.finished == 2:
        return 1
    giver = p.giver()
    if p.options.slack and in_a_row(p) < 2:  # CD-14.1, CD-14.2
        return 3
    return bit(1 - giver)  # CD-4.3


def in_a_row(p: Position) -> i64:
    """How many clues the last giver has given without the other between."""
    giver = p.giver()
    row: i64 = 0
    for clue in reversed(p.clues):
        if clue & GIVER_BIT != giver:
            break
        row += 1
    return row


def end_turn(p: Position) -> None:
    """CD-8.5, CD-8.6: the turn's tokens are paid."""
    p.guesses = 0
    p.answered = False
    p.penalised = False
    p.questioned = False
    p.confessed = False
    p.offers = 0
    p.asked0 = p.ply
    p.asked1 = p.ply
    if p.bank() == 0:
        p.sudden = True
        p.givers = 0
        p.phase = SUDDEN_DEATH
        p.happen(codes.SUDDEN_DEATH_BEGINS)
        return
    p.givers = next_givers(p)
    p.phase = CLUE


def touchers(p: Position) -> i64:
    """CD-10.7: in sudden death, the sides that still have words to find."""
    sides: i64 = 3
    if p.finished & 1:
        sides &= ~2
    if p.finished & 2:
        sides &= ~1
    return sides
