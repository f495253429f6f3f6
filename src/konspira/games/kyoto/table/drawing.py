"""The templates of this table."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from konspira.engine.texts import Texts
from konspira.games.kyoto.notation import CARDS, SIDES
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.table.pieces import LOCATIONS, SIDE_CLASSES


@cache
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("konspira.games.kyoto.table"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals.update(
        sides=SIDE_CLASSES, side_names=SIDES, locations=CARDS[:LOCATIONS], codes=codes
    )
    return found


def drawn(path: str, words: Texts, /, **facts: object) -> str:
    """A template filled in, speaking one language."""
    return _environment().get_template(path).render(say=words.say, many=words.many, **facts)
