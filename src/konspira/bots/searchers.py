"""Players that search. The plain one is a measuring stick: it has nothing learned, and believes
nothing but the posterior. Its rollouts go on at random to the end, or, where a game has a `plain`
module, to the next turn, which is judged by hand-made weights.

The strong one is the same search with what a game brings to it in its `master` module: a judge of
tables, and states drawn as often as they are believed.

Where a game has a second judge, who sees more and takes longer, both players look twice: first at
all moves, then by that judge at the best few.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from konspira.bots.players import Budget, Candidate, Choice
from konspira.bots.search import Search
from konspira.engine.chance import Stream
from konspira.engine.contract import Game, Luck
from konspira.engine.knowledge import Knowledge
from konspira.engine.playable import Judge, SecondLook
from konspira.games.kyoto import master as kyoto
from konspira.games.kyoto import plain as kyoto_plain
from konspira.games.rogue import master as rogue

PLAIN_EXPLORATION: Final = 0.1  # by the grid of tools/tune_ismcts.py
EVERY: Final = 1e9  # every move is tried once before any is tried twice
FIRST_LOOK: Final = 0.3  # of the time, where there is a second one
LEAST: Final = 8  # times each move is tried then: one bad draw says little


class Brought(Protocol):
    """What a game's `master` module has."""

    EXPLORATION: float
    URGENCY: float
    ALONE: bool  # the tree holds the own decisions only

    def judge(self, game: Any) -> Judge: ...

    def second_look(
        self, game: Any, worlds: Any, seconds: float, luck: Stream
    ) -> SecondLook | None:
        """Who looks again, if anybody; the more time, the further."""

    def at_once(self, game: Any, known: Knowledge, moves: Sequence[int], luck: Luck) -> int | None:
        """A move that needs no search, if this is the moment for one."""

    def worlds(self, game: Any, known: Knowledge, luck: Luck) -> Any:
        """Something with `sample(luck)`: states that fit, as often as they are believed."""

    def believed(self, game: Any, known: Knowledge, worlds: Any) -> dict[str, object]:
        """What it believes, as plain values."""


MASTERS: Final[dict[str, Any]] = {"kyoto": kyoto, "rogue": rogue}
PLAIN: Final[dict[str, Any]] = {"kyoto": kyoto_plain}


def judge_of(game: Game) -> Judge | None:
    """The judge of tables of this game, if it has one."""
    brought: Brought | None = MASTERS.get(game.key)
    return None if brought is None else brought.judge(game)


def master(
    game: Game, known: Knowledge, moves: Sequence[int], luck: Luck, budget: Budget
) -> Choice:
    """Information-set search with belief and judgement."""
    if len(moves) == 1:
        return Choice(moves[0])
    end = budget.clock() + budget.seconds
    brought: Brought = MASTERS[game.key]
    move = brought.at_once(game, known, moves, luck)
    if move is not None:
        return Choice(move)
    worlds = brought.worlds(game, known, luck)
    found = searched(
        game,
        known,
        worlds,
        brought.judge(game),
        brought.second_look(game, worlds, _seconds(budget), Stream(luck.below(1 << 30))),
        brought.EXPLORATION,
        brought.URGENCY,
        brought.ALONE,
        luck,
        budget,
        end,
        True,
    )
    belief = brought.believed(game, known, worlds)
    return Choice(found.move, found.candidates, belief, found.rest)


def plain(game: Game, known: Knowledge, moves: Sequence[int], luck: Luck, budget: Budget) -> Choice:
    """Information-set search, with what can be had without learning."""
    if len(moves) == 1:
        return Choice(moves[0])
    end = budget.clock() + budget.seconds
    sampler = game.sampler(known)
    brought = PLAIN.get(game.key)
    judge, second = Judge(), None
    if brought is not None:
        judge = brought.judge(game)
        second = brought.second_look(game, _seconds(budget), Stream(luck.below(1 << 30)))
    # A judge sees what the others can do next; random rollouts have to find it in the tree.
    alone = brought is not None
    return searched(
        game,
        known,
        sampler,
        judge,
        second,
        PLAIN_EXPLORATION,
        EVERY,
        alone,
        luck,
        budget,
        end,
        False,
    )


def searched(
    game: Game,
    known: Knowledge,
    sampler: Any,
    judge: Judge,
    second: SecondLook | None,
    exploration: float,
    urgency: float,
    alone: bool,
    luck: Luck,
    budget: Budget,
    end: float,
    fair: bool,
) -> Choice:
    """The most tried move, with all that were weighed. `fair`: those that are looked at twice are
    tried on the same states."""
    stream = Stream(luck.below(1 << 30))
    search = Search(
        sampler, game.tell, game.seats, known.viewer, judge, exploration, urgency, alone, stream
    )
    if second is None:
        _iterate(search, budget, 1.0, end)
    else:
        begin = budget.clock()
        _iterate(search, budget, FIRST_LOOK, begin + min(second.first, FIRST_LOOK * (end - begin)))
        if search.narrow(second.judge, second.few, second.behind, LEAST) == 1:
            search.times(1)  # nothing is left to choose
        elif fair:
            search.compare(_spent(search, budget, 1.0 - FIRST_LOOK, end))
        else:
            _iterate(search, budget, 1.0 - FIRST_LOOK, end)
    choices: list[Choice] = []
    for rows in search.foreseen():
        weighed = [Candidate(move, mean, tries) for move, mean, tries in rows if tries]
        choices.append(Choice(rows[0][0], weighed))
    first = choices[0]
    return Choice(first.move, first.candidates, {}, choices[1:])


def _seconds(budget: Budget) -> float:
    """Who counts iterations has none, so that they are the same on any machine."""
    return 0.0 if budget.iterations else budget.seconds


def _iterate(search: Search, budget: Budget, share: float, end: float) -> None:
    if budget.iterations:
        search.times(max(1, int(budget.iterations * share)))
    else:
        search.until(budget.clock, end)


def _spent(search: Search, budget: Budget, share: float, end: float) -> Callable[[], float]:
    """The part of the budget that is spent, from now on."""
    begin, clock = budget.clock(), budget.clock
    if budget.iterations:
        first, whole = search.iterations, max(1, int(budget.iterations * share))
        return lambda: (search.iterations - first) / whole
    whole_time = max(end - begin, 1e-9)
    return lambda: (clock() - begin) / whole_time
