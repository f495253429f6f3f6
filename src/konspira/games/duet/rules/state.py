"""The state of a game: which moves are legal, and what each one does."""

from __future__ import annotations

from enum import Enum

from mypy_extensions import i64

from konspira.engine.chance import advanced, drawn
from konspira.engine.contract import NOBODY, SEVERAL, NotLegal, Outcome
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.clue import give, may_give, suggestions
from konspira.games.duet.rules.codes import (
    CHANCE,
    a_of,
    actor_of,
    b_of,
    c_of,
    code,
    kind_of,
    word_of,
)
from konspira.games.duet.rules.components import CELLS
from konspira.games.duet.rules.flow import touchers
from konspira.games.duet.rules.guessing import touch, touchable
from konspira.games.duet.rules.penalty import (
    may_confess,
    may_question,
    may_restart,
    settle,
    unasked,
)
from konspira.games.duet.rules.position import (
    ABANDONED,
    ANSWER,
    CLUE,
    CONFESSED,
    FIRST_CLUE,
    GUESS,
    KEYS,
    OVER,
    QUESTIONED,
    RESIGNED,
    SUDDEN_DEATH,
    WORDS,
    Position,
)
from konspira.games.duet.rules.scoring import score
from konspira.games.duet.rules.setup import (
    bar_dead_ends,
    deal_word,
    draw_key,
    outcomes,
    pick,
    possible,
)
from konspira.games.duet.rules.tokens import stop


class Ending(Enum):
    """By which rule a game ended."""

    VICTORY = 1
    ASSASSIN = 2
    SUDDEN_DEATH_MISS = 3
    SHORTAGE = 4
    RESIGNED = 5
    ABANDONED = 6
    VOID = 7


SIDE_NAMES = ("A", "B")


class State(Position):
    """A position that can be played on."""

    def start(self, stream: int) -> None:
        """CD-3. A stream of 0 leaves chance to the caller."""
        self.stream = stream
        if self.box.narrow:
            bar_dead_ends(self)
        if self.stream:
            self._chance()

    def asked(self) -> i64:
        """The sides with an open decision, as a set."""
        phase = self.phase
        if phase == FIRST_CLUE or phase == CLUE:
            return self.givers
        if phase == SUDDEN_DEATH:
            return touchers(self)
        if phase == GUESS or phase == ANSWER or phase == CONFESSED:
            return 1 if self.giver() == 1 else 2
        if phase == QUESTIONED:
            return 2 if self.giver() == 1 else 1
        return 0

    def actor(self) -> int:
        phase = self.phase
        if phase == OVER:
            return NOBODY
        if phase == WORDS or phase == KEYS:
            return int(CHANCE)
        asked = self.asked()
        return SEVERAL if asked == 3 else int(asked) - 1

    def asks(self, seat: int) -> bool:
        return 0 <= seat < 2 and self.asked() >> seat & 1 == 1

    def decision_id(self, seat: int) -> int:
        return int(self.asked0 if seat == 0 else self.asked1)

    def drafting(self) -> int:
        return NOBODY

    def moves(self, seat: int = -1) -> list[int]:
        listed = self.listed
        if listed is None:
            listed = self._list()
            self.listed = listed
        if seat < 0:
            return listed
        return [move for move in listed if move & 15 == seat]

    def _list(self) -> list[int]:
        out: list[int] = []
        asked = self.asked()
        side: i64 = 0
        while side < 2:
            if asked >> side & 1:
                self._list_for(side, out)
            side += 1
        return out

    def _list_for(self, side: i64, out: list[int]) -> None:
        phase = self.phase
        if phase == GUESS or phase == SUDDEN_DEATH:
            cells = touchable(self, side)
            cell: i64 = 0
            while cell < CELLS:
                if cells >> cell & 1:
                    out.append(int(code(side, codes.TOUCH, cell)))
                cell += 1
            if phase == GUESS and self.guesses:  # CD-8.3, CD-8.4
                out.append(int(code(side, codes.STOP)))
        elif phase == FIRST_CLUE or phase == CLUE:
            suggestions(self, side, out)
        elif phase == ANSWER:
            out.append(int(code(side, codes.ACCEPT)))
            out.append(int(code(side, codes.OBJECT)))
        elif phase == QUESTIONED:
            out.append(int(code(side, codes.AGREE)))
            out.append(int(code(side, codes.DISAGREE)))
        else:
            out.append(int(code(side, codes.WAIVE)))
            out.append(int(code(side, codes.CHARGE)))

    def aside_is_legal(self, move: int) -> bool:
        side = actor_of(move)
        kind = kind_of(move)
        if side > 1 or self.phase == OVER or move != code(side, kind):
            return False
        if kind == codes.RESIGN or kind == codes.TIMEOUT:
            return True
        if kind == codes.QUESTION:
            return may_question(self, side)
        if kind == codes.CONFESS:
            return may_confess(self, side)
        return kind == codes.RESTART and may_restart(self, side)

    def play(self, move: int) -> None:
        kind = kind_of(move)
        if kind == codes.CLUE:
            legal = may_give(self, move)
        elif actor_of(move) == CHANCE:
            legal = possible(self, move)
        else:
            legal = move in self.moves() or self.aside_is_legal(move)
        if not legal:
            raise NotLegal("not_now")
        self.apply(move)
        if self.stream:
            self._chance()

    def _chance(self) -> None:
        """Chance plays itself."""
        while self.phase == WORDS or self.phase == KEYS:
            self.stream = advanced(self.stream)
            self.apply(int(pick(self, drawn(self.stream, outcomes(self)))))

    def chance_total(self) -> int:
        return int(outcomes(self))

    def chance_pick(self, ticket: int) -> int:
        return int(pick(self, ticket))

    def apply(self, move: int) -> None:
        self.remember(move)
        kind = kind_of(move)
        if kind == codes.TOUCH:
            touch(self, actor_of(move), a_of(move))
        elif kind == codes.CLUE:
            give(self, move)
        elif kind == codes.STOP:
            stop(self)
        elif kind == codes.KEY:
            draw_key(self, a_of(move), b_of(move), c_of(move))
        elif kind == codes.WORD:
            deal_word(self, int(word_of(move)))
        elif kind <= codes.CHARGE:
            settle(self, kind)
        elif kind == codes.RESIGN:
            self.end(RESIGNED)
        elif kind == codes.TIMEOUT:  # OP-13, OP-18
            self.end(ABANDONED)
        else:
            unasked(self, actor_of(move), kind)

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        ending = Ending(int(self.ending))
        if ending != Ending.VICTORY:
            return Outcome((), ending, SIDE_NAMES)
        points = score(self)
        return Outcome((0, 1), ending, SIDE_NAMES, () if points is None else (points, points))

    def facts(self) -> list[int]:
        out = list(self.words)
        out.append(-1)
        out += self.clues
        out.append(-1)
        out += self.accepted
        out += [
            -1,
            int(self.drawn),
            int(self.green0),
            int(self.green1),
            int(self.black0),
            int(self.black1),
            int(self.covered),
            int(self.found1),
            int(self.marker0),
            int(self.marker1),
            int(self.stack0),
            int(self.stack1),
            int(self.checks),
            int(self.bystanders),
            int(self.held0),
            int(self.held1),
            int(self.penalties),
            int(self.phase),
            int(self.givers),
            int(self.guesses),
            int(self.answered),
            int(self.penalised),
            int(self.questioned),
            int(self.confessed),
            int(self.offers),
            int(self.finished),
            int(self.sudden),
            int(self.ending),
        ]
        return out

    def clone(self) -> State:
        return State(self.box, self.options, self)
