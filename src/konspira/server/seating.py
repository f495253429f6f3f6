"""Who sits where, as one viewer is shown it: the `room` frame and what pages need of a room."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from konspira import bots
from konspira.engine.texts import Texts
from konspira.server import frames, happenings, picture
from konspira.server.absent import without
from konspira.server.lines import SideLine
from konspira.server.lobby import host, is_practice
from konspira.server.matches import match, score, standing
from konspira.server.options import capacity
from konspira.server.room import Room
from konspira.server.sheet import Chair, Member, Sheet
from konspira.server.sitting import Sitting, now_ms
from konspira.server.teams import belonging
from konspira.web import live, pages
from konspira.web import options as fields
from konspira.web.tables import words_of

INKS = 5  # to choose from in the lobby: one more than any table has seats


def seats(sitting: Sitting, held: Mapping[int, Member], lang: str, base: str) -> list[live.Seat]:
    """`held`: the viewer's own seats; `base`: how the viewer reaches the house."""
    room = sitting.room
    sheet = room.sheet
    words = words_of(sheet.game, lang)
    sitters = picture.sitters(room, sitting.here())
    asked = room.asked()
    now = now_ms()
    left = room.left(now)
    drops = inks(sheet)
    wins = standing(sheet)
    found = []
    for number, chair in enumerate(sheet.chairs):
        found.append(
            live.Seat(
                number,
                side_name(room.game.seat_name(number), words),
                sitters[number] if chair.taken else None,
                drops[number],
                number in held,
                number in asked and not room.over,
                link="" if chair.taken else f"{base}/r/{sheet.id}?seat={number}",
                left=left[number] / 1000 if left else _move_left(room, number, now),
                running=number in asked and not sheet.paused and not room.over,
                absent_for=(away := sitting.absent_for(number)),
                without="" if away is None else without(room, number),
                polite=number in sitting.polite,
                room_left=_room_left(room, chair),
                own_name=held[number].name if number in held else "",
                wins=wins[number] if wins else 0,
            )
        )
    return found


def seats_replaced(sheet: Sheet, person: str) -> list[int]:
    """Where a bot plays on for whoever looks."""
    return [seat for seat, one in sheet.replaced() if one.person == person]


def inks(sheet: Sheet) -> list[int]:
    """Of each seat: that of its people; a seat without any takes one that nobody else has."""
    found = [chair.members[0].ink if chair.members else -1 for chair in sheet.chairs]
    for seat, ink in enumerate(found):
        if ink < 0:
            found[seat] = next(one for one in (seat, *range(INKS)) if one not in found)
    return found


def side_name(name: str, words: Texts) -> str:
    """What a seat is called in the words of its game."""
    side = f"side.{name}"
    return words.say(side) if side in words else name


def _room_left(room: Room, chair: Chair) -> bool:
    """May somebody join the people of this seat? Once secrets are dealt, nobody may."""
    if room.sheet.started or not chair.members:
        return False
    return len(chair.members) < capacity(room.game)


def _move_left(room: Room, seat: int, now: int) -> float | None:
    """Seconds left for a move, where each move is timed."""
    each = room.sheet.clocks.per_move
    if not each or room.state is None:
        return None
    if seat not in room.asked_at:
        return float(each)
    if room.sheet.paused:
        now = room.counted
    return max(0.0, each - (now - room.asked_at[seat][1]) / 1000)


def pause(sheet: Sheet, held: Mapping[int, Member], at: Sequence[live.Seat]) -> live.Pause:
    """`at`: the seats, whose side stands for whoever has no name."""
    wanted = [
        one.name or at[seat].side for seat, one in sheet.members() if one.id in sheet.pause_wanted
    ]
    agreed = bool(held) and all(one.id in sheet.pause_wanted for one in held.values())
    return live.Pause(sheet.paused, wanted, agreed)


def rematch(room: Room, held: Mapping[int, Member], at: Sequence[live.Seat]) -> live.Rematch | None:
    """Nothing where nobody may ask for one, or where there is one already."""
    sheet = room.sheet
    if not room.over or not held or sheet.next:
        return None
    outcome = room.state.outcome() if room.state is not None else None
    playing = match(sheet, score(sheet, outcome))
    if playing is None or not playing.asks_agreement:
        return live.Rematch()
    asked = [(seat, one) for seat, one in sheet.members() if str(seat) not in sheet.exchange]
    silent = [one.name or at[seat].side for seat, one in asked]
    return live.Rematch(True, not any(seat in held for seat, _ in asked), silent)


