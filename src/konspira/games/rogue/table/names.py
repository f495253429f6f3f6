"""What things are called at one table: seats by the names people chose, places, discs, faces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.engine.texts import Texts
from konspira.games.rogue import Rogue, load
from konspira.games.rogue.notation import (
    COLOURS,
    EFFECTS,
    FIELD_NAMES,
    SEATS,
    SYMBOLS,
    TOKENS,
)
from konspira.games.rogue.rules.box import Criminal
from konspira.games.rogue.rules.components import EVERYTHING
from konspira.games.rogue.rules.seen import Seen
from konspira.web.table import Sitter

SYNDICATES: Final = load.SYNDICATES


class Names:
    """Plain texts; whoever puts them on a page escapes them."""

    def __init__(self, game: Rogue, words: Texts, seen: Seen, sitters: Sequence[Sitter]) -> None:
        self.game = game
        self.words = words
        self.seen = seen
        self.sitters = sitters
        self.titles = load.titles(game.data)

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(key, **facts)

    def many(self, key: str, n: int, **facts: object) -> str:
        return self.words.many(key, n, **facts)

    def seat(self, seat: int) -> str:
        """The name chosen at the table, or the seat's own."""
        if seat < len(self.sitters):
            sitter = self.sitters[seat]
            if sitter.name:
                return sitter.name
            if sitter.bot:
                key = f"bot.{sitter.bot}"
                name = self.say(key) if key in self.words else sitter.bot
                # Several seats may be the same player's; the header counts them alike.
                return f"{name} {seat + 1}" if self.game.seats > 2 else name
        return self.say(f"side.{SEATS[seat]}")

    def tile(self, tile: int) -> str:
        return self.say(f"tile.{self.game.notation.tiles[tile]}")

    def place(self, slot: int) -> str:
        """A slot is called by the tile that lies on it."""
        tile = self.seen.tiles[slot]
        return self.tile(tile) if tile >= 0 else "…"

    def path(self, position: int) -> str:
        return self.place(self.game.box.path[position])

    def disc(self, disc: int) -> str:
        if disc < 6:
            return self.say("disc.criminal", n=disc + 1)
        return self.say("disc.assassin" if disc == 6 else "disc.bomb")

    def criminal(self, number: int) -> str:
        """A criminal with the name of the card, if the viewer knows it."""
        for disc, _, _, card, *_ in self.seen.criminals:
            if disc == number and card >= 0:
                return self.say("table.named", disc=self.disc(number), card=self.titles[card])
        return self.disc(number)

    def field(self, field: int) -> str:
        return self.say(f"field.{FIELD_NAMES[field]}")

    def colour(self, colour: int) -> str:
        return self.say(f"colour.{COLOURS[colour]}")

    def symbol(self, symbol: int, amount: int = 1) -> str:
        name = self.say(f"symbol.{SYMBOLS[symbol]}")
        return name if amount == 1 else f"{name} ×{amount}"

    def die(self, colour: int, symbol: int, amount: int) -> str:
        return self.say("table.die", colour=self.colour(colour), face=self.symbol(symbol, amount))

    def token(self, token: int) -> str:
        return self.say(f"token.{TOKENS[token]}")

    def effect(self, effect: int, number: int) -> str:
        amount = self.say("everything") if number == EVERYTHING else str(number)
        return self.say(f"effect.{EFFECTS[effect]}", n=amount)

    def syndicate(self, criminal: Criminal) -> str:
        return self.say(f"syndicate.{SYNDICATES[criminal.syndicate]}")
