"""Steps that wait. What the rules do next is a stack of small ints: the last one comes first.

A step may push others, open a decision or ask chance; the rest of the stack waits meanwhile.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

SET_TILES: Final[i64] = 1  # a how many are laid
SET_POLICE: Final[i64] = 2
SET_LEADER: Final[i64] = 3
DEAL_TOKENS: Final[i64] = 4  # a how many are dealt
NEW_ROUND: Final[i64] = 5
DRAW_DISCS: Final[i64] = 6  # a how many are still to be drawn
ROLL_EVENTS: Final[i64] = 7
ASSIGN_DICE: Final[i64] = 8
PLACE_DISCS: Final[i64] = 9
TURNS: Final[i64] = 10  # a turns taken
TURN_ON: Final[i64] = 11
PATROL_ON: Final[i64] = 12
LOSE: Final[i64] = 13  # a seat, b how much, c 1 detonation
ATTACK_REVEALED: Final[i64] = 14  # a criminal: its card has just been turned up, b marked
ATTACK_CALL: Final[i64] = 15  # a criminal or ASSASSIN, b path position
ATTACK_AMMO: Final[i64] = 16  # the same
ATTACK_ROLL: Final[i64] = 17
ATTACK_HITS: Final[i64] = 18
SEIZE_TAKE: Final[i64] = 19  # a target
SEARCH_ROLL: Final[i64] = 20
SEARCH_REROLL: Final[i64] = 21
SEARCH_RESOLVE: Final[i64] = 22
CUT_WIRE: Final[i64] = 23
WIRES_CUT: Final[i64] = 24
CIRCUIT: Final[i64] = 25
DETONATE: Final[i64] = 26  # a slot: of the bomb whose timer is 0
BOMB_GONE: Final[i64] = 27  # a slot
SHOW_CARD: Final[i64] = 28  # a criminal, b old, c 1 escaped
CHECK_ASSASSINS: Final[i64] = 29  # a slot
TICK_BOMBS: Final[i64] = 30  # a slot or ALL
TICKS_OVER: Final[i64] = 31
CITY_CRIMINAL: Final[i64] = 32  # a criminal
CITY_ASSASSINS: Final[i64] = 33
NEXT_ASSASSIN: Final[i64] = 34
ASSASSIN_ACTS: Final[i64] = 35  # a index, b sub-step
ASSASSIN_KILLS: Final[i64] = 36  # a slot: the upper informant
CITY_POLICE: Final[i64] = 37
CITY_BOMBS: Final[i64] = 38
CITY_END: Final[i64] = 39
REVEAL_TOKEN: Final[i64] = 40  # a seat
SCREENED: Final[i64] = 41  # a seat
DUEL_DEFEND: Final[i64] = 42  # a target
DUEL_HITS: Final[i64] = 43  # a target
GAIN_INFLUENCE: Final[i64] = 44  # a seat
RAID_ROLL: Final[i64] = 45
RAID_HITS: Final[i64] = 46
LOCATION_FALLS: Final[i64] = 47  # a slot
FLED: Final[i64] = 48  # a criminal: checks on the location it moved to
TIME_BOMB: Final[i64] = 49  # a slot: a bomb was put there, its timer is to be rolled


def step(kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> i64:
    return kind | (a << 6) | (b << 12) | (c << 18)
