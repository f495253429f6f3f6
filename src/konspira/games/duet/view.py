"""The view with names: what pages draw and programs read. Made from `Seen` alone."""

from __future__ import annotations

from konspira.engine.contract import OPEN_TABLE, SPECTATOR
from konspira.games.duet.notation import CELL_NAMES, COLOURS, ENDINGS, PHASES, SIDES, Notation
from konspira.games.duet.rules.components import HIDDEN
from konspira.games.duet.rules.position import MARKED, NUMBER_AT, WORD_AT
from konspira.games.duet.rules.scoring import reading
from konspira.games.duet.rules.seen import Seen

READINGS = ("win", "good", "very-good", "mission-map")


def spelled(seen: Seen, notation: Notation) -> dict[str, object]:
    """A JSON-ready table. Hidden things are absent, not empty."""
    names = {SPECTATOR: "spectator", OPEN_TABLE: "open"}
    table: dict[str, object] = {
        "game": "duet",
        "viewer": names.get(seen.viewer) or SIDES[seen.viewer],
        "phase": PHASES[seen.phase],
        "acting": [name for side, name in enumerate(SIDES) if seen.asked >> side & 1],
        "cells": [_cell(seen, cell, notation) for cell in range(len(seen.words))],
        "bank": {"check": int(seen.checks), "bystander": int(seen.bystanders)},
        "held": dict(zip(SIDES, seen.held, strict=True)),
        "penalties": int(seen.penalties),
        "open_agents": int(seen.open_agents),
        "turn": len(seen.clues),
        "clues": [_clue(clue, notation) for clue in seen.clues],
    }
    if seen.guesses:
        table["guesses"] = int(seen.guesses)
    if seen.penalised:
        table["penalised"] = True
    if seen.accepted:
        table["accepted"] = [notation.box.vocabulary.word(word) for word in seen.accepted]
    for name, sides in (("finished", seen.finished), ("restart_offers", seen.offers)):
        if sides:
            table[name] = [side for at, side in enumerate(SIDES) if sides >> at & 1]
    if seen.sudden:
        table["sudden_death"] = True
    if seen.ending:
        outcome: dict[str, object] = {"how": ENDINGS[seen.ending]}
        if seen.points > -99:
            outcome["points"] = int(seen.points)
            outcome["reading"] = READINGS[reading(int(seen.points))]
        table["outcome"] = outcome
    return table


def _cell(seen: Seen, cell: int, notation: Notation) -> dict[str, object]:
    found: dict[str, object] = {
        "cell": CELL_NAMES[cell],
        "word": notation.box.words[seen.words[cell]],
        "visible": bool(seen.visible >> cell & 1),
    }
    for side, name in enumerate(SIDES):
        if seen.keys[side][cell] != HIDDEN:
            found[f"key_{name}"] = COLOURS[seen.keys[side][cell]]
        if seen.found[side] >> cell & 1:
            found["found_by"] = name
        if seen.markers[side] >> cell & 1:
            found[f"marker_{name}"] = 1 + (seen.stacks[side] >> cell & 1)
    return found


def _clue(clue: int, notation: Notation) -> dict[str, object]:
    given: dict[str, object] = {
        "giver": SIDES[clue & 1],
        "word": notation.box.vocabulary.word(clue >> WORD_AT),
        "number": clue >> NUMBER_AT & 15,
    }
    if clue & MARKED:
        given["insisted"] = True
    return given
