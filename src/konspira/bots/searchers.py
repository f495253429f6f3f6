"""Players that search. The plain one plays its rollouts at random: a measuring stick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from konspira.bots.players import Budget, Candidate, Choice
from konspira.bots.search import Search
from konspira.engine.chance import Stream
from konspira.engine.contract import Game, Luck
from konspira.engine.knowledge import Knowledge
from konspira.engine.playable import Judge

PLAIN_EXPLORATION: Final = 0.1
EVERY: Final = 1e9  # every move is tried once before any is tried twice


def plain(game: Game, known: Knowledge, moves: Sequence[int], luck: Luck, budget: Budget) -> Choice:
    """Information-set search with random rollouts."""
    if len(moves) == 1:
        return Choice(moves[0])
    end = budget.clock() + budget.seconds
    sampler = game.sampler(known)
    return searched(game, known, sampler, Judge(), PLAIN_EXPLORATION, EVERY, luck, budget, end)


def searched(
    game: Game,
    known: Knowledge,
    sampler: Any,
    judge: Judge,
    exploration: float,
    urgency: float,
    luck: Luck,
    budget: Budget,
    end: float,
) -> Choice:
    """The most tried move, with all that were weighed."""
    stream = Stream(luck.below(1 << 30))
    search = Search(
        sampler, game.tell, game.seats, known.viewer, judge, exploration, urgency, stream
    )
    if budget.iterations:
        search.times(budget.iterations)
    else:
        search.until(budget.clock, end)
    choices: list[Choice] = []
    for rows in search.foreseen():
        weighed = [Candidate(move, mean, tries) for move, mean, tries in rows]
        choices.append(Choice(rows[0][0], weighed))
    first = choices[0]
    return Choice(first.move, first.candidates, {}, choices[1:])
