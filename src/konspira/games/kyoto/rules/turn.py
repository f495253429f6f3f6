"""Chapters 2, 3 and 13: set-up and one turn, step by step (SK-13.1)."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.kyoto.rules.codes import (
    BEGINS,
    DONE,
    FAN_PLAY,
    LEAVE_CARD,
    NO_FAN,
    PLACE,
    PLAY,
    STUCK_HERE,
    STUNNED_OUT,
    TAKE_BACK,
    code,
)
from konspira.games.kyoto.rules.components import (
    ATTACK,
    AYANE,
    DRUGGED,
    FAN,
    IDENTITY,
    INACTIVE,
    JOKER,
    NO_CARD,
    STUNNED,
    USED,
    bit,
    one,
)
from konspira.games.kyoto.rules.confrontation import confronted
from konspira.games.kyoto.rules.drawing import refilled
from konspira.games.kyoto.rules.equipment import has, show_hand, typescript_ready, uses
from konspira.games.kyoto.rules.movement import moving_plays, pushes
from konspira.games.kyoto.rules.position import (
    AFTER_PLAY,
    DECOY_ASKED,
    FAN_ASKED,
    NEUTRAL_PICK,
    NOWHERE,
    OVER,
    PICKING,
    PLACING,
    PUSHING,
    STUCK,
    STUNNED_LOSS,
    TAKING_BACK,
    TURN,
    Position,
)
from konspira.games.kyoto.rules.special_agents import asks_ruri, neutral_in_play, picked
from konspira.games.kyoto.rules.tactics import decoys, swaps
from konspira.games.kyoto.rules.winning import declare


def begin_placing(p: Position) -> None:
    """SK-2.4: both at once, in secret."""
    p.phase = PLACING
    p.asked0 = p.ply
    p.asked1 = p.ply


def has_placed(p: Position, side: i64) -> bool:
    """All agents of a side stand, and none is still in the hand of somebody placing."""
    return p.occ(side) != 0 and p.drafter != side


def places(p: Position, side: i64, out: list[int]) -> None:
    """The identities left for the next start cell."""
    start = p.board.start[side]
    used: i64 = 0
    for cell in start:
        if p.occ(side) >> cell & 1:
            used |= bit(p.identity_at(cell))
    for identity in p.board.identities:
        if not used >> identity & 1:
            out.append(int(code(side, PLACE, start[p.placed], identity)))


def place(p: Position, side: i64, cell: i64, identity: i64) -> None:
    p.put(side, cell, identity | ((p.placed + 1) << 7))  # SK-12.11: start cells in order
    p.placed += 1
    p.drafter = side
    start = p.board.start[side]
    if p.placed == len(start) - 1:
        # One identity is left for the last cell: nothing to choose.
        last: list[int] = []
        places(p, side, last)
        rest: i64 = last[0]
        p.put(side, start[p.placed], ((rest >> 16) & IDENTITY) | ((p.placed + 1) << 7))
        p.placed += 1
    if p.placed == len(start):
        p.placed = 0
        p.drafter = NOWHERE
        if side == 0:
            p.next_id0 = len(start) + 1
        else:
            p.next_id1 = len(start) + 1
        if has_placed(p, 0) and has_placed(p, 1):
            begin_picking(p)


def begin_picking(p: Position) -> None:
    """SK-2.7, SK-2.8, SK-2.11."""
    if p.options.equipment:
        item: i64 = 0
        while item < 6:
            p.set_equipment(item, INACTIVE)
            item += 1
    if not p.options.special_agents:
        begin_turn(p, 0)
    elif neutral_in_play(p):
        p.ask(1, NEUTRAL_PICK)
    else:
        begin_picks(p)


def begin_picks(p: Position) -> None:
    p.phase = PICKING
    p.asked0 = p.ply
    p.asked1 = p.ply


def after_pick(p: Position) -> None:
    if p.special0 and p.special1:
        picked(p)
        if not asks_ruri(p):
            begin_turn(p, 0)


def begin_turn(p: Position, side: i64) -> None:
    """Step 1; also made again after each use of equipment (step 2)."""
    p.side = side
    p.ask(side, TURN)
    moves = turn_moves(p)
    if p.phase == OVER:
        return
    if not moves:
        _end_without_play(p)
        return
    p.happen(BEGINS, side)
    p.listed = moves


def _end_without_play(p: Position) -> None:
    stunned = p.flagged(p.side, STUNNED) != NOWHERE
    if stunned:
        p.happen(STUNNED_OUT, p.side)
        p.end(1 - p.side, STUNNED_LOSS)  # SK-10.9
    else:
        p.happen(STUCK_HERE, p.side)
        p.end(1 - p.side, STUCK)  # SK-8.9


def turn_moves(p: Position) -> list[int]:
    """What the active player can do before the play. Empty: the game is lost."""
    side = p.side
    plays: list[int] = []
    moving_plays(p, side, PLAY, NOWHERE, plays)
    if p.equipment:
        # Marks of the other side's equipment narrow the turn.
        if p.flagged(side, STUNNED) != NOWHERE and not plays:  # SK-OP-22, SK-OP-38
            if not typescript_ready(p, side):
                return plays
            uses(p, side, plays)
            return plays
        chosen = p.flagged(side, DRUGGED)
        if chosen != NOWHERE:
            return _anaesthetised(p, side, chosen, plays)
    swaps(p, side, plays)
    decoys(p, side, plays)
    if p.equipment:
        if not plays and not typescript_ready(p, side):  # SK-OP-12
            return plays
        uses(p, side, plays)
    return plays


def _anaesthetised(p: Position, side: i64, chosen: i64, plays: list[int]) -> list[int]:
    """SK-10.10: only moves of the chosen agent; if there is none, the hand is shown."""
    forced: list[int] = []
    for move in plays:
        if (move >> 16) & 63 == chosen:
            forced.append(move)
    if forced:
        uses(p, side, forced)
        return forced
    if not plays:
        swaps(p, side, plays)
        decoys(p, side, plays)
        if not plays and not typescript_ready(p, side):  # SK-8.9 comes first
            return plays
    if typescript_ready(p, side):  # SK-OP-41: the hand may still change
        uses(p, side, forced)
        forced.append(int(code(side, DONE)))
        return forced
    show_hand(p, side)
    return turn_moves(p)


def play_card(p: Position, card: i64, start: i64, end: i64) -> None:
    """Steps 3 and 4: the card leaves the hand and the agent moves."""
    side = p.side
    p.add_to_hand(side, -one(card))
    if p.extra == NO_CARD and p.card == NO_CARD:
        p.card = card
    else:
        p.extra = card
    agent = p.lift(side, start)
    p.entered = True  # SK-6.5.4
    p.won = False
    p.mover = end
    if p.occ(1 - side) >> end & 1:  # SK-4.9
        p.agent1 = agent
        p.from1 = start
        p.to1 = end
    else:
        p.put(side, end, agent)
    if card == ATTACK:
        options: list[int] = []
        pushes(p, options)
        if options:  # SK-6.3.7
            p.drafter = side
            p.ask(side, PUSHING)
            p.listed = options
            return
    settle(p)


def push(p: Position, start: i64, end: i64) -> None:
    """SK-6.3.2: the pushed agent becomes an attacker if she lands on somebody (SK-OP-7)."""
    enemy = 1 - p.side
    p.drafter = NOWHERE
    agent = p.lift(enemy, start)
    if p.occ(p.side) >> end & 1:
        p.agent2 = agent
        p.from2 = start
        p.to2 = end
    else:
        p.put(enemy, end, agent)
    settle(p)


def settle(p: Position) -> None:
    """Step 5: confrontations; then step 6."""
    if not confronted(p):
        return
    if p.won and has(p, p.side, FAN) and not p.bait_held and p.mover != NOWHERE:  # SK-OP-35
        p.ask(p.side, FAN_ASKED)  # SK-OP-40: asked whatever the hand
        return
    decoy_window(p)


def fan_plays(p: Position, out: list[int]) -> None:
    """SK-10.8.1: cards that move the winner."""
    moving_plays(p, p.side, FAN_PLAY, p.mover, out)
    out.append(int(code(p.side, NO_FAN)))


def play_fan(p: Position, card: i64, start: i64, end: i64) -> None:
    p.set_equipment(FAN, USED)
    play_card(p, card, start, end)


def decoy_window(p: Position) -> None:
    """Step 7, asked whether or not a mark fits (SK-12.12)."""
    p.won = False
    if p.entered and p.mover != NOWHERE and p.board.regular(p.mover):
        if p.decoys(1 - p.side):
            p.ask(1 - p.side, DECOY_ASKED)
            return
    finish_play(p)


def finish_play(p: Position) -> None:
    """Steps 8 and 9."""
    p.entered = False
    p.mover = NOWHERE
    declare(p)
    if p.phase == OVER:
        return
    put_away(p)


def put_away(p: Position) -> None:
    """Step 9: each played card goes to the pile, or back to hand with Ayane (SK-9.3)."""
    side = p.side
    card = p.card if p.card != NO_CARD else p.extra
    if card == NO_CARD:
        after_play(p)
        return
    if p.special(side) == AYANE and card < JOKER:
        p.ask(side, TAKING_BACK)
        return
    put_away_to(p, False)


def take_backs(p: Position, out: list[int]) -> None:
    card = p.card if p.card != NO_CARD else p.extra
    out.append(int(code(p.side, TAKE_BACK, card)))
    out.append(int(code(p.side, LEAVE_CARD)))


def put_away_to(p: Position, hand: bool) -> None:
    if p.card != NO_CARD:
        card = p.card
        p.card = NO_CARD
    else:
        card = p.extra
        p.extra = NO_CARD
    if hand:
        p.add_to_hand(p.side, one(card))
    else:
        p.discard(p.side, card)
    put_away(p)


def after_play(p: Position) -> None:
    """Step 10."""
    if p.equipment:
        options: list[int] = []
        uses(p, p.side, options)
        if options:
            options.append(int(code(p.side, DONE)))
            p.ask(p.side, AFTER_PLAY)
            p.listed = options
            return
    refill_on(p)


def refill_on(p: Position) -> None:
    """Step 11, until the hand is full or a question is open."""
    if refilled(p):
        if p.equipment:
            p.clear_flag(p.side, STUNNED | DRUGGED)
        begin_turn(p, 1 - p.side)
