"""Chapter 2: slots, adjacency, the event path. Slots are T1–T3, M1–M5, B1–B5 as 0 to 12."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

SLOTS: Final[i64] = 13
TOP: Final[i64] = 1  # T2, where the path begins and ends
CENTRE: Final[i64] = 5  # M3, the place of HQ

# RA-2.2, RA-2.3: where the shuffled tiles go, in order.
PRECINCT_SLOTS: Final = (1, 4, 6, 10, 8, 12)
STANDARD_SLOTS: Final = (0, 2, 3, 7, 9, 11)

# RA-2.5: a shared edge, never a corner.
ADJACENT: Final = (
    (1, 4),
    (0, 2, 5),
    (1, 6),
    (4, 8),
    (0, 3, 5, 9),
    (1, 4, 6, 10),
    (2, 5, 7, 11),
    (6, 12),
    (3, 9),
    (4, 8, 10),
    (5, 9, 11),
    (6, 10, 12),
    (7, 11),
)

ADJACENT_SETS: Final = [sum(1 << slot for slot in slots) for slots in ADJACENT]

LAST_POSITION: Final[i64] = 12


def adjacent(one: i64, other: i64) -> bool:
    near: i64 = ADJACENT_SETS[one]
    return near >> other & 1 == 1
