"""The door for worker processes: from knowledge to an answer, and never a state in between.

Knowledge is all that comes in. A game that fits it is drawn, only to ask the rules which moves the
seat has: they are the same in every game that fits.
"""

from __future__ import annotations

import time
from typing import Final

import msgspec

import konspira
from konspira.bots.players import Budget, Choice, Player
from konspira.bots.roster import player
from konspira.engine.chance import Stream
from konspira.engine.contract import BadText, Game, Luck, State
from konspira.engine.knowledge import Knowledge, decode, from_entries
from konspira.engine.log import Entry, follow, opening

AFTERTHOUGHT: Final = 0.1  # of the time, where a compound goes on as it was not foreseen


class Thought(msgspec.Struct, frozen=True):
    """A seat's whole answer to its decision (several moves in a compound), with the reasons.

    `reasons` has one entry for each move: {"candidates": [{"move", "value", "tries"}, …],
    "belief": {…}}, as plain values with moves as texts.
    """

    player: str
    moves: list[int]
    texts: list[str]
    reasons: list[dict[str, object]]

    def encode(self) -> bytes:
        return msgspec.json.encode(self)


def think(name: str, knowledge_bytes: bytes, seconds: float, seed: int) -> Thought:
    """The answer of the named player, in `seconds`, however easy the question was."""
    begin = time.monotonic()
    known = decode(knowledge_bytes)
    game: Game = konspira.game(known.game, **known.options)
    thought = considered(game, player(name, game.key), known, Budget(seconds), Stream(seed))
    # A quick answer would tell that there was little to choose from.
    time.sleep(max(0.0, begin + seconds - time.monotonic()))
    return thought


def considered(game: Game, who: Player, known: Knowledge, budget: Budget, luck: Luck) -> Thought:
    """The same without the wait."""
    seat = known.viewer
    state, log = retold(game, known, luck)
    if not state.asks(seat):
        raise BadText(f"seat {seat} has nothing to decide")
    moves: list[int] = []
    reasons: list[dict[str, object]] = []
    foreseen: list[Choice] = []
    drafting = True
    while drafting:
        legal = state.moves(seat)
        if foreseen and foreseen[0].move in legal:
            choice = foreseen.pop(0)
        else:
            choice = who.consider(game, known, legal, luck, budget)
            foreseen = list(choice.rest)
            budget = budget.share(AFTERTHOUGHT)
        moves.append(choice.move)
        reasons.append(_spelled(game, choice))
        follow(state, log, choice.move)
        drafting = state.drafting() == seat
        if drafting:
            known = from_entries(game, log, seat, state.base_text(), False)
    return Thought(who.name, moves, [game.text(move) for move in moves], reasons)


def retold(game: Game, known: Knowledge, luck: Luck) -> tuple[State, list[Entry]]:
    """A game that fits, with its log."""
    base, codes = game.sampler(known).story(luck)
    state, setup = opening(game, base)
    log = [setup]
    for code in codes:
        follow(state, log, code)
    return state, log


def _spelled(game: Game, choice: Choice) -> dict[str, object]:
    candidates = [
        {"move": game.text(one.move), "value": round(one.value, 4), "tries": one.tries}
        for one in choice.candidates
    ]
    return {"candidates": candidates, "belief": choice.belief}
