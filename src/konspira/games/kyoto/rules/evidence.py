"""Follows a told game and gathers the hard evidence about what was not told.

The tracker keeps a position with public facts only: each pawn's number stands where her identity
would (`agent >> 7` is pawn + 1), so that the rules of movement can be asked what was playable.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.board import Board, Options
from konspira.games.kyoto.rules.codes import a_of, actor_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.components import (
    ACTIVE,
    BEATS,
    DECOY,
    DRUGGED,
    FALSE,
    INACTIVE,
    LOCATION,
    REAL,
    RURI,
    STUNNED,
    SWAP,
    TACTICS,
    USED,
    bit,
    one,
)
from konspira.games.kyoto.rules.equipment import typescript_ready
from konspira.games.kyoto.rules.movement import moving_plays
from konspira.games.kyoto.rules.position import NOWHERE, Position
from konspira.games.kyoto.rules.special_agents import take_effect
from konspira.games.kyoto.rules.tactics import swaps

# What happened to a side's cards, in order.
DRAW: Final = 0  # kind, slot
PLAYED: Final = 1  # card
BACK: Final = 2  # card, from the table to the hand
LAID: Final = 3  # how many marks
SPRUNG: Final = 4  # decoy, colour
SHOWN_HAND: Final = 5  # packed hand
WAS_NOT_STUCK: Final = 6  # which proof
SET_ASIDE: Final = 7  # card, out of the deck in the open (Ruri)

ALL: Final[i64] = 63
ONE_OF_EACH: Final[i64] = 0x41041041041041  # each of the ten cards once, as a pile


class Proof:
    """At some turn's start the hand held a playable card: which ones would have been playable."""

    def __init__(self, locations: int, tactics: int, decoy: bool) -> None:
        self.locations = locations
        self.tactics = tactics
        self.decoy = decoy
        self.live = True


class Side:
    """What is known of one side."""

    def __init__(self) -> None:
        # Evidence on identities: (pawn, set) or (pawn, other pawn, -1) for a Swap.
        self.identities: list[tuple[int, int, int]] = []
        self.cards: list[tuple[int, int, int]] = []
        self.proofs: list[Proof] = []
        self.pending: Proof | None = None
        # Every card of a deck is a slot; which kind of deck it belongs to.
        self.slot_kinds: list[int] = []
        self.looked: list[int] = []  # slots of a pair turned up and not yet chosen from
        self.bottoms: list[list[int]] = [[], []]
        self.decoys: list[int] = []  # how many marks lie under each Decoy in play
        self.placed = False
        self.shown_hand: i64 = 0

    def prove(self, proof: Proof) -> None:
        """The hand as it is now held one of these cards."""
        self.cards.append((WAS_NOT_STUCK, len(self.proofs), 0))
        self.proofs.append(proof)


