"""Who the hidden agents may be, read from what their side did with them and left undone.

A habit is what happened to one agent in one turn of her side: where she stood, who stood before
her, and what she did. The tables say how often each identity has each
habit; they are counted in games of bots. The rules know nothing of this: by the posterior what a
player chose openly is no evidence. Here it is. Players differ, so there are several styles, and the
one that explains the game so far counts most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.components import (
    BEATS,
    ID_SHIFT,
    IDENTITY,
    REVEALED,
)
from konspira.games.kyoto.rules.position import PLACING, TURN
from konspira.games.kyoto.rules.state import State

STAY: Final = 0
STEP: Final = 1
HIT_HIDDEN: Final = 2
HIT_SHOWN: Final = 3
ELSEWHERE: Final = 4
ACTIONS: Final = 5
# Rows left; nobody stands before her any more; whom she could attack; who could attack her.
CONTEXTS: Final = 144
IDENTITIES: Final = 6
START_CELLS: Final = 6

Factors = dict[int, list[float]]  # by public id: the logarithm for each identity


class Habit:
    """What a hidden agent did in a turn. What it looked like to her depends on who she is."""

    __slots__ = ("action", "contexts", "pawn")

    def __init__(self, pawn: int, contexts: list[int], action: int) -> None:
        self.pawn = pawn  # her public id
        self.contexts = contexts  # by identity
        self.action = action


def habits(state: State, move: int) -> list[Habit]:
    """What each hidden agent of the mover did, in the turn that this play begins."""
    side = int(state.side)
    board = state.board
    cells, columns = int(board.cells), int(board.columns)
    last = int(board.rows) - 1
    own, enemy = int(state.occ(side)), int(state.occ(1 - side))
    start = end = -1
    if kind_of(move) == codes.PLAY:
        start, end = int(b_of(move)), int(c_of(move))
    elif kind_of(move) not in (codes.SWAP_TWO, codes.LAY_DECOY):
        return []
    found: list[Habit] = []
    for cell in range(cells):
        if not own >> cell & 1:
            continue
        agent = state.agents[cell]
        if agent & int(REVEALED):
            continue
        row = cell // columns
        rows_left = min(5, last - row if side == 0 else row)
        ahead = _cells(board.forward[side * cells + cell])
        beyond = enemy >> ((row + 1) * columns) if side == 0 else enemy & ((1 << row * columns) - 1)
        place = rows_left * 2 + (0 if beyond else 1)
        action = STAY
        if cell == start:
            action = ELSEWHERE
            if enemy >> end & 1:
                action = HIT_SHOWN if state.agents[end] & int(REVEALED) else HIT_HIDDEN
            elif ahead >> end & 1:
                action = STEP
        contexts = _contexts(state, side, cell, ahead & enemy, place)
        found.append(Habit(agent >> int(ID_SHIFT), contexts, action))
    return found


def _contexts(state: State, side: int, cell: int, ahead: int, place: int) -> list[int]:
    """For each identity, what she sees around her. `ahead`: enemies she could attack."""
    board = state.board
    cells = int(board.cells)
    met = 0  # identities shown ahead of her
    met_hidden = 0
    feared = 0  # identities that somebody shown could beat here
    feared_hidden = 0
    enemy = int(state.occ(1 - side))
    for other in range(cells):
        if not enemy >> other & 1:
            continue
        agent = state.agents[other]
        shown = agent & int(REVEALED) != 0
        if ahead >> other & 1:
            if shown:
                met |= 1 << (agent & int(IDENTITY))
            else:
                met_hidden = 1
        if _cells(board.forward[(1 - side) * cells + other]) >> cell & 1:
            if shown:
                feared |= BEATS[agent & int(IDENTITY)]
            else:
                feared_hidden = 1
    found: list[int] = []
    for identity in range(IDENTITIES):
        attack = 3 if met else met_hidden
        if BEATS[identity] & met:
            attack = 2
        danger = 2 if feared >> identity & 1 else feared_hidden
        found.append((place * 4 + attack) * 3 + danger)
    return found


def _cells(steps: int) -> int:
    found = 0
    while steps:
        found |= 1 << ((steps & 63) - 1)
        steps >>= 6
    return found


class Tables:
    """One style of play: logarithms of how often each identity was placed where, and did what."""

    def __init__(self, placed: list[list[float]], acted: list[list[list[float]]]) -> None:
        """placed[cell][identity], acted[context][action][identity]."""
        self.placed = placed
        self.acted = acted


class Belief:
    """Follows a game and gathers a factor for each hidden agent of one side, for each style."""

    def __init__(self, styles: Sequence[Tables], side: int) -> None:
        self.styles = styles
        self.side = side
        self.factors: list[Factors] = [{} for _ in styles]

    def follow(self, state: State, code: int) -> None:
        """Before this code is played on a state that fits what is known."""
        if code & 15 != self.side:
            return
        kind = kind_of(code)
        if state.phase == PLACING and kind == codes.PLACE:
            self._placed(state)
        elif state.phase == TURN:
            for habit in habits(state, code):
                for style, factors in zip(self.styles, self.factors, strict=True):
                    have = factors.setdefault(habit.pawn, [0.0] * IDENTITIES)
                    for identity in range(IDENTITIES):
                        logs = style.acted[habit.contexts[identity]][habit.action]
                        have[identity] += logs[identity]
            if kind == codes.SWAP_TWO:
                self._swapped(state, int(a_of(code)), int(b_of(code)))

    def _placed(self, state: State) -> None:
        if self.factors[0] or len(state.board.start[self.side]) != START_CELLS:
            return
        for style, factors in zip(self.styles, self.factors, strict=True):
            for pawn in range(START_CELLS):
                factors[pawn + 1] = list(style.placed[pawn])

    def _swapped(self, state: State, first: int, second: int) -> None:
        """SK-6.4.4: two new public ids, in cell order; either may be either."""
        following = int(state.next_id0 if self.side == 0 else state.next_id1)
        zero = [0.0] * IDENTITIES
        for factors in self.factors:
            one, two = (
                factors.get(state.agents[cell] >> int(ID_SHIFT), zero) for cell in (first, second)
            )
            mixed = [_added(a, b) - math.log(2) for a, b in zip(one, two, strict=True)]
            factors[following] = list(mixed)
            factors[following + 1] = list(mixed)

    def weight(self, state: State, trust: float) -> float:
        """How well the hidden agents of a drawn state explain what was seen (a logarithm), by
        whichever style explains it."""
        hidden = []
        occupied = int(state.occ(self.side))
        for cell in range(int(state.board.cells)):
            if occupied >> cell & 1:
                agent = state.agents[cell]
                hidden.append((agent >> int(ID_SHIFT), agent & int(IDENTITY)))
        total = -math.inf
        for factors in self.factors:
            logs = 0.0
            for pawn, identity in hidden:
                factor = factors.get(pawn)
                if factor is not None:
                    logs += factor[identity]
            total = _added(total, trust * logs)
        return total


def _added(one: float, two: float) -> float:
    """The logarithm of a sum, from the logarithms of its parts."""
    high, low = max(one, two), min(one, two)
    return high if low == -math.inf else high + math.log1p(math.exp(low - high))


class Worlds:
    """States that fit, drawn as often as they are believed."""

    def __init__(self, states: list[State], logs: list[float]) -> None:
        self.states = states
        top = max(logs)
        self.weights = [math.exp(log - top) for log in logs]
        self.sums: list[float] = []
        total = 0.0
        for weight in self.weights:
            total += weight
            self.sums.append(total)

    def sample(self, luck: Any) -> State:
        ticket = luck.below(1 << 30) / (1 << 30) * self.sums[-1]
        low, high = 0, len(self.sums) - 1
        while low < high:
            middle = (low + high) // 2
            if self.sums[middle] > ticket:
                high = middle
            else:
                low = middle + 1
        return self.states[low].clone()
