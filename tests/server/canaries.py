"""Words that nobody has ever said: the hidden kinds of each game under random names.

Planted in the server's process and in the test's own, with the same seed.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import yaml

from konspira.engine.texts import LANGUAGES
from konspira.games.duet import notation as duet
from konspira.games.kyoto import notation as kyoto
from konspira.games.rogue import load as rogue

LETTERS = "bcdfghjkmpqrvwxz"  # no word of any language


def invented(luck: random.Random) -> str:
    return "".join(luck.choice(LETTERS) for _ in range(12))


class Canaries:
    """Random keys for Kyoto's cards, Duet's colours and Rogue Agent's criminals."""

    def __init__(self, seed: int) -> None:
        luck = random.Random(seed)
        self.cards = tuple(invented(luck) for _ in kyoto.CARDS)
        self.colours = tuple(invented(luck) for _ in duet.COLOURS)
        _, cards = rogue.names(rogue.own_data())
        self.criminals = [(invented(luck), invented(luck)) for _ in cards]

    def all(self) -> set[str]:
        return {*self.cards, *self.colours, *(word for pair in self.criminals for word in pair)}

    def plant(self) -> None:
        """In every module that has read the names."""
        _everywhere("CARDS", kyoto.CARDS, self.cards)
        _everywhere("COLOURS", duet.COLOURS, self.colours)
        cards: list[dict[str, Any]] = rogue.own_data()["criminals"]["criminals"]
        for card, (key, name) in zip(cards, self.criminals, strict=True):
            card["id"], card["name"] = key, name


def _everywhere(name: str, old: tuple[str, ...], new: tuple[str, ...]) -> None:
    for module in list(sys.modules.values()):
        called = getattr(module, "__name__", "") or ""
        # Data files keep their words; what is read from them goes by number.
        if called.startswith("konspira") and not called.endswith(".load"):
            if getattr(module, name, None) == old:
                setattr(module, name, new)


def named_cards(folder: Path, seed: int) -> dict[str, str]:
    """A folder of data in which Kyoto's cards have random names in every language; key → name.
    The first four are called after places of the board, which all can see."""
    luck = random.Random(seed)
    names = {card: invented(luck) for card in kyoto.CARDS[4:]}
    folder.mkdir()
    given = {f"card.{card}": name for card, name in names.items()}
    text = yaml.safe_dump(dict.fromkeys(LANGUAGES, given))
    (folder / "names.yaml").write_text(text, "utf-8")
    return names
