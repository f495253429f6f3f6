"""The words of single codes as HTML, with names and pictures, for one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from konspira.engine.contract import actor_of
from konspira.games.rogue.notation import ENDINGS, FORMS, SEATS
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import BLANK, a_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import REVEAL_IDENTITY
from konspira.games.rogue.story import HOWS
from konspira.games.rogue.table.asked import won
from konspira.games.rogue.table.telling import HEAD, SYMBOL_ART, capital, escape

if TYPE_CHECKING:
    from konspira.games.rogue.table.scene import Scene


class Sentences:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.names = scene.names

    def say(self, key: str, **facts: str | int) -> str:
        """A sentence; its facts are HTML already."""
        return escape(self.scene.words.messages[key][0]).format(**facts)

    def sentence(self, code: int) -> str:
        """The words of one code."""
        kind = int(kind_of(code))
        if kind == codes.ENDED:
            why = self.say(f"score.why.{ENDINGS[a_of(code)]}")
            return f"{escape(won(self.names, self.scene.seen))} {why}"
        if kind == codes.EFFECT and b_of(code) == REVEAL_IDENTITY:
            if not self.scene.game.rules.android_mode:  # RA-9.9
                return capital(self.say("tell.no-androids", disc=self._disc(int(a_of(code)))))
        word, *types = FORMS[kind]
        key = HOWS[c_of(code)] if kind == codes.RESOLVE else f"log.{word}"
        facts: dict[str, str | int] = {}
        if actor_of(code) < len(SEATS):
            facts["who"] = self._seat(actor_of(code))
        fields = [int(a_of(code)), int(b_of(code)), int(c_of(code))]
        for part in types:
            name = part if part not in facts else f"{part}2"
            value = fields.pop(0)
            if part == "face":
                facts[name] = escape(self.names.symbol(value, fields.pop(0)))
            elif part == "effect":
                facts[name] = escape(self.names.effect(value, fields[0] if fields else 0))
            else:
                facts[name] = self._fact(part, value)
        return capital(self.say(key, **facts))

    def _fact(self, part: str, value: int) -> str:
        say = self.scene.say
        match part:
            case "seat":
                return self._seat(value)
            case "disc":
                return self._disc(value)
            case "slot":
                return self._place(value)
            case "path":
                if value == BLANK:
                    return escape(say("path.off"))
                return self._place(self.scene.game.box.path[value])
            case "card":
                return escape(say("card.hidden")) if value == BLANK else self._card(value)
            case "token":
                hidden = value == BLANK
                return escape(say("token.hidden") if hidden else self.names.token(value))
            case "field":
                return escape(self.names.field(value))
            case "colour":
                return escape(self.names.colour(value))
            case "how":
                return ""
        return escape(self.scene.game.notation.words[part][value])

    def _seat(self, seat: int) -> str:
        return f'<b class="who s{seat + 1}">{escape(self.names.seat(seat))}</b>'

    def _disc(self, disc: int) -> str:
        return f"<b>{escape(self.names.disc(disc))}</b>"

    def _card(self, card: int) -> str:
        title = escape(self.names.titles[card])
        return f'<b class="card-name" data-tip="rule-card-{card + 1}" tabindex="0">{title}</b>'

    def _place(self, slot: int) -> str:
        return f"<b>{escape(self.names.place(slot))}</b>"

    def _head(self, line: str) -> str:
        return f"{HEAD}{line}</span>"

    def _by(self, code: int, line: str) -> str:
        return self._shape(actor_of(code)) + line

    def _shape(self, seat: int) -> str:
        art = f'<use href="#ra-seat-{seat + 1}"/>'
        return f'<svg class="ic s{seat + 1}" aria-hidden="true">{art}</svg>'

    def _private(self, line: str) -> str:
        only = escape(self.scene.say("only-you"))
        eye = f'<svg class="ic" role="img" aria-label="{only}"><use href="#ra-s-eye"/></svg>'
        return f'<span class="priv">{eye}{line}</span>'

    def _minis(self, part: list[int]) -> str:
        return "".join(self.mini(int(a_of(c)), int(b_of(c)), int(c_of(c))) for c in part)

    def mini(self, colour: int, symbol: int, amount: int) -> str:
        """A small die with its face, and in words for those who listen."""
        spoken = escape(self.names.die(colour, symbol, amount))
        face = f'<svg class="ic" aria-hidden="true"><use href="#ra-s-{SYMBOL_ART[symbol]}"/></svg>'
        looks = f"md {'rgb'[colour]}"
        return f'<i class="{looks}" role="img" aria-label="{spoken}">{face * amount}</i>'
