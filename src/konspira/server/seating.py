"""Who sits where, as one viewer is shown it: the `room` frame and the seats of the pages."""

from __future__ import annotations

import time

from konspira.server import frames, picture
from konspira.server.house import House, Sitting, now_ms
from konspira.server.sheet import Member
from konspira.web import live
from konspira.web.tables import words_of


def seats(house: House, sitting: Sitting, held: dict[int, Member], lang: str) -> list[live.Seat]:
    room = sitting.room
    sheet = room.sheet
    words = words_of(sheet.game, lang)
    sitters = picture.sitters(room, sitting.here())
    asked = room.asked()
    left = room.left(now_ms())
    found = []
    for number, chair in enumerate(sheet.chairs):
        name = room.game.seat_name(number)
        side = f"side.{name}"
        sitter = sitters[number]
        found.append(
            live.Seat(
                number,
                words.say(side) if side in words else name,
                sitter if chair.taken else None,
                chair.members[0].ink if chair.members else number,
                number in held,
                number in asked and not room.over,
                link=f"{house.public_url}/r/{sheet.id}?seat={number}" if not chair.taken else "",
                left=left[number] / 1000 if left else _move_left(sitting, number),
                running=number in asked and not sheet.paused and not room.over,
                absent_for=absent_for(sitting, number),
            )
        )
    return found


def _move_left(sitting: Sitting, seat: int) -> float | None:
    room = sitting.room
    if not room.sheet.clocks.per_move or room.state is None:
        return None
    if seat not in room.asked():
        return float(room.sheet.clocks.per_move)
    return max(0.0, room.sheet.clocks.per_move - (now_ms() - room.since) / 1000)


def absent_for(sitting: Sitting, seat: int) -> float | None:
    """Seconds that an asked player has been away, once the table's term is over."""
    room = sitting.room
    chair = room.sheet.chairs[seat]
    if room.state is None or room.over or chair.bot or not chair.members:
        return None
    if seat not in room.asked() or any(sitting.present(one.id) for one in chair.members):
        return None
    now = time.monotonic()
    away = min(now - sitting.away.get(one.id, sitting.opened) for one in chair.members)
    return away if away >= room.sheet.term else None


def seats_frame(
    house: House, sitting: Sitting, held: dict[int, Member], form: str, lang: str
) -> frames.RoomFrame:
    room = sitting.room
    sheet = room.sheet
    at = seats(house, sitting, held, lang)
    regions = {}
    if form == "html":
        regions = {"seats": live.seats(at, words_of(sheet.game, lang))}
    listed = [
        {
            "seat": seat.number,
            "side": room.game.seat_name(seat.number),
            "name": seat.sitter.name if seat.sitter else "",
            "bot": seat.sitter.bot if seat.sitter else "",
            "free": seat.sitter is None,
            "present": bool(seat.sitter and seat.sitter.present),
            "yours": seat.yours,
            "asked": seat.asked,
            **({"left": seat.left} if seat.left is not None else {}),
            **({"absent_for": seat.absent_for} if seat.absent_for is not None else {}),
        }
        for seat in at
    ]
    return frames.RoomFrame(
        listed,
        bool(sheet.started),
        sheet.over,
        regions,
        sheet.commitment,
        sheet.paused,
        f"/r/{sheet.next}" if sheet.next else "",
    )
