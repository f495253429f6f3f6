"""Chapter 15: defuse a bomb.

A column of the sheet is one int, three bits a cell from the top: 0 free, 1–3 explosion and 4–6
boost on a red, green or black die.
"""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import CIRCUIT, CUT_WIRE, WIRES_CUT
from konspira.games.rogue.rules.attack import add_dice
from konspira.games.rogue.rules.codes import (
    CUT,
    DEFUSED,
    LEAVE_BOMB,
    PLACE_DIE,
    SAFE,
    TICKED,
    code,
)
from konspira.games.rogue.rules.components import BOOST, DICE, EXPLOSION, INFLUENCE, NO_SEAT
from konspira.games.rogue.rules.detonation import set_off
from konspira.games.rogue.rules.position import (
    CUTTING,
    PLACING,
    Position,
    colour_of,
    slot_of_bomb,
    symbol_of,
    timer_of,
)


def defuse(p: Position, timer: i64) -> None:
    """RA-15.1; the first cut follows at once."""
    p.bomb = p.bombs.index(int(p.at(p.turn) | (timer << 4)))
    p.sheet = [0] * int(p.box.columns)
    p.push(CUT_WIRE)


def cell(column: i64, row: i64) -> i64:
    return (column >> (3 * row)) & 7


def height(column: i64) -> i64:
    """How many dice are in a column."""
    count: i64 = 0
    while column:
        column >>= 3
        count += 1
    return count


def has_boost(column: i64) -> bool:
    return column >> (3 * (height(column) - 1)) > 3 if column else False


def is_closed(p: Position, column: i64) -> bool:
    """RA-15.5: a boost as lowest die, or full with explosions."""
    return has_boost(column) or height(column) == p.box.rows


def on_sheet(p: Position, colour: i64) -> i64:
    count: i64 = 0
    for column in p.sheet:
        rest: i64 = column
        while rest:
            if (rest & 7) % 3 == (colour + 1) % 3:
                count += 1
            rest >>= 3
    return count


def cut_wire(p: Position) -> None:
    """RA-15.2: all special dice that are not on the sheet."""
    p.dice = []
    colour: i64 = 0
    while colour < 3:
        add_dice(p, colour, DICE - on_sheet(p, colour))
        colour += 1
    p.push(WIRES_CUT)


def wires_cut(p: Position) -> None:
    kept: list[int] = []
    for value in p.dice:
        symbol = symbol_of(value)
        if symbol == EXPLOSION or symbol == BOOST:
            kept.append(value)
    kept.sort()
    p.dice = kept
    place_on(p, NO_SEAT)


def place_on(p: Position, drafter: i64) -> None:
    """D-20 until all are placed (RA-15.8); then D-21, or the check."""
    if p.dice:
        p.ask(p.turn, PLACING)
        p.drafter = drafter
        return
    p.drafter = NO_SEAT
    placed: i64 = 0
    for column in p.sheet:
        placed += height(column)
    if has_line(p) or placed == 3 * DICE:
        check(p)
    else:
        p.ask(p.turn, CUTTING)


def placements(p: Position, out: list[int]) -> None:
    before: i64 = -1
    for value in p.dice:
        if value != before:
            before = value
            boost = symbol_of(value) == BOOST
            found = len(out)
            fresh: i64 = -1
            may_open = True
            columns = len(p.sheet)
            at: i64 = 0
            while at < columns:
                column: i64 = p.sheet[at]
                if column == 0:
                    if fresh < 0:
                        fresh = at
                else:
                    if not is_closed(p, column):
                        may_open = False
                    if height(column) < p.box.rows and (boost or not has_boost(column)):
                        out.append(_place(p, value, boost, at))
                at += 1
            if may_open:
                if fresh < 0:  # RA-15.7: beyond the edge, if there is nowhere else
                    if len(out) == found:
                        out.append(_place(p, value, boost, columns))
                elif not p.options.columns_any_order:
                    out.append(_place(p, value, boost, fresh))
                else:  # RA-OP-49
                    at = 0
                    while at < columns:
                        if p.sheet[at] == 0:
                            out.append(_place(p, value, boost, at))
                        at += 1


