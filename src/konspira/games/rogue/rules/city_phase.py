"""Chapter 18: the five steps of the City phase, and how criminals and assassins walk."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import (
    ASSASSIN_ACTS,
    ASSASSIN_KILLS,
    CHECK_ASSASSINS,
    CITY_ASSASSINS,
    CITY_BOMBS,
    CITY_CRIMINAL,
    CITY_END,
    CITY_POLICE,
    FLED,
    LOSE,
    NEW_ROUND,
    NEXT_ASSASSIN,
    REVEAL_TOKEN,
    TICK_BOMBS,
)
from konspira.games.rogue.rules.agent_board import helping_informants
from konspira.games.rogue.rules.cards import leave_city, put_away, return_to_bag
from konspira.games.rogue.rules.city import LAST_POSITION, adjacent
from konspira.games.rogue.rules.codes import (
    ACTIVATE,
    ASSASSIN_WALKED,
    BACK_IN_BAG,
    ESCAPED,
    FLEE_FIRST,
    INFORMANT_OUT,
    POLICE_MOVED,
    WALKED,
    code,
)
from konspira.games.rogue.rules.components import (
    ALL,
    BOMB,
    MARKED,
    PLACE,
    STATUS,
    UNTAMED,
    bit,
)
from konspira.games.rogue.rules.detonation import sweep_assassins
from konspira.games.rogue.rules.position import ACTED, ACTIVATING, FLEEING, Position
from konspira.games.rogue.rules.scoring import end_game, is_last_round
from konspira.games.rogue.rules.setup import precinct_slot


def city_phase(p: Position) -> None:
    p.push(CITY_END)
    p.push(CITY_BOMBS)
    p.push(CITY_POLICE)
    p.push(CITY_ASSASSINS)
    p.push(CITY_CRIMINAL, 0)


def city_criminal(p: Position, criminal: i64) -> None:
    """RA-18.1 to RA-18.4, RA-OP-24."""
    if criminal < 5:
        p.push(CITY_CRIMINAL, criminal + 1)
    if p.of(criminal, STATUS) == UNTAMED:
        walk(p, criminal, 1)


def walk(p: Position, criminal: i64, steps: i64) -> None:
    """Along the path; the checks are made where it stops."""
    while steps > 0:
        at = p.of(criminal, PLACE)
        if at == LAST_POSITION:  # RA-18.4
            p.happen(ESCAPED, criminal)
            leave_city(p, criminal)
            put_away(p, criminal, True)
            return
        p.set(criminal, PLACE, at + 1)
        slot = p.criminal_at(criminal)
        p.happen(WALKED, criminal, slot)
        if p.is_destroyed(slot):  # RA-22.2
            return_to_bag(p, criminal)
            return
        steps -= 1
    p.push(FLED, criminal)


def checks(p: Position, criminal: i64) -> None:
    """RA-18.5: first assassins, then bombs."""
    slot = p.criminal_at(criminal)
    if slot != p.police:
        p.push(TICK_BOMBS, slot)
        p.push(CHECK_ASSASSINS, slot)


def check_assassins(p: Position, slot: i64) -> None:
    """RA-18.6. The order can matter on T2 only, where two positions meet."""
    positions: i64 = 0
    for assassin in p.assassins:
        if p.box.path[assassin & 15] == slot:
            positions |= bit(assassin & 15)
    if positions & (positions - 1):
        p.push(CHECK_ASSASSINS, slot)
        p.number = slot
        p.ask(p.leader, FLEEING)
        return
    at: i64 = 0
    while at < len(p.assassins):
        if p.box.path[p.assassins[at] & 15] == slot:
            if not flee(p, at):
                continue
        at += 1


def flights(p: Position, out: list[int]) -> None:
    listed: i64 = 0
    for assassin in p.assassins:
        if p.box.path[assassin & 15] == p.number and not listed & bit(assassin):
            listed |= bit(assassin)
            out.append(int(code(p.leader, FLEE_FIRST, assassin)))


def flee(p: Position, at: i64) -> bool:
    """False: the assassin left the path."""
    start: i64 = p.assassins[at]
    here = start
    while here < LAST_POSITION:
        here += 1
        slot: i64 = p.box.path[here]
        if p.is_destroyed(slot):
            break
        if not p.untamed_at(slot):
            p.assassins[at] = int(here)
            p.happen(ASSASSIN_WALKED, start, here)
            return True
    p.happen(ASSASSIN_WALKED, start, ALL)
    del p.assassins[at]
    p.bag_assassins += 1
    return False


def next_assassin(p: Position) -> None:
    """RA-18.8: each once, in an order chosen by the leader."""
    p.hurt = False
    first: i64 = -1
    differ = False
    for at, assassin in enumerate(p.assassins):
        if not assassin & ACTED:
            if first < 0:
                first = at
            elif assassin != p.assassins[first]:
                differ = True
    if first < 0:
        p.assassins = [assassin & 15 for assassin in p.assassins]
        return
    p.push(NEXT_ASSASSIN)
    if differ:
        p.ask(p.leader, ACTIVATING)
    else:
        activate(p, first)


def activations(p: Position, out: list[int]) -> None:
    listed: i64 = 0
    for assassin in p.assassins:
        if not assassin & ACTED and not listed & bit(assassin):
            listed |= bit(assassin)
            out.append(int(code(p.leader, ACTIVATE, assassin)))


def activate(p: Position, at: i64) -> None:
    p.assassins[at] = int(p.assassins[at] | ACTED)
    p.push(ASSASSIN_ACTS, at, 1)
    task(p, p.box.path[p.assassins[at] & 15])


def assassin_acts(p: Position, at: i64, sub: i64) -> None:
    """Sub-steps 2 and 3; over as soon as somebody was hurt (RA-18.10)."""
    if p.hurt:
        return
    here: i64 = p.assassins[at] & 15
    if sub == 2:
        if here == LAST_POSITION or not agent_on(p, p.box.path[here + 1]):
            return
    if here == LAST_POSITION or p.is_destroyed(p.box.path[here + 1]):  # RA-18.9, RA-22.2
        p.happen(ASSASSIN_WALKED, here, ALL)
        del p.assassins[at]
        p.bag_assassins += 1
        return
    p.assassins[at] = int((here + 1) | ACTED)
    p.happen(ASSASSIN_WALKED, here, here + 1)
    if sub == 1:
        p.push(ASSASSIN_ACTS, at, 2)
    task(p, p.box.path[here + 1])


def agent_on(p: Position, slot: i64) -> bool:
    seat: i64 = 0
    while seat < p.seats:
        if p.at(seat) == slot and p.is_agent(seat):
            return True
        seat += 1
    return False


def task(p: Position, slot: i64) -> None:
    """RA-18.11."""
    if slot == p.police or p.untamed_at(slot):
        return
    p.push(ASSASSIN_KILLS, slot)
    steps = p.seats - 1
    while steps >= 0:
        seat = p.seat_after(p.leader, steps)
        if p.at(seat) == slot and p.is_agent(seat) and not p.safe(seat, slot):
            harm: i64 = 3 if p.clocked(seat, MARKED) else 2
            harm -= helping_informants(p, seat, slot)
            if harm > 0:
                p.hurt = True
                p.push(LOSE, seat, harm)
        steps -= 1


def assassin_kills(p: Position, slot: i64) -> None:
    pair: i64 = p.informants[slot]
    if pair:
        p.happen(INFORMANT_OUT, (pair & 7) - 1, slot)
        p.remove_informant(slot, False)


def city_police(p: Position) -> None:
    """RA-18.13, RA-20.9."""
    number = p.tile_at(p.police).number % 6 + 1
    slot = precinct_slot(p, number)
    p.police = slot
    p.happen(POLICE_MOVED, slot)
    steps = p.seats - 1
    while steps >= 0:
        seat = p.seat_after(p.leader, steps)
        if p.at(seat) == slot or adjacent(p.at(seat), slot):
            p.push(REVEAL_TOKEN, seat)
        steps -= 1
    sweep_assassins(p, slot)
    kept: list[int] = []
    for bomb in p.bombs:
        if bomb & 15 == slot:
            p.bag_bombs += 1
            p.happen(BACK_IN_BAG, BOMB, slot)
        else:
            kept.append(bomb)
    p.bombs = kept
    if p.options.police_takes_criminals or p.options.shadow_watch:  # RA-OP-10, RA-26.4
        criminal: i64 = 0
        while criminal < 6:
            if p.of(criminal, STATUS) == UNTAMED and p.criminal_at(criminal) == slot:
                p.taken_off += 1
                return_to_bag(p, criminal)
            criminal += 1


def city_end(p: Position) -> None:
    """RA-18.15, RA-19.1."""
    p.leader = p.seat_after(p.leader, 1)
    if is_last_round(p):
        end_game(p)
    else:
        p.push(NEW_ROUND)
