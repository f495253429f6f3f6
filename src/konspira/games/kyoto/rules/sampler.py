"""Draws states that fit a viewer's knowledge, exactly by the posterior of the contract.

Identities: for each outcome of the hidden Swaps the evidence becomes one set of identities for
each start cell; the ways to fill the cells are counted (a permanent) and drawn uniformly.

Cards: a filter over hands, forward through everything that happened to a side's cards. Cards that
were never in hand are alike to the viewer (Tomoyo's bottoms too: which of two unseen cards goes
under the deck says nothing), so they are drawn last, from what is left.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.engine.chance import Stream
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.board import Board, Options
from konspira.games.kyoto.rules.codes import HOUSE, a_of, actor_of, b_of, code, kind_of
from konspira.games.kyoto.rules.components import (
    IDENTITY,
    JOKER,
    LOCATION,
    NO_CARD,
    bit,
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
    Evidence,
    Proof,
    Side,
)
from konspira.games.kyoto.rules.special_agents import NEUTRAL_SIDE
from konspira.games.kyoto.rules.state import State

# A filter's key: five counts of six bits, then the marks in play, then classes of proofs.
HAND: Final[i64] = (1 << 30) - 1
MARKS_AT: Final[i64] = 30
CLASS_AT: Final[i64] = 54
MARKS: Final[i64] = (1 << 24) - 1


def _chosen(weights: list[float], luck: Stream) -> int:
    total = 0.0
    for weight in weights:
        total += weight
    ticket = luck.unit() * total
    last = -1
    for at in range(len(weights)):
        weight = weights[at]
        if weight > 0.0:
            last = at
            if ticket < weight:
                return at
            ticket -= weight
    return last


class Identities:
    """Who the hidden agents of one side can be."""

    def __init__(self, board: Board, known: Side) -> None:
        self.identities = board.identities
        self.size = len(board.identities)
        self.known = known
        swaps = 0
        for _, _, mark in known.identities:
            if mark < 0:
                swaps += 1
        self.swaps = swaps
        self.masks: list[list[int]] = []
        self.ways: list[list[float]] = []
        self.totals: list[float] = []
        for choice in range(1 << swaps):
            masks = self._masks(choice)
            ways = self._ways(masks)
            self.masks.append(masks)
            self.ways.append(ways)
            self.totals.append(ways[0])

    def _masks(self, choice: int) -> list[int]:
        """The set of identities that each start cell may have held, if Swaps went so."""
        masks = [63] * self.size
        holds = list(range(self.size))
        swap = 0
        for pawn, value, mark in self.known.identities:
            if mark < 0:
                if choice >> swap & 1:
                    holds[pawn], holds[value] = holds[value], holds[pawn]
                swap += 1
            else:
                masks[holds[pawn]] &= value
        return masks

    def _ways(self, masks: list[int]) -> list[float]:
        """ways[used]: in how many ways the cells from popcount(used) on can be filled."""
        size = self.size
        full = 1 << size
        ways = [0.0] * full
        ways[full - 1] = 1.0
        sizes = [0] * full
        for used in range(1, full):
            sizes[used] = sizes[used >> 1] + (used & 1)
        used = full - 2
        while used >= 0:
            cell = sizes[used]
            total = 0.0
            mask = masks[cell]
            for at in range(size):
                if not used >> at & 1 and mask >> self.identities[at] & 1:
                    total += ways[used | (1 << at)]
            ways[used] = total
            used -= 1
        return ways

    def draw(self, luck: Stream) -> tuple[int, list[int]]:
        """The outcome of the Swaps, and the identity placed on each start cell."""
        choice = _chosen(self.totals, luck)
        masks = self.masks[choice]
        ways = self.ways[choice]
        used = 0
        placed: list[int] = []
        for cell in range(self.size):
            weights = [0.0] * self.size
            for at in range(self.size):
                if not used >> at & 1 and masks[cell] >> self.identities[at] & 1:
                    weights[at] = ways[used | (1 << at)]
            at = _chosen(weights, luck)
            used |= 1 << at
            placed.append(self.identities[at])
        return choice, placed

    def now(self, choice: int, placed: list[int]) -> list[int]:
        """The identity of each pawn after all Swaps."""
        holds = list(placed)
        swap = 0
        for pawn, value, mark in self.known.identities:
            if mark < 0:
                if choice >> swap & 1:
                    holds[pawn], holds[value] = holds[value], holds[pawn]
                swap += 1
        return holds


def _marks_in(key: i64) -> i64:
    """The marks of a key as a packed pile of location cards."""
    marks = key >> MARKS_AT & MARKS
    pile: i64 = 0
    while marks:
        if marks & 7:
            pile += bit(6 * ((marks & 7) - 1))
        marks >>= 3
    return pile


def _size(pile: i64) -> i64:
    total: i64 = 0
    while pile:
        total += pile & 63
        pile >>= 6
    return total


def _put_mark(key: i64, first: i64, second: i64) -> i64:
    """Marks into the first free Decoy slot."""
    slot: i64 = 0
    while key >> (MARKS_AT + 6 * slot) & 63:
        slot += 1
    return key | ((first | (second << 3)) << (MARKS_AT + 6 * slot))


def _use_mark(key: i64, slot: i64, colour: i64) -> i64:
    """The key after a mark of this colour was used from a Decoy, or -1 if it is not there."""
    marks = key >> MARKS_AT & MARKS
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
    return (key & ~(MARKS << MARKS_AT)) | (marks << MARKS_AT)


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


class Filter:
    """All ways one kind of a side's cards can have gone, layer by layer."""

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
        self.layers: list[dict[int, float]] = [{0: 1.0}]
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
        before = self.layers[len(self.layers) - 1]
        after: dict[int, float] = {}
        self.steps.append(step)
        self.free.append(int(self.rest))
        if what == DRAW:
            self._forward_draw(before, after)
        elif what == PLAYED:
            place = 6 * (value if value < 5 else value - 5)
            unit = bit(place)
            for key in before:
                if (key >> place) & 63:
                    after[key - int(unit)] = before[key]
            self.rest -= unit
        elif what == BACK:
            unit = bit(6 * (value if value < 5 else value - 5))
            for key in before:
                after[key + int(unit)] = before[key]
            self.rest += unit
        elif what == SET_ASIDE:
            # The owner may take any colour that is left in the deck.
            place = 6 * value
            for key in before:
                if (self.rest >> place & 63) > (key >> place & 63):
                    after[key] = before[key]
            self.rest -= bit(place)
        elif what == LAID:
            for key in before:
                choices = _choices(key & HAND, value)
                for marks in choices:
                    later = self._laid(key, marks)
                    after[later] = after.get(later, 0.0) + before[key] / len(choices)
        elif what == SPRUNG:
            for key in before:
                used = _use_mark(key, value, third)
                if used >= 0:
                    after[int(used)] = after.get(int(used), 0.0) + before[key]
            self.rest -= bit(6 * third)
        elif what == SHOWN_HAND:
            shown = (value >> self.shift) & HAND
            for key in before:
                if key & HAND == shown:
                    after[key] = before[key]
        else:
            self._forward_proof(value, before, after)
        self.layers.append(after)

    def _forward_draw(self, before: dict[int, float], after: dict[int, float]) -> None:
        for key, weight in before.items():
            pool = self.rest - (key & HAND) - _marks_in(key)
            share = weight / float(_size(pool))
            card: i64 = 0
            while pool:
                held = pool & 63
                if held:
                    later = int(key + bit(6 * card))
                    after[later] = after.get(later, 0.0) + share * float(held)
                pool >>= 6
                card += 1

    def _laid(self, key: i64, marks: i64) -> int:
        first = marks & 7
        second = marks >> 3
        later = key - bit(6 * (first - 1))
        if second:
            later -= bit(6 * (second - 1))
        return int(_put_mark(later, first, second))

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

    def _forward_proof(self, at: int, before: dict[int, float], after: dict[int, float]) -> None:
        proof = self.known.proofs[at]
        rank = self.live.index(at)
        needs = self.needs
        for key, weight in before.items():
            if needs is None:
                marked = self._class(key & HAND, proof) << self._class_at(rank)
                after[int(key | marked)] = weight
            elif self._proven(key & HAND, proof, needs[rank]):
                after[key] = weight

    def _class_at(self, rank: i64) -> i64:
        return CLASS_AT + 2 * rank

    def last(self) -> dict[int, float]:
        return self.layers[len(self.layers) - 1]

    def pool(self, key: i64) -> i64:
        """What is neither in the open nor in hand nor a mark, at the end."""
        return self.rest - (key & HAND) - _marks_in(key)

    def backward(self, end: int, luck: Stream) -> tuple[list[int], list[int]]:
        """The cards drawn and the Decoys laid, first to last, on a way that ends here."""
        drawn: list[int] = []
        laid: list[int] = []
        key: i64 = end
        at = len(self.steps) - 1
        while at >= 0:
            what, value, third = self.steps[at]
            before = self.layers[at]
            free: i64 = self.free[at]
            if what == DRAW:
                earlier, card = self._undraw(key, before, free, luck)
                drawn.append(card)
                key = earlier
            elif what == PLAYED:
                key += bit(6 * (value if value < 5 else value - 5))
            elif what == BACK:
                key -= bit(6 * (value if value < 5 else value - 5))
            elif what == LAID:
                earlier, marks = self._unlay(key, before, value, luck)
                laid.append(marks)
                key = earlier
            elif what == SPRUNG:
                key = self._unspring(key, before, value, third, luck)
            elif what == WAS_NOT_STUCK and self.kind == LOCATION:
                rank = self.live.index(value)
                key &= ~(bit(self._class_at(rank)) * 3)
            at -= 1
        drawn.reverse()
        laid.reverse()
        return drawn, laid

    def _undraw(
        self, key: i64, before: dict[int, float], free: i64, luck: Stream
    ) -> tuple[int, int]:
        weights = [0.0] * 5
        for card in range(5):
            if (key >> (6 * card)) & 63:
                earlier = int(key - bit(6 * card))
                weight = before.get(earlier, 0.0)
                if weight > 0.0:
                    pool = free - (earlier & HAND) - _marks_in(earlier)
                    weights[card] = weight * float(pool >> (6 * card) & 63)
        card = _chosen(weights, luck)
        return int(key - bit(6 * card)), card

    def _unlay(
        self, key: i64, before: dict[int, float], value: i64, luck: Stream
    ) -> tuple[int, int]:
        slot: i64 = 0
        while key >> (MARKS_AT + 6 * (slot + 1)) & 63 and slot < 3:
            slot += 1
        marks = key >> (MARKS_AT + 6 * slot) & 63
        earlier = key & ~(bit(MARKS_AT + 6 * slot) * 63)
        earlier += bit(6 * ((marks & 7) - 1))
        if marks >> 3:
            earlier += bit(6 * ((marks >> 3) - 1))
        return int(earlier), int(marks)

    def _unspring(
        self, key: i64, before: dict[int, float], slot: i64, colour: i64, luck: Stream
    ) -> i64:
        """The mark may have lain alone, or first or second beside the one that is left."""
        found: list[int] = []
        weights: list[float] = []
        for earlier, weight in before.items():
            if _use_mark(earlier, slot, colour) == key:
                found.append(earlier)
                weights.append(weight)
        return found[_chosen(weights, luck)]


