"""The dice of a search as the log tells them: what is left when it ends was taken or ignored."""

from __future__ import annotations

from typing import Final

from konspira.engine.contract import actor_of
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import BOOST, EXPLOSION

GOES_ON: Final = frozenset(
    [codes.COLOUR, codes.PICK, codes.ROLL_AGAIN, codes.KEEP_DICE, codes.RESOLVE]
)
PHASES: Final = ("colouring", "rerolling", "resolving")


class Found:
    """Listens from SEARCH on; `over` when nothing more is asked about the dice."""

    def __init__(self) -> None:
        self.searching = False
        self.who = 0
        self.dice: list[tuple[int, int, int]] = []  # colour, symbol, amount

    def hear(self, code: int) -> None:
        kind = kind_of(code)
        a, b, c = int(a_of(code)), int(b_of(code)), int(c_of(code))
        if kind == codes.SEARCH:
            self.searching, self.dice = True, []
            self.who = actor_of(code)
        elif kind == codes.HOSPITAL:  # RA-13.11
            self.searching = False
        elif not self.searching:
            return
        elif kind == codes.ROLL:
            self.dice.append((a, b, c))
        elif kind == codes.PICK:
            self.dice.remove((a, b, c))
        elif kind == codes.RESOLVE:
            self._take(a, b)
            if c == 1:
                self._take(int(BOOST), 1)

    def _take(self, symbol: int, amount: int) -> None:
        for die in self.dice:
            if die[1:] == (symbol, amount):
                self.dice.remove(die)
                return

    def over(self) -> tuple[list[tuple[int, int, int]], int]:
        """The dice that were taken without a question, and how many explosions were ignored."""
        self.searching = False
        taken = [die for die in self.dice if die[1] not in (EXPLOSION, BOOST)]
        return taken, sum(die[1] == EXPLOSION for die in self.dice)
