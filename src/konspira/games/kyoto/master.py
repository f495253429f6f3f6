"""What the strong player of Kyoto brings to the search: an eye for the table, and a belief."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from konspira.engine.chance import Stream
from konspira.engine.contract import Luck
from konspira.engine.knowledge import Knowledge
from konspira.engine.playable import Judge
from konspira.games.kyoto import load, odds
from konspira.games.kyoto.belief import Belief, Tables, Worlds
from konspira.games.kyoto.evaluation import FEATURES, Eye
from konspira.games.kyoto.foresight import Foresight
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import kind_of
from konspira.games.kyoto.rules.state import State

DRAWN: Final = 400  # states that fit, from which the believed ones are taken
TRUST: Final = 1.3  # in habits, by what was right most often in games not learned from
PLIES: Final = 3  # an answer, what is said to it, and another
EXPLORATION: Final = 0.1
URGENCY: Final = 1e9
ALONE: Final = True


def judge(game: Any) -> Judge:
    return Eye(weights())


def closer(game: Any, luck: Stream) -> Judge:
    return Foresight(weights(), PLIES, luck)


@cache
def weights() -> list[float]:
    found = [float(weight) for weight in load.learned("value.json")["weights"]]
    assert len(found) == FEATURES
    return found


@cache
def styles() -> list[Tables]:
    found = load.learned("habits.json")
    pairs = zip(found["placed"], found["acted"], strict=True)
    return [Tables(placed, acted) for placed, acted in pairs]


def at_once(game: Any, known: Knowledge, moves: Sequence[int], luck: Luck) -> int | None:
    """A placement that can be foreseen is a bad one: it is drawn."""
    if kind_of(moves[0]) != codes.PLACE:
        return None
    return moves[luck.below(len(moves))]


def worlds(game: Any, known: Knowledge, luck: Luck) -> Worlds:
    """States that fit what the seat knows, weighed by the other side's habits."""
    sampler = game.sampler(known)
    belief = Belief(styles(), 1 - known.viewer)
    _, story = sampler.story(luck)
    state = State(game.board, game.rules)
    state.start(0)
    for code in story:
        belief.follow(state, code)
        state.apply(code)
    states = [sampler.sample(luck) for _ in range(DRAWN)]
    return Worlds(states, [belief.weight(one, TRUST) for one in states])


def believed(game: Any, known: Knowledge, found: Worlds) -> dict[str, object]:
    """For each hidden enemy the chance of each identity, and what the enemy may hold."""
    return odds.believed(game, known.viewer, zip(found.states, found.weights, strict=True))
