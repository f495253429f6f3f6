"""May an entry be taken back? Only if nobody else learned anything by it that was hidden.

What was hidden is not asked of the game but tried: states are drawn from what another viewer knew
before the entry. If in all of them the seat had the same choices, as far as that viewer is told,
and the same answer is told with the same consequences, the entry said nothing about the state.
It errs on the side of refusing: whatever cannot be tried counts as learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, SPECTATOR, BadText, Game, State, actor_of
from konspira.engine.knowledge import from_entries
from konspira.engine.log import Entry

TRIES: Final = 12


def can_undo(game: Game, state: State, before: Sequence[Entry], entry: Entry) -> bool:
    """May the seat of `entry`, which followed on the state after `before`, take it back, if
    nothing has followed since?"""
    seat = entry.seat
    if seat >= game.seats or not entry.moves or entry.chance:
        return False
    if game.words(entry.codes):  # a word once said cannot be unheard
        return False
    if any(move not in _choices(state, entry, at) for at, move in enumerate(entry.moves)):
        return False  # an aside
    others = [viewer for viewer in (*range(game.seats), SPECTATOR) if viewer != seat]
    return all(_learned_nothing(game, state, before, entry, viewer) for viewer in others)


def _choices(state: State, entry: Entry, at: int) -> list[int]:
    """What the seat could choose from at the move `at` of its entry."""
    state = state.clone()
    for move in entry.moves[:at]:
        state.apply(move)
    return state.moves(entry.seat)


def _learned_nothing(
    game: Game, state: State, before: Sequence[Entry], entry: Entry, viewer: int
) -> bool:
    try:
        sampler = game.sampler(from_entries(game, list(before), viewer, "", False))
        luck = Stream(f"undo {len(before)} {viewer}")
        told = _told_ways(game, state, entry, viewer)
        return told is not None and all(
            _told_ways(game, sampler.sample(luck), entry, viewer) == told for _ in range(TRIES)
        )
    except BadText:
        return False


def _told_ways(
    game: Game, state: State, entry: Entry, viewer: int
) -> list[tuple[frozenset[int], list[int]]] | None:
    """At each move of the entry: the choices as the viewer is told of them, and what is told to
    have followed. None if no choice here is told as the entry was."""
    state = state.clone()
    state.watch()
    ways: list[tuple[frozenset[int], list[int]]] = []
    for move in entry.moves:
        wanted = game.tell(move, viewer)
        choices = state.moves(entry.seat)
        alike = [choice for choice in choices if game.tell(choice, viewer) == wanted]
        if not alike:
            return None
        chosen = move if move in alike else alike[0]
        state.apply(chosen)
        if state.actor() == CHANCE:
            return None
        told = frozenset(game.tell(choice, viewer) for choice in choices)
        followed = [game.tell(code, viewer) for code in state.witnessed()]
        ways.append((told, [code for code in followed if actor_of(code) != CHANCE]))
    return ways
