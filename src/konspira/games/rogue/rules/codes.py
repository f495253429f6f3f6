"""Moves, outcomes of chance and events as ints: actor 4 bits, kind 7, then fields of 6 bits.

`tell` is the one place that says who learns what of a code (chapter 27).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

HOUSE: Final[i64] = 13
SPECTATOR: Final[i64] = 14
CHANCE: Final[i64] = 15

# Moves.
ASSIGN: Final[i64] = 1  # a disc, b die
STEP: Final[i64] = 2  # a slot
STOP: Final[i64] = 3  # end a patrol
INVESTIGATE: Final[i64] = 4  # a criminal
ATTACK_CRIMINAL: Final[i64] = 5  # a criminal
ATTACK_ASSASSIN: Final[i64] = 6  # a path position
ARREST: Final[i64] = 7  # a criminal
SEIZE: Final[i64] = 8  # a seat, b fuel
TURN_IN: Final[i64] = 9
SEARCH: Final[i64] = 10
BUY: Final[i64] = 11  # a what: a track, or influence
DEFUSE: Final[i64] = 12  # a timer of the bomb
ATTACK_ANDROID: Final[i64] = 13  # a seat
ATTACK_AGENT: Final[i64] = 14  # a seat
ATTACK_LOCATION: Final[i64] = 15
SCREEN: Final[i64] = 16  # a seat
REINFORCE: Final[i64] = 17  # a slot
END_TURN: Final[i64] = 18
SPEND_AMMO: Final[i64] = 19  # a how many
DEFEND: Final[i64] = 20  # a fuel
CALL: Final[i64] = 21  # a informants called (Shadow Watch)
TAKE: Final[i64] = 22  # a criminal
COLOUR: Final[i64] = 23  # a colour for a white search icon
PICK: Final[i64] = 24  # a colour, b symbol, c amount: a die to roll again
ROLL_AGAIN: Final[i64] = 25
KEEP_DICE: Final[i64] = 26
RESOLVE: Final[i64] = 27  # a symbol, b amount, c how
DONE: Final[i64] = 28  # bought enough
PLACE_DIE: Final[i64] = 29  # a colour, b 1 boost, 0 explosion, c column
CUT: Final[i64] = 30
LEAVE_BOMB: Final[i64] = 31
LOSE_INFORMANT: Final[i64] = 32  # a slot, b seat
LOWER: Final[i64] = 33  # a upgrade track
FREE: Final[i64] = 34  # a criminal
FLEE_FIRST: Final[i64] = 35  # a path position
ACTIVATE: Final[i64] = 36  # a path position of an assassin
TICK: Final[i64] = 37  # a slot, b timer
REVEAL: Final[i64] = 38  # a 1 android, 0 human

# Asides.
RESIGN: Final[i64] = 46
TIMEOUT: Final[i64] = 47

# Chance.
TILE: Final[i64] = 48  # a slot, b tile
POLICE: Final[i64] = 49  # a die
LEADER: Final[i64] = 50  # a seat
TOKEN: Final[i64] = 51  # a seat, b 1 android, 0 human
DRAW: Final[i64] = 52  # a disc
EVENT_DIE: Final[i64] = 53  # a die
TIMER: Final[i64] = 54  # a die, b slot
ROLL: Final[i64] = 55  # a colour, b symbol, c amount
LOOK: Final[i64] = 56  # a criminal, b card, c seat
TURN_UP: Final[i64] = 57  # a criminal, b card: shown to all

# Events.
ROUND: Final[i64] = 64  # a round, b leader
TURN: Final[i64] = 65  # a seat
PLACED: Final[i64] = 66  # a disc, b slot
LOOKED: Final[i64] = 67  # a criminal, b card, c seat: a card that others saw before
SHOWN: Final[i64] = 68  # a criminal, b card: a card that somebody had investigated
HITS: Final[i64] = 69  # a seat, b hits
DEFEATED: Final[i64] = 70  # a criminal
ASSASSIN_OUT: Final[i64] = 71  # a slot
LOST_STAMINA: Final[i64] = 72  # a seat, b how much
HOSPITAL: Final[i64] = 73  # a seat
EFFECT: Final[i64] = 74  # a criminal, b effect, c number
WALKED: Final[i64] = 75  # a criminal, b slot
ESCAPED: Final[i64] = 76  # a criminal
CARD_OUT: Final[i64] = 77  # a criminal, b card
CARD_UNDER: Final[i64] = 78  # a criminal, b card: under the deck
ASSASSIN_WALKED: Final[i64] = 79  # a path position, b new one or ALL
TICKED: Final[i64] = 80  # a slot, b timer
EXPLODED: Final[i64] = 81  # a slot
INFORMANT_OUT: Final[i64] = 82  # a seat, b slot
POLICE_MOVED: Final[i64] = 83  # a slot
TURNED_IN: Final[i64] = 84  # a seat, b card
PAID_OUT: Final[i64] = 85  # a seat, b credits
TAKEN: Final[i64] = 86  # a seat, b criminal
DEFUSED: Final[i64] = 87  # a seat, b slot
IS_ANDROID: Final[i64] = 88  # a seat
TOKENS_OUT: Final[i64] = 89
DESTROYED: Final[i64] = 90  # a slot
CLOCK_OUT: Final[i64] = 91  # a seat, b effect
SHUFFLED: Final[i64] = 92
RESERVE_IN: Final[i64] = 93
SCORE: Final[i64] = 94  # a seat, b points
ENDED: Final[i64] = 95  # a ending
BACK_IN_BAG: Final[i64] = 96  # a disc, b slot: swept up or destroyed
GANGSTERS: Final[i64] = 97  # a seat, b slot, c icons met
SAFE: Final[i64] = 98  # a slot: the check of a bomb is passed, but it stays

BLANK: Final[i64] = 63


def code(actor: i64, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> i64:
    return actor | (kind << 4) | (a << 11) | (b << 17) | (c << 23)


def actor_of(move: i64) -> i64:
    return move & 15


def kind_of(move: i64) -> i64:
    return (move >> 4) & 127


def a_of(move: i64) -> i64:
    return (move >> 11) & 63


def b_of(move: i64) -> i64:
    return (move >> 17) & 63


def c_of(move: i64) -> i64:
    return (move >> 23) & 63


def tell(move: i64, viewer: i64) -> i64:
    """The code as this viewer learns it."""
    kind = kind_of(move)
    if kind == LOOK or kind == LOOKED:  # RA-27.2
        if c_of(move) != viewer:
            return code(actor_of(move), kind, a_of(move), BLANK, c_of(move))
    elif kind == TOKEN:  # RA-27.6
        if a_of(move) != viewer:
            return code(actor_of(move), kind, a_of(move), BLANK)
    return move
