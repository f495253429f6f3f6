"""What the strong player of Kyoto brings to the search: an eye for the table, and a belief."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from konspira.engine.chance import Stream
from konspira.engine.contract import Luck
from konspira.engine.knowledge import Knowledge
from konspira.engine.playable import Judge, SecondLook
from konspira.games.kyoto import load, odds
from konspira.games.kyoto.belief import Belief, Tables, Worlds
from konspira.games.kyoto.evaluation import FEATURES, Eye
from konspira.games.kyoto.foresight import Foresight
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import kind_of
from konspira.games.kyoto.rules.components import FALSE
from konspira.games.kyoto.rules.state import State

DRAWN: Final = 400  # states that fit, from which the believed ones are taken
TRUST: Final = 1.3  # in habits, by what was right most often in games not learned from
LEAST_DOUBT: Final = 0.1  # of all the weight goes to habits that are in no table
LAST_TRUST: Final = 0.4  # of what is not doubt, once two false ones are taken: a third loses
LAST_FALSE: Final = 2  # SK-8.3
LATE: Final = 4  # plays more, once few agents are left
FIRST: Final = 0.04  # seconds that a first look takes at most: more of them show nothing new
EXPLORATION: Final = 0.1
URGENCY: Final = 1e9
ALONE: Final = True


class Look(NamedTuple):
    """How far and how wide somebody with so many seconds looks again."""

    seconds: float
    near: int  # plays: in half of all rounds so many, in the others
    far: int  # so many
    guesses: int  # at who is hidden opposite, for each play
    few: int
    behind: float


# A comparison ends where it hardly matters any more: the time that is left is for looking further.
LOOKS: Final = (
    Look(0.5, 3, 8, 2, 10, 0.25),
    Look(0.15, 3, 5, 1, 10, 0.2),
    Look(0.0, 1, 3, 1, 6, 0.15),
)


def judge(game: Any) -> Judge:
    return Eye(weights(advanced(game)))


def second_look(game: Any, worlds: Worlds, seconds: float, luck: Stream) -> SecondLook:
    for look in LOOKS:
        if seconds >= look.seconds:
            break
    judge = Foresight(
        weights(advanced(game)), look.near, look.far, LATE, look.guesses, luck, worlds.seems
    )
    return SecondLook(judge, look.few, look.behind, FIRST)


def advanced(game: Any) -> bool:
    return bool(game.rules.special_agents or game.rules.equipment)


@cache
def weights(extras: bool) -> list[float]:
    """What was learned without special agents and equipment, or with them."""
    found = load.learned("value.json")["advanced" if extras else "base"]
    assert len(found) == FEATURES
    return [float(weight) for weight in found]


@cache
def styles() -> list[Tables]:
    found = load.learned("habits.json")
    rows = zip(found["placed"], found["acted"], found["manners"], strict=True)
    return [Tables(placed, acted, manners) for placed, acted, manners in rows]


def at_once(game: Any, known: Knowledge, moves: Sequence[int], luck: Luck) -> int | None:
    """A placement that can be foreseen is a bad one: it is drawn."""
    if kind_of(moves[0]) != codes.PLACE:
        return None
    return moves[luck.below(len(moves))]


def worlds(game: Any, known: Knowledge, luck: Luck) -> Worlds:
    """States that fit what the seat knows, weighed by the other side's habits; and what habits say
    of either side, because the other one reads them, too."""
    sampler = game.sampler(known)
    beliefs = [Belief(styles(), side) for side in (0, 1)]
    _, story = sampler.story(luck)
    state = State(game.board, game.rules)
    state.start(0)
    for code in story:
        for belief in beliefs:
            belief.follow(state, code)
        state.apply(code)
    states = [sampler.sample(luck) for _ in range(DRAWN)]
    theirs = beliefs[1 - known.viewer]
    weights = theirs.weights(states, TRUST, _doubt(theirs, state))
    seems = [one for belief in beliefs for one in belief.seems(TRUST, _doubt(belief, state))]
    return Worlds(states, weights, seems)


def _doubt(belief: Belief, state: State) -> float:
    doubt = max(LEAST_DOUBT, 1.0 - belief.sure())
    if int(state.lost(belief.side) & FALSE).bit_count() == LAST_FALSE:
        doubt = 1.0 - LAST_TRUST * (1.0 - doubt)
    return doubt


def believed(game: Any, known: Knowledge, found: Worlds) -> dict[str, object]:
    """For each hidden enemy the chance of each identity, and what the enemy may hold."""
    return odds.believed(game, known.viewer, zip(found.states, found.weights, strict=True))
