"""Who the hidden agents may be, read from what their side did with them and left undone.

A habit is what happened to one agent in one turn of her side: where she stood, who stood before
her, and what she did. The tables say how often each identity has each
habit; they are counted in games of bots. The rules know nothing of this: by the posterior what a
player chose openly is no evidence. Here it is. Players differ, so there are several styles, and the
one that explains the game so far counts most. What tells a style soonest are its manners: what a
side does openly, whoever its agents are.
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
    JOKER,
    REVEALED,
    tactics_in,
)
from konspira.games.kyoto.rules.position import PLACING, REFILLING, TURN
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
PAWNS: Final = 32  # public ids that are followed; each Swap makes two new ones
START_CELLS: Final = 6
# How much likelier a hidden agent is a real one, by rows left, than her habits say.
NEAR: Final = [1.0, 1.5, 1.15, 1.1]

# Manners: from which deck a side draws, with so many tactics cards in hand; which kind of card it
# plays, and whether it moves the agent of its last move again, each by the stage of the game.
DRAWS: Final = 0
CARDS: Final = 4
AGAIN: Final = 8
OCCASIONS: Final = 12
WAYS: Final = 8
STAGES: Final = [3, 8, 15]  # the last turns of all stages but one
ONE_DECK: Final = 7  # is asked for; with Tomoyo it is two (SK-9.1)

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


class Manners:
    """What one side does openly, as pairs of an occasion and what was done."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.turns = 0
        self.last = -1  # the public id of who was moved last

    def follow(self, state: State, code: int) -> list[tuple[int, int]]:
        """Before this code is played."""
        if code & 15 != self.side:
            return []
        kind = kind_of(code)
        if state.phase == REFILLING and kind == codes.REFILL and b_of(code) == ONE_DECK:
            held = min(3, int(tactics_in(state.hand(self.side))))
            return [(DRAWS + held, int(a_of(code)))]
        if state.phase != TURN or kind not in (codes.PLAY, codes.SWAP_TWO, codes.LAY_DECOY):
            return []
        stage = len([turn for turn in STAGES if self.turns >= turn])
        self.turns += 1
        if kind != codes.PLAY:
            return [(CARDS + stage, 6 if kind == codes.SWAP_TWO else 7)]
        card = int(a_of(code))
        found = [(CARDS + stage, max(0, card - int(JOKER) + 1))]
        pawn = state.agents[b_of(code)] >> int(ID_SHIFT)
        if self.turns > 1:
            found.append((AGAIN + stage, 1 if pawn == self.last else 0))
        self.last = pawn
        return found


class Tables:
    """One style of play: logarithms of how often each identity was placed where, and did what; and
    of how often what is done openly was done."""

    def __init__(
        self,
        placed: list[list[float]],
        acted: list[list[list[float]]],
        manners: list[list[float]],
    ) -> None:
        """placed[cell][identity], acted[context][action][identity], manners[occasion][way]."""
        self.placed = placed
        self.acted = acted
        self.manners = manners


class Belief:
    """Follows a game and gathers a factor for each hidden agent of one side, for each style."""

    def __init__(self, styles: Sequence[Tables], side: int) -> None:
        self.styles = styles
        self.side = side
        self.factors: list[Factors] = [{} for _ in styles]
        self.manners = Manners(side)
        self.likely = [0.0 for _ in styles]  # by manners, as logarithms

    def follow(self, state: State, code: int) -> None:
        """Before this code is played on a state that fits what is known."""
        if code & 15 != self.side:
            return
        for occasion, way in self.manners.follow(state, code):
            for at, style in enumerate(self.styles):
                self.likely[at] += style.manners[occasion][way]
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

    def sure(self) -> float:
        """How sure it is, by manners, whose habits these are."""
        top = max(self.likely)
        return 1.0 / sum([math.exp(likely - top) for likely in self.likely])

    def seems(self, trust: float, doubt: float) -> list[float]:
        """For each public id how likely each identity seems, by the habits of this pawn alone."""
        top = max(self.likely)
        shares = [math.exp(likely - top) for likely in self.likely]
        found = [1.0] * (PAWNS * IDENTITIES)
        for pawn in self.factors[0]:
            if pawn >= PAWNS:
                continue
            mixed = [0.0] * IDENTITIES
            for factors, share in zip(self.factors, shares, strict=True):
                logs = factors[pawn]
                most = max(logs)
                odds = [math.exp(trust * (log - most)) for log in logs]
                part = share / sum(shares) / sum(odds)
                for identity in range(IDENTITIES):
                    mixed[identity] += part * odds[identity]
            for identity in range(IDENTITIES):
                likely = (1.0 - doubt) * mixed[identity] + doubt / IDENTITIES
                found[pawn * IDENTITIES + identity] = likely
        return found

    def weights(self, states: Sequence[State], trust: float, doubt: float) -> list[float]:
        """How well the hidden agents of drawn states explain what was seen. Of all the weight the
        part `doubt` goes to each alike: somebody without these habits may sit opposite."""
        logs = [self._explained(state, trust) for state in states]
        top = max(logs)
        weights = [math.exp(log - top) for log in logs]
        even = doubt * sum(weights) / len(weights)
        return [
            ((1 - doubt) * weight + even) * self._near(state)
            for state, weight in zip(states, weights, strict=True)
        ]

    def _explained(self, state: State, trust: float) -> float:
        """A logarithm, by whichever style explains it."""
        hidden = []
        occupied = int(state.occ(self.side))
        for cell in range(int(state.board.cells)):
            if occupied >> cell & 1:
                agent = state.agents[cell]
                hidden.append((agent >> int(ID_SHIFT), agent & int(IDENTITY)))
        total = -math.inf
        for factors, likely in zip(self.factors, self.likely, strict=True):
            logs = 0.0
            for pawn, identity in hidden:
                factor = factors.get(pawn)
                if factor is not None:
                    logs += factor[identity]
            total = _added(total, likely + trust * logs)
        return total

    def _near(self, state: State) -> float:
        """Real agents who have come near: those who looked real were attacked on the way, so that
        among the hidden ones left there more are real than their habits say."""
        board = state.board
        columns, last = int(board.columns), int(board.rows) - 1
        occupied = int(state.occ(self.side))
        factor = 1.0
        for cell in range(int(board.cells)):
            if not occupied >> cell & 1:
                continue
            agent = state.agents[cell]
            if not agent & int(REVEALED) and int(board.real) >> (agent & int(IDENTITY)) & 1:
                row = cell // columns
                rows_left = last - row if self.side == 0 else row
                if rows_left < len(NEAR):
                    factor *= NEAR[rows_left]
        return factor


def _added(one: float, two: float) -> float:
    """The logarithm of a sum, from the logarithms of its parts."""
    high, low = max(one, two), min(one, two)
    return high if low == -math.inf else high + math.log1p(math.exp(low - high))


class Worlds:
    """States that fit, drawn as often as they are believed. `seems`: for each pawn of either side
    how likely each identity seems to the other one."""

    def __init__(self, states: list[State], weights: list[float], seems: list[float]) -> None:
        self.states = states
        self.weights = weights
        self.seems = seems
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
