"""A game is its log: one entry for each answered decision, with what followed from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from konspira.engine.contract import (
    CHANCE,
    HOUSE,
    NOBODY,
    Game,
    MoveError,
    NotLegal,
    State,
    actor_of,
)


@dataclass(slots=True)
class Entry:
    """`moves` of one seat (several in a compound); `codes`: these, then chance and events.

    The first entry of a game is the set-up: its seat is HOUSE and it has no moves.
    """

    seat: int
    moves: list[int] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    hash: int = 0
    open: bool = False

    @property
    def chance(self) -> list[int]:
        return [code for code in self.codes if actor_of(code) == CHANCE]


def opening(game: Game, base: str = "") -> tuple[State, Entry]:
    """A fresh state that leaves chance to the caller, and the entry of its set-up."""
    state = game.from_position(base) if base else game.start()
    setup = Entry(HOUSE, codes=state.witnessed() if base else [])
    state.watch()
    setup.hash = state.hash()
    return state, setup


def follow(state: State, log: list[Entry], code: int) -> None:
    """Play one known code and write it into the log."""
    actor = actor_of(code)
    if actor != CHANCE:
        if not log[-1].open:
            log.append(Entry(actor))
        log[-1].moves.append(code)
    state.apply(code)
    last = log[-1]
    last.codes += state.witnessed()
    last.open = state.drafting() != NOBODY
    last.hash = state.hash()


def entries(game: Game, state: State) -> list[Entry]:
    """The log of a state, told in full."""
    replay, setup = opening(game, state.base_text())
    log = [setup]
    for code in state.history():
        follow(replay, log, code)
    return log


def answered(game: Game, state: State, seat: int, decision: int, moves: Sequence[int]) -> State:
    """The state after a seat's answer to a decision: all of it, or MoveError and nothing."""
    if not state.asks(seat):
        raise NotLegal("not_asked")
    if state.decision_id(seat) != decision:
        raise NotLegal("answered_already")
    if not moves:
        raise NotLegal("not_now")
    after = state.clone()
    for number, move in enumerate(moves):
        if actor_of(move) != seat:
            raise NotLegal("not_asked")
        if number and after.drafting() != seat:
            raise NotLegal("compound_over")
        try:
            after.play(move)
        except MoveError:
            raise game.refusal(after, move) from None
    if after.drafting() != NOBODY:
        raise NotLegal("compound_open")
    return after
