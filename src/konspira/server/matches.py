"""The score between the people of a table, over all the games they play one after another."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.contract import Outcome
from konspira.games.kyoto.match import Match
from konspira.server.sheet import Sheet


def score(sheet: Sheet, outcome: Outcome | None) -> list[int]:
    """The games won by each seat's people, this one included."""
    wins = list(sheet.wins) or [0] * len(sheet.chairs)
    for seat in outcome.winners if outcome else ():
        wins[seat] += 1
    return wins


def standing(sheet: Sheet) -> list[int]:
    """The score so far, which goes with its people to other chairs and ends when somebody else
    plays. Nothing if there is none."""
    rivals = [chair.rival for chair in sheet.chairs]
    if not any(sheet.wins) or sorted(rivals) != sorted(sheet.rivals):
        return []
    if rivals == sheet.rivals:
        return sheet.wins
    return [sheet.wins[sheet.rivals.index(one)] for one in rivals]


def match(sheet: Sheet, wins: Sequence[int]) -> Match | None:
    """The match as SK-11 counts it, if one is played. Its people 0 and 1 are those of the seats."""
    if sheet.wins_needed < 2 or len(sheet.chairs) != 2:
        return None
    return Match(sheet.wins_needed, 0, (wins[0], wins[1]))
