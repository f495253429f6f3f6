"""Several people at one seat (CD-13): when what one of them wants binds all of them."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.contract import NotLegal
from konspira.games.duet import Duet
from konspira.games.duet.rules.groups import binds
from konspira.server.house import Sitting

TOUCH = "touch "


def wish(sitting: Sitting, moves: Sequence[str]) -> str:
    """The thing that a member of a group wants to touch, where more than one must want it."""
    game = sitting.room.game
    if not isinstance(game, Duet) or not game.touch_needs_majority:
        return ""
    return f"cell-{moves[0].removeprefix(TOUCH)}" if moves and moves[0].startswith(TOUCH) else ""


def agreed(sitting: Sitting, seat: int, member: str, decision: int, moves: Sequence[str]) -> None:
    """CD-13.5, OP-33: a touch is a vote until more than half of those present want it. NotLegal
    while they do not; a vote holds for this question only."""
    thing = wish(sitting, moves)
    if not thing:
        return
    here = sitting.here()
    present = {one.id for one in sitting.room.sheet.chairs[seat].members if one.id in here}
    wanted = sitting.votes.setdefault((seat, decision, thing), set())
    wanted.add(member)
    confirming = len(wanted & present)
    if not binds(confirming, len(present), needs_majority=True):
        raise NotLegal("majority", n=confirming, of=len(present) // 2 + 1)
