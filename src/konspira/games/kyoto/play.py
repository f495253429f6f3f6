"""A quick player: it weighs each move on states drawn from its own seat's knowledge.

It looks one play ahead and then judges the table by hand-made weights; it sees no more than its
seat does, because it is given knowledge and never a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.engine.contract import Game, Luck
from konspira.engine.knowledge import Knowledge
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, kind_of
from konspira.games.kyoto.rules.components import (
    ACTIVE,
    BEATS,
    DECLARED_FALSE,
    FALSE,
    IDENTITY,
    REVEALED,
    STUNNED,
    locations_in,
)
from konspira.games.kyoto.rules.position import (
    ACTIVATING,
    AFTER_PLAY,
    DECOY_ASKED,
    FAN_ASKED,
    OVER,
    PLACING,
    PUSHING,
    REFILLING,
    REVOLVER_ASKED,
    TAKING_BACK,
)
from konspira.games.kyoto.rules.state import State

SAMPLES: Final = 8
WON: Final = 1000.0

# How near a real agent is to the enemy home row, in rows: the side to move next is feared more.
NEAR: Final = (0.0, 13.0, 7.0, 4.0, 2.0, 0.5)
FEARED: Final = (0.0, 24.0, 9.0, 4.0, 2.0, 0.5)
REAL_LOST: Final = 25.0
# By how many false agents are captured already: two are a threat to the captor (SK-8.3).
FALSE_LOST: Final = (0.0, 2.0, -1.0, -8.0)
# In the order of the cards: what one in hand is worth beside the rest.
CARD_WORTH: Final = (0.2, 0.2, 0.2, 0.2, 0.35, 0.25, 0.3, 0.4, 0.25, 0.3)
ANSWERS_NO: Final = (
    codes.HOLD_FIRE,
    codes.NO_ACTIVATE,
    codes.NO_FAN,
    codes.LEAVE_CARD,
    codes.DONE,
)


def choose(game: Game, known: Knowledge, moves: Sequence[int], luck: Luck) -> int:
    """The move that is best on average over states that fit what this seat knows."""
    return weighed(game, known, moves, luck)[0]


def weighed(
    game: Game, known: Knowledge, moves: Sequence[int], luck: Luck
) -> tuple[int, list[tuple[int, float]]]:
    """The same with the mean worth of each move, best first; nothing where none was weighed."""
    if len(moves) == 1:
        return moves[0], []
    sampler = game.sampler(known)
    totals = [0.0] * len(moves)
    for _ in range(SAMPLES):
        state = sampler.sample(luck)
        assert isinstance(state, State)
        if state.phase == PLACING:  # a placement that can be foreseen is a bad one
            return moves[luck.below(len(moves))], []
        if state.phase == REFILLING:
            return _refill(state, known.viewer, moves, luck), []
        for at, move in enumerate(moves):
            after = state.clone()
            after.apply(move)
            totals[at] += worth(after, known.viewer)
    best = max(totals)
    good = [move for move, total in zip(moves, totals, strict=True) if total >= best - 1e-9]
    means = [(move, total / SAMPLES) for move, total in zip(moves, totals, strict=True)]
    return good[luck.below(len(good))], sorted(means, key=lambda one: -one[1])


def _refill(state: State, me: int, moves: Sequence[int], luck: Luck) -> int:
    wanted = 0 if locations_in(state.hand(me)) < 4 else 1
    good = [move for move in moves if a_of(move) == wanted] or list(moves)
    return good[luck.below(len(good))]


def worth(state: State, me: int) -> float:
    """Of a state in which a play may still be under way: it is carried to its end first."""
    phase = state.phase
    if phase == PUSHING or phase == DECOY_ASKED:
        values = []
        for move in state.moves():
            after = state.clone()
            after.apply(move)
            values.append(worth(after, me))
        return max(values) if state.actor() == me else min(values)
    if phase in (REVOLVER_ASKED, ACTIVATING, FAN_ASKED, TAKING_BACK, AFTER_PLAY):
        for move in state.moves():
            if kind_of(move) in ANSWERS_NO:
                after = state.clone()
                after.apply(move)
                return worth(after, me)
    return judged(state, me)


def judged(state: State, me: int) -> float:
    """The table as it lies, for `me`, with the other side to move."""
    if state.phase == OVER:
        return WON if state.winner == me else -WON
    value = _side(state, me, NEAR) - _side(state, 1 - me, FEARED)
    return value + _threats(state, me)


def _side(state: State, side: int, near: tuple[float, ...]) -> float:
    """What a side has of its own: agents, their way to go, cards, equipment."""
    board = state.board
    columns = int(board.columns)
    last = int(board.rows) - 1
    lost = int(state.lost(side))
    value = -REAL_LOST * (lost & int(board.real)).bit_count()
    value -= FALSE_LOST[min(3, (lost & int(FALSE)).bit_count())]
    occupied = int(state.occ(side))
    agents = state.agents
    for cell in range(int(board.cells)):
        if not occupied >> cell & 1:
            continue
        row = cell // columns
        rows_left = last - row if side == 0 else row
        agent = agents[cell]
        if board.real >> (agent & IDENTITY) & 1:
            value += near[min(rows_left, 5)]
            if agent & REVEALED:
                value -= 2.0
        elif rows_left == 0:
            value -= 1.5  # she is where she can do nothing any more
        else:
            value += 0.25 * (5 - rows_left)
            if agent & (REVEALED | DECLARED_FALSE):
                value -= 0.6
    hand = int(state.hand(side))
    for card, weight in enumerate(CARD_WORTH):
        held = hand >> (6 * card) & 63
        if held:
            value += weight + 0.05 * held
    for item, owner in enumerate(board.equipment_sides):
        if owner == side and state.equipment >> (2 * item) & 3 == ACTIVE:
            value += 0.8
    return value


def _threats(state: State, me: int) -> float:
    """Who can be attacked in one step, and would be beaten. The other side moves next."""
    board = state.board
    cells = int(board.cells)
    agents = state.agents
    value = 0.0
    for side in (0, 1):
        occupied = int(state.occ(side))
        others = int(state.occ(1 - side))
        if state.special(1 - side) == 7:
            others &= ~int(state.shield(1 - side))
        danger = 0.0
        caught = (int(state.lost(1 - side)) & int(FALSE)).bit_count()
        for cell in range(cells):
            if not occupied >> cell & 1 or agents[cell] & STUNNED:
                continue
            steps = board.forward[side * cells + cell]
            while steps:
                end = (steps & 63) - 1
                steps >>= 6
                if not others >> end & 1 or state.closed(side) >> end & 1:
                    continue
                target = agents[end] & IDENTITY
                if not BEATS[agents[cell] & IDENTITY] >> target & 1:
                    continue
                if board.real >> target & 1:
                    danger += 7.0
                elif caught == 0:
                    danger += 0.6
        value += 0.35 * danger if side == me else -danger
    return value
