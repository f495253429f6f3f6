"""One viewer of a room, and everything that viewer is sent."""

from __future__ import annotations

from typing import Final

import msgspec

from konspira.engine.contract import Ambiguous, MoveError, NotLegal
from konspira.server import frames, picture
from konspira.server.lines import SideLine
from konspira.server.outbox import Outbox
from konspira.server.room import Room
from konspira.server.seating import room_frame, side_frame
from konspira.server.sheet import Member
from konspira.server.shown import CHANGES, Drawn, Shown
from konspira.server.sitting import Sitting
from konspira.server.texts import rooms
from konspira.web import live
from konspira.web.tables import words_of

NOT_SEEN: Final = -1


class Viewing:
    __slots__ = (
        "_asked",
        "_seq",
        "base",
        "form",
        "held",
        "member",
        "name",
        "outbox",
        "person",
        "shown",
        "sitting",
        "viewer",
    )

    def __init__(
        self,
        sitting: Sitting,
        outbox: Outbox,
        held: dict[int, Member],
        lang: str,
        base: str,
        person: str = "",
    ) -> None:
        self.person = person
        self.base = base
        self.sitting = sitting
        self.outbox = outbox
        self.shown = Shown(sitting, lang)
        self.held = held  # the seats this device may sit in
        self.form = "json"
        self.viewer = NOT_SEEN  # nobody has said who is there
        self.member = ""
        self.name = ""
        self._seq = -1  # the last entry that was sent
        self._asked: list[int] = []  # who was asked when the seats were drawn

    @property
    def room(self) -> Room:
        return self.sitting.room

    def send(self, frame: msgspec.Struct) -> None:
        self.outbox.put(frames.written(frame))

    def room_frame(self) -> frames.RoomFrame:
        lang, base = self.shown.lang, self.base
        return room_frame(self.sitting, self.held, self.form, lang, base, self.person)

    # What the house tells -----------------------------------------------------------------------

    def foresee(self, room: Room, drawn: Drawn) -> None:
        if self.viewer == NOT_SEEN:
            return
        if self.form == "html":
            self.shown.page(room, drawn, self.viewer)
        elif self._seq >= 0:
            self.shown.json(room, drawn, self.viewer, self._seq, self.form)

    @property
    def behind(self) -> bool:
        return self._seq < self.room.seq

    def push(self) -> None:
        if self.viewer != NOT_SEEN and self.room.state is not None:
            self.table(self._seq)
            asked = self.room.asked()
            if self.form == "html" and asked != self._asked:  # whose turn, whose clock
                self._asked = asked
                self.send(self.room_frame())

    def room_changed(self) -> None:
        if self._unseated():
            return
        self.send(self.room_frame())
        if self.form == "html" and self.viewer != NOT_SEEN and self._seq >= 0:
            self.table(self._seq)

    def _unseated(self) -> bool:
        """Does the seat that is looked from belong to somebody else by now?"""
        self.held = self.still_held()
        if not self.member:
            return False
        for seat, mine in self.held.items():
            if mine.id == self.member:
                self.viewer, self.name = seat, mine.name  # with fewer chairs it is another number
                return False
        there = self.room.sheet.member(self.member)
        self.viewer, self.member = NOT_SEEN, ""
        reason = "gone" if there or self.room.sheet.started else "stood_up"
        self.send(frames.Gone(rooms(self.shown.lang).say(f"room.{reason}")))
        return True

    def still_held(self) -> dict[int, Member]:
        """Of the seats that were held when the line was opened, those that are held now: people
        stand up, are sent away, take their seat to another device."""
        sheet = self.room.sheet
        mine = {one.id: one for one in self.held.values()}
        found: dict[int, Member] = {}
        for seat, chair in enumerate(sheet.chairs):
            for one in (*chair.members, *chair.former):  # a bot goes on for them: they may look
                if one.id in mine and one.person == mine[one.id].person:
                    found[seat] = one
        return found

    def side_line(self, audience: str, line: SideLine) -> None:
        if audience in self.audiences():
            self.send(self.side(audience, line))

    # The table ----------------------------------------------------------------------------------

    def table(self, since: int) -> None:
        room = self.room
        fresh = since < 0 or since > room.seq
        since = room.seq - 1 if fresh else since
        self._seq = room.seq
        if self.form == "html":
            self.send(self.shown.html(self.viewer, fresh))
        else:
            if fresh:
                self.shown.forget()
            drawn = self.sitting.drawn
            self.outbox.put(self.shown.json(room, drawn, self.viewer, since, self.form))
            if self.form == CHANGES:
                self.shown.keep(self.viewer)
        passing = self._passing()
        if passing:
            self.send(frames.HandOver(passing, passing))

    def _passing(self) -> list[int]:
        """Other seats of this device that are asked now."""
        asked = self.room.asked()
        return [seat for seat in self.held if seat != self.viewer and seat in asked]

    def people(self) -> list[str]:
        """Everybody who plays on this device is here, whoever looks at it now."""
        return [one.id for one in self.held.values()]

    def sits_in(self, seat: int) -> None:
        self.viewer = seat
        self.member = self.held[seat].id
        self.name = self.held[seat].name

    def hand_over(self) -> None:
        asked = [seat for seat in self.room.asked() if seat in self.held]
        self.send(frames.HandOver(sorted(self.held), asked))

    def whole(self) -> None:
        """Everything again: another seat or another language."""
        self.send(self.room_frame())
        if self.room.state is not None:
            self.table(-1)

    # Answers to this connection alone ------------------------------------------------------------

    def refusal(self, error: MoveError) -> str:
        words = words_of(self.room.game.key, self.shown.lang) | rooms(self.shown.lang)
        facts = {name: str(fact)[:60] for name, fact in error.facts.items()}
        if f"refusal.{error.reason}" not in words:
            return words.say("refusal.not_now")
        return words.say(f"refusal.{error.reason}", **facts)

    def draft(self, frame: frames.Draft) -> None:
        room = self.room
        try:
            if not 0 <= self.viewer < room.game.seats:
                raise NotLegal("not_asked")
            drafted = picture.draft(room, self.viewer, frame.decision, frame.moves)
        except (MoveError, Ambiguous) as error:
            self.send(frames.Refused(f"draft-{frame.n}", error.reason, self.refusal(error)))
            return
        if self.form != "html":
            view = room.game.spelled(room.game.view(drafted.state, self.viewer))
            ask = picture.json_ask(room, self.viewer, drafted)
            self.send(frames.DraftedJson(frame.n, ask, drafted.complete, view))
            return
        here, table = self.sitting.here(), self.shown.looks()
        now = picture.moment(room, self.viewer, here, drafted)
        regions, parts = self.shown.changed(live.regions(table, now, table.words))
        ask_html = picture.html_ask(room, table, now, drafted)
        remark = table.remark(now, frame.text, frame.touched) if frame.text else ""
        self.send(frames.Drafted(frame.n, regions, ask_html, remark, parts))

    def why(self, frame: frames.Why) -> None:
        room = self.room
        if room.state is None or self.viewer == NOT_SEEN:
            self.send(frames.Because(frame.n, ""))
            return
        table = self.shown.looks()
        drafted = None
        if frame.moves:
            try:
                drafted = picture.draft(room, self.viewer, frame.decision, frame.moves)
            except MoveError as error:
                self.send(frames.Because(frame.n, self.refusal(error)))
                return
        now = picture.moment(room, self.viewer, self.sitting.here(), drafted)
        self.send(frames.Because(frame.n, table.why(now, frame.touched)))

    # Side logs -----------------------------------------------------------------------------------

    def audiences(self) -> list[str]:
        own = [f"seat-{self.viewer}"] if 0 <= self.viewer < self.room.game.seats else []
        return ["all", *own]

    def side(self, audience: str, line: SideLine) -> frames.Side:
        return side_frame(self.sitting, audience, line, self.member, self.form, self.shown.lang)
