"""The log as HTML: what was told to the viewer, sentence by sentence, with names and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from konspira.engine.contract import actor_of
from konspira.games.rogue.notation import PHASES, SEATS
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import BLANK, a_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import BOOST, EXPLOSION
from konspira.games.rogue.table.causes import Causes
from konspira.games.rogue.table.found import GOES_ON, Found
from konspira.games.rogue.table.found import PHASES as SEARCHING
from konspira.games.rogue.table.past import CITY, Past
from konspira.games.rogue.table.sentences import Sentences
from konspira.games.rogue.table.steps import does
from konspira.games.rogue.table.telling import (
    ART,
    FOUND,
    GATHERED,
    LOUD,
    OF_NONE,
    QUIET,
    ROLLED,
    STIRRING,
    escape,
    with_art,
)

if TYPE_CHECKING:
    from konspira.games.rogue.table.scene import Scene


@dataclass(slots=True)
class Step:
    """Codes of one kind in a row, as they are told."""

    kind: int
    lines: list[str]
    does: str  # on the table
    in_city: bool


class Told(Sentences):
    """What was told to one viewer, in order."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.told = scene.moment.known.told
        self.past = Past(scene.game, [])
        self.causes = Causes(self.past)
        self.in_city = False
        self.found = Found()
        self.testing = False  # live wires, not a new cut

    def lines(self) -> list[list[str]]:
        return [
            [line for step in self._steps(number) for line in step.lines]
            for number in range(len(self.told))
        ]

    def last(self) -> list[str]:
        """The sentences of the last entry."""
        return [line for step in self.steps() for line in step.lines]

    def steps(self) -> list[Step]:
        """The last entry, part by part; all before it are only listened to."""
        for number, entry in enumerate(self.told[:-1]):
            self.past.fuses.draw()
            for code in entry:
                self._hear(int(code))
            self._search_over(number)
        return self._steps(len(self.told) - 1) if self.told else []

    def _hear(self, code: int) -> bool:
        """Whether with this code the city begins to stir."""
        if self.past.part != CITY:
            self.in_city = False
        self.causes.hear(code)
        self.found.hear(code)
        self.past.hear(code)
        kind = kind_of(code)
        if kind in (codes.PLACE_DIE, codes.LEAVE_BOMB, codes.CUT, codes.DEFUSE, codes.SEARCH):
            self.testing = kind in (codes.PLACE_DIE, codes.LEAVE_BOMB)
        if self.past.part == CITY and not self.in_city and kind_of(code) in STIRRING:
            self.in_city = True
            return True
        return False

    def _steps(self, number: int) -> list[Step]:
        said: list[Step] = []
        self.past.fuses.draw()
        rest = [int(code) for code in self.told[number]]
        while rest:
            kind = kind_of(rest[0])
            run = 1
            if kind in GATHERED:
                other = codes.EVENT_DIE if kind == codes.DRAW else kind
                while run < len(rest) and kind_of(rest[run]) in (kind, other):
                    run += 1
            part, rest = rest[:run], rest[run:]
            seen = does(self.past, part[0])
            lines = self._part(part)
            in_city = self.in_city and self.past.part == CITY
            if kind == codes.ROLL and len(said) > 1 and said[-2].kind == codes.PICK:
                said[-2].lines[-1] += f" → {lines.pop()}"
            if kind == codes.HITS and self._failed(rest):
                lines.append(with_art("s-x", self.say("tell.failed")))
            said.append(Step(int(kind), lines, seen, in_city))
        lines = self._search_over(number)
        if lines:
            said.append(Step(FOUND, lines, "", False))
        return said

    def _search_over(self, number: int) -> list[str]:
        """What the rules do by themselves when nothing is left to choose (RA-13.4, RA-13.9)."""
        if not self.found.searching or self._asked_on(number):
            return []
        taken, ignored = self.found.over()
        seat = self.found.who
        said = []
        if taken:
            dice = "".join(self.mini(*die) for die in taken)
            line = self.say("tell.found", who=self._seat(seat), dice=dice)
            said.append(self._shape(seat) + line)
        if ignored:
            tile = self.scene.game.box.tiles[self.scene.seen.tiles[self.past.at[seat]]]
            safe = tile.human_shield or tile.android_shield
            why = self.say("tell.ignored.safe" if safe else "tell.ignored.own")
            said.append(with_art("s-exp", self.say("tell.ignored", n=ignored, why=why)))
        return said

    def _failed(self, rest: list[int]) -> bool:
        """Whether this attack on a criminal or an assassin has come to nothing."""
        if kind_of(self.past.target) not in (codes.ATTACK_CRIMINAL, codes.ATTACK_ASSASSIN):
            return False
        return not any(kind_of(code) in (codes.DEFEATED, codes.ASSASSIN_OUT) for code in rest)

    def _asked_on(self, number: int) -> bool:
        """Whether the next question is about the dice of this search."""
        if number + 1 < len(self.told):
            return any(kind_of(code) in GOES_ON for code in self.told[number + 1][:1])
        return PHASES[self.scene.seen.phase] in SEARCHING

    def _part(self, part: list[int]) -> list[str]:
        kind = int(kind_of(part[0]))
        said: list[str] = []
        swept = 0
        if kind in (codes.POLICE_MOVED, codes.EXPLODED, codes.DESTROYED):
            path = self.scene.game.box.path
            swept = sum(path[at] == a_of(part[0]) for _, at in self.past.assassins)
        stirred = [self._hear(code) for code in part]
        if any(stirred):
            said.append(self._head(self.say("part.city.told")))
        if kind in GATHERED:
            said += self._gathered(kind, part)
        elif kind not in QUIET and not (kind in OF_NONE and a_of(part[0]) == 0):
            said.append(self._line(part[0]))
        said += [with_art("assassin", self.say("tell.swept"))] * swept
        return said

    # Runs of one kind ---------------------------------------------------------------------------

    def _gathered(self, kind: int, part: list[int]) -> list[str]:
        who = self._seat(actor_of(part[0])) if actor_of(part[0]) < len(SEATS) else ""
        match kind:
            case codes.ROLL:
                rolled = f"{ROLLED}{self._minis(part)}</span>"
                if self.testing:  # RA-15.11
                    return [with_art("s-cut", self.say("tell.tested", dice=rolled))]
                return [rolled]
            case codes.DRAW:
                discs = [self._disc(int(a_of(c))) for c in part if kind_of(c) == codes.DRAW]
                dice = [str(a_of(c)) for c in part if kind_of(c) == codes.EVENT_DIE]
                line = self.say("log.drawn", discs=", ".join(discs), numbers=", ".join(dice))
                return [with_art("s-bag", line)]
            case codes.PICK:
                return [self._by(part[0], self.say("tell.again", who=who, dice=self._minis(part)))]
            case codes.PLACE_DIE:
                placed = " ".join(
                    self.mini(int(a_of(c)), int(BOOST if b_of(c) else EXPLOSION), 1)
                    + f"→{c_of(c) + 1}"
                    for c in part
                )
                return [self._by(part[0], self.say("tell.places", who=who, dice=placed))]
            case codes.TOKEN:
                return self._tokens(part)
        return []

    def _tokens(self, part: list[int]) -> list[str]:
        """RA-20.1: everybody knows that three were dealt, so only faces are worth a line."""
        said = []
        for seat in range(self.scene.game.seats):
            own = [int(b_of(c)) for c in part if a_of(c) == seat and b_of(c) != BLANK]
            if own:
                tokens = escape(", ".join(self.names.token(token) for token in own))
                line = self.say("tell.tokens", who=self._seat(seat), tokens=tokens)
                said.append(self._private(line) if seat == self.scene.me else line)
        return said

    # Single sentences ---------------------------------------------------------------------------

    def _line(self, code: int) -> str:
        kind = int(kind_of(code))
        if kind == codes.ROUND:
            who = self._seat(int(b_of(code)))
            return self._head(self.say("tell.round", n=int(a_of(code)), who=who))
        if kind == codes.TURN:
            return self._head(self.say("log.turn", seat=self._seat(int(a_of(code)))))
        cause = self.causes.of(code)
        line = self._caused(cause, code) if cause else self.sentence(code)
        if kind in (codes.LOOK, codes.LOOKED) and b_of(code) != BLANK:
            if c_of(code) == self.scene.me:
                return self._private(line)
        if actor_of(code) < len(SEATS):
            return self._by(code, line)
        marked = with_art(ART.get(kind, "s-file"), line)
        return f'<span class="loud">{marked}</span>' if kind in LOUD else marked

    def _caused(self, cause: str, code: int) -> str:
        """A loss with what it comes from."""
        lost = kind_of(code) == codes.LOST_STAMINA
        who, b = self._seat(int(a_of(code))), int(b_of(code))
        if lost:
            return self.say(f"tell.lost.{cause}", who=who, n=b)
        return self.say(f"tell.out.{cause}", who=who, place=self._place(b))
