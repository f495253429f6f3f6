"""Who the hidden agents can be.

For each outcome of the hidden Swaps the evidence becomes one set of identities for each start
cell; the ways to fill the cells are counted (a permanent) and drawn uniformly.
"""

from __future__ import annotations

from konspira.engine.chance import Stream
from konspira.games.kyoto.rules.board import Board
from konspira.games.kyoto.rules.evidence import (
    Side,
)
from konspira.games.kyoto.rules.weighed import chosen


class Identities:
    """Who the hidden agents of one side can be."""

    def __init__(self, board: Board, known: Side) -> None:
        self.identities = board.identities
        self.size = len(board.identities)
        self.known = known
        swaps = 0
        for _, _, mark in known.identities:
            if mark < 0:
                swaps += 1
        self.swaps = swaps
        self.masks: list[list[int]] = []
        self.ways: list[list[float]] = []
        self.totals: list[float] = []
        for choice in range(1 << swaps):
            masks = self._masks(choice)
            ways = self._ways(masks)
            self.masks.append(masks)
            self.ways.append(ways)
            self.totals.append(ways[0])

    def _masks(self, choice: int) -> list[int]:
        """The set of identities that each start cell may have held, if Swaps went so."""
        masks = [63] * self.size
        holds = list(range(self.size))
        swap = 0
        for pawn, value, mark in self.known.identities:
            if mark < 0:
                if choice >> swap & 1:
                    holds[pawn], holds[value] = holds[value], holds[pawn]
                swap += 1
            else:
                masks[holds[pawn]] &= value
        return masks

    def _ways(self, masks: list[int]) -> list[float]:
        """ways[used]: in how many ways the cells from popcount(used) on can be filled."""
        size = self.size
        full = 1 << size
        ways = [0.0] * full
        ways[full - 1] = 1.0
        sizes = [0] * full
        for used in range(1, full):
            sizes[used] = sizes[used >> 1] + (used & 1)
        used = full - 2
        while used >= 0:
            cell = sizes[used]
            total = 0.0
            mask = masks[cell]
            for at in range(size):
                if not used >> at & 1 and mask >> self.identities[at] & 1:
                    total += ways[used | (1 << at)]
            ways[used] = total
            used -= 1
        return ways

    def draw(self, luck: Stream) -> tuple[int, list[int]]:
        """The outcome of the Swaps, and the identity placed on each start cell."""
        choice = chosen(self.totals, luck)
        masks = self.masks[choice]
        ways = self.ways[choice]
        used = 0
        placed: list[int] = []
        for cell in range(self.size):
            weights = [0.0] * self.size
            for at in range(self.size):
                if not used >> at & 1 and masks[cell] >> self.identities[at] & 1:
                    weights[at] = ways[used | (1 << at)]
            at = chosen(weights, luck)
            used |= 1 << at
            placed.append(self.identities[at])
        return choice, placed

    def now(self, choice: int, placed: list[int]) -> list[int]:
        """The identity of each pawn after all Swaps."""
        holds = list(placed)
        swap = 0
        for pawn, value, mark in self.known.identities:
            if mark < 0:
                if choice >> swap & 1:
                    holds[pawn], holds[value] = holds[value], holds[pawn]
                swap += 1
        return holds
