"""Chapter 6: the Time phase."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import (
    ASSIGN_DICE,
    DRAW_DISCS,
    PLACE_DISCS,
    ROLL_EVENTS,
    TURNS,
)
from konspira.games.rogue.rules.cards import deal_card
from konspira.games.rogue.rules.city import LAST_POSITION, TOP
from konspira.games.rogue.rules.codes import (
    ASSIGN,
    BACK_IN_BAG,
    CHANCE,
    DRAW,
    EVENT_DIE,
    PLACED,
    RESERVE_IN,
    ROUND,
    TIMER,
    code,
)
from konspira.games.rogue.rules.components import (
    ASSASSIN,
    BOMB,
    NO_SEAT,
    PLACE,
    SHOWED,
    STATUS,
    UNTAMED,
    bit,
    size,
)
from konspira.games.rogue.rules.position import ASSIGNING, Position
from konspira.games.rogue.rules.setup import precinct_slot


def new_round(p: Position) -> None:
    """RA-6.1, RA-6.2."""
    p.round += 1
    p.happen(ROUND, p.round, p.leader)
    seat: i64 = 0
    while seat < p.seats:
        p.put(seat, SHOWED, 0)  # RA-20.4
        seat += 1
    number: i64 = p.box.draw[p.seats]
    if p.reserve_assassins + p.reserve_bombs and in_bag(p) < number:  # RA-26.3
        p.bag_assassins += p.reserve_assassins
        p.bag_bombs += p.reserve_bombs
        p.reserve_assassins = 0
        p.reserve_bombs = 0
        p.happen(RESERVE_IN)
    p.push(TURNS, 0)
    p.push(PLACE_DISCS, 0)
    p.push(ASSIGN_DICE)
    p.push(ROLL_EVENTS)
    p.push(DRAW_DISCS, number)


def in_bag(p: Position) -> i64:
    return size(p.bag_criminals) + p.bag_assassins + p.bag_bombs


def draw_discs(p: Position, number: i64) -> None:
    if number > 0 and in_bag(p) > 0:  # RA-OP-21
        p.push(DRAW_DISCS, number - 1)
        p.ask_chance(DRAW)


def disc_pick(p: Position, ticket: i64) -> i64:
    disc: i64 = 0
    while disc < 6:
        if p.bag_criminals & bit(disc):
            if ticket == 0:
                return code(CHANCE, DRAW, disc)
            ticket -= 1
        disc += 1
    return code(CHANCE, DRAW, ASSASSIN if ticket < p.bag_assassins else BOMB)


def disc_possible(p: Position, disc: i64) -> bool:
    if disc < 6:
        return p.bag_criminals & bit(disc) != 0
    if disc == ASSASSIN:
        return p.bag_assassins > 0
    return disc == BOMB and p.bag_bombs > 0


def disc_drawn(p: Position, disc: i64) -> None:
    if disc < 6:
        p.bag_criminals &= ~bit(disc)
    elif disc == ASSASSIN:
        p.bag_assassins -= 1
    else:
        p.bag_bombs -= 1
    p.drawn.append(int(disc))


def roll_events(p: Position) -> None:
    """RA-6.3."""
    if len(p.event_dice) < len(p.drawn):
        p.push(ROLL_EVENTS)
        p.ask_chance(EVENT_DIE)


def next_disc(p: Position) -> i64:
    """The first disc that has no die yet, or -1."""
    for at, disc in enumerate(p.drawn):
        if disc < 16:
            return at
    return -1


def assign_dice(p: Position, drafter: i64) -> None:
    """RA-6.4: asked as long as the dice left differ."""
    while True:
        at = next_disc(p)
        if at < 0:
            p.drafter = NO_SEAT
            return
        first = p.event_dice[0]
        for value in p.event_dice:
            if value != first:
                p.drafter = drafter
                p.ask(p.leader, ASSIGNING)
                return
        assign(p, at, first)


def assignments(p: Position, out: list[int]) -> None:
    at = next_disc(p)
    listed: i64 = 0
    for value in p.event_dice:
        if not listed & bit(value):
            listed |= bit(value)
            out.append(int(code(p.leader, ASSIGN, p.drawn[at] & 15, value)))


def assign(p: Position, at: i64, value: i64) -> None:
    p.drawn[at] = int(p.drawn[at] | (value << 4))
    p.event_dice.remove(int(value))


def place_discs(p: Position) -> None:
    """RA-6.10: in draw order."""
    if not p.drawn:
        return
    p.push(PLACE_DISCS)
    disc: i64 = p.drawn[0] & 15
    slot = precinct_slot(p, p.drawn[0] >> 4)
    p.drawn = p.drawn[1:]
    if disc == BOMB:
        put_bomb(p, slot)
        return
    p.happen(PLACED, disc, slot)
    if p.is_destroyed(slot):  # RA-22.2
        back_in_bag(p, disc, slot)
    elif disc == ASSASSIN:  # RA-OP-4
        apex = slot == TOP and not p.options.assassins_start_at_apex
        p.assassins.append(int(LAST_POSITION if apex else position_of(p, slot)))
    elif deal_card(p, disc):
        p.set(disc, STATUS, UNTAMED)
        p.set(disc, PLACE, position_of(p, slot))  # RA-2.7: 0 on T2
    else:
        back_in_bag(p, disc, slot)


def back_in_bag(p: Position, disc: i64, slot: i64) -> None:
    if disc == ASSASSIN:
        p.bag_assassins += 1
    elif disc == BOMB:
        p.bag_bombs += 1
    else:
        p.bag_criminals |= bit(disc)
    p.happen(BACK_IN_BAG, disc, slot)


def position_of(p: Position, slot: i64) -> i64:
    """The first path position on a slot."""
    at: i64 = 0
    while p.box.path[at] != slot:
        at += 1
    return at


def put_bomb(p: Position, slot: i64) -> None:
    """RA-6.7: chance rolls its timer."""
    p.happen(PLACED, BOMB, slot)
    p.ask_chance(TIMER, slot)


def timer_set(p: Position, slot: i64, value: i64) -> None:
    p.bombs.append(int(slot | (value << 4)))
