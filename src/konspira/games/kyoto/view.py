"""The view with names: what pages draw and programs read. Made from `Seen` alone."""

from __future__ import annotations

from konspira.engine.contract import CHANCE, NOBODY, SEVERAL
from konspira.games.kyoto.notation import (
    CARDS,
    ENDINGS,
    EQUIPMENT,
    IDENTITIES,
    PHASES,
    SIDES,
    SPECIAL_AGENTS,
    Notation,
)
from konspira.games.kyoto.rules.seen import Seen

EQUIPMENT_STATES = ("absent", "inactive", "active", "used")


def spelled(seen: Seen, notation: Notation) -> dict[str, object]:
    """A JSON-ready table. Hidden things are absent, not empty (SK-12.10)."""
    table: dict[str, object] = {
        "game": "kyoto",
        "layout": notation.board.name,
        "viewer": SIDES[seen.viewer] if seen.viewer < 2 else "spectator",
        "phase": PHASES[seen.phase],
        "turn": SIDES[seen.side],
        "acting": _acting(seen.actor),
        "pawns": _pawns(seen.pawns, notation),
        "sides": {SIDES[side]: _side(seen, side) for side in (0, 1)},
    }
    if seen.attackers:
        table["attackers"] = _pawns(seen.attackers, notation)
    if seen.card < len(CARDS):
        table["card"] = CARDS[seen.card]
    if seen.extra < len(CARDS):
        table["fan_card"] = CARDS[seen.extra]
    if seen.mover >= 0:
        table["mover"] = notation.cells[seen.mover]
    if seen.ruri < len(CARDS):
        table["ruri"] = CARDS[seen.ruri]
    if seen.equipment:
        table["equipment"] = {
            name: EQUIPMENT_STATES[seen.equipment >> (2 * item) & 3]
            for item, name in enumerate(EQUIPMENT)
        }
    if seen.pair:
        table["pair"] = [CARDS[card] for card in seen.pair if card < len(CARDS)]
    if any(seen.bottoms):
        table["bottoms"] = [[CARDS[card] for card in cards] for cards in seen.bottoms]
    if seen.ending:
        table["outcome"] = {"winner": SIDES[seen.winner], "how": ENDINGS[seen.ending]}
    return table


def _acting(actor: int) -> list[str]:
    if actor == SEVERAL:
        return list(SIDES)
    if actor in (CHANCE, NOBODY):
        return []
    return [SIDES[actor]]


def _pawns(numbers: list[int], notation: Notation) -> list[dict[str, object]]:
    pawns: list[dict[str, object]] = []
    for at in range(0, len(numbers), 5):
        cell, side, public_id, flags, identity = numbers[at : at + 5]
        pawn: dict[str, object] = {
            "cell": notation.cells[cell],
            "side": SIDES[side],
            "id": public_id,
        }
        if identity < len(IDENTITIES):
            pawn["identity"] = IDENTITIES[identity]
        for flag, name in ((8, "revealed"), (16, "false"), (32, "stunned"), (64, "anaesthetised")):
            if flags & flag:
                pawn[name] = True
        pawns.append(pawn)
    return pawns


def _side(seen: Seen, side: int) -> dict[str, object]:
    part: dict[str, object] = {
        "hand": {"location": seen.hand_locations[side], "tactics": seen.hand_tactics[side]},
        "deck": {"location": seen.deck_locations[side], "tactics": seen.deck_tactics[side]},
        "pile": {"size": seen.pile_sizes[side]},
        "detained": [name for bit, name in enumerate(IDENTITIES) if seen.lost[side] >> bit & 1],
    }
    pile = part["pile"]
    assert isinstance(pile, dict)
    if seen.tops[side] >= 0:
        pile["top"] = CARDS[seen.tops[side]]
    cards = seen.piles[side]
    if cards is not None:
        pile["cards"] = [CARDS[card] for card in cards]
    if seen.hands[side] >= 0:
        hand = seen.hands[side]
        part["cards"] = [
            name for card, name in enumerate(CARDS) for _ in range(hand >> (6 * card) & 63)
        ]
    counts = seen.mark_counts[side]
    if counts:
        part["decoys"] = _decoys(seen.decoys[side], counts)
    if seen.ready[side]:
        part["ready"] = True
    if seen.specials[side]:
        part["special"] = SPECIAL_AGENTS[seen.specials[side]]
    return part


def _decoys(decoys: int, counts: int) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    slot = 0
    while counts >> (3 * slot):
        decoy: dict[str, object] = {"marks": counts >> (3 * slot) & 7}
        if decoys >= 0:
            marks = decoys >> (6 * slot) & 63
            decoy["colours"] = [CARDS[mark - 1] for mark in (marks & 7, marks >> 3) if mark]
        found.append(decoy)
        slot += 1
    return found
