"""Chapter 18: insisted, questioned and confessed clues."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.duet.rules import codes
from konspira.games.duet.rules.components import bit
from konspira.games.duet.rules.position import (
    ANSWER,
    CONFESSED,
    GUESS,
    MARKED,
    OVER,
    QUESTIONED,
    VOID,
    WORD_AT,
    Position,
)
from konspira.games.duet.rules.tokens import penalty


def last_clue(p: Position) -> i64:
    clue: i64 = p.clues[len(p.clues) - 1]
    return clue


def may_question(p: Position, side: i64) -> bool:
    """CD-18.4 step 4: before the first touch, once, a clue that was not insisted on."""
    if p.phase != GUESS or side != 1 - p.giver() or p.guesses:
        return False
    return not (p.questioned or p.penalised or last_clue(p) & MARKED)


def may_confess(p: Position, side: i64) -> bool:
    """CD-18.4 step 5, OP-32: while the turn lasts; one confession and one penalty a clue."""
    if (p.phase != GUESS and p.phase != ANSWER) or side != p.giver():
        return False
    return not (p.confessed or p.penalised)


def may_restart(p: Position, side: i64) -> bool:
    """CD-18.3: an offer, or the answer to one; it needs a clue that can have been a slip."""
    return len(p.clues) > 0 and p.phase != OVER and not p.offers >> side & 1


def go_on(p: Position) -> None:
    """Back to the guesser's open question."""
    marked = last_clue(p) & MARKED
    waiting = marked and not p.answered and not p.penalised
    p.ask(1 - p.giver(), ANSWER if waiting else GUESS)


def settle(p: Position, kind: i64) -> None:
    """The answer to an insisted, questioned or confessed clue."""
    if kind == codes.ACCEPT:
        p.answered = True
        word = int(last_clue(p) >> WORD_AT)
        if word not in p.accepted:
            p.accepted = [*p.accepted, word]
    elif kind == codes.OBJECT:
        p.answered = True
        penalty(p)
    elif kind == codes.AGREE or kind == codes.CHARGE:
        penalty(p)
    go_on(p)


def unasked(p: Position, side: i64, kind: i64) -> None:
    if kind == codes.QUESTION:
        p.questioned = True
        p.ask(p.giver(), QUESTIONED)
    elif kind == codes.CONFESS:
        p.confessed = True
        p.ask(1 - p.giver(), CONFESSED)
    else:
        p.offers |= bit(side)
        if p.offers == 3:  # CD-18.4 step 6
            p.end(VOID)
