"""The case so far: turns, touches and tokens, retold from what the viewer was told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, actor_of, b_of, c_of, kind_of
from konspira.games.duet.rules.components import CELLS, GREEN
from konspira.games.duet.rules.position import (
    ANSWER,
    CONFESSED,
    GUESS,
    MARKED,
    NUMBER_AT,
    QUESTIONED,
    WORD_AT,
)
from konspira.games.duet.rules.seen import Seen

UNDER_WAY = (int(ANSWER), int(GUESS), int(QUESTIONED), int(CONFESSED))
PAID = (codes.OBJECT, codes.AGREE, codes.CHARGE)


@dataclass(slots=True)
class Touch:
    """A touched cell and the colour that was shown."""

    cell: int
    colour: int
    side: int
    turn: int


@dataclass(slots=True)
class Turn:
    """A clue and what became of it."""

    number: int
    giver: int
    word: int  # its number in the vocabulary
    count: int
    insisted: bool
    touches: list[Touch] = field(default_factory=list)
    penalised: bool = False
    over: bool = False
    before: frozenset[int] = frozenset()  # cells that were covered when it was given

    @property
    def missed(self) -> bool:
        return bool(self.touches) and self.touches[-1].colour != GREEN


@dataclass(slots=True)
class Spent:
    """A token that left the bank: kept by a side, on a word, or paid as a penalty (side -1)."""

    side: int
    cell: int = -1
    turn: int = 0  # 0: before anything that was told


@dataclass(slots=True)
class Case:
    turns: list[Turn]
    sudden: list[Touch]  # touches without a clue
    latest: list[Touch]  # of the last entry, to be shown as fresh
    spent: list[Spent]

    def finder(self, cell: int) -> Touch | None:
        """The touch that found an agent, if it was told."""
        for touch in self.touches():
            if touch.cell == cell and touch.colour == GREEN:
                return touch
        return None

    def touches(self) -> list[Touch]:
        return [touch for turn in self.turns for touch in turn.touches] + self.sudden

    def covers(self, seen: Seen) -> list[int]:
        """Covered cells in the order they were found; each gets its own portrait (CD-1.3)."""
        told = [touch.cell for touch in self.touches() if touch.colour == GREEN]
        covered = seen.found[0] | seen.found[1]
        before = [cell for cell in range(int(CELLS)) if covered >> cell & 1 and cell not in told]
        return before + told


def retold(seen: Seen, told: Sequence[Sequence[int]]) -> Case:
    """Everything public since the start. Clues of a position that a game began from come first,
    without their touches."""
    turns = [_turn(at + 1, clue) for at, clue in enumerate(seen.clues)]
    given = sum(kind_of(code) == codes.CLUE for entry in told for code in entry)
    now = len(turns) - given
    case = Case(turns, [], [], [])
    for turn in turns[:now]:
        turn.over = True
    sudden = False
    covered: set[int] = set()
    for entry in told:
        case.latest = []
        for code in entry:
            kind = kind_of(code)
            if kind == codes.CLUE:
                now += 1
                turns[now - 1].before = frozenset(covered)
            elif kind == codes.SHOWN:
                touch = Touch(a_of(code), b_of(code), c_of(code), 0 if sudden else now)
                case.latest.append(touch)
                if touch.colour == GREEN:
                    covered.add(touch.cell)
                if sudden or not now:
                    case.sudden.append(touch)
                else:
                    turns[now - 1].touches.append(touch)
            elif kind in PAID:
                turns[now - 1].penalised = True
                case.spent.append(Spent(-1, turn=now))
            elif kind == codes.STOP:
                _keep(case, actor_of(code), now)
            elif kind == codes.SUDDEN_DEATH_BEGINS:
                sudden = True
    _misses(case, seen)
    _balance(case, seen)
    for turn in turns:
        turn.over |= turn.number < len(turns) or int(seen.phase) not in UNDER_WAY
    return case


def _turn(number: int, clue: int) -> Turn:
    count = clue >> NUMBER_AT & 15
    return Turn(number, clue & 1, clue >> WORD_AT, count, bool(clue & MARKED))


def _keep(case: Case, side: int, turn: int) -> None:
    case.turns[turn - 1].over = True
    case.spent.append(Spent(side, turn=turn))


def _misses(case: Case, seen: Seen) -> None:
    """Tokens on words, each where it lies; a double price is two (CD-12.6)."""
    when = {(touch.side, touch.cell): touch.turn for touch in case.touches()}
    for side in (0, 1):
        for cell in range(int(CELLS)):
            if seen.markers[side] >> cell & 1:
                price = 1 + (seen.stacks[side] >> cell & 1)
                turn = when.get((side, cell), 0)
                case.spent += [Spent(side, cell, turn)] * price


def _balance(case: Case, seen: Seen) -> None:
    """Stops that nobody said (CD-9.4, the winning turn), and what happened before the log."""
    for side in (0, 1):
        said = [spent for spent in case.spent if spent.side == side and spent.cell < 0]
        missing = seen.held[side] - len(said)
        if missing < 0:  # CD-18.6: a stop that found the bank empty
            del case.spent[case.spent.index(said[-1])]
        paid = {spent.turn for spent in case.spent if spent.side >= 0}
        silent = [
            turn.number
            for turn in case.turns
            if turn.giver != side and turn.touches and turn.number not in paid and not turn.missed
        ]
        for _ in range(missing):
            case.spent.append(Spent(side, turn=silent.pop(0) if silent else 0))
    said = [spent for spent in case.spent if spent.side < 0]
    case.spent += [Spent(-1)] * (int(seen.penalties) - len(said))
    case.spent.sort(key=lambda spent: spent.turn)
