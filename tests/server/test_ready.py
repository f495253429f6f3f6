"""What may be answered next is made ready, and is nothing until the answer comes."""

import asyncio
import gc
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from konspira.server import frames, idle, lobby
from konspira.server.house import House
from konspira.server.lines import Line
from konspira.server.live import Connection
from konspira.server.picture import going_on
from konspira.server.ready import MOST, Ready
from konspira.server.room import Room
from konspira.server.sheet import Sheet
from konspira.server.sitting import now_ms
from tests.server.rooms import Wire


class Two:
    """Two people at a table of one house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.wires = [Wire(), Wire()]

    async def begin(self, game: str, form: str) -> "Two":
        def sit(sheet: Sheet) -> None:
            for seat in (0, 1):
                lobby.sit(sheet, seat, f"p{seat}", f"Person {seat}", 1)

        sheet = await self.house.create(game, {}, lambda sheet: None)
        await self.house.act(sheet.id, sit)
        await self.house.start(sheet.id, "p0")
        self.sitting = await self.house.sitting(sheet.id)
        chairs = self.sitting.room.sheet.chairs
        self.lines = [
            Connection(self.house, self.sitting, wire, {seat: chairs[seat].members[0]}, "en", "")  # type: ignore[arg-type]
            for seat, wire in enumerate(self.wires)
        ]
        for line in self.lines:
            await line._heard(frames.Hello(form, "en"))  # type: ignore[arg-type]
        return self

    async def hear(self, seat: int, frame: Any) -> None:
        for wire in self.wires:
            wire.sent.clear()
        await self.lines[seat]._heard(frame)

    def asked(self, seat: int) -> tuple[int, list[str]]:
        room = self.sitting.room
        assert room.state is not None
        return room.decision(seat), [room.game.text(move) for move in room.state.moves(seat)]

    def ready(self, seat: int, decision: int, moves: list[str]) -> Ready | None:
        return self.sitting.ready.find(self.sitting.room, self.lines[seat].member, decision, moves)

    async def written(self) -> list[Line]:
        stored = await self.house.store.room(self.sitting.room.sheet.id)
        assert stored is not None
        return stored[1]


def at_a_table(
    folder: Path, use: Callable[[Two], Awaitable[None]], game: str = "duet", form: str = "json"
) -> None:
    async def run() -> None:
        house = House(folder)
        await house.open()
        try:
            await use(await Two(house).begin(game, form))
        finally:
            await house.close()

    asyncio.run(run())


def whole(table: Two, seat: int) -> tuple[int, list[str]]:
    """Six placements of Kyoto, as one answer; any clue of Duet."""
    decision, moves = table.asked(seat)
    if table.sitting.room.game.key == "duet":
        return decision, moves[:1]
    state = table.sitting.room.state
    assert state is not None
    state = state.clone()
    found: list[str] = []
    while not found or state.drafting() == seat:
        move = state.moves(seat)[0]
        found.append(table.sitting.room.game.text(move))
        state.apply(move)
    return decision, found


@pytest.mark.parametrize("form", ["json", "changes", "html"])
def test_nobody_is_told_and_nothing_is_kept(tmp_path: Path, form: str) -> None:
    async def use(table: Two) -> None:
        room = table.sitting.room
        decision, moves = whole(table, 0)
        await table.hear(0, frames.Press(decision, moves))
        assert table.ready(0, decision, moves)
        assert table.sitting.room is room
        assert [wire.sent for wire in table.wires] == [[], []]
        assert len(await table.written()) == 1

    at_a_table(tmp_path, use, form=form)


@pytest.mark.parametrize("game", ["duet", "kyoto"])
def test_what_was_made_ready_is_what_a_fresh_page_is_sent(tmp_path: Path, game: str) -> None:
    async def use(table: Two) -> None:
        seat = table.sitting.room.asked()[0]
        decision, moves = whole(table, seat)
        await table.hear(seat, frames.Press(decision, moves))
        ready = table.ready(seat, decision, moves)
        assert ready is not None
        assert ready.drawn
        await asyncio.sleep(0.02)
        clicked = now_ms()
        await table.hear(seat, frames.Move("a", decision, moves))
        assert json.loads(table.wires[seat].sent[0]) == {"t": "done", "id": "a", "seq": 1}
        assert table.sitting.drawn is ready.drawn
        [pushed] = table.wires[1 - seat].sent
        await table.hear(1 - seat, frames.Hello("json", "en"))
        assert table.wires[1 - seat].sent[-1] == pushed
        line = (await table.written())[1]
        assert line.moves == moves
        assert line.at >= clicked  # the clock runs until the button is let go of

    at_a_table(tmp_path, use, game)


def test_another_answer_is_played_as_it_is(tmp_path: Path) -> None:
    async def use(table: Two) -> None:
        decision, clues = table.asked(0)
        await table.hear(0, frames.Press(decision, clues[:1]))
        await table.hear(0, frames.Move("a", decision, clues[1:2]))
        assert (await table.written())[1].moves == clues[1:2]

    at_a_table(tmp_path, use)


def test_what_happened_meanwhile_counts(tmp_path: Path) -> None:
    async def use(table: Two) -> None:
        ours, theirs = whole(table, 0), whole(table, 1)
        await table.hear(0, frames.Press(*ours))
        await table.hear(1, frames.Move("b", *theirs))
        await table.hear(0, frames.Move("a", *ours))
        assert [line.moves for line in (await table.written())[1:]] == [theirs[1], ours[1]]
        state = table.sitting.room.state
        assert state is not None
        assert state.hash() == table.sitting.room.kept[-1].entry.hash

    at_a_table(tmp_path, use, "kyoto")


def test_nobody_presses_for_somebody_else(tmp_path: Path) -> None:
    async def use(table: Two) -> None:
        await table.hear(0, frames.Move("a", *whole(table, 0)))
        decision, touches = table.asked(1)
        await table.hear(0, frames.Press(decision, touches[:1]))
        await table.hear(1, frames.Press(decision + 1, touches[:1]))
        await table.hear(1, frames.Press(decision, ["no such move"]))
        await table.hear(1, frames.Press(decision, [*touches[:2]]))
        for moves in (touches[:1], touches[:2], ["no such move"]):
            for seat in (0, 1):
                assert not table.ready(seat, decision, moves)
                assert not table.ready(seat, decision + 1, moves)
        assert [wire.sent for wire in table.wires] == [[], []]

    at_a_table(tmp_path, use)


async def placed(table: Two) -> tuple[int, int, list[list[str]]]:
    """Both sides of Kyoto have placed their agents: who is asked, and all answers of one move,
    as far as they are kept."""
    while table.sitting.telling is not None:  # who is here is told a little later
        await asyncio.sleep(0.01)
    for seat in (0, 1):
        await table.hear(seat, frames.Move(f"p{seat}", *whole(table, seat)))
    while any(line.behind for line in table.lines):
        await asyncio.sleep(0.001)
    [seat] = table.sitting.room.asked()
    decision, moves = table.asked(seat)
    state = table.sitting.room.state
    assert state is not None
    more = going_on(state, seat, state.moves(seat))
    texts = {table.sitting.room.game.text(move) for move in more}
    for wire in table.wires:
        wire.sent.clear()
    return seat, decision, [[move] for move in moves[:MOST] if move not in texts]


async def until_all_are_ready(
    table: Two, seat: int, decision: int, answers: list[list[str]]
) -> None:
    async with asyncio.timeout(20):
        while not all(table.ready(seat, decision, moves) for moves in answers):
            await asyncio.sleep(0.01)


def test_an_idle_house_makes_every_answer_ready(tmp_path: Path) -> None:
    async def use(table: Two) -> None:
        seat, decision, answers = await placed(table)
        room = table.sitting.room
        await until_all_are_ready(table, seat, decision, answers)
        assert table.sitting.room is room
        assert [wire.sent for wire in table.wires] == [[], []]
        assert len(await table.written()) == 3
        moves = answers[-1]
        ready = table.ready(seat, decision, moves)
        assert ready is not None
        assert ready.drawn
        clicked = now_ms()
        await table.hear(seat, frames.Move("m", decision, moves))
        assert json.loads(table.wires[seat].sent[0]) == {"t": "done", "id": "m", "seq": 3}
        assert table.sitting.room is ready.ahead
        assert not table.ready(seat, decision, answers[0])
        [pushed] = table.wires[1 - seat].sent
        await table.hear(1 - seat, frames.Hello("json", "en"))
        assert table.wires[1 - seat].sent[-1] == pushed
        await table.hear(seat, frames.Move("m", decision, moves))  # it comes again
        assert json.loads(table.wires[seat].sent[0]) == {"t": "done", "id": "m", "seq": 3}
        line = (await table.written())[3]
        assert (line.moves, line.client) == (moves, "m")
        assert line.at >= clicked

    at_a_table(tmp_path, use, "kyoto")


def test_what_was_agreed_meanwhile_counts(tmp_path: Path) -> None:
    """A step that ends the game brings a sheet of its own: it must not be an old one."""

    async def use(table: Two) -> None:
        seat, decision, answers = await placed(table)
        await until_all_are_ready(table, seat, decision, answers)

        def said(sheet: Sheet) -> None:
            sheet.settings["hints"] = False

        await table.house.act(table.sitting.room.sheet.id, said)
        assert not any(table.ready(seat, decision, moves) for moves in answers)
        await table.hear(seat, frames.Move("m", decision, answers[0]))
        assert (await table.written())[3].moves == answers[0]
        assert table.sitting.room.sheet.settings["hints"] is False

    at_a_table(tmp_path, use, "kyoto")


def test_no_picture_is_drawn_that_nobody_asked_for(tmp_path: Path) -> None:
    async def use(table: Two) -> None:
        seat, decision, answers = await placed(table)
        await asyncio.sleep(0.3)
        assert not any(table.ready(seat, decision, moves) for moves in answers)

    at_a_table(tmp_path, use, "kyoto", "html")


def test_only_so_many_tables_are_looked_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle, "TABLES", 2)

    async def use(table: Two) -> None:
        tables = [table, *[await Two(table.house).begin("kyoto", "json") for _ in range(2)]]
        found = []
        for one in tables:
            found.append(await placed(one))
            await until_all_are_ready(one, *found[-1])
        kept = [
            all(one.ready(seat, decision, moves) for moves in answers)
            for one, (seat, decision, answers) in zip(tables, found, strict=True)
        ]
        assert kept == [False, True, True]

    at_a_table(tmp_path, use, "kyoto")


def test_only_so_much_is_kept(tmp_path: Path) -> None:
    async def use(table: Two) -> None:
        state = table.sitting.room.state
        assert state is not None
        game, seat = table.sitting.room.game, 0
        decision, first = whole(table, seat)
        await table.hear(seat, frames.Press(decision, first))
        luck = random.Random(1)
        pressed = {tuple(first)}
        while len(pressed) <= MOST:
            draft, moves = state.clone(), list[str]()
            while not moves or draft.drafting() == seat:
                move = luck.choice(draft.moves(seat))
                moves.append(game.text(move))
                draft.apply(move)
            await table.hear(seat, frames.Press(decision, moves))
            assert table.ready(seat, decision, moves)
            pressed.add(tuple(moves))
        assert not table.ready(seat, decision, first)

    at_a_table(tmp_path, use, "kyoto")


def test_what_was_not_answered_is_freed_when_there_is_time(tmp_path: Path) -> None:
    async def use(table: Two) -> None:
        seat, decision, answers = await placed(table)
        await until_all_are_ready(table, seat, decision, answers)
        room = table.sitting.room
        await table.hear(seat, frames.Move("m", decision, answers[-1]))
        assert still_there(room)  # nobody waited for that
        async with asyncio.timeout(20):
            while still_there(room):
                await asyncio.sleep(0.01)

    def still_there(room: Room) -> bool:
        # Not isinstance: it asks a proxy for its class, and what that stands for may be gone.
        return any(type(one) is Ready and one.room is room for one in gc.get_objects())

    at_a_table(tmp_path, use, "kyoto")


@pytest.mark.parametrize("form", ["changes", "html"])
def test_the_own_page_catches_up_when_the_others_have_theirs(tmp_path: Path, form: str) -> None:
    async def use(table: Two) -> None:
        seat, decision, answers = await placed(table)
        mine, theirs = table.wires[seat], table.wires[1 - seat]
        await table.hear(seat, frames.Move("m", decision, answers[0]))
        assert [json.loads(text)["t"] for text in mine.sent] == ["done"]
        assert json.loads(theirs.sent[0])["seq"] == 3
        async with asyncio.timeout(20):
            while len(mine.sent) == 1:
                await asyncio.sleep(0.001)
        caught_up = json.loads(mine.sent[1])
        assert (caught_up["t"], caught_up["seq"]) == ("table", 3)
        await asyncio.sleep(0.05)
        tables = [text for text in mine.sent if json.loads(text)["t"] == "table"]
        assert len(tables) == 1

    at_a_table(tmp_path, use, "kyoto", form)
