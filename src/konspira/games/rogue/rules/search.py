"""Chapters 13 and 14: search a location, buy goods."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import SEARCH_REROLL, SEARCH_RESOLVE, SEARCH_ROLL
from konspira.games.rogue.rules.agent_board import (
    active,
    gain,
    helping_informants,
    lose_stamina,
    pay,
    spendable,
)
from konspira.games.rogue.rules.attack import add_dice
from konspira.games.rogue.rules.codes import (
    BUY,
    COLOUR,
    DONE,
    KEEP_DICE,
    PICK,
    RESOLVE,
    ROLL_AGAIN,
    code,
)
from konspira.games.rogue.rules.components import (
    AMMO,
    ARMOUR,
    BOOST,
    DICE,
    EXPLOSION,
    INFLUENCE,
    NO_SEAT,
    SCOUTING,
    SHAKEN,
    STAMINA,
)
from konspira.games.rogue.rules.position import (
    BUYING,
    COLOURING,
    PICKED,
    REROLLING,
    RESOLVING,
    Position,
    amount_of,
    colour_of,
    symbol_of,
)

# How a die is resolved.
PLAIN: Final[i64] = 0
WITH_BOOST: Final[i64] = 1
WITH_AMMO: Final[i64] = 2


def search(p: Position) -> None:
    """RA-13.2."""
    tile = p.tile_at(p.at(p.turn))
    p.dice = []
    colour: i64 = 0
    while colour < 3:
        add_dice(p, colour, tile.search[colour])
        colour += 1
    p.whites = 0
    p.ignored = 0
    p.armoured = False
    colour_on(p)


def colour_on(p: Position) -> None:
    """D-15: a colour for each white icon, before rolling."""
    whites = p.tile_at(p.at(p.turn)).whites
    if p.whites < len(whites):
        p.ask(p.turn, COLOURING)
        p.drafter = p.turn
        return
    p.drafter = NO_SEAT
    p.whites = 0
    p.push(SEARCH_ROLL)


def colours(p: Position, out: list[int]) -> None:
    number: i64 = p.tile_at(p.at(p.turn)).whites[p.whites]
    colour: i64 = 0
    while colour < 3:
        taken: i64 = 0
        for value in p.dice:
            if colour_of(value) == colour:
                taken += 1
        if taken + number <= DICE:  # RA-4.15
            out.append(int(code(p.asked, COLOUR, colour)))
        colour += 1


def coloured(p: Position, colour: i64) -> None:
    add_dice(p, colour, p.tile_at(p.at(p.turn)).whites[p.whites])
    p.whites += 1
    colour_on(p)


def search_roll(p: Position) -> None:
    """RA-13.3: one reroll, two with scouting."""
    p.dice.sort()
    p.rerolls = 1
    if active(p, p.turn, SCOUTING) > 0:
        p.rerolls = 2
    if p.clocked(p.turn, SHAKEN):
        p.rerolls = 0
    p.push(SEARCH_RESOLVE)
    p.push(SEARCH_REROLL)


def search_reroll(p: Position) -> None:
    p.dice.sort()
    if p.rerolls > 0:
        p.ask(p.turn, REROLLING)


def picks(p: Position, out: list[int]) -> None:
    """D-16: dice of the same colour and face are alike."""
    before: i64 = -1
    picked = False
    for value in p.dice:
        if value & PICKED:
            picked = True
        elif value != before:
            before = value
            out.append(
                int(code(p.asked, PICK, colour_of(value), symbol_of(value), amount_of(value)))
            )
    out.append(int(code(p.asked, ROLL_AGAIN if picked else KEEP_DICE)))


def pick(p: Position, colour: i64, symbol: i64, amount: i64) -> None:
    wanted = int(colour | ((symbol + 1) << 2) | (amount << 6))
    p.dice[p.dice.index(wanted)] = int(wanted | PICKED)
    p.ask(p.turn, REROLLING)
    p.drafter = p.turn


def roll_again(p: Position) -> None:
    for at, value in enumerate(p.dice):
        if value & PICKED:
            p.dice[at] = int(colour_of(value))
    p.rerolls -= 1
    p.drafter = NO_SEAT
    p.push(SEARCH_REROLL)


def keep_dice(p: Position) -> None:
    p.rerolls = 0
    p.drafter = NO_SEAT


def count_symbol(p: Position, symbol: i64) -> i64:
    count: i64 = 0
    for value in p.dice:
        if symbol_of(value) == symbol:
            count += 1
    return count


def free_ignores(p: Position) -> i64:
    """RA-13.9: explosions that cost nothing: by informants, armour, a safe place."""
    seat = p.turn
    slot = p.at(seat)
    if p.safe(seat, slot):
        return 99
    free = helping_informants(p, seat, slot) - p.ignored
    free = max(free, 0)
    if not p.armoured and active(p, seat, ARMOUR) > 0:
        free += 1
    return free


def resolve_on(p: Position, drafter: i64) -> None:
    """RA-13.4: asked as long as a choice is left; what cannot matter is done at once."""
    seat = p.turn
    p.dice.sort()
    explosions = count_symbol(p, EXPLOSION)
    if explosions <= free_ignores(p):
        drop_symbol(p, EXPLOSION)
        boosts = count_symbol(p, BOOST)
        if boosts == 0 or boosts == len(p.dice):
            for value in p.dice:
                if symbol_of(value) != BOOST:
                    gain(p, seat, symbol_of(value), amount_of(value))
            end_search(p)
            return
    p.ask(seat, RESOLVING)
    p.drafter = drafter


def end_search(p: Position) -> None:
    p.dice = []
    p.ignored = 0
    p.armoured = False
    p.drafter = NO_SEAT


def drop_symbol(p: Position, symbol: i64) -> None:
    kept: list[int] = []
    for value in p.dice:
        if symbol_of(value) != symbol:
            kept.append(value)
    p.dice = kept


def resolutions(p: Position, out: list[int]) -> None:
    """D-17: the next die, and what is spent on it. Colours do not matter any more."""
    boosts = count_symbol(p, BOOST)
    ammo = spendable(p, p.turn, AMMO)
    free = free_ignores(p)
    listed: list[int] = []
    for value in p.dice:
        face = value >> 2
        symbol = symbol_of(value)
        if symbol == BOOST or face in listed:
            continue
        listed.append(face)
        amount = amount_of(value)
        out.append(int(code(p.asked, RESOLVE, symbol, amount, PLAIN)))
        if symbol == EXPLOSION and free > 0:
            continue
        if boosts > 0:
            out.append(int(code(p.asked, RESOLVE, symbol, amount, WITH_BOOST)))
        if symbol == EXPLOSION and ammo > 0:
            out.append(int(code(p.asked, RESOLVE, symbol, amount, WITH_AMMO)))


def remove_die(p: Position, symbol: i64, amount: i64) -> None:
    for at, value in enumerate(p.dice):
        if symbol_of(value) == symbol and amount_of(value) == amount:
            del p.dice[at]
            return


def resolve(p: Position, symbol: i64, amount: i64, how: i64) -> None:
    seat = p.turn
    remove_die(p, symbol, amount)
    if how == WITH_BOOST:
        remove_die(p, BOOST, 1)
    if symbol != EXPLOSION:
        gain(p, seat, symbol, amount * 2 if how == WITH_BOOST else amount)  # RA-13.10
    elif how == WITH_AMMO:
        pay(p, seat, AMMO, 1)
    elif how == PLAIN:
        if not ignore_free(p) and lose_stamina(p, seat, 1):  # RA-13.11
            end_search(p)
            return
    resolve_on(p, seat)


def ignore_free(p: Position) -> bool:
    """By an informant, or else by armour; on a safe place nothing is left to ignore."""
    seat = p.turn
    slot = p.at(seat)
    if helping_informants(p, seat, slot) > p.ignored:
        p.ignored += 1
        return True
    if not p.armoured and active(p, seat, ARMOUR) > 0:
        p.armoured = True
        return True
    return False


def purchases(p: Position, seat: i64, out: list[int]) -> None:
    """RA-14.1, RA-14.4."""
    for good in p.tile_at(p.at(seat)).goods:
        field: i64 = good[0]
        if spendable(p, seat, good[2]) >= good[3]:
            if field == INFLUENCE or (
                field < STAMINA and p.get(seat, field) < p.box.track_max[field]
            ):
                out.append(int(code(seat, BUY, field)))


def buy(p: Position, field: i64) -> None:
    seat = p.turn
    for good in p.tile_at(p.at(seat)).goods:
        if good[0] == field:
            pay(p, seat, good[2], good[3])
            gain(p, seat, field, good[1])
    more: list[int] = []
    purchases(p, seat, more)
    if more:
        more.append(int(code(seat, DONE)))
        p.ask(seat, BUYING)
        p.drafter = seat
        p.listed = more
    else:
        p.drafter = NO_SEAT
