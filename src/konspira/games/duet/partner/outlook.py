"""How likely a game is won from here (CD-20.6): a rough course of turns, played out on tokens."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

# A turn as computers played it with each other (docs/duet-partner.md): the chances that it finds
# so many agents, and that it meets the assassin; of the others so many end with a miss.
FOUND: Final = (0.04, 0.42, 0.42, 0.10, 0.02)
ASSASSIN: Final = 0.01
MISSED: Final = (1.0, 0.25, 0.25, 0.25, 0.25)
LATE: Final = 0.35  # the chance of one touch in sudden death


def after_stop(checks: int, bystanders: int) -> tuple[int, int]:
    """CD-12.4; an empty bank stays empty (CD-18.6)."""
    if checks:
        return checks - 1, bystanders
    return 0, max(0, bystanders - 1)


def after_miss(checks: int, bystanders: int) -> tuple[int, int] | None:
    """CD-12.5, CD-12.6; None: the tokens do not suffice, the game is lost (CD-12.8)."""
    if bystanders:
        return checks, bystanders - 1
    return (checks - 2, 0) if checks >= 2 else None


class Outlook(NamedTuple):
    """What is left: agents that my clues can still find, agents that only my partner's can, and
    the bank by faces."""

    mine: int
    other: int
    checks: int
    bystanders: int

    @property
    def agents(self) -> int:
        return self.mine + self.other

    def found(self, mine: bool) -> Outlook:
        if mine:
            return self._replace(mine=self.mine - 1)
        return self._replace(other=self.other - 1)

    def stopped(self) -> Outlook:
        checks, bystanders = after_stop(self.checks, self.bystanders)
        return self._replace(checks=checks, bystanders=bystanders)

    def missed(self) -> Outlook | None:
        paid = after_miss(self.checks, self.bystanders)
        return None if paid is None else self._replace(checks=paid[0], bystanders=paid[1])

    def empty(self) -> bool:
        return self.checks + self.bystanders == 0


@cache
def winning(here: Outlook, my_clue: bool) -> float:
    """The chance of winning before a clue, mine or my partner's."""
    if here.agents == 0:
        return 1.0
    if here.empty():
        return float(LATE**here.agents)
    mine = (my_clue and here.mine > 0) or here.other == 0  # CD-9.2
    left = here.mine if mine else here.other
    value = 0.0
    for found, chance in enumerate(FOUND):
        after = here
        for _ in range(min(found, left)):
            after = after.found(mine)
        if after.agents == 0:
            value += chance
            continue
        paid = after.missed()
        missed = 0.0 if paid is None else winning(paid, not mine)
        # Where a miss costs more than a stop, one stops more often.
        miss = MISSED[found] * (0.5 if here.bystanders == 0 and found else 1.0)
        value += chance * (miss * missed + (1 - miss) * winning(after.stopped(), not mine))
    return (1 - ASSASSIN) * value


def lost_or(here: Outlook | None, my_clue: bool) -> float:
    """CD-12.8: where a miss cannot be paid, nothing is left to win."""
    return 0.0 if here is None else winning(here, my_clue)
