"""Chapter 10: equipment used in the own turn, and activation."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.kyoto.rules.codes import (
    ACTIVATE,
    FIRE,
    HAND_SHOWN,
    HOLD_FIRE,
    NO_ACTIVATE,
    SHOWN,
    USE_ANAESTHETIC,
    USE_STUNNER,
    USE_TYPESCRIPT,
    USE_WIRETAP,
    a_of,
    code,
    kind_of,
)
from konspira.games.kyoto.rules.components import (
    ANAESTHETIC,
    CARDS,
    DRUGGED,
    IDENTITY,
    INACTIVE,
    REVEALED,
    STUNNED,
    STUNNER,
    TYPESCRIPT,
    USED,
    WIRETAP,
    count,
    one,
)
from konspira.games.kyoto.rules.position import CARD_BYTES, Position


def has(p: Position, side: i64, item: i64) -> bool:
    """Is this card active, and this side's?"""
    return p.equipped(item) and p.board.equipment_sides[item] == side


def typescript_ready(p: Position, side: i64) -> bool:
    """SK-OP-12: could Typescript bring a card back?"""
    return has(p, side, TYPESCRIPT) and len(p.pile(side)) > 0


def inactive(p: Position, side: i64) -> bool:
    """Has this side a card left to activate (SK-OP-18)?"""
    item: i64 = 0
    while item < 6:
        if p.equipment >> (2 * item) & 3 == INACTIVE and p.board.equipment_sides[item] == side:
            return True
        item += 1
    return False


def activations(p: Position, side: i64, out: list[int]) -> None:
    item: i64 = 0
    while item < 6:
        if p.equipment >> (2 * item) & 3 == INACTIVE and p.board.equipment_sides[item] == side:
            out.append(int(code(side, ACTIVATE, item)))
        item += 1
    out.append(int(code(side, NO_ACTIVATE)))


def shots(p: Position, side: i64, out: list[int]) -> None:
    """SK-10.6.1: any identity may be named."""
    for identity in p.board.identities:
        out.append(int(code(side, FIRE, identity)))
    out.append(int(code(side, HOLD_FIRE)))


def uses(p: Position, side: i64, out: list[int]) -> None:
    """SK-10.4: what can be used in the own turn, before the play or after it."""
    if p.equipment == 0:
        return
    if typescript_ready(p, side):  # SK-10.5
        card: i64 = 0
        while card < CARDS:
            if CARD_BYTES[card] in p.pile(side):
                out.append(int(code(side, USE_TYPESCRIPT, card)))
            card += 1
    enemies = p.occ(1 - side)
    cell: i64 = 0
    while enemies >> cell:
        if enemies >> cell & 1:
            if has(p, side, WIRETAP) and not p.agents[cell] & int(REVEALED):
                out.append(int(code(side, USE_WIRETAP, cell)))
            if has(p, side, STUNNER):
                out.append(int(code(side, USE_STUNNER, cell)))
            if has(p, side, ANAESTHETIC):
                out.append(int(code(side, USE_ANAESTHETIC, cell)))
        cell += 1


def use(p: Position, side: i64, move: i64) -> None:
    kind = kind_of(move)
    if kind == USE_TYPESCRIPT:
        card = a_of(move)
        p.set_equipment(TYPESCRIPT, USED)
        p.add_to_hand(side, one(card))
        p.take_from_pile(side, card)
        return
    cell = a_of(move)
    agent: i64 = p.agents[cell]
    if kind == USE_WIRETAP:  # SK-10.7
        p.set_equipment(WIRETAP, USED)
        p.agents[cell] = int(agent | REVEALED)
        p.happen(SHOWN, 1 - side, cell, agent & IDENTITY)
    elif kind == USE_STUNNER:  # SK-10.9
        p.set_equipment(STUNNER, USED)
        p.agents[cell] = int(agent | STUNNED)
    else:  # SK-10.10
        p.set_equipment(ANAESTHETIC, USED)
        p.agents[cell] = int(agent | DRUGGED)


def show_hand(p: Position, side: i64) -> None:
    """SK-10.10, SK-OP-41: nothing in hand can move the chosen agent, and all see it."""
    card: i64 = 0
    while card < CARDS:
        held = count(p.hand(side), card)
        if held:
            p.happen(HAND_SHOWN, side, card, held)
        card += 1
    p.clear_flag(side, DRUGGED)
