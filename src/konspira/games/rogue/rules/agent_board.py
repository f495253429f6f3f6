"""Chapter 4: resources, upgrades, stamina, influence and credits."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import REVEAL_TOKEN
from konspira.games.rogue.rules.cards import captives_back
from konspira.games.rogue.rules.codes import HOSPITAL, LOST_STAMINA
from konspira.games.rogue.rules.components import (
    AGENT,
    AMMO,
    AT,
    CAR,
    CREDITS,
    DRY_TANK,
    ENDS,
    FUEL,
    GUN,
    INFLUENCE,
    JAMMED_GUN,
    SILENCED_SOURCES,
    STAMINA,
    bit,
)
from konspira.games.rogue.rules.position import Position

UPGRADE_TRACK = [3, 3, 4, 5, 5]


def active(p: Position, seat: i64, upgrade: i64) -> i64:
    """RA-4.3: how many marks of this upgrade the marker has passed."""
    value = p.get(seat, UPGRADE_TRACK[upgrade])
    count: i64 = 0
    for mark in p.box.marks[upgrade]:
        if value >= mark:
            count += 1
    return count


def gain(p: Position, seat: i64, field: i64, amount: i64) -> None:
    """A symbol or good: tracks, healing, credits or influence."""
    if field < STAMINA:
        before = p.get(seat, field)
        last: i64 = p.box.track_max[field]
        value = min(before + amount, last)  # RA-4.1
        p.put(seat, field, value)
        if value == last and before < last:
            arrived(p, seat, field)
    elif field == STAMINA:
        value = p.get(seat, STAMINA) + amount
        p.put(seat, STAMINA, value if value < p.box.stamina_max else p.box.stamina_max)
    elif field == CREDITS:
        earn(p, seat, 2 * amount)  # RA-13.7
    else:
        p.add(seat, INFLUENCE, amount)


def arrived(p: Position, seat: i64, track: i64) -> None:
    """RA-4.7, RA-OP-5, RA-OP-51."""
    if p.options.bonus_each_arrival:
        p.add(seat, INFLUENCE, 1)
    elif track >= CAR:
        ends = p.get(seat, ENDS)
        if not ends & bit(track):
            p.put(seat, ENDS, ends | bit(track))
            p.add(seat, INFLUENCE, 1)


def lose(p: Position, seat: i64, field: i64, amount: i64) -> None:
    """A loss of a resource; it stops at 0."""
    value = p.get(seat, field)
    amount = min(amount, value)
    p.put(seat, field, value - amount)
    if field == CREDITS:
        p.credits += amount


def earn(p: Position, seat: i64, amount: i64) -> i64:
    """RA-4.14: what is left in the supply, at most."""
    amount = min(amount, p.credits)
    p.credits -= amount
    p.add(seat, CREDITS, amount)
    return amount


def pay(p: Position, seat: i64, field: i64, amount: i64) -> None:
    p.add(seat, field, -amount)
    if field == CREDITS:
        p.credits += amount


def spendable(p: Position, seat: i64, field: i64) -> i64:
    """What a player may spend of this now."""
    if p.clocks:
        if field == AMMO and p.clocked(seat, JAMMED_GUN):
            return 0
        if field == FUEL and p.clocked(seat, DRY_TANK):
            return 0
    return p.get(seat, field)


def helping_informants(p: Position, seat: i64, slot: i64) -> i64:
    """Own informants that reduce or ignore something here (RA-17.4)."""
    count = p.own_informants(seat, slot)
    if count and p.clocks and p.clocked(seat, SILENCED_SOURCES):
        return 0
    return count


def lose_stamina(p: Position, seat: i64, amount: i64) -> bool:
    """True: the marker reached the skull."""
    if amount <= 0:
        return False
    p.happen(LOST_STAMINA, seat, amount)
    left = p.get(seat, STAMINA) - amount
    if left > 0:
        p.put(seat, STAMINA, left)
        return False
    skull(p, seat)
    return True


def skull(p: Position, seat: i64) -> None:
    """RA-4.10."""
    p.happen(HOSPITAL, seat)
    lose_influence(p, seat)
    captives_back(p, seat)
    p.put(seat, AT, p.slots[p.box.hospital])
    p.put(seat, STAMINA, p.box.heart)
    if p.turn == seat:
        p.turn_over = True
    p.push(REVEAL_TOKEN, seat)  # RA-20.6


def lose_influence(p: Position, seat: i64) -> None:
    if p.get(seat, INFLUENCE) > 0:  # RA-4.13
        p.add(seat, INFLUENCE, -1)


def upgrades_above_zero(p: Position, seat: i64) -> i64:
    """The tracks `downgrade` can lower, as a set."""
    found: i64 = 0
    for track in (CAR, GUN, AGENT):
        if p.get(seat, track) > 0:
            found |= bit(track)
    return found
