"""RA-28: what is played for a seat that does not answer in time."""

from __future__ import annotations

from konspira.games.rogue.rules import agenda, codes
from konspira.games.rogue.rules.agent_board import spendable
from konspira.games.rogue.rules.codes import a_of, b_of, c_of, code, kind_of
from konspira.games.rogue.rules.components import (
    ALL,
    AMMO,
    BLACK,
    CREDITS,
    EXPLOSION,
    GREEN,
    RED,
    STAMINA,
)
from konspira.games.rogue.rules.position import (
    ACTIVATING,
    ASSIGNING,
    BUYING,
    COLOURING,
    CUTTING,
    DEFENDING,
    FIGHTING,
    FLEEING,
    LOSING_ANY,
    LOSING_OWN,
    LOWERING,
    ON_TURN,
    PATROLLING,
    PLACING,
    REROLLING,
    RESOLVING,
    TAKING,
    TICKING,
)
from konspira.games.rogue.rules.search import (
    PLAIN,
    WITH_AMMO,
    WITH_BOOST,
    count_symbol,
    free_ignores,
)
from konspira.games.rogue.rules.state import State


def default_moves(state: State, seat: int) -> list[int]:
    """One move, or all moves of a compound."""
    found: list[int] = []
    table = state.clone()
    table.stream = 0
    while table.asks(seat) and (not found or table.drafting() == seat):
        move = default_move(table, seat)
        found.append(move)
        table.apply(move)
    return found


def default_move(s: State, seat: int) -> int:
    moves = s.moves()
    plain = {
        ON_TURN: codes.END_TURN,
        PATROLLING: codes.STOP,
        REROLLING: codes.KEEP_DICE,
        BUYING: codes.DONE,
        CUTTING: codes.LEAVE_BOMB,
    }
    if s.phase in plain:
        wanted = int(code(seat, plain[s.phase]))
        return wanted if wanted in moves else moves[-1]
    match s.phase:
        case phase if phase == ASSIGNING:  # draw order
            return next(move for move in moves if b_of(move) == s.event_dice[0])
        case phase if phase == FIGHTING:  # nothing, but enough to avoid the skull
            needed = max(0, s.number - s.get(seat, STAMINA) + 1)
            return moves[needed] if needed < len(moves) else moves[0]
        case phase if phase == DEFENDING:  # D-13 nothing, D-29 all
            duel = s.agenda[-1] & 63 == agenda.DUEL_HITS
            return moves[-1] if duel else moves[0]
        case phase if phase == TAKING:
            return max(moves, key=lambda move: _bounty(s, move))
        case phase if phase == COLOURING:
            order = [BLACK, RED, GREEN]
            return min(moves, key=lambda move: order.index(a_of(move)))
        case phase if phase == RESOLVING:
            return _resolution(s, moves)
        case phase if phase == PLACING:
            return next((m for m in moves if _opens_nothing(s, m)), moves[0])
        case phase if phase == LOSING_OWN:
            return _first_placed(s, seat, moves)
        case phase if phase == LOSING_ANY:
            own = [move for move in moves if b_of(move) == s.turn]
            return _first_placed(s, int(s.turn), own) if own else moves[0]
        case phase if phase == LOWERING:
            return min(moves, key=lambda move: s.get(seat, a_of(move)))
        case phase if phase in (FLEEING, ACTIVATING):  # oldest first
            return moves[0]
        case phase if phase == TICKING:  # D-23 of one location, D-25 of the city
            return min(moves, key=b_of) if s.number == ALL else moves[0]
    # Ammo for attacks, calling informants, freeing a captive, a token: the first is the least.
    return moves[0]


def _bounty(s: State, move: int) -> int:
    return int(s.box.criminals[s.card_of(a_of(move))].bounty)


def _resolution(s: State, moves: list[int]) -> int:
    """Boosts first on explosions, then on the largest gain; ammo only to avoid the skull."""
    explosions = [move for move in moves if a_of(move) == EXPLOSION]
    gains = [move for move in moves if a_of(move) != EXPLOSION]
    if explosions and free_ignores(s) > 0:
        return explosions[0]
    for move in explosions:
        if c_of(move) == WITH_BOOST:
            return move
    if gains:
        boosted = [move for move in gains if c_of(move) == WITH_BOOST]
        return max(boosted or gains, key=lambda m: b_of(m) * (2 if a_of(m) == CREDITS else 1))
    if s.get(s.turn, STAMINA) == 1 and spendable(s, s.turn, AMMO) >= count_symbol(s, EXPLOSION):
        return next(move for move in explosions if c_of(move) == WITH_AMMO)
    return next(move for move in explosions if c_of(move) == PLAIN)


def _opens_nothing(s: State, move: int) -> bool:
    column = int(c_of(move))
    return not any(s.sheet) or (column < len(s.sheet) and s.sheet[column] != 0)


def _first_placed(s: State, seat: int, moves: list[int]) -> int:
    """The informant that has been in the city longest, as far as the game tells."""
    for played in s.history():
        if kind_of(played) == codes.REINFORCE and played & 15 == seat:
            for move in moves:
                if a_of(move) == a_of(played):
                    return move
    return moves[0]
