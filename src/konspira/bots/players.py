"""Who can sit down: players by name. A player is a function of what its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from konspira.bots import random_player
from konspira.engine.contract import BadText, Game, Luck
from konspira.engine.knowledge import Knowledge
from konspira.games.kyoto import play as kyoto
from konspira.games.rogue import play as rogue

SECONDS: Final = 1.0  # what a player thinks about one move if nobody says otherwise


class Candidate(msgspec.Struct, frozen=True):
    """A move that was weighed: its chance to win (or its worth), and how often it was tried."""

    move: int
    value: float
    tries: int


class Choice(msgspec.Struct, frozen=True):
    """A move with its reasons: what else was weighed, best first, and what was believed.

    `rest`: how to go on if the move opens a compound, as far as it was foreseen.
    """

    move: int
    candidates: list[Candidate] = []
    belief: dict[str, object] = {}
    rest: list[Choice] = []


Consider = Callable[[Game, Knowledge, Sequence[int], Luck, float], Choice]
Choose = Callable[[Game, Knowledge, Sequence[int], Luck], int]


@dataclass(frozen=True, slots=True)
class Player:
    """Chooses one of its seat's legal moves; `consider` also says why."""

    name: str
    consider: Consider
    seconds: float = SECONDS

    def __call__(self, game: Game, known: Knowledge, moves: Sequence[int], luck: Luck) -> int:
        return self.consider(game, known, moves, luck, self.seconds).move


def _at_once(choose: Choose) -> Consider:
    """A player that needs no time."""

    def consider(
        game: Game, known: Knowledge, moves: Sequence[int], luck: Luck, seconds: float
    ) -> Choice:
        return Choice(choose(game, known, moves, luck))

    return consider


GREEDY: Final[dict[str, Consider]] = {
    "kyoto": _at_once(kyoto.choose),
    "rogue": _at_once(rogue.choose),
}
NAMES: Final = ("random", "greedy")


def usual(game: str) -> str:
    """Who sits down if nobody is asked for."""
    return "greedy" if game in GREEDY else "random"


def player(name: str, game: str, seconds: float = SECONDS) -> Player:
    if name == "random":
        return Player(name, _at_once(random_player.choose), seconds)
    if name not in NAMES:
        raise BadText(f"there is no player {name!r}; there are: {', '.join(NAMES)}")
    if game not in GREEDY:
        raise BadText(f"{game} has no {name} player yet")
    return Player(name, GREEDY[game], seconds)
