"""One live connection of one viewer (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from konspira.engine.contract import SPECTATOR, MoveError, NotLegal
from konspira.engine.texts import LANGUAGES
from konspira.server import frames, hints, limits, lobby
from konspira.server.forfeits import EXCUSED
from konspira.server.house import House
from konspira.server.lines import SideLine
from konspira.server.outbox import Outbox
from konspira.server.ready import Ready
from konspira.server.room import Room, Step
from konspira.server.sheet import Member
from konspira.server.sitting import Sitting, now_ms
from konspira.server.talk import say
from konspira.server.texts import rooms
from konspira.server.viewing import NOT_SEEN, Viewing
from konspira.server.votes import bound
from konspira.server.wire import Wire
from konspira.server.writer import NotKept


def _answer(room: Room, seat: int, frame: frames.Move | frames.Press, now: int, by: str) -> Step:
    moves = room.read(seat, frame.decision, frame.moves)
    client = frame.id if isinstance(frame, frames.Move) else ""
    return room.answer(seat, frame.decision, moves, now, by, client)


class Connection(Viewing):
    """Reads one viewer's frames and does what they ask for."""

    __slots__ = ("_pace", "house", "wire")

    def __init__(
        self,
        house: House,
        sitting: Sitting,
        wire: Wire,
        held: dict[int, Member],
        lang: str,
        base: str,
        person: str = "",
    ) -> None:
        super().__init__(sitting, Outbox(wire), held, lang, base, person)
        self.house = house
        self.wire = wire
        self._pace = limits.Pace(house.rate)

    # Reading ------------------------------------------------------------------------------------

    async def run(self, socket: WebSocket) -> None:
        """Until the other side hangs up."""
        try:
            self.wire.listen(self._hear)
            while socket.client_state == WebSocketState.CONNECTED:
                message = await socket.receive()  # texts do not come this way
                if message["type"] == "websocket.disconnect":
                    break
                await self._not_understood("")
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            await self.wire.quiet()
            self._hang_up()

    async def _hear(self, text: str) -> None:
        wait = self._pace.wait()
        if wait:
            await asyncio.sleep(wait)
        try:
            if len(text) > frames.MOST_BYTES:
                await self._not_understood("")
                return
            frame = frames.reader.decode(text)
        except (msgspec.MsgspecError, RecursionError):
            await self._not_understood(text)
            return
        await self._heard(frame)
        await self.outbox.read()

    def _hang_up(self) -> None:
        self.sitting.viewers.discard(self)
        self.sitting.used = time.monotonic()
        gone = [one for one in self.people() if not self.sitting.present(one)]
        for one in gone:
            self.sitting.away[one] = time.monotonic()
        if gone:
            self.house.presence(self.sitting)

    async def _not_understood(self, text: str) -> None:
        self._wrong("bad_frame")
        await self._tries_patience(f"said {text[:60]!r}")

    async def _tries_patience(self, said: str) -> None:
        """Programs may be wrong a few times."""
        if self.viewer in self.held and self.held[self.viewer].program:
            await self.house.patience.wrong(self.sitting, self.viewer, said)

    def _wrong(self, reason: str) -> None:
        self.send(frames.Wrong(reason, rooms(self.shown.lang).say(f"room.{reason}")))

    async def _heard(self, frame: frames.FromClient) -> None:
        match frame:
            case frames.Hello():
                self._hello(frame)
            case frames.Ping():
                self.send(frames.Pong())
            case frames.Lang():
                self._speak(frame.lang)
                if self.viewer != NOT_SEEN:
                    self.whole()
            case _ if self not in self.sitting.viewers:
                self._wrong("hello_first")
            case frames.Seat():
                self._sit(frame.seat)
            case frames.Move():
                seat, by = self.viewer, self.member
                if not await self._majority(frame):
                    return

                def answer(room: Room, now: int) -> Step:
                    ready = self.sitting.ready.find(room, by, frame.decision, frame.moves)
                    if ready is None:
                        return _answer(room, seat, frame, now, by)
                    ready.answered(frame.id, now)
                    return ready.step

                await self._play(frame.id, answer)
            case frames.Press():
                await self._press(frame)
            case frames.Aside():
                seat, by = self.viewer, self.member

                def aside(room: Room, now: int) -> Step:
                    code = room.game.read(frame.move, seat)
                    step = room.aside(seat, code, now, by, frame.id)
                    # The clock's is not anybody's to say, and an answer is given as one.
                    if room.state is None or code not in room.game.asides(room.state, seat):
                        raise NotLegal("not_now")
                    return step

                await self._play(frame.id, aside)
            case frames.Undo():
                seat, by = self.viewer, self.member
                await self._play(
                    frame.id, lambda room, now: room.undo(seat, frame.seq, now, by, frame.id)
                )
            case frames.Draft():
                self.draft(frame)
            case frames.Why():
                self.why(frame)
            case frames.AskHint():
                self.house.start_task(self._hint(frame))
            case frames.Say():
                await self._say(frame.id, frame.to, "say", frame.text, True)
            case frames.Pin():
                # What was meant is told to all, but only after the end (CD-15.4).
                open_now = frame.to == "all" and self.room.over
                to = "all" if open_now else f"seat-{self.viewer}"
                await self._say(frame.id, to, "pin", frame.text, frame.on)

    def _speak(self, lang: str) -> None:
        if lang in LANGUAGES:
            self.shown.lang = lang

    def _hello(self, hello: frames.Hello) -> None:
        self.form = hello.form
        self._speak(hello.lang)
        self.sitting.viewers.add(self)
        self.held = self.still_held()
        several = len(self.held) > 1
        if hello.seat is not None and hello.seat in self.held:
            self.sits_in(hello.seat)
        elif self.held and not several:
            self.sits_in(next(iter(self.held)))
        elif not self.held:
            self.viewer = SPECTATOR
        room = self.room
        if self.held and not room.sheet.started:
            mine = {one.id for one in self.held.values()}
            self.house.add_nonce(self.sitting, mine, hello.nonce)
        sides = {name: len(self.sitting.side.get(name, ())) - 1 for name in self.audiences()}
        viewer = self.viewer if self.viewer != NOT_SEEN else None
        self.send(frames.Welcome(room.sheet.id, viewer, room.seq, sides, bool(room.sheet.started)))
        self.send(self.room_frame())
        for name in sides:
            for line in self.sitting.side.get(name, [])[hello.side.get(name, -1) + 1 :]:
                self.send(self.side(name, line))
        if self.viewer == NOT_SEEN:
            self.hand_over()
        elif room.state is not None:
            # Everything that the page does not hold yet.
            self.shown.claim(hello.drawn)
            self.table(-1 if self.form == "html" else hello.since)
        if self.held:
            for one in self.people():
                self.sitting.away.pop(one, None)
            self.house.presence(self.sitting)

    def _sit(self, seat: int | None) -> None:
        """One device, several seats: whoever was there is gone before the next one is shown."""
        self.shown.forget()
        if seat is None or seat not in self.held:
            self.viewer, self.member, self._seq = NOT_SEEN, "", -1
            self.hand_over()
            return
        self.sits_in(seat)
        self.house.presence(self.sitting)
        for name in self.audiences():
            if name != "all":
                for line in self.sitting.side.get(name, []):
                    self.send(self.side(name, line))
        self.whole()

    # Playing ------------------------------------------------------------------------------------

    async def _play(self, id: str, prepare: Callable[[Room, int], Step]) -> None:  # noqa: A002
        if not 0 <= self.viewer < self.room.game.seats:
            self._answered(id, NotLegal("not_asked"))
            return
        heard: list[int | MoveError] = []
        seat, by = self.viewer, self.member

        def acknowledge(answer: int | MoveError) -> None:
            heard.append(answer)
            self._answered(id, answer)

        def own(room: Room, now: int) -> Step:
            mine = self.still_held().get(seat)  # the seat may have been taken away meanwhile
            if mine is None or mine.id != by or room.sheet.chairs[seat].bot:
                raise NotLegal("not_asked")
            return prepare(room, now)

        await self.house.play(self.sitting, by, id, own, acknowledge)
        if isinstance(heard[0], MoveError) and heard[0].reason not in EXCUSED:
            await self._tries_patience(f"was refused: {heard[0]}")

    async def _press(self, frame: frames.Press) -> None:
        room, seat, by = self.room, self.viewer, self.member
        if seat not in self.held or len(room.sheet.chairs[seat].members) > 1:
            return  # a group has to agree first
        ready = self.sitting.ready.find(room, by, frame.decision, frame.moves)
        if ready is not None and ready.before is self.sitting.drawn:
            return
        try:
            step = _answer(room, seat, frame, now_ms(), by)
        except MoveError:
            return
        await self.house.make_ready(self.sitting, Ready(room, step, self.sitting.drawn))

    async def _hint(self, frame: frames.AskHint) -> None:
        seat, decision = self.viewer, frame.decision
        try:
            if seat not in self.held:
                raise NotLegal("not_asked")
            moves = await hints.taken(
                self.house, self.sitting, seat, decision, self.member, self.name
            )
            if self.viewer != seat:  # somebody else holds the device by now
                return
            if self.room.decision(seat) != decision:
                raise NotLegal("answered_already")
            steps = hints.spelled(self.room, seat, decision, moves, self.shown.looks())
        except MoveError as error:
            self._answered(frame.id, error)
            return
        except NotKept:
            self._answered(frame.id, NotLegal("not_kept"))
            return
        self.send(frames.Hint(frame.id, decision, steps))

    async def _majority(self, frame: frames.Move) -> bool:
        """Where a group has to agree: does it, with this member? The group sees who wants what."""
        room, seat = self.room, self.viewer
        if seat not in self.held or len(room.sheet.chairs[seat].members) < 2:
            return True
        if room.first_answer(self.member, frame.id) is not None:
            return True  # a resend is no vote
        if seat not in room.asked() or room.decision(seat) != frame.decision:
            return True  # nor is an answer to another question: it will be refused
        here = self.sitting.here() & {one.id for one in room.sheet.chairs[seat].members}
        wishing = self.sitting.votes.vote(seat, frame.decision, self.member, frame.moves)
        agreeing = here.intersection(wishing)
        if bound(room.game, frame.moves, agreeing, len(here)):
            return True
        # A vote is no refusal for good: the same id may be sent again when others have joined.
        error = NotLegal("majority", n=len(agreeing), of=len(here))
        self._answered(frame.id, error)
        cell = frame.moves[0].rpartition(" ")[2]
        await self._say(f"v{frame.id}"[:40], f"seat-{seat}", "pin", f"cell-{cell}", True)
        return False

    def _answered(self, id: str, answer: int | MoveError) -> None:  # noqa: A002
        if isinstance(answer, int):
            self.send(frames.Done(id, answer))
        else:
            self.send(frames.Refused(id, answer.reason, self.refusal(answer)))

    # Talking ------------------------------------------------------------------------------------

    async def _say(self, id: str, to: str, kind: str, text: str, on: bool) -> None:  # noqa: A002
        if to not in self.audiences() or not self.member:
            self._answered(id, NotLegal("not_asked"))
            return
        if kind == "say" and to == "all" and lobby.quiet(self.room.sheet):
            self._answered(id, NotLegal("quiet_table"))
            return
        line = SideLine(
            -1, kind, self.member, self.name, text, now_ms(), self.viewer, on, client=id
        )
        try:
            kept = await say(self.house, self.sitting, to, line)
        except NotKept:
            self._answered(id, NotLegal("not_kept"))
            return
        self.send(frames.Done(id, kept.n))
