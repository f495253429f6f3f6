"""Section 12: what a viewer sees of a position, built up from nothing."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.engine.contract import OPEN_TABLE
from konspira.games.kyoto.rules.components import (
    IDENTITY,
    NO_CARD,
    REVEALED,
    RURI,
    UNKNOWN,
    locations_in,
    tactics_in,
)
from konspira.games.kyoto.rules.drawing import left
from konspira.games.kyoto.rules.position import KEEPING, LOOKING, OVER, PICKING, PLACING
from konspira.games.kyoto.rules.state import State
from konspira.games.kyoto.rules.turn import has_placed


class Seen:
    """The table as numbers. Pairs are ONI's and GOV's; -1 stands for what is not to be seen."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.phase: i64 = 0
        self.side: i64 = 0
        self.actor: i64 = 0
        self.ending: i64 = 0
        self.winner: i64 = -1
        # Pawns by cell: cell, side, public id, flags, identity or UNKNOWN, five numbers each.
        self.pawns: list[int] = []
        # Attackers whose confrontation waits, told by the cell they entered: the same five.
        self.attackers: list[int] = []
        self.ready: list[int] = [0, 0]
        self.hands: list[int] = [-1, -1]
        self.hand_locations: list[int] = [0, 0]
        self.hand_tactics: list[int] = [0, 0]
        self.deck_locations: list[int] = [0, 0]
        self.deck_tactics: list[int] = [0, 0]
        self.piles: list[bytes | None] = [None, None]
        self.pile_sizes: list[int] = [0, 0]
        self.tops: list[int] = [-1, -1]
        self.decoys: list[int] = [-1, -1]
        self.mark_counts: list[int] = [0, 0]  # three bits for each Decoy in play
        self.lost: list[int] = [0, 0]
        self.specials: list[int] = [0, 0]
        self.ruri: i64 = NO_CARD
        self.equipment: i64 = 0
        self.card: i64 = NO_CARD
        self.extra: i64 = NO_CARD
        self.mover: i64 = -1
        self.pair: list[int] = []
        self.bottoms: list[bytes] = []


def seen(s: State, viewer: int) -> Seen:
    v = Seen(viewer)
    over = s.phase == OVER or viewer == OPEN_TABLE  # SK-12.9
    v.phase = s.phase
    v.side = s.side
    v.actor = s.actor()
    if s.phase == OVER:
        v.ending = s.ending
        v.winner = s.winner
    side: i64 = 0
    while side < 2:
        own = over or side == viewer
        # SK-12.2d: before both have placed, only "ready" is to be seen.
        if own or s.phase != PLACING:
            _pawns(s, v, side, own)
        if s.phase == PLACING:
            v.ready[side] = 1 if has_placed(s, side) else 0
        elif s.phase == PICKING:
            v.ready[side] = 1 if s.special(side) else 0
        hand = s.hand(side)
        v.hand_locations[side] = int(locations_in(hand))  # SK-12.14
        v.hand_tactics[side] = int(tactics_in(hand))
        if own or s.board.open_hands:
            v.hands[side] = int(hand)
        v.deck_locations[side] = int(left(s, side, 0))
        v.deck_tactics[side] = int(left(s, side, 1))
        pile = s.pile(side)
        v.pile_sizes[side] = len(pile)
        if pile:
            v.tops[side] = pile[-1]  # SK-12.3a
        if own:
            v.piles[side] = pile
            v.decoys[side] = int(s.decoys(side))
        _marks(s, v, side)
        v.lost[side] = int(s.lost(side))
        # SK-12.8b: picks are shown together, but GOV kept the neutral card openly (SK-2.9).
        if own or s.phase != PICKING or (side == 1 and s.special1 == RURI):
            v.specials[side] = int(s.special(side))
        side += 1
    v.ruri = s.ruri
    v.equipment = s.equipment
    v.card = s.card
    v.extra = s.extra
    if s.mover < s.board.cells:
        v.mover = s.mover
    if s.agent1:
        _attacker(v, s.side, s.to1, s.agent1, over or s.side == viewer)
    if s.agent2:
        _attacker(v, 1 - s.side, s.to2, s.agent2, over or 1 - s.side == viewer)
    if s.phase == LOOKING or s.phase == KEEPING:
        if s.side == viewer or over:
            v.pair = [int(s.drawn1), int(s.drawn2)]
    bottoms = s.bottoms
    if bottoms is not None and (over or 0 <= viewer < 2):  # SK-12.1c
        side = 0
        while side < 4:
            if over or side // 2 == viewer:
                v.bottoms.append(bottoms[side])
            side += 1
    return v


def _pawns(s: State, v: Seen, side: i64, own: bool) -> None:
    rest = s.occ(side)
    cell: i64 = 0
    pawns = v.pawns
    while rest:
        if rest & 1:
            agent: i64 = s.agents[cell]
            pawns.append(int(cell))
            pawns.append(int(side))
            pawns.append(int(agent >> 7))
            pawns.append(int(agent & 120))
            pawns.append(int(agent & IDENTITY if own or agent & REVEALED else UNKNOWN))
        rest >>= 1
        cell += 1


def _attacker(v: Seen, side: i64, cell: i64, agent: i64, own: bool) -> None:
    identity = agent & IDENTITY if own or agent & REVEALED else UNKNOWN  # SK-12.6a
    v.attackers += [int(cell), int(side), int(agent >> 7), int(agent & 120), int(identity)]


def _marks(s: State, v: Seen, side: i64) -> None:
    """SK-12.4a: how many marks lie under each Decoy."""
    decoys = s.decoys(side)
    counts: i64 = 0
    slot: i64 = 0
    while decoys:
        counts |= (2 if decoys >> 3 & 7 else 1) << (3 * slot)
        decoys >>= 6
        slot += 1
    v.mark_counts[side] = int(counts)
