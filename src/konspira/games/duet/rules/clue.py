"""Chapters 5 and 6: giving a clue. Whether a word is valid by its meaning and form is judged before
it gets here (section 17); the rules know the plain case, a word that lies visible on the table."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, actor_of, word_of
from konspira.games.duet.rules.components import LARGEST_NUMBER
from konspira.games.duet.rules.position import (
    ANSWER,
    CLUE,
    FIRST_CLUE,
    GUESS,
    MARKED,
    NUMBER_AT,
    WORD_AT,
    Position,
)

HANDFUL = 6


def shows(p: Position, word: i64) -> bool:
    """Does this word lie visible on the table (CD-6.4)?"""
    visible = p.visible()
    for cell in range(len(p.words)):
        if visible >> cell & 1 and p.box.numbers[p.words[cell]] == word:
            return True
    return False


def may_give(p: Position, move: i64) -> bool:
    """Is this clue legal now?"""
    if p.phase != CLUE and p.phase != FIRST_CLUE:
        return False
    giver = actor_of(move)
    if giver > 1 or not p.givers >> giver & 1:
        return False
    return clue_stands(p, move)


def clue_stands(p: Position, move: i64) -> bool:
    """Could this clue be given, by one whose turn it is?"""
    number = a_of(move) & codes.NUMBER
    if number > LARGEST_NUMBER or a_of(move) > codes.INSISTED + codes.NUMBER:  # CD-5.8
        return False
    word = int(word_of(move))
    if not p.box.vocabulary.knows(word):
        return False
    if a_of(move) & codes.INSISTED:
        return not p.options.ranked  # CD-18.4
    return not shows(p, word) or word in p.accepted


def suggestions(p: Position, giver: i64, out: list[int]) -> None:
    """A handful of clues from the word list, the same for every key: none clashes with a word on
    the board, and each turn begins elsewhere in the list."""
    box = p.box
    found = 0
    begin = len(p.clues) * HANDFUL
    for step in range(len(box.words)):
        place = (begin + step) * box.stride % len(box.words)
        if place in p.words:
            continue
        near = False
        for other in box.clashes[place]:
            if other in p.words:
                near = True
        if near:
            continue
        out.append(_suggested(giver, found, box.numbers[place]))
        found += 1
        if found == HANDFUL:
            return
    if not found:
        for number in box.spare:
            out.append(_suggested(giver, found, number))
            found += 1


def _suggested(giver: i64, at: i64, word: i64) -> int:
    return int(codes.code(giver, codes.CLUE, 1 + at % 3) | (word << 16))


def give(p: Position, move: i64) -> None:
    giver = actor_of(move)
    insisted = a_of(move) & codes.INSISTED
    number = a_of(move) & codes.NUMBER
    clue = giver | (number << NUMBER_AT) | (word_of(move) << WORD_AT)
    if insisted:
        clue |= MARKED
    p.clues = [*p.clues, int(clue)]
    p.givers = 0
    p.ask(1 - giver, ANSWER if insisted else GUESS)  # OP-31
