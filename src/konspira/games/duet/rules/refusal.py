"""Why a move is not legal now. It explains; legality itself is decided by the state alone.

Only public facts are looked at.
"""

from __future__ import annotations

from konspira.games.duet.rules import codes
from konspira.games.duet.rules.clue import shows
from konspira.games.duet.rules.codes import a_of, actor_of, kind_of, word_of
from konspira.games.duet.rules.components import bit
from konspira.games.duet.rules.penalty import last_clue
from konspira.games.duet.rules.position import (
    ANSWER,
    CLUE,
    CONFESSED,
    FIRST_CLUE,
    GUESS,
    KEYS,
    MARKED,
    OVER,
    QUESTIONED,
    SUDDEN_DEATH,
    WORDS,
)
from konspira.games.duet.rules.state import State


def reason(s: State, move: int) -> str:
    """The key of the sentence that explains the refusal."""
    seat = actor_of(move)
    kind = kind_of(move)
    if s.phase == OVER:
        return "over"
    if seat > 1 or s.phase == WORDS or s.phase == KEYS:
        return "not_now"
    if kind == codes.CLUE:
        return _clue(s, move)
    if kind == codes.TOUCH:
        return _touch(s, seat, a_of(move))
    if kind == codes.STOP:
        return _stop(s, seat)
    if kind == codes.QUESTION:
        return _question(s, seat)
    if kind == codes.CONFESS:
        return _confess(s, seat)
    if kind == codes.RESTART:
        return "offered_already" if s.clues else "no_clue_yet"
    if not s.asks(seat):
        return "not_asked"
    return "not_now"


def _clue(s: State, move: int) -> str:
    seat = actor_of(move)
    if s.phase == SUDDEN_DEATH:
        return "no_clue_in_sudden_death"
    if s.phase != CLUE and s.phase != FIRST_CLUE:
        return "guess_first"
    if not s.givers >> seat & 1:
        if s.finished & bit(seat):
            return "finished_gives_no_clue"
        return "third_in_a_row" if s.options.slack else "other_gives"
    if a_of(move) & codes.INSISTED and s.options.ranked:
        return "no_insisting"
    return "clue_on_table" if shows(s, word_of(move)) else "not_now"


def _waiting(s: State) -> str:
    """Which open question keeps the turn waiting."""
    if s.phase == ANSWER:
        return "answer_first"
    if s.phase == QUESTIONED:
        return "question_open"
    return "confession_open" if s.phase == CONFESSED else ""


def _touch(s: State, seat: int, cell: int) -> str:
    if s.phase == CLUE or s.phase == FIRST_CLUE:
        return "clue_first"
    if s.phase == SUDDEN_DEATH:
        if not s.asks(seat):
            return "nothing_to_find"
    elif seat == s.giver():
        return "giver_does_not_touch"
    elif _waiting(s):
        return _waiting(s)
    if s.covered >> cell & 1:
        return "covered"
    return "own_miss" if s.marker(seat) >> cell & 1 else "not_now"


def _stop(s: State, seat: int) -> str:
    if s.phase == SUDDEN_DEATH:
        return "no_stop_in_sudden_death"
    if s.phase == CLUE or s.phase == FIRST_CLUE:
        return "clue_first"
    if seat == s.giver():
        return "guesser_stops"
    return _waiting(s) or "guess_before_stop"


def _question(s: State, seat: int) -> str:
    if s.phase != GUESS:
        return _waiting(s) or "no_clue_to_question"
    if seat == s.giver():
        return "guesser_questions"
    if s.penalised:
        return "penalised_already"
    if last_clue(s) & MARKED:
        return "insisted_on"
    return "touched_already" if s.guesses else "questioned_already"


def _confess(s: State, seat: int) -> str:
    if s.phase not in (GUESS, ANSWER):
        return _waiting(s) or "no_clue_to_confess"
    if seat != s.giver():
        return "giver_confesses"
    return "penalised_already" if s.penalised else "confessed_already"
