"""What a series of games proves: intervals, a sequential test, Elo."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SURE: Final = 1.959964  # 95 % of a normal distribution lie within so many deviations
ERROR: Final = 0.05  # how often the sequential test may be wrong, either way


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = SURE * SURE / games
    middle = (rate + spread / 2) / (1 + spread)
    reach = SURE / (1 + spread) * math.sqrt(rate * (1 - rate) / games + spread / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def elo(rate: float) -> float:
    """The difference in Elo points that makes this win rate."""
    rate = min(max(rate, 1e-4), 1 - 1e-4)
    return 400 * math.log10(rate / (1 - rate))


def per_doubling(met: Sequence[tuple[float, float, int]]) -> tuple[float, float]:
    """The Elo points that each doubling brings, and how far off they may be (95 %), from meetings
    with the same opponent: doublings, wins, games. The likeliest, by Newton's steps."""
    slope = information = 0.0
    for _ in range(20):
        score = information = 0.0
        for doublings, wins, games in met:
            rate = 1 / (1 + math.exp(-slope * doublings))
            score += doublings * (wins - games * rate)
            information += doublings**2 * games * rate * (1 - rate)
        if information < 1e-9:
            return 0.0, math.inf
        slope += max(-1.0, min(1.0, score / information))
    points = 400 / math.log(10)
    return points * slope, points * SURE / math.sqrt(information)


@dataclass(frozen=True, slots=True)
class Sprt:
    """Is the win rate at most `low` or at least `high`? Stops as soon as that is clear.

    It counts rounds, not games: the games of a round share their chance and are not independent.
    A round's score is the share of it that was won.
    """

    low: float
    high: float

    def likelihood(self, rounds: Sequence[float]) -> float:
        """The logarithm of how much better `high` explains the scores than `low`."""
        n = len(rounds)
        if n == 0:
            return 0.0
        mean = sum(rounds) / n
        # One round of doubt: a clean sheet has no variance, but proves nothing by that.
        variance = (sum((score - mean) ** 2 for score in rounds) + 0.25) / (n + 1)
        return n * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * variance)

    def verdict(self, rounds: Sequence[float]) -> str:
        """`high`, `low`, or nothing yet."""
        bound = math.log((1 - ERROR) / ERROR)
        likelihood = self.likelihood(rounds)
        return "high" if likelihood >= bound else "low" if likelihood <= -bound else ""


def strengths(names: Sequence[str], beaten: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Elo of all players together (Bradley and Terry), with 0 as their mean.

    `beaten` has a pair (winner, loser) for each time one was ahead of another.
    """
    won = dict.fromkeys(names, 0.5)  # half a win and half a loss against nobody in particular
    met: dict[tuple[str, str], int] = {}
    for winner, loser in beaten:
        won[winner] += 1
        for pair in ((winner, loser), (loser, winner)):
            met[pair] = met.get(pair, 0) + 1
    strength = dict.fromkeys(names, 1.0)
    for _ in range(500):
        for name in names:
            weight = 1.0 / (strength[name] + 1.0)
            for other in names:
                times = met.get((name, other), 0)
                if times:
                    weight += times / (strength[name] + strength[other])
            strength[name] = won[name] / weight
    points = {name: 400 * math.log10(value) for name, value in strength.items()}
    middle = sum(points.values()) / len(points)
    return {name: value - middle for name, value in points.items()}
