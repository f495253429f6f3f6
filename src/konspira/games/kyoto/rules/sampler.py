"""Draws states that fit a viewer's knowledge, exactly by the posterior of the contract."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.engine.chance import Stream
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.board import Board, Options
from konspira.games.kyoto.rules.card_filter import HAND, MARKS, MARKS_AT, Cards
from konspira.games.kyoto.rules.codes import HOUSE, a_of, actor_of, b_of, code, kind_of
from konspira.games.kyoto.rules.components import (
    IDENTITY,
    NO_CARD,
    locations_in,
)
from konspira.games.kyoto.rules.evidence import (
    DRAW,
    Evidence,
    Side,
)
from konspira.games.kyoto.rules.identities import Identities
from konspira.games.kyoto.rules.special_agents import NEUTRAL_SIDE
from konspira.games.kyoto.rules.state import State


def _pull(pool: i64, luck: Stream) -> int:
    """A card of a packed pool of five kinds, by its counts."""
    ticket: i64 = luck.below(int(locations_in(pool)))
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
