"""Several games in a row, with sides exchanged (SK-11): you are person 0, the other is 1."""

from __future__ import annotations

import re
from collections.abc import Callable

from konspira.engine.contract import BadText, Luck
from konspira.games.kyoto.match import Match
from konspira.terminal.table import Left, Table

TAG = "Match"
WRITTEN = re.compile(r"(\d) ([01]) (\d)-(\d)")


def written(match: Match) -> str:
    """For a record: wins needed, who plays ONI, the score before this game."""
    return f"{match.wins_needed} {match.oni} {match.wins[0]}-{match.wins[1]}"


def read(text: str) -> Match:
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise BadText(f"the record's match cannot be read: {text[:60]!r}")
    needed, oni, mine, theirs = (int(number) for number in found.groups())
    match = Match(needed, oni, (mine, theirs))
    if match.winner is not None:
        raise BadText("the record's match was over before this game began")
    return match


def run(match: Match, table: Table, seated: Callable[[Match], Table], luck: Luck) -> None:
    """Play on until somebody has won the match, or leaves."""
    while True:
        outcome = table.run()
        if outcome is None or outcome.winner is None:
            return
        match = match.after(outcome.winner)
        try:
            match = _between(table, match, luck)
        except (Left, KeyboardInterrupt):
            table.leave()
            return
        if match.winner is not None:
            return
        table = seated(match)


def _between(table: Table, match: Match, luck: Luck) -> Match:
    say = table.words.say
    people = (say("terminal.you"), say("terminal.opponent"))
    if len(table.people) > 1:
        people = (say("terminal.first-player"), say("terminal.second-player"))
    score = {"first": match.wins[0], "second": match.wins[1]}
    table.tell(say("terminal.score", one=people[0], two=people[1], **score))
    if match.winner is not None:
        table.tell(say("terminal.match-won", name=people[match.winner]))
        return match
    if match.asks_agreement:
        agree = [table.sure("terminal.exchange", name=people[0])]
        agree.append(len(table.people) < 2 or table.sure("terminal.exchange", name=people[1]))
        match = match.settled((agree[0], agree[1]), luck.below(2))
    sides = (say("side.ONI"), say("side.GOV"))
    table.tell(say("terminal.next-game", number=match.game, name=people[0], side=sides[match.oni]))
    table.ask(say("terminal.press-enter") + " ")
    return match
