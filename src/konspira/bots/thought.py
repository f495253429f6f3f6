"""The door for worker processes: from knowledge to an answer, and never a state in between.

Knowledge is all that comes in. A game that fits it is drawn, only to ask the rules which moves the
seat has: they are the same in every game that fits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import msgspec

import konspira
from konspira.bots.players import Budget, Choice, Player
from konspira.bots.roster import player
from konspira.engine.chance import Stream
from konspira.engine.contract import BadText, Game, Luck, State
from konspira.engine.knowledge import Knowledge, decode, from_entries
from konspira.engine.log import Entry, follow, opening
from konspira.games.duet import play as duet
from konspira.games.kyoto import odds as kyoto
from konspira.games.rogue import odds as rogue

KEPT: Final = 12  # candidates that are kept to look at
DRAWN: Final = 100  # states that fit, to say what is believed
ODDS: Final[dict[str, Callable[..., dict[str, object]]]] = {
    "kyoto": kyoto.believed,
    "rogue": rogue.believed,
}
READY: Final = {"duet": duet.ready}
AFTERTHOUGHT: Final = 0.1  # of the time, where a compound goes on as it was not foreseen


class Thought(msgspec.Struct, frozen=True):
    """A seat's whole answer to its decision (several moves in a compound), with the reasons.

    `reasons` has one entry for each move: {"legal": how many there were, "candidates": [{"move",
    "value", "tries"}, …], "weighed": how many, "scale": "chance", "belief": {…}}, as plain values
    with moves as texts. `ready`: where others are asked too, this seat would go first.
    """

    player: str
    moves: list[int]
    texts: list[str]
    reasons: list[dict[str, object]]
    ready: bool = True

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


def considered(
    game: Game, who: Player, known: Knowledge, budget: Budget, luck: Luck, *, whole: bool = False
) -> Thought:
    """The same without the wait. `whole`: also what a player believes who has not said it, and
    whether it would go first."""
    asked, seat = known, known.viewer
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
        reasons.append(_spelled(game, choice, len(legal)))
        follow(state, log, choice.move)
        drafting = state.drafting() == seat
        if drafting:
            known = from_entries(game, log, seat, state.base_text(), False)
    ready = True
    if whole:
        if not reasons[0]["belief"]:
            reasons[0]["belief"] = _plainly(game, asked)
        ready = READY[game.key](game, asked) if game.key in READY else True
    return Thought(who.name, moves, [game.text(move) for move in moves], reasons, ready)


def retold(game: Game, known: Knowledge, luck: Luck) -> tuple[State, list[Entry]]:
    """A game that fits, with its log."""
    base, codes = game.sampler(known).story(luck)
    state, setup = opening(game, base)
    log = [setup]
    for code in codes:
        follow(state, log, code)
    return state, log


def _plainly(game: Game, known: Knowledge) -> dict[str, object]:
    """What anybody in this seat can say of hidden things, without reading intentions."""
    if game.key not in ODDS:
        return {}
    sampler, luck = game.sampler(known), Stream("belief")
    drawn = ((sampler.sample(luck), 1.0) for _ in range(DRAWN))
    return ODDS[game.key](game, known.viewer, drawn)


def _spelled(game: Game, choice: Choice, legal: int) -> dict[str, object]:
    kept = choice.candidates[:KEPT]
    if choice.candidates and choice.move not in [one.move for one in kept]:
        kept += [one for one in choice.candidates if one.move == choice.move]
    candidates = [
        {"move": game.text(one.move), "value": round(one.value, 4), "tries": one.tries}
        for one in kept
    ]
    return {
        "legal": legal,
        "weighed": len(choice.candidates),
        "candidates": candidates,
        "scale": choice.scale,
        "belief": choice.belief,
    }
