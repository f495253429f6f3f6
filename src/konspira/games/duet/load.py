"""Reads the mission map and our word lists, and says clearly what is wrong with them."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import yaml

from konspira.engine.contract import BadText
from konspira.engine.texts import Texts, parsed
from konspira.games.duet.campaign import Map, Mission
from konspira.games.duet.words import load as own_words

LANGUAGES = ("en", "pl", "hu")


def _read(name: str) -> Any:
    text = (resources.files(__package__) / "data" / name).read_text("utf-8")
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        raise BadText(f"{name}: this is not YAML") from None


@cache
def missions() -> Map:
    """The campaign map that comes with the game."""
    return mapped(_read("missions.yaml"), "missions.yaml")


def mapped(value: Any, where: str) -> Map:
    """A map from a data file's value."""
    if not isinstance(value, dict) or set(value) != {"missions", "first", "lines"}:
        raise BadText(f"{where}: expected missions, first and lines")
    found: dict[str, Mission] = {}
    aliases: dict[str, str] = {}
    for name, numbers in value["missions"].items():
        if name == "status":
            continue
        if not isinstance(numbers, dict) or not {"turns", "mistakes"} <= set(numbers):
            raise BadText(f"{where}: {name} needs turns and mistakes")
        turns, mistakes = numbers["turns"], numbers["mistakes"]
        if not (isinstance(turns, int) and isinstance(mistakes, int) and 0 <= mistakes <= turns):
            raise BadText(f"{where}: {name} has turns {turns!r} and mistakes {mistakes!r}")
        if not 1 <= turns <= 11:  # CD-1.4
            raise BadText(f"{where}: {name} has {turns} turns, and there are 11 tokens")
        found[name] = Mission(name, turns, mistakes)
        for alias in numbers.get("aliases", ()):
            aliases[alias] = name
    joined: dict[str, set[str]] = {name: set() for name in found}
    for line in value["lines"]:
        for one, other in zip(line["join"], line["join"][1:], strict=False):
            for name in (one, other):
                if name not in found:
                    raise BadText(f"{where}: a line goes to {name!r}, which is no mission")
            joined[one].add(other)
            joined[other].add(one)
    if value["first"] not in found:
        raise BadText(f"{where}: the first mission {value['first']!r} is none of them")
    return Map(found, {name: frozenset(ends) for name, ends in joined.items()}, aliases)


@cache
def words(lang: str) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """Our own words of a language, and the pairs that may not lie on one board."""
    if lang not in LANGUAGES:
        raise BadText(f"lang is {', '.join(LANGUAGES)}, not {lang!r}")
    listed = own_words(lang)
    pairs = _read("clashes.yaml")[lang]
    return listed, tuple((listed.index(one), listed.index(other)) for one, other in pairs)


@cache
def texts(language: str) -> Texts:
    path = resources.files(__package__) / "texts" / f"{language}.po"
    return Texts(language, parsed(path.read_text("utf-8"), f"{language}.po"))


def rules() -> Any:
    """The ledger of the game's rules, as it stands in the data."""
    return _read("rules.yaml")
