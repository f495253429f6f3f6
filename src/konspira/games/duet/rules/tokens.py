"""Chapters 8, 12 and 18.5: what a turn costs, and with which face up."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.duet.rules.components import bit
from konspira.games.duet.rules.flow import end_turn
from konspira.games.duet.rules.position import SHORTAGE, Position


def take(p: Position) -> bool:
    """CD-12.4: a check-face token if there is one, otherwise one with the bystander up."""
    if p.checks:
        p.checks -= 1
    elif p.bystanders:
        p.bystanders -= 1
    else:
        return False  # CD-18.6: a penalty took the last one
    return True


def keep_check(p: Position) -> None:
    """CD-8.3: the guesser keeps a token of the bank check face up."""
    if take(p):
        if p.giver() == 1:
            p.held0 += 1
        else:
            p.held1 += 1


def stop(p: Position) -> None:
    keep_check(p)
    end_turn(p)


def miss(p: Position, cell: i64) -> None:
    """CD-8.2: the giver marks the word, the arrow points at the guesser."""
    guesser = 1 - p.giver()
    if p.bystanders:  # CD-12.5
        p.bystanders -= 1
    elif p.checks >= 2:  # CD-12.6: double price
        p.checks -= 2
        if guesser == 0:
            p.stack0 |= bit(cell)
        else:
            p.stack1 |= bit(cell)
    else:  # CD-12.8, CD-18.6
        p.end(SHORTAGE)
        return
    if guesser == 0:
        p.marker0 |= bit(cell)
    else:
        p.marker1 |= bit(cell)
    end_turn(p)


def penalty(p: Position) -> None:
    """CD-18.1, CD-18.5: the token goes out of the game."""
    take(p)
    p.penalties += 1
    p.penalised = True
