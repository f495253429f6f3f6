"""Chapter 13: two groups instead of two players. Members, pins and talk are the room's; the rules
say only when a touch of a group binds."""

from __future__ import annotations


def binds(confirming: int, present: int, needs_majority: bool) -> bool:
    """CD-13.4, OP-33: one member's touch, or more than half of the members present."""
    if needs_majority:
        return 2 * confirming > present
    return confirming >= 1
