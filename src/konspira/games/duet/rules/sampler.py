"""Draws states that fit a viewer's knowledge, exactly by the posterior of the contract.

Everything but the key is public, so a state that fits is the public table with a key that fits.
All keys that fit are equally likely (CD-3.5). Evidence: own colours, the colours that touches
showed, and the announcements of CD-9.1, those that came and those that did not: a side that has
not announced still has an uncovered green word.

Keys are counted in two parts. Cells somebody has touched (the head) are taken one by one; cells
nobody has touched (the tail) fall into groups whose cells are alike, which a formula counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from konspira.engine.chance import Stream
from konspira.engine.contract import BadText
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.box import Box, Options
from konspira.games.duet.rules.codes import CHANCE, HOUSE, a_of, actor_of, b_of, c_of, kind_of
from konspira.games.duet.rules.components import (
    ALL_PAIRS,
    CELLS,
    COLOUR_LETTERS,
    GREEN,
    HIDDEN,
    KEY_FIELD,
    PAIR_COUNTS,
    PAIRS,
    bit,
    colour_in,
)
from konspira.games.duet.rules.state import State

# Pairs that are green for A, and for B.
GREEN_PAIRS: Final = (0b000000111, 0b001001001)

CHOOSE: Final[list[list[int]]] = [[1]]
for _n in range(1, 26):
    _row = CHOOSE[_n - 1]
    CHOOSE.append([1, *[_row[_k - 1] + _row[_k] for _k in range(1, _n)], 1])


def seen_as(side: i64, colour: i64) -> i64:
    """The pairs in which this side sees this colour."""
    pairs: i64 = 0
    pair: i64 = 0
    while pair < PAIRS:
        if colour_in(pair, side) == colour:
            pairs |= bit(pair)
        pair += 1
    return pairs


def below(luck: Stream, n: i64) -> i64:
    """A uniform number below n, for n up to 2 to the 56th."""
    if n <= 1 << 28:
        return luck.below(n)
    whole = bit(56)
    limit = whole - whole % n
    while True:
        ticket: i64 = (luck.below(1 << 28) << 28) | luck.below(1 << 28)
        if ticket < limit:
            return ticket % n


class Evidence:
    """What a viewer knows of the key."""

    def __init__(self) -> None:
        # For each side the colour at each cell, or HIDDEN.
        self.colours: list[list[int]] = [[int(HIDDEN)] * 25, [int(HIDDEN)] * 25]
        self.touched: i64 = 0
        self.covered: i64 = 0
        self.dealt = False  # the whole key has been drawn
        self.over = False
        # For a finished side: what was covered when it announced, and its last word.
        self.finished: i64 = 0
        self.closed: list[int] = [0, 0]
        self.last: list[int] = [-1, -1]

    def finish(self, side: i64, last: i64) -> None:
        self.finished |= bit(side)
        self.closed[side] = int(self.covered)
        self.last[side] = int(last)

    def learn(self, told: Sequence[Sequence[int]]) -> None:
        last: i64 = -1
        for entry in told:
            for move in entry:
                kind = kind_of(move)
                if kind == codes.KEY:
                    cell = a_of(move)
                    self._see(0, cell, b_of(move))
                    self._see(1, cell, c_of(move))
                    if cell == CELLS - 1:
                        self.dealt = True
                elif kind == codes.SHOWN:
                    last = a_of(move)
                    self._see(1 - c_of(move), last, b_of(move))
                    self.touched |= bit(last)
                    if b_of(move) == GREEN:
                        self.covered |= bit(last)
                elif kind == codes.FINISHED:
                    self.finish(a_of(move), last)
                elif kind == codes.ENDED:
                    self.over = True

    def _see(self, side: i64, cell: i64, colour: i64) -> None:
        if colour != HIDDEN:
            self.colours[side][cell] = int(colour)

    def pairs_at(self, cell: i64) -> i64:
        """The pairs this cell can have."""
        pairs: i64 = ALL_PAIRS
        side: i64 = 0
        while side < 2:
            colour: i64 = self.colours[side][cell]
            if colour != HIDDEN:
                pairs &= seen_as(side, colour)
            if self.finished >> side & 1:
                closed: i64 = self.closed[side]
                green: i64 = GREEN_PAIRS[side]
                if not closed >> cell & 1:
                    pairs &= ~green
                elif self.last[side] == cell:
                    pairs &= green
            side += 1
        return pairs


class Keys:
    """All keys that fit, counted; one of them can be drawn."""

    def __init__(self, evidence: Evidence, cell: int = -1, only: int = 511) -> None:
        """With a cell: only the keys that have one of the pairs `only` there."""
        self.head: list[int] = []
        self.head_pairs: list[int] = []
        self.tail: list[int] = []
        self.tail_pairs: list[int] = []
        self.covered = evidence.covered
        # Sides that have not announced: they have an uncovered green word.
        self.unfinished: i64 = 0 if evidence.over else 3 & ~evidence.finished
        self.memory: dict[int, int] = {}
        for at in range(25):
            pairs = int(evidence.pairs_at(at))
            if at == cell:
                pairs &= only
            if at == cell or evidence.touched >> at & 1:
                self.head.append(at)
                self.head_pairs.append(pairs)
            else:
                self.tail.append(at)
                self.tail_pairs.append(pairs)
        # Groups of the tail: pairs allowed, and how many cells.
        self.groups: list[list[int]] = []
        for pairs in self.tail_pairs:
            for group in self.groups:
                if group[0] == pairs:
                    group[1] += 1
                    break
            else:
                self.groups.append([pairs, 1])
        full: i64 = 0
        for pair in range(9):
            full |= PAIR_COUNTS[pair] << (4 * pair)
        self.full = full
        self.total = self._ways(0, 0, full)

    def _ways(self, at: i64, met: i64, left: i64) -> i64:
        """In how many ways head cells from `at` on, and the tail, can be filled with what is left;
        `met`: sides with an uncovered green word already."""
        if at == len(self.head):
            return self._tail_ways(met, left)
        memo = int((at << 40) | (met << 36) | left)
        known = self.memory.get(memo)
        if known is not None:
            return known
        pairs: i64 = self.head_pairs[at]
        total: i64 = 0
        pair: i64 = 0
        while pair < PAIRS:
            if pairs >> pair & 1 and left >> (4 * pair) & 15:
                total += self._ways(at + 1, self._meets(at, met, pair), left - bit(4 * pair))
            pair += 1
        self.memory[memo] = int(total)
        return total

    def _meets(self, at: i64, met: i64, pair: i64) -> i64:
        if self.covered >> self.head[at] & 1:
            return met
        if colour_in(pair, 0) == GREEN:
            met |= 1
        if colour_in(pair, 1) == GREEN:
            met |= 2
        return met

    def _tail_ways(self, met: i64, left: i64) -> i64:
        pair: i64 = 0
        used: i64 = 0
        while pair < PAIRS:
            if left >> (4 * pair) & 15:
                met |= 1 if colour_in(pair, 0) == GREEN else 0
                met |= 2 if colour_in(pair, 1) == GREEN else 0
                used |= bit(pair)
            pair += 1
        if self.unfinished & ~met:
            return 0
        ways: i64 = 1
        for group in self.groups:
            size: i64 = group[1]
            pairs: i64 = group[0]
            used &= ~pairs
            pair = 0
            while pair < PAIRS:
                here = left >> (4 * pair) & 15
                if pairs >> pair & 1 and here:
                    if here > size:
                        return 0
                    ways *= CHOOSE[size][here]
                    size -= here
                pair += 1
            if size:
                return 0
        return 0 if used else ways

    def draw(self, luck: Stream) -> list[int]:
        """A key that fits, as the pair at each cell."""
        key = [0] * 25
        left = self.full
        met: i64 = 0
        at: i64 = 0
        total = self.total
        while at < len(self.head):
            ticket = below(luck, total)
            pairs: i64 = self.head_pairs[at]
            pair: i64 = 0
            while True:
                if pairs >> pair & 1 and left >> (4 * pair) & 15:
                    after = left - bit(4 * pair)
                    total = self._ways(at + 1, self._meets(at, met, pair), after)
                    if ticket < total:
                        break
                    ticket -= total
                pair += 1
            met = self._meets(at, met, pair)
            left -= bit(4 * pair)
            key[self.head[at]] = int(pair)
            at += 1
        for place in range(len(self.tail)):
            pair = drawn_pair(luck, left, self.tail_pairs[place])
            left -= bit(4 * pair)
            key[self.tail[place]] = int(pair)
        return key


def drawn_pair(luck: Stream, left: i64, pairs: i64) -> i64:
    """One of these pairs, by what is left of each."""
    total: i64 = 0
    pair: i64 = 0
    while pair < PAIRS:
        if pairs >> pair & 1:
            total += left >> (4 * pair) & 15
        pair += 1
    ticket: i64 = luck.below(int(total))
    pair = 0
    while True:
        if pairs >> pair & 1:
            here = left >> (4 * pair) & 15
            if ticket < here:
                return pair
            ticket -= here
        pair += 1


class Sampler:
    """States that fit what a viewer was told."""

    def __init__(
        self,
        box: Box,
        options: Options,
        told: Sequence[Sequence[int]],
        evidence: Evidence,
    ) -> None:
        """`evidence` is what the viewer knew of the key before the first code told."""
        self.box = box
        self.options = options
        self.moves: list[int] = []
        for entry in told:
            for move in entry:
                if actor_of(move) != HOUSE:
                    self.moves.append(move)
        self.base: State | None = None  # set by the game if play began from a position
        self.base_text = ""
        evidence.learn(told)
        self.evidence = evidence
        self.keys: Keys | None = None
        if evidence.dealt:
            self.keys = Keys(evidence)
            if self.keys.total == 0:
                raise BadText("no key fits this knowledge")
        self.template: State | None = None

    def key(self, luck: Stream) -> list[int]:
        """A key that fits, as the pair at each cell."""
        keys = self.keys
        if keys is not None:
            return keys.draw(luck)
        # In the middle of the deal nothing has been touched: what is left says it all.
        key: list[int] = []
        left: i64 = 0
        for pair in range(9):
            left |= PAIR_COUNTS[pair] << (4 * pair)
        for cell in range(25):
            pair = int(drawn_pair(luck, left, self.evidence.pairs_at(cell)))
            left -= bit(4 * pair)
            key.append(pair)
        return key

    def belief(self, side: int) -> list[list[int]]:
        """For each cell the number of fitting keys in which it is green, black, beige there."""
        beliefs: list[list[int]] = []
        for cell in range(25):
            counts: list[int] = []
            for colour in range(3):
                pairs = int(seen_as(side, colour) & self.evidence.pairs_at(cell))
                counts.append(int(Keys(self.evidence, cell, pairs).total) if pairs else 0)
            beliefs.append(counts)
        return beliefs

    def sample(self, luck: Stream) -> State:
        """A state that fits. The first is played through; the others change the key."""
        template = self.template
        if template is None:
            template = self._played(luck)
            self.template = template
        state = template.clone()
        state.past = None
        paint(state, self.key(luck))
        return state

    def story(self, luck: Stream) -> tuple[str, list[int]]:
        """A whole game that fits: its base text and its codes."""
        key = self.key(luck)
        return filled_text(self.base_text, key), self.filled(key)

    def _played(self, luck: Stream) -> State:
        base = self.base
        state = State(self.box, self.options) if base is None else base.clone()
        if base is None:
            state.start(0)
        for move in self.filled(self.key(luck)):
            state.apply(move)
        return state

    def filled(self, key: list[int]) -> list[int]:
        """The told codes, with this key where they are silent."""
        moves: list[int] = []
        for move in self.moves:
            if kind_of(move) == codes.KEY:
                pair = key[a_of(move)]
                first, second = colour_in(pair, 0), colour_in(pair, 1)
                moves.append(int(codes.code(CHANCE, codes.KEY, a_of(move), first, second)))
            else:
                moves.append(move)
        return moves


def filled_text(text: str, key: list[int]) -> str:
    """A position text with this key where it is silent."""
    if not text:
        return ""
    fields = text.split(" ")
    for side in range(2):
        letters = ""
        for cell in range(25):
            letters += COLOUR_LETTERS[colour_in(key[cell], side)]
        fields[KEY_FIELD + side] = letters
    return " ".join(fields)


def paint(state: State, key: list[int]) -> None:
    """Put a key under the public table."""
    cell: i64 = 0
    while cell < state.drawn:
        pair: i64 = key[cell]
        state.paint(cell, colour_in(pair, 0), colour_in(pair, 1))
        cell += 1
