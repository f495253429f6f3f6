"""Which cards a side can hold.

A filter over hands, forward through everything that happened to a side's cards. Cards that were
never in hand are alike to the viewer (Tomoyo's bottoms too: which of two unseen cards goes under
the deck says nothing), so they are drawn last, from what is left.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.engine.chance import Stream
from konspira.games.kyoto.rules.board import Board
from konspira.games.kyoto.rules.components import (
    JOKER,
    LOCATION,
    bit,
    locations_in,
)
from konspira.games.kyoto.rules.evidence import (
    BACK,
    DRAW,
    LAID,
    PLAYED,
    SET_ASIDE,
    SHOWN_HAND,
    SPRUNG,
    WAS_NOT_STUCK,
    Proof,
    Side,
)
from konspira.games.kyoto.rules.weighed import chosen

# A filter's key: five counts of six bits, then the marks in play, then classes of proofs.
HAND: Final[i64] = (1 << 30) - 1
MARKS_AT: Final[i64] = 30
CLASS_AT: Final[i64] = 54
MARKS: Final[i64] = (1 << 24) - 1
FOUR_COLOURS: Final = 0x82082  # two of each colour: every choice of marks


def _marks_in(way: i64) -> i64:
    """The marks of a way as a packed pile of location cards."""
    marks = way & MARKS
    pile: i64 = 0
    while marks:
        if marks & 7:
            pile += bit(6 * ((marks & 7) - 1))
        marks >>= 3
    return pile


def _put_mark(way: i64, first: i64, second: i64) -> i64:
    """Marks into the first free Decoy slot."""
    slot: i64 = 0
    while way >> (6 * slot) & 63:
        slot += 1
    return way | ((first | (second << 3)) << (6 * slot))


def _use_mark(way: i64, slot: i64, colour: i64) -> i64:
    """The way after a mark of this colour was used from a Decoy, or -1 if it is not there."""
    marks = way & MARKS
    here = marks >> (6 * slot) & 63
    if here & 7 == colour + 1:
        left = here >> 3
    elif here >> 3 == colour + 1:
        left = here & 7
    else:
        return -1
    below = marks & (bit(6 * slot) - 1)
    above = marks >> (6 * slot + 6)
    if left:
        marks = below | (left << (6 * slot)) | (above << (6 * slot + 6))
    else:
        marks = below | (above << (6 * slot))
    return (way & ~MARKS) | marks


def _choices(hand: i64, marks: i64) -> list[int]:
    """The Decoys (first | second << 3) that this hand could lay with so many marks."""
    found: list[int] = []
    first: i64 = 0
    while first < 4:
        held = hand >> (6 * first) & 63
        if held:
            if marks == 1:
                found.append(int(first + 1))
            else:
                second = first
                while second < 4:
                    if (hand >> (6 * second) & 63) > (1 if second == first else 0):
                        found.append(int(first + 1) | (int(second + 1) << 3))
                    second += 1
        first += 1
    return found


class Hands:
    """All hands of n cards of five kinds, numbered, with what a card more or less makes of them."""

    def __init__(self) -> None:
        self.packed: list[list[int]] = [[0]]
        self.index: dict[int, int] = {0: 0}
        self.more: list[list[int]] = []
        self.less: list[list[int]] = [[-1] * 5]

    def reach(self, n: int) -> None:
        """Know the hands of up to n cards."""
        while len(self.packed) <= n:
            smaller = self.packed[len(self.packed) - 1]
            larger: list[int] = []
            more: list[int] = []
            for hand in smaller:
                for card in range(5):
                    grown = hand + (1 << (6 * card))
                    if grown not in self.index:
                        self.index[grown] = len(larger)
                        larger.append(grown)
                    more.append(self.index[grown])
            less = [-1] * (5 * len(larger))
            for at in range(len(smaller)):
                for card in range(5):
                    less[5 * more[5 * at + card] + card] = at
            self.more.append(more)
            self.less.append(less)
            self.packed.append(larger)


HANDS: Final = Hands()


class Layer:
    """Weights of all hands of n cards, for each way the marks and proofs can have gone."""

    def __init__(self, n: int, ways: list[int]) -> None:
        HANDS.reach(n)
        self.n = n
        self.ways = ways
        self.width = len(HANDS.packed[n])
        self.weights: list[float] = [0.0] * (len(ways) * self.width)

    def weight(self, key: i64) -> float:
        """The weight of a key: a hand, and the way above it."""
        way = int(key >> MARKS_AT)
        if way not in self.ways:
            return 0.0
        hand = int(key & HAND)
        return self.weights[self.ways.index(way) * self.width + HANDS.index[hand]]


class Filter:
    """All ways one kind of a side's cards can have gone, layer by layer.

    A way is the marks in play (four Decoys of six bits), and above them two bits for each live
    proof: what the locations left for the tactics to prove.
    """

    def __init__(
        self, total: int, shift: int, kind: int, known: Side, needs: list[int] | None
    ) -> None:
        # `needs` (tactics only): for each live proof, what the locations left to prove.
        self.kind = kind
        self.shift: i64 = shift  # where this kind's counts begin in a packed pile
        self.known = known
        self.needs = needs
        self.live: list[int] = []
        for at, proof in enumerate(known.proofs):
            if proof.live:
                self.live.append(at)
        first = Layer(0, [0])
        first.weights[0] = 1.0
        self.layers: list[Layer] = [first]
        self.steps: list[tuple[int, int, int]] = []
        self.free: list[int] = []  # before each step: cards not out in the open, packed
        self.rest: i64 = total
        for step in known.cards:
            if self._concerns(step):
                self._forward(step)

    def _concerns(self, step: tuple[int, int, int]) -> bool:
        what, first, _ = step
        if what == DRAW:
            return first == self.kind
        if what == PLAYED or what == BACK or what == SET_ASIDE:
            return (first < 5) == (self.kind == LOCATION)
        if what == LAID or what == SPRUNG:
            return self.kind == LOCATION
        if what == WAS_NOT_STUCK:
            return self.known.proofs[first].live
        return True

    def _forward(self, step: tuple[int, int, int]) -> None:
        what, value, third = step
        before = self.last()
        self.steps.append(step)
        self.free.append(int(self.rest))
        if what == DRAW:
            after = self._draw(before)
        elif what == PLAYED:
            card = value if value < 5 else value - 5
            after = self._shift(before, -1, card)
            self.rest -= bit(6 * card)
        elif what == BACK:
            card = value if value < 5 else value - 5
            after = self._shift(before, 1, card)
            self.rest += bit(6 * card)
        elif what == SET_ASIDE:
            after = self._set_aside(before, value)
            self.rest -= bit(6 * value)
        elif what == LAID:
            after = self._lay(before, value)
        elif what == SPRUNG:
            after = self._spring(before, value, third)
            self.rest -= bit(6 * third)
        elif what == SHOWN_HAND:
            after = self._show(before, (value >> self.shift) & HAND)
        else:
            after = self._prove(before, value)
        self.layers.append(after)

    def _draw(self, before: Layer) -> Layer:
        """Chance draws one of the cards that are left."""
        after = Layer(before.n + 1, before.ways)
        hands = HANDS.packed[before.n]
        more = HANDS.more[before.n]
        width: i64 = before.width
        weights = before.weights
        grown = after.weights
        at: i64 = 0
        row: i64 = 0
        for way in before.ways:
            base = self.rest - _marks_in(way)
            hand: i64 = 0
            while hand < width:
                weight = weights[at]
                if weight > 0.0:
                    pool = base - hands[hand]
                    share = weight / float(locations_in(pool))
                    place = 5 * hand
                    while pool:
                        held = pool & 63
                        if held:
                            to = row + more[place]
                            grown[to] = grown[to] + share * float(held)
                        pool >>= 6
                        place += 1
                at += 1
                hand += 1
            row += after.width
        return after

    def _shift(self, before: Layer, by: int, card: i64) -> Layer:
        """A known card leaves the hand, or comes back."""
        after = Layer(before.n + by, before.ways)
        table = HANDS.more[before.n] if by > 0 else HANDS.less[before.n]
        width: i64 = before.width
        for way in range(len(before.ways)):
            hand: i64 = 0
            while hand < width:
                weight = before.weights[way * width + hand]
                if weight > 0.0:
                    to: i64 = table[5 * hand + card]
                    if to >= 0:
                        after.weights[way * after.width + to] = weight
                hand += 1
        return after

    def _set_aside(self, before: Layer, card: i64) -> Layer:
        """SK-9.7: a card of this colour was left in the deck."""
        after = Layer(before.n, before.ways)
        hands = HANDS.packed[before.n]
        for at, weight in enumerate(before.weights):
            if weight > 0.0:
                way = before.ways[at // before.width]
                pool = self.rest - hands[at % before.width] - _marks_in(way)
                if pool >> (6 * card) & 63:
                    after.weights[at] = weight
        return after

    def _lay(self, before: Layer, marks: int) -> Layer:
        """A Decoy with its marks, each choice alike."""
        ways: list[int] = []
        kinds = _choices(FOUR_COLOURS, marks)
        for way in before.ways:
            for kind in kinds:
                ways.append(int(_put_mark(way, kind & 7, kind >> 3)))
        after = Layer(before.n - marks, ways)
        hands = HANDS.packed[before.n]
        for at, weight in enumerate(before.weights):
            if weight > 0.0:
                hand = hands[at % before.width]
                choices = _choices(hand, marks)
                for kind in choices:
                    left = hand - (1 << (6 * ((kind & 7) - 1)))
                    if kind >> 3:
                        left -= 1 << (6 * ((kind >> 3) - 1))
                    way = (at // before.width) * len(kinds) + kinds.index(kind)
                    to = way * after.width + HANDS.index[left]
                    after.weights[to] = after.weights[to] + weight / len(choices)
        return after

    def _spring(self, before: Layer, slot: i64, colour: i64) -> Layer:
        ways: list[int] = []
        become: list[int] = []
        for way in before.ways:
            used = int(_use_mark(way, slot, colour))
            if used < 0:
                become.append(-1)
            else:
                if used not in ways:
                    ways.append(used)
                become.append(ways.index(used))
        after = Layer(before.n, ways)
        for at, weight in enumerate(before.weights):
            way = become[at // before.width]
            if weight > 0.0 and way >= 0:
                to = way * after.width + at % before.width
                after.weights[to] = after.weights[to] + weight
        return after

    def _show(self, before: Layer, shown: i64) -> Layer:
        after = Layer(before.n, before.ways)
        at = HANDS.index[int(shown)]
        while at < len(before.weights):
            after.weights[at] = before.weights[at]
            at += before.width
        return after

    def _class(self, hand: i64, proof: Proof) -> i64:
        """0: the locations in hand prove it; 1: a Decoy would; 2: neither."""
        card: i64 = 0
        coloured = False
        while card < 5:
            if hand >> (6 * card) & 63:
                if proof.locations >> card & 1:
                    return 0
                if card < JOKER:
                    coloured = True
            card += 1
        return 1 if coloured and proof.decoy else 2

    def _proven(self, hand: i64, proof: Proof, need: i64) -> bool:
        if need == 0:
            return True
        card: i64 = 0
        while card < 5:
            if hand >> (6 * card) & 63:
                if proof.tactics >> card & 1:
                    return True
                if card == 4 and need == 1:
                    return True
            card += 1
        return False

    def _prove(self, before: Layer, at_proof: int) -> Layer:
        """Locations: note what they leave to prove. Tactics: prove it."""
        proof = self.known.proofs[at_proof]
        rank = self.live.index(at_proof)
        hands = HANDS.packed[before.n]
        needs = self.needs
        if needs is not None:
            after = Layer(before.n, before.ways)
            for at, weight in enumerate(before.weights):
                if weight > 0.0 and self._proven(hands[at % before.width], proof, needs[rank]):
                    after.weights[at] = weight
            return after
        ways: list[int] = []
        for way in before.ways:
            for left in range(3):
                ways.append(way | (left << (24 + 2 * rank)))
        after = Layer(before.n, ways)
        for at, weight in enumerate(before.weights):
            if weight > 0.0:
                hand = at % before.width
                way = 3 * (at // before.width) + int(self._class(hands[hand], proof))
                after.weights[way * after.width + hand] = weight
        return after

    def last(self) -> Layer:
        return self.layers[len(self.layers) - 1]

    def ends(self) -> tuple[list[int], list[float]]:
        """The keys that are possible now, with their weights."""
        layer = self.last()
        hands = HANDS.packed[layer.n]
        keys: list[int] = []
        weights: list[float] = []
        for at, weight in enumerate(layer.weights):
            if weight > 0.0:
                way = layer.ways[at // layer.width]
                keys.append(hands[at % layer.width] | (way << int(MARKS_AT)))
                weights.append(weight)
        return keys, weights

    def pool(self, key: i64) -> i64:
        """What is neither in the open nor in hand nor a mark, at the end."""
        return self.rest - (key & HAND) - _marks_in(key >> MARKS_AT)

    def backward(self, end: int, luck: Stream) -> tuple[list[int], list[int]]:
        """The cards drawn and the Decoys laid, first to last, on a way that ends here."""
        drawn: list[int] = []
        laid: list[int] = []
        key: i64 = end
        at = len(self.steps) - 1
        while at >= 0:
            what, value, third = self.steps[at]
            before = self.layers[at]
            if what == DRAW:
                key, card = self._undraw(key, before, self.free[at], luck)
                drawn.append(card)
            elif what == PLAYED:
                key += bit(6 * (value if value < 5 else value - 5))
            elif what == BACK:
                key -= bit(6 * (value if value < 5 else value - 5))
            elif what == LAID:
                key, marks = self._unlay(key)
                laid.append(marks)
            elif what == SPRUNG:
                key = self._unspring(key, before, value, third, luck)
            elif what == WAS_NOT_STUCK and self.kind == LOCATION:
                key &= ~(bit(CLASS_AT + 2 * self.live.index(value)) * 3)
            at -= 1
        drawn.reverse()
        laid.reverse()
        return drawn, laid

    def _undraw(self, key: i64, before: Layer, free: i64, luck: Stream) -> tuple[int, int]:
        weights = [0.0] * 5
        for card in range(5):
            if (key >> (6 * card)) & 63:
                earlier = int(key - bit(6 * card))
                pool = free - (earlier & HAND) - _marks_in(earlier >> MARKS_AT)
                weights[card] = before.weight(earlier) * float(pool >> (6 * card) & 63)
        card = chosen(weights, luck)
        return int(key - bit(6 * card)), card

    def _unlay(self, key: i64) -> tuple[int, int]:
        """The newest Decoy is the last one in play."""
        slot: i64 = 0
        while slot < 3 and key >> (MARKS_AT + 6 * (slot + 1)) & 63:
            slot += 1
        marks = key >> (MARKS_AT + 6 * slot) & 63
        earlier = key & ~(bit(MARKS_AT + 6 * slot) * 63)
        earlier += bit(6 * ((marks & 7) - 1))
        if marks >> 3:
            earlier += bit(6 * ((marks >> 3) - 1))
        return int(earlier), int(marks)

    def _unspring(self, key: i64, before: Layer, slot: i64, colour: i64, luck: Stream) -> i64:
        """The mark may have lain alone, or first or second beside the one that is left."""
        found: list[int] = []
        weights: list[float] = []
        for way in before.ways:
            if _use_mark(way, slot, colour) == key >> MARKS_AT:
                earlier = int((key & HAND) | (way << MARKS_AT))
                found.append(earlier)
                weights.append(before.weight(earlier))
        return found[chosen(weights, luck)]


class Cards:
    """The cards of one side: locations first, tactics given what they left to prove."""

    def __init__(self, board: Board, known: Side) -> None:
        self.known = known
        decks = int(board.decks)
        self.tactics_total = decks >> 30
        self.locations = Filter(decks & int(HAND), 0, 0, known, None)
        keys, weights = self.locations.ends()
        self.keys = keys
        self.weights: list[float] = []
        self.tactics: dict[int, Filter] = {}
        self.tactics_keys: dict[int, list[int]] = {}
        self.tactics_weights: dict[int, list[float]] = {}
        self.tactics_totals: dict[int, float] = {}
        for at, key in enumerate(keys):
            needs = key >> int(CLASS_AT)
            if needs not in self.tactics:
                self._prove(needs)
            self.weights.append(weights[at] * self.tactics_totals[needs])

    def _prove(self, needs: int) -> None:
        wanted: list[int] = []
        for rank in range(len(self.locations.live)):
            wanted.append(needs >> (2 * rank) & 3)
        found = Filter(self.tactics_total, 30, 1, self.known, wanted)
        self.tactics[needs] = found
        keys, weights = found.ends()
        self.tactics_keys[needs] = keys
        self.tactics_weights[needs] = weights
        total = 0.0
        for weight in weights:
            total += weight
        self.tactics_totals[needs] = total

    def draw(self, luck: Stream) -> tuple[int, int]:
        """The keys of locations and tactics at the end."""
        key = self.keys[chosen(self.weights, luck)]
        needs = key >> int(CLASS_AT)
        tactics = self.tactics_keys[needs]
        return key, tactics[chosen(self.tactics_weights[needs], luck)]

    def tactics_of(self, key: int) -> Filter:
        return self.tactics[key >> int(CLASS_AT)]
