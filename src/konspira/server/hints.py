"""A hint: what a strong bot would do with the asker's knowledge. It is never played, and the whole
table is told that one was taken."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Final

from konspira.engine.contract import BadText, NotLegal
from konspira.server import frames, picture
from konspira.server.lines import SideLine
from konspira.server.room import Room
from konspira.server.sheet import Sheet
from konspira.server.sitting import Sitting, now_ms
from konspira.server.talk import say
from konspira.server.writer import NotKept
from konspira.web.table import Offer, Table

if TYPE_CHECKING:
    from konspira.server.house import House

HINT: Final = "hint"  # the kind of a side line
TEACHER: Final = "master"


def allowed(sheet: Sheet) -> bool:
    """Unless the host forbids it; never in a ranked game."""
    return bool(sheet.settings.get("hints", True)) and sheet.options.get("level") != "ranked"


async def taken(
    house: House, sitting: Sitting, seat: int, decision: int, member: str, name: str
) -> list[str]:
    """The moves that are advised. Everybody hears of it first. NotLegal: there is none."""
    room = sitting.room
    if not allowed(room.sheet):
        raise NotLegal("no_hints")
    if room.over or seat not in room.asked():
        raise NotLegal("not_asked")
    if room.decision(seat) != decision:
        raise NotLegal("answered_already")
    thought = sitting.hints.get((seat, decision))
    if thought is None:  # however often it is asked for, it is thought out once
        thought = asyncio.ensure_future(_thought_out(house, sitting, seat, decision, member, name))
        sitting.hints[seat, decision] = thought
    try:
        return list(await asyncio.shield(thought))
    except (NotLegal, NotKept):
        sitting.hints.pop((seat, decision), None)
        raise


async def _thought_out(
    house: House, sitting: Sitting, seat: int, decision: int, member: str, name: str
) -> list[str]:
    knowledge = sitting.room.known(seat).encode()
    line = SideLine(-1, HINT, member, name, "", now_ms(), seat, client=f"hint {decision}")
    await say(house, sitting, "all", line)
    try:
        return (await house.thinkers.hint(TEACHER, knowledge)).moves
    except (BadText, BrokenExecutor):
        raise NotLegal("no_hint") from None


def spelled(
    room: Room, seat: int, decision: int, moves: list[str], table: Table
) -> list[frames.HintStep]:
    """Each move with the things to touch for it and the words for it."""
    found: list[frames.HintStep] = []
    for at, text in enumerate(moves):
        drafted = picture.draft(room, seat, decision, moves[:at]) if at else None
        now = picture.moment(room, seat, (), drafted)
        move = room.game.read(text, seat)
        offer = _offer(table.offers(now), text)
        found.append(
            frames.HintStep(text, table.label(now, move), list(offer.touches if offer else ()))
        )
    return found


def _offer(offers: list[Offer], text: str) -> Offer | None:
    """The offer of a move; one with an open text fits whatever the text is."""
    for offer in offers:
        pattern = ".+".join(re.escape(part) for part in offer.move.split("{text}"))
        if re.fullmatch(pattern, text):
            return offer
    return None
