"""The bomb sheet: six wires of four cells, the dice in hand, the timer (RA-15)."""

from __future__ import annotations

from dataclasses import dataclass

from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.rogue.table import touches
from konspira.games.rogue.table.dice import Die, drawn, lying
from konspira.games.rogue.table.scene import Scene


@dataclass(slots=True)
class Cell:
    die: Die | None = None
    line: bool = False  # one of three boosts in a line
    next: bool = False  # the cell a die would take


@dataclass(slots=True)
class Wire:
    number: int
    touch: str
    state: str  # live, cut, full, next, shut
    cells: list[Cell]
    spoken: str
    offered: bool
    takes: list[str]  # art of the dice it takes: exp, bst


def bomb(scene: Scene) -> str:
    """Empty unless somebody is at a bomb."""
    seen = scene.seen
    if not seen.sheet:
        return ""
    timer = seen.bombs[seen.bomb] >> 4 & 15 if 0 <= seen.bomb < len(seen.bombs) else 0
    place = seen.bombs[seen.bomb] & 15 if 0 <= seen.bomb < len(seen.bombs) else 5
    offered = _offered(scene)
    sheet, hand = _drafted(scene)
    wires = [_wire(scene, number, sheet, offered) for number in range(len(sheet))]
    beyond = len(seen.sheet) in offered
    hands = touches.hands(scene.moment.moves)
    return scene.draw(
        "bomb.html",
        timer=timer,
        place=scene.names.place(place),
        cut=scene.past.cuts,
        who=scene.names.seat(int(seen.turn)) if seen.turn < scene.game.seats else "",
        own=seen.turn == scene.me,
        wires=wires,
        beyond=touches.column(len(seen.sheet)) if beyond else "",
        hand=hand,
        single=len(hands) == 1,
        kind=scene.moment.kind,
        left=9 - sum(_height(column) for column in sheet) - len(hand),
        live=[wire.number for wire in wires if wire.state in ("live", "full")],
        tumble=scene.past.rolls % 2,
    )


def _offered(scene: Scene) -> dict[int, set[str]]:
    """By column: which symbols may go there now."""
    found: dict[int, set[str]] = {}
    for move in scene.moment.moves:
        if kind_of(move) == codes.PLACE_DIE:
            found.setdefault(int(c_of(move)), set()).add("bst" if b_of(move) else "exp")
    return found


def _drafted(scene: Scene) -> tuple[list[int], list[Die]]:
    """The sheet and the hand; the last die of a draft lies on its wire before it is confirmed."""
    sheet, hand = list(scene.seen.sheet), lying(scene)
    if not scene.moment.complete or kind_of(scene.moment.draft[-1]) != codes.PLACE_DIE:
        return sheet, hand
    move = scene.moment.draft[-1]
    at = int(c_of(move))
    if at < len(sheet):
        sheet[at] |= (1 + int(a_of(move)) + 3 * int(b_of(move))) << 3 * _height(sheet[at])
    return sheet, hand[1:]


def _height(column: int) -> int:
    count = 0
    while column:
        column >>= 3
        count += 1
    return count


def _boost(sheet: list[int], column: int, row: int) -> bool:
    return 0 <= column < len(sheet) and row >= 0 and sheet[column] >> (3 * row) & 7 > 3


def lines(sheet: list[int], rows: int) -> set[tuple[int, int]]:
    """The cells of three boosts in an unbroken straight line (RA-15.9)."""
    found: set[tuple[int, int]] = set()
    for column in range(len(sheet)):
        for row in range(rows):
            for right, down in ((0, 1), (1, 0), (1, 1), (1, -1)):
                three = [(column + step * right, row + step * down) for step in range(3)]
                if all(_boost(sheet, *cell) for cell in three):
                    found.update(three)
    return found


def _wire(scene: Scene, number: int, sheet: list[int], offered: dict[int, set[str]]) -> Wire:
    say, column = scene.say, sheet[number]
    rows = int(scene.game.box.rows)
    height = _height(column)
    in_line = lines(sheet, rows)
    cells = []
    said = []
    for row in range(rows):
        value = column >> (3 * row) & 7
        if not value:
            cells.append(Cell(next=row == height and number in offered))
            continue
        die = drawn(scene, 100 + number * 10 + row, (value - 1) % 3, 9 if value > 3 else 8, 1)
        cells.append(Cell(die, (number, row) in in_line))
        said.append(die.spoken)
    lowest = column >> (3 * (height - 1)) & 7 if height else 0
    if lowest > 3:
        state = "cut"
    elif height == rows:
        state = "full"
    elif height:
        state = "live"
    else:
        opens = [at for at, other in enumerate(sheet) if not other]
        any_order = scene.game.rules.columns_any_order
        state = "next" if any_order or number == opens[0] else "shut"
    spoken = say("spoken.wire", n=number + 1, state=say(f"wire.{state}"))
    return Wire(
        number + 1,
        touches.column(number),
        state,
        cells,
        ", ".join([spoken, *said]),
        number in offered,
        sorted(offered.get(number, ())),
    )
