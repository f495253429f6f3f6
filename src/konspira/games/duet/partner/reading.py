"""What clues say: how my partner links words, and which words his clues speak of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, log
from typing import Final, NamedTuple

from konspira.games.duet.partner.belief import Chances, Weights, posterior
from konspira.games.duet.partner.meaning import Strength
from konspira.games.duet.partner.table import Given, Table
from konspira.games.duet.rules.components import BEIGE, BLACK, GREEN


class Mind(NamedTuple):
    """A way to link words: how much each source counts, and how much is noise, in spreads."""

    blend: Strength
    noise: float


# CD-20.12: minds a partner may have, before anything is known of him.
BLENDS: Final[dict[Strength, float]] = {(0.6, 0.4): 0.6, (1.0, 0.0): 0.25, (0.0, 1.0): 0.15}
NOISES: Final = {0.35: 0.3, 0.7: 0.4, 1.4: 0.3}
MINDS: Final = {
    Mind(blend, noise): one * other
    for (blend, one), (noise, other) in product(BLENDS.items(), NOISES.items())
}
LOST: Final = 0.15  # a touch that no link explains
SLIP: Final = 0.06  # a clue that fits a word its giver did not see
SHY: Final = 0.5  # a giver keeps further away from the assassin, in spreads
WARNED: Final = 2.0  # a clue with 0 speaks of words nearer than this


class Reading:
    """Meanings as this partner seems to see them."""

    def __init__(self, table: Table, minds: dict[Mind, float] | None = None) -> None:
        self.table = table
        self.known = table.game.meanings()
        self._links = {given.word: self.links(given.word) for given in table.given}
        self.minds = self._learned(minds or MINDS)
        self.noise = sum(mind.noise * share for mind, share in self.minds.items())
        self.blend = tuple(
            sum(mind.blend[source] * share for mind, share in self.minds.items())
            for source in range(len(next(iter(self.minds)).blend))
        )

    def links(self, clue: str) -> list[Strength]:
        return [self.known.strength(clue, word) for word in self.table.words]

    def strengths(self, clue: str) -> list[float]:
        """How near each word is to the clue, in spreads."""
        links = self._links.get(clue) or self.links(clue)
        return [blended(link, self.blend) for link in links]

    def _learned(self, minds: dict[Mind, float]) -> dict[Mind, float]:
        """The minds weighed by his touches under my clues, and by mine under his."""
        weighed = {mind: log(share) for mind, share in minds.items()}
        for given in self.table.given:
            for mind in minds:
                near = [blended(link, mind.blend) for link in self._links[given.word]]
                if given.giver == self.table.me:
                    weighed[mind] += _touched(given, near, mind.noise)
                else:
                    weighed[mind] += _answered(given, near, mind.noise)
        most = max(weighed.values())
        shares = {mind: exp(value - most) for mind, value in weighed.items()}
        total = sum(shares.values())
        return {mind: share / total for mind, share in shares.items()}

    def spoken_of(self, given: Given) -> list[Weights]:
        """For each cell, how well each colour goes with this clue of its giver."""
        weights = [[1.0, 1.0, 1.0] for _ in self.table.words]
        near = self.strengths(given.word)
        if not any(near):
            return weights
        edge = WARNED if given.number == 0 else threshold(given, near)
        for cell in given.open:
            if given.number == 0:
                weights[cell][GREEN] = _unless((near[cell] - edge) / self.noise)
            else:
                weights[cell][BEIGE] = _unless((near[cell] - edge) / self.noise)
                weights[cell][BLACK] = _unless((near[cell] - edge + SHY) / self.noise)
        return weights

    def belief(self) -> list[Chances]:
        """My partner's side of the key, all his clues considered (CD-20.9)."""
        table = self.table
        weights = [list(row) for row in table.possible]
        for given in table.given:
            if given.giver == table.partner:
                for row, here in zip(weights, self.spoken_of(given), strict=True):
                    for colour in range(3):
                        row[colour] *= here[colour]
        return posterior(table.own, weights, table.covered, table.done[table.partner])


def blended(link: Strength, blend: Sequence[float]) -> float:
    return sum(near * share for near, share in zip(link, blend, strict=True))


def threshold(given: Given, near: Sequence[float]) -> float:
    """Between the last word the number counts and the next one."""
    ranked = sorted((near[cell] for cell in given.open), reverse=True)
    if given.number >= len(ranked):
        return ranked[-1] - 1.0
    return (ranked[given.number - 1] + ranked[given.number]) / 2


def _unless(excess: float) -> float:
    """Falls from 1 to SLIP as a word lies nearer to the clue."""
    return SLIP + (1 - SLIP) / (1 + exp(min(30.0, excess)))


def _touched(given: Given, near: Sequence[float], noise: float) -> float:
    """The log-likelihood of the touches that the number asked for, each by its nearness."""
    left = list(given.open)
    total = 0.0
    for cell, _ in given.touches[: given.number]:
        best = max(near[at] for at in left)
        shares = {at: exp((near[at] - best) / noise) for at in left}
        share = shares[cell] / sum(shares.values())
        total += log(LOST / len(left) + (1 - LOST) * share)
        left.remove(cell)
    return total


def _answered(given: Given, near: Sequence[float], noise: float) -> float:
    """The log-likelihood of the colours that my touches under his clue showed."""
    if given.number == 0:
        return 0.0
    edge = threshold(given, near)
    total = 0.0
    for cell, colour in given.touches[: given.number]:
        green = LOST + (1 - 2 * LOST) / (1 + exp(min(30.0, (edge - near[cell]) / noise)))
        total += log(green if colour == GREEN else 1 - green)
    return total
