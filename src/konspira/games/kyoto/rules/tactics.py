"""Chapter 6: Swap and Decoy, the tactics that move nobody when played; and the Decoy's push."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.kyoto.rules.codes import LAY_DECOY, NO_SPRING, SPRING, SWAP_TWO, code
from konspira.games.kyoto.rules.components import (
    ANJU,
    BLUE,
    DECOY,
    RED,
    SIX,
    STUNNED,
    SWAP,
    bit,
    count,
    one,
)
from konspira.games.kyoto.rules.position import NOWHERE, Position


def swaps(p: Position, side: i64, out: list[int]) -> None:
    """SK-6.4.1: two own agents in one row or column, exchanged or left (SK-6.4.2)."""
    if not p.hand(side) >> (6 * SWAP) & SIX:
        return
    own = p.occ(side)
    columns = p.board.columns
    first: i64 = 0
    while own >> first:
        if own >> first & 1 and not p.agents[first] & int(STUNNED):  # SK-10.9.1
            second = first + 1
            while own >> second:
                if own >> second & 1 and not p.agents[second] & int(STUNNED):
                    same_column = first % columns == second % columns
                    if same_column or first // columns == second // columns:
                        out.append(int(code(side, SWAP_TWO, first, second, 1)))
                        out.append(int(code(side, SWAP_TWO, first, second, 2)))
                second += 1
        first += 1


def swap(p: Position, side: i64, first: i64, second: i64, exchange: bool) -> None:
    here: i64 = p.agents[first]
    there: i64 = p.agents[second]
    if exchange:
        here, there = there, here
    # SK-6.4.4: new public ids in cell order, whatever the choice was.
    if side == 0:
        p.hide(first, p.next_id0, here)
        p.hide(second, p.next_id0 + 1, there)
        p.next_id0 += 2
    else:
        p.hide(first, p.next_id1, here)
        p.hide(second, p.next_id1 + 1, there)
        p.next_id1 += 2


def decoys(p: Position, side: i64, out: list[int]) -> None:
    """SK-6.5.1: one non-joker location card from hand becomes the mark; two with Anju (SK-9.4)."""
    hand = p.hand(side)
    if not hand >> (6 * DECOY) & SIX:
        return
    mark: i64 = RED
    while mark <= BLUE:
        held = count(hand, mark)
        if held:
            out.append(int(code(side, LAY_DECOY, mark + 1, 0)))
            if p.special(side) == ANJU:
                second = mark
                while second <= BLUE:
                    if count(hand, second) > (1 if second == mark else 0):
                        out.append(int(code(side, LAY_DECOY, mark + 1, second + 1)))
                    second += 1
        mark += 1


def lay_decoy(p: Position, side: i64, first: i64, second: i64) -> None:
    """Marks are colour + 1; a second of 0 is none."""
    cards = -one(first - 1)
    if second:
        cards -= one(second - 1)
    p.add_to_hand(side, cards)
    marks = first | (second << 3)
    slot: i64 = 0
    while p.decoys(side) >> (6 * slot) & 63:
        slot += 1
    if side == 0:
        p.decoys0 |= marks << (6 * slot)
    else:
        p.decoys1 |= marks << (6 * slot)


def springs(p: Position, owner: i64, out: list[int]) -> None:
    """SK-6.5.5, SK-6.5.6: with which mark, and where to, the mover can be pushed; or not at all."""
    out.append(int(code(owner, NO_SPRING)))
    colour: i64 = p.board.types[p.mover]
    slot: i64 = 0
    while p.decoys(owner) >> (6 * slot) & 63:
        marks = p.decoys(owner) >> (6 * slot) & 63
        if marks & 7 == colour + 1 or marks >> 3 == colour + 1:
            _two_back(p, owner, slot, colour, out)
        slot += 1


def _two_back(p: Position, owner: i64, slot: i64, colour: i64, out: list[int]) -> None:
    enemy = 1 - owner
    base = enemy * p.board.cells
    ends: i64 = 0
    steps: i64 = p.board.back[base + p.mover]
    while steps:
        between = (steps & 63) - 1
        steps >>= 6
        further: i64 = p.board.back[base + between]
        while further:
            ends |= bit((further & 63) - 1)
            further >>= 6
    ends &= ~(p.occ0 | p.occ1 | p.barred(enemy))
    cell: i64 = 0
    while ends:
        if ends & 1:
            out.append(int(code(owner, SPRING, slot, colour, cell)))
        ends >>= 1
        cell += 1


def spring(p: Position, owner: i64, slot: i64, colour: i64, end: i64) -> None:
    """SK-6.5.10: push, then the mark goes to the pile, and the Decoy with its last mark."""
    enemy = 1 - owner
    agent = p.lift(enemy, p.mover)
    p.put(enemy, end, agent)
    p.mover = NOWHERE
    p.entered = False
    decoys_in_play = p.decoys(owner)
    marks = decoys_in_play >> (6 * slot) & 63
    # Two equal marks are told apart by nobody: the first is used (SK-9.4).
    left = marks >> 3 if marks & 7 == colour + 1 else marks & 7
    below = decoys_in_play & (bit(6 * slot) - 1)
    above = decoys_in_play >> (6 * slot + 6)
    if left:
        decoys_in_play = below | (left << (6 * slot)) | (above << (6 * slot + 6))
    else:
        decoys_in_play = below | (above << (6 * slot))
        p.discard(owner, DECOY)
    if owner == 0:
        p.decoys0 = decoys_in_play
    else:
        p.decoys1 = decoys_in_play
    p.discard(owner, colour)
