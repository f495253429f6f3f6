"""What has happened in a lobby, for whoever comes to look at it: read off two sheets."""

from __future__ import annotations

import time
from typing import Final

from konspira.engine.texts import Texts
from konspira.server.sheet import Happening, Sheet

KINDS: Final = ("came", "left", "bot_came", "bot_left", "options")
LAST: Final = 20  # so many are kept


def noted(before: Sheet, after: Sheet, now: int) -> None:
    """Writes down on the new sheet what has changed since the old one. Before the start only."""
    if after.started or before.started:
        return
    found = [
        *(Happening(now, "left", _name(before, id_)) for id_ in _gone(before, after)),
        *(Happening(now, "bot_left", side=side) for side in _bots(before) - _bots(after)),
        *(Happening(now, "came", _name(after, id_), side) for id_, side in _came(before, after)),
        *(Happening(now, "bot_came", side=side) for side in _bots(after) - _bots(before)),
    ]
    if before.options != after.options:
        found.append(Happening(now, "options"))
    after.happened = [*after.happened, *found][-LAST:]


def _gone(before: Sheet, after: Sheet) -> list[str]:
    still = {one.id for _, one in after.members()}
    return [one.id for _, one in before.members() if one.id not in still]


def _came(before: Sheet, after: Sheet) -> list[tuple[str, int]]:
    were = {one.id for _, one in before.members()}
    return [(one.id, seat) for seat, one in after.members() if one.id not in were]


def _name(sheet: Sheet, member: str) -> str:
    found = sheet.member(member)
    return found[1].name if found else ""


def _bots(sheet: Sheet) -> set[int]:
    return {seat for seat, chair in enumerate(sheet.chairs) if chair.bot}


def told(sheet: Sheet, sides: list[str], words: Texts) -> list[tuple[str, str]]:
    """Time and sentence of each, newest first; `sides`: what the seats are called."""
    return [
        (
            time.strftime("%H:%M", time.localtime(one.at / 1000)),
            words.say(
                f"lobby.event.{one.kind}",
                name=one.name or words.say("lobby.event.somebody"),
                side=sides[one.side] if 0 <= one.side < len(sides) else "",
            ),
        )
        for one in reversed(sheet.happened)
    ]