def said(room: Room, audience: str, line: SideLine, member: str) -> live.Said:
    seat = line.seat if line.seat >= 0 else None
    mine = line.by == member
    # Before the start a table may have lost chairs since.
    side = room.game.seat_name(line.seat) if 0 <= line.seat < room.game.seats else ""
    return live.Said(audience, line.n, line.name, line.text, seat, mine, kind=line.kind, side=side)


def side_frame(
    sitting: Sitting, audience: str, line: SideLine, member: str, form: str, lang: str
) -> frames.Side:
    """A line as this member is told it."""
    html = ""
    if form == "html" and line.kind in live.SPOKEN:
        html = live.said(
            said(sitting.room, audience, line, member), words_of(sitting.room.game.key, lang)
        )
    return frames.Side(
        audience,
        line.n,
        line.kind,
        line.name,
        line.text,
        line.seat if line.seat >= 0 else None,
        line.on,
        html,
        line.client if line.by == member else "",
    )


def room_facts(
    sitting: Sitting, held: Collection[int], base: str, chat: Sequence[live.Said] = ()
) -> pages.Room:
    sheet = sitting.room.sheet
    return pages.Room(
        sheet.id,
        sheet.name,
        sheet.game,
        f"{base}/r/{sheet.id}",
        sheet.commitment,
        chat,
        may_say=bool(held),
        series=belonging(sheet),
        practice=is_practice(sheet),
        may_invite=_may_invite(sitting.room, held),
        closed_log=sitting.room.closed_log,
        clocked=sheet.clocks.any,
    )


def _may_invite(room: Room, held: Collection[int]) -> bool:
    """May the viewer bring somebody to the own side of a game that is under way?"""
    if not room.sheet.started or room.over or len(held) != 1:
        return False
    return len(room.sheet.chairs[next(iter(held))].members) < capacity(room.game)


def lobby_facts(
    sitting: Sitting, held: Mapping[int, Member], lang: str, base: str, visit: pages.Visit
) -> pages.Lobby:
    sheet = sitting.room.sheet
    words = words_of(sheet.game, lang)
    free = sum(not chair.taken for chair in sheet.chairs)
    first = host(sheet)
    own = [one.person for seat in held for one in sheet.chairs[seat].members]
    hosted = first in own
    at_seats = seats(sitting, held, lang, base)
    coming = [one.name or at_seats[seat].side for seat, one in sheet.members() if not one.nonce]
    return pages.Lobby(
        visit,
        room_facts(sitting, held, base),
        at_seats,
        fields.fields(sheet.game, sheet.options, sheet.settings, words),
        [name for name in bots.offered(sheet.game) if name in bots.LEVELS],
        hosted,
        bool(held) and not free and not coming,
        free,
        may_invite=bool(held),
        host=_host_name(sheet, first, words),
        others=[
            *(name for name in bots.offered(sheet.game) if name not in bots.LEVELS),
            *sitting.programs,
        ],
        events=happenings.told(sheet, [seat.side for seat in at_seats], words),
        coming=coming,
    )


def _host_name(sheet: Sheet, person: str, words: Texts) -> str:
    for seat, one in sheet.members():
        if one.person == person:
            return one.name or words.say("lobby.nameless.numbered", number=seat + 1)
    return ""


def room_frame(
    sitting: Sitting,
    held: Mapping[int, Member],
    form: str,
    lang: str,
    base: str,
    person: str = "",
) -> frames.RoomFrame:
    """`person`: who looks, if that is known. Somebody who was replaced holds no seat any more."""
    room = sitting.room
    sheet = room.sheet
    at = seats(sitting, held, lang, base)
    regions = {}
    if form == "html":
        words = words_of(sheet.game, lang)
        if room.state is None:
            facts = lobby_facts(sitting, held, lang, base, pages.Visit(f"/r/{sheet.id}"))
            regions = pages.lobby_regions(facts, words)
        else:
            waits = pause(sheet, held, at)
            replaced = seats_replaced(sheet, person)
            again = rematch(room, held, at)
            regions = live.room(at, sheet.id, bool(held), words, waits, replaced, again)
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
