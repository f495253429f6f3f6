"""Chapter 4 with the moving tactics of chapter 6: where a card can take an agent.

`out` gathers moves; `only` narrows to the agent on one cell (Armoured Fan, Anaesthetic).
"""

from __future__ import annotations

from typing import Final

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

NEXT_CARD: Final[i64] = 1 << 10


def blocked_cells(p: Position, side: i64) -> i64:
    """Where no move of this side may end: SK-4.8 own agents; SK-4.3, SK-9.5 closed cells;
    SK-9.7 protected enemies."""
    if side == 0:
        return p.occ0 | p.closed0 | (p.occ1 & p.shield1)
    return p.occ1 | p.closed1 | (p.occ0 & p.shield0)


def jumped(p: Position, side: i64, blocked: i64, start: i64, over: i64) -> i64:
    """SK-9.2: where Yoko's agents land beyond an own agent, or NOWHERE."""
    if not p.occ(side) >> over & 1:
        return NOWHERE
    end = p.board.beyond(start, over)
    if end < 0 or blocked >> end & 1:
        return NOWHERE
    return end


def moving_plays(p: Position, side: i64, kind: i64, only: i64, out: list[int]) -> None:
    """All plays from hand that move an own agent: location cards, Defence, Tunnel, Attack."""
    board = p.board
    hand = p.hand(side)
    held: i64 = 0  # the location cards in hand, as a set
    if hand & SIX:
        held |= 1
    if hand >> 6 & SIX:
        held |= 2
    if hand >> 12 & SIX:
        held |= 4
    if hand >> 18 & SIX:
        held |= 8
    if hand >> 24 & SIX:
        held |= 16
    defence = hand >> (6 * DEFENCE) & SIX != 0
    tunnel = hand >> (6 * TUNNEL) & SIX != 0
    attack = hand >> (6 * ATTACK) & SIX != 0
    ahead = held != 0 or attack
    base = side * board.cells
    blocked = blocked_cells(p, side)
    jumping = p.special(side) == YOKO
    rest = p.occ(side)
    if only != NOWHERE:
        rest &= bit(only)
    agents = p.agents
    forward = board.forward
    keys_of = board.keys
    head = side | (kind << 4)  # `code`, unrolled: this is the hot loop
    cell: i64 = -1
    while rest:
        cell += 1
        here = rest & 1
        rest >>= 1
        if not here:
            continue
        if agents[cell] & int(STUNNED):  # SK-10.9.1
            continue
        whence = head | (cell << 16)
        if ahead:
            steps: i64 = forward[base + cell]  # SK-4.6
            while steps:
                end = (steps & 63) - 1
                steps >>= 6
                if blocked >> end & 1:
                    if not jumping:
                        continue
                    end = jumped(p, side, blocked, cell, end)
                    if end == NOWHERE:
                        continue
                move = whence | (end << 22)
                keys: i64 = keys_of[end]
                keys &= held
                while keys:
                    if keys & 1:
                        out.append(int(move))
                    keys >>= 1
                    move += NEXT_CARD
                if attack:  # SK-6.3.1
                    out.append(int(whence | (end << 22) | (ATTACK << 10)))
        if defence:
            steps = board.aside[base + cell]  # SK-6.1.1
            while steps:
                end = (steps & 63) - 1
                steps >>= 6
                if blocked >> end & 1:
                    if not jumping:
                        continue
                    end = jumped(p, side, blocked, cell, end)
                    if end == NOWHERE:
                        continue
                out.append(int(whence | (end << 22) | (DEFENCE << 10)))
        if tunnel:
            _tunnel(p, side, whence | (TUNNEL << 10), blocked, out)


def _tunnel(p: Position, side: i64, move: i64, blocked: i64, out: list[int]) -> None:
    """SK-6.2: along the row, past nobody; a closed cell is passed but is no end (SK-6.2.3)."""
    columns = p.board.columns
    start = move >> 16 & 63
    left = start - start % columns
    everybody = p.occ0 | p.occ1
    way: i64 = -1
    while way <= 1:
        cell = start + way
        while left <= cell < left + columns:
            if not blocked >> cell & 1:
                out.append(int(move | (cell << 22)))
            if everybody >> cell & 1:
                break
            cell += way
        way += 2


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
