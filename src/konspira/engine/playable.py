"""What a search asks of any game, as classes that compiled code can call without detours.

Every game's position is a `Playable`; a game that can judge its own tables gives a `Judge`.
"""

from __future__ import annotations

from konspira.engine.chance import Stream
from konspira.engine.contract import Outcome


class Playable:
    """The part of `contract.State` that search uses. States override all of it."""

    def actor(self) -> int:
        raise NotImplementedError

    def moves(self, seat: int = -1) -> list[int]:
        raise NotImplementedError

    def apply(self, move: int) -> None:
        raise NotImplementedError

    def chance_total(self) -> int:
        raise NotImplementedError

    def chance_pick(self, ticket: int) -> int:
        raise NotImplementedError

    def drafting(self) -> int:
        raise NotImplementedError

    def clone(self) -> Playable:
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        raise NotImplementedError


class Judge:
    """How a rollout goes on, and when it may stop. This one plays at random to the end."""

    def ripe(self, state: Playable, plies: int) -> bool:
        """May the rollout stop here, after so many decisions, and be judged?"""
        return False

    def chances(self, state: Playable) -> list[float]:
        """Each seat's chance to win, on a ripe table."""
        raise NotImplementedError

    def pick(self, state: Playable, moves: list[int], luck: Stream) -> int:
        """The next move of a rollout."""
        return moves[luck.below(len(moves))]
