"""Konspira: a house for secret-agent board games."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from konspira.engine.contract import (
    CHANCE,
    NOBODY,
    SEVERAL,
    SPECTATOR,
    Ambiguous,
    BadText,
    MoveError,
    NotAMove,
    NotLegal,
    Outcome,
)
from konspira.games.duet import Duet
from konspira.games.kyoto import Kyoto
from konspira.games.rogue import Rogue

GAMES: dict[str, Callable[..., Any]] = {"kyoto": Kyoto, "rogue": Rogue, "duet": Duet}


def choices(key: str) -> dict[str, tuple[object, ...]]:
    """The options of a game, each with what it may be (nothing: any text)."""
    if key not in GAMES:
        raise BadText(f"there is no game {key!r}; there are: {', '.join(GAMES)}")
    found: dict[str, tuple[object, ...]] = import_module(f"konspira.games.{key}").CHOICES
    return found


def game(key: str, **options: object) -> Any:
    """A game by its key, with options: `konspira.game("kyoto", equipment=True)`."""
    known = choices(key)
    for name in options:
        if name not in known:
            raise BadText(f"{key} has no option {name!r}; it has: {', '.join(known)}")
    try:
        return GAMES[key](**options)
    except TypeError as error:
        raise BadText(f"{key}: {error}") from None


def part(key: str, name: str = "") -> Any:
    """A module of a game's folder (`load`, `table`) or the folder itself, or None."""
    module = f"konspira.games.{key}.{name}".rstrip(".")
    if key not in GAMES or find_spec(module) is None:
        return None
    return import_module(module)


__all__ = [
    "CHANCE",
    "GAMES",
    "NOBODY",
    "SEVERAL",
    "SPECTATOR",
    "Ambiguous",
    "BadText",
    "MoveError",
    "NotAMove",
    "NotLegal",
    "Outcome",
    "game",
    "part",
]
