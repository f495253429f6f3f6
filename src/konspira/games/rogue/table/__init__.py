"""Rain City in a browser (web/table.py says what a table is)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from konspira.engine.contract import Game
from konspira.engine.texts import Texts
from konspira.games.rogue import Rogue, load
from konspira.games.rogue.table.asked import prompt
from konspira.games.rogue.table.boards import boards
from konspira.games.rogue.table.bomb import bomb
from konspira.games.rogue.table.city import city
from konspira.games.rogue.table.drawer import drawer
from konspira.games.rogue.table.files import files
from konspira.games.rogue.table.news import news
from konspira.games.rogue.table.odds import odds
from konspira.games.rogue.table.offers import label, offers
from konspira.games.rogue.table.refused import Refused
from konspira.games.rogue.table.scene import Scene
from konspira.games.rogue.table.score import score
from konspira.games.rogue.table.told import Told
from konspira.games.rogue.table.tray import tray
from konspira.web.table import Moment, Odds, Offer, Prompt, Table

REGIONS = {
    "city": city,
    "bomb": bomb,
    "boards": boards,
    "files": files,
    "score": score,
    "news": news,
    "tray": tray,
}


class RogueTable:
    """One game with its options, in one language."""

    def __init__(self, game: Rogue, words: Texts) -> None:
        self.game = game
        self.words = words
        self._drawer = ""

    def _scene(self, moment: Moment) -> Scene:
        return Scene(self.game, moment, self.words)

    def regions(self, moment: Moment) -> dict[str, str]:
        scene = self._scene(moment)
        return {name: drawn(scene) for name, drawn in REGIONS.items()}

    def prompt(self, moment: Moment) -> Prompt:
        scene = self._scene(moment)
        return prompt(self.game, moment, scene.names, scene.past)

    def offers(self, moment: Moment) -> list[Offer]:
        return offers(self.game, moment, self._scene(moment).names)

    def why(self, moment: Moment, touched: Sequence[str]) -> str:
        refused = Refused(self.game, moment, self._scene(moment).past)
        return self.words.say(refused.key(touched) or "no.not-now")

    def remark(self, moment: Moment, text: str, touched: Sequence[str]) -> str:
        return ""  # nobody writes here

    def story(self, moment: Moment) -> list[list[str]]:
        return Told(self._scene(moment)).lines()

    def rules(self, moment: Moment) -> str:
        if not self._drawer:  # the same at every moment
            self._drawer = drawer(self._scene(moment))
        return self._drawer

    def label(self, moment: Moment, move: int) -> str:
        return label(self._scene(moment).names, move)

    def odds(self, moment: Moment, truth: Moment, belief: Mapping[str, Any]) -> list[Odds]:
        return odds(self._scene(moment).names, truth.seen, belief)


def table(game: Game, words: Texts) -> Table:
    assert isinstance(game, Rogue)
    return RogueTable(game, words | load.places(game.data, words.language))
