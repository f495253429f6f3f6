"""Options of a game as people and programs send them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import konspira
from konspira.engine.contract import BadText, Game

GROUP = 8  # people who may share a seat where the rules know groups
GROUPS = frozenset({"duet"})
NOT_FOR_GUESTS = frozenset({"data", "clashes"})  # a guest names no folder of the host


def chosen(key: str, wishes: Mapping[str, object]) -> dict[str, object]:
    """The options of a game; texts, as a form sends them, become values."""
    if key not in konspira.GAMES:
        raise BadText(f"there is no game {key!r}; there are: {', '.join(konspira.GAMES)}")
    known: dict[str, tuple[object, ...]] = import_module(f"konspira.games.{key}").CHOICES
    options: dict[str, object] = {}
    for name, value in wishes.items():
        if name not in known or name in NOT_FOR_GUESTS:
            raise BadText(f"{key} has no option {str(name)[:40]!r}")
        options[name] = _value(name, value, known[name])
    return options


def table_sizes(key: str) -> list[int]:
    """For how many players a table can be set, in a game that leaves it open."""
    known: dict[str, tuple[object, ...]] = import_module(f"konspira.games.{key}").CHOICES
    return [size for size in known.get("players", ()) if isinstance(size, int)]


def _value(name: str, wish: object, choices: tuple[object, ...]) -> object:
    if not choices:
        if isinstance(wish, str) and "\n" in wish:
            return [line.strip() for line in wish.splitlines() if line.strip()]
        if isinstance(wish, list):
            return [str(word) for word in wish]
        return str(wish)
    for choice in choices:
        if wish is choice or (type(wish) is type(choice) and wish == choice):
            return choice
        if isinstance(wish, str) and _plain(choice) == wish:
            return choice
    raise BadText(f"{name} is {' or '.join(map(_plain, choices))}, not {str(wish)[:40]!r}")


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def capacity(game: Game) -> int:
    """How many people may sit at one seat."""
    return GROUP if game.key in GROUPS else 1


class Shelf:
    """Games with their options, made once: a box takes long to unpack. Words that people say are
    kept in the game, so a game with words is unpacked for each room."""

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        self.data = dict(data or {})
        self.games: dict[str, Game] = {}

    def game(self, key: str, options: Mapping[str, object]) -> Any:
        own: dict[str, object] = {"data": self.data[key]} if key in self.data else {}
        if key in GROUPS:
            return konspira.game(key, **options, **own)
        name = f"{key} {sorted(options.items())}"
        if name not in self.games:
            self.games[name] = konspira.game(key, **{**options, **own})
        return self.games[name]
