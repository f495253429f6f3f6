"""What the strong player of Rogue Agent brings to the search: an eye for the table, and habits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from konspira.engine.chance import Stream
from konspira.engine.contract import Luck
from konspira.engine.knowledge import Knowledge
from konspira.engine.playable import Judge, SecondLook
from konspira.games.rogue import odds
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.attack import hits
from konspira.games.rogue.rules.codes import a_of, kind_of
from konspira.games.rogue.rules.components import (
    BLACK,
    BOOST,
    EXPLOSION,
    GREEN,
    HIDDEN_ANDROID,
    RED,
    SHOWN_ANDROID,
)

if TYPE_CHECKING:
    from konspira.games.rogue.evaluation import Worlds

EXPLORATION: Final = 0.04
URGENCY: Final = 0.05
ALONE: Final = False
DRAWN: Final = 60  # states that fit, to say what is believed

# In the order of the places in `evaluation`.
WORTH: Final = (
    0.7,
    0.08,
    0.3,
    0.8,
    0.6,
    0.7,
    0.08,
    0.12,
    0.1,
    0.15,
    0.22,
    0.12,
    1.0,
    0.8,
    0.9,
    0.5,
    1.5,
    1.4,
    0.8,
)


def _evaluation() -> Any:
    """Met only when somebody plays: its classes extend the rules', so it fits one build of them."""
    return import_module("konspira.games.rogue.evaluation")


def judge(game: Any) -> Judge:
    return _eye(tuple(game.box.faces))


@cache
def _eye(faces: tuple[int, ...]) -> Judge:
    evaluation = _evaluation()
    assert len(WORTH) == evaluation.WEIGHTS
    eye: Judge = evaluation.Eye(list(WORTH), hitting(faces))
    return eye


def hitting(faces: Sequence[int]) -> list[float]:
    """The exact chance of at least so many hits, by green dice, black dice and hits."""
    table: list[float] = []
    for greens in range(4):
        for blacks in range(4):
            thrown = {(0, 0): 1.0}  # explosions and boosts
            for colour in [RED] * 3 + [GREEN] * greens + [BLACK] * blacks:
                thrown = _with_die(thrown, faces[int(colour) * 6 : int(colour) * 6 + 6])
            made = [(int(hits(*shown)), chance) for shown, chance in thrown.items()]
            table += [sum(chance for n, chance in made if n >= least) for least in range(6)]
    return table


def _with_die(
    thrown: dict[tuple[int, int], float], die: Sequence[int]
) -> dict[tuple[int, int], float]:
    after: dict[tuple[int, int], float] = {}
    for face in die:
        symbol = face & 15
        for (explosions, boosts), chance in thrown.items():
            shown = (explosions + (symbol == EXPLOSION), boosts + (symbol == BOOST))
            after[shown] = after.get(shown, 0.0) + chance / 6
    return after


def second_look(game: Any, worlds: Worlds, seconds: float, luck: Stream) -> SecondLook | None:
    return None


def at_once(game: Any, known: Knowledge, moves: Sequence[int], luck: Luck) -> int | None:
    """Whoever holds two androids shows the human first: a table is judged by what lies on it, and
    the unmasking (RA-20.3) comes rounds later."""
    if kind_of(moves[0]) != codes.REVEAL:
        return None
    state = game.sampler(known).sample(luck)
    seat = known.viewer
    if state.get(seat, HIDDEN_ANDROID) + state.get(seat, SHOWN_ANDROID) < 2:
        return None
    return next((move for move in moves if not a_of(move)), None)


def worlds(game: Any, known: Knowledge, luck: Luck) -> Worlds:
    """States that fit what the seat knows."""
    found: Worlds = _evaluation().Worlds(game.sampler(known))
    return found


def believed(game: Any, known: Knowledge, found: Any) -> dict[str, object]:
    """Whose tokens are androids, and who the criminals are that only others have looked at."""
    luck = Stream("belief")
    return odds.believed(game, known.viewer, ((found.sample(luck), 1.0) for _ in range(DRAWN)))
