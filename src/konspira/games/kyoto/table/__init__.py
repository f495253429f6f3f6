"""Shadows in Kyoto as a browser shows it: ink, washi and lacquer."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.contract import Game
from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto, load
from konspira.games.kyoto.rules.position import OVER
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.table.drawn import Drawn
from konspira.games.kyoto.table.prompt import Prompts
from konspira.games.kyoto.table.sentences import sentences
from konspira.games.kyoto.table.told import Told
from konspira.games.kyoto.table.touches import Touches
from konspira.games.kyoto.table.why import Why
from konspira.web.table import Moment, Offer, Prompt


class KyotoTable:
    """The game with its options, in one language."""

    def __init__(self, game: Kyoto, words: Texts) -> None:
        self.game = game
        self.words = words
        self.touches = Touches(game, words)
        self.prompts = Prompts(game, words, self.touches)
        self.drawn = Drawn(game, words)

    def regions(self, moment: Moment) -> dict[str, str]:
        return self.drawn.regions(moment, Told(self.game.board, moment.known.told))

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
        return self.drawn.rules()


def table(game: Game, words: Texts) -> KyotoTable:
    assert isinstance(game, Kyoto)
    if game.data is not None:
        words |= load.names(game.data, words.language)
    return KyotoTable(game, words)
