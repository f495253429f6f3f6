"""A table for any game: what is seen as lists, moves as buttons. For games that have no looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from konspira.engine.contract import Game, NotLegal, actor_of
from konspira.engine.texts import Texts
from konspira.web.drawing import drawn
from konspira.web.table import Moment, Odds, Offer, Prompt, Table


def table(game: Game, words: Texts) -> Table:
    return Plain(game, words)


@dataclass(slots=True)
class Plain:
    game: Game
    words: Texts

    def regions(self, moment: Moment) -> dict[str, str]:
        spelled = self.game.spelled(moment.seen)
        buttons = [(offer.touches[0], offer.label) for offer in self.offers(moment)]
        return {
            "view": drawn("plain-view.html", self.words, value=spelled, level=0),
            "tray": drawn("plain-moves.html", self.words, buttons=buttons[: len(moment.moves)]),
        }

    def prompt(self, moment: Moment) -> Prompt:
        path = [self.game.text(move) for move in moment.draft]
        title = self.words.say("at.choose" if moment.kind else "at.wait")
        return Prompt(title, moment.kind, path)

    def offers(self, moment: Moment) -> list[Offer]:
        moves = [self._offer(f"move-{number}", move) for number, move in enumerate(moment.moves)]
        sure = self.words.say("at.sure")
        return moves + [self._offer(f"aside-{move}", move, sure) for move in moment.asides]

    def _offer(self, touch: str, move: int, sure: str = "") -> Offer:
        text = self.game.text(move)
        return Offer(text, (touch,), text, sure)

    def why(self, moment: Moment, touched: Sequence[str]) -> str:
        return self.words.refusal(NotLegal("not_now"))

    def remark(self, moment: Moment, text: str, touched: Sequence[str]) -> str:
        return ""

    def story(self, moment: Moment) -> list[list[str]]:
        return [[self._sentence(moment, code) for code in entry] for entry in moment.known.told]

    def _sentence(self, moment: Moment, code: int) -> str:
        who = actor_of(code)
        name = ""
        if who < self.game.seats:
            name = moment.sitters[who].name or self.game.seat_name(who)
        return drawn("plain-line.html", self.words, name=name, text=self.game.text(code))

    def rules(self, moment: Moment) -> str:
        return drawn("plain-rules.html", self.words)

    def label(self, moment: Moment, move: int) -> str:
        return self.game.text(move)

    def odds(self, moment: Moment, truth: Moment, belief: Mapping[str, object]) -> list[Odds]:
        return []
