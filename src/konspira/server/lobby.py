"""What people do around a game: sit, leave, bring a bot, begin. Each act changes a copy of the
room's sheet, or is refused."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Collection
from typing import Final

from konspira.server.matches import standing
from konspira.server.sheet import Chair, Member, Refusal, Sheet, digest

LONGEST_NAME: Final = 24
LONGEST_NONCE: Final = 64  # hex digits
ROOM_BYTES: Final = 12  # 16 characters, 96 bits
PRACTICE: Final = "practice"  # what a practice room's settings say of where it comes from
TOKEN: Final = 18  # bytes of a secret: 24 characters, 144 bits


def named(text: str) -> str:
    """A name as it may be shown: one line, no control signs, not too long; or none."""
    kept = "".join(
        sign for sign in text if unicodedata.category(sign)[0] != "C" or sign in "\u200d\u200c"
    )
    return " ".join(kept.split())[:LONGEST_NAME].strip()


def nonce_of(text: str) -> str:
    """A seat's own part of the chance; without one the house adds it."""
    if not text:
        return secrets.token_hex(16)
    try:
        return bytes.fromhex(text[:LONGEST_NONCE]).hex()
    except ValueError:
        raise Refusal("bad_nonce") from None


def chair_at(sheet: Sheet, seat: int) -> Chair:
    if not 0 <= seat < len(sheet.chairs):
        raise Refusal("no_seat")
    return sheet.chairs[seat]


def only_seated(sheet: Sheet, person: str) -> dict[int, Member]:
    held = sheet.held(person)
    if not held:
        raise Refusal("not_seated")
    return held


def host(sheet: Sheet) -> str:
    """Whoever of those who sit sat down first: the person who sets the table."""
    seated = [member for _, member in sheet.members()]
    return min(seated, key=lambda one: int(one.id[1:])).person if seated else ""


def only_host(sheet: Sheet, person: str) -> None:
    only_seated(sheet, person)
    if host(sheet) != person:
        raise Refusal("not_host")


def sit(
    sheet: Sheet,
    seat: int,
    person: str,
    name: str,
    capacity: int,
    *,
    ink: int = 0,
    nonce: str = "",
    program: bool = False,
    automatic: bool = False,
    invited: bool = False,
) -> tuple[Member, str]:
    """Take a free seat, also while the game is under way; or sit down with its people, later only
    if they have `invited`. A program gets a secret; one that plays by itself (`automatic`) has to
    answer in time."""
    chair = chair_at(sheet, seat)
    if sheet.over:
        raise Refusal("over")
    if any(one.person == person for one in chair.members):
        raise Refusal("seated_already")
    # Once secrets are dealt, nobody looks into a group's unasked, or into another seat's beside
    # their own, also not after leaving it.
    if sheet.started and ((chair.members and not invited) or sheet.held(person)):
        raise Refusal("begun")
    if sheet.started and person not in chair.looked:
        if any(person in other.looked for other in sheet.chairs):
            raise Refusal("looked")
    if chair.bot or len(chair.members) >= capacity:
        raise Refusal("taken")
    sheet.counter += 1
    member = Member(f"m{sheet.counter}", person, named(name), ink, nonce_of(nonce), bool(nonce))
    secret = secrets.token_urlsafe(TOKEN) if program else ""
    if secret:
        member.secret = digest(secret)
        member.program = automatic
    chair.members = [*chair.members, member]
    if sheet.started:
        look(sheet)
    return member, secret


def look(sheet: Sheet) -> None:
    """Whoever sits now knows what is theirs to know, for good."""
    for chair in sheet.chairs:
        chair.looked = sorted({*chair.looked, *(one.person for one in chair.members)})


def rename(sheet: Sheet, person: str, name: str, ink: int, seat: int | None = None) -> None:
    """One device may hold seats for several people: `seat` says whose name it is."""
    wished = named(name)
    for at, member in only_seated(sheet, person).items():
        if seat in (None, at):
            member.name, member.ink = wished, ink


def ready(sheet: Sheet, members: Collection[str], nonce: str) -> None:
    """These people add to the chance, each once: what the house had put in for them gives
    way. Who was brought along to a rematch is here by this."""
    if sheet.started:
        raise Refusal("begun")
    for _, member in sheet.members():
        if member.id in members and not member.own_nonce:
            member.nonce, member.own_nonce = nonce_of(nonce), bool(nonce)


def leave(sheet: Sheet, person: str, seat: int | None) -> None:
    held = only_seated(sheet, person)
    if sheet.over:
        raise Refusal("over")
    for at, member in held.items():
        if seat in (None, at):
            sheet.chairs[at].members = [
                one for one in sheet.chairs[at].members if one.id != member.id
            ]


def bring_bot(sheet: Sheet, seat: int, bot: str, person: str) -> None:
    """Anyone seated may put a bot into a free seat."""
    only_seated(sheet, person)
    chair = chair_at(sheet, seat)
    if sheet.over:
        raise Refusal("over")
    if chair.taken:
        raise Refusal("taken")
    chair.bot = bot


