"""What is on the table before the game: the word list, and what was agreed on."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from konspira.games.duet.rules.components import CELLS
from konspira.games.duet.rules.vocabulary import Vocabulary

# A numeral is a clue by its meaning (CD-6.2), and no card bears one: a list needs a letter (OP-35).
SPARE_CLUES = ("1", "2", "3", "4", "7", "12")


class Box:
    """A word list with the pairs of words that may not lie on one board (CD-17.10)."""

    def __init__(
        self,
        words: Sequence[str],
        plain: Sequence[str],
        clashes: Sequence[tuple[int, int]],
        vocabulary: Vocabulary,
    ) -> None:
        """`plain`: the words as a clue would spell them (CD-17.3)."""
        self.words = list(words)
        self.vocabulary = vocabulary
        self.numbers = [vocabulary.number(word) for word in plain]
        self.clashes: list[list[int]] = [[] for _ in words]
        for first, second in clashes:
            self.clashes[first].append(second)
            self.clashes[second].append(first)
        for others in self.clashes:
            others.sort()
        # Steps through the whole list that meet every word once, far from each other.
        self.stride = len(self.words) // 53 + 1
        while gcd(self.stride, len(self.words)) > 1:
            self.stride += 1
        self.spare = [vocabulary.number(word) for word in SPARE_CLUES]
        # Of each knot of clashing words at least one can lie: with so many knots as cells, no
        # deal can run dry.
        self.narrow = self._knots() < CELLS

    def _knots(self) -> int:
        seen = [False] * len(self.words)
        knots = 0
        for start in range(len(self.words)):
            if not seen[start]:
                knots += 1
                todo = [start]
                seen[start] = True
                while todo:
                    for other in self.clashes[todo.pop()]:
                        if not seen[other]:
                            seen[other] = True
                            todo.append(other)
        return knots

    def room(self, barred: Sequence[int]) -> int:
        """How many of the words that are not barred can lie side by side at most."""
        return self._most(sorted(set(range(len(self.words))).difference(barred)))

    def _most(self, free: list[int]) -> int:
        within = set(free)
        alone = 0
        busiest = -1
        degree = 0
        for word in free:
            met = len(within.intersection(self.clashes[word]))
            if met == 0:
                alone += 1
            elif met > degree:
                busiest, degree = word, met
        if busiest < 0:
            return alone
        rest = [word for word in free if word != busiest]
        beside = [word for word in rest if word not in self.clashes[busiest]]
        if degree == 1:  # pairs only: one of each pair
            return 1 + self._most(beside)
        return max(self._most(rest), 1 + self._most(beside))


class Options:
    """What the table agreed on before the game, as far as the rules read it."""

    def __init__(
        self, turns: int = 9, mistakes: int = 9, slack: bool = False, ranked: bool = False
    ) -> None:
        self.turns = turns  # CD-12.2
        self.mistakes = mistakes
        self.slack = slack  # CD-14
        self.ranked = ranked  # CD-18.4: nobody can insist
