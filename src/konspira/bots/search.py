"""Information-set Monte Carlo tree search, one for all games.

Each iteration draws a state that fits the seat's knowledge and plays it on. Every seat has a tree
of its own, whose edges are codes as that seat is told them: so nobody in the tree answers a move
it could not have seen, and seats that decide at once do not see each other. Chance is drawn anew
each time and makes no nodes, so that few iterations are not spread over many outcomes. Moves that
are legal only in some of the states are weighed by how often they were to be had.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import i64

from konspira.bots.comparing import all_but, hardly_matters, surely_worse
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY, SEVERAL
from konspira.engine.playable import Judge, Playable

CLOCK_EVERY: Final = 4  # iterations between two looks at the clock
ALIKE: Final = 2  # moves that do nearly the same, of which so many are looked at twice
ROUNDS: Final = 8  # of a fair comparison between two looks at who is worse
ENOUGH: Final = 24  # rounds, before it may be said that it hardly matters
ANY: Final = -1


class Node:
    """A move as one seat saw it: how often it was to be had, tried, and what came of it."""

    __slots__ = ("below", "had", "total", "tries")

    def __init__(self) -> None:
        self.below: dict[int, Node] = {}
        self.had: i64 = 0
        self.tries: i64 = 0
        self.total: float = 0.0

    def under(self, code: int) -> Node:
        found = self.below.get(code)
        if found is None:
            found = Node()
            self.below[code] = found
        return found

    def total_of(self, code: int) -> float:
        found = self.below.get(code)
        return 0.0 if found is None else found.total

    def mean(self) -> float:
        return self.total / float(self.tries) if self.tries else 0.0


class Search:
    """One seat's search from what it knows now."""

    def __init__(
        self,
        sampler: Any,
        tell: Callable[[int, int], int],
        seats: int,
        viewer: int,
        judge: Judge,
        exploration: float,
        urgency: float,
        alone: bool,
        luck: Stream,
    ) -> None:
        # The tree holds this seat's own decisions only; a good judge foresees the others' answers
        # better than a mean over many poor ones.
        self.alone = alone
        # A move not tried yet counts as its siblings' mean and this much more.
        self.urgency = urgency
        self.sampler = sampler
        self.tell = tell
        self.seats = seats
        self.viewer = viewer
        self.judge = judge
        self.exploration = exploration
        self.luck = luck
        self.few: set[int] = set()  # if not empty: the only first moves that are looked at
        self.least: i64 = 0  # how often each of these is tried before any is dropped
        self.roots: list[Node] = [Node() for _ in range(seats)]
        self.iterations: i64 = 0
        self.plies: i64 = 0  # decisions played in all iterations, tree and rollout

    def until(self, clock: Callable[[], float], end: float) -> None:
        """Iterate until the clock shows `end`, at least once; a second look ends as soon as no
        other move could be tried as often as the best."""
        begin = clock()
        while True:
            for _ in range(CLOCK_EVERY):
                self.iterate()
            now = clock()
            if now >= end or (self.few and self._settled((end - now) / max(now - begin, 1e-9))):
                return

    def _settled(self, left: float) -> bool:
        """`left`: how many times as long as so far this look may still take."""
        first: i64 = 0
        second: i64 = 0
        tried: i64 = 0
        for node in self.roots[self.viewer].below.values():
            tried += node.tries
            if node.tries > first:
                second = first
                first = node.tries
            elif node.tries > second:
                second = node.tries
        return float(first - second) > float(tried) * left

    def narrow(self, judge: Judge, most: int, behind: float, least: int) -> int:
        """A second look: at the best few of the first one alone, none of them worth much less than
        the best, by a judge who takes longer. How many they are."""
        means: list[tuple[float, int]] = []
        for move, found in self.roots[self.viewer].below.items():
            means.append((-found.mean(), move))
        means.sort()
        self.few = set()
        alike: dict[int, int] = {}
        for mean, move in means:
            if len(self.few) == most or mean - means[0][0] > behind:
                break
            kind = judge.alike(move)
            alike[kind] = alike.get(kind, 0) + 1
            if alike[kind] <= ALIKE:
                self.few.add(move)
        self.judge = judge
        self.least = least
        self.roots = [Node() for _ in range(self.seats)]
        return len(self.few)

    def _kept(self, moves: list[int]) -> list[int]:
        kept = [move for move in moves if move in self.few]
        return kept if kept else moves

    def times(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterate()

    def compare(self, spent: Callable[[], float]) -> None:
        """A fair second look: every round tries each of the few on the same state and with the same
        luck. The worse half is left out again and again, each time after as long a while, so that
        most is known of those who may be the best; whoever is surely worse is left out at once. It
        ends when one is left, when all is spent, or when it hardly matters any more."""
        values: dict[int, list[float]] = {move: [] for move in self.few}
        rounds = 0
        halvings = 1
        while (1 << halvings) < len(values):
            halvings += 1
        for halving in range(1, halvings + 1):
            kept = (len(self.few) + (1 << halving) - 1) >> halving
            while len(values) > kept and (
                rounds == 0 or spent() < float(halving) / float(halvings)
            ):
                self._round(values)
                rounds += 1
                if rounds % ROUNDS == 0:
                    for move in surely_worse(values):
                        del values[move]
                    if rounds >= ENOUGH and hardly_matters(values):
                        return
            for move in all_but(values, kept):
                del values[move]

    def _round(self, values: dict[int, list[float]]) -> None:
        root = self.roots[self.viewer]
        state: Playable = self.sampler.sample(self.luck)
        self.judge.begin()
        luck = self.luck.state
        for move, found in values.items():
            self.luck.state = luck
            self.judge.again()
            before = root.total_of(move)
            self._descend(state.clone(), move)
            found.append(root.total_of(move) - before)

    def iterate(self) -> None:
        self._descend(self.sampler.sample(self.luck), ANY)

    def _descend(self, state: Playable, first: int) -> None:
        """`first`: the move that is tried, if it is not the search's to choose."""
        nodes = list(self.roots)
        walked: list[Node] = []
        walkers: list[int] = []
        growing = True
        while growing:
            actor = state.actor()
            if actor == NOBODY:
                break
            if actor == CHANCE:
                state.apply(state.chance_pick(self.luck.below(state.chance_total())))
                continue
            seat = actor
            if actor == SEVERAL:
                seat = self._first(state)
                moves = state.moves(seat)
            else:
                moves = state.moves()
            if len(moves) == 0:  # an open text (a clue) is asked for: nothing to search here
                break
            if self.alone and seat != self.viewer:
                break
            node = nodes[seat]
            least: i64 = 0
            if node is self.roots[self.viewer] and self.few:
                moves = self._kept(moves)
                least = self.least
            if first != ANY:
                move = first
                first = ANY
                node.under(move).had += 1
            else:
                move = self._selected(node, moves, least)
            growing = node.below[move].tries > 0
            state.apply(move)
            self.plies += 1
            for viewer in range(self.seats):
                told = move if viewer == seat else self.tell(move, viewer)
                nodes[viewer] = nodes[viewer].under(told)
            walked.append(nodes[seat])
            walkers.append(seat)
        chances = self._rollout(state)
        for at in range(len(walked)):
            node = walked[at]
            node.tries += 1
            node.total += chances[walkers[at]]
        self.iterations += 1

    def _first(self, state: Playable) -> int:
        """Of several seats that decide at once: the searching one before the others."""
        first = state.moves()[0] & 15
        for move in state.moves():
            if move & 15 == self.viewer:
                return self.viewer
        return first

    def _selected(self, node: Node, moves: list[int], least: i64) -> int:
        """The best by the upper bound of what it may be worth."""
        below = node.below
        untried: i64 = 0
        tried: i64 = 0
        total = 0.0
        best = moves[0]
        highest = -1e9
        for move in moves:
            found = below.get(move)
            if found is None:
                found = Node()
                below[move] = found
            found.had += 1
            if found.tries == 0:
                untried += 1
                continue
            if found.tries < least:
                return move
            tried += found.tries
            total += found.total
            tries = float(found.tries)
            bound = found.total / tries + self.exploration * math.sqrt(
                math.log(float(found.had)) / tries
            )
            if bound > highest:
                highest = bound
                best = move
        if not untried:
            return best
        if tried and highest > total / float(tried) + self.urgency:
            return best
        ticket: i64 = self.luck.below(int(untried))
        for move in moves:
            if below[move].tries == 0:
                if ticket == 0:
                    return move
                ticket -= 1
        return best

    def _rollout(self, state: Playable) -> list[float]:
        """Each seat's chance to win, played out or judged."""
        judge = self.judge
        luck = self.luck
        plies = 0
        while True:
            actor = state.actor()
            if actor == CHANCE:
                state.apply(state.chance_pick(luck.below(state.chance_total())))
                continue
            if actor == NOBODY:
                break
            if judge.ripe(state, plies):
                self.plies += plies
                return judge.chances(state)
            moves = state.moves()
            if len(moves) == 0:
                break
            state.apply(judge.pick(state, moves, luck))
            plies += 1
        self.plies += plies
        return self._result(state)

    def _result(self, state: Playable) -> list[float]:
        result = [0.0] * self.seats
        outcome = state.outcome()
        if outcome is not None:
            for winner in outcome.winners:
                result[winner] = 1.0 / len(outcome.winners)
        return result

    def candidates(self, moves: list[int]) -> list[tuple[int, float, int]]:
        """The seat's moves with their mean and tries, most tried first."""
        return ranked(self.roots[self.viewer], moves)

    def foreseen(self) -> list[list[tuple[int, float, int]]]:
        """The best answer, move by move to the end of its compound, each with its candidates."""
        state: Playable = self.sampler.sample(self.luck)
        node = self.roots[self.viewer]
        found: list[list[tuple[int, float, int]]] = []
        while True:
            listed = ranked(node, state.moves(self.viewer))
            if not listed or listed[0][2] == 0:
                return found
            found.append(listed)
            state.apply(listed[0][0])
            if state.drafting() != self.viewer:
                return found
            node = node.below[listed[0][0]]


def ranked(node: Node, moves: list[int]) -> list[tuple[int, float, int]]:
    rows: list[tuple[int, float, int]] = []
    for move in moves:
        found = node.below.get(move)
        if found is None:
            rows.append((move, 0.0, 0))
        else:
            rows.append((move, found.mean(), int(found.tries)))
    rows.sort(key=lambda row: (-row[2], -row[1], row[0]))
    return rows
