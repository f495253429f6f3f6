"""The table as one connection is sent it: only what it does not have yet."""

from __future__ import annotations

from typing import Any

import msgspec

from konspira.server import frames, picture
from konspira.server.room import Room
from konspira.server.sitting import Sitting
from konspira.web import live
from konspira.web.table import Table
from konspira.web.tables import table_for

Drawn = dict[Any, Any]


class Shown:
    __slots__ = ("_claimed", "_drawn", "lang", "plainly", "sitting")

    def __init__(self, sitting: Sitting, lang: str) -> None:
        self.sitting = sitting
        self.lang = lang
        self.plainly = False  # lists and buttons instead of the game's own table
        self._drawn: dict[str, int] = {}  # what of the page has been sent, as hashes
        self._claimed: dict[str, int] = {}  # what the page says it has, as digests

    def claim(self, drawn: dict[str, int]) -> None:
        """The page says that it holds this already."""
        self._claimed = drawn

    def forget(self) -> None:
        self._drawn = {}

    def json(self, room: Room, drawn: Drawn, viewer: int, since: int) -> bytes:
        """`drawn`: what was drawn of this room already, for all who see alike."""
        key = (viewer, since)
        if key not in drawn:
            drawn[key] = frames.written(picture.json_table(room, viewer, since))
        found: bytes = drawn[key]
        return found

    def page(self, room: Room, drawn: Drawn, viewer: int) -> picture.Page:
        key = (viewer, self.lang, self.plainly)
        if key not in drawn:
            drawn[key] = picture.page(room, viewer, self.sitting.here(), self.looks())
        found: picture.Page = drawn[key]
        return found

    def looks(self) -> Table:
        key = (self.lang, self.plainly)
        if key not in self.sitting.looks:
            self.sitting.looks[key] = table_for(self.sitting.room.game, self.lang, self.plainly)
        found: Table = self.sitting.looks[key]
        return found

    def html(self, viewer: int, fresh: bool) -> frames.HtmlTable:
        room = self.sitting.room
        page = self.page(room, self.sitting.drawn, viewer)
        if fresh:
            self._drawn = self._had(page)
        numbers = [str(n) for n in page.log]
        gone = [n for n in self._drawn if n.isdigit() and n not in numbers and self._drawn[n]]
        log = self.changed({str(n): line for n, line in page.log.items()})
        for n in gone:
            self._drawn[n] = 0
            log[n] = ""
        return frames.HtmlTable(
            room.seq,
            room.hash(room.seq, viewer),
            self.changed(page.regions),
            log,
            page.ask,
            page.title,
            page.yours,
            room.over,
            fresh,
            msgspec.Raw(room.told(room.seq, viewer)),
        )

    def _had(self, page: picture.Page) -> dict[str, int]:
        """What of this the page that says hello has drawn already."""
        claimed, self._claimed = self._claimed, {}
        if not claimed:
            return {}
        same = {
            name
            for name, digest in live.digests(page.regions, page.log).items()
            if claimed.get(name) == digest
        }
        had = {name: text for name, text in page.regions.items() if name in same}
        if "log" in same:
            had |= {str(n): line for n, line in page.log.items()}
        return {name: hash(text) or 1 for name, text in had.items()}

    def changed(self, parts: dict[str, str]) -> dict[str, str]:
        """What is not as it was sent last."""
        found = {}
        for name, text in parts.items():
            now = hash(text) or 1
            if self._drawn.get(name) != now:
                self._drawn[name] = now
                found[name] = text
        return found
