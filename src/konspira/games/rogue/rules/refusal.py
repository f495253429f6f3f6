"""Why a move is not legal now. Said from what is public, or the mover's own."""
# not compiled

from __future__ import annotations

from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.agent_board import spendable
from konspira.games.rogue.rules.city import adjacent
from konspira.games.rogue.rules.codes import a_of, actor_of, b_of, kind_of
from konspira.games.rogue.rules.components import (
    ARREST,
    ATTACK,
    ATTACK_AGENT,
    ATTACK_ANDROID,
    ATTACK_LOCATION,
    BLACKLISTED,
    BUY,
    CREDITS,
    DEFUSE,
    EVIDENCE,
    FACE_UP,
    FUEL,
    MARKS,
    SEARCH,
    SEIZE,
    STATUS,
    SUPPLY,
    TURN_IN,
    UNTAMED,
    bit,
)
from konspira.games.rogue.rules.custody import captive_count
from konspira.games.rogue.rules.identity import can_reveal
from konspira.games.rogue.rules.position import ON_TURN, OVER, PATROLLING, PLACING
from konspira.games.rogue.rules.state import State
from konspira.games.rogue.rules.turn import allowed_actions, informant_slots, unused

ACTIONS = {
    codes.ATTACK_CRIMINAL: ATTACK,
    codes.ATTACK_ASSASSIN: ATTACK,
    codes.ARREST: ARREST,
    codes.SEIZE: SEIZE,
    codes.TURN_IN: TURN_IN,
    codes.SEARCH: SEARCH,
    codes.BUY: BUY,
    codes.DEFUSE: DEFUSE,
    codes.ATTACK_ANDROID: ATTACK_ANDROID,
    codes.ATTACK_AGENT: ATTACK_AGENT,
    codes.ATTACK_LOCATION: ATTACK_LOCATION,
}
UNDERGROUND = (codes.SEARCH, codes.BUY, codes.ATTACK_AGENT, codes.ATTACK_LOCATION)


def reason(s: State, move: int) -> str:
    """The key of a sentence."""
    if s.phase == OVER:
        return "over"
    seat = actor_of(move)
    if not s.asks(int(seat)):
        return "not_asked"
    if s.phase == PATROLLING and kind_of(move) == codes.STEP:
        if not adjacent(s.at(seat), a_of(move)):
            return "not_adjacent"
        return "visited_already"
    if s.phase == PLACING and kind_of(move) == codes.PLACE_DIE:
        return "no_such_wire"
    if s.phase != ON_TURN:
        return "another_question"
    return _on_turn(s, int(seat), move)


def _on_turn(s: State, seat: int, move: int) -> str:
    kind = kind_of(move)
    slot = s.at(seat)
    agent = s.is_agent(seat)
    left = allowed_actions(s, seat) - s.justice
    if kind == codes.STEP:
        if agent and left <= 0:
            return "actions_used_up"
        if not adjacent(slot, a_of(move)):
            return "not_adjacent"
        return "no_fuel"
    if kind in (codes.INVESTIGATE, codes.SCREEN, codes.REINFORCE) and not agent:
        return "androids_cannot"
    if kind == codes.REINFORCE:
        return _reinforce(s, seat, a_of(move))
    if kind == codes.INVESTIGATE:
        return "actions_used_up" if left <= 0 else _investigate(s, seat, a_of(move))
    if kind == codes.SCREEN:
        return "actions_used_up" if left <= 0 else _screen(s, seat, a_of(move))
    if kind in ACTIONS:
        if not agent and kind not in UNDERGROUND:
            return "androids_cannot"
        if agent and kind in (codes.ATTACK_AGENT, codes.ATTACK_LOCATION):
            return "only_androids"
        if left <= 0:
            return "actions_used_up"
        if agent and slot == s.police:
            return "police_here"
        if not unused(s, ACTIONS[kind], slot):
            return "done_here_already"
        return _action(s, seat, move)
    return "another_question"


def _reinforce(s: State, seat: int, slot: int) -> str:
    if slot != s.at(seat):
        return "not_here"
    if s.clocked(seat, BLACKLISTED):
        return "blacklisted"
    if s.get(seat, SUPPLY) == 0:
        return "no_informant"
    if s.get(seat, CREDITS) < 2:
        return "too_poor"
    return "no_slot" if informant_slots(s, slot) == 0 else "slots_full"


def _investigate(s: State, seat: int, criminal: int) -> str:
    if s.of(criminal, STATUS) != UNTAMED or s.of(criminal, FACE_UP):
        return "nothing_to_investigate"
    if s.of(criminal, MARKS) & bit(seat):
        return "investigated_already"
    if s.get(seat, EVIDENCE) < 2:
        return "no_evidence"
    return "not_here"


def _screen(s: State, seat: int, target: int) -> str:
    if target == seat or target >= s.seats or not can_reveal(s, target):
        return "cannot_be_screened"
    return "no_evidence" if s.get(seat, EVIDENCE) < 4 else "not_here"


def _action(s: State, seat: int, move: int) -> str:
    kind = kind_of(move)
    slot = s.at(seat)
    tile = s.tile_at(slot)
    if kind == codes.SEARCH:
        return "destroyed_here" if s.is_destroyed(slot) else "nothing_to_search"
    if kind == codes.BUY:
        if s.is_destroyed(slot):
            return "destroyed_here"
        if s.clocked(seat, BLACKLISTED):
            return "blacklisted"
        return "not_sold" if a_of(move) not in [good[0] for good in tile.goods] else "cannot_buy"
    if kind == codes.TURN_IN:
        return "not_hq" if s.tiles[slot] != s.box.hq else "no_captives"
    if kind in (codes.SEIZE, codes.ATTACK_ANDROID, codes.ATTACK_AGENT):
        return _against(s, seat, move)
    if kind == codes.ATTACK_LOCATION:
        return "destroyed_here" if s.is_destroyed(slot) else "no_slot"
    return "not_here"


def _against(s: State, seat: int, move: int) -> str:
    target = a_of(move)
    slot = s.at(seat)
    tile = s.tile_at(slot)
    if target >= s.seats or target == seat or s.at(target) != slot:
        return "not_here"
    if kind_of(move) == codes.ATTACK_ANDROID:
        return "no_android" if s.is_agent(target) else "safe_here"
    if not s.is_agent(target):
        return "no_agent"
    if tile.human_shield:
        return "safe_here"
    if captive_count(s, target) == 0:
        return "no_captives"
    return "no_fuel" if b_of(move) > spendable(s, seat, FUEL) else "another_question"
