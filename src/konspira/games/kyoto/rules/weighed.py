"""One of several, by weight."""

from __future__ import annotations

from konspira.engine.chance import Stream


def chosen(weights: list[float], luck: Stream) -> int:
    total = 0.0
    for weight in weights:
        total += weight
    ticket = luck.unit() * total
    last = -1
    for at in range(len(weights)):
        weight = weights[at]
        if weight > 0.0:
            last = at
            if ticket < weight:
                return at
            ticket -= weight
    return last
