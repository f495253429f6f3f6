"""What is alike in every game's state, as classes that compiled code can call without detours.

Every game's position is a `Playable`; a game that can judge its own tables gives a `Judge`.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from mypy_extensions import i64

from konspira.engine.chance import Stream
from konspira.engine.contract import Outcome


class Past:
    """The codes played so far, newest first; clones share it."""

    __slots__ = ("before", "code")

    def __init__(self, before: Past | None, code: int) -> None:
        self.before = before
        self.code = code


class Playable:
    """A state's memory of what was played, and the part of `contract.State` that search uses,
    which each game's state overrides."""

    def __init__(self) -> None:
        self.ply: i64 = 0
        self.stream: i64 = 0  # 0: chance is left to the caller
        self.base: str = ""  # the position it was set up from
        self.past: Past | None = None
        self.listed: list[int] | None = None  # the legal moves, once somebody has asked
        self.seen: list[int] | None = None  # what happened since somebody asked, if one watches

    def go_on_from(self, other: Playable) -> None:
        """The memory of the state of which this one is a copy; nobody watches the copy."""
        self.ply = other.ply
        self.stream = other.stream
        self.base = other.base
        self.past = other.past
        self.listed = other.listed
        self.seen = None

    def remember(self, code: int) -> None:
        """A code is being played."""
        self.past = Past(self.past, code)
        self.listed = None
        self.ply += 1
        if self.seen is not None:
            self.seen.append(code)

    def base_text(self) -> str:
        return self.base

    def history(self) -> list[int]:
        codes: list[int] = []
        past = self.past
        while past is not None:
            codes.append(past.code)
            past = past.before
        codes.reverse()
        return codes

    def watch(self) -> None:
        self.seen = []

    def witnessed(self) -> list[int]:
        seen = self.seen
        self.seen = []
        return [] if seen is None else seen

    def facts(self) -> list[int]:
        """All that is true now, as numbers: two positions are the same if these are."""
        raise NotImplementedError

    def hash(self) -> int:
        text = ",".join([str(fact) for fact in self.facts()])
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

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

    def begin(self) -> None:
        """A round of a fair comparison begins: what is the same for all is settled now."""

    def again(self) -> None:
        """The same round for the next move, with the same luck."""

    def alike(self, move: int) -> int:
        """Moves that do nearly the same have the same number."""
        return move


class SecondLook(NamedTuple):
    """Who looks again, at how many moves, how much less a chance than the best's they may have had
    at the first look, and how many seconds that one takes at most."""

    judge: Judge
    few: int
    behind: float
    first: float
