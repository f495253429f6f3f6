"""Chapter 11: points of a won game with the standard bank."""

from __future__ import annotations

from konspira.games.duet.rules.position import VICTORY, Position

STANDARD = 9


def score(p: Position) -> int | None:
    """CD-11.5, CD-11.7; None where nothing is scored (CD-11.1, OP-19)."""
    if p.ending != VICTORY:
        return None
    if p.options.turns != STANDARD or p.options.mistakes != STANDARD:
        return None
    turns = len(p.clues)
    penalties = int(p.penalties)
    left = max(0, STANDARD - turns - penalties)  # CD-11.2
    clean = min(turns, STANDARD - penalties) - int(p.misses())  # CD-11.3
    return 3 * left + clean - (1 if p.sudden else 0)  # CD-11.4


def reading(points: int) -> int:
    """CD-11.6: 0 a win, 1 good, 2 very good, 3 go to the mission map."""
    if points > 10:
        return 3
    if points >= 9:
        return 2
    return 1 if points > 5 else 0
