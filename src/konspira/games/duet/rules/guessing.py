"""Chapters 7, 9 and 10: a touch and what follows from it."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.duet.rules import codes
from konspira.games.duet.rules.components import AGENTS, BLACK, CELLS, GREEN, bit, size
from konspira.games.duet.rules.position import (
    ASSASSIN,
    GUESS,
    SUDDEN_DEATH,
    SUDDEN_DEATH_MISS,
    VICTORY,
    Position,
)
from konspira.games.duet.rules.tokens import keep_check, miss, stop


def touchable(p: Position, side: i64) -> i64:
    """CD-7.3: neither covered nor marked as this side's known miss (OP-10, OP-15)."""
    return (bit(CELLS) - 1) & ~(p.covered | p.marker(side))


def touch(p: Position, side: i64, cell: i64) -> None:
    colour = p.colour(1 - side, cell)  # CD-7.2
    p.happen(codes.SHOWN, cell, colour, side)
    if colour == BLACK:  # CD-7.5, CD-10.2
        p.end(ASSASSIN)
    elif colour == GREEN:
        _cover(p, side, cell)
    elif p.sudden:  # CD-10.6
        p.end(SUDDEN_DEATH_MISS)
    else:
        miss(p, cell)


def _cover(p: Position, side: i64, cell: i64) -> None:
    p.covered |= bit(cell)
    if side == 1:
        p.found1 |= bit(cell)
    if not p.sudden:
        p.guesses += 1
    if size(p.covered) == AGENTS:  # CD-10.1
        if not p.sudden:
            keep_check(p)  # OP-34
        p.end(VICTORY)
        return
    _announce(p, 0)
    _announce(p, 1)
    if p.sudden:
        p.ask(side, SUDDEN_DEATH)
    elif p.finished >> p.giver() & 1:  # CD-9.4
        stop(p)
    else:
        p.ask(side, GUESS)


def _announce(p: Position, side: i64) -> None:
    """CD-9.1."""
    if not p.green(side) & ~p.covered and not p.finished >> side & 1:
        p.finished |= bit(side)
        p.happen(codes.FINISHED, side)
