"""Which clue to give (CD-20.4, CD-20.5): a word and the number of my words it is meant for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import exp, log
from typing import Final, NamedTuple

from konspira.games.duet.judge import judge
from konspira.games.duet.partner.outlook import Outlook, lost_or, winning
from konspira.games.duet.partner.reading import Reading, blended
from konspira.games.duet.rules.components import BEIGE, BLACK, GREEN

MOST: Final = 4  # words one clue is meant for
SHOWN: Final = 8  # clues that are kept to look at after the game
PLAIN: Final = 1.6  # the weakest link a person could read, in spreads
NOTHING: Final = 1.2  # as strong as this is the pull of no word at all


class Clue(NamedTuple):
    word: str
    number: int
    meant: tuple[int, ...]  # cells
    value: float  # the chance of winning


def ranked(reading: Reading) -> list[Clue]:
    """All clues worth giving, the best first; no secret but my own side is used."""
    table = reading.table
    open_cells = table.open[table.partner]
    greens = table.greens()
    blacks = [cell for cell in open_cells if table.own[cell] == BLACK]
    here = table.outlook()
    pull = _pull(reading)
    found: list[Clue] = []
    for word, links in zip(reading.known.clues, reading.known.board(table.words), strict=True):
        near = {cell: blended(links[cell], reading.blend) for cell in open_cells}
        for cell in blacks:  # by whichever source sees it nearest: the risk is the whole game
            near[cell] = max(near[cell], *links[cell])
        targets = sorted(greens, key=lambda cell: (-near[cell], cell))
        if near[targets[0]] < PLAIN:
            continue
        chances = _course(reading, near, pull, targets)
        for number in range(1, min(MOST, len(targets)) + 1):
            if near[targets[number - 1]] < PLAIN:
                break
            value = _value(here, chances[:number])
            found.append(Clue(word, number, tuple(targets[:number]), value))
    found.sort(key=lambda clue: (-clue.value, clue.word, clue.number))
    return found


def best(reading: Reading) -> Clue:
    """The best clue that the judge passes; where no word is known, any such clue for one word."""
    return daring(reading, MOST, 1)[0]


def daring(reading: Reading, most: int, wanted: int = SHOWN) -> list[Clue]:
    """The best clues that the judge passes, meant for at most so many words; at least one."""
    clues = [clue for clue in ranked(reading) if clue.number <= most]
    found = list(islice(valid(reading, clues), wanted))
    if found:
        return found
    meant = tuple(reading.table.greens()[:1])
    spare = [Clue(word, 1, meant, 0.0) for word in reading.known.clues]
    return [next(valid(reading, spare))]


def first_touch(reading: Reading) -> float:
    """How likely my partner's next touch is green for me, by all I have said so far."""
    pull = _pull(reading)
    own = reading.table.own
    draw = {cell: exp(pull[cell]) for cell in reading.table.open[reading.table.partner]}
    top = max(draw.values())
    likely = [cell for cell, weight in draw.items() if weight == top]
    return sum(own[cell] == GREEN for cell in likely) / len(likely)


def valid(reading: Reading, clues: Sequence[Clue]) -> Iterator[Clue]:
    """CD-18.7: those that the judge neither blocks nor doubts."""
    game = reading.table.game
    for clue in clues:
        found = judge(
            clue.word, clue.number, reading.table.visible, game.lang, game.level, game.relaxed
        )
        if found.verdict == "OK":
            yield clue


def _pull(reading: Reading) -> list[float]:
    """How much my earlier clues still draw my partner to each word, as a logarithm."""
    table = reading.table
    pull = [0.0] * len(table.words)
    for given in table.given:
        if given.giver == table.me:
            for cell, weights in enumerate(reading.spoken_of(given)):
                pull[cell] += log(weights[GREEN]) - log(weights[BEIGE])
    return pull


def _course(
    reading: Reading, near: dict[int, float], pull: Sequence[float], targets: Sequence[int]
) -> list[tuple[float, float, float]]:
    """For his first, second … touch the chances of green, black, beige, if all before were green:
    each word draws him by its nearness, and by what I said before."""
    own = reading.table.own
    draw = {cell: exp(value / reading.noise + 0.5 * pull[cell]) for cell, value in near.items()}
    sums = [0.0, 0.0, 0.0]
    for cell, weight in draw.items():
        sums[own[cell]] += weight
    # Where nothing draws him he touches any word.
    aimless = exp(NOTHING / reading.noise) / len(draw)
    counts = [sum(own[cell] == colour for cell in draw) for colour in range(3)]
    course: list[tuple[float, float, float]] = []
    for target in targets[:MOST]:
        weights = [sums[colour] + aimless * counts[colour] for colour in range(3)]
        total = sum(weights)
        course.append((weights[GREEN] / total, weights[BLACK] / total, weights[BEIGE] / total))
        sums[GREEN] = max(0.0, sums[GREEN] - draw[target])
        counts[GREEN] -= 1
    return course


def _value(here: Outlook, course: Sequence[tuple[float, float, float]]) -> float:
    """The chance of winning if he touches as often as the number says."""
    steps = [here]
    for _ in course:
        steps.append(steps[-1].found(True))
    value = winning(steps[-1].stopped(), False)
    for before, (green, _, beige) in zip(reversed(steps[:-1]), reversed(course), strict=True):
        value = green * value + beige * lost_or(before.missed(), False)
    return value
