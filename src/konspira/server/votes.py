"""CD-13.4, OP-33: where a group shares a seat, a touch may need more than half of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from konspira.engine.contract import Game
from konspira.games.duet import Duet
from konspira.games.duet.rules.groups import binds


class Votes:
    """What the members of each seat want to answer; a member has one wish at a time."""

    def __init__(self) -> None:
        self.wishes: dict[tuple[int, int], dict[str, tuple[str, ...]]] = {}

    def vote(self, seat: int, decision: int, member: str, moves: Sequence[str]) -> list[str]:
        """The members who now want the same as this one."""
        stale = [key for key in self.wishes if key[0] == seat and key[1] != decision]
        for key in stale:
            del self.wishes[key]
        wishes = self.wishes.setdefault((seat, decision), {})
        wishes[member] = tuple(moves)
        return [one for one, wish in wishes.items() if wish == tuple(moves)]


def bound(game: Game, moves: Sequence[str], agreeing: Collection[str], here: int) -> bool:
    """Is this answer the seat's, with so many of its members here?"""
    if not isinstance(game, Duet) or not moves or not moves[0].startswith("touch"):
        return True
    return binds(len(agreeing), here, game.touch_needs_majority)
