"""What a connection is sent of a table: what it does not have, and of some regions only parts."""

import asyncio
import random
from pathlib import Path

import pytest

from konspira.server import lobby
from konspira.server.answering import any_answer
from konspira.server.house import House
from konspira.server.room import Room, Step
from konspira.server.sheet import Sheet
from konspira.server.shown import Shown
from konspira.server.sitting import Sitting
from konspira.web.table import Parted, place

MOVES = 30
GAMES = 6  # some are soon over


async def seated(house: House, game: str) -> Sitting:
    sheet = await house.create(game, {}, lambda sheet: None)

    def sit(sheet: Sheet) -> None:
        for seat in (0, 1):
            lobby.sit(sheet, seat, f"p{seat}", "AB"[seat], 1)

    await house.act(sheet.id, sit)
    await house.start(sheet.id, "p0")
    return await house.sitting(sheet.id)


async def moved(house: House, sitting: Sitting, luck: random.Random) -> None:
    seat = luck.choice(sitting.room.asked())
    decision = sitting.room.decision(seat)
    assert sitting.room.state is not None
    moves = any_answer(sitting.room.state, seat, luck.choice)

    def prepare(room: Room, now: int) -> Step:
        return room.answer(seat, decision, moves, now, "m", "")

    await house.play(sitting, "m", "", prepare, lambda _: None)


async def followed(house: House, game: str, plainly: bool) -> tuple[int, int]:
    """A page that takes what it is sent always holds the table as it is. How many frames had
    parts without their region, and how many had such a region whole."""
    sitting = await seated(house, game)
    luck = random.Random(game)
    shown = Shown(sitting, "hu")
    shown.plainly = plainly
    regions: dict[str, str] = {}
    parts: dict[str, dict[str, str]] = {}
    single, whole = 0, 0
    for number in range(MOVES):
        frame = shown.html(0, number == 0)
        regions |= frame.regions
        page = shown.page(sitting.room, sitting.drawn, 0)
        for name, text in page.regions.items():
            if not isinstance(text, Parted):
                assert regions[name] == text
                continue
            if name in frame.regions:
                parts[name] = dict(text.parts)
                whole += 1
            mine = {one: html for one, html in frame.parts.items() if one in text.parts}
            single += bool(mine)
            parts[name] |= mine
            assert Parted.of(text.shell, parts[name]) == text
        if sitting.room.over:
            break
        await moved(house, sitting, luck)
    return single, whole


async def games(folder: Path, game: str, plainly: bool) -> tuple[int, int]:
    house = House(folder, pace=0)
    await house.open()
    found = [await followed(house, game, plainly) for _ in range(GAMES)]
    await house.close()
    return sum(single for single, _ in found), sum(whole for _, whole in found)


@pytest.mark.parametrize(("game", "plainly"), [("duet", False), ("duet", True), ("kyoto", True)])
def test_parts_make_the_whole(tmp_path: Path, game: str, plainly: bool) -> None:
    single, whole = asyncio.run(games(tmp_path, game, plainly))
    assert single > 5
    assert whole >= GAMES


def test_a_part_stands_in_its_place() -> None:
    shell = f"<ol>{place('a')}<hr>{place('b')}</ol>"
    found = Parted.of(shell, {"b": "<li id=b>2</li>", "a": "<li id=a>1</li>"})
    assert found == "<ol><li id=a>1</li><hr><li id=b>2</li></ol>"
    assert found.shell == shell
