"""Codenames Duet in a browser: a case file on a desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from konspira.engine.contract import Game
from konspira.engine.texts import Texts
from konspira.games.duet import Duet
from konspira.games.duet.notation import CELL_OF, PHASES
from konspira.games.duet.rules.position import ANSWER, CONFESSED, GUESS, OVER, QUESTIONED
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table import bank, cards, files, notices, offers, prompts, refusals
from konspira.games.duet.table import chronicle as told
from konspira.games.duet.table.case import Case, retold
from konspira.games.duet.table.drawer import drawer
from konspira.games.duet.table.odds import odds
from konspira.games.duet.table.verdicts import Ruled, ruled
from konspira.games.duet.table.voice import Voice, voice
from konspira.web.table import Moment, Odds, Offer, Parted, Prompt, place

TURN = (int(ANSWER), int(GUESS), int(QUESTIONED), int(CONFESSED))
# Asides that belong to the clue on the table; the others are in the menu of the page.
BESIDE = ("aside-question", "aside-confess")
CARDS_KEPT: Final = 128

templates = Environment(
    loader=PackageLoader("konspira.games.duet.table"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


class DuetTable:
    """One game with its options, in one language."""

    def __init__(self, game: Duet, words: Texts) -> None:
        self.game = game
        self.words = words
        self._rules = ""
        # Most cards stay as they were; only those that changed have to be drawn.
        self._card = lru_cache(maxsize=CARDS_KEPT)(self._drawn_card)

    def regions(self, moment: Moment) -> dict[str, str]:
        seen: Seen = moment.seen
        speaker = voice(self.words, moment)
        case = retold(seen, moment.known.told)
        board = [self.game.box.words[place] for place in seen.words]
        return {
            "notice": self._draw("notice.html", ribbons=notices.ribbons(self.game, seen, speaker)),
            "report": self._report(moment, case, board, speaker),
            "folder": self._folder(moment, case, board, speaker),
            "bank": self._draw(
                "bank.html",
                bank=bank.counted(self.game, seen, case, board, speaker),
                tip="rule-mission" if self.game.mission else "rule-tokens",
            ),
            "clues": self._draw(
                "clues.html", piles=files.piles(self.game, moment, case, board, speaker)
            ),
            "tray": self._tray(moment, case, speaker),
        }

    def prompt(self, moment: Moment) -> Prompt:
        return prompts.asked(self.game, moment, voice(self.words, moment))

    def offers(self, moment: Moment) -> list[Offer]:
        return offers.offered(self.game, moment, voice(self.words, moment))

    def why(self, moment: Moment, touched: Sequence[str]) -> str:
        return refusals.why(moment.seen, list(touched), voice(self.words, moment))

    def remark(self, moment: Moment, text: str, touched: Sequence[str]) -> str:
        if moment.kind not in offers.GIVING:
            return ""
        number = next((int(thing[7:]) for thing in touched if thing.startswith("number-")), 1)
        found = ruled(self.game, moment.seen, text, number, voice(self.words, moment))
        return self._draw("verdict.html", ruled=found) if found else ""

    def story(self, moment: Moment) -> list[list[str]]:
        return told.lines(self.game, moment, voice(self.words, moment))

    def rules(self, moment: Moment) -> str:
        """The same all through a game."""
        if not self._rules:
            self._rules = self._draw("drawer.html", sections=drawer(self.game, self.words))
        return self._rules

    def label(self, moment: Moment, move: int) -> str:
        return offers.label(self.game, moment.seen, move, voice(self.words, moment))

    def odds(self, moment: Moment, truth: Moment, belief: Mapping[str, Any]) -> list[Odds]:
        speaker = voice(self.words, moment)
        return odds(self.game, moment.viewer, truth.seen, belief, speaker)

    def _draw(self, template: str, **facts: object) -> str:
        return templates.get_template(template).render(say=self.words.say, **facts)

    def _folder(self, moment: Moment, case: Case, board: Sequence[str], speaker: Voice) -> str:
        seen: Seen = moment.seen
        you = cards.below(seen.viewer)
        group = seen.viewer < len(moment.sitters) and moment.sitters[seen.viewer].members > 1
        pins = group and seen.phase != OVER
        mission = self.game.mission
        name = self.words.say(f"mission.{mission.name}" if mission else "web.table.standard")
        parts = {
            "folder-tab": self._draw(
                "folder-tab.html",
                title=name,
                par=f"{self.game.rules.turns}–{self.game.rules.mistakes}",
                found=self.words.say("web.table.found", n=15 - seen.open_agents),
            )
        }
        for side, at in ((1 - you, "them"), (you, "you")):
            parts[f"seat-{at}"] = self._draw(
                "seat.html",
                s=files.seat(self.game, seen, side, at, speaker),
                key_switch=seen.viewer < 2 and seen.phase != OVER,
            )
        laid_out = cards.laid_out(seen, case, board, speaker)
        drawn = {f"place-{card.touch}": self._card(card, pins) for card in laid_out}
        shell = self._draw(
            "folder.html",
            place=place,
            cards=drawn,
            sudden=seen.sudden and seen.phase != OVER,
            over=seen.phase == OVER,
        )
        return Parted.of(shell, parts | drawn)

    def _drawn_card(self, card: cards.Card, pins: bool) -> str:
        return self._draw("card.html", card=card, pins=pins)

    def _report(self, moment: Moment, case: Case, board: Sequence[str], speaker: Voice) -> str:
        seen: Seen = moment.seen
        if seen.phase != OVER:
            return ""
        return self._draw(
            "report.html", report=notices.report(self.game, moment, case, board, speaker)
        )

    def _tray(self, moment: Moment, case: Case, speaker: Voice) -> str:
        seen: Seen = moment.seen
        found = self.offers(moment)
        giving = moment.kind in offers.GIVING
        clue = case.turns[-1] if case.turns and seen.phase in TURN else None
        plain = [
            offer
            for offer in found[: len(found) - len(moment.asides)]
            if "{text}" not in offer.move and offer.touches[0][5:] not in CELL_OF
        ]
        return self._draw(
            "tray.html",
            giving=giving,
            word_lang=self.game.lang,
            clue=files.spoken_clue(self.game, clue),
            ruled=self._insisted(seen, clue is not None and clue.insisted, speaker),
            answers=sorted(plain, key=lambda offer: not offer.sure),
            asides=[offer for offer in found if offer.touches[0] in BESIDE],
        )

    def _insisted(self, seen: Seen, insisted: bool, speaker: Voice) -> Ruled | None:
        """What the judge has against a clue that was insisted on: once it is public, so is this,
        and whoever must accept it or object should know (CD-17.2, CD-18.4 step 3)."""
        if not insisted or PHASES[seen.phase] not in ("answer", "confessed"):
            return None
        word, number = files.last_clue(self.game, seen)
        return ruled(self.game, seen, word, number, speaker)


def table(game: Game, words: Texts) -> DuetTable:
    assert isinstance(game, Duet)
    return DuetTable(game, words)