class Cards:
    """The cards of one side: locations first, tactics given what they left to prove."""

    def __init__(self, board: Board, known: Side) -> None:
        self.known = known
        decks = int(board.decks)
        self.tactics_total = decks >> 30
        self.locations = Filter(decks & int(HAND), 0, 0, known, None)
        ends = self.locations.last()
        self.keys: list[int] = []
        self.weights: list[float] = []
        self.tactics: dict[int, Filter] = {}
        self.tactics_keys: dict[int, list[int]] = {}
        self.tactics_weights: dict[int, list[float]] = {}
        for key in ends:
            needs = key >> int(CLASS_AT)
            if needs not in self.tactics:
                self._prove(needs)
            total = 0.0
            for weight in self.tactics_weights[needs]:
                total += weight
            self.keys.append(key)
            self.weights.append(ends[key] * total)

    def _prove(self, needs: int) -> None:
        wanted: list[int] = []
        for rank in range(len(self.locations.live)):
            wanted.append(needs >> (2 * rank) & 3)
        found = Filter(self.tactics_total, 30, 1, self.known, wanted)
        self.tactics[needs] = found
        ends = found.last()
        self.tactics_keys[needs] = list(ends.keys())
        self.tactics_weights[needs] = list(ends.values())

    def draw(self, luck: Stream) -> tuple[int, int]:
        """The keys of locations and tactics at the end."""
        key = self.keys[_chosen(self.weights, luck)]
        needs = key >> int(CLASS_AT)
        tactics = self.tactics_keys[needs]
        return key, tactics[_chosen(self.tactics_weights[needs], luck)]

    def tactics_of(self, key: int) -> Filter:
        return self.tactics[key >> int(CLASS_AT)]


