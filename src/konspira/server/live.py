"""One live connection of one viewer (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from konspira.engine.contract import SPECTATOR, Ambiguous, MoveError, NotLegal
from konspira.engine.texts import LANGUAGES
from konspira.server import frames, limits, lobby, picture
from konspira.server.house import House, Sitting, now_ms
from konspira.server.room import Room, Step
from konspira.server.seating import room_frame, said
from konspira.server.sheet import Member
from konspira.server.store import NotKept, SideLine
from konspira.server.texts import rooms
from konspira.server.votes import bound
from konspira.web import live
from konspira.web.table import Table
from konspira.web.tables import table_for, words_of

NOT_SEEN: Final = -1
TOO_SLOW: Final = 4013


class Connection:
    """Reads one viewer's frames and sends what that viewer may know."""

    __slots__ = (
        "_asked",
        "_claimed",
        "_drawn",
        "_lost",
        "_outbox",
        "_pace",
        "_pump",
        "_seq",
        "base",
        "form",
        "held",
        "house",
        "lang",
        "member",
        "name",
        "sitting",
        "socket",
        "viewer",
    )

    def __init__(
        self,
        house: House,
        sitting: Sitting,
        socket: WebSocket,
        held: dict[int, Member],
        lang: str,
        base: str,
    ) -> None:
        self.house = house
        self.base = base
        self.sitting = sitting
        self.socket = socket
        self.held = held  # the seats this device may sit in
        self.lang = lang
        self.form = "json"
        self.viewer = NOT_SEEN  # nobody has said who is there
        self.member = ""
        self.name = ""
        self._seq = -1  # the last entry that was sent
        self._asked: list[int] = []  # who was asked when the seats were drawn
        self._drawn: dict[str, int] = {}  # what of the page has been sent, as hashes
        self._claimed: dict[str, int] = {}  # what the page says it has, as digests
        self._outbox: deque[bytes] = deque()
        self._pump: asyncio.Task[None] | None = None
        self._lost = False
        self._pace = limits.Pace(house.rate)

    @property
    def room(self) -> Room:
        return self.sitting.room

    # Sending ------------------------------------------------------------------------------------

    def send(self, frame: msgspec.Struct) -> None:
        self.send_bytes(frames.written(frame))

    def send_bytes(self, data: bytes) -> None:
        if self._lost:
            return
        self._outbox.append(data)
        if len(self._outbox) > limits.OUTBOX:
            # Too slow a reader: it comes back and asks for what it missed.
            self._lost = True
            self._outbox.clear()
        if self._pump is None:
            self._pump = asyncio.get_running_loop().create_task(self._pumped())

    async def _pumped(self) -> None:
        """Sends what waits, then ends: an idle connection has no task for sending."""
        try:
            while self._outbox:
                data = self._outbox.popleft()
                await self.socket.send({"type": "websocket.send", "text": data.decode()})
            if self._lost:
                await self.socket.close(TOO_SLOW)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._outbox.clear()
        finally:
            self._pump = None

    def _room_frame(self) -> frames.RoomFrame:
        return room_frame(self.sitting, self.held, self.form, self.lang, self.base)

    # What the house tells -----------------------------------------------------------------------

    def push(self) -> None:
        if self.viewer != NOT_SEEN and self.room.state is not None:
            self._table(self._seq)
            asked = self.room.asked()
            if self.form == "html" and asked != self._asked:  # whose turn, whose clock
                self._asked = asked
                self.send(self._room_frame())

    def room_changed(self) -> None:
        if self._unseated():
            return
        self.send(self._room_frame())
        if self.form == "html" and self.viewer != NOT_SEEN and self._seq >= 0:
            self._table(self._seq)

    def _unseated(self) -> bool:
        """Does a seat of this connection belong to somebody else by now?"""
        members = {one.id: one for _, one in self.room.sheet.members()}
        former = {one.id for chair in self.room.sheet.chairs for one in chair.former}
        for seat, mine in list(self.held.items()):
            now = members.get(mine.id)
            if now is None and mine.id in former:
                continue
            if now is None or now.person != mine.person:
                del self.held[seat]
                if seat == self.viewer:
                    self.viewer, self.member = NOT_SEEN, ""
                    self.send(frames.Gone(rooms(self.lang).say("room.gone")))
                    return True
        return False

    def side_line(self, audience: str, line: SideLine) -> None:
        if audience in self._audiences():
            self.send(self._side(audience, line))

    # The table ----------------------------------------------------------------------------------

    def _table(self, since: int) -> None:
        room = self.room
        fresh = since < 0 or since > room.seq
        since = room.seq - 1 if fresh else since
        self._seq = room.seq
        if self.form == "json":
            self.send_bytes(self._json(since))
        else:
            self.send(self._html(fresh))
        passing = self._passing()
        if passing and self.viewer not in room.asked():
            self.send(frames.HandOver(passing, passing))

    def _passing(self) -> list[int]:
        """Other seats of this device that are asked now."""
        asked = self.room.asked()
        return [seat for seat in self.held if seat != self.viewer and seat in asked]

    def _json(self, since: int) -> bytes:
        key = (self.viewer, since)
        drawn: bytes | None = self.sitting.drawn.get(key)
        if drawn is None:
            drawn = frames.written(picture.json_table(self.room, self.viewer, since))
            self.sitting.drawn[key] = drawn
        return drawn

    def _looks(self) -> Table:
        key = ("table", self.lang)
        if key not in self.sitting.looks:
            self.sitting.looks[key] = table_for(self.room.game, self.lang)
        found: Table = self.sitting.looks[key]
        return found

    def _html(self, fresh: bool) -> frames.HtmlTable:
        room = self.room
        key = (self.viewer, self.lang)
        page: picture.Page | None = self.sitting.drawn.get(key)
        if page is None:
            page = picture.page(room, self.viewer, self.sitting.here(), self._looks())
            self.sitting.drawn[key] = page
        if fresh:
            self._drawn = self._had(page)
        numbers = [str(n) for n in page.log]
        gone = [n for n in self._drawn if n.isdigit() and n not in numbers and self._drawn[n]]
        log = self._changed({str(n): line for n, line in page.log.items()})
        for n in gone:
            self._drawn[n] = 0
            log[n] = ""
        return frames.HtmlTable(
            room.seq,
            room.hash(room.seq, self.viewer),
            self._changed(page.regions),
            log,
            page.ask,
            page.title,
            page.yours,
            room.over,
            fresh,
            msgspec.Raw(room.told(room.seq, self.viewer)),
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

    def _changed(self, parts: dict[str, str]) -> dict[str, str]:
        """What is not as it was sent last."""
        found = {}
        for name, text in parts.items():
            now = hash(text) or 1
            if self._drawn.get(name) != now:
                self._drawn[name] = now
                found[name] = text
        return found

    # Reading ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until the other side hangs up."""
        try:
            while self.socket.client_state == WebSocketState.CONNECTED:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                wait = self._pace.wait()
                if wait:
                    await asyncio.sleep(wait)
                text = message.get("text")
                if text is None or len(text) > frames.MOST_BYTES:
                    self._wrong("bad_frame")
                    continue
                try:
                    frame = frames.reader.decode(text)
                except msgspec.MsgspecError:
                    self._wrong("bad_frame")
                    continue
                await self._heard(frame)
                if self._pump is not None and len(self._outbox) > limits.UNREAD:
                    await self._pump  # who does not read the answers is not listened to
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._hang_up()

    def _hang_up(self) -> None:
        self.sitting.viewers.discard(self)
        if self.member and not self.sitting.present(self.member):
            self.sitting.away[self.member] = time.monotonic()
            self.house.presence(self.sitting)

    def _wrong(self, reason: str) -> None:
        self.send(frames.Wrong(reason, rooms(self.lang).say(f"room.{reason}")))

    async def _heard(self, frame: frames.FromClient) -> None:
        match frame:
            case frames.Hello():
                self._hello(frame)
            case frames.Ping():
                self.send(frames.Pong())
            case frames.Lang():
                self._speak(frame.lang)
                if self.viewer != NOT_SEEN:
                    self._whole()
            case _ if self not in self.sitting.viewers:
                self._wrong("hello_first")
            case frames.Seat():
                self._sit(frame.seat)
            case frames.Move():
                seat, by = self.viewer, self.member
                if not await self._majority(frame):
                    return

                def answer(room: Room, now: int) -> Step:
                    moves = room.read(seat, frame.decision, frame.moves)
                    return room.answer(seat, frame.decision, moves, now, by, frame.id)

                await self._play(frame.id, answer)
            case frames.Aside():
                seat, by = self.viewer, self.member

                def aside(room: Room, now: int) -> Step:
                    code = room.game.read(frame.move, seat)
                    if code == room.game.timeout(seat):
                        raise NotLegal("not_now")
                    return room.aside(seat, code, now, by, frame.id)

                await self._play(frame.id, aside)
            case frames.Undo():
                seat, by = self.viewer, self.member
                await self._play(
                    frame.id, lambda room, now: room.undo(seat, frame.seq, now, by, frame.id)
                )
            case frames.Draft():
                self._draft(frame)
            case frames.Why():
                self._why(frame)
            case frames.Say():
                await self._say(frame.id, frame.to, "say", frame.text, True)
            case frames.Pin():
                # What was meant is told to all, but only after the end (CD-15.4).
                open_now = frame.to == "all" and self.room.over
                to = "all" if open_now else f"seat-{self.viewer}"
                await self._say(frame.id, to, "pin", frame.text, frame.on)

    def _speak(self, lang: str) -> None:
        if lang in LANGUAGES:
            self.lang = lang

    def _hello(self, hello: frames.Hello) -> None:
        self.form = hello.form
        self._speak(hello.lang)
        self.sitting.viewers.add(self)
        several = len(self.held) > 1
        if hello.seat is not None and hello.seat in self.held:
            self._is(hello.seat)
        elif self.held and not several:
            self._is(next(iter(self.held)))
        elif not self.held:
            self.viewer = SPECTATOR
        room = self.room
        if self.held and not room.sheet.started:
            mine = {one.id for one in self.held.values()}
            self.house.add_nonce(self.sitting, mine, hello.nonce)
        sides = {name: len(self.sitting.side.get(name, ())) - 1 for name in self._audiences()}
        viewer = self.viewer if self.viewer != NOT_SEEN else None
        self.send(frames.Welcome(room.sheet.id, viewer, room.seq, sides, bool(room.sheet.started)))
        self.send(self._room_frame())
        for name in sides:
            for line in self.sitting.side.get(name, [])[hello.side.get(name, -1) + 1 :]:
                self.send(self._side(name, line))
        if self.viewer == NOT_SEEN:
            self._hand_over()
        elif room.state is not None:
            # Everything that the page does not hold yet.
            self._claimed = hello.drawn
            self._table(hello.since if self.form == "json" else -1)
        if self.member:
            self.house.presence(self.sitting)

    def _is(self, seat: int) -> None:
        self.viewer = seat
        self.member = self.held[seat].id
        self.name = self.held[seat].name
        self.sitting.away.pop(self.member, None)

    def _sit(self, seat: int | None) -> None:
        """One device, several seats: whoever was there is gone before the next one is shown."""
        self._drawn = {}
        if seat is None or seat not in self.held:
            self.viewer, self.member, self._seq = NOT_SEEN, "", -1
            self._hand_over()
            return
        self._is(seat)
        self.house.presence(self.sitting)
        for name in self._audiences():
            if name != "all":
                for line in self.sitting.side.get(name, []):
                    self.send(self._side(name, line))
        self._whole()

    def _hand_over(self) -> None:
        asked = [seat for seat in self.room.asked() if seat in self.held]
        self.send(frames.HandOver(sorted(self.held), asked))

    def _whole(self) -> None:
        """Everything again: another seat or another language."""
        self.send(self._room_frame())
        if self.room.state is not None:
            self._table(-1)

    # Playing ------------------------------------------------------------------------------------

    async def _play(self, id: str, prepare: Callable[[Room, int], Step]) -> None:  # noqa: A002
        if not 0 <= self.viewer < self.room.game.seats:
            self._answered(id, NotLegal("not_asked"))
            return
        await self.house.play(
            self.sitting, self.member, id, prepare, lambda answer: self._answered(id, answer)
        )

    async def _majority(self, frame: frames.Move) -> bool:
        """Where a group has to agree: does it, with this member? The group sees who wants what."""
        room, seat = self.room, self.viewer
        if seat not in self.held or len(room.sheet.chairs[seat].members) < 2:
            return True
        agreeing = self.sitting.votes.vote(seat, frame.decision, self.member, frame.moves)
        members = {one.id for one in room.sheet.chairs[seat].members}
        here = len(members & self.sitting.here())
        if bound(room.game, frame.moves, agreeing, here):
            return True
        # A vote is no refusal for good: the same id may be sent again when others have joined.
        error = NotLegal("majority", n=len(agreeing), of=here)
        self._answered(frame.id, error)
        cell = frame.moves[0].rpartition(" ")[2]
        await self._say(f"v{frame.id}"[:40], f"seat-{seat}", "pin", f"cell-{cell}", True)
        return False

    def _answered(self, id: str, answer: int | MoveError) -> None:  # noqa: A002
        if isinstance(answer, int):
            self.send(frames.Done(id, answer))
        else:
            self.send(frames.Refused(id, answer.reason, self._refusal(answer)))

    def _refusal(self, error: MoveError) -> str:
        words = words_of(self.room.game.key, self.lang) | rooms(self.lang)
        facts = {name: str(fact)[:60] for name, fact in error.facts.items()}
        if f"refusal.{error.reason}" not in words:
            return words.say("refusal.not_now")
        return words.say(f"refusal.{error.reason}", **facts)

    def _draft(self, frame: frames.Draft) -> None:
        room = self.room
        try:
            if not 0 <= self.viewer < room.game.seats:
                raise NotLegal("not_asked")
            drafted = picture.draft(room, self.viewer, frame.decision, frame.moves)
        except (MoveError, Ambiguous) as error:
            self.send(frames.Refused(f"draft-{frame.n}", error.reason, self._refusal(error)))
            return
        if self.form == "json":
            view = room.game.spelled(room.game.view(drafted.state, self.viewer))
            ask = picture.json_ask(room, self.viewer, drafted)
            self.send(frames.DraftedJson(frame.n, ask, drafted.complete, view))
            return
        here, table = self.sitting.here(), self._looks()
        now = picture.moment(room, self.viewer, here, drafted)
        regions = self._changed(live.regions(table, now, table.words))
        ask_html = picture.html_ask(room, table, now, drafted)
        remark = table.remark(now, frame.text, frame.touched) if frame.text else ""
        self.send(frames.Drafted(frame.n, regions, ask_html, remark))

    def _why(self, frame: frames.Why) -> None:
        room = self.room
        if room.state is None or self.viewer == NOT_SEEN:
            self.send(frames.Because(frame.n, ""))
            return
        table = self._looks()
        drafted = None
        if frame.moves:
            try:
                drafted = picture.draft(room, self.viewer, frame.decision, frame.moves)
            except MoveError as error:
                self.send(frames.Because(frame.n, self._refusal(error)))
                return
        now = picture.moment(room, self.viewer, self.sitting.here(), drafted)
        self.send(frames.Because(frame.n, table.why(now, frame.touched)))

    # Talking ------------------------------------------------------------------------------------

    def _audiences(self) -> list[str]:
        own = [f"seat-{self.viewer}"] if 0 <= self.viewer < self.room.game.seats else []
        return ["all", *own]

    async def _say(self, id: str, to: str, kind: str, text: str, on: bool) -> None:  # noqa: A002
        if to not in self._audiences() or not self.member:
            self._answered(id, NotLegal("not_asked"))
            return
        if kind == "say" and to == "all" and lobby.quiet(self.room.sheet):
            self._answered(id, NotLegal("quiet_table"))
            return
        line = SideLine(
            -1, kind, self.member, self.name, text, now_ms(), self.viewer, on, client=id
        )
        try:
            kept = await self.house.say(self.sitting, to, line)
        except NotKept:
            self._answered(id, NotLegal("not_kept"))
            return
        self.send(frames.Done(id, kept.n))

    def _side(self, audience: str, line: SideLine) -> frames.Side:
        html = ""
        if self.form == "html" and line.kind == "say":
            words = words_of(self.room.game.key, self.lang)
            html = live.said(said(audience, line, self.member), words)
        return frames.Side(
            audience,
            line.n,
            line.kind,
            line.name,
            line.text,
            line.seat if line.seat >= 0 else None,
            line.on,
            html,
            line.client if line.by == self.member else "",
        )
