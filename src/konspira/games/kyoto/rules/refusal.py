"""Why a move is not legal now. It explains; legality itself is decided by `moves()` alone.

Only what the mover may know is looked at (SK-12.15).
"""

from __future__ import annotations

from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, actor_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.components import (
    BLUE,
    DECOY,
    DEFENCE,
    DRUGGED,
    JOKER,
    RED,
    STUNNED,
    SWAP,
    TUNNEL,
    YOKO,
    count,
)
from konspira.games.kyoto.rules.equipment import typescript_ready
from konspira.games.kyoto.rules.position import (
    AFTER_PLAY,
    DECOY_ASKED,
    FAN_ASKED,
    NOWHERE,
    OVER,
    PLACING,
    PUSHING,
    TURN,
)
from konspira.games.kyoto.rules.state import State


def reason(s: State, move: int) -> str:
    """The key of the sentence that explains the refusal."""
    seat = actor_of(move)
    if s.phase == OVER:
        return "over"
    if not s.asks(seat):
        return "not_asked"
    kind = kind_of(move)
    if kind == codes.PLAY:
        return _play(s, seat, a_of(move), b_of(move), c_of(move)) if s.phase == TURN else "not_now"
    if kind == codes.FAN_PLAY:
        if s.phase != FAN_ASKED:
            return "not_now"
        if b_of(move) != s.mover:
            return "fan_moves_winner"
        return _play(s, seat, a_of(move), b_of(move), c_of(move))
    if kind == codes.PUSH:
        return _push(s, a_of(move), b_of(move)) if s.phase == PUSHING else "not_now"
    if kind == codes.SWAP_TWO:
        return _swap(s, seat, a_of(move), b_of(move)) if s.phase == TURN else "not_now"
    if kind == codes.LAY_DECOY:
        return _lay_decoy(s, seat) if s.phase == TURN else "not_now"
    if kind == codes.SPRING:
        return _spring(s, seat, a_of(move), b_of(move), c_of(move))
    if kind == codes.NO_FAN or kind == codes.DONE or kind == codes.PLACE:
        return "not_now" if kind != codes.PLACE or s.phase != PLACING else "place_in_order"
    if kind == codes.USE_TYPESCRIPT and (s.phase == TURN or s.phase == AFTER_PLAY):
        return "not_in_pile" if typescript_ready(s, seat) else "not_now"
    return "not_now"


def _at(s: State, side: int, cell: int) -> bool:
    return s.occ(side) >> cell & 1 == 1


def _play(s: State, seat: int, card: int, start: int, end: int) -> str:
    if not count(s.hand(seat), card):
        return "not_in_hand"
    if not _at(s, seat, start):
        return "no_agent_there"
    if s.agents[start] & STUNNED:
        return "stunned"
    chosen = s.flagged(seat, DRUGGED)
    columns = int(s.board.columns)
    across = end % columns - start % columns
    up = end // columns - start // columns
    if seat == 1:
        up = -up
    if card == TUNNEL:
        if up:
            return "tunnel_row"
        step = 1 if across > 0 else -1
        for cell in range(start + step, end, step):
            if _at(s, 0, cell) or _at(s, 1, cell):
                return "tunnel_past"
    elif card == DEFENCE:
        if up > 0 or (up == 0 and across == 0):
            return "defence_way"
    elif up == 0 and across != 0:
        return "not_sideways"
    elif up < 0:
        return "not_back"
    if card != TUNNEL and (abs(across) > 1 or abs(up) > 1):
        if s.special(seat) != YOKO or abs(across) > 2 or abs(up) > 2:
            return "too_far"
        return "no_jump"
    if _at(s, seat, end):
        return "own_agent_there"
    if s.closed(seat) >> end & 1:
        return "closed_cell" if s.board.neutral >> end & 1 else "enemy_hq"
    if s.shield(1 - seat) >> end & 1 and _at(s, 1 - seat, end):
        return "ruri_protects"
    if RED <= card <= JOKER and not s.board.keys[end] >> card & 1:
        return "wrong_colour"
    if chosen != NOWHERE and chosen != start:
        return "must_move_chosen"
    return "not_now"


def _push(s: State, start: int, end: int) -> str:
    enemy = 1 - int(s.side)
    if not _at(s, enemy, start):
        return "no_enemy_there"
    if s.agent1 and start == s.to1:
        return "engaged"
    columns = int(s.board.columns)
    up = end // columns - start // columns
    if enemy == 1:
        up = -up
    if up != -1 or abs(end % columns - start % columns) > 1:
        return "push_back_one"
    if _at(s, enemy, end):
        return "three_agents" if s.agent1 and end == s.to1 else "pushed_onto_friend"
    if s.agent1 and end == s.from1:
        return "kept_for_return"
    if s.barred(enemy) >> end & 1:
        return "may_not_enter"
    if s.shield(int(s.side)) >> end & 1 and _at(s, int(s.side), end):
        return "ruri_protects"
    return "strictly_empty"


def _swap(s: State, seat: int, first: int, second: int) -> str:
    if not count(s.hand(seat), SWAP):
        return "not_in_hand"
    if not _at(s, seat, first) or not _at(s, seat, second) or first == second:
        return "no_agent_there"
    if (s.agents[first] | s.agents[second]) & STUNNED:
        return "stunned"
    if s.flagged(seat, DRUGGED) != NOWHERE:
        return "must_move_chosen"
    columns = int(s.board.columns)
    if first % columns != second % columns and first // columns != second // columns:
        return "swap_line"
    return "not_now"


def _lay_decoy(s: State, seat: int) -> str:
    hand = s.hand(seat)
    if not count(hand, DECOY):
        return "not_in_hand"
    if s.flagged(seat, DRUGGED) != NOWHERE:
        return "must_move_chosen"
    colours = 0
    for card in range(int(RED), int(BLUE) + 1):
        colours += int(count(hand, card))
    if colours == 0:
        return "decoy_needs_mark"
    return "not_now" if s.flagged(seat, STUNNED) != NOWHERE else "not_in_hand"  # SK-OP-38


def _spring(s: State, seat: int, slot: int, colour: int, end: int) -> str:
    if s.phase != DECOY_ASKED:
        return "not_now"
    marks = s.decoys(seat) >> (6 * slot) & 63
    if colour + 1 not in (marks & 7, marks >> 3):
        return "no_such_mark"
    if s.board.types[s.mover] != colour:
        return "mark_does_not_match"
    columns = int(s.board.columns)
    up = end // columns - int(s.mover) // columns
    if seat == 0:
        up = -up
    if up != -2 or abs(end % columns - int(s.mover) % columns) > 2:
        return "two_cells_back"
    if _at(s, 0, end) or _at(s, 1, end):
        return "final_cell_held"
    return "may_not_enter"
