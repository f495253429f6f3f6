"""Chapters 7, 8, 17, 22 and 23: one player's turn. Patrol, gangsters, investigate, reinforce."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.agenda import (
    LOSE,
    PATROL_ON,
    REVEAL_TOKEN,
    SCREENED,
    TURN_ON,
    TURNS,
)
from konspira.games.rogue.rules.agent_board import (
    active,
    helping_informants,
    pay,
    spendable,
)
from konspira.games.rogue.rules.cards import look
from konspira.games.rogue.rules.city import ADJACENT
from konspira.games.rogue.rules.city_phase import city_phase
from konspira.games.rogue.rules.codes import code
from konspira.games.rogue.rules.components import (
    AMMO,
    ARREST,
    AT,
    ATTACK,
    ATTACK_AGENT,
    ATTACK_ANDROID,
    ATTACK_LOCATION,
    BLACKLISTED,
    BUY,
    CREDITS,
    DEFEATED,
    DEFUSE,
    DICE,
    ENGINE,
    EVIDENCE,
    FACE_UP,
    FUEL,
    MARKS,
    NO_SEAT,
    SEARCH,
    SEIZE,
    SHIELD,
    SHORT_LEASH,
    STATUS,
    SUPPLY,
    TURN_IN,
    UNTAMED,
    WATCHED,
    bit,
)
from konspira.games.rogue.rules.custody import captive_count
from konspira.games.rogue.rules.effects import clocks_at_end, clocks_at_start, watched_now
from konspira.games.rogue.rules.identity import androids, can_reveal
from konspira.games.rogue.rules.position import FIGHTING, ON_TURN, PATROLLING, Position
from konspira.games.rogue.rules.search import purchases


def turns(p: Position, taken: i64) -> None:
    """RA-7.1: from the operations leader to the left."""
    if taken == p.seats:
        city_phase(p)
        return
    p.push(TURNS, taken + 1)
    p.turn = p.seat_after(p.leader, taken)
    p.happen(codes.TURN, p.turn)
    if p.options.clock_until_start and p.clocks:
        clocks_at_start(p, p.turn)
    p.turn_over = False
    p.justice = 0
    p.used1 = 0
    p.used2 = 0
    p.patrols = 0
    p.push(TURN_ON)


def turn_on(p: Position) -> None:
    if p.turn_over:
        clocks_at_end(p, p.turn)
        p.turn = NO_SEAT
        p.turn_over = False
        p.justice = 0
        p.used1 = 0
        p.used2 = 0
        p.patrols = 0
        return
    p.push(TURN_ON)
    p.number = 0
    p.flags = 0
    p.brace = 0
    p.green = 0
    p.called = 0
    p.spent = 0
    p.ask(p.turn, ON_TURN)


def allowed_actions(p: Position, seat: i64) -> i64:
    """RA-8.1, RA-OP-53."""
    if p.clocks and watched_now(p, seat, WATCHED):
        return 1
    return 2


def unused(p: Position, kind: i64, slot: i64) -> bool:
    """RA-8.3, RA-23.3; lifted by RA-26.6."""
    if p.options.shadow_watch:
        return True
    action = kind | (slot << 4)
    return p.used1 != action and p.used2 != action


def use(p: Position, kind: i64) -> None:
    """RA-8.4: counted as soon as it is declared."""
    action = kind | (p.at(p.turn) << 4)
    if p.justice == 0:
        p.used1 = action
    else:
        p.used2 = action
    p.justice += 1


def turn_moves(p: Position, out: list[int]) -> None:
    """D-02."""
    seat = p.turn
    slot = p.at(seat)
    left = allowed_actions(p, seat) - p.justice
    if p.is_agent(seat):
        if left > 0:  # RA-7.4
            patrols(p, out)
            investigations(p, out)
            screenings(p, out)
            if slot != p.police:  # RA-8.2
                justice_actions(p, seat, slot, out)
        reinforcements(p, seat, slot, out)
    else:
        if left > 0 or not p.options.android_stop_after_second:  # RA-23.4
            patrols(p, out)
        if left > 0:
            underground_actions(p, seat, slot, out)
    out.append(int(code(seat, codes.END_TURN)))


def patrols(p: Position, out: list[int]) -> None:
    """RA-7.8."""
    if p.patrols == 0 or spendable(p, p.turn, FUEL) > 0:
        for slot in ADJACENT[p.at(p.turn)]:
            out.append(int(code(p.turn, codes.STEP, slot)))


def patrol_range(p: Position, seat: i64) -> i64:
    """RA-7.6."""
    steps = 2 + active(p, seat, ENGINE)
    if p.clocks and p.clocked(seat, SHORT_LEASH) and steps > 1:
        steps -= 1
    return steps


def move(p: Position, slot: i64, begins: bool) -> None:
    """One step; the first one begins a patrol."""
    seat = p.turn
    if begins:
        if p.patrols > 0:
            pay(p, seat, FUEL, 1)
        p.patrols += 1
        p.steps = patrol_range(p, seat)
        p.visited = 0 if p.options.patrol_may_return else bit(p.at(seat))  # RA-7.7, RA-OP-50
    p.steps -= 1
    p.visited |= bit(slot)
    p.put(seat, AT, slot)
    p.push(PATROL_ON)
    enter(p, seat, slot)


def enter(p: Position, seat: i64, slot: i64) -> None:
    """RA-7.9, RA-22.5."""
    tile = p.tile_at(slot)
    icons = tile.gangsters
    if p.is_destroyed(slot):
        icons = tile.destroyed_gangsters
        if p.is_agent(seat):
            p.push(LOSE, seat, 1)
    if icons == 0 or slot == p.police:  # RA-7.11
        return
    icons -= active(p, seat, SHIELD) + helping_informants(p, seat, slot)
    if icons <= 0:
        return
    p.happen(codes.GANGSTERS, seat, slot, icons)
    p.number = icons
    if spendable(p, seat, AMMO) > 0:
        p.ask(seat, FIGHTING)
    else:
        p.push(LOSE, seat, icons)


def fights(p: Position, out: list[int]) -> None:
    """D-04."""
    most = spendable(p, p.asked, AMMO)
    most = min(most, p.number)
    count: i64 = 0
    while count <= most:
        out.append(int(code(p.asked, codes.SPEND_AMMO, count)))
        count += 1


def fight(p: Position, seat: i64, ammo: i64) -> None:
    pay(p, seat, AMMO, ammo)
    if p.number > ammo:
        p.push(LOSE, seat, p.number - ammo)


def patrol_on(p: Position) -> None:
    """D-03: asked while a further step is possible."""
    if not p.turn_over and p.steps > 0:
        for slot in ADJACENT[p.at(p.turn)]:
            if not p.visited & bit(slot):
                p.ask(p.turn, PATROLLING)
                return
    stop(p)


def stop(p: Position) -> None:
    p.steps = 0
    p.visited = 0


def patrol_moves(p: Position, out: list[int]) -> None:
    for slot in ADJACENT[p.at(p.turn)]:
        if not p.visited & bit(slot):
            out.append(int(code(p.turn, codes.STEP, slot)))
    if p.is_agent(p.turn):
        investigations(p, out)  # RA-7.3
    out.append(int(code(p.turn, codes.STOP)))


def investigations(p: Position, out: list[int]) -> None:
    """RA-7.14, RA-7.16."""
    seat = p.turn
    if p.get(seat, EVIDENCE) < 2:
        return
    criminal: i64 = 0
    while criminal < 6:
        if p.of(criminal, STATUS) == UNTAMED and not p.of(criminal, FACE_UP):
            if not p.of(criminal, MARKS) & bit(seat):
                slot = p.criminal_at(criminal)
                if slot == p.at(seat) or p.own_informants(seat, slot):
                    out.append(int(code(seat, codes.INVESTIGATE, criminal)))
        criminal += 1


def investigate(p: Position, criminal: i64, patrolling: bool) -> None:
    if patrolling:
        p.push(PATROL_ON)
    pay(p, p.turn, EVIDENCE, 2)
    look(p, criminal, p.turn)


def screenings(p: Position, out: list[int]) -> None:
    """RA-20.8."""
    seat = p.turn
    if not p.options.android_mode or p.get(seat, EVIDENCE) < 4:
        return
    other: i64 = 0
    while other < p.seats:
        if other != seat and can_reveal(p, other):
            slot = p.at(other)
            if slot == p.at(seat) or p.own_informants(seat, slot):
                out.append(int(code(seat, codes.SCREEN, other)))
        other += 1


def screen(p: Position, target: i64) -> None:
    pay(p, p.turn, EVIDENCE, 4)
    p.push(SCREENED, target)
    p.push(REVEAL_TOKEN, target)


def justice_actions(p: Position, seat: i64, slot: i64, out: list[int]) -> None:
    """RA-8.5: only what can change something."""
    if unused(p, ATTACK, slot) or unused(p, ARREST, slot):
        targets(p, seat, slot, out)
    others_here = False
    other: i64 = 0
    while other < p.seats:
        if other != seat and p.at(other) == slot:
            others_here = True
        other += 1
    if others_here:
        if unused(p, SEIZE, slot):
            seizures(p, seat, slot, out)
        if unused(p, ATTACK_ANDROID, slot) and androids(p) > 0:  # RA-24.1
            if not p.tile_at(slot).android_shield:
                duels(p, seat, slot, False, out)
    if p.tiles[slot] == p.box.hq and unused(p, TURN_IN, slot) and captive_count(p, seat):
        out.append(int(code(seat, codes.TURN_IN)))
    search_and_buy(p, seat, slot, out)
    if p.bombs and unused(p, DEFUSE, slot):
        listed: i64 = 0
        for bomb in p.bombs:
            if bomb & 15 == slot and not listed & bit(bomb >> 4):
                listed |= bit(bomb >> 4)
                out.append(int(code(seat, codes.DEFUSE, bomb >> 4)))


def targets(p: Position, seat: i64, slot: i64, out: list[int]) -> None:
    """RA-9.1, RA-10.1."""
    attack = unused(p, ATTACK, slot)
    arrest = unused(p, ARREST, slot)
    criminal: i64 = 0
    while criminal < 6:
        if p.criminal_at(criminal) == slot:
            if p.of(criminal, STATUS) == DEFEATED:
                if arrest:
                    out.append(int(code(seat, codes.ARREST, criminal)))
            elif attack:
                out.append(int(code(seat, codes.ATTACK_CRIMINAL, criminal)))
        criminal += 1
    if attack:
        listed: i64 = 0
        for assassin in p.assassins:
            if p.box.path[assassin] == slot and not listed & bit(assassin):
                listed |= bit(assassin)
                out.append(int(code(seat, codes.ATTACK_ASSASSIN, assassin)))


def seizures(p: Position, seat: i64, slot: i64, out: list[int]) -> None:
    """RA-11.1, D-12."""
    if p.tile_at(slot).human_shield:
        return
    fuel = spendable(p, seat, FUEL)
    fuel = min(fuel, DICE)
    other: i64 = 0
    while other < p.seats:
        if other != seat and p.at(other) == slot and p.is_agent(other):
            if captive_count(p, other):
                count: i64 = 1
                while count <= fuel:
                    out.append(int(code(seat, codes.SEIZE, other, count)))
                    count += 1
        other += 1


def duels(p: Position, seat: i64, slot: i64, agents: bool, out: list[int]) -> None:
    """Players of the other kind on the same location."""
    other: i64 = 0
    while other < p.seats:
        if other != seat and p.at(other) == slot and p.is_agent(other) == agents:
            kind = codes.ATTACK_AGENT if agents else codes.ATTACK_ANDROID
            out.append(int(code(seat, kind, other)))
        other += 1


def search_and_buy(p: Position, seat: i64, slot: i64, out: list[int]) -> None:
    if p.is_destroyed(slot):  # RA-22.4
        return
    tile = p.tile_at(slot)
    if tile.searchable() and unused(p, SEARCH, slot):
        out.append(int(code(seat, codes.SEARCH)))
    if tile.goods and unused(p, BUY, slot):
        if not (p.clocks and p.clocked(seat, BLACKLISTED)):
            purchases(p, seat, out)


def underground_actions(p: Position, seat: i64, slot: i64, out: list[int]) -> None:
    """RA-23.1."""
    search_and_buy(p, seat, slot, out)
    tile = p.tile_at(slot)
    if unused(p, ATTACK_AGENT, slot) and not tile.human_shield:  # RA-23.7
        duels(p, seat, slot, True, out)
    if tile.slots > 0 and not p.is_destroyed(slot) and unused(p, ATTACK_LOCATION, slot):
        out.append(int(code(seat, codes.ATTACK_LOCATION)))


def informant_slots(p: Position, slot: i64) -> i64:
    tile = p.tile_at(slot)
    return tile.destroyed_slots if p.is_destroyed(slot) else tile.slots


def reinforcements(p: Position, seat: i64, slot: i64, out: list[int]) -> None:
    """RA-17.1."""
    if p.get(seat, CREDITS) < 2 or p.get(seat, SUPPLY) == 0:
        return
    if p.clocks and p.clocked(seat, BLACKLISTED):
        return
    pair: i64 = p.informants[slot]
    taken: i64 = 0 if pair == 0 else (1 if pair < 8 else 2)
    if taken < informant_slots(p, slot):
        out.append(int(code(seat, codes.REINFORCE, slot)))


def reinforce(p: Position) -> None:
    """RA-17.1, RA-7.5."""
    seat = p.turn
    slot = p.at(seat)
    pay(p, seat, CREDITS, 2)
    p.add(seat, SUPPLY, -1)
    pair: i64 = p.informants[slot]
    p.informants[slot] = int(pair | ((seat + 1) << 3) if pair else seat + 1)
    p.turn_over = True
