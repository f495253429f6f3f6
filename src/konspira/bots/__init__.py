"""Players without a body. A player is a function of what its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from konspira.bots import random_player
from konspira.engine.contract import Game, Luck
from konspira.engine.knowledge import Knowledge
from konspira.games.kyoto import play as kyoto
from konspira.games.rogue import play as rogue

Player = Callable[[Game, Knowledge, Sequence[int], Luck], int]

GREEDY: dict[str, Player] = {"kyoto": kyoto.choose, "rogue": rogue.choose}
NAMES = ("random", "greedy")


def player(name: str, game: str) -> Player:
    return random_player.choose if name == "random" else GREEDY[game]