def _pull(pool: i64, luck: Stream) -> int:
    """A card of a packed pool of five kinds, by its counts."""
    ticket: i64 = luck.below(int(_size(pool)))
    card: i64 = 0
    while card < 5:
        held = pool >> (6 * card) & 63
        if ticket < held:
            return int(card)
        ticket -= held
        card += 1
    return 4


class Sampler:
    """Draws states and whole games that fit what a viewer was told."""

    def __init__(self, board: Board, options: Options, viewer: int, told: list[list[int]]) -> None:
        self.board = board
        self.options = options
        self.viewer = viewer
        self.evidence = Evidence(board, options, told)
        self.hidden: list[int] = []
        self.identities: list[Identities] = []
        self.cards: list[Cards] = []
        for side in range(2):
            known = self.evidence.sides[side]
            self.identities.append(Identities(board, known))
            if side != viewer and not self.evidence.over and not board.open_hands:
                self.hidden.append(side)
            self.cards.append(Cards(board, known if side in self.hidden else Side()))
        self.template: State | None = None

    def story(self, luck: Stream) -> tuple[str, list[int]]:
        """A whole game that fits."""
        told = self.evidence.told
        if self.evidence.over:
            return "", [move for move in told if actor_of(move) != HOUSE]
        slots: list[list[int]] = [[], []]
        laid: list[list[int]] = [[], []]
        swaps: list[int] = [0, 0]
        placed: list[list[int]] = [[], []]
        for side in range(2):
            if side != self.viewer:
                swaps[side], placed[side] = self.identities[side].draw(luck)
            if side in self.hidden:
                slots[side], laid[side] = self._slots(side, luck)
        out: list[int] = []
        for at in range(len(told)):
            move = told[at]
            if actor_of(move) != HOUSE:
                out.append(self._filled(move, at, slots, laid, swaps, placed, luck))
        return "", out

    def _slots(self, side: int, luck: Stream) -> tuple[list[int], list[int]]:
        """The card in each slot of a side's decks, and the Decoys it laid."""
        known = self.evidence.sides[side]
        cards = self.cards[side]
        key, tactics_key = cards.draw(luck)
        tactics = cards.tactics_of(key)
        locations_drawn, laid = cards.locations.backward(key, luck)
        tactics_drawn, _ = tactics.backward(tactics_key, luck)
        slots = [-1] * len(known.slot_kinds)
        next_location = 0
        next_tactics = 0
        for what, kind, slot in known.cards:
            if what == DRAW:
                if kind == 0:
                    slots[slot] = locations_drawn[next_location]
                    next_location += 1
                else:
                    slots[slot] = tactics_drawn[next_tactics] + 5
                    next_tactics += 1
        pools: list[int] = [int(cards.locations.pool(key)), int(tactics.pool(tactics_key))]
        for slot in range(len(slots)):
            if slots[slot] < 0:
                kind = known.slot_kinds[slot]
                card = _pull(pools[kind], luck)
                pools[kind] -= 1 << (6 * card)
                slots[slot] = card + 5 * kind
        return slots, laid

    def _filled(
        self,
        move: i64,
        at: int,
        slots: list[list[int]],
        laid: list[list[int]],
        swaps: list[int],
        placed: list[list[int]],
        luck: Stream,
    ) -> int:
        """A told code with its hidden part filled in."""
        kind = kind_of(move)
        actor = actor_of(move)
        if kind == codes.DEAL or kind == codes.LOOK:
            side = a_of(move)
            if b_of(move) < 10:
                return int(move)
            slot, _ = self.evidence.slots[at]
            return int(code(actor, kind, side, slots[side][slot]))
        if actor == self.viewer:
            return int(move)
        if kind == codes.PLACE:
            pawn = self.board.start[actor].index(int(a_of(move)))
            return int(code(actor, kind, a_of(move), placed[actor][pawn]))
        if kind == codes.SWAP_TWO:
            choice = swaps[actor] & 1
            swaps[actor] >>= 1
            return int(code(actor, kind, a_of(move), b_of(move), choice + 1))
        if kind == codes.LAY_DECOY and a_of(move) == codes.BLANK:
            marks = laid[actor].pop(0)
            return int(code(actor, kind, marks & 7, marks >> 3))
        if kind == codes.KEEP and a_of(move) >= 10:
            kept, other = self.evidence.slots[at]
            return int(code(actor, kind, slots[actor][kept], slots[actor][other]))
        if kind == codes.PICK and a_of(move) == codes.BLANK:
            return int(code(actor, kind, self._pick(actor, luck)))
        return int(move)

    def _pick(self, side: i64, luck: Stream) -> i64:
        """SK-12.8b: shown later, or still any of the cards on offer."""
        if self.evidence.picked[side]:
            return self.evidence.picked[side]
        offered: list[int] = []
        neutral = self.options.neutral_agent and side == 0 and not self.evidence.picked[1]
        for agent in range(1, 8):
            whose: i64 = self.board.special_sides[agent]
            if whose == side or (whose == NEUTRAL_SIDE and neutral):
                offered.append(agent)
        return offered[luck.below(len(offered))]

    def sample(self, luck: Stream) -> State:
        """A state that fits. The first is played through; the others change what is hidden."""
        template = self.template
        if template is None:
            template = self.played(luck)
            self.template = template
            if self.evidence.over:
                return template.clone()
        elif self.evidence.over:
            return template.clone()
        state = template.clone()
        state.past = None
        state.listed = None
        for side in range(2):
            if side == self.viewer:
                continue
            self._draw_identities(state, side, luck)
            if side in self.hidden:
                self._draw_cards(state, side, luck)
        return state

    def played(self, luck: Stream) -> State:
        """A state that fits, with the whole past that leads to it."""
        _, moves = self.story(luck)
        state = State(self.board, self.options)
        state.start(0)
        for move in moves:
            state.apply(move)
        return state

    def _draw_identities(self, state: State, side: i64, luck: Stream) -> None:
        if not self.evidence.sides[side].placed:
            return
        choice, placed = self.identities[side].draw(luck)
        now = self.identities[side].now(choice, placed)
        public = self.evidence.position
        rest = public.occ(side)
        cell: i64 = 0
        while rest:
            if rest & 1:
                pawn = (public.agents[cell] >> 7) - 1
                agent: i64 = state.agents[cell]
                state.agents[cell] = int((agent & ~IDENTITY) | now[pawn])
            rest >>= 1
            cell += 1
        traveller = self.evidence.transit[side]
        if traveller >= 0:
            identity: i64 = now[(traveller >> 7) - 1]
            if side == state.side:
                state.agent1 = (state.agent1 & ~IDENTITY) | identity
            else:
                state.agent2 = (state.agent2 & ~IDENTITY) | identity
        if side == 0 and state.special0 and not self.evidence.picked[0]:
            state.special0 = self._pick(0, luck)
        if side == 1 and state.special1 and not self.evidence.picked[1]:
            state.special1 = self._pick(1, luck)

    def _draw_cards(self, state: State, side: i64, luck: Stream) -> None:
        known = self.evidence.sides[side]
        cards = self.cards[side]
        key, tactics_key = cards.draw(luck)
        hand = (key & int(HAND)) | (tactics_key << 30)
        pools: list[int] = [
            int(cards.locations.pool(key)),
            int(cards.tactics_of(key).pool(tactics_key)),
        ]
        looked: list[int] = []
        for slot in known.looked:
            kind = known.slot_kinds[slot]
            card = _pull(pools[kind], luck)
            pools[kind] -= 1 << (6 * card)
            looked.append(card + 5 * kind)
        if looked:
            state.drawn1 = looked[0]
            state.drawn2 = looked[1] if len(looked) > 1 else NO_CARD
        bottoms = state.bottoms
        if bottoms is not None:
            copy = list(bottoms)
            for kind in range(2):
                under: list[int] = []
                for _ in known.bottoms[kind]:
                    card = _pull(pools[kind], luck)
                    pools[kind] -= 1 << (6 * card)
                    under.append(card + 5 * kind)
                copy[2 * side + kind] = bytes(under)
            state.bottoms = copy
        deck = pools[0] | (pools[1] << 30)
        marks = key >> int(MARKS_AT) & int(MARKS)
        if side == 0:
            state.hand0 = hand
            state.deck0 = deck
            state.decoys0 = marks
        else:
            state.hand1 = hand
            state.deck1 = deck
            state.decoys1 = marks
