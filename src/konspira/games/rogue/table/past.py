"""What the told codes say about the present: why somebody is asked, what was rolled, who is who.

A `Seen` holds a position and no past. Which assassin is which (so that a piece slides instead of
jumping), which actions are used up here, and what led to a question is read from the log as it was
told to the viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.games.rogue import Rogue
from konspira.games.rogue.rules import codes, components
from konspira.games.rogue.rules.city import CENTRE, LAST_POSITION, TOP
from konspira.games.rogue.rules.codes import a_of, actor_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import ALL, ASSASSIN, NO_SEAT
from konspira.games.rogue.rules.refusal import ACTIONS
from konspira.games.rogue.table.fuses import Fuses

# What can be the cause of a question, by the code that told it.
CAUSES: Final = frozenset(
    [
        codes.SEARCH,
        codes.SEIZE,
        codes.ATTACK_CRIMINAL,
        codes.ATTACK_ASSASSIN,
        codes.ATTACK_AGENT,
        codes.ATTACK_ANDROID,
        codes.ATTACK_LOCATION,
        codes.DEFUSE,
        codes.EFFECT,
        codes.SCREEN,
        codes.HOSPITAL,
        codes.POLICE_MOVED,
        codes.WALKED,
        codes.GANGSTERS,
    ]
)
TARGETS: Final = frozenset(
    [
        codes.SEIZE,
        codes.ATTACK_CRIMINAL,
        codes.ATTACK_ASSASSIN,
        codes.ATTACK_AGENT,
        codes.ATTACK_ANDROID,
        codes.ATTACK_LOCATION,
    ]
)
TIME, ACTION, CITY = "time", "action", "city"


class Rolled:
    """A special die as it fell, and whose it was."""

    __slots__ = ("amount", "colour", "defender", "symbol")

    def __init__(self, code: int) -> None:
        self.colour = int(a_of(code))
        self.symbol = int(b_of(code))
        self.amount = int(c_of(code))
        self.defender = False


class Past:
    """One walk through the log of one viewer."""

    def __init__(self, game: Rogue, told: Sequence[Sequence[int]]) -> None:
        self.game = game
        self.part = TIME  # of the round
        self.turn = int(NO_SEAT)
        self.turns = 0  # begun in this round
        self.used: list[tuple[int, int]] = []  # type and slot of this turn's actions
        self.at = [int(CENTRE)] * game.seats
        self.assassins: list[tuple[int, int]] = []  # a number of its own, path position
        self.serial = 0
        self.cause = 0  # the last code that can lead to a question
        self.effect = 0  # the last effect of a card
        self.target = 0  # the last attack or seizure of this turn
        self.no_green = False  # what cards and calls have done to this attack
        self.more_green = 0
        self.brace = 0
        self.called = 0
        self.cuts = 0  # of the wires of this bomb
        self.rolled: list[Rolled] = []  # in the last entry that had dice
        self.rolls = 0  # entries with dice, so that a page can tell one roll from the next
        self.fresh = False  # the last entry had dice
        self.slots: dict[int, int] = {}
        self.fuses = Fuses()
        for entry in told:
            self._entry(entry)

    def _entry(self, entry: Sequence[int]) -> None:
        dice = [Rolled(code) for code in entry if kind_of(code) == codes.ROLL]
        self.fresh = bool(dice)
        if dice:
            self.rolled = dice
            self.rolls += 1
        for code in entry:
            if kind_of(code) == codes.DEFEND and a_of(code):
                for die in dice[-int(a_of(code)) :]:
                    die.defender = True
            self.hear(int(code))

    def hear(self, code: int) -> None:
        kind = int(kind_of(code))
        a, b = int(a_of(code)), int(b_of(code))
        if kind in CAUSES:
            self.cause = code
        self.fuses.hear(code, self.at[self.turn] if self.turn < self.game.seats else ALL)
        if kind in TARGETS:
            self.target = code
            self.no_green, self.more_green, self.brace, self.called = False, 0, 0, 0
        if kind in ACTIONS and self.turn < self.game.seats:
            self.used.append((int(ACTIONS[kind]), self.at[self.turn]))
        match kind:
            case codes.TILE:
                self.slots[b] = a
            case codes.ROUND:
                self.part, self.turn, self.turns = TIME, int(NO_SEAT), 0
            case codes.TURN:
                self.part, self.turn = ACTION, a
                self.turns += 1
                self.used = []
                self.target = 0
            case codes.STEP:
                self.at[actor_of(code)] = a
            case codes.HOSPITAL:
                self.at[a] = self.slots.get(int(self.game.box.hospital), self.at[a])
                if a == self.turn:
                    self._turn_over()
            case codes.END_TURN | codes.REINFORCE:
                self._turn_over()
            case codes.EFFECT:
                self.effect = code
                self._changes(b, int(c_of(code)))
            case codes.CALL:
                self.called = a
            case codes.DEFUSE:
                self.cuts = 1
            case codes.CUT:
                self.cuts += 1
            case codes.PLACED if a == ASSASSIN:
                self._placed(b)
            case codes.ASSASSIN_WALKED:
                self._walked(a, b)
            case codes.ASSASSIN_OUT:
                self._leaves(a)
            case codes.BACK_IN_BAG if a == ASSASSIN:
                self._leaves(b)
            case codes.POLICE_MOVED | codes.EXPLODED | codes.DESTROYED:
                if kind == codes.POLICE_MOVED:
                    self.part = CITY
                self.swept(a)

    def _changes(self, effect: int, number: int) -> None:
        """Effects of a card on the attack that turned it up."""
        match effect:
            case components.NO_GREEN:
                self.no_green = True
            case components.EXTRA_GREEN:
                self.more_green += 1
            case components.BRACE:
                self.brace += number
            case components.EXPOSED:
                self.brace -= number

    def _turn_over(self) -> None:
        if self.turns >= self.game.seats:
            self.part, self.turn = CITY, int(NO_SEAT)

    def _placed(self, slot: int) -> None:
        # RA-2.7, RA-29.6: who is called by a card stands at the end of the path on T2.
        late = slot == TOP and (self.part == ACTION or not self.game.rules.assassins_start_at_apex)
        position = int(LAST_POSITION) if late else self.game.box.path.index(slot)
        self.serial += 1
        self.assassins.append((self.serial, position))

    def _walked(self, start: int, end: int) -> None:
        for at, (serial, position) in enumerate(self.assassins):
            if position == start:
                if end == ALL:
                    del self.assassins[at]
                else:
                    self.assassins[at] = (serial, end)
                return

    def _leaves(self, slot: int) -> None:
        for at, (_, position) in enumerate(self.assassins):
            if self.game.box.path[position] == slot:
                del self.assassins[at]
                return

    def swept(self, slot: int) -> int:
        """All assassins on a slot go; how many there were."""
        kept = [one for one in self.assassins if self.game.box.path[one[1]] != slot]
        gone = len(self.assassins) - len(kept)
        self.assassins = kept
        return gone

    def standing(self, positions: Sequence[int]) -> list[tuple[int, int]]:
        """The assassins of a position with their numbers; strangers (of a game that began from a
        position) get numbers of their own."""
        known = list(self.assassins)
        found: list[tuple[int, int]] = []
        strangers: list[int] = []
        for position in positions:
            for one in known:
                if one[1] == position:
                    known.remove(one)
                    found.append(one)
                    break
            else:
                strangers.append(position)
        numbers = {one[0] for one in found}
        number = 90
        for position in strangers:
            while number in numbers:
                number += 1
            numbers.add(number)
            found.append((number, position))
        return sorted(found)
