"""A quick player: it tries each move on states drawn from its own seat's knowledge.

From each it plays its turn to the end by simple habits, chance included, and judges the table by
hand-made weights. It sees no more than its seat does: it is given knowledge and never a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.engine.contract import CHANCE, NOBODY, Game, Luck
from konspira.engine.knowledge import Knowledge
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.city import ADJACENT, CENTRE
from konspira.games.rogue.rules.codes import a_of, c_of, kind_of
from konspira.games.rogue.rules.components import (
    AGENT,
    AMMO,
    CAPTIVE,
    CAR,
    CREDITS,
    DEFEATED,
    EVIDENCE,
    EXPLOSION,
    FUEL,
    GUN,
    PLACE,
    STAMINA,
    STATUS,
    SUPPLY,
    UNTAMED,
)
from konspira.games.rogue.rules.scoring import score
from konspira.games.rogue.rules.search import PLAIN
from konspira.games.rogue.rules.state import State

TRIES: Final = 10
LONGEST: Final = 60  # moves and dice of one try
HABIT: Final = 3  # of four times a habit is followed

CAPTIVE_WORTH: Final = 2.2
DEFEATED_HERE: Final = 0.9
NEAR_CRIMINAL: Final = 0.06
STAMINA_WORTH: Final = (0.0, -1.6, -0.7, -0.2, 0.0, 0.15, 0.25)
TRACK_WORTH: Final = ((FUEL, 0.1), (AMMO, 0.16), (EVIDENCE, 0.1))
UPGRADE_WORTH: Final = ((CAR, 0.22), (GUN, 0.3), (AGENT, 0.15))
CREDIT_WORTH: Final = 0.3
OTHERS: Final = 0.35

# What is done first where it can be done, and last of all.
FIRST: Final = (
    codes.TURN_IN,
    codes.ARREST,
    codes.ATTACK_CRIMINAL,
    codes.ATTACK_ASSASSIN,
    codes.ATTACK_LOCATION,
    codes.ATTACK_AGENT,
    codes.ATTACK_ANDROID,
    codes.DEFUSE,
    codes.SEARCH,
    codes.BUY,
    codes.STEP,
    codes.REINFORCE,
)


def _steps_from(start: int) -> list[int]:
    steps = [99] * 13
    steps[start] = 0
    todo = [start]
    for slot in todo:
        for other in ADJACENT[slot]:
            if steps[other] == 99:
                steps[other] = steps[slot] + 1
                todo.append(other)
    return steps


STEPS: Final = [_steps_from(slot) for slot in range(13)]


def choose(game: Game, known: Knowledge, moves: Sequence[int], luck: Luck) -> int:
    """The move that ends best on average, over states that fit what this seat knows."""
    return weighed(game, known, moves, luck)[0]


def weighed(
    game: Game, known: Knowledge, moves: Sequence[int], luck: Luck
) -> tuple[int, list[tuple[int, float]]]:
    """The same with the mean worth of each move, best first; nothing where none was weighed."""
    if len(moves) == 1:
        return moves[0], []
    sampler = game.sampler(known)
    totals = [0.0] * len(moves)
    for _ in range(TRIES):
        state = sampler.sample(luck)
        for at, move in enumerate(moves):
            after = state.clone()
            after.apply(move)
            settle(after, known.viewer, luck)
            totals[at] += worth(after, known.viewer)
    best = max(totals)
    good = [move for move, total in zip(moves, totals, strict=True) if total >= best - 1e-9]
    means = [(move, total / TRIES) for move, total in zip(moves, totals, strict=True)]
    return good[luck.below(len(good))], sorted(means, key=lambda one: -one[1])


def settle(state: State, me: int, luck: Luck) -> None:
    """Go on to the end of the turn: by habit, or at random."""
    state.stream = 0
    turn = state.turn
    for _ in range(LONGEST):
        actor = state.actor()
        if actor == NOBODY:
            return
        if actor == CHANCE:
            if state.chance == codes.DRAW:  # the next round has begun
                return
            state.apply(state.chance_pick(luck.below(state.chance_total())))
            continue
        if state.turn != turn:
            return
        moves = state.moves()
        move = moves[luck.below(len(moves))]
        if luck.below(4) < HABIT:
            move = habit(moves, move)
        state.apply(move)


def habit(moves: list[int], other: int) -> int:
    """The first thing to do, if one of them can be done; explosions are not taken by choice."""
    best, found = len(FIRST), other
    for move in moves:
        kind = kind_of(move)
        if kind in FIRST[:best]:
            best, found = FIRST.index(kind), move
    if best == FIRST.index(codes.STEP):
        return other
    if kind_of(found) == codes.RESOLVE and a_of(found) == EXPLOSION and c_of(found) == PLAIN:
        return moves[-1]
    if kind_of(found) == codes.SPEND_AMMO:
        return moves[-1]
    return found


def worth(state: State, me: int) -> float:
    """What this seat has, and a part of what the others have."""
    mine = _seat(state, me)
    others = [_seat(state, seat) for seat in range(int(state.seats)) if seat != me]
    return mine - OTHERS * max(others)


def _seat(state: State, seat: int) -> float:
    value = float(score(state, seat))
    last = state.round >= 5
    slot = int(state.at(seat))
    value += STAMINA_WORTH[min(int(state.get(seat, STAMINA)), 6)]
    for field, weight in TRACK_WORTH:
        value += weight * int(state.get(seat, field))
    for field, weight in UPGRADE_WORTH:
        value += weight * int(state.get(seat, field))
    credit = int(state.get(seat, CREDITS))
    value += CREDIT_WORTH * min(credit, 2 * int(state.get(seat, SUPPLY)))
    if not state.is_agent(seat):
        return value
    near = 6
    for criminal in range(6):
        status = int(state.of(criminal, STATUS))
        if status == CAPTIVE and state.of(criminal, PLACE) == seat:
            card = int(state.card_of(criminal))
            value += CAPTIVE_WORTH + 0.2 * int(state.box.criminals[card].bounty)
            value -= (0.5 if last else 0.25) * STEPS[slot][CENTRE]
        elif status in (UNTAMED, DEFEATED):
            there = int(state.criminal_at(criminal))
            near = min(near, STEPS[slot][there])
            if status == DEFEATED and there == slot:
                value += DEFEATED_HERE
    return value - NEAR_CRIMINAL * near
