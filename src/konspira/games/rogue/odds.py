"""What a player believes of the others, for people to read after the game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from konspira.games.rogue.notation import DISCS, SEATS
from konspira.games.rogue.rules.components import (
    FACE_UP,
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    KNOWN,
    MARKS,
)

Shares = dict[int, float]


def believed(game: Any, viewer: int, drawn: Iterable[tuple[Any, float]]) -> dict[str, object]:
    """From states that fit, each with its weight. `tokens`: for each other seat with hidden
    identity tokens the chance of each number of androids among them; `criminals`: for each one
    that only others have looked at, the chance of each card."""
    tokens: dict[int, Shares] = {}
    criminals: dict[int, Shares] = {}
    total = 0.0
    for state, weight in drawn:
        total += weight
        for seat in range(game.seats):
            hidden = int(state.get(seat, HIDDEN_ANDROID)) + int(state.get(seat, HIDDEN_HUMAN))
            if seat != viewer and hidden:
                found = tokens.setdefault(seat, defaultdict(float))
                found[int(state.get(seat, HIDDEN_ANDROID))] += weight
        for number in range(6):
            card = int(state.card_of(number))
            seen = state.of(number, FACE_UP) or state.of(number, KNOWN)
            if card >= 0 and not seen and not state.of(number, MARKS) >> viewer & 1:
                criminals.setdefault(number, defaultdict(float))[card] += weight
    if not total:
        return {}
    cards = game.notation.cards
    belief: dict[str, object] = {}
    if tokens:
        belief["tokens"] = {
            SEATS[seat]: {str(n): round(found[n] / total, 3) for n in sorted(found)}
            for seat, found in sorted(tokens.items())
        }
    if criminals:
        belief["criminals"] = {
            DISCS[number]: {
                cards[card]: round(share / total, 3)
                for card, share in sorted(found.items(), key=lambda one: -one[1])
            }
            for number, found in sorted(criminals.items())
        }
    return belief
