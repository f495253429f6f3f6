"""Once more: a new room for the same people, sides exchanged, with the score so far."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from konspira.engine.commitment import SECRET_BYTES
from konspira.engine.contract import Outcome
from konspira.server import lobby
from konspira.server.matches import match, score
from konspira.server.sheet import Chair, Member, Refusal, Sheet, commit
from konspira.server.sitting import now_ms

if TYPE_CHECKING:
    from konspira.server.house import House


def agree(
    sheet: Sheet, outcome: Outcome | None, person: str, exchange: bool, lot: int
) -> list[int] | None:
    """Somebody wants to play on. The order in which the seats' people sit next, or None while
    somebody has to be heard (SK-11.3: the sides of the last possible game of a match)."""
    held = lobby.only_seated(sheet, person)
    if not sheet.over:
        raise Refusal("not_over")
    turned = [*range(1, len(sheet.chairs)), 0]
    playing = match(sheet, score(sheet, outcome))
    if playing is None or not playing.asks_agreement:
        return turned
    for seat in held:
        sheet.exchange = {**sheet.exchange, str(seat): exchange}
    waited_for = [seat for seat, chair in enumerate(sheet.chairs) if chair.members]
    if any(str(seat) not in sheet.exchange for seat in waited_for):
        return None
    settled = playing.settled((sheet.exchange.get("0", True), sheet.exchange.get("1", True)), lot)
    # Match speaks of people, who sat in these seats: `oni` is who takes the first seat now.
    both = all(sheet.exchange.get(str(seat), True) for seat in (0, 1))
    return turned if both else [settled.oni, 1 - settled.oni]


def next_sheet(sheet: Sheet, outcome: Outcome | None, order: Sequence[int], now: int) -> Sheet:
    """The new room; `order[seat]` is the old seat of who sits there now. Nonces are added anew,
    after its commitment is shown."""
    wins = score(sheet, outcome)
    playing = match(sheet, wins)
    if playing is not None and playing.winner is not None:
        wins = [0] * len(wins)  # a new match
    after = sheet.copy()
    after.id = secrets.token_urlsafe(lobby.ROOM_BYTES)
    after.game_id = secrets.token_hex(8)
    after.secret = secrets.token_hex(SECRET_BYTES)
    after.previous, after.next = sheet.id, ""
    after.opened, after.started, after.over, after.result = now, 0, False, ""
    after.left, after.left_after = [], -1
    after.paused, after.pause_wanted, after.nonces, after.exchange = False, [], [], {}
    after.happened = []
    after.chairs = [_again(sheet.chairs[old]) for old in order]
    after.wins = [wins[old] for old in order]
    after.rivals = [chair.rival for chair in after.chairs]
    after.settings.pop(lobby.PRACTICE, None)  # a deal of its own
    if after.settings.pop("same_deal", None):  # the board of a day is played once
        after.settings.pop("series", None)
        after.settings.pop("pinned", None)
    return after


def _again(chair: Chair) -> Chair:
    people = chair.members or chair.former
    return Chair(
        [
            Member(one.id, one.person, one.name, one.ink, secret=one.secret, program=one.program)
            for one in people
        ],
        "" if people else chair.bot,
    )


async def rematch(house: House, room: str, person: str, exchange: bool) -> str:
    """The room in which the same people play again; empty while somebody has to agree."""
    sitting = await house.sitting(room)
    async with sitting.lock:
        sheet = sitting.room.sheet.copy()
        lobby.only_seated(sheet, person)
        if not sheet.next:
            state = sitting.room.state
            outcome = state.outcome() if state is not None else None
            lot = secrets.randbelow(2)
            order = agree(sheet, outcome, person, exchange, lot)
            after = None
            if order is not None:
                after = next_sheet(sheet, outcome, order, now_ms())
                commit(after, sitting.room.game)
                sheet.next = after.id
            await house.store.keep(sheet, *([after] if after else []))
            house.agreed(sitting, sheet)
            sitting.tell_room()
    return sheet.next
