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
        return _clue(game, reading)
    return _touch(reading, moves)


def _clue(game: Duet, reading: Reading) -> int:
    best = giver.best(reading)
    return game.read(f"clue {best.word} {best.number}", reading.table.me)


def _touch(reading: Reading, moves: Sequence[int]) -> int:
    table = reading.table
    belief = reading.belief()
    touches = [
        guesser.Touch(cell, belief[cell], table.own[cell] == GREEN) for cell in table.open[table.me]
    ]
    if table.phase == SUDDEN_DEATH:
        cell = guesser.surest(touches)
    else:
        may_stop = any(kind_of(move) == codes.STOP for move in moves)
        cell = guesser.touch_or_stop(touches, table.outlook(), may_stop)
    kind = codes.STOP if cell == guesser.STOP else codes.TOUCH
    return next(
        move for move in moves if kind_of(move) == kind and (cell < 0 or a_of(move) == cell)
    )


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


def explained(game: Game, known: Knowledge, move: int) -> dict[str, object]:
    """CD-20.14, for after the game: the words a clue was meant for, or what was believed of a
    touched word. `known` is what the seat knew when it moved."""
    assert isinstance(game, Duet)
    reading = Reading(Table(game, known))
    if kind_of(move) == codes.CLUE:
        best = giver.best(reading)
        return {"meant": [reading.table.words[cell] for cell in best.meant]}
    if kind_of(move) != codes.TOUCH:
        return {}
    green, black, beige = reading.belief()[a_of(move)]
    return {"green": green, "black": black, "beige": beige}
