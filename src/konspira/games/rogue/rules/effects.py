"""RA-29.6: what the cards do to the attacker, and RA-9.11: clock tokens."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import LOSE, REVEAL_TOKEN, TICK_BOMBS, TIME_BOMB
from konspira.games.rogue.rules.agent_board import earn, gain, lose, upgrades_above_zero
from konspira.games.rogue.rules.cards import return_to_bag
from konspira.games.rogue.rules.city import CENTRE, LAST_POSITION, TOP
from konspira.games.rogue.rules.city_phase import walk
from konspira.games.rogue.rules.codes import (
    CLOCK_OUT,
    EFFECT,
    FREE,
    INFORMANT_OUT,
    LOSE_INFORMANT,
    LOWER,
    PLACED,
    code,
)
from konspira.games.rogue.rules.components import (
    ALL,
    AMMO,
    ASSASSIN,
    BRACE,
    CALL_ASSASSIN,
    CAPTIVE,
    CREDITS,
    DOWNGRADE,
    EVIDENCE,
    EXPOSED,
    EXTRA_GREEN,
    FIRST_CLOCK,
    FLEE,
    FREE_CAPTIVE,
    FUEL,
    GAIN_CREDITS,
    GAIN_EVIDENCE,
    LOSE_AMMO,
    LOSE_ANY_INFORMANT,
    LOSE_CREDITS,
    LOSE_EVIDENCE,
    LOSE_FUEL,
    LOSE_OWN_INFORMANT,
    LOSE_STAMINA,
    NO_EFFECT,
    NO_GREEN,
    NO_RETALIATION,
    PLACE,
    PLANT_BOMB,
    REVEAL_IDENTITY,
    SLIP_AWAY,
    STATUS,
    TICK_ALL_BOMBS,
)
from konspira.games.rogue.rules.position import (
    FREEING,
    LOSING_ANY,
    LOSING_OWN,
    LOWERING,
    ONE_MORE_GREEN,
    WITHOUT_GREEN,
    WITHOUT_RETALIATION,
    Position,
)
from konspira.games.rogue.rules.time_phase import position_of


def carry_out(p: Position, criminal: i64, effect: i64, number: i64) -> None:
    """The attacker is the player whose turn it is."""
    if effect == NO_EFFECT:
        return
    p.happen(EFFECT, criminal, effect, number)
    seat = p.turn
    slot = p.at(seat)
    if effect >= FIRST_CLOCK:
        take_clock(p, seat, effect, criminal)
    elif effect == LOSE_OWN_INFORMANT:
        ask_informant(p, seat, LOSING_OWN)
    elif effect == LOSE_ANY_INFORMANT:  # RA-OP-12
        ask_informant(p, p.seat_after(seat, 1), LOSING_ANY)
    elif effect == TICK_ALL_BOMBS:
        p.push(TICK_BOMBS, ALL)
    elif effect == REVEAL_IDENTITY:  # RA-20.7
        p.push(REVEAL_TOKEN, seat)
    elif effect == LOSE_STAMINA:
        p.push(LOSE, seat, number)
    elif effect == LOSE_AMMO:
        lose(p, seat, AMMO, number)
    elif effect == LOSE_FUEL:
        lose(p, seat, FUEL, number)
    elif effect == LOSE_EVIDENCE:
        lose(p, seat, EVIDENCE, number)
    elif effect == LOSE_CREDITS:
        lose(p, seat, CREDITS, number)
    elif effect == GAIN_CREDITS:
        earn(p, seat, number)
    elif effect == GAIN_EVIDENCE:
        gain(p, seat, EVIDENCE, number)
    elif effect == BRACE:
        p.brace += number
    elif effect == EXPOSED:
        p.brace -= number
    elif effect == SLIP_AWAY:
        walk(p, criminal, 1)
    elif effect == FLEE:
        walk(p, criminal, number)
    elif effect == CALL_ASSASSIN:
        call_assassin(p, slot)
    elif effect == PLANT_BOMB:
        if p.bag_bombs > 0 and p.tile_at(slot).number > 0:
            p.bag_bombs -= 1
            p.push(TIME_BOMB, slot)
    elif effect == NO_GREEN:
        p.flags |= WITHOUT_GREEN
    elif effect == EXTRA_GREEN:
        p.flags |= ONE_MORE_GREEN
    elif effect == NO_RETALIATION:
        p.flags |= WITHOUT_RETALIATION
    elif effect == FREE_CAPTIVE:
        ask_captive(p, seat)
    elif effect == DOWNGRADE:
        ask_track(p, seat)


def call_assassin(p: Position, slot: i64) -> None:
    if p.bag_assassins > 0 and slot != CENTRE:
        p.bag_assassins -= 1
        p.assassins.append(int(LAST_POSITION if slot == TOP else position_of(p, slot)))
        p.happen(PLACED, ASSASSIN, slot)


def ask_informant(p: Position, seat: i64, phase: i64) -> None:
    """D-08, D-09: asked only if there is something to choose."""
    p.ask(seat, phase)
    choices: list[int] = []
    informants(p, choices)
    if len(choices) > 1:
        return
    p.phase = 0
    if choices:
        lose_informant(p, (choices[0] >> 11) & 63, (choices[0] >> 17) & 63)


def informants(p: Position, out: list[int]) -> None:
    """Informants that can be lost, by slot and owner."""
    slot: i64 = 0
    while slot < 13:
        pair: i64 = p.informants[slot]
        upper = (pair & 7) - 1
        lower = (pair >> 3) - 1
        if upper >= 0 and (p.phase == LOSING_ANY or upper == p.asked):
            out.append(int(code(p.asked, LOSE_INFORMANT, slot, upper)))
        if lower >= 0 and lower != upper and (p.phase == LOSING_ANY or lower == p.asked):
            out.append(int(code(p.asked, LOSE_INFORMANT, slot, lower)))
        slot += 1


def lose_informant(p: Position, slot: i64, seat: i64) -> None:
    upper: i64 = p.informants[slot] & 7
    p.remove_informant(slot, upper != seat + 1)
    p.happen(INFORMANT_OUT, seat, slot)


def ask_captive(p: Position, seat: i64) -> None:
    p.ask(seat, FREEING)
    choices: list[int] = []
    captives(p, choices)
    if len(choices) > 1:
        return
    p.phase = 0
    if choices:
        return_to_bag(p, (choices[0] >> 11) & 63)


def captives(p: Position, out: list[int]) -> None:
    criminal: i64 = 0
    while criminal < 6:
        if p.of(criminal, STATUS) == CAPTIVE and p.of(criminal, PLACE) == p.asked:
            out.append(int(code(p.asked, FREE, criminal)))
        criminal += 1


def ask_track(p: Position, seat: i64) -> None:
    tracks = upgrades_above_zero(p, seat)
    if tracks & (tracks - 1):
        p.ask(seat, LOWERING)
    elif tracks:
        track: i64 = 3
        while not tracks >> track & 1:
            track += 1
        lose(p, seat, track, 1)


def lowerings(p: Position, out: list[int]) -> None:
    tracks = upgrades_above_zero(p, p.asked)
    track: i64 = 3
    while track < 6:
        if tracks >> track & 1:
            out.append(int(code(p.asked, LOWER, track)))
        track += 1


# A clock token: seat, effect, criminal, and whether the turn it was got in still goes on.
FRESH: i64 = 1 << 14


def take_clock(p: Position, seat: i64, effect: i64, criminal: i64) -> None:
    """RA-9.11, RA-OP-48: from the same card the newer link replaces the older."""
    link = int(seat | (effect << 4) | (criminal << 10))
    kept: list[int] = []
    for clock in p.clocks:
        if clock & 0x3FFF != link:
            kept.append(clock)
    kept.append(int(link | FRESH))
    p.clocks = kept


def clocks_at_end(p: Position, seat: i64) -> None:
    """The turn of a player has ended."""
    if not p.clocks:
        return
    kept: list[int] = []
    for clock in p.clocks:
        if clock & 15 != seat:
            kept.append(clock)
        elif clock & FRESH:
            kept.append(int(clock & 0x3FFF))
        else:
            p.happen(CLOCK_OUT, seat, (clock >> 4) & 63)
    p.clocks = kept


def clocks_at_start(p: Position, seat: i64) -> None:
    """RA-OP-11, if read so: the next turn begins without them."""
    kept: list[int] = []
    for clock in p.clocks:
        if clock & 15 == seat:
            p.happen(CLOCK_OUT, seat, (clock >> 4) & 63)
        else:
            kept.append(clock)
    p.clocks = kept


def watched_now(p: Position, seat: i64, effect: i64) -> bool:
    """An effect that tells of the next turn, not of the one it was got in."""
    for clock in p.clocks:
        if clock & 15 == seat and (clock >> 4) & 63 == effect and not clock & FRESH:
            return True
    return False
