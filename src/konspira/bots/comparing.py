"""What a fair comparison shows: values of several moves, each round by round on the same states."""

from __future__ import annotations

import math
from typing import Final

SURELY: Final = 3.0  # standard errors
MATTERS: Final = 0.0002  # of a game: what a choice may cost on average without being looked at


def _leader(values: dict[int, list[float]]) -> int:
    best = -1
    highest = -1.0
    for move, found in values.items():
        total = sum(found)
        if total > highest:
            highest = total
            best = move
    return best


def _gap(best: list[float], other: list[float]) -> tuple[float, float]:
    """The mean of the difference, and its standard error."""
    n = float(len(other))
    total = 0.0
    squares = 0.0
    for at in range(len(other)):
        gap = best[at] - other[at]
        total += gap
        squares += gap * gap
    mean = total / n
    return mean, math.sqrt(max(squares / n - mean * mean, 0.0) / (n - 1.0))


def surely_worse(values: dict[int, list[float]]) -> list[int]:
    """Whose difference to the best is no accident."""
    best = _leader(values)
    behind: list[int] = []
    for move, found in values.items():
        if move != best:
            mean, error = _gap(values[best], found)
            if mean > SURELY * error:
                behind.append(move)
    return behind


def all_but(values: dict[int, list[float]], kept: int) -> list[int]:
    """All but so many of the best so far."""
    order: list[tuple[float, int]] = []
    for move, found in values.items():
        order.append((-sum(found), move))
    order.sort()
    return [move for _, move in order[kept:]]


def hardly_matters(values: dict[int, list[float]]) -> bool:
    """Does it hardly matter which of these is chosen?"""
    best = _leader(values)
    for move, found in values.items():
        if move != best:
            mean, error = _gap(values[best], found)
            if missed(mean, error) > MATTERS:
                return False
    return True


def missed(mean: float, error: float) -> float:
    """What is lost on average by a choice that was better by so much, with such an error: the mean
    of what a normal distribution has below nothing."""
    if error <= 0.0:
        return 0.0
    far = mean / error
    below = 0.5 * math.erfc(far / math.sqrt(2.0))
    return error * math.exp(-far * far / 2.0) / math.sqrt(2.0 * math.pi) - mean * below
