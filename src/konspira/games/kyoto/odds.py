"""What a player believes of the other side, for people to read after the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from konspira.games.kyoto.notation import CARDS, IDENTITIES
from konspira.games.kyoto.rules.components import IDENTITY, REVEALED
from konspira.games.kyoto.rules.state import State


def believed(game: Any, viewer: int, drawn: Iterable[tuple[State, float]]) -> dict[str, object]:
    """From states that fit, each with its weight. `agents`: for each cell with a hidden enemy the
    chance of each identity; `hand`: how many of each card the enemy holds, on average."""
    side = 1 - viewer
    agents: dict[int, list[float]] = {}
    hand = [0.0] * len(CARDS)
    total = 0.0
    revealed, identity, cards = int(REVEALED), int(IDENTITY), range(len(CARDS))
    for state, weight in drawn:
        total += weight
        rest = int(state.occ(side))
        while rest:
            cell = rest.bit_length() - 1
            rest ^= 1 << cell
            agent = state.agents[cell]
            if not agent & revealed:
                shares = agents.setdefault(cell, [0.0] * len(IDENTITIES))
                shares[agent & identity] += weight
        held = int(state.hand(side))
        for card in cards:
            hand[card] += weight * (held >> (6 * card) & 63)
    if not total:
        return {}
    cells = game.notation.cells
    return {
        "agents": {
            cells[cell]: {
                name: round(share / total, 3)
                for name, share in zip(IDENTITIES, agents[cell], strict=True)
                if share
            }
            for cell in sorted(agents)
        },
        "hand": {
            name: round(count / total, 2) for name, count in zip(CARDS, hand, strict=True) if count
        },
    }
