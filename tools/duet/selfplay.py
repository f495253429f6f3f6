"""Two computers play Duet with each other; prints how well (CD-20.13).

    python -m tools.duet.selfplay [--lang en] [--games 100] [--mission NAME] [--seed S] [--unlike]

`--unlike`: one partner links words by running text, the other by the dictionary, and each takes the
other to be like itself until it learns better.
"""

from __future__ import annotations

import argparse
from collections import Counter

from konspira.engine.contract import SEVERAL
from konspira.engine.knowledge import Knowledge, knowledge
from konspira.games.duet import Duet
from konspira.games.duet.partner import giver
from konspira.games.duet.partner.meaning import Strength
from konspira.games.duet.partner.reading import MINDS, Mind, Reading
from konspira.games.duet.partner.table import Table
from konspira.games.duet.play import chosen, ready
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, kind_of
from konspira.games.duet.rules.components import GREEN
from konspira.games.duet.rules.position import CLUE, FIRST_CLUE
from konspira.games.duet.rules.state import State

Minds = dict[Mind, float]


def leaning(blend: Strength) -> Minds:
    """The usual minds, but nearly sure of one blend: what is not shared must be learned."""
    return {mind: share * (20 if mind.blend == blend else 1) for mind, share in MINDS.items()}


TEXT, WORDS = leaning((1.0, 0.0)), leaning((0.0, 1.0))


class Tally:
    """Sums over all games."""

    def __init__(self) -> None:
        self.endings: Counter[str] = Counter()
        self.turns = 0
        self.agents = 0
        self.found = 0  # in turns, sudden death not counted
        self.meant = 0
        self.clues = 0
        self.met = 0  # meant words that were touched in the same turn
        self.first = 0
        self.refused = 0
        self.judged = 0


def played(game: Duet, seed: str, minds: tuple[Minds, Minds], tally: Tally) -> None:
    state = game.start(seed)
    meant: tuple[int, ...] = ()
    while state.outcome() is None:
        seat = _next(game, state)
        known = knowledge(game, state, seat)
        if state.phase in (FIRST_CLUE, CLUE):
            clue = _given(game, known, minds[seat], tally)
            meant = clue.meant
            move = game.read(f"clue {clue.word} {clue.number}", seat)
        else:
            move = chosen(game, known, state.moves(seat), minds[seat])
        if kind_of(move) == codes.TOUCH and not state.sudden:
            cell = int(a_of(move))
            green = state.colour(1 - seat, cell) == GREEN
            tally.found += green
            tally.met += green and cell in meant
            if not state.guesses:
                tally.first += green
        state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    tally.endings[outcome.how.name] += 1
    tally.turns += len(state.clues)


def _next(game: Duet, state: State) -> int:
    if state.actor() != SEVERAL:
        return state.actor()
    for seat in (0, 1):
        if ready(game, knowledge(game, state, seat)):
            return seat
    return 0


def _given(game: Duet, known: Knowledge, minds: Minds, tally: Tally) -> giver.Clue:
    """The clue that `chosen` would give, with what was thrown away before it."""
    reading = Reading(Table(game, known), minds)
    ranked = giver.ranked(reading)
    best = next(giver.valid(reading, ranked), None) or giver.best(reading)
    before = ranked.index(best) if best in ranked else len(ranked)
    tally.refused += before
    tally.judged += before + 1
    tally.clues += 1
    tally.meant += best.number
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--mission")
    parser.add_argument("--seed", default="selfplay")
    parser.add_argument("--unlike", action="store_true")
    options = parser.parse_args()
    game = Duet(lang=options.lang, mission=options.mission)
    tally = Tally()
    for number in range(options.games):
        minds = (TEXT, WORDS) if options.unlike else (MINDS, MINDS)
        if number % 2:
            minds = (minds[1], minds[0])
        played(game, f"{options.seed} {number}", minds, tally)
    games, clues = options.games, tally.clues
    won = tally.endings["VICTORY"]
    how = ", ".join(f"{name} {count}" for name, count in tally.endings.most_common())
    print(f"{options.lang}{' unlike' if options.unlike else ''}: won {won} of {games} ({how})")
    print(
        f"  turns a game {tally.turns / games:.1f}, agents a clue {tally.found / clues:.2f}, "
        f"meant a clue {tally.meant / clues:.2f}, meant words found {tally.met / tally.meant:.0%}, "
        f"first touch right {tally.first / clues:.0%}, refused by the judge "
        f"{tally.refused / tally.judged:.0%}"
    )


if __name__ == "__main__":
    main()
