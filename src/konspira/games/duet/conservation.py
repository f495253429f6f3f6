"""What must hold in every position."""

from __future__ import annotations

from konspira.games.duet.notation import SIDES
from konspira.games.duet.rules.components import AGENTS, CELLS, PAIR_COUNTS, pair_of, size
from konspira.games.duet.rules.flow import next_givers
from konspira.games.duet.rules.position import (
    ANSWER,
    CLUE,
    CONFESSED,
    FIRST_CLUE,
    KEYS,
    MARKED,
    OVER,
    QUESTIONED,
    SHORTAGE,
    SUDDEN_DEATH,
    VICTORY,
    WORDS,
)
from konspira.games.duet.rules.seen import touched
from konspira.games.duet.rules.state import State


def conserved(s: State) -> list[str]:
    """Broken laws (CD-2.5, CD-4.5, CD-7, CD-9.1) as sentences; empty when all is well."""
    broken: list[str] = []
    if s.drawn == CELLS:
        counts = [0] * len(PAIR_COUNTS)
        for cell in range(CELLS):
            counts[pair_of(s.colour(0, cell), s.colour(1, cell))] += 1
        if counts != list(PAIR_COUNTS):
            broken.append(f"the pairs of the key are {counts}, not {list(PAIR_COUNTS)}")
    elif s.covered or s.marker0 or s.marker1:
        broken.append("words are touched before the key is drawn")
    if len(set(s.words)) != len(s.words) or (s.drawn and len(s.words) != CELLS):
        broken.append("25 different words must lie on the table")
    for place in s.words:
        if set(s.box.clashes[place]) & set(s.words):
            broken.append(f"{s.box.words[place]!r} lies beside a word it clashes with")
    broken += _touches_broken(s)
    broken += _tokens_broken(s)
    broken += _phase_broken(s)
    for side, name in enumerate(SIDES):
        done = s.drawn == CELLS and not s.green(side) & ~s.covered
        if s.ending != VICTORY and done != bool(s.finished >> side & 1):
            broken.append(f"{name} {'has not announced' if done else 'announced too early'}")
    return broken


def _touches_broken(s: State) -> list[str]:
    broken: list[str] = []
    for side, name in enumerate(SIDES):
        other = 1 - side
        found = touched(s, side) & ~s.marker(side)
        if found & ~s.green(other):
            broken.append(f"{name} found a word that is not green for {SIDES[other]}")
        if s.marker(side) & (s.green(other) | s.black(other)):
            broken.append(f"a marker points at {name} where {SIDES[other]} sees no bystander")
    if s.stack0 & ~s.marker0 or s.stack1 & ~s.marker1 or s.found1 & ~s.covered:
        broken.append("a stack without a marker, or a finder without a find")
    if (size(s.covered) == AGENTS) != (s.ending == VICTORY):
        broken.append(f"{size(s.covered)} agents are covered")
    return broken


def _tokens_broken(s: State) -> list[str]:
    on_words = s.misses() + size(s.stack0) + size(s.stack1)
    held = s.held0 + s.held1
    total = s.bank() + on_words + held + s.penalties
    if total != s.options.turns or min(s.checks, s.bystanders, held, s.penalties) < 0:
        return [f"there are {total} tokens, not {s.options.turns}"]
    under_way = ANSWER <= s.phase <= CONFESSED
    if s.misses() + held + under_way > len(s.clues):
        return [f"{s.misses() + held} turns are over, but {len(s.clues)} clues were given"]
    if s.ending == SHORTAGE and (s.bystanders or s.checks > 1):
        return ["a shortage with enough tokens"]
    return []


def _phase_broken(s: State) -> list[str]:
    """Does the open question fit what has happened?"""
    phase = s.phase
    if (phase == OVER) != (s.ending != 0):
        return ["only a game that is over has an ending"]
    if phase == OVER:
        return []
    if phase == WORDS or phase == KEYS:
        early = s.clues or s.givers or (len(s.words) == CELLS) != (phase == KEYS)
        return ["the deal is not in order"] if early or s.drawn == CELLS else []
    if s.drawn != CELLS:
        return ["the key is not drawn"]
    if s.sudden != (phase == SUDDEN_DEATH) or (s.sudden and s.bank()):
        return ["sudden death begins when the bank is empty"]
    if (phase == FIRST_CLUE) != (not s.clues):
        return ["the first clue is the first"]
    if phase == FIRST_CLUE or phase == CLUE:
        expected = 3 if phase == FIRST_CLUE else next_givers(s)
        idle = s.guesses or s.answered or s.penalised or s.questioned or s.confessed
        if s.givers != expected or not s.bank() or idle:
            return ["nobody can give a clue here"]
        return []
    found = s.covered & ~s.found1 if s.giver() == 1 else s.found1
    if s.givers or s.guesses > size(found):
        return ["a clue is given already"]
    return [] if s.sudden else _turn_broken(s)


def _turn_broken(s: State) -> list[str]:
    phase = s.phase
    if not s.bank() and not s.penalised:
        return ["no token is left for this turn"]
    marked = bool(s.clues[-1] & MARKED)
    if phase == ANSWER and (not marked or s.answered or s.penalised or s.guesses):
        return ["there is no insisted clue to answer"]
    if (phase == QUESTIONED and not s.questioned) or (phase == CONFESSED and not s.confessed):
        return ["nobody asked this question"]
    if s.finished >> s.giver() & 1 or (s.penalised and not s.penalties):
        return ["this turn cannot be"]
    return []
