"""Who or what it was: losses are told with their cause, which stands in the log before them."""

from __future__ import annotations

from typing import Final

from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.city import adjacent
from konspira.games.rogue.rules.codes import a_of, b_of, kind_of
from konspira.games.rogue.table.past import CITY, Past

# What a loss of stamina or of an informant comes from, by the code that stands before it.
BLOWS: Final = {
    codes.STEP: "ruin",
    codes.GANGSTERS: "gangsters",
    codes.RESOLVE: "search",
    codes.EFFECT: "",  # the card is named in the line before
    codes.EXPLODED: "bomb",
    codes.WALKED: "assassin",
    codes.ASSASSIN_WALKED: "assassin",
    codes.ACTIVATE: "assassin",
    codes.IS_ANDROID: "",
}
HITTING: Final = {
    codes.ATTACK_ASSASSIN: "back",
    codes.ATTACK_AGENT: "duel",
    codes.ATTACK_ANDROID: "duel",
    codes.ATTACK_LOCATION: "raid",
    codes.ATTACK_CRIMINAL: "called",
}


class Causes:
    """Listens along with `Past`, before it."""

    def __init__(self, past: Past) -> None:
        self.past = past
        self.blow = ""
        self.blast = -1  # the slot of the last explosion
        self.blasted: set[int] = set()  # seats it has cost stamina already

    def hear(self, code: int) -> None:
        kind = kind_of(code)
        if kind == codes.HITS:
            self.blow = HITTING.get(kind_of(self.past.target), "")
        elif kind in BLOWS:
            self.blow = BLOWS[kind]
        elif kind in (codes.END_TURN, codes.REINFORCE):
            self.blow = ""
        if kind == codes.EXPLODED:
            self.blast = int(a_of(code))
            self.blasted = set()

    def of(self, code: int) -> str:
        """The cause of this loss, empty if the line before says it."""
        kind = kind_of(code)
        if kind == codes.INFORMANT_OUT:
            by_bomb = self.blow == "bomb" and b_of(code) == self.blast
            if self.past.part == CITY:
                return "bomb" if by_bomb else "assassin"
            return self.blow if self.blow in ("raid", "called") or by_bomb else ""
        if kind != codes.LOST_STAMINA:
            return ""
        seat = int(a_of(code))
        if self.blow == "bomb" and seat not in self.blasted and self._near(seat):
            self.blasted.add(seat)
            return "bomb"
        if self.past.part == CITY:
            return "assassin"
        return "" if self.blow in ("bomb", "called") else self.blow

    def _near(self, seat: int) -> bool:
        at = self.past.at[seat]
        return at == self.blast or bool(adjacent(at, self.blast))
