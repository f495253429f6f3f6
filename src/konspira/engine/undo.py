"""May an entry be taken back? Only if nobody learned anything by it that was hidden.

What is hidden is found through `tell` alone, so it holds for every game. A choice tells another
viewer something unless all choices are told alike, or the chooser knows nothing that this viewer
does not know. What followed from it tells something if it would have been told otherwise on a
state that the viewer held possible; such states are drawn and tried. So it is with whoever made
the choice: what was looked at is not unseen. It errs on the side of refusing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, SPECTATOR, BadText, Game, State
from konspira.engine.knowledge import from_entries
from konspira.engine.log import Entry

TRIES: Final = 32

Way = tuple[int, frozenset[int], list[int]]


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
    return all(_learned_nothing(game, state, before, entry, viewer) for viewer in (*others, seat))


def _choices(state: State, entry: Entry, at: int) -> list[int]:
    """What the seat could choose from at the move `at` of its entry."""
    state = state.clone()
    for move in entry.moves[:at]:
        state.apply(move)
    return state.moves(entry.seat)


def _learned_nothing(
    game: Game, state: State, before: Sequence[Entry], entry: Entry, viewer: int
) -> bool:
    # A game may have begun from a position that hides something (a practice).
    base = state.base_text()
    open_base = not base or game.tell_position(base, viewer) == base
    if open_base and all(game.tell(code, viewer) == code for one in before for code in one.codes):
        return True  # nothing is hidden from this viewer
    told = _told_ways(game, state, entry, viewer)
    if told is None:
        return False
    if viewer == entry.seat:
        return _foreseen(game, state, before, entry, [followed for _, _, followed in told])
    # One choice alone is told by being the only one.
    secret = all(of > 1 and len(choices) == 1 for of, choices, _ in told)
    if not secret and not (open_base and _knows_no_more(game, before, entry.seat, viewer)):
        return False
    wanted = _as_told(told)
    tried = _tried(game, state, before, entry, viewer)
    return all(ways is not None and _as_told(ways) == wanted for ways in tried)


def _foreseen(
    game: Game, state: State, before: Sequence[Entry], entry: Entry, followed: list[list[int]]
) -> bool:
    """Did the seat know all that would follow from its choice?"""
    tried = _tried(game, state, before, entry, entry.seat)
    return all(ways is not None and [way[2] for way in ways] == followed for ways in tried)


def _tried(
    game: Game, state: State, before: Sequence[Entry], entry: Entry, viewer: int
) -> Iterator[list[Way] | None]:
    """The entry on states that the viewer held possible; None where it could not be."""
    try:
        known = from_entries(game, list(before), viewer, state.base_text(), False)
        sampler = game.sampler(known)
        luck = Stream(f"undo {len(before)} {viewer}")
        for _ in range(TRIES):
            yield _told_ways(game, sampler.sample(luck), entry, viewer)
    except BadText:
        yield None


def _knows_no_more(game: Game, before: Sequence[Entry], seat: int, viewer: int) -> bool:
    """Is all that the seat was told contained in what the viewer was told?"""
    return all(
        game.tell(game.tell(code, viewer), seat) == game.tell(code, seat)
        for entry in before
        for code in entry.codes
    )


def _as_told(ways: list[Way]) -> list[tuple[frozenset[int], list[int]]]:
    """Without the number of choices, which the viewer is not told."""
    return [(told, followed) for _, told, followed in ways]


def _told_ways(game: Game, state: State, entry: Entry, viewer: int) -> list[Way] | None:
    """At each move of the entry: how many choices there were, these as the viewer is told of
    them, and what is told to have followed. None if no choice here is told as the entry was."""
    state = state.clone()
    state.watch()
    ways: list[Way] = []
    for move in entry.moves:
        wanted = game.tell(move, viewer)
        choices = state.moves(entry.seat)
        alike = [choice for choice in choices if game.tell(choice, viewer) == wanted]
        if not alike:
            return None
        state.apply(move if move in alike else alike[0])
        if state.actor() == CHANCE:
            return None
        told = frozenset(game.tell(choice, viewer) for choice in choices)
        ways.append((len(choices), told, [game.tell(code, viewer) for code in state.witnessed()]))
    return ways
