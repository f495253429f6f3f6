"""Chapters 10 to 12: arrest, seize, turn in."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import SEIZE_TAKE
from konspira.games.rogue.rules.agent_board import earn, pay, spendable
from konspira.games.rogue.rules.attack import add_dice
from konspira.games.rogue.rules.cards import leave_city
from konspira.games.rogue.rules.codes import DEFEND, PAID_OUT, TAKE, TAKEN, TURNED_IN, code
from konspira.games.rogue.rules.components import (
    CAPTIVE,
    CAR,
    CARD,
    DICE,
    FACE_UP,
    FUEL,
    GREEN,
    IN_BAG,
    KNOWN,
    MARKS,
    NO_SEAT,
    PLACE,
    STATUS,
    bit,
)
from konspira.games.rogue.rules.position import DEFENDERS, DEFENDING, TAKING, Position, symbol_of


def arrest(p: Position, criminal: i64) -> None:
    """RA-10.1; RA-9.11: its clock effects end."""
    leave_city(p, criminal)
    p.set(criminal, STATUS, CAPTIVE)
    p.set(criminal, PLACE, p.turn)


def captive_count(p: Position, seat: i64) -> i64:
    count: i64 = 0
    criminal: i64 = 0
    while criminal < 6:
        if p.of(criminal, STATUS) == CAPTIVE and p.of(criminal, PLACE) == seat:
            count += 1
        criminal += 1
    return count


def seize(p: Position, target: i64, fuel: i64) -> None:
    """RA-11.3."""
    pay(p, p.turn, FUEL, fuel)
    p.dice = []
    add_dice(p, GREEN, fuel)
    p.push(SEIZE_TAKE, target)
    ask_defence(p, target, DICE - fuel)


def ask_defence(p: Position, target: i64, free: i64) -> None:
    """D-13, D-29: fuel for the green dice still free."""
    have = spendable(p, target, FUEL)
    p.number = have if have < free else free
    if p.number > 0:
        p.ask(target, DEFENDING)


def defences(p: Position, out: list[int]) -> None:
    count: i64 = 0
    while count <= p.number:
        out.append(int(code(p.asked, DEFEND, count)))
        count += 1


def defend(p: Position, seat: i64, fuel: i64) -> None:
    pay(p, seat, FUEL, fuel)
    add_dice(p, GREEN, fuel, DEFENDERS)


def cars_rolled(p: Position, flag: i64) -> i64:
    count: i64 = 0
    for value in p.dice:
        if value & DEFENDERS == flag and symbol_of(value) == CAR:
            count += 1
    return count


def seize_take(p: Position, target: i64) -> None:
    """RA-11.4."""
    p.number = cars_rolled(p, 0) - cars_rolled(p, DEFENDERS)
    p.dice = []
    take_on(p, target, NO_SEAT)


def take_on(p: Position, target: i64, drafter: i64) -> None:
    """As many captives as there are cars left; asked while there is a choice (D-14)."""
    p.drafter = NO_SEAT
    held = captive_count(p, target)
    if p.number >= held:
        criminal: i64 = 0
        while criminal < 6:
            if p.of(criminal, STATUS) == CAPTIVE and p.of(criminal, PLACE) == target:
                take(p, criminal)
            criminal += 1
    elif p.number > 0:
        p.spent = target
        p.ask(p.turn, TAKING)
        p.drafter = drafter


def takes(p: Position, out: list[int]) -> None:
    criminal: i64 = 0
    while criminal < 6:
        if p.of(criminal, STATUS) == CAPTIVE and p.of(criminal, PLACE) == p.spent:
            out.append(int(code(p.asked, TAKE, criminal)))
        criminal += 1


def take(p: Position, criminal: i64) -> None:
    p.set(criminal, PLACE, p.turn)
    p.happen(TAKEN, p.turn, criminal)


def taken(p: Position, criminal: i64) -> None:
    take(p, criminal)
    p.number -= 1
    if p.number > 0:
        take_on(p, p.spent, p.turn)
    else:
        p.drafter = NO_SEAT


def turn_in(p: Position) -> None:
    """RA-12.2, RA-12.3."""
    seat = p.turn
    bounty: i64 = 0
    criminal: i64 = 0
    while criminal < 6:
        if p.of(criminal, STATUS) == CAPTIVE and p.of(criminal, PLACE) == seat:
            card = p.card_of(criminal)
            bounty += p.box.criminals[card].bounty
            p.scored[seat] = int(p.scored[seat] | bit(card))
            p.bag_criminals |= bit(criminal)
            for field in (STATUS, PLACE, CARD, FACE_UP, MARKS, KNOWN):
                p.set(criminal, field, IN_BAG)
            p.happen(TURNED_IN, seat, card)
        criminal += 1
    p.happen(PAID_OUT, seat, earn(p, seat, bounty))
