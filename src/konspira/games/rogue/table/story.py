"""The log as HTML: what was told to the viewer, sentence by sentence, with names and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from konspira.engine.contract import actor_of
from konspira.games.rogue.notation import ENDINGS, FORMS, SEATS
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import BLANK, a_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import BOOST, EXPLOSION
from konspira.games.rogue.story import HOWS, SILENT
from konspira.games.rogue.table.past import CITY, Past

if TYPE_CHECKING:
    from konspira.games.rogue.table.scene import Scene

SYMBOL_ART: Final = ("fuel", "ammo", "evid", "car", "gun", "agt", "heal", "cred", "exp", "bst")
# What stands beside the words of an event.
ART: Final = {
    codes.LOOK: "s-eye",
    codes.LOOKED: "s-eye",
    codes.TURN_UP: "s-file",
    codes.SHOWN: "s-file",
    codes.TIMER: "s-clock",
    codes.PLACED: "s-bag",
    codes.HITS: "s-exp",
    codes.DEFEATED: "s-tick",
    codes.ASSASSIN_OUT: "s-tick",
    codes.LOST_STAMINA: "s-heart",
    codes.HOSPITAL: "s-heal",
    codes.EFFECT: "s-file",
    codes.WALKED: "s-range",
    codes.ESCAPED: "s-range",
    codes.CARD_OUT: "s-x",
    codes.CARD_UNDER: "s-undo",
    codes.ASSASSIN_WALKED: "assassin",
    codes.TICKED: "s-clock",
    codes.EXPLODED: "s-exp",
    codes.INFORMANT_OUT: "s-inf",
    codes.POLICE_MOVED: "police",
    codes.TURNED_IN: "s-file",
    codes.PAID_OUT: "s-cred",
    codes.TAKEN: "s-cuff",
    codes.DEFUSED: "s-tick",
    codes.IS_ANDROID: "s-sha",
    codes.TOKENS_OUT: "s-x",
    codes.DESTROYED: "y-ember",
    codes.CLOCK_OUT: "s-clock",
    codes.SHUFFLED: "s-loop",
    codes.RESERVE_IN: "s-bag",
    codes.SCORE: "s-infl",
    codes.ENDED: "s-star",
    codes.BACK_IN_BAG: "s-bag",
    codes.GANGSTERS: "s-gang",
    codes.SAFE: "s-tick",
}
LOUD: Final = frozenset([codes.EXPLODED, codes.IS_ANDROID, codes.DESTROYED, codes.ENDED])
# Told together with others of their kind.
GATHERED: Final = frozenset(
    [codes.ROLL, codes.DRAW, codes.EVENT_DIE, codes.PICK, codes.PLACE_DIE, codes.TOKEN]
)
OF_NONE: Final = frozenset([codes.SPEND_AMMO, codes.DEFEND, codes.CALL])
QUIET: Final = (SILENT | {codes.TILE}) - GATHERED
# The city speaks for itself: everything after the last turn of a round.
STIRRING: Final = frozenset(
    [
        codes.WALKED,
        codes.ESCAPED,
        codes.ASSASSIN_WALKED,
        codes.POLICE_MOVED,
        codes.TICKED,
        codes.LOST_STAMINA,
        codes.INFORMANT_OUT,
        codes.EXPLODED,
    ]
)


class Told:
    """Sentences for one viewer."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.names = scene.names
        self.told = scene.moment.known.told
        self.past = Past(scene.game, [])
        self.in_city = False

    def lines(self) -> list[list[str]]:
        return [[str(line) for line in self._entry(entry)] for entry in self.told]

    def last(self) -> list[str]:
        """The sentences of the last entry that says something."""
        for lines in reversed(self.lines()):
            if lines:
                return lines
        return []

    def say(self, key: str, **facts: object) -> Markup:
        """A sentence with its facts; only facts that are HTML already stay so."""
        return Markup(escape(self.scene.words.messages[key][0]).format(**facts))

    def _entry(self, entry: Sequence[int]) -> list[Markup]:
        said: list[Markup] = []
        rest = [int(code) for code in entry]
        while rest:
            kind = kind_of(rest[0])
            run = 1
            if kind in GATHERED:
                other = codes.EVENT_DIE if kind == codes.DRAW else kind
                while run < len(rest) and kind_of(rest[run]) in (kind, other):
                    run += 1
            part, rest = rest[:run], rest[run:]
            said += self._part(part)
        return said

    def _part(self, part: list[int]) -> list[Markup]:
        kind = int(kind_of(part[0]))
        said: list[Markup] = []
        before = self.past.part
        swept = 0
        if kind in (codes.POLICE_MOVED, codes.EXPLODED, codes.DESTROYED):
            path = self.scene.game.box.path
            swept = sum(path[at] == a_of(part[0]) for _, at in self.past.assassins)
        for code in part:
            self.past.hear(code)
        if before != CITY:
            self.in_city = False
        if self.past.part == CITY and not self.in_city and kind in STIRRING:
            self.in_city = True
            said.append(Markup('<span class="lh">{}</span>').format(self.say("part.city.told")))
        if kind in GATHERED:
            said += self._gathered(kind, part)
        elif kind not in QUIET and not (kind in OF_NONE and a_of(part[0]) == 0):
            said.append(self._line(part[0]))
        said += [self._with_art("assassin", self.say("tell.swept"))] * swept
        return said

    # Runs of one kind ---------------------------------------------------------------------------

    def _gathered(self, kind: int, part: list[int]) -> list[Markup]:
        match kind:
            case codes.ROLL:
                dice = Markup("").join(
                    self.mini(int(a_of(code)), int(b_of(code)), int(c_of(code))) for code in part
                )
                return [Markup('<span class="rolled">{}</span>').format(dice)]
            case codes.DRAW:
                discs = [self._disc(int(a_of(c))) for c in part if kind_of(c) == codes.DRAW]
                dice = [str(a_of(c)) for c in part if kind_of(c) == codes.EVENT_DIE]
                line = self.say(
                    "log.drawn", discs=Markup(", ").join(discs), numbers=", ".join(dice)
                )
                return [self._with_art("s-bag", line)]
            case codes.PICK:
                dice = Markup("").join(
                    self.mini(int(a_of(code)), int(b_of(code)), int(c_of(code))) for code in part
                )
                line = self.say("tell.again", who=self._seat(actor_of(part[0])), dice=dice)
                return [self._by(part[0], line)]
            case codes.PLACE_DIE:
                dice = Markup(" ").join(
                    Markup("{}→{}").format(
                        self.mini(int(a_of(c)), int(BOOST if b_of(c) else EXPLOSION), 1),
                        int(c_of(c)) + 1,
                    )
                    for c in part
                )
                line = self.say("tell.places", who=self._seat(actor_of(part[0])), dice=dice)
                return [self._by(part[0], line)]
            case codes.TOKEN:
                return self._tokens(part)
        return []

    def _tokens(self, part: list[int]) -> list[Markup]:
        """RA-20.1: everybody knows that three were dealt, so only faces are worth a line."""
        said = []
        for seat in range(self.scene.game.seats):
            own = [int(b_of(c)) for c in part if a_of(c) == seat and b_of(c) != BLANK]
            if own:
                tokens = ", ".join(self.names.token(token) for token in own)
                line = self.say("tell.tokens", who=self._seat(seat), tokens=tokens)
                said.append(self._private(line) if seat == self.scene.me else line)
        return said

    def mini(self, colour: int, symbol: int, amount: int) -> Markup:
        """A small die with its face, and in words for those who listen."""
        spoken = self.names.die(colour, symbol, amount)
        face = Markup('<svg class="ic" aria-hidden="true"><use href="#ra-s-{}"/></svg>').format(
            SYMBOL_ART[symbol]
        )
        return Markup('<i class="md {}" role="img" aria-label="{}">{}</i>').format(
            "rgb"[colour], spoken, face * amount
        )

    # Single sentences ---------------------------------------------------------------------------

    def _line(self, code: int) -> Markup:
        kind = int(kind_of(code))
        if kind == codes.ROUND:
            line = self.say("tell.round", n=int(a_of(code)), who=self._seat(int(b_of(code))))
            return Markup('<span class="lh">{}</span>').format(line)
        if kind == codes.TURN:
            return Markup('<span class="lh">{}</span>').format(
                self.say("log.turn", seat=self._seat(int(a_of(code))))
            )
        line = self.sentence(code)
        if kind in (codes.LOOK, codes.LOOKED) and b_of(code) != BLANK:
            if c_of(code) == self.scene.me:
                return self._private(line)
        if actor_of(code) < len(SEATS):
            return self._by(code, line)
        marked = self._with_art(ART.get(kind, "s-file"), line)
        return Markup('<span class="loud">{}</span>').format(marked) if kind in LOUD else marked

    def sentence(self, code: int) -> Markup:
        """The words of one code."""
        kind = int(kind_of(code))
        if kind == codes.ENDED:
            return self.say(f"ending.{ENDINGS[a_of(code)]}")
        word, *types = FORMS[kind]
        key = HOWS[c_of(code)] if kind == codes.RESOLVE else f"log.{word}"
        facts: dict[str, object] = {}
        if actor_of(code) < len(SEATS):
            facts["who"] = self._seat(actor_of(code))
        fields = [int(a_of(code)), int(b_of(code)), int(c_of(code))]
        for part in types:
            name = part if part not in facts else f"{part}2"
            value = fields.pop(0)
            if part == "face":
                facts[name] = self.names.symbol(value, fields.pop(0))
            elif part == "effect":
                facts[name] = self.names.effect(value, fields[0] if fields else 0)
            else:
                facts[name] = self._fact(part, value)
        return self.say(key, **facts)

    def _fact(self, part: str, value: int) -> object:
        say = self.scene.say
        facts: dict[str, Callable[[int], object]] = {
            "seat": self._seat,
            "disc": self._disc,
            "slot": self._place,
            "path": lambda at: say("path.off") if at == BLANK else self._place_of_path(at),
            "card": lambda card: say("card.hidden") if card == BLANK else self._card(card),
            "token": lambda token: say("token.hidden") if token == BLANK else self.names.token(token),
            "field": self.names.field,
            "colour": self.names.colour,
            "how": lambda _: "",
        }
        if part in facts:
            return facts[part](value)
        return self.scene.game.notation.words[part][value]

    def _seat(self, seat: int) -> Markup:
        return Markup('<b class="who s{}">{}</b>').format(seat + 1, self.names.seat(seat))

    def _disc(self, disc: int) -> Markup:
        return Markup("<b>{}</b>").format(self.names.disc(disc))

    def _card(self, card: int) -> Markup:
        return Markup('<b class="card-name" data-tip="rule-card-{}" tabindex="0">{}</b>').format(
            card + 1, self.names.titles[card]
        )

    def _place(self, slot: int) -> Markup:
        return Markup("<b>{}</b>").format(self.names.place(slot))

    def _place_of_path(self, position: int) -> Markup:
        return self._place(self.scene.game.box.path[position])

    def _by(self, code: int, line: Markup) -> Markup:
        seat = actor_of(code) + 1
        return Markup(
            '<svg class="ic s{0}" aria-hidden="true"><use href="#ra-seat-{0}"/></svg>{1}'
        ).format(seat, line)

    def _with_art(self, art: str, line: Markup) -> Markup:
        return Markup('<svg class="ic" aria-hidden="true"><use href="#ra-{}"/></svg>{}').format(
            art, line
        )

    def _private(self, line: Markup) -> Markup:
        only = self.scene.say("only-you")
        return Markup(
            '<span class="priv"><svg class="ic" role="img" aria-label="{}"><use href="#ra-s-eye"/>'
            "</svg>{}</span>"
        ).format(only, line)


