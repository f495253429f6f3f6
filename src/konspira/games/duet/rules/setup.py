"""Chapter 3: words and key are dealt by chance, one cell at a time."""

from __future__ import annotations

from bisect import bisect_left, insort

from mypy_extensions import i64

from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import CHANCE, code
from konspira.games.duet.rules.components import CELLS, PAIRS, colour_in
from konspira.games.duet.rules.flow import begin
from konspira.games.duet.rules.position import KEYS, WORDS, Position


def outcomes(p: Position) -> i64:
    """How many equally likely tickets chance has now."""
    if p.phase == WORDS:
        return len(p.box.words) - len(p.barred)
    if p.phase == KEYS:
        return CELLS - p.drawn
    return 0


def pick(p: Position, ticket: i64) -> i64:
    if p.phase == WORDS:  # CD-3.1: each word that may still lie is as likely as the others
        place = ticket
        for barred in p.barred:
            if barred > place:
                break
            place += 1
        return code(CHANCE, codes.WORD, len(p.words)) | (place << 16)
    pair: i64 = 0
    left = p.pairs_left()
    while pair < PAIRS:  # CD-3.5: by what is left of each pair, so all keys are equally likely
        here: i64 = left[pair]
        if ticket < here:
            break
        ticket -= here
        pair += 1
    return code(CHANCE, codes.KEY, p.drawn, colour_in(pair, 0), colour_in(pair, 1))


def possible(p: Position, move: i64) -> bool:
    """Is this an outcome that chance can have now?"""
    kind = codes.kind_of(move)
    if kind == codes.WORD and p.phase == WORDS:
        place = int(codes.word_of(move))
        if codes.a_of(move) != len(p.words) or place >= len(p.box.words):
            return False
        return place not in p.barred
    if kind == codes.KEY and p.phase == KEYS:
        first, second = codes.b_of(move), codes.c_of(move)
        if codes.a_of(move) != p.drawn or first > 2 or second > 2:
            return False
        return p.pairs_left()[3 * first + second] > 0
    return False


def bar(p: Position, place: int) -> None:
    """A dealt word and all that clash with it (CD-17.10) are out of the draw."""
    barred = p.barred.copy()
    for word in [place, *p.box.clashes[place]]:
        at = bisect_left(barred, word)
        if at == len(barred) or barred[at] != word:
            insort(barred, word)
    p.barred = barred


def bar_dead_ends(p: Position) -> None:
    """Where few words fit together, those that would leave too few for the other cells."""
    need = int(CELLS) - len(p.words) - 1
    dead: list[int] = []
    for word in range(len(p.box.words)):
        if word not in p.barred:
            after = [*p.barred, word, *p.box.clashes[word]]
            if p.box.room(after) < need:
                dead.append(word)
    p.barred = sorted([*p.barred, *dead])


def deal_word(p: Position, place: int) -> None:
    p.words = [*p.words, place]
    bar(p, place)
    if len(p.words) == CELLS:
        p.barred = []
        p.phase = KEYS
    elif p.box.narrow:
        bar_dead_ends(p)


def resume_deal(p: Position) -> None:
    """Which words are out of the draw, in a position that was set up in the middle of the deal."""
    if p.phase == WORDS:
        for place in p.words:
            bar(p, place)
        if p.box.narrow:
            bar_dead_ends(p)


def draw_key(p: Position, cell: i64, first: i64, second: i64) -> None:
    p.paint(cell, first, second)
    p.drawn += 1
    if p.drawn == CELLS:
        begin(p)
