"""A button that is pressed makes its move ready, and is nothing until the move comes."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from konspira.server import frames, lobby
from konspira.server.house import House
from konspira.server.lines import Line
from konspira.server.live import Connection
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
        await table.hear(0, frames.Press("a", *whole(table, 0)))
        assert table.sitting.pressed is not None
        assert table.sitting.room is room
        assert [wire.sent for wire in table.wires] == [[], []]
        assert len(await table.written()) == 1

    at_a_table(tmp_path, use, form=form)


@pytest.mark.parametrize("game", ["duet", "kyoto"])
def test_what_was_made_ready_is_what_a_fresh_page_is_sent(tmp_path: Path, game: str) -> None:
    async def use(table: Two) -> None:
        seat = table.sitting.room.asked()[0]
        decision, moves = whole(table, seat)
        await table.hear(seat, frames.Press("a", decision, moves))
        ready = table.sitting.pressed
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
        await table.hear(0, frames.Press("a", decision, clues[:1]))
        await table.hear(0, frames.Move("a", decision, clues[1:2]))
        assert (await table.written())[1].moves == clues[1:2]

    at_a_table(tmp_path, use)


def test_what_happened_meanwhile_counts(tmp_path: Path) -> None:
    async def use(table: Two) -> None:
        ours, theirs = whole(table, 0), whole(table, 1)
        await table.hear(0, frames.Press("a", *ours))
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
        await table.hear(0, frames.Press("b", decision, touches[:1]))
        await table.hear(1, frames.Press("b", decision + 1, touches[:1]))
        await table.hear(1, frames.Press("b", decision, ["no such move"]))
        await table.hear(1, frames.Press("b", decision, [*touches[:2]]))
        assert table.sitting.pressed is None
        assert [wire.sent for wire in table.wires] == [[], []]

    at_a_table(tmp_path, use)
