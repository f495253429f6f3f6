"""Chapters 1.2 and 4.1: the board as tables. Cells are numbered a1, b1, … row by row.

Sets of cells are ints with one bit a cell; short lists of neighbours are packed, six bits each,
as cell + 1, so that an empty rest is 0.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.games.kyoto.rules.components import JOKER, REAL

NEUTRAL_CELL: Final = 4
HQ_ONI: Final = 5
HQ_GOV: Final = 6

ALL_LOCATIONS: Final = 31


class Board:
    """A checked layout, turned into what the rules ask for."""

    def __init__(
        self,
        name: str,
        columns: int,
        rows: int,
        types: list[int],
        start: list[list[int]],
        home_row: list[int],
        territory: list[list[int]],
        identities: list[int],
        decks: int,
        hand_size: int,
        first_locations: int,
        first_tactics: int,
        open_hands: bool,
        bait: int,
        special_sides: list[int],
        equipment_sides: list[int],
    ) -> None:
        self.name = name
        self.columns: i64 = columns
        self.rows: i64 = rows
        self.cells: i64 = columns * rows
        self.types = types
        self.start = start
        self.identities = identities
        self.decks: i64 = decks
        self.hand_size: i64 = hand_size
        self.first_locations: i64 = first_locations
        self.first_tactics: i64 = first_tactics
        self.open_hands = open_hands
        self.bait: i64 = bait
        # Which side each special agent and equipment card belongs to (SK-OP-31); 2 is neutral.
        self.special_sides = special_sides
        self.equipment_sides = equipment_sides
        self.real: i64 = 0
        for identity in identities:
            self.real |= (1 << identity) & REAL
        self.colour: list[int] = [0, 0, 0, 0]
        self.hq: list[int] = [0, 0]
        self.neutral: i64 = 0
        # keys[cell]: the location cards (as a set) that open the cell (SK-4.1 to SK-4.3).
        self.keys: list[int] = []
        for cell, kind in enumerate(types):
            bit = 1 << cell
            if kind < NEUTRAL_CELL:
                self.colour[kind] |= bit
                self.keys.append((1 << kind) | (1 << int(JOKER)))
            else:
                self.keys.append(ALL_LOCATIONS)
                if kind == NEUTRAL_CELL:
                    self.neutral |= bit
                else:
                    self.hq[kind - HQ_ONI] |= bit
        self.home: list[int] = [self._row_set(home_row[side]) for side in range(2)]
        self.territory: list[int] = []
        for side in range(2):
            ground = 0
            for row in territory[side]:
                ground |= self._row_set(row)
            self.territory.append(ground)
        # SK-4.6, SK-4.12: forward is +1 row for ONI, -1 for GOV; back is the opposite.
        self.forward: list[int] = []
        self.back: list[int] = []
        self.aside: list[int] = []
        for side in range(2):
            ahead = 1 if side == 0 else -1
            for cell in range(columns * rows):
                self.forward.append(self._steps(cell, [(0, ahead), (-1, ahead), (1, ahead)]))
                back = [(0, -ahead), (-1, -ahead), (1, -ahead)]
                self.back.append(self._steps(cell, back))
                self.aside.append(self._steps(cell, [(-1, 0), (1, 0), *back]))  # SK-6.1.1

    def _row_set(self, row: int) -> int:
        return ((1 << int(self.columns)) - 1) << (row * int(self.columns))

    def _steps(self, cell: int, ways: list[tuple[int, int]]) -> int:
        columns = int(self.columns)
        column, row = cell % columns, cell // columns
        packed = 0
        for across, up in reversed(ways):
            if 0 <= column + across < columns and 0 <= row + up < int(self.rows):
                packed = (packed << 6) | (cell + across + up * columns + 1)
        return packed

    def regular(self, cell: i64) -> bool:
        """SK-1.2: is this a coloured cell?"""
        kind: i64 = self.types[cell]
        return kind < NEUTRAL_CELL

    def beyond(self, start: i64, over: i64) -> i64:
        """The next cell in the same direction, or -1 off the board (SK-9.2)."""
        column = 2 * (over % self.columns) - start % self.columns
        row = 2 * (over // self.columns) - start // self.columns
        if column < 0 or column >= self.columns or row < 0 or row >= self.rows:
            return -1
        return row * self.columns + column


class Options:
    """What the table agreed on before the game, as far as the rules read it."""

    def __init__(
        self,
        special_agents: bool = False,
        neutral_agent: bool = False,
        equipment: bool = False,
        strict_push: bool = False,
    ) -> None:
        self.special_agents = special_agents
        self.neutral_agent = neutral_agent
        self.equipment = equipment
        self.strict_push = strict_push  # SK-OP-6
