"""Shadows in Kyoto as a browser shows it: ink, washi and lacquer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from konspira.engine.contract import Game
from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto, load
from konspira.games.kyoto.rules.position import OVER
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.table.board import Ground, board
from konspira.games.kyoto.table.odds import odds
from konspira.games.kyoto.table.pieces import seat_below
from konspira.games.kyoto.table.prompt import Prompts
from konspira.games.kyoto.table.rules import rules
from konspira.games.kyoto.table.scenes import scenes
from konspira.games.kyoto.table.sentences import sentences
from konspira.games.kyoto.table.sides import Sides
from konspira.games.kyoto.table.told import Told
from konspira.games.kyoto.table.touches import Touches
from konspira.games.kyoto.table.tray import tray
from konspira.games.kyoto.table.why import Why
from konspira.web.table import Moment, Odds, Offer, Prompt


class KyotoTable:
    """The game with its options, in one language."""

    def __init__(self, game: Kyoto, words: Texts) -> None:
        self.game = game
        self.words = words
        self.touches = Touches(game, words)
        self.prompts = Prompts(game, words, self.touches)
        self.sides = Sides(game, words)

    def regions(self, moment: Moment) -> dict[str, str]:
        below = seat_below(moment.viewer)
        told = Told(self.game.board, moment.known.told)
        return {
            "opposite": self.sides.side(moment, 1 - below),
            "board": board(self.game, self.words, _ground(self.game, below), moment, told),
            "own": self.sides.side(moment, below),
            "scene": scenes(self.game, self.words, moment.viewer, told),
            "tray": tray(self.game, self.words, moment),
        }

    def prompt(self, moment: Moment) -> Prompt:
        return self.prompts.of(moment)

    def offers(self, moment: Moment) -> list[Offer]:
        return [self.touches.offer(move, moment.seen) for move in (*moment.moves, *moment.asides)]

    def why(self, moment: Moment, touched: Sequence[str]) -> str:
        seen: Seen = moment.seen
        if seen.phase == OVER:
            return self.words.say("web.why.over")
        if not moment.kind:
            return self.prompt(moment).title
        why = Why(self.game, self.words, seen, moment.moves, moment.draft).answer(touched)
        return why or self.words.say("web.why.answer-first", question=self.prompt(moment).title)

    def remark(self, moment: Moment, text: str, touched: Sequence[str]) -> str:
        return ""

    def story(self, moment: Moment) -> list[list[str]]:
        return sentences(self.game, self.words, moment.known)

    def rules(self, moment: Moment) -> str:
        return rules(self.game, self.words)

    def label(self, moment: Moment, move: int) -> str:
        return self.touches.label(move, moment.seen)

    def odds(self, moment: Moment, truth: Moment, belief: Mapping[str, Any]) -> list[Odds]:
        return odds(self.game, self.words, truth.seen, belief)


@lru_cache(maxsize=64)
def _ground(game: Kyoto, below: int) -> Ground:
    return Ground(game, below)


@lru_cache(maxsize=16)
def _named(data: Path, words: Texts) -> Texts:
    """With the owner's own names of cards and agents."""
    return words | load.names(data, words.language)


def table(game: Game, words: Texts) -> KyotoTable:
    assert isinstance(game, Kyoto)
    return KyotoTable(game, words if game.data is None else _named(game.data, words))