def _place(p: Position, value: i64, boost: bool, column: i64) -> int:
    return int(code(p.asked, PLACE_DIE, colour_of(value), 1 if boost else 0, column))


def place(p: Position, colour: i64, boost: i64, at: i64) -> None:
    """RA-15.3, RA-15.7."""
    number: i64 = 0
    for value in p.dice:
        symbol = symbol_of(value)
        if colour_of(value) == colour and (symbol == BOOST) == (boost == 1):
            break
        number += 1
    del p.dice[number]
    opens = at >= len(p.sheet) or p.sheet[at] == 0
    first = True
    for column in p.sheet:
        if column:
            first = False
    if opens and not first:
        bomb: i64 = p.bombs[p.bomb] - 16
        p.bombs[p.bomb] = int(bomb)
        p.happen(TICKED, slot_of_bomb(bomb), timer_of(bomb))
        if timer_of(bomb) == 0 or at >= len(p.sheet):
            blow_up(p)
            return
    p.sheet[at] = int(p.sheet[at] | ((1 + colour + 3 * boost) << (3 * height(p.sheet[at]))))
    place_on(p, p.turn)


def blow_up(p: Position) -> None:
    """The bomb detonates and the action ends."""
    slot = slot_of_bomb(p.bombs[p.bomb])
    # The bomb that goes off is the one being defused, whatever else lies here.
    bomb = p.bombs[p.bomb]
    del p.bombs[p.bomb]
    p.bombs.insert(0, bomb)
    clear(p)
    set_off(p, slot)


def clear(p: Position) -> None:
    p.sheet = []
    p.dice = []
    p.bomb = 0
    p.drafter = NO_SEAT


def boost_at(p: Position, column: i64, row: i64) -> bool:
    if column < 0 or column >= len(p.sheet) or row < 0:
        return False
    return cell(p.sheet[column], row) > 3


def has_line(p: Position) -> bool:
    """RA-15.9: three boosts in an unbroken straight line."""
    columns = len(p.sheet)
    at: i64 = 0
    while at < columns:
        row: i64 = 0
        while row < p.box.rows:
            if boost_at(p, at, row):
                if boost_at(p, at, row + 1) and boost_at(p, at, row + 2):
                    return True
                slope: i64 = -1
                while slope < 2:
                    if boost_at(p, at + 1, row + slope) and boost_at(p, at + 2, row + 2 * slope):
                        return True
                    slope += 1
            row += 1
        at += 1
    return False


def cuttings(p: Position, out: list[int]) -> None:
    out.append(int(code(p.asked, CUT)))
    out.append(int(code(p.asked, LEAVE_BOMB)))


def check(p: Position) -> None:
    """RA-15.11: the lowest die of each column that ends with an explosion is rolled."""
    p.dice = []
    for column in p.sheet:
        if column and not has_boost(column):
            value: i64 = column
            lowest: i64 = cell(value, height(value) - 1)
            add_dice(p, lowest - 1, 1)
    if p.dice:
        p.dice.sort()
        p.push(CIRCUIT)
    else:
        passed(p)


def circuit(p: Position) -> None:
    started = False
    for value in p.dice:
        symbol = symbol_of(value)
        if symbol == EXPLOSION:
            blow_up(p)
            return
        if symbol == BOOST:
            started = True
    if started:
        passed(p)
    else:
        check(p)


def passed(p: Position) -> None:
    """RA-15.12, RA-15.13."""
    slot = slot_of_bomb(p.bombs[p.bomb])
    if has_line(p):
        del p.bombs[p.bomb]
        p.bag_bombs += 1
        p.add(p.turn, INFLUENCE, 1)
        p.happen(DEFUSED, p.turn, slot)
    else:
        p.happen(SAFE, slot)
    clear(p)
