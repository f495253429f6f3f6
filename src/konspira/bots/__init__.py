"""Players without a body. A player is a function of what its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from konspira.bots import random_player
from konspira.engine.contract import BadText, Game, Luck
from konspira.engine.knowledge import Knowledge
from konspira.games.kyoto import play as kyoto
from konspira.games.rogue import play as rogue

Player = Callable[[Game, Knowledge, Sequence[int], Luck], int]

GREEDY: dict[str, Player] = {"kyoto": kyoto.choose, "rogue": rogue.choose}
NAMES = ("random", "greedy")


def usual(game: str) -> str:
    """Who sits down if nobody is asked for."""
    return "greedy" if game in GREEDY else "random"


def player(name: str, game: str) -> Player:
    if name == "random":
        return random_player.choose
    if game not in GREEDY:
        raise BadText(f"{game} has no {name} player yet")
    return GREEDY[game]
