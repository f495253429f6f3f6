"""Finds how a game looks."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import cast

import konspira
from konspira.engine.contract import Game
from konspira.engine.texts import Texts, parsed
from konspira.texts import house
from konspira.web.table import Table
from konspira.web.texts import pages


@lru_cache(maxsize=16)
def words_of(key: str, language: str) -> Texts:
    """All that is said in a room of this game: the house, the pages, the game, its table
    (`table/texts/<language>.po`, if there is one); the later speaks first."""
    own = cast("Texts", konspira.part(key, "load").texts(language))
    words = house(language) | pages(language) | own
    more = resources.files(f"konspira.games.{key}") / "table" / "texts" / f"{language}.po"
    if more.is_file():
        words |= Texts(language, parsed(more.read_text("utf-8"), f"{language}.po"))
    return words


def table_for(game: Game, language: str) -> Table:
    return cast("Table", konspira.part(game.key, "table").table(game, words_of(game.key, language)))
