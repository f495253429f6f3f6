"""Chapter 8: capture, bait, escape, and the two special cases."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.kyoto.rules.codes import ESCAPED, FALSE_HERE
from konspira.games.kyoto.rules.components import DECLARED_FALSE, FALSE, IDENTITY
from konspira.games.kyoto.rules.position import BAIT, CAPTURE, ESCAPE, Position


def after_capture(p: Position, captor: i64, identity: i64, escaping: bool) -> None:
    """SK-8.6. `escaping`: the capture was made by a real agent entering the enemy home row."""
    caught = p.lost(1 - captor)
    if caught & p.board.real == p.board.real:  # SK-8.2
        p.end(captor, CAPTURE)
        return
    if not FALSE >> identity & 1:  # SK-OP-34: a real agent more brings no bait
        return
    false: i64 = 0
    rest = caught & FALSE
    while rest:
        false += rest & 1
        rest >>= 1
    if false >= p.board.bait:  # SK-8.3
        if escaping:
            p.bait_held = True  # SK-8.8
        else:
            p.end(1 - captor, BAIT)


def declare(p: Position) -> None:
    """SK-8.4, SK-8.5, SK-8.8: step 8 of the turn."""
    side = p.side
    arrived = p.occ(side) & p.board.home[1 - side]
    cell: i64 = 0
    while arrived >> cell:
        if arrived >> cell & 1:
            agent: i64 = p.agents[cell]
            if p.board.real >> (agent & IDENTITY) & 1:
                p.reveal(cell)
                p.happen(ESCAPED, side, cell, agent & IDENTITY)
                p.end(side, ESCAPE)
                return
        cell += 1
    if p.bait_held:  # SK-OP-11
        p.end(1 - side, BAIT)
        return
    cell = 0
    while arrived >> cell:
        if arrived >> cell & 1:
            agent = p.agents[cell]
            if not agent & DECLARED_FALSE:
                p.agents[cell] = int(agent | DECLARED_FALSE)
                p.happen(FALSE_HERE, side, cell)
        cell += 1
