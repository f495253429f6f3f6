"""Which word to touch, and when to stop (CD-20.7, CD-20.8, CD-20.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from konspira.games.duet.partner.belief import Chances
from konspira.games.duet.partner.outlook import LATE, Outlook, lost_or, winning
from konspira.games.duet.rules.components import GREEN

STOP: Final = -1
AHEAD: Final = 3  # touches thought ahead


class Touch(NamedTuple):
    """A word that can be touched: what it may be for my partner, and whether it is green for me."""

    cell: int
    chances: Chances
    mine: bool


def touch_or_stop(touches: Sequence[Touch], here: Outlook, may_stop: bool) -> int:
    """The cell that is best to touch, or STOP; `here` is the table in the middle of the turn."""
    order = sorted(touches, key=lambda touch: (-once(touch, here), touch.cell))
    if may_stop and _on(order[: AHEAD + 1], here) <= stopped(order, here) + 1e-12:
        return STOP
    return order[0].cell


def once(touch: Touch, here: Outlook) -> float:
    """One touch, then a stop."""
    green, _, beige = touch.chances
    return green * winning(here.found(_mine(touch, here)).stopped(), True) + beige * missed(here)


def _mine(touch: Touch, here: Outlook) -> bool:
    """Which count a find lowers; both are estimates, so neither falls below nothing."""
    return (touch.mine and here.mine > 0) or here.other == 0


def _on(order: Sequence[Touch], here: Outlook) -> float:
    """The chance of winning by touching in this order and stopping where it is best; the first
    word is touched."""
    green, _, beige = order[0].chances
    found = here.found(_mine(order[0], here))
    on = 1.0
    if found.agents:
        on = stopped(order[1:], found)
        if len(order) > 1:
            on = max(on, _on(order[1:], found))
    return green * on + beige * missed(here)


def stopped(rest: Sequence[Touch], here: Outlook) -> float:
    after = here.stopped()
    return sudden(rest, after) if after.empty() else winning(after, True)


def missed(here: Outlook) -> float:
    """A miss ends the turn; what it costs is seen in what is left of the bank."""
    return lost_or(here.missed(), True)


def sudden(rest: Sequence[Touch], here: Outlook) -> float:
    """Sudden death: the agents that only I can find by my surest words, the rest by chance."""
    surest = sorted((touch.chances[GREEN] for touch in rest), reverse=True)
    value = float(LATE**here.mine)
    for green in surest[: here.other]:
        value *= green
    return value


def surest(touches: Sequence[Touch]) -> int:
    """CD-20.10: any miss loses, so by certainty alone."""
    return max(touches, key=lambda touch: (touch.chances[GREEN], -touch.cell)).cell