class Evidence:
    """Everything the told codes prove."""

    def __init__(self, board: Board, options: Options, told: list[list[int]]) -> None:
        self.position = Position(board, options)
        self.sides = [Side(), Side()]
        # For each told code: the slots it speaks of (deals, looks, keeps), else empty.
        self.slots: list[tuple[int, int]] = []
        self.picked: list[int] = [0, 0]
        self.in_play: list[int] = []
        self.transit: list[int] = [-1, -1]
        self.turn: i64 = 0
        self.shown_defender: i64 = 0
        self.shown_attacker: i64 = 0
        self.over = False
        flat: list[int] = []
        for entry in told:
            for code in entry:
                flat.append(code)
        self.told = flat
        if options.equipment:
            for item in range(6):
                self.position.set_equipment(item, INACTIVE)
        for at in range(len(flat)):
            following = flat[at + 1] if at + 1 < len(flat) else 0
            self.slots.append(self._follow(flat[at], following))

    def _follow(self, move: i64, following: i64) -> tuple[int, int]:
        kind = kind_of(move)
        actor = actor_of(move)
        a = a_of(move)
        b = b_of(move)
        c = c_of(move)
        if kind == codes.DEAL:
            return self._draw(a, self._kind(b))
        if kind == codes.LOOK or kind == codes.PAIRED:
            return self._look(a, self._kind(b), kind == codes.PAIRED)
        if kind == codes.TAKEN:
            side = self.sides[a]
            slot = side.bottoms[self._kind(b)].pop(0)
            side.cards.append((DRAW, int(self._kind(b)), slot))
            return (slot, -1)
        if kind == codes.KEEP:
            return self._keep(actor, self._kind(a), self._kind(b))
        if kind == codes.PLACE:
            self._place(actor)
        elif kind == codes.PLAY or kind == codes.FAN_PLAY:
            if kind == codes.FAN_PLAY:
                self.position.set_equipment(3, USED)
            self._play(actor, a, b, c)
        elif kind == codes.PUSH:
            self._move(1 - actor, a, b)
        elif kind == codes.SWAP_TWO:
            self._settle_proof(actor, SWAP)
            side = self.sides[actor]
            side.cards.append((PLAYED, int(SWAP), 0))
            self.in_play.append(int(SWAP))
            side.identities.append((self._pawn(a), self._pawn(b), -1))
        elif kind == codes.LAY_DECOY:
            self._settle_proof(actor, DECOY)
            side = self.sides[actor]
            side.cards.append((PLAYED, int(DECOY), 0))
            side.cards.append((LAID, 2 if b else 1, 0))
            side.decoys.append(2 if b else 1)
        elif kind == codes.SPRING:
            self.sides[actor].cards.append((SPRUNG, int(a), int(b)))
            p = self.position
            p.put(1 - actor, c, p.lift(1 - actor, p.mover))
            marks = self.sides[actor].decoys
            marks[a] -= 1
            if marks[a] == 0:
                marks.pop(int(a))
                p.discard(actor, DECOY)
            p.discard(actor, b)
        elif kind == codes.TAKE_BACK:
            self.sides[actor].cards.append((BACK, int(a), 0))
            self.in_play.remove(int(a))
        elif kind == codes.USE_TYPESCRIPT:
            self.sides[actor].cards.append((BACK, int(a), 0))
            self.position.set_equipment(0, USED)
            self._put_away(actor)
            self.position.take_from_pile(actor, a)
        elif kind == codes.FIRE:
            self.position.set_equipment(1, USED)
        elif kind == codes.ACTIVATE:
            self.position.set_equipment(a, ACTIVE)
        elif kind == codes.USE_WIRETAP:
            self.position.set_equipment(2, USED)
        elif kind == codes.USE_STUNNER:
            self.position.set_equipment(4, USED)
            self.position.agents[a] |= int(STUNNED)
        elif kind == codes.USE_ANAESTHETIC:
            self.position.set_equipment(5, USED)
            self.position.agents[a] |= int(DRUGGED)
        elif kind == codes.NEUTRAL:
            if a == 1:
                self.picked[1] = int(RURI)
        elif kind == codes.RURI_COLOUR:
            self.sides[actor].cards.append((SET_ASIDE, int(a), 0))
            self.position.ruri = a
            take_effect(self.position)
        elif kind >= codes.SHOWN:
            self._event(kind, a, b, c, following)
        return (-1, -1)

    def _event(self, kind: i64, side: i64, cell: i64, c: i64, following: i64) -> None:
        p = self.position
        if kind == codes.SHOWN:
            if p.occ(side) >> cell & 1:
                self._know(side, self._pawn(cell), bit(c))
                self.shown_defender = c
            else:
                self._know(side, self._traveller(side), bit(c))
                self.shown_attacker = c
        elif kind == codes.BEATEN:
            self._beaten(side, cell, following)
        elif kind == codes.HELD:
            self._know(side, self._traveller(side), ALL & ~self._beaters())
            p.put(side, c, self.transit[side])
            self.transit[side] = -1
        elif kind == codes.SHOT:
            self._lose(side, self.shown_attacker)
            self.transit[side] = -1
        elif kind == codes.FALSE_HERE:
            self._know(side, self._pawn(cell), FALSE)
        elif kind == codes.ESCAPED:
            self._know(side, self._pawn(cell), bit(c))
        elif kind == codes.HAND_SHOWN:
            known = self.sides[side]
            known.shown_hand += c * one(cell)
            if kind_of(following) != codes.HAND_SHOWN:
                known.cards.append((SHOWN_HAND, int(known.shown_hand), 0))
                known.shown_hand = 0
                p.clear_flag(side, DRUGGED)
        elif kind == codes.PICKED:
            self.picked[side] = int(cell)
            if side == 0:
                p.special0 = cell
            else:
                p.special1 = cell
                take_effect(p)
        elif kind == codes.BEGINS:
            self._begins(side)
        elif kind == codes.ENDED:
            self.over = True

    def _kind(self, card: i64) -> i64:
        """The kind of deck a card belongs to, told in full or blanked."""
        if card == codes.BLANK_LOCATION:
            return LOCATION
        if card == codes.BLANK_TACTICS:
            return TACTICS
        return LOCATION if card < 5 else TACTICS

    def _pawn(self, cell: i64) -> int:
        return (self.position.agents[cell] >> 7) - 1

    def _traveller(self, side: i64) -> int:
        return (self.transit[side] >> 7) - 1

    def _know(self, side: i64, pawn: int, identities: i64) -> None:
        self.sides[side].identities.append((pawn, int(identities), 0))

    def _beaters(self) -> i64:
        """The identities that beat the defender just shown."""
        found: i64 = 0
        for identity in range(6):
            beats: i64 = BEATS[identity]
            if beats >> self.shown_defender & 1:
                found |= bit(identity)
        return found

    def _lose(self, side: i64, identity: i64) -> None:
        if side == 0:
            self.position.lost0 |= bit(identity)
        else:
            self.position.lost1 |= bit(identity)

    def _beaten(self, side: i64, cell: i64, following: i64) -> None:
        p = self.position
        self._know(side, self._traveller(side), self._beaters())
        p.lift(1 - side, cell)
        p.put(side, cell, self.transit[side])
        pawn = self._traveller(side)
        self.transit[side] = -1
        self._lose(1 - side, self.shown_defender)
        false: i64 = 0
        rest = p.lost(1 - side) & FALSE
        while rest:
            false += rest & 1
            rest >>= 1
        # SK-8.8: had she been false, the third false capture would have ended the game.
        if false >= p.board.bait and kind_of(following) != codes.ENDED:
            self._know(side, pawn, REAL)

    def _draw(self, side: i64, kind: i64) -> tuple[int, int]:
        known = self.sides[side]
        slot = len(known.slot_kinds)
        known.slot_kinds.append(int(kind))
        known.cards.append((DRAW, int(kind), slot))
        return (slot, -1)

    def _look(self, side: i64, kind: i64, from_bottom: bool) -> tuple[int, int]:
        known = self.sides[side]
        if from_bottom:
            slot = known.bottoms[kind].pop(0)
        else:
            slot = len(known.slot_kinds)
            known.slot_kinds.append(int(kind))
        known.looked.append(slot)
        return (slot, -1)

    def _keep(self, side: i64, kept: i64, other: i64) -> tuple[int, int]:
        """Of two cards of one kind either may have been kept; the unseen cards are alike."""
        known = self.sides[side]
        first, second = known.looked
        if known.slot_kinds[first] != kept:
            first, second = second, first
        known.looked = []
        known.cards.append((DRAW, int(kept), first))
        known.bottoms[other].append(second)
        return (first, second)

    def _place(self, side: i64) -> None:
        known = self.sides[side]
        if known.placed:
            return
        known.placed = True
        for pawn, cell in enumerate(self.position.board.start[side]):
            self.position.put(side, cell, (pawn + 1) << 7)

    def _play(self, side: i64, card: i64, start: i64, end: i64) -> None:
        self._settle_proof(side, card)
        self.sides[side].cards.append((PLAYED, int(card), 0))
        self.in_play.append(int(card))
        self.position.mover = end
        self._move(side, start, end)

    def _move(self, side: i64, start: i64, end: i64) -> None:
        p = self.position
        agent = p.lift(side, start)
        if p.occ(1 - side) >> end & 1:
            self.transit[side] = int(agent)
        else:
            p.put(side, end, agent)

    def _settle_proof(self, side: i64, card: i64) -> None:
        """A card that was played and could be played proves the turn's start by itself."""
        known = self.sides[side]
        proof = known.pending
        if proof is None:
            return
        known.pending = None
        if typescript_ready(self.position, side):
            if card < SWAP:
                return
            known.prove(proof)  # SK-OP-38: neither Swap nor Decoy unless a card could move somebody
        if card < 5:
            proof.live = not proof.locations >> card & 1
        elif card == DECOY:
            proof.live = not proof.decoy
        else:
            proof.live = not proof.tactics >> (card - 5) & 1

    def _put_away(self, side: i64) -> None:
        for card in self.in_play:
            self.position.discard(side, card)
        self.in_play = []

    def _begins(self, side: i64) -> None:
        """A turn is open: its player was not stuck (SK-8.9), or not stunned out (SK-10.9)."""
        p = self.position
        self.turn = side
        self._put_away(1 - side)
        if p.side != side:  # SK-13.1 step 2: it is told again after each use of equipment
            p.clear_flag(1 - side, STUNNED | DRUGGED)
        p.side = side
        known = self.sides[side]
        before = known.pending
        if before is not None:
            before.live = False  # the same hand is asked again after a use of equipment
        known.pending = None
        stunned = p.flagged(side, STUNNED) != NOWHERE
        ready = typescript_ready(p, side)
        if ready and not stunned:  # SK-OP-12
            return
        chosen = p.flagged(side, DRUGGED)
        hand = p.hand(side)
        p.add_to_hand(side, ONE_OF_EACH - hand)
        plays: list[int] = []
        moving_plays(p, side, codes.PLAY, chosen, plays)
        locations: i64 = 0
        tactics: i64 = 0
        for move in plays:
            card = a_of(move)
            if card < 5:
                locations |= bit(card)
            else:
                tactics |= bit(card - 5)
        free = not stunned and chosen == NOWHERE
        if free:
            plays = []
            swaps(p, side, plays)
            if plays:
                tactics |= bit(SWAP - 5)
        p.add_to_hand(side, hand - ONE_OF_EACH)
        proof = Proof(int(locations), int(tactics), free)
        known.pending = proof
        if not ready:
            known.prove(proof)
