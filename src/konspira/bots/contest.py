"""One game among bots: every answer is thought out from knowledge and checked by the rules."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from konspira.bots.players import Budget, Player
from konspira.bots.thought import considered
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY, Game, Judging, Luck, MoveError, State
from konspira.engine.knowledge import Knowledge, from_entries
from konspira.engine.log import Entry, answered, follow, opening

LONGEST = 20_000  # answers; a game that long goes in circles


class Result(msgspec.Struct, frozen=True):
    """How a game went. `reason` is why a seat forfeited, if one did."""

    seed: str
    players: list[str]  # by seat
    winners: list[int]  # seats
    how: str
    answers: int
    thought: list[float]  # seconds by seat
    decisions: list[int]  # by seat
    slowest: list[float]  # one answer, by seat
    reason: str = ""
    points: list[int] = []


Problem = Literal["ended", "silent", "nonsense", "illegal"]


class Forfeit(Exception):
    """A seat cannot go on. `kind` is for everybody; the sentence is for whoever runs the program,
    because what it said may be a secret of a game that others play on."""

    def __init__(self, kind: Problem, said: str) -> None:
        super().__init__(said)
        self.kind = kind


def spoken(error: MoveError) -> str:
    """For reports, and for programs."""
    return error.reason.replace("_", " ")


class Sitting(Protocol):
    """Whoever sits at a contest: gives the whole answer to a decision."""

    name: str

    def answer(self, game: Game, known: Knowledge, state: State, luck: Luck) -> list[int]:
        """All moves of the answer. `state` is for checking them, never for choosing."""

    def leave(self) -> None:
        """The game is over."""


class House:
    """A player of ours."""

    def __init__(self, player: Player, budget: Budget) -> None:
        self.name = player.name
        self.player = player
        self.budget = budget

    def answer(self, game: Game, known: Knowledge, state: State, luck: Luck) -> list[int]:
        return considered(game, self.player, known, self.budget, luck).moves

    def leave(self) -> None:
        pass


def contest(game: Game, sitting: Sequence[Sitting], seed: str) -> Result:
    """A game to its end; the same seed deals the same chance to the same moves."""
    luck = Stream(f"chance {seed}")
    thoughts = [Stream(f"thoughts {seat} {seed}") for seat in range(game.seats)]
    state, setup = opening(game)
    log = [setup]
    spent = [0.0] * game.seats
    slowest = [0.0] * game.seats
    decisions = [0] * game.seats
    reason = ""
    judge = game if isinstance(game, Judging) else None
    answers = 0
    _chance(state, log, luck)
    while state.actor() != NOBODY and answers < LONGEST:
        seat = _asked(state)
        known = from_entries(game, log, seat, "", False)
        begin = time.perf_counter(), time.thread_time()
        moves: list[int] = []
        try:
            moves = sitting[seat].answer(game, known, state, thoughts[seat])
            if judge is not None:
                for move in moves:
                    judge.hear(state, move)
            answered(game, state, seat, state.decision_id(seat), moves)
            for move in moves:
                follow(state, log, move)
        except (Forfeit, MoveError) as error:
            if isinstance(error, MoveError):
                said = ", ".join(game.text(move) for move in moves)
                error = Forfeit("illegal", f"{said}: {spoken(error)}")
            reason = f"{sitting[seat].name}: {error}"
            follow(state, log, game.timeout(seat))
        took = time.perf_counter() - begin[0]
        spent[seat] += time.thread_time() - begin[1]
        slowest[seat] = max(slowest[seat], took)
        decisions[seat] += 1
        answers += 1
        _chance(state, log, luck)
    for one in sitting:
        one.leave()
    outcome = state.outcome()
    return Result(
        seed,
        [one.name for one in sitting],
        [] if outcome is None else list(outcome.winners),
        "TOO_LONG" if outcome is None else "FORFEIT" if reason else outcome.how.name,
        answers,
        spent,
        decisions,
        slowest,
        reason,
        [] if outcome is None else list(outcome.points),
    )


def _asked(state: State) -> int:
    drafting = state.drafting()
    return drafting if drafting != NOBODY else state.moves()[0] & 15


def _chance(state: State, log: list[Entry], luck: Luck) -> None:
    while state.actor() == CHANCE:
        follow(state, log, state.chance_pick(luck.below(state.chance_total())))
