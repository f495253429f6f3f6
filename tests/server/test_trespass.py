"""Nobody plays or looks from a seat that is not theirs (any more), nor by the side door."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from websockets.asyncio.client import connect

from examples.client import post
from konspira.engine.contract import SPECTATOR
from tests.nursery import Nursery, OpenHouse
from tests.server.table import Frame, Guest, Live, seated

SOON = 0.3


async def silent(guest: Guest, room: str) -> Live:
    """A connection that has not said who it is."""
    url = guest.url.replace("http", "ws", 1) + f"/r/{room}/live"
    return Live(await connect(url, additional_headers={"Cookie": guest.cookie}, max_size=None))


async def table(line: Live) -> Frame:
    return await line.next("table")


def test_an_answer_cannot_be_given_as_an_aside(house: OpenHouse) -> None:
    async def said() -> None:
        for game in ("kyoto", "rogue", "duet"):
            options = {"players": 2} if game == "rogue" else {}
            room, guests = seated(house.url, game, options=options)
            lines = [await guest.live(room) for guest in guests]
            tables = [await table(line) for line in lines]
            for line, found in zip(lines, tables, strict=True):
                for move in found["ask"]["moves"][:1]:
                    answer = await line.told({"t": "aside", "id": "x", "move": move})
                    assert answer["t"] == "refused"
                    assert answer["reason"] == "not_now"
            answer = await lines[0].told({"t": "aside", "id": "y", "move": "resign"})
            assert answer["t"] == "done"

    asyncio.run(said())


def test_a_line_that_was_opened_before_its_seat_was_left_sees_nothing(house: OpenHouse) -> None:
    async def crept_in() -> None:
        alice, bob = Guest(house.url), Guest(house.url)
        room = alice.post("/open", game="kyoto")["room"]
        alice.post(f"/r/{room}/sit", seat=0, name="Alice")
        line = await silent(alice, room)
        alice.post(f"/r/{room}/leave", seat=0)
        alice.post(f"/r/{room}/sit", seat=1, name="Alice")
        bob.post(f"/r/{room}/sit", seat=0, name="Bob")
        bob.post(f"/r/{room}/start")
        await line.send({"t": "hello", "form": "json", "from": -1, "seat": 0})
        welcome = await line.next("welcome")
        assert welcome["viewer"] == SPECTATOR
        answer = await line.told({"t": "aside", "id": "x", "move": "resign"})
        assert answer["reason"] == "not_asked"

    asyncio.run(crept_in())


def test_a_move_of_a_seat_that_was_taken_away_meanwhile_is_refused(house: OpenHouse) -> None:
    async def moved() -> None:
        room, guests = seated(house.url, "kyoto")
        line = await guests[0].live(room)
        await table(line)
        link = guests[0].post(f"/r/{room}/device")["link"]
        Guest(house.url).form(link.removeprefix(house.url))
        await line.next("gone")
        answer = await line.told({"t": "aside", "id": "x", "move": "resign"})
        assert answer["reason"] == "not_asked"

    asyncio.run(moved())


def test_with_fewer_chairs_everybody_sees_from_their_own(house: OpenHouse) -> None:
    async def shown() -> None:
        guests = [Guest(house.url) for _ in range(3)]
        room = guests[0].post("/open", game="rogue", options={"players": 4})["room"]
        for guest, seat in zip(guests, (0, 2, 3), strict=True):
            guest.post(f"/r/{room}/sit", seat=seat, name=f"sat in {seat}")
        lines = [await guest.live(room) for guest in guests]
        for line in lines:
            await line.next("welcome")
        guests[0].post(f"/r/{room}/options", options={"players": 3})
        guests[0].post(f"/r/{room}/start")
        for seat, (guest, line) in enumerate(zip(guests, lines, strict=True)):
            found = await table(line)
            again = await guest.live(room)
            assert (await again.next("welcome"))["viewer"] == seat
            fresh = await table(again)
            assert found["view"] == fresh["view"]
            assert found["ask"] == fresh["ask"]

    asyncio.run(shown())


def test_a_bot_that_was_taken_out_does_not_play(forked: Nursery, tmp_path: Path) -> None:
    house = forked.begin(tmp_path, pace=0.5)

    async def taken_out() -> None:
        room, guests = seated(house.url, "kyoto", term=0)
        watching = await guests[1].live(room)
        await table(watching)
        guests[1].post(f"/r/{room}/replace", seat=0, bot="random")
        guests[0].post(f"/r/{room}/bot", seat=0, bot="")
        back = await guests[0].live(room)
        assert (await table(back))["ask"]["kind"] == "placing"
        await asyncio.sleep(1.5)
        await back.send({"t": "ping"})
        await back.next("pong")
        assert [one["seq"] for one in back.heard if one["t"] == "table"] == [0]

    try:
        asyncio.run(taken_out())
    finally:
        house.stop()


def test_nobody_is_away_during_a_pause(house: OpenHouse) -> None:
    async def paused() -> None:
        room, guests = seated(house.url, "kyoto", term=1)
        first, second = [await guest.live(room) for guest in guests]
        for guest in guests:
            guest.post(f"/r/{room}/pause")
        await first.close()
        await asyncio.sleep(1 + SOON)
        assert guests[1].tried(f"/r/{room}/replace", seat=0, bot="random")[0] == 409
        guests[1].post(f"/r/{room}/resume")
        assert guests[1].tried(f"/r/{room}/claim", seat=0)[0] == 409
        await asyncio.sleep(1 + SOON)
        guests[1].post(f"/r/{room}/claim", seat=0)
        await second.next("table")

    asyncio.run(paused())


def test_a_program_that_is_silent_while_nobody_looks_loses_before_everybodys_eyes(
    forked: Nursery, tmp_path: Path
) -> None:
    """The room leaves the memory in between: what was waited for there is over."""
    house = forked.begin(tmp_path, idle=0.2, program_seconds=2.0)

    async def silent_program() -> None:
        guest = Guest(house.url)
        room = guest.post("/open", game="kyoto")["room"]
        guest.post(f"/r/{room}/sit", seat=0, name="Person")
        post(f"{house.url}/r/{room}/sit", {"seat": 1, "name": "Program", "program": True})
        guest.post(f"/r/{room}/start")
        line = await guest.live(room)
        await table(line)
        await line.close()
        await asyncio.sleep(1.2)  # swept out
        line = await guest.live(room)
        while not (await table(line)).get("over"):
            pass

    try:
        asyncio.run(silent_program())
    finally:
        house.stop()


def test_a_resend_is_no_vote_and_votes_are_for_the_open_question(house: OpenHouse) -> None:
    async def voted() -> None:
        guests = [Guest(house.url) for _ in range(4)]
        options = {"lang": "en", "touch_needs_majority": True}
        room = guests[0].post("/open", game="duet", options=options)["room"]
        for at, guest in enumerate(guests):
            guest.post(f"/r/{room}/sit", seat=min(at, 1), name=f"guest {at}")
        guests[0].post(f"/r/{room}/start")
        lines = [await guest.live(room) for guest in guests]
        tables = [await table(line) for line in lines]
        clue = {"t": "move", "id": "c", "moves": ["clue zufi 9"]}
        asked = tables[0]["ask"]["decision"]
        assert (await lines[0].told({**clue, "decision": asked}))["t"] == "done"
        first = [(await table(line))["ask"]["decision"] for line in lines][1]
        # What the giver sees to be agents: so the turn goes on.
        cells = tables[0]["view"]["cells"]
        green = [f"touch {one['cell']}" for one in cells if one["key_A"] == "green"]

        def vote(who: str, decision: int, move: str) -> Frame:
            return {"t": "move", "id": who, "decision": decision, "moves": [move]}

        assert (await lines[1].told(vote("a", first, green[0])))["reason"] == "majority"
        # A number that is no question's takes no vote away.
        assert (await lines[3].told(vote("z", 999, green[0])))["reason"] == "answered_already"
        done = await lines[2].told(vote("b", first, green[0]))
        assert done["t"] == "done"
        second = (await table(lines[3]))["ask"]["decision"]
        assert (await lines[3].told(vote("c", second, green[1])))["reason"] == "majority"
        assert await lines[2].told(vote("b", first, green[0])) == done
        assert (await lines[1].told(vote("d", second, green[1])))["t"] == "done"

    asyncio.run(voted())


def test_a_name_that_was_changed_is_the_one_that_is_said(house: OpenHouse) -> None:
    async def renamed() -> None:
        room, guests = seated(house.url, "kyoto")
        line = await guests[0].live(room)
        await table(line)
        guests[0].post(f"/r/{room}/name", name="Another")
        await line.next("room")
        await line.send({"t": "say", "id": "s", "to": "all", "text": "hello"})
        assert (await line.next("side"))["by"] == "Another"

    asyncio.run(renamed())


def test_a_clock_of_many_digits_is_refused(house: OpenHouse) -> None:
    guest = Guest(house.url)
    status, answer = guest.tried("/open", game="kyoto", clock="move:" + "9" * 5000)
    assert status == 400, json.dumps(answer)[:200]
