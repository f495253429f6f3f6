"""What the other side's key may be (CD-20.2), exactly, by a dynamic programme over counts.

Given my own side, the cells of one own colour form a group of which it is known how many are
green, black and beige for my partner. Evidence of clues comes as a weight for each cell and
colour. That my partner has not said to be finished (CD-9.1) ties the groups together: some green
word of his is uncovered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.games.duet.rules.components import BLACK, GREEN, PAIR_COUNTS

Weights = list[float]  # green, black, beige
Chances = tuple[float, float, float]

# CD-2.9: for my colour, how many of those cells are green, black, beige on the other side.
COMPOSITION: Final = tuple(PAIR_COUNTS[3 * colour : 3 * colour + 3] for colour in range(3))

Counts = list[list[float]]  # by greens, then blacks, taken so far


def posterior(
    own: Sequence[int], weights: Sequence[Weights], covered: int, finished: bool
) -> list[Chances]:
    """For each cell the chance that it is green, black, beige for my partner.

    `own` is my side of the key; a weight of 0 rules a colour out; `finished`: my partner has
    announced it.
    """
    total, shares = _marginals(own, weights)
    if finished:
        return _normal(shares)
    bare = [
        list(here) if covered >> at & 1 else [0.0, *here[1:]] for at, here in enumerate(weights)
    ]
    none_total, none = _marginals(own, bare)
    return _normal(
        [
            [total * x - none_total * y for x, y in zip(one, other, strict=True)]
            for one, other in zip(shares, none, strict=True)
        ]
    )


def _normal(rows: list[list[float]]) -> list[Chances]:
    found: list[Chances] = []
    for row in rows:
        green, black, beige = (max(0.0, value) for value in row)
        total = green + black + beige or 1.0
        found.append((green / total, black / total, beige / total))
    return found


def _marginals(own: Sequence[int], weights: Sequence[Weights]) -> tuple[float, list[list[float]]]:
    """The weight of all keys, and for each cell the share of each colour in it."""
    total = 1.0
    shares: list[list[float]] = [[0.0, 0.0, 0.0] for _ in own]
    for colour, (greens, blacks, _) in enumerate(COMPOSITION):
        cells = [at for at, mine in enumerate(own) if mine == colour]
        forward = [_nothing(greens, blacks)]
        for at in cells:
            forward.append(_taken(forward[-1], weights[at], greens, blacks))
        backward = [_nothing(greens, blacks)]
        for at in reversed(cells):
            backward.append(_taken(backward[-1], weights[at], greens, blacks))
        weight = forward[-1][greens][blacks]
        total *= weight
        for place, at in enumerate(cells):
            before, after = forward[place], backward[len(cells) - place - 1]
            for kind in range(3):
                g, k = greens - (kind == GREEN), blacks - (kind == BLACK)
                here = sum(
                    before[i][j] * after[g - i][k - j] for i in range(g + 1) for j in range(k + 1)
                )
                shares[at][kind] = here * weights[at][kind] / weight if weight else 0.0
    return total, shares


def _nothing(greens: int, blacks: int) -> Counts:
    counts = [[0.0] * (blacks + 1) for _ in range(greens + 1)]
    counts[0][0] = 1.0
    return counts


def _taken(counts: Counts, weights: Weights, greens: int, blacks: int) -> Counts:
    green, black, beige = weights
    after = [[0.0] * (blacks + 1) for _ in range(greens + 1)]
    for g in range(greens + 1):
        for k in range(blacks + 1):
            value = counts[g][k] * beige
            if g:
                value += counts[g - 1][k] * green
            if k:
                value += counts[g][k - 1] * black
            after[g][k] = value
    return after
