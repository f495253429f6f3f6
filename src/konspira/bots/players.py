"""What a player is: a function of what its seat knows, that can also say why."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from konspira.engine.contract import Game, Luck
from konspira.engine.knowledge import Knowledge

CHANCE_TO_WIN: Final = "chance"
POINTS: Final = "points"
SECONDS: Final = 1.0  # what a player thinks about one move if nobody says otherwise


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: seconds of a clock, or, to be repeatable, a number of iterations."""

    seconds: float = SECONDS
    clock: Callable[[], float] = time.monotonic
    iterations: int = 0

    def share(self, part: float) -> Budget:
        return Budget(self.seconds * part, self.clock, int(self.iterations * part))


class Candidate(msgspec.Struct, frozen=True):
    """A move that was weighed: what it is worth, and how often it was tried (0: reckoned)."""

    move: int
    value: float
    tries: int


class Choice(msgspec.Struct, frozen=True):
    """A move with its reasons: what else was weighed, best first, and what was believed.

    `rest`: how to go on if the move opens a compound, as far as it was foreseen. `scale`: values
    are the chance to win, or points of a hand-made kind.
    """

    move: int
    candidates: list[Candidate] = []
    belief: dict[str, object] = {}
    rest: list[Choice] = []
    scale: str = CHANCE_TO_WIN


Consider = Callable[[Game, Knowledge, Sequence[int], Luck, Budget], Choice]
Choose = Callable[[Game, Knowledge, Sequence[int], Luck], int]


@dataclass(frozen=True, slots=True)
class Player:
    """Chooses one of its seat's legal moves; `consider` also says why."""

    name: str
    consider: Consider
    budget: Budget = Budget()

    def __call__(self, game: Game, known: Knowledge, moves: Sequence[int], luck: Luck) -> int:
        return self.consider(game, known, moves, luck, self.budget).move


def at_once(choose: Choose) -> Consider:
    """A player that needs no time."""

    def consider(
        game: Game, known: Knowledge, moves: Sequence[int], luck: Luck, budget: Budget
    ) -> Choice:
        return Choice(choose(game, known, moves, luck))

    return consider


Weigh = Callable[
    [Game, Knowledge, Sequence[int], Luck], tuple[int, list[tuple[int, float]]]
]  # a move, and the worth of each that was weighed


def by_worth(weighed: Weigh) -> Consider:
    """A player that needs no time, with its reasons in points."""

    def consider(
        game: Game, known: Knowledge, moves: Sequence[int], luck: Luck, budget: Budget
    ) -> Choice:
        move, rows = weighed(game, known, moves, luck)
        return Choice(move, [Candidate(one, worth, 0) for one, worth in rows], scale=POINTS)

    return consider
