"""Section 11: a match of several games, with sides exchanged. Pure: lots are drawn outside."""

from __future__ import annotations

from dataclasses import dataclass

from konspira.engine.contract import BadText

WINS_NEEDED = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Match:
    """Two people, 0 and 1, and the games they have won. `oni` is who plays ONI in this game."""

    wins_needed: int = 2  # SK-OP-24
    oni: int = 0
    wins: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if self.wins_needed not in WINS_NEEDED:
            raise BadText(f"wins_needed is 1, 2 or 3, not {self.wins_needed}")

    @property
    def game(self) -> int:
        """The number of the game being played, from 1."""
        return sum(self.wins) + 1

    @property
    def winner(self) -> int | None:
        """Who has won the match, if it is over."""
        for person in (0, 1):
            if self.wins[person] >= self.wins_needed:
                return person
        return None

    @property
    def asks_agreement(self) -> bool:
        """SK-11.3: is the next game the last possible one, whose sides need an agreement?"""
        return self.winner is None and self.game == 2 * self.wins_needed - 1 and self.game > 1

    def person(self, side: int) -> int:
        return self.oni if side == 0 else 1 - self.oni

    def after(self, winning_side: int) -> Match:
        """The match after a game: the score, and sides exchanged (SK-11.3).

        If `asks_agreement` then holds, the sides are not settled yet: `settled` decides.
        """
        if self.winner is not None:
            raise BadText("the match is over")
        person = self.person(winning_side)
        wins = (self.wins[0] + (person == 0), self.wins[1] + (person == 1))
        return Match(self.wins_needed, 1 - self.oni, wins)

    def settled(self, agree: tuple[bool, bool], lot: int) -> Match:
        """The sides of the last possible game: exchanged if both agree, else by lot (0 or 1)."""
        if not self.asks_agreement:
            raise BadText("only the sides of the last possible game are settled this way")
        if agree[0] and agree[1]:
            return self
        return Match(self.wins_needed, lot, self.wins)
