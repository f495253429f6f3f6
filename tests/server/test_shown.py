"""What a connection is sent of a table: what it does not have, and of some regions only parts."""

import random

from konspira.server.shown import Shown
from konspira.server.sitting import Sitting
from konspira.server.turns import Turns
from konspira.web.table import Parted, place
from tests.server.rooms import desk

MOVES = 30


def followed(game: str) -> tuple[int, int]:
    """A page that takes what it is sent always holds the table as it is. How many frames had
    parts without their region, and how many had such a region whole."""
    played = desk(game)
    luck = random.Random(game)
    shown = Shown(Sitting(played.room, {}, Turns()), "hu")
    regions: dict[str, str] = {}
    parts: dict[str, dict[str, str]] = {}
    single, whole = 0, 0
    for number in range(MOVES):
        frame = shown.html(0, number == 0)
        regions |= frame.regions
        page = shown.page(played.room, shown.sitting.drawn, 0)
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
        if not played.play(luck):
            break
        shown.sitting.changed()
    return single, whole


def test_parts_make_the_whole() -> None:
    single, whole = followed("duet")
    assert single > 2
    assert whole > 0


def test_a_part_stands_in_its_place() -> None:
    shell = f"<ol>{place('a')}<hr>{place('b')}</ol>"
    found = Parted.of(shell, {"b": "<li id=b>2</li>", "a": "<li id=a>1</li>"})
    assert found == "<ol><li id=a>1</li><hr><li id=b>2</li></ol>"
    assert found.shell == shell
