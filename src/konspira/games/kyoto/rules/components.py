"""Chapter 1: sides, agents, cards. Everything is a small int; names live in notation."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ONI: Final[i64] = 0
GOV: Final[i64] = 1

# SK-1.9: the six identities, in the order in which texts list them.
ID_3R: Final[i64] = 0
ID_3: Final[i64] = 1
ID_2R: Final[i64] = 2
ID_2: Final[i64] = 3
ID_1: Final[i64] = 4
ID_0: Final[i64] = 5
UNKNOWN: Final[i64] = 7

REAL: Final[i64] = (1 << 0) | (1 << 2)
FALSE: Final[i64] = (1 << 1) | (1 << 3) | (1 << 4) | (1 << 5)
# SK-10.3: whose capture lets the owner activate equipment.
EQUIPPING: Final[i64] = (1 << 0) | (1 << 1) | (1 << 2) | (1 << 5)

# SK-5.4: the identities (as a set) that an attacker of this identity beats.
BEATS: Final = (0b011111, 0b011111, 0b111100, 0b111100, 0b110000, 0b100011)

# SK-1.12, SK-1.13: location cards first, tactics after them.
RED: Final[i64] = 0
GREEN: Final[i64] = 1
YELLOW: Final[i64] = 2
BLUE: Final[i64] = 3
JOKER: Final[i64] = 4
DEFENCE: Final[i64] = 5
TUNNEL: Final[i64] = 6
ATTACK: Final[i64] = 7
SWAP: Final[i64] = 8
DECOY: Final[i64] = 9
CARDS: Final[i64] = 10
NO_CARD: Final[i64] = 15

LOCATION: Final[i64] = 0
TACTICS: Final[i64] = 1

# A pile of cards is one int: six bits of count for each card.
SIX: Final[i64] = 63
LOCATIONS: Final[i64] = (1 << 30) - 1


def bit(place: i64) -> i64:
    # A literal 1 would be shifted as a 32-bit number when compiled.
    return (place - place + 1) << place


def count(pile: i64, card: i64) -> i64:
    return (pile >> (6 * card)) & SIX


def one(card: i64) -> i64:
    return bit(6 * card)


# Times this, five neighbouring counts add up in the highest of them.
ADD_FIVE: Final[i64] = 0x1041041


def locations_in(pile: i64) -> i64:
    return ((pile & LOCATIONS) * ADD_FIVE >> 24) & SIX


def tactics_in(pile: i64) -> i64:
    return ((pile >> 30) * ADD_FIVE >> 24) & SIX


# SK-1.14: special agents.
NO_AGENT: Final[i64] = 0
TOMOYO: Final[i64] = 1
YOKO: Final[i64] = 2
AYANE: Final[i64] = 3
ANJU: Final[i64] = 4
CHIHARU: Final[i64] = 5
IROHA: Final[i64] = 6
RURI: Final[i64] = 7

# SK-1.15: equipment.
TYPESCRIPT: Final[i64] = 0
REVOLVER: Final[i64] = 1
WIRETAP: Final[i64] = 2
FAN: Final[i64] = 3
STUNNER: Final[i64] = 4
ANAESTHETIC: Final[i64] = 5
NO_EQUIPMENT: Final[i64] = 7

# SK-10.1: the states of an equipment card.
INACTIVE: Final[i64] = 1
ACTIVE: Final[i64] = 2
USED: Final[i64] = 3

# A pawn is one int: identity, flags that move with her (SK-5.8), public id (SK-12.11).
IDENTITY: Final[i64] = 7
REVEALED: Final[i64] = 8
DECLARED_FALSE: Final[i64] = 16
STUNNED: Final[i64] = 32
DRUGGED: Final[i64] = 64
FLAGS: Final[i64] = 120
ID_SHIFT: Final[i64] = 7
