"""Everything that is true at one moment of a game. Chapters read and change it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.engine.playable import Playable
from konspira.games.duet.rules.box import Box, Options
from konspira.games.duet.rules.codes import ENDED, HOUSE, code
from konspira.games.duet.rules.components import (
    BEIGE,
    BLACK,
    CELLS,
    GREEN,
    PAIR_COUNTS,
    bit,
    pair_of,
    size,
)

# Phases: which question is open (CD-4.1, CD-18.4).
WORDS: Final[i64] = 0
KEYS: Final[i64] = 1
FIRST_CLUE: Final[i64] = 2
CLUE: Final[i64] = 3
ANSWER: Final[i64] = 4  # the guesser accepts an insisted clue or objects to it
GUESS: Final[i64] = 5
QUESTIONED: Final[i64] = 6  # the giver agrees or disagrees
CONFESSED: Final[i64] = 7  # the guesser waives the penalty or takes it
SUDDEN_DEATH: Final[i64] = 8
OVER: Final[i64] = 9

# How a game ends (CD-10.9, CD-18.4); 0 while it runs.
VICTORY: Final[i64] = 1
ASSASSIN: Final[i64] = 2
SUDDEN_DEATH_MISS: Final[i64] = 3
SHORTAGE: Final[i64] = 4
RESIGNED: Final[i64] = 5
ABANDONED: Final[i64] = 6
VOID: Final[i64] = 7

# A given clue as one number.
GIVER_BIT: Final[i64] = 1
NUMBER_AT: Final[i64] = 1
MARKED: Final[i64] = 32  # it was insisted on
WORD_AT: Final[i64] = 6


class Position(Playable):
    """The facts. Sides come in pairs of attributes: …0 is A's, …1 is B's. Cells are bits."""

    def __init__(self, box: Box, options: Options, other: Position | None = None) -> None:
        """The empty table, or a copy of another position."""
        self.box = box
        self.options = options
        if other is not None:
            self._copy(other)
            return
        super().__init__()
        self.words: list[int] = []  # places in the word list, cell by cell; never changed in place
        self.barred: list[int] = []  # words that cannot be dealt any more, in order
        self.drawn: i64 = 0  # cells whose key is drawn
        self.green0: i64 = 0
        self.green1: i64 = 0
        self.black0: i64 = 0
        self.black1: i64 = 0
        self.covered: i64 = 0
        self.found1: i64 = 0  # covered cells that B found (CD-7.11)
        # Cells with a bystander marker pointing at a side, and those where it is a stack of two.
        self.marker0: i64 = 0
        self.marker1: i64 = 0
        self.stack0: i64 = 0
        self.stack1: i64 = 0
        # The bank: tokens by the face that is up (CD-12.3).
        self.checks: i64 = options.turns - options.mistakes
        self.bystanders: i64 = options.mistakes
        self.held0: i64 = 0  # tokens taken check face up
        self.held1: i64 = 0
        self.penalties: i64 = 0
        self.clues: list[int] = []  # all clues given; never changed in place
        self.accepted: list[int] = []  # CD-18.4: words allowed for the rest of the game

        self.phase: i64 = WORDS
        self.givers: i64 = 0  # who may give the next clue, as a set of sides
        self.guesses: i64 = 0  # correct ones in this turn
        self.answered: bool = False  # the insisted clue of this turn was accepted or objected to
        self.penalised: bool = False
        self.questioned: bool = False
        self.confessed: bool = False
        self.offers: i64 = 0  # sides that want to restart
        self.finished: i64 = 0  # sides that announced it (CD-9.1)
        self.sudden: bool = False
        self.ending: i64 = 0

        self.asked0: i64 = 0
        self.asked1: i64 = 0

    def _copy(self, other: Position) -> None:
        self.words = other.words
        self.barred = other.barred
        self.drawn = other.drawn
        self.green0 = other.green0
        self.green1 = other.green1
        self.black0 = other.black0
        self.black1 = other.black1
        self.covered = other.covered
        self.found1 = other.found1
        self.marker0 = other.marker0
        self.marker1 = other.marker1
        self.stack0 = other.stack0
        self.stack1 = other.stack1
        self.checks = other.checks
        self.bystanders = other.bystanders
        self.held0 = other.held0
        self.held1 = other.held1
        self.penalties = other.penalties
        self.clues = other.clues
        self.accepted = other.accepted
        self.phase = other.phase
        self.givers = other.givers
        self.guesses = other.guesses
        self.answered = other.answered
        self.penalised = other.penalised
        self.questioned = other.questioned
        self.confessed = other.confessed
        self.offers = other.offers
        self.finished = other.finished
        self.sudden = other.sudden
        self.ending = other.ending
        self.asked0 = other.asked0
        self.asked1 = other.asked1
        self.go_on_from(other)

    def happen(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Tell the witness, if there is one, what followed."""
        if self.seen is not None:
            self.seen.append(int(code(HOUSE, kind, a, b, c)))

    def green(self, side: i64) -> i64:
        return self.green0 if side == 0 else self.green1

    def black(self, side: i64) -> i64:
        return self.black0 if side == 0 else self.black1

    def colour(self, side: i64, cell: i64) -> i64:
        """CD-2: what this side sees at a cell."""
        if self.green(side) >> cell & 1:
            return GREEN
        return BLACK if self.black(side) >> cell & 1 else BEIGE

    def paint(self, cell: i64, first: i64, second: i64) -> None:
        """Set both colours of a cell."""
        here = bit(cell)
        self.green0 &= ~here
        self.green1 &= ~here
        self.black0 &= ~here
        self.black1 &= ~here
        if first == GREEN:
            self.green0 |= here
        elif first == BLACK:
            self.black0 |= here
        if second == GREEN:
            self.green1 |= here
        elif second == BLACK:
            self.black1 |= here

    def pairs_left(self) -> list[int]:
        """How many cells of each pair are not drawn yet."""
        left = list(PAIR_COUNTS)
        cell: i64 = 0
        while cell < self.drawn:
            left[pair_of(self.colour(0, cell), self.colour(1, cell))] -= 1
            cell += 1
        return left

    def marker(self, side: i64) -> i64:
        """Cells with a bystander marker that points at this side."""
        return self.marker0 if side == 0 else self.marker1

    def visible(self) -> i64:
        """CD-6.10."""
        return (bit(CELLS) - 1) & ~(self.covered | (self.marker0 & self.marker1))

    def giver(self) -> i64:
        """The giver of the turn under way, or of the last one."""
        clues = self.clues
        if not clues:
            return 0
        clue: i64 = clues[len(clues) - 1]
        return clue & GIVER_BIT

    def bank(self) -> i64:
        return self.checks + self.bystanders

    def misses(self) -> i64:
        """CD-12.7: a stack counts as one marker."""
        return size(self.marker0) + size(self.marker1)

    def ask(self, side: i64, phase: i64) -> None:
        """Open a decision of one seat."""
        self.phase = phase
        if side == 0:
            self.asked0 = self.ply
        else:
            self.asked1 = self.ply

    def end(self, ending: i64) -> None:
        self.phase = OVER
        self.ending = ending
        self.happen(ENDED, ending)