def take_bot_out(sheet: Sheet, seat: int, person: str) -> None:
    """Before the game by anyone seated; later by who was replaced, to sit down again."""
    chair = chair_at(sheet, seat)
    if not chair.bot:
        raise Refusal("no_bot")
    if sheet.started:
        back = [one for one in chair.former if one.person == person]
        if not back or sheet.over:
            raise Refusal("begun")
        chair.members, chair.former = back, []
    else:
        only_seated(sheet, person)
    chair.bot = ""


def kick(sheet: Sheet, seat: int, member: str, person: str) -> None:
    """Before the start, by the host; where a group shares the seat, `member` says whom."""
    only_host(sheet, person)
    if sheet.started:
        raise Refusal("begun")
    chair = chair_at(sheet, seat)
    gone = member or (chair.members[-1].id if chair.members else "")
    if gone not in [one.id for one in chair.members]:
        raise Refusal("no_seat")
    chair.members = [one for one in chair.members if one.id != gone]


def replace(sheet: Sheet, seat: int, bot: str) -> None:
    """A bot goes on for somebody who is away."""
    chair = chair_at(sheet, seat)
    chair.former, chair.members, chair.bot = chair.members, [], bot


def resize(sheet: Sheet, seats: int) -> None:
    """Other options may need more or fewer seats; free ones go first."""
    while len(sheet.chairs) > seats:
        free = [at for at, chair in enumerate(sheet.chairs) if not chair.taken]
        sheet.chairs.pop(free[-1] if free else -1)
    while len(sheet.chairs) < seats:
        sheet.chairs.append(Chair())


def start(sheet: Sheet, person: str, now: int) -> None:
    only_seated(sheet, person)
    if sheet.started:
        raise Refusal("begun")
    if not all(chair.taken for chair in sheet.chairs):
        raise Refusal("seats_free")
    if not all(member.nonce for _, member in sheet.members()):
        raise Refusal("not_ready")
    sheet.started = now
    sheet.wins = standing(sheet)
    # Where several rooms are to get the same deal, nobody adds to its chance.
    same = bool(sheet.settings.get("same_deal"))
    sheet.nonces = [] if same else [member.nonce for _, member in sheet.members()]
    look(sheet)


def pause(sheet: Sheet, person: str) -> None:
    """The clocks stand still when everybody at the table wants it."""
    if not sheet.started or sheet.over or sheet.paused:
        raise Refusal("nothing_to_pause")
    mine = {member.id for member in only_seated(sheet, person).values()}
    sheet.pause_wanted = sorted({*sheet.pause_wanted, *mine})
    if {member.id for _, member in sheet.members()} <= set(sheet.pause_wanted):
        sheet.paused = True


def resume(sheet: Sheet, person: str) -> None:
    only_seated(sheet, person)
    if not sheet.paused and not sheet.pause_wanted:
        raise Refusal("not_paused")
    sheet.paused = False
    sheet.pause_wanted = []


def moving(sheet: Sheet, person: str, seat: int | None) -> str:
    """The secret of a link that brings a seat to another device; an older link is void."""
    held = only_seated(sheet, person)
    at = seat if seat is not None else next(iter(held))
    if at not in held:
        raise Refusal("not_seated")
    secret = secrets.token_urlsafe(TOKEN)
    held[at].moving = digest(secret)
    return secret


def found(sheet: Sheet, secret: str) -> tuple[int, Member]:
    """The seat that such a link speaks of."""
    wanted = digest(secret)
    for seat, member in sheet.members():
        if member.moving and secrets.compare_digest(member.moving, wanted):
            return seat, member
    raise Refusal("link_used")


def inviting(sheet: Sheet, person: str, seat: int | None, capacity: int) -> str:
    """CD-13.1: the secret of a link by which a person brings others to the own side, also once the
    game has begun; an older link is void."""
    held = only_seated(sheet, person)
    at = seat if seat is not None else next(iter(held))
    if at not in held:
        raise Refusal("not_seated")
    if sheet.over:
        raise Refusal("over")
    if len(sheet.chairs[at].members) >= capacity:
        raise Refusal("taken")
    secret = secrets.token_urlsafe(TOKEN)
    sheet.chairs[at].invite = digest(secret)
    return secret


def invited(sheet: Sheet, secret: str) -> int:
    """The seat whose people made this link."""
    wanted = digest(secret)
    for seat, chair in enumerate(sheet.chairs):
        if chair.members and chair.invite and secrets.compare_digest(chair.invite, wanted):
            return seat
    raise Refusal("invite_void")


def moved(sheet: Sheet, secret: str, person: str) -> None:
    """The seat of such a link now belongs to this person; link and old secrets are void."""
    seat, member = found(sheet, secret)
    others = [one for one in sheet.chairs[seat].members if one.id != member.id]
    if any(one.person == person for one in others):
        raise Refusal("seated_already")
    member.person, member.moving, member.secret = person, "", ""
    if sheet.started:
        look(sheet)


def quiet(sheet: Sheet) -> bool:
    """CD-15.4: do the sides talk to each other only after the end?"""
    if not sheet.started or sheet.over or sheet.game != "duet":
        return False
    return sheet.options.get("level") == "ranked" or not sheet.settings.get("talk", True)


def is_practice(sheet: Sheet) -> bool:
    """Does this game go on from a moment of another one?"""
    return PRACTICE in sheet.settings
