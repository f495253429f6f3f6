"""Chapters 1 and 4: what is in the box. Everything is a small int; names live in notation."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Fields of an agent board; the first eight are also the symbols of the special dice.
FUEL: Final[i64] = 0
AMMO: Final[i64] = 1
EVIDENCE: Final[i64] = 2
CAR: Final[i64] = 3
GUN: Final[i64] = 4
AGENT: Final[i64] = 5
STAMINA: Final[i64] = 6
CREDITS: Final[i64] = 7
INFLUENCE: Final[i64] = 8
SUPPLY: Final[i64] = 9  # informants not yet placed
AT: Final[i64] = 10  # slot of the figure
ENDS: Final[i64] = 11  # tracks whose end has paid its influence (RA-4.7), one bit each
HIDDEN_ANDROID: Final[i64] = 12
HIDDEN_HUMAN: Final[i64] = 13
SHOWN_ANDROID: Final[i64] = 14
SHOWN_HUMAN: Final[i64] = 15
UNMASKED: Final[i64] = 16
SHOWED: Final[i64] = 17  # has revealed a token in this round (RA-20.4)
FIELDS: Final[i64] = 18

# Symbols of the special dice (RA-29.3): a board field, or one of these.
EXPLOSION: Final[i64] = 8
BOOST: Final[i64] = 9

RED: Final[i64] = 0
GREEN: Final[i64] = 1
BLACK: Final[i64] = 2
WHITE: Final[i64] = 3  # on search icons only
DICE: Final[i64] = 3  # of each colour (RA-1.7)

# Upgrades (RA-4.4 to RA-4.6).
ENGINE: Final[i64] = 0
SHIELD: Final[i64] = 1
PISTOL: Final[i64] = 2
SCOUTING: Final[i64] = 3
ARMOUR: Final[i64] = 4

# Discs drawn from the bag: criminals are 0 to 5.
ASSASSIN: Final[i64] = 6
BOMB: Final[i64] = 7

# Where a criminal disc is.
IN_BAG: Final[i64] = 0
UNTAMED: Final[i64] = 1
DEFEATED: Final[i64] = 2
CAPTIVE: Final[i64] = 3

# Fields of a criminal disc with its card.
STATUS: Final[i64] = 0
PLACE: Final[i64] = 1  # path position in the city; the agent who holds a captive
CARD: Final[i64] = 2  # card + 1; 0: nobody has looked, so it is not drawn yet
FACE_UP: Final[i64] = 3
MARKS: Final[i64] = 4  # investigation markers, one bit for each seat
KNOWN: Final[i64] = 5  # face down, but all have seen it go under the deck
OLD: Final[i64] = 6  # dealt before the removed cards were shuffled again (RA-26.7)
DISC: Final[i64] = 7  # how many fields

# Justice and underground actions (RA-8.1, RA-23.1).
ATTACK: Final[i64] = 1
ARREST: Final[i64] = 2
SEIZE: Final[i64] = 3
TURN_IN: Final[i64] = 4
SEARCH: Final[i64] = 5
BUY: Final[i64] = 6
DEFUSE: Final[i64] = 7
ATTACK_ANDROID: Final[i64] = 8
ATTACK_AGENT: Final[i64] = 9
ATTACK_LOCATION: Final[i64] = 10

NO_SEAT: Final[i64] = 14
NO_SLOT: Final[i64] = 15
ALL: Final[i64] = 63

# Effects of criminal cards (RA-29.6).
NO_EFFECT: Final[i64] = 0
LOSE_OWN_INFORMANT: Final[i64] = 1
LOSE_ANY_INFORMANT: Final[i64] = 2
TICK_ALL_BOMBS: Final[i64] = 3
REVEAL_IDENTITY: Final[i64] = 4
LOSE_STAMINA: Final[i64] = 5
LOSE_AMMO: Final[i64] = 6
LOSE_FUEL: Final[i64] = 7
LOSE_EVIDENCE: Final[i64] = 8
LOSE_CREDITS: Final[i64] = 9
GAIN_CREDITS: Final[i64] = 10
GAIN_EVIDENCE: Final[i64] = 11
BRACE: Final[i64] = 12
EXPOSED: Final[i64] = 13
SLIP_AWAY: Final[i64] = 14
FLEE: Final[i64] = 15
CALL_ASSASSIN: Final[i64] = 16
PLANT_BOMB: Final[i64] = 17
NO_GREEN: Final[i64] = 18
EXTRA_GREEN: Final[i64] = 19
NO_RETALIATION: Final[i64] = 20
FREE_CAPTIVE: Final[i64] = 21
DOWNGRADE: Final[i64] = 22
FIRST_CLOCK: Final[i64] = 23
SHORT_LEASH: Final[i64] = 23
JAMMED_GUN: Final[i64] = 24
DRY_TANK: Final[i64] = 25
SILENCED_SOURCES: Final[i64] = 26
BLACKLISTED: Final[i64] = 27
WATCHED: Final[i64] = 28
SHAKEN: Final[i64] = 29
MARKED: Final[i64] = 30

EVERYTHING: Final[i64] = 63  # the number of `all`


def bit(place: i64) -> i64:
    # A literal 1 would be shifted as a 32-bit number when compiled.
    return (place - place + 1) << place


def size(mask: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
