"""Everything a region is drawn from: one viewer's moment, the names, the past."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from konspira.engine.texts import Texts
from konspira.games.rogue import Rogue
from konspira.games.rogue.rules.components import AT, CAPTIVE
from konspira.games.rogue.rules.seen import Seen
from konspira.games.rogue.table.names import Names
from konspira.games.rogue.table.past import Past
from konspira.web.table import Moment

# Pictures of the art sheet: what a symbol of the dice, a board field, a seat looks like.
SYMBOL_ART = ("fuel", "ammo", "evid", "car", "gun", "agt", "heal", "cred", "exp", "bst")
FIELD_ART = ("fuel", "ammo", "evid", "car", "gun", "agt", "heart", "cred", "infl")
UPGRADE_ART = ("range", "plate", "gun", "scout", "armour")
SYNDICATE_ART = ("cobalt", "ledger", "green", "wire", "violet", "ember", "white")


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("konspira.games.rogue.table"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@dataclass(slots=True)
class Scene:
    game: Rogue
    moment: Moment
    words: Texts
    seen: Seen = field(init=False)
    names: Names = field(init=False)
    past: Past = field(init=False)

    def __post_init__(self) -> None:
        self.seen = self.moment.seen
        self.names = Names(self.game, self.words, self.seen, self.moment.sitters)
        self.past = Past(self.game, self.moment.known.told)

    @property
    def me(self) -> int:
        """The viewer's seat, or -1 for those who watch."""
        viewer = self.moment.viewer
        return viewer if viewer < self.game.seats else -1

    @property
    def seats(self) -> range:
        return range(self.game.seats)

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(key, **facts)

    def at(self, seat: int) -> int:
        return self.seen.boards[seat][AT]

    def captives(self, seat: int) -> list[int]:
        return [
            n for n, status, place, *_ in self.seen.criminals if (status, place) == (CAPTIVE, seat)
        ]

    def draw(self, template: str, **facts: object) -> str:
        return (
            _templates()
            .get_template(template)
            .render(say=self.words.say, many=self.words.many, names=self.names, scene=self, **facts)
        )

    def html(self, text: str) -> Markup:
        return Markup(text)
