"""The table as one connection is sent it: only what it does not have yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from konspira.server import frames, picture
from konspira.server.room import Room
from konspira.server.sitting import Sitting
from konspira.web import live
from konspira.web.table import Parted, Table
from konspira.web.tables import table_for

Drawn = dict[Any, Any]
CHANGES: Final = "changes"  # the form of a table


class Shown:
    __slots__ = ("_claimed", "_drawn", "_parted", "_view", "lang", "sitting")

    def __init__(self, sitting: Sitting, lang: str) -> None:
        self.sitting = sitting
        self.lang = lang
        self._drawn: dict[str, int] = {}  # what of the page has been sent, as hashes
        self._parted: dict[str, dict[str, int]] = {}  # the same of the parts of a region
        self._claimed: dict[str, int] = {}  # what the page says it has, as digests
        self._view: tuple[int, dict[str, object]] | None = None  # form changes: what it shows

    def claim(self, drawn: dict[str, int]) -> None:
        """The page says that it holds this already."""
        self._claimed = drawn

    def forget(self) -> None:
        self._drawn = {}
        self._parted = {}
        self._view = None

    def json(self, room: Room, drawn: Drawn, viewer: int, since: int, form: str) -> bytes:
        """`drawn`: what was drawn of this room already, for all who see alike."""
        before = None
        if form == CHANGES and self._view is not None and self._view[0] == since:
            before = self._view[1]
        key = (viewer, since, before is None, form)
        if key not in drawn:
            view = drawn[viewer] if viewer in drawn else picture.json_view(room, viewer)
            recalled = 0
            if form == CHANGES:
                drawn[viewer] = view  # kept for these alone: it is many times its JSON
                # Programs have what they were told; a page for people lets go of it.
                recalled = picture.recall(room, viewer)
            table = picture.json_table(room, viewer, since, view, before, recalled)
            drawn[key] = frames.written(table)
        found: bytes = drawn[key]
        return found

    def keep(self, viewer: int) -> None:
        """The view that was sent; what differs from it is sent next."""
        self._view = self.sitting.room.seq, self.sitting.drawn[viewer]

    def page(self, room: Room, drawn: Drawn, viewer: int) -> picture.Page:
        key = (viewer, self.lang)
        if key not in drawn:
            drawn[key] = picture.page(room, viewer, self.sitting.here(), self.looks())
        found: picture.Page = drawn[key]
        return found

    def looks(self) -> Table:
        if self.lang not in self.sitting.looks:
            self.sitting.looks[self.lang] = table_for(self.sitting.room.game, self.lang)
        found: Table = self.sitting.looks[self.lang]
        return found

    def html(self, viewer: int, fresh: bool) -> frames.HtmlTable:
        room = self.sitting.room
        page = self.page(room, self.sitting.drawn, viewer)
        if fresh:
            self.forget()
            self._drawn = self._had(page)
        numbers = [str(n) for n in page.log]
        gone = [n for n in self._drawn if n.isdigit() and n not in numbers and self._drawn[n]]
        log, _ = self.changed({str(n): line for n, line in page.log.items()})
        for n in gone:
            self._drawn[n] = 0
            log[n] = ""
        regions, parts = self.changed(page.regions)
        return frames.HtmlTable(
            room.seq,
            room.hash(room.seq, viewer),
            regions,
            log,
            page.ask,
            page.title,
            page.yours,
            room.over,
            fresh,
            msgspec.Raw(room.told(room.seq, viewer)),
            parts,
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
        for name, text in had.items():
            if isinstance(text, Parted):
                self._parted[name] = _hashes(text)
        if "log" in same:
            had |= {str(n): line for n, line in page.log.items()}
        return {name: hash(text) or 1 for name, text in had.items()}

    def changed(self, regions: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
        """What is not as it was sent last: whole regions, and parts of others."""
        found: dict[str, str] = {}
        parts: dict[str, str] = {}
        for name, text in regions.items():
            now = hash(text) or 1
            if self._drawn.get(name) == now:
                continue
            self._drawn[name] = now
            if isinstance(text, Parted):
                before, after = self._parted.get(name, {}), _hashes(text)
                self._parted[name] = after
                if before.keys() == after.keys() and before[SHELL] == after[SHELL]:
                    some = text.parts.items()
                    parts |= {part: inside for part, inside in some if before[part] != after[part]}
                    continue
            found[name] = str(text)
        return found, parts


SHELL: Final = ""  # no part has an empty id


def _hashes(text: Parted) -> dict[str, int]:
    return {SHELL: hash(text.shell)} | {part: hash(inside) for part, inside in text.parts.items()}
