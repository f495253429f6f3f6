"""Chapter 4 with the moving tactics of chapter 6: where a card can take an agent.

`out` gathers moves; `only` narrows to the agent on one cell (Armoured Fan, Anaesthetic).
"""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.kyoto.rules.codes import PUSH, code
from konspira.games.kyoto.rules.components import (
    ATTACK,
    DEFENCE,
    SIX,
    STUNNED,
    TUNNEL,
    YOKO,
    bit,
)
from konspira.games.kyoto.rules.position import NOWHERE, Position


def may_enter(p: Position, side: i64, cell: i64) -> bool:
    """SK-4.3, SK-9.5: not closed to this side; SK-9.7: not on a protected enemy."""
    if p.closed(side) >> cell & 1:
        return False
    return not (p.occ(1 - side) & p.shield(1 - side)) >> cell & 1


def landing(p: Position, side: i64, start: i64, step: i64) -> i64:
    """Where a step towards `step` ends: there, beyond an own agent (Yoko), or NOWHERE."""
    end = step
    if p.occ(side) >> step & 1:  # SK-4.8
        if p.special(side) != YOKO:
            return NOWHERE
        end = p.board.beyond(start, step)  # SK-9.2
        if end < 0 or p.occ(side) >> end & 1:
            return NOWHERE
    if not may_enter(p, side, end):
        return NOWHERE
    return end


def moving_plays(p: Position, side: i64, kind: i64, only: i64, out: list[int]) -> None:
    """All plays from hand that move an own agent: location cards, Defence, Tunnel, Attack."""
    board = p.board
    hand = p.hand(side)
    held: i64 = 0  # the location cards in hand, as a set
    card: i64 = 0
    while card < 5:
        if hand >> (6 * card) & SIX:
            held |= bit(card)
        card += 1
    defence = hand >> (6 * DEFENCE) & SIX != 0
    tunnel = hand >> (6 * TUNNEL) & SIX != 0
    attack = hand >> (6 * ATTACK) & SIX != 0
    base = side * board.cells
    own = p.occ(side)
    rest = own
    cell: i64 = 0
    if only != NOWHERE:
        rest = own & bit(only)
    while rest >> cell:
        if not rest >> cell & 1:
            cell += 1
            continue
        agent: i64 = p.agents[cell]
        if agent & STUNNED:  # SK-10.9.1
            cell += 1
            continue
        if held or attack:
            steps: i64 = board.forward[base + cell]  # SK-4.6
            while steps:
                end = landing(p, side, cell, (steps & 63) - 1)
                steps >>= 6
                if end == NOWHERE:
                    continue
                keys: i64 = board.keys[end]
                keys &= held
                card = 0
                while keys:
                    if keys & 1:
                        out.append(int(code(side, kind, card, cell, end)))
                    keys >>= 1
                    card += 1
                if attack:  # SK-6.3.1
                    out.append(int(code(side, kind, ATTACK, cell, end)))
        if defence:
            steps = board.aside[base + cell]  # SK-6.1.1
            while steps:
                end = landing(p, side, cell, (steps & 63) - 1)
                steps >>= 6
                if end != NOWHERE:
                    out.append(int(code(side, kind, DEFENCE, cell, end)))
        if tunnel:
            _tunnel(p, side, kind, cell, -1, out)
            _tunnel(p, side, kind, cell, 1, out)
        cell += 1


def _tunnel(p: Position, side: i64, kind: i64, start: i64, way: i64, out: list[int]) -> None:
    """SK-6.2: along the row, past nobody; a closed cell is passed but is no end (SK-6.2.3)."""
    columns = p.board.columns
    cell = start
    while True:
        if way < 0 and cell % columns == 0:
            return
        cell += way
        if way > 0 and cell % columns == 0:
            return
        if p.occ(side) >> cell & 1:
            return
        if may_enter(p, side, cell):
            out.append(int(code(side, kind, TUNNEL, start, cell)))
        if p.occ(1 - side) >> cell & 1:
            return


def pushes(p: Position, out: list[int]) -> None:
    """SK-6.3.2: what Attack may push after its first move."""
    side = p.side
    enemy = 1 - side
    base = enemy * p.board.cells
    engaged = p.to1 if p.agent1 else NOWHERE
    rest = p.occ(enemy)
    cell: i64 = 0
    while rest:
        if rest & 1 and cell != engaged:  # SK-6.3.6
            steps: i64 = p.board.back[base + cell]
            while steps:
                end = (steps & 63) - 1
                steps >>= 6
                if (p.occ(enemy) | p.barred(enemy)) >> end & 1:  # SK-6.3.3
                    continue
                if p.agent1 and end == p.from1:  # SK-6.3.6: kept for her return
                    continue
                if p.occ(side) >> end & 1:
                    if p.options.strict_push or p.shield(side) >> end & 1:  # SK-OP-6, SK-9.7.2
                        continue
                out.append(int(code(side, PUSH, cell, end)))
        rest >>= 1
        cell += 1
