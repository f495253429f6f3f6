"""Weaker players for people, made of stronger ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.bots.players import Budget, Choice, Consider
from konspira.engine.contract import Game, Luck
from konspira.engine.knowledge import Knowledge

HEEDLESS: Final = 2  # a recruit does anything at all once in so many answers
AGENT_ITERATIONS: Final = 60


def recruit(teacher: Consider) -> Consider:
    """Plays as its teacher, and every other time without a thought."""

    def consider(
        game: Game, known: Knowledge, moves: Sequence[int], luck: Luck, budget: Budget
    ) -> Choice:
        if luck.below(HEEDLESS) == 0:
            return Choice(moves[luck.below(len(moves))])
        return teacher(game, known, moves, luck, budget)

    return consider


def agent(teacher: Consider) -> Consider:
    """Searches as its teacher, but briefly."""

    def consider(
        game: Game, known: Knowledge, moves: Sequence[int], luck: Luck, budget: Budget
    ) -> Choice:
        return teacher(game, known, moves, luck, Budget(iterations=AGENT_ITERATIONS))

    return consider
