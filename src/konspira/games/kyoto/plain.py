"""What the plain search judges Kyoto's tables by: a few hand-made weights, nothing learned.

Random rollouts do not do: in 0.1 s there are some twenty for each move, each eighty decisions long,
and greedy won three games of four against them.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Final

from konspira.engine.chance import Stream
from konspira.engine.playable import Judge, SecondLook
from konspira.games.kyoto.evaluation import (
    AGENTS,
    AHEAD,
    BLOCK,
    DECOYS,
    EQUIPMENT,
    ESCAPES,
    FEATURES,
    HAND,
    LOSSES,
    THREATS,
    Eye,
)
from konspira.games.kyoto.foresight import Foresight
from konspira.games.kyoto.rules.components import ACTIVE

ANSWER: Final = 1  # play is foreseen
FEW: Final = 6  # moves are looked at twice
BEHIND: Final = 0.15

# All of it in logits of the chance to win; what the side to move has counts for it, what the
# other side has counts against it.
ROWS_LEFT: Final = (0.0, 0.35, 0.25, 0.1, 0.05, 0.0)  # of a real agent
STILL_HIDDEN: Final = 0.1  # a real agent
A_ROW: Final = 0.02  # of a false one
KNOWN: Final = 0.1  # a false one
REAL_LOST: Final = 0.5
FALSE_LOST: Final = (0.0, -0.05, 0.2, 0.2)  # by how many: the captor fears the third (SK-8.3)
ESCAPES_NOW: Final = 4.0
ESCAPES_NEXT: Final = 1.2
REAL_ATTACKED: Final = 1.1  # who can be beaten in one step, with the card in hand
ATTACKED_LATER: Final = 0.4  # of that, if the other side moves first
NOBODY_AHEAD: Final = 0.4  # of a real agent
LAID_DECOY: Final = 0.2
LOCATION: Final = 0.04  # a kind of card in hand
TACTICS: Final = 0.06
LOCATIONS: Final = 5
ITEM: Final = 0.1


def judge(game: Any) -> Judge:
    return Eye(weights(int(game.board.real)))


def second_look(game: Any, seconds: float, luck: Stream) -> SecondLook:
    judge = Foresight(weights(int(game.board.real)), ANSWER, ANSWER, 0, 1, luck, [])
    return SecondLook(judge, FEW, BEHIND, math.inf)


@cache
def weights(real: int) -> list[float]:
    """`real`: the identities of the real agents, as bits."""
    found = [0.0] * FEATURES
    for base, sign in ((0, 1.0), (int(BLOCK), -1.0)):
        for feature, worth in {**_agents(real), **_cards(), **_chances(sign > 0)}.items():
            found[base + feature] = sign * worth
    return found


def _agents(real: int) -> dict[int, float]:
    found: dict[int, float] = {}
    for identity in range(6):
        for seen in range(3):  # hidden, revealed, declared false
            for rows in range(6):
                if real >> identity & 1:
                    worth = ROWS_LEFT[rows] + (0.0 if seen else STILL_HIDDEN)
                else:
                    worth = A_ROW * (5 - rows) - (KNOWN if seen else 0.0)
                found[int(AGENTS) + (identity * 3 + seen) * 6 + rows] = worth
    for lost, worth in enumerate(FALSE_LOST):
        found[int(LOSSES) + lost] = worth
        found[int(LOSSES) + 4 + lost] = worth - REAL_LOST
    for rows in range(1, 5):
        found[int(AHEAD) + rows * 4] = NOBODY_AHEAD
    return found


def _cards() -> dict[int, float]:
    found: dict[int, float] = {}
    for card in range(10):
        for many in range(1, 4):
            found[int(HAND) + card * 4 + many] = LOCATION if card < LOCATIONS else TACTICS
    for laid in (1, 2):
        found[int(DECOYS) + laid] = LAID_DECOY * laid
    for item in range(6):
        found[int(EQUIPMENT) + item * 4 + int(ACTIVE)] = ITEM
    return found


def _chances(to_move: bool) -> dict[int, float]:
    """What can be done in the next turn, or in the one after."""
    found: dict[int, float] = {}
    for ways in (1, 2):
        found[int(ESCAPES) + ways] = ESCAPES_NOW if to_move else ESCAPES_NEXT
    for revealed in (0, 1):
        for near in range(3):
            # The card in hand, she wins, the target is real.
            place = (0b111 << 1 | revealed) * 3 + near
            found[int(THREATS) + place] = REAL_ATTACKED * (1.0 if to_move else ATTACKED_LATER)
    return found
