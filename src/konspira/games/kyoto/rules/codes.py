"""Moves, outcomes of chance and events as ints: actor 4 bits, kind 6, then fields of 6 bits.

`tell` is the one place that says who learns what of a code (section 12).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.games.kyoto.rules.components import DEFENCE, UNKNOWN

HOUSE: Final[i64] = 13
SPECTATOR: Final[i64] = 14
CHANCE: Final[i64] = 15

# Moves.
PLACE: Final[i64] = 1  # a cell, b identity
PICK: Final[i64] = 2  # a special agent
NEUTRAL: Final[i64] = 3  # a 1 keep, 0 pass on
RURI_COLOUR: Final[i64] = 4  # a colour
PLAY: Final[i64] = 5  # a card, b from, c to
PUSH: Final[i64] = 6  # a from, b to
SWAP_TWO: Final[i64] = 7  # a cell, b cell, c 1 leave, 2 exchange
LAY_DECOY: Final[i64] = 8  # a mark + 1, b second mark + 1 or 0
SPRING: Final[i64] = 9  # a decoy slot, b mark, c final cell
NO_SPRING: Final[i64] = 10
REFILL: Final[i64] = 11  # a kind of deck, b kind of the second (Tomoyo) or 7
KEEP: Final[i64] = 12  # a card kept, b card put at the bottom
TAKE_BACK: Final[i64] = 13  # a card
LEAVE_CARD: Final[i64] = 14
FIRE: Final[i64] = 15  # a identity named with the Revolver
HOLD_FIRE: Final[i64] = 16
ACTIVATE: Final[i64] = 17  # a equipment
NO_ACTIVATE: Final[i64] = 18
FAN_PLAY: Final[i64] = 19  # a card, b from, c to
NO_FAN: Final[i64] = 20
USE_TYPESCRIPT: Final[i64] = 21  # a card
USE_WIRETAP: Final[i64] = 22  # a cell
USE_STUNNER: Final[i64] = 23  # a cell
USE_ANAESTHETIC: Final[i64] = 24  # a cell
DONE: Final[i64] = 25

# Asides.
RESIGN: Final[i64] = 30
TIMEOUT: Final[i64] = 31

# Chance.
DEAL: Final[i64] = 32  # a side, b card
LOOK: Final[i64] = 33  # a side, b card: one of Tomoyo's pair

# Events; the side concerned is field a.
SHOWN: Final[i64] = 40  # a side, b cell, c identity
BEATEN: Final[i64] = 41  # a attacking side, b cell: the defender is captured
HELD: Final[i64] = 42  # a attacking side, b cell, c cell she returned to
SHOT: Final[i64] = 43  # a attacking side, b cell: captured by the Revolver
FALSE_HERE: Final[i64] = 44  # a side, b cell: declared not to win
ESCAPED: Final[i64] = 45  # a side, b cell
HAND_SHOWN: Final[i64] = 46  # a side, b card, c how many
PICKED: Final[i64] = 47  # a side, b special agent
STUCK_HERE: Final[i64] = 48  # a side: no card can be played
STUNNED_OUT: Final[i64] = 49  # a side: no agent can be moved
TAKEN: Final[i64] = 50  # a side, b card: drawn from the known bottom of a deck
PAIRED: Final[i64] = 51  # a side, b card: one of Tomoyo's pair, from the known bottom

BEGINS: Final[i64] = 52  # a side: her turn is open, the checks of its start are passed
ENDED: Final[i64] = 53  # a winner, b ending

BLANK_LOCATION: Final[i64] = 61
BLANK_TACTICS: Final[i64] = 62
BLANK: Final[i64] = 63


def code(actor: i64, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> i64:
    return actor | (kind << 4) | (a << 10) | (b << 16) | (c << 22)


def actor_of(move: i64) -> i64:
    return move & 15


def kind_of(move: i64) -> i64:
    return (move >> 4) & 63


def a_of(move: i64) -> i64:
    return (move >> 10) & 63


def b_of(move: i64) -> i64:
    return (move >> 16) & 63


def c_of(move: i64) -> i64:
    return (move >> 22) & 63


def blank_card(card: i64) -> i64:
    """What the others see of a card: the kind of its back (SK-12.14)."""
    return BLANK_LOCATION if card < DEFENCE else BLANK_TACTICS


def tell(move: i64, viewer: i64, open_hands: bool) -> i64:
    """The code as this viewer learns it."""
    kind = kind_of(move)
    if kind >= DEAL:
        if kind == DEAL or kind == LOOK or kind == TAKEN or kind == PAIRED:  # SK-12.1a
            if a_of(move) != viewer and not open_hands:
                return code(actor_of(move), kind, a_of(move), blank_card(b_of(move)))
        return move
    actor = actor_of(move)
    if actor == viewer:
        return move
    if kind == PLACE:  # SK-12.2d
        return code(actor, kind, a_of(move), UNKNOWN)
    if kind == SWAP_TWO:  # SK-12.5b
        return code(actor, kind, a_of(move), b_of(move), 0)
    if kind == LAY_DECOY and not open_hands:  # SK-12.4b
        return code(actor, kind, BLANK, BLANK if b_of(move) else 0)
    if kind == PICK:  # SK-12.8b
        return code(actor, kind, BLANK)
    if kind == KEEP and not open_hands:  # SK-12.1c
        return code(actor, kind, blank_card(a_of(move)), blank_card(b_of(move)))
    return move
