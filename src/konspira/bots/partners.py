"""Partners for a game that is won together. A weaker one dares less: its clues are for fewer words,
and it does not touch more than it was told to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.bots.players import Budget, Candidate, Choice, Consider
from konspira.engine.contract import Game, Luck
from konspira.engine.knowledge import Knowledge
from konspira.games.duet import Duet, play
from konspira.games.duet.partner.giver import MOST

DARING: Final = {"recruit": 1, "agent": 2, "master": MOST}  # words a clue is meant for


def partner(level: str) -> Consider:
    most = DARING[level]

    def consider(
        game: Game, known: Knowledge, moves: Sequence[int], luck: Luck, budget: Budget
    ) -> Choice:
        assert isinstance(game, Duet)
        move, rows, belief = play.weighed(game, known, moves, most)
        return Choice(move, [Candidate(one, value, 0) for one, value in rows], belief)

    return consider
