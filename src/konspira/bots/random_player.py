"""Plays anything that is legal, with equal odds."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.contract import Game, Luck
from konspira.engine.knowledge import Knowledge


def choose(game: Game, known: Knowledge, moves: Sequence[int], luck: Luck) -> int:
    return moves[luck.below(len(moves))]
