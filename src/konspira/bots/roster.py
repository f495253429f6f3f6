"""Who can sit down, by name."""

from __future__ import annotations

from typing import Final

from konspira.bots import random_player
from konspira.bots.levels import agent, recruit
from konspira.bots.partners import DARING, partner
from konspira.bots.players import Budget, Consider, Player, at_once, by_worth
from konspira.bots.searchers import MASTERS, master, plain
from konspira.engine.contract import BadText
from konspira.games.duet import play as duet
from konspira.games.kyoto import play as kyoto
from konspira.games.rogue import play as rogue

GREEDY: Final[dict[str, Consider]] = {
    "duet": at_once(duet.choose),
    "kyoto": by_worth(kyoto.weighed),
    "rogue": by_worth(rogue.weighed),
}
# Duet's clues are open words: search has no moves to weigh there.
SEARCHED: Final = ("kyoto", "rogue")
LEVELS: Final = ("recruit", "agent", "master")  # for people
NAMES: Final = (*LEVELS, "random", "greedy", "ismcts")


def usual(game: str) -> str:
    """Who sits down if nobody is asked for."""
    return "greedy" if game in GREEDY else "random"


def levels(game: str) -> list[str]:
    """How strong an opponent people can choose, from the weakest."""
    return [name for name in LEVELS if _found(name, game) is not None]


def offered(game: str) -> list[str]:
    """Who can play this game."""
    return [name for name in NAMES if _found(name, game) is not None]


def player(name: str, game: str, budget: Budget | None = None) -> Player:
    consider = _found(name, game)
    if consider is None:
        if name not in NAMES:
            raise BadText(f"there is no player {name!r}; there are: {', '.join(NAMES)}")
        raise BadText(f"{game} has no {name} player yet")
    return Player(name, consider, budget or Budget())


def _found(name: str, game: str) -> Consider | None:
    if game == "duet" and name in DARING:
        return partner(name)
    if name == "random":
        return at_once(random_player.choose)
    if name == "greedy":
        return GREEDY.get(game)
    if name == "ismcts" and game in SEARCHED:
        return plain
    if name == "recruit" and game in GREEDY:
        return recruit(GREEDY[game])
    if name == "agent" and game in MASTERS:
        return agent(master)
    if name == "master" and game in MASTERS:
        return master
    return None
