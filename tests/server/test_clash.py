"""Two processes on one data folder: whoever writes a number first has it, and nobody is harmed."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.nursery import Nursery, OpenHouse
from tests.server.table import Frame, Guest, Live, seated


@pytest.fixture(scope="module")
def houses(
    forked: Nursery, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[OpenHouse, OpenHouse]]:
    folder = tmp_path_factory.mktemp("shared")
    both = forked.begin(folder), forked.begin(folder)
    yield both
    for one in both:
        one.stop()


def elsewhere(guest: Guest, house: OpenHouse) -> Guest:
    """The same person at the door of the other process."""
    other = Guest(house.url)
    other.jar, other.opener = guest.jar, guest.opener
    return other


async def whole(line: Live, ask: Frame, pick: int) -> Frame:
    """A whole answer to a question; `pick` chooses among what is legal."""
    moves = [ask["moves"][pick % len(ask["moves"])]]
    while True:
        await line.send({"t": "draft", "n": 1, "decision": ask["decision"], "moves": moves})
        drafted = await line.next("drafted")
        if drafted["complete"]:
            return {"t": "move", "decision": ask["decision"], "moves": moves}
        moves.append(drafted["ask"]["moves"][pick % len(drafted["ask"]["moves"])])


def test_numbers_that_clash(houses: tuple[OpenHouse, OpenHouse]) -> None:
    here, there = houses
    room, guests = seated(here.url, "kyoto")

    async def run() -> None:
        oni = await guests[0].live(room)
        gov = await elsewhere(guests[1], there).live(room)
        same = await elsewhere(guests[0], there).live(room)  # a second hand on the first seat
        asks = [(await line.next("table"))["ask"] for line in (oni, gov, same)]
        moves = [
            await whole(line, ask, pick)
            for line, ask, pick in zip((oni, gov, same), asks, (0, 0, 1), strict=True)
        ]
        # Both sides place at once, each in its own process; both would be entry 1.
        first = await oni.told({**moves[0], "id": "oni"})
        second = await gov.told({**moves[1], "id": "gov"})
        assert (first["t"], first["seq"]) == ("done", 1)
        assert (second["t"], second["seq"]) == ("done", 2)
        # The other hand answers what is answered.
        third = await same.told({**moves[2], "id": "same"})
        assert (third["t"], third["reason"]) == ("refused", "answered_already")
        # And a resend in the other process gets the first answer.
        again = await same.told({**moves[0], "id": "oni"})
        assert (again["t"], again["seq"]) == ("done", 1)
        # The first process hears of entry 2 when it writes one itself.
        last = await oni.told({"t": "aside", "id": "end", "move": "resign"})
        assert (last["t"], last["seq"]) == ("done", 3)
        tables = [await oni.next("table")]
        while tables[-1]["seq"] < 3:
            tables.append(await oni.next("table"))
        assert [entry["n"] for entry in tables[-1]["missed"]] == [2]
        for line in (oni, gov, same):
            await line.close()

    asyncio.run(run())


def test_lines_that_clash(houses: tuple[OpenHouse, OpenHouse]) -> None:
    here, there = houses
    room, guests = seated(here.url, "kyoto")

    async def run() -> None:
        one = await guests[0].live(room)
        other = await elsewhere(guests[1], there).live(room)
        for line in (one, other):
            await line.next("table")
        for number, line in enumerate((one, other, one, other)):
            done = await line.told({"t": "say", "id": f"s{number}", "text": f"line {number}"})
            assert (done["t"], done["seq"]) == ("done", number)
        await other.send({"t": "ping"})
        await other.next("pong")
        said = [frame["text"] for frame in other.heard if frame["t"] == "side"]
        assert said == [f"line {number}" for number in range(4)]
        for line in (one, other):
            await line.close()

    asyncio.run(run())


def test_a_game_is_begun_once(houses: tuple[OpenHouse, OpenHouse]) -> None:
    here, there = houses
    guests = [Guest(here.url), Guest(here.url)]
    room = guests[0].post("/open", game="kyoto")["room"]
    for seat, guest in enumerate(guests):
        guest.post(f"/r/{room}/sit", seat=seat, name=f"At {seat}")
    other = elsewhere(guests[1], there)
    other.get(f"/r/{room}")  # this process knows the room before it begins
    guests[0].post(f"/r/{room}/start")
    status, answer = other.tried(f"/r/{room}/start")
    assert (status, answer["reason"]) == (409, "begun")
