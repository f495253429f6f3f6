"""The log in words, for one viewer, from the codes told to that viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.engine.texts import Texts
from konspira.games.rogue.notation import (
    COLOURS,
    EFFECTS,
    ENDINGS,
    FIELD_NAMES,
    FORMS,
    SEATS,
    SLOTS,
    SYMBOLS,
    TOKENS,
    Notation,
)
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.box import Criminal
from konspira.games.rogue.rules.codes import a_of, actor_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import EVERYTHING

# What the picture of the table tells better, or what is said with something else.
SILENT: Final = frozenset(
    [
        codes.STOP,
        codes.END_TURN,
        codes.ROLL_AGAIN,
        codes.KEEP_DICE,
        codes.DONE,
        codes.FLEE_FIRST,
        codes.ACTIVATE,
        codes.TICK,
        codes.TAKE,
        codes.TILE,
        codes.POLICE,
        codes.LEADER,
        codes.DRAW,
        codes.EVENT_DIE,
        codes.ROLL,
    ]
)
HOWS: Final = ("log.resolve", "log.resolve.boost", "log.resolve.ammo")


class Story:
    """Tells told codes. Criminals keep the names of their cards in every language."""

    def __init__(self, notation: Notation, titles: list[str], texts: Texts) -> None:
        self.notation = notation
        self.titles = titles  # of the cards
        self.texts = texts
        self.tiles: dict[int, str] = {}

    def lines(self, told: Sequence[Sequence[int]]) -> list[list[str]]:
        """The sentences of each entry of the log, in order."""
        return [self._entry(entry) for entry in told]

    def _entry(self, entry: Sequence[int]) -> list[str]:
        said: list[str] = []
        rolled: list[str] = []
        drawn: list[str] = []
        numbers: list[str] = []
        for code in entry:
            kind = kind_of(code)
            if kind == codes.ROLL:
                rolled.append(self._face(a_of(code), b_of(code), c_of(code)))
            elif rolled:
                said.append(self.texts.say("log.rolls", faces=", ".join(rolled)))
                rolled = []
            if kind == codes.DRAW:
                drawn.append(self._disc(a_of(code)))
            elif kind == codes.EVENT_DIE:
                numbers.append(str(a_of(code)))
            elif drawn:
                said.append(self._drawn(drawn, numbers))
                drawn, numbers = [], []
            if kind == codes.TILE:
                self.tiles[a_of(code)] = self.notation.tiles[b_of(code)]
            if kind not in SILENT:
                said.append(self.sentence(code))
        if rolled:
            said.append(self.texts.say("log.rolls", faces=", ".join(rolled)))
        if drawn:
            said.append(self._drawn(drawn, numbers))
        return said

    def _drawn(self, discs: list[str], numbers: list[str]) -> str:
        return self.texts.say("log.drawn", discs=", ".join(discs), numbers=", ".join(numbers))

    def sentence(self, code: int) -> str:
        kind = int(kind_of(code))
        if kind == codes.ENDED:
            return self.texts.say(f"ending.{ENDINGS[a_of(code)]}")
        word, *types = FORMS[kind]
        key = HOWS[c_of(code)] if kind == codes.RESOLVE else f"log.{word}"
        facts: dict[str, object] = {}
        if actor_of(code) < len(SEATS):
            facts["who"] = SEATS[actor_of(code)]
        fields = [int(a_of(code)), int(b_of(code)), int(c_of(code))]
        for part in types:
            name = part if part not in facts else f"{part}2"
            value = fields.pop(0)
            if part == "face":
                facts[name] = self._symbol(value, fields.pop(0))
            elif part == "effect":
                facts[name] = self.effect(value, fields[0] if fields else 0)
            else:
                facts[name] = self._fact(part, value)
        return self.texts.say(key, **facts)

    def _fact(self, part: str, value: int) -> str:
        say = self.texts.say
        match part:
            case "disc":
                return self._disc(value)
            case "slot":
                return self._slot(value)
            case "path":
                return say("path.off") if value == codes.BLANK else self.notation.path[value]
            case "card":
                return say("card.hidden") if value == codes.BLANK else self.titles[value]
            case "token":
                return say("token.hidden" if value == codes.BLANK else f"token.{TOKENS[value]}")
            case "field":
                return say(f"field.{FIELD_NAMES[value]}")
            case "colour":
                return say(f"colour.{COLOURS[value]}")
            case "how":
                return ""
        return self.notation.words[part][value]

    def _disc(self, disc: int) -> str:
        if disc < 6:
            return self.texts.say("disc.criminal", n=disc + 1)
        return self.texts.say("disc.assassin" if disc == 6 else "disc.bomb")

    def _slot(self, slot: int) -> str:
        if slot not in self.tiles:
            return SLOTS[slot]
        return f"{SLOTS[slot]} {self.texts.say(f'tile.{self.tiles[slot]}')}"

    def _symbol(self, symbol: int, amount: int) -> str:
        name = self.texts.say(f"symbol.{SYMBOLS[symbol]}")
        return name if amount == 1 else f"{name} ×{amount}"

    def _face(self, colour: int, symbol: int, amount: int) -> str:
        return f"{self.texts.say(f'colour.{COLOURS[colour]}')} {self._symbol(symbol, amount)}"

    def effect(self, effect: int, number: int) -> str:
        """What an effect does, as its card says it."""
        amount = self.texts.say("everything") if number == EVERYTHING else str(number)
        return self.texts.say(f"effect.{EFFECTS[effect]}", n=amount)

    def card(self, criminal: Criminal) -> list[str]:
        """A criminal card in sentences: when it reveals what, how it retaliates."""
        said = []
        if criminal.reveal_icon:
            icon = self.texts.say("icon.red" if criminal.reveal_icon == 1 else "icon.white")
            said.append(f"{icon}: {self.effect(criminal.reveal, criminal.reveal_number)}")
        said.append(self.effect(criminal.retaliation, criminal.retaliation_number))
        if criminal.returns:
            said.append(self.texts.say("effect.returns"))
        return said
