"""How good a table is for the side that moves next, by weights learned from games of bots.

A table is turned into a list of features (places in the table of weights). Everything is seen
from the mover: the mover's own block of features comes first, then the same for the other side.
The tables judged here are drawn samples, with all identities open; what is worth being hidden is
in the weights, because the games they were learned from were played in secret.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from konspira.engine.chance import Stream
from konspira.engine.playable import Judge, Playable
from konspira.games.kyoto.rules.codes import PLAY, a_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.components import (
    ATTACK,
    BEATS,
    DECLARED_FALSE,
    DEFENCE,
    FALSE,
    IDENTITY,
    REVEALED,
    SIX,
    STUNNED,
    TUNNEL,
    YOKO,
    bit,
    locations_in,
    tactics_in,
)
from konspira.games.kyoto.rules.movement import blocked_cells
from konspira.games.kyoto.rules.position import (
    DECOY_ASKED,
    OVER,
    PUSHING,
    REFILLING,
    REVOLVER_ASKED,
    TURN,
    Position,
)
from konspira.games.kyoto.rules.state import State

# Where each kind of feature begins in one side's block.
AGENTS: Final[i64] = 0  # identity, how she is seen, rows left
LOSSES: Final[i64] = 108  # real ones lost, false ones lost
HAND: Final[i64] = 116  # card, how many
THREATS: Final[i64] = 156  # key in hand, beats, target real, target seen, target's rows left
ESCAPES: Final[i64] = 204  # by how many home cells a real agent can escape now
HIDING: Final[i64] = 207  # a hidden real agent among so many hidden false ones
DECOYS: Final[i64] = 212
STOCK: Final[i64] = 215  # locations left in the deck
SPECIAL: Final[i64] = 221
EQUIPMENT: Final[i64] = 229  # item, status
AHEAD: Final[i64] = 253  # of a real agent: rows left, enemies beyond her
TACTICS_LEFT: Final[i64] = 273
SEAT: Final[i64] = 278
RUN: Final[i64] = (
    280  # of a real agent: rows left, who can still meet her and beat her, others, seen
)
ROAD: Final[i64] = 340  # of who runs free: rows left, by how many cells she can go on now
ASIDE: Final[i64] = 355  # by Tunnel or Defence: beats, target real, target seen
BLOCK: Final[i64] = 363
# What both sides have together.
RACE: Final[i64] = 726  # rows left of who runs free, of either side
TAKEN: Final[i64] = 762  # LOSSES of either side
FEATURES: Final = 826

NOBODY_RUNS: Final[i64] = 5
LOST: Final[i64] = 8  # how many kinds of losses there are


def features(p: Position, mover: i64, out: list[int]) -> None:
    mine = _side_features(p, mover, 0, out)
    theirs = _side_features(p, 1 - mover, BLOCK, out)
    out.append(int(RACE + (mine // LOST) * (NOBODY_RUNS + 1) + theirs // LOST))
    out.append(int(TAKEN + (mine % LOST) * LOST + theirs % LOST))


def _side_features(p: Position, side: i64, base: i64, out: list[int]) -> i64:
    """Also gives the rows left (less one) of who runs free, and the losses, as one number."""
    board = p.board
    cells = board.cells
    columns = board.columns
    last = board.rows - 1
    own = p.occ(side)
    enemy = p.occ(1 - side)
    agents = p.agents
    hand = p.hand(side)
    blocked = blocked_cells(p, side)
    held: i64 = 0
    card: i64 = 0
    while card < 10:
        many = hand >> (6 * card) & SIX
        if many:
            if card < 5:
                held |= bit(card)
            many = min(many, 3)
            out.append(int(base + HAND + card * 4 + many))
        card += 1
    attack = hand >> (6 * ATTACK) & SIX != 0
    tunnel = hand >> (6 * TUNNEL) & SIX != 0
    defence = hand >> (6 * DEFENCE) & SIX != 0
    jumping = p.special(side) == YOKO
    runs = NOBODY_RUNS
    road: i64 = 0
    hidden_false: i64 = 0
    hidden_real: i64 = 0
    rest = own
    cell: i64 = -1
    while rest:
        cell += 1
        here = rest & 1
        rest >>= 1
        if not here:
            continue
        agent: i64 = agents[cell]
        identity = agent & IDENTITY
        row = cell // columns
        rows_left = last - row if side == 0 else row
        rows_left = min(rows_left, 5)
        real = board.real >> identity & 1
        seen: i64 = 0
        if agent & REVEALED:
            seen = 1
        elif agent & DECLARED_FALSE:
            seen = 2
        elif real:
            hidden_real += 1
        else:
            hidden_false += 1
        out.append(int(base + AGENTS + (identity * 3 + seen) * 6 + rows_left))
        if real:
            meeting = enemy & _ahead(side, row, columns)
            many = 0
            while meeting:
                many += meeting & 1
                meeting >>= 1
            many = min(many, 3)
            out.append(int(base + AHEAD + (rows_left - 1 if rows_left else 0) * 4 + many))
        if agent & STUNNED:
            continue
        beats: i64 = BEATS[identity]
        if tunnel or defence:
            _threats_aside(p, side, cell, beats, tunnel, defence, base, blocked, out)
        if real and rows_left:
            kind = _meeting(p, side, cell, rows_left, enemy)
            out.append(int(base + RUN + kind * 2 + (1 if seen else 0)))
            if kind % 6 < 2:  # nobody who can meet her beats her
                on = _roads(p, side, cell, held, attack, jumping, blocked)
                if rows_left - 1 < runs or (rows_left - 1 == runs and on > road):
                    runs = rows_left - 1
                    road = on
        ways: i64 = 0
        steps: i64 = board.forward[side * cells + cell]
        while steps:
            end = (steps & 63) - 1
            steps >>= 6
            if blocked >> end & 1:
                continue
            keys: i64 = board.keys[end]
            key = (keys & held) != 0 or attack
            if not enemy >> end & 1:
                if key and rows_left == 1:
                    ways += 1
                continue
            target: i64 = agents[end]
            met = target & IDENTITY
            wins = beats >> met & 1
            if key and wins and rows_left == 1:
                ways += 1
            target_row = end // columns
            near = target_row if side == 0 else last - target_row
            bucket: i64 = 2
            if near <= 1:
                bucket = 0
            elif near == 2:
                bucket = 1
            place: i64 = 1 if key else 0
            place = place * 2 + wins
            place = place * 2 + (board.real >> met & 1)
            place = place * 2 + (1 if target & REVEALED else 0)
            out.append(int(base + THREATS + place * 3 + bucket))
        if real and rows_left == 1:
            out.append(int(base + ESCAPES + (2 if ways > 2 else ways)))
    hidden_false = min(hidden_false, 4)
    while hidden_real:
        out.append(int(base + HIDING + hidden_false))
        hidden_real -= 1
    lost = p.lost(side)
    false_lost: i64 = 0
    gone = lost & FALSE
    while gone:
        false_lost += gone & 1
        gone >>= 1
    false_lost = min(false_lost, 3)
    losses = (4 if lost & board.real else 0) + false_lost
    out.append(int(base + LOSSES + losses))
    decoys = p.decoys(side)
    laid: i64 = 0
    while decoys and laid < 2:
        laid += 1
        decoys >>= 6
    out.append(int(base + DECOYS + laid))
    deck = p.deck(side)
    left = locations_in(deck) // 4
    out.append(int(base + STOCK + (left if left < 5 else 5)))
    left = tactics_in(deck)
    out.append(int(base + TACTICS_LEFT + (left if left < 4 else 4)))
    out.append(int(base + SPECIAL + p.special(side)))
    if p.equipment:
        item: i64 = 0
        while item < 6:
            if board.equipment_sides[item] == int(side):
                out.append(int(base + EQUIPMENT + item * 4 + (p.equipment >> (2 * item) & 3)))
            item += 1
    out.append(int(base + SEAT + side))
    if runs < NOBODY_RUNS:
        out.append(int(base + ROAD + runs * 3 + (2 if road > 2 else road)))
    return runs * LOST + losses


def _meeting(p: Position, side: i64, cell: i64, rows_left: i64, enemy: i64) -> i64:
    """Who can still meet a real agent on her way: nobody goes back, so only who stands before her,
    no further aside than ahead. By rows left, how many of them beat her, and if there are more."""
    board = p.board
    columns = board.columns
    row = cell // columns
    column = cell % columns
    identity = p.identity_at(cell)
    beaters: i64 = 0
    others: i64 = 0
    reach: i64 = 1
    while True:
        at = row + reach if side == 0 else row - reach
        if at < 0 or at >= board.rows:
            break
        left = column - reach
        left = max(left, 0)
        right = column + reach
        right = min(right, columns - 1)
        here = enemy >> (at * columns + left)
        place = at * columns + left
        while left <= right and here:
            if here & 1:
                beats: i64 = BEATS[p.identity_at(place)]
                if beats >> identity & 1:
                    beaters += 1
                else:
                    others = 1
            here >>= 1
            left += 1
            place += 1
        reach += 1
    return ((rows_left - 1) * 3 + (2 if beaters > 2 else beaters)) * 2 + others


def _roads(
    p: Position, side: i64, cell: i64, held: i64, attack: bool, jumping: bool, blocked: i64
) -> i64:
    """By how many cells an agent can go on now, with the cards in hand."""
    board = p.board
    own = p.occ(side)
    enemy = p.occ(1 - side)
    beats: i64 = BEATS[p.identity_at(cell)]
    found: i64 = 0
    steps: i64 = board.forward[side * board.cells + cell]
    while steps:
        end = (steps & 63) - 1
        steps >>= 6
        if jumping and own >> end & 1:  # SK-9.2
            end = board.beyond(cell, end)
            if end < 0:
                continue
        if blocked >> end & 1:
            continue
        if enemy >> end & 1 and not beats >> p.identity_at(end) & 1:
            continue
        keys: i64 = board.keys[end]
        if (keys & held) != 0 or attack:
            found += 1
    return found


def _threats_aside(
    p: Position,
    side: i64,
    cell: i64,
    beats: i64,
    tunnel: bool,
    defence: bool,
    base: i64,
    blocked: i64,
    out: list[int],
) -> None:
    """Whom an agent can attack beside her by Tunnel (SK-6.2) or Defence (SK-6.1), or behind her."""
    board = p.board
    columns = board.columns
    enemy = p.occ(1 - side)
    targets: i64 = 0
    if defence:
        steps: i64 = board.aside[side * board.cells + cell]
        while steps:
            targets |= bit((steps & 63) - 1)
            steps >>= 6
    if tunnel:
        both = p.occ0 | p.occ1
        column = cell % columns
        at = cell
        while column > 0:
            column -= 1
            at -= 1
            if both >> at & 1:
                targets |= bit(at)
                break
        column = cell % columns
        at = cell
        while column < columns - 1:
            column += 1
            at += 1
            if both >> at & 1:
                targets |= bit(at)
                break
    targets &= enemy & ~blocked
    at = 0
    while targets:
        if targets & 1:
            target: i64 = p.agents[at]
            met = target & IDENTITY
            place = (beats >> met & 1) * 2 + (board.real >> met & 1)
            out.append(int(base + ASIDE + place * 2 + (1 if target & REVEALED else 0)))
        targets >>= 1
        at += 1


def _ahead(side: i64, row: i64, columns: i64) -> i64:
    """The cells beyond a row, as a side goes."""
    if side == 0:
        return ~(bit((row + 1) * columns) - 1)
    return bit(row * columns) - 1


class Eye(Judge):
    """Stops a rollout at the next turn, and judges it by the weights."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = weights

    def ripe(self, state: Playable, plies: int) -> bool:
        assert isinstance(state, State)
        return state.phase == TURN

    def chances(self, state: Playable) -> list[float]:
        assert isinstance(state, State)
        chance = self.chance(state, state.side)
        return [chance, 1.0 - chance] if state.side == 0 else [1.0 - chance, chance]

    def chance(self, state: State, mover: i64) -> float:
        """The mover's chance to win."""
        found: list[int] = []
        features(state, mover, found)
        total = 0.0
        weights = self.weights
        for feature in found:
            total += weights[feature]
        return 1.0 / (1.0 + math.exp(-total))

    def alike(self, move: int) -> int:
        """Which card brings somebody somewhere matters little."""
        return int(b_of(move) << 6 | c_of(move)) if kind_of(move) == PLAY else move

    def pick(self, state: Playable, moves: list[int], luck: Stream) -> int:
        assert isinstance(state, State)
        n = len(moves)
        if n == 1:
            return moves[0]
        if state.phase == REFILLING:
            wanted: i64 = 0 if locations_in(state.hand(state.side)) < 4 else 1
            for move in moves:
                if a_of(move) == wanted:
                    return move
        elif state.phase == DECOY_ASKED:
            return self._sprung(state, moves)
        return moves[luck.below(n)]

    def _sprung(self, state: State, moves: list[int]) -> int:
        """The Decoy's owner knows his mark, and moves next."""
        owner = 1 - state.side
        best = moves[0]
        highest = -1.0
        for move in moves:
            then = state.clone()
            then.apply(move)
            value = self.chance(then, owner)
            if then.phase == OVER:
                value = 1.0 if then.winner == owner else 0.0
            if value > highest:
                highest = value
                best = move
        return best

    def after(self, state: State, move: int) -> float:
        """What a play is worth to the side that makes it, before anybody answers or draws."""
        side = state.side
        then = state.clone()
        then.apply(move)
        while True:
            phase = then.phase
            if phase == DECOY_ASKED:
                # Whoever enters the home row has won only when no Decoy brings her back (SK-8.4).
                answers = then.moves()
                then.apply(answers[0] if len(answers) == 1 else self._sprung(then, answers))
            elif phase == PUSHING:
                then.apply(then.moves()[0])
            elif phase == REVOLVER_ASKED:  # until the answer the attacker stands nowhere
                then.apply(then.moves()[-1])
            else:
                break
        if then.phase == OVER:
            return 1.0 if then.winner == side else 0.0
        return 1.0 - self.chance(then, 1 - side)
