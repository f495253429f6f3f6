"""Clocks run, run out and stand still."""

import asyncio
import re
import time
from pathlib import Path

from tests.nursery import Nursery, OpenHouse
from tests.server.table import Guest, seated


def test_clocks_run_out(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", clock="game:1")

    async def outcome() -> str:
        line = await guests[0].live(room)
        while True:
            table = await line.next("table")
            if table.get("over"):
                return str(table["outcome"])

    assert asyncio.run(outcome()).endswith("won by TIME")


def test_a_slow_answer_gets_the_moves_that_the_rules_name(house: OpenHouse) -> None:
    """RA-28.1; Kyoto names none, so there the clock ends the game."""
    room, guests = seated(house.url, "rogue", options={"players": 2}, clock="move:1")

    async def entries() -> list[str]:
        line = await guests[0].live(room)
        found = []
        for _ in range(3):
            table = await line.next("table")
            found.append(table["entry"]["kind"])
        await line.close()
        return found

    assert asyncio.run(entries()) == ["setup", "move", "move"]


def test_a_pause_needs_everybody(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", clock="game:600")
    at = f"/r/{room}"
    guests[0].post(f"{at}/pause")

    async def paused() -> bool:
        line = await guests[0].live(room)
        frame = await line.next("room")
        await line.next("table")
        aside = {"t": "aside", "id": f"a{bool(frame.get('paused'))}", "move": "resign"}
        answer = await line.told(aside)
        await line.close()
        assert (answer["t"] == "refused") == bool(frame.get("paused"))
        return bool(frame.get("paused"))

    guests[1].post(f"{at}/pause")
    assert asyncio.run(paused())
    guests[1].post(f"{at}/resume")
    assert guests[1].tried(f"{at}/resume")[1]["reason"] == "not_paused"
    assert not asyncio.run(paused())


def test_everybody_sees_that_a_pause_is_wanted_or_has_begun(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", clock="move:600")
    at, watching = f"/r/{room}", Guest(house.url)
    assert "Ask for a pause" in guests[0].get(at)
    assert "Ask for a pause" not in watching.get(at)

    def line(guest: Guest) -> tuple[str, list[str]]:
        """What is told at the table, and what can be done about it."""
        told = guest.get(at).split('id="region-absent"')[1].split('id="k-table"')[0]
        said = re.findall(r"<p>(.*?)</p>", told)
        return said[0] if said else "", re.findall(r"<button.*?>(.*?)</button>", told)

    wanted = "Pause wanted: Zsófi. The clocks stop once everybody agrees."
    paused = "Pause: the clocks stand still."
    assert line(guests[0]) == ("", [])
    guests[0].post(f"{at}/pause")
    assert line(guests[0]) == (wanted, ["Withdraw"])
    assert line(guests[1]) == (wanted, ["Agree", "Play on"])
    assert line(watching) == (wanted, [])

    async def heard() -> str:
        live = await guests[0].live(room, form="html")
        await asyncio.to_thread(guests[1].post, f"{at}/pause")
        while paused not in (frame := await live.next("room"))["regions"]["absent"]:
            pass
        await live.close()
        return str(frame["regions"]["seats"])

    assert "data-running" not in asyncio.run(heard())
    assert [line(guest) for guest in guests] == [(paused, ["Go on"])] * 2
    assert line(watching) == (paused, [])
    before = re.findall(r'data-left="([\d.]+)"', guests[0].get(at))
    time.sleep(0.05)
    assert re.findall(r'data-left="([\d.]+)"', guests[0].get(at)) == before
    guests[1].post(f"{at}/resume")
    assert line(guests[0]) == ("", [])
    unhurried, there = seated(house.url, "kyoto")
    assert "Ask for a pause" not in there[0].get(f"/r/{unhurried}")


def test_what_was_thought_before_a_pause_stays_spent(forked: Nursery, tmp_path: Path) -> None:
    """Also when the room is read from disk meanwhile."""
    house = forked.begin(tmp_path)
    room, guests = seated(house.url, "kyoto", clock="game:600")

    async def left() -> float:
        line = await guests[0].live(room)
        found: float = (await line.next("room"))["seats"][0]["left"]
        await line.close()
        return found

    time.sleep(1.5)
    for guest in guests:
        guest.post(f"/r/{room}/pause")
    before = asyncio.run(left())
    assert before < 598.6
    house.kill()
    house = forked.begin(tmp_path, port=house.port)
    try:
        assert asyncio.run(left()) == before
        guests[0].post(f"/r/{room}/resume")
        assert asyncio.run(left()) <= before
    finally:
        house.stop()
