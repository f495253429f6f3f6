"""A partner for Duet: it reads and gives clues by meaning, from its own seat's knowledge alone.

It never looks at a state: what it is given is knowledge, so the other half of the key is as hidden
from it as from a person. Nothing it does is a code (CD-20.4): the word is chosen for its meaning,
the number is how many words it means. It draws no luck, and when its answer is heard is not its
own affair but the room's, which answers at a fixed pace (CD-15.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from konspira.engine.contract import Game, Luck
from konspira.engine.knowledge import Knowledge
from konspira.games.duet import Duet
from konspira.games.duet.partner import giver, guesser
from konspira.games.duet.partner.giver import MOST
from konspira.games.duet.partner.reading import Mind, Reading
from konspira.games.duet.partner.table import Table
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, kind_of
from konspira.games.duet.rules.components import GREEN
from konspira.games.duet.rules.position import CLUE, FIRST_CLUE, SUDDEN_DEATH

# CD-18.7: it accepts an insisted clue, waives a confessed slip, and stands by its own clues, which
# the judge has passed.
ANSWERS: Final = (codes.ACCEPT, codes.WAIVE, codes.DISAGREE)


def choose(game: Game, known: Knowledge, moves: Sequence[int], luck: Luck) -> int:
    """A move for this seat; the same for the same knowledge, so that nothing leaks by chance."""
    assert isinstance(game, Duet)
    return chosen(game, known, moves)


def chosen(
    game: Duet, known: Knowledge, moves: Sequence[int], minds: dict[Mind, float] | None = None
) -> int:
    """As `choose`, for a player who takes his partner to have one of these minds."""
    for move in moves:
        if kind_of(move) in ANSWERS:
            return move
    reading = Reading(Table(game, known), minds)
    if reading.table.phase in (FIRST_CLUE, CLUE):
        return _code(reading, giver.best(reading))
    return _touch(reading, moves, MOST)[0]


def weighed(
    game: Duet, known: Knowledge, moves: Sequence[int], most: int
) -> tuple[int, list[tuple[int, float]], dict[str, object]]:
    """As `choose` with reasons: what else was weighed, each with the chance of winning, best first,
    and what was believed (CD-20.14). `most`: how many words a clue is meant for at most; who dares
    less than the strongest partner also stops where the number of a clue is reached."""
    for move in moves:
        if kind_of(move) in ANSWERS:
            return move, [], {}
    reading = Reading(Table(game, known))
    if reading.table.phase not in (FIRST_CLUE, CLUE):
        move, rows = _touch(reading, moves, most)
        return move, rows, {"words": _believed(reading)}
    clues = giver.daring(reading, most)
    best = clues[0]
    rows = [(_code(reading, clue), clue.value) for clue in clues]
    return rows[0][0], rows, {"meant": _meant(reading, best)}


def _code(reading: Reading, clue: giver.Clue) -> int:
    return reading.table.game.read(f"clue {clue.word} {clue.number}", reading.table.me)


def _meant(reading: Reading, clue: giver.Clue) -> list[str]:
    return [reading.table.words[cell] for cell in clue.meant]


def _believed(reading: Reading) -> dict[str, list[float]]:
    """For each word that can be touched: green, black, beige for my partner."""
    table, belief = reading.table, reading.belief()
    cells = sorted(table.open[table.me], key=lambda cell: -belief[cell][GREEN])
    return {table.words[cell]: [round(share, 3) for share in belief[cell]] for cell in cells}


def _touch(
    reading: Reading, moves: Sequence[int], most: int
) -> tuple[int, list[tuple[int, float]]]:
    """The move, and every touch and the stop with its value."""
    table = reading.table
    belief = reading.belief()
    here = table.outlook()
    touches = [
        guesser.Touch(cell, belief[cell], table.own[cell] == GREEN) for cell in table.open[table.me]
    ]
    may_stop = any(kind_of(move) == codes.STOP for move in moves)
    if table.phase == SUDDEN_DEATH:
        cell = guesser.surest(touches)
        values = {touch.cell: touch.chances[GREEN] for touch in touches}
    else:
        values = {touch.cell: guesser.once(touch, here) for touch in touches}
        if may_stop:
            values[guesser.STOP] = guesser.stopped(touches, here)
        cell = guesser.touch_or_stop(touches, here, may_stop)
        if most < MOST and may_stop and table.given and table.guesses >= table.given[-1].number:
            cell = guesser.STOP
    found = {
        guesser.STOP if kind_of(move) == codes.STOP else int(a_of(move)): move for move in moves
    }
    rows = [(found[at], value) for at, value in values.items()]
    return found[cell], sorted(rows, key=lambda row: -row[1])


def ready(game: Game, known: Knowledge) -> bool:
    """Where both sides may act: does this seat go first? In sudden death it holds back while its
    partner is likely to have a surer word (CD-20.10). If neither is ready, either may go."""
    assert isinstance(game, Duet)
    table = Table(game, known)
    if table.phase != SUDDEN_DEATH or not table.greens():
        return True
    reading = Reading(table)
    belief = reading.belief()
    own = max((belief[cell][GREEN] for cell in table.open[table.me]), default=0.0)
    return own >= giver.first_touch(reading)
