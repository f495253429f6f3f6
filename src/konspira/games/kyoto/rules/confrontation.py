"""Chapter 5: confrontations, one step at a time (SK-13.1 step 5)."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.kyoto.rules.codes import BEATEN, HELD, SHOT, SHOWN
from konspira.games.kyoto.rules.components import (
    BEATS,
    EQUIPPING,
    IDENTITY,
    IROHA,
    REVEALED,
    REVOLVER,
    USED,
    bit,
)
from konspira.games.kyoto.rules.equipment import inactive
from konspira.games.kyoto.rules.position import (
    ACTIVATING,
    NOWHERE,
    OVER,
    REVOLVER_ASKED,
    Position,
)
from konspira.games.kyoto.rules.winning import after_capture


def confronted(p: Position) -> bool:
    """Resolve the confrontations that wait. False: a question is open, or the game is over."""
    while p.agent1 or p.agent2:
        first = p.agent1 != 0
        attacking = p.side if first else 1 - p.side  # SK-OP-7
        defending = 1 - attacking
        if not p.revolver_asked and p.equipped(REVOLVER):
            if p.board.equipment_sides[REVOLVER] == defending:  # SK-10.6
                p.revolver_asked = True
                p.ask(defending, REVOLVER_ASKED)
                return False
        p.revolver_asked = False
        _confront(p, first, attacking)
        if p.phase == OVER or p.phase == ACTIVATING:
            return False
    return True


def _confront(p: Position, first: bool, attacking: i64) -> None:
    defending = 1 - attacking
    attacker = p.agent1 if first else p.agent2
    cell = p.to1 if first else p.to2
    start = p.from1 if first else p.from2
    _clear(p, first)
    defender: i64 = p.agents[cell]
    identity = defender & IDENTITY
    p.happen(SHOWN, defending, cell, identity)  # SK-5.2
    p.agents[cell] = int(defender | REVEALED)
    if p.special(defending) == IROHA:  # SK-9.6
        attacker |= REVEALED
        p.happen(SHOWN, attacking, cell, attacker & IDENTITY)
    beaten: i64 = BEATS[attacker & IDENTITY]
    if beaten >> identity & 1:  # SK-5.4
        p.happen(BEATEN, attacking, cell)
        p.lift(defending, cell)
        if p.mover == cell:
            p.mover = NOWHERE
        p.put(attacking, cell, attacker)  # SK-5.5
        if first:
            p.mover = cell
            p.won = True
        real = p.board.real >> (attacker & IDENTITY) & 1 != 0
        home: i64 = p.board.home[defending]
        _captured(p, attacking, identity, first and real and home >> cell & 1 != 0)
    else:
        p.happen(HELD, attacking, cell, start)
        p.put(attacking, start, attacker)  # SK-5.6
        if first:
            p.entered = False  # SK-OP-29
            p.mover = start


def _clear(p: Position, first: bool) -> None:
    if first:
        p.agent1 = 0
        p.from1 = 0
        p.to1 = 0
    else:
        p.agent2 = 0
        p.from2 = 0
        p.to2 = 0


def _captured(p: Position, captor: i64, identity: i64, escaping: bool) -> None:
    """Into detention; victory (SK-8.6); else the loser may activate equipment (SK-10.3)."""
    loser = 1 - captor
    if loser == 0:
        p.lost0 |= bit(identity)
    else:
        p.lost1 |= bit(identity)
    after_capture(p, captor, identity, escaping)
    if p.phase == OVER:  # SK-OP-39
        return
    if EQUIPPING >> identity & 1 and inactive(p, loser):
        p.ask(loser, ACTIVATING)


def fire(p: Position, owner: i64, named: i64) -> None:
    """SK-10.6: the Revolver's answer; the confrontation goes on unless it was right."""
    p.set_equipment(REVOLVER, USED)
    first = p.agent1 != 0
    attacking = 1 - owner
    attacker = p.agent1 if first else p.agent2
    cell = p.to1 if first else p.to2
    p.happen(SHOWN, attacking, cell, attacker & IDENTITY)
    if attacker & IDENTITY == named:
        _clear(p, first)
        p.revolver_asked = False
        p.happen(SHOT, attacking, cell)
        if first:
            p.mover = NOWHERE
            p.entered = False
        _captured(p, owner, attacker & IDENTITY, False)  # SK-10.6.2
    elif first:
        p.agent1 = attacker | REVEALED
    else:
        p.agent2 = attacker | REVEALED
