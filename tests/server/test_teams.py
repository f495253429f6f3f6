"""A team's campaign, the board of the day and groups at a seat, over HTTP, with real games."""

import asyncio
import json
import re
from typing import Any

from konspira.server.rematch import next_sheet
from konspira.server.sheet import Chair, Sheet
from tests.nursery import OpenHouse
from tests.server.table import Guest, Live

CITY = re.compile(r'at=([a-z-]+)" class="city (\w+)"')


def states(guest: Guest, team: str) -> dict[str, str]:
    return dict(CITY.findall(guest.get(f"/duet/campaign/{team}")))


def begun(house: OpenHouse, room: str, people: list[Guest] | None = None) -> list[Guest]:
    """Two people at a room that begins."""
    people = people or [Guest(house.url), Guest(house.url)]
    for seat, guest in enumerate(people):
        guest.post(f"/r/{room}/sit", seat=seat, name=f"Guest {seat}")
    people[0].post(f"/r/{room}/start")
    return people


class Side:
    """One side of a game that is played over the line."""

    def __init__(self, line: Live) -> None:
        self.line = line
        self.table: dict[str, Any] = {}
        self.sent = 0

    async def look(self) -> dict[str, Any]:
        self.table = await self.line.next("table")
        return self.table

    async def play(self, move: str) -> dict[str, Any]:
        self.sent += 1
        decision = self.table["ask"]["decision"]
        frame = {"t": "move", "id": f"m{self.sent}", "decision": decision, "moves": [move]}
        return await self.line.told(frame)


async def won(people: list[Guest], room: str) -> dict[str, Any]:
    """Won in two turns: each side touches all that the other's key shows (nobody does that)."""
    a, b = [Side(await guest.live(room)) for guest in people]
    await a.look()
    await b.look()
    words = iter(("zeppelin", "quark"))
    for giver, guesser, letter in ((a, b, "A"), (b, a, "B")):
        await giver.play(f"clue {next(words)} 9")
        await giver.look()
        await guesser.look()
        green = [
            cell["cell"]
            for cell in giver.table["view"]["cells"]
            if cell[f"key_{letter}"] == "green" and "found_by" not in cell
        ]
        for cell in green:
            assert (await guesser.play(f"touch {cell}"))["t"] == "done"
            await guesser.look()
            await giver.look()
    await a.line.close()
    await b.line.close()
    return a.table


async def given_up(guest: Guest, room: str) -> None:
    line = await guest.live(room)
    await line.next("table")
    assert (await line.told({"t": "aside", "id": "r", "move": "resign"}))["t"] == "done"
    await line.close()


def test_a_team_is_its_link(house: OpenHouse) -> None:
    ada, stranger = Guest(house.url), Guest(house.url)
    team = ada.post("/duet/campaign", name="The <b>Umbrellas</b>")["team"]
    assert states(stranger, team)["prague"] == "open"
    assert "The &lt;b&gt;Umbrellas" in stranger.get(f"/duet/campaign/{team}")
    assert stranger.ask("/duet/campaign/nobody-has-this-one")[0] == 404
    assert ada.tried("/duet/campaign", name="  ")[0] == 400


def test_a_won_mission_opens_its_lines_and_a_lost_one_is_told(house: OpenHouse) -> None:
    """CD-12.11, CD-12.15."""
    ada = Guest(house.url)
    team = ada.post("/duet/campaign", name="Umbrellas")["team"]
    start = f"/duet/campaign/{team}/start"
    assert ada.tried(start, mission="cairo", lang="en")[0] == 400
    room = ada.post(start, mission="prague", lang="pl")["room"]
    people = begun(house, room)
    assert "Guest 0" in ada.get(f"/duet/campaign/{team}")
    table = asyncio.run(won(people, room))
    assert table["over"]
    shown = states(ada, team)
    assert shown["prague"] == "won"
    assert [name for name, state in shown.items() if state == "open"] == [
        "moscow",
        "cairo",
        "berlin",
    ]
    lost = ada.post(start, mission="cairo", lang="en")["room"]
    asyncio.run(given_up(begun(house, lost)[0], lost))
    page = ada.get(f"/duet/campaign/{team}?at=cairo")
    assert "is-lost" in page
    assert f"/r/{lost}" in page
    assert states(ada, team)["cairo"] == "open"
    assert team in people[1].get("/duet/campaign"), "who has played finds the team again"
    assert team not in Guest(house.url).get("/duet/campaign")


def test_the_mission_of_a_room_cannot_be_changed_in_the_lobby(house: OpenHouse) -> None:
    ada = Guest(house.url)
    team = ada.post("/duet/campaign", name="Umbrellas")["team"]
    room = ada.post(f"/duet/campaign/{team}/start", mission="prague", lang="en")["room"]
    ada.post(f"/r/{room}/sit", seat=0, name="Ada")
    assert 'name="mission"' not in ada.get(f"/r/{room}")
    options = {"mission": "vatican", "tokens": 9, "slack": True, "lang": "hu"}
    ada.post(f"/r/{room}/options", options=options)
    line = asyncio.run(told_options(ada, room))
    assert line == ("none", True, "hu")


async def told_options(guest: Guest, room: str) -> tuple[object, object, object]:
    """What the record says of the options once the game has begun and ended."""
    other = Guest(guest.url)
    other.post(f"/r/{room}/sit", seat=1, name="Bruno")
    other.post(f"/r/{room}/start")
    await given_up(guest, room)
    record = guest.get(f"/r/{room}/record")
    found = dict(re.findall(r"(mission|slack|lang)[=:] ?(\S+)", record))
    return found["mission"], found["slack"].lower() == "true", found["lang"]


def board(guest: Guest, room: str) -> list[tuple[str, str]]:
    """The words, and the keys once the game is over."""

    async def looked() -> list[tuple[str, str]]:
        line = await guest.live(room)
        table = await line.next("table")
        await line.close()
        cells = table["view"]["cells"]
        return [(cell["word"], cell.get("key_A", "") + cell.get("key_B", "")) for cell in cells]

    return asyncio.run(looked())


def test_everybody_gets_the_same_board_of_the_day(house: OpenHouse) -> None:
    first = Guest(house.url).post("/duet/day", lang="en")["room"]
    second = Guest(house.url).post("/duet/day", lang="en")["room"]
    polish = Guest(house.url).post("/duet/day", lang="pl")["room"]
    ours, theirs = begun(house, first), begun(house, second)
    begun(house, polish)
    for room, people in ((first, ours), (second, theirs)):
        assert board(people[0], room) == board(ours[0], first)
    assert board(Guest(house.url), polish) != board(Guest(house.url), first)

    # Sealed until one's own game is over; then the others' results are told.
    asyncio.run(won(ours, first))
    assert "sealed" in theirs[0].get("/duet/day?words=en&lang=en")
    mine = ours[0].get("/duet/day?words=en&lang=en")
    assert "1 game counted" in mine
    assert 'class="mine"' in mine
    asyncio.run(given_up(theirs[0], second))
    assert board(theirs[0], second) == board(ours[0], first), "the same keys, too"
    assert "2 games counted" in theirs[0].get("/duet/day?words=en&lang=en")

    # A second try of the same people is not counted.
    again = ours[0].post("/duet/day", lang="en")["room"]
    begun(house, again, ours)
    asyncio.run(given_up(ours[0], again))
    assert "2 games counted" in ours[0].get("/duet/day?words=en&lang=en")
    checked = json.loads(ours[0].get(f"/r/{first}/verify"))
    assert checked == {"good": True, "problems": [], "checked": ["moves", "positions", "chance"]}


def test_a_rematch_leaves_the_board_of_the_day_but_not_the_team() -> None:
    chairs = [Chair(), Chair()]
    daily = {"series": "day-x", "same_deal": True, "pinned": {"lang": "en"}, "clock": "none"}
    team = {"series": "team-x", "pinned": {"mission": "cairo"}}
    for settings, kept in ((daily, {"clock": "none"}), (team, team)):
        sheet = Sheet(
            "r", "duet", {}, "n", chairs, "g", "s", "c", settings=dict(settings), over=True
        )
        assert next_sheet(sheet, None, [1, 0], 5).settings == kept


def test_days_that_have_not_come_are_refused(house: OpenHouse) -> None:
    guest = Guest(house.url)
    assert guest.ask("/duet/day?date=2999-01-01")[0] == 400
    assert guest.ask("/duet/day?date=yesterday")[0] == 400
    assert guest.ask("/duet/day?date=2020-02-29")[0] == 200


def test_a_touch_of_a_group_may_need_a_majority(house: OpenHouse) -> None:
    """CD-13.5, OP-33."""
    people = [Guest(house.url) for _ in range(3)]
    options = {"touch_needs_majority": True}
    room = people[0].post("/open", game="duet", options=options)["room"]
    for guest, seat in zip(people, (0, 1, 1), strict=True):
        guest.post(f"/r/{room}/sit", seat=seat, name=f"At {seat}")
    people[0].post(f"/r/{room}/start")

    async def voted() -> None:
        a, b, c = [Side(await guest.live(room)) for guest in people]
        for side in (a, b, c):
            await side.look()
        await a.play("clue zeppelin 2")
        await b.look()
        await c.look()
        refused = await b.play("touch c3")
        assert refused["t"] == "refused"
        assert refused["reason"] == "majority"
        pin = await c.line.next("side")
        assert (pin["kind"], pin["text"], pin["to"]) == ("pin", "cell-c3", "seat-1")
        assert (await b.play("touch d4"))["reason"] == "majority", "a member has one wish"
        assert (await c.play("touch c3"))["reason"] == "majority"
        assert (await b.play("touch c3"))["t"] == "done"
        assert not any(frame["t"] == "side" for frame in a.line.heard), "pins are the group's own"
        for side in (a, b, c):
            await side.line.close()

    asyncio.run(voted())


def test_what_was_meant_is_told_after_the_end_only(house: OpenHouse) -> None:
    """CD-15.4, section 16."""
    people = [Guest(house.url), Guest(house.url)]
    room = people[0].post("/open", game="duet")["room"]
    begun(house, room, people)

    async def said() -> None:
        a, b = [await guest.live(room) for guest in people]
        pin = {"t": "pin", "text": "meant-1-a1", "to": "all"}
        await a.told({**pin, "id": "early"})
        assert (await a.told({"t": "aside", "id": "x", "move": "resign"}))["t"] == "done"
        await a.told({**pin, "id": "late"})
        line = await b.next("side")
        assert (line["to"], line["text"]) == ("all", "meant-1-a1")
        assert [frame["t"] for frame in b.heard].count("side") == 1
        await a.close()
        await b.close()

    asyncio.run(said())


def test_a_quiet_table_talks_after_the_end(house: OpenHouse) -> None:
    """CD-15.4: free talk between the sides is an option, and never in ranked games."""
    for options, talk, quiet in (
        ({}, None, False),
        ({}, "", True),
        ({"level": "ranked"}, "on", True),
    ):
        people = [Guest(house.url), Guest(house.url)]
        room = people[0].post("/open", game="duet", options=options)["room"]
        people[0].post(f"/r/{room}/sit", seat=0, name="Ada")
        if talk is not None:
            level = options.get("level", "standard")
            people[0].form(f"/r/{room}/options", lang="en", mission="none", level=level, talk=talk)
        people[1].post(f"/r/{room}/sit", seat=1, name="Bruno")
        people[0].post(f"/r/{room}/start")

        async def said(people: list[Guest] = people, room: str = room) -> list[str]:
            line = await people[0].live(room)
            say = {"t": "say", "text": "hello"}
            told = [await line.told({**say, "id": "1", "to": "all"})]
            told.append(await line.told({**say, "id": "2", "to": "seat-0"}))
            await line.told({"t": "aside", "id": "3", "move": "resign"})
            told.append(await line.told({**say, "id": "4", "to": "all"}))
            await line.close()
            return [answer.get("reason", "done") for answer in told]

        assert asyncio.run(said()) == ["quiet_table" if quiet else "done", "done", "done"]


def test_a_pasted_list_is_merged_and_its_faults_are_told(house: OpenHouse) -> None:
    """OP-35."""
    ada = Guest(house.url)
    room = ada.post("/open", game="duet", options={"lang": "en"})["room"]
    ada.post(f"/r/{room}/sit", seat=0, name="Ada")
    few = ada.form(f"/r/{room}/options", lang="en", mission="none", words="one\ntwo\n\n123")
    assert "Only 2 usable words" in few
    assert "Line 4" in few
    listed = [f"thing{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    pasted = "\r\n".join([*listed, "", "THINGA"])
    page = ada.form(f"/r/{room}/options", lang="en", mission="none", words=pasted)
    assert "is there twice" in page
    assert "usable words" not in page
    Guest(house.url).post(f"/r/{room}/sit", seat=1, name="Bruno")
    ada.post(f"/r/{room}/start")
    assert {word for word, _ in board(ada, room)} <= set(listed)


def test_once_dealt_nobody_looks_into_a_second_key(house: OpenHouse) -> None:
    """CD-16.1: a group is closed with the deal, and who sits on one side stays off the other."""
    ada, bruno, watcher = [Guest(house.url) for _ in range(3)]
    room = ada.post("/open", game="duet")["room"]
    begun(house, room, [ada, bruno])
    assert watcher.tried(f"/r/{room}/sit", seat=0, name="Eve")[1]["reason"] == "begun"
    assert ada.tried(f"/r/{room}/sit", seat=1, name="Ada")[1]["reason"] == "begun"
    bruno.post(f"/r/{room}/leave")
    assert ada.tried(f"/r/{room}/sit", seat=1, name="Ada")[1]["reason"] == "begun"
    watcher.post(f"/r/{room}/sit", seat=1, name="Eve")


def test_everybody_writes_the_own_name(house: OpenHouse) -> None:
    """Where several sit together the field holds the name of whoever looks."""
    first, second = Guest(house.url), Guest(house.url)
    room = first.post("/open", game="duet")["room"]
    first.post(f"/r/{room}/sit", seat=0, name="Chris")
    second.post(f"/r/{room}/sit", seat=0)
    field = 'id="name-0" name="name" value="{}"'
    assert field.format("Chris") in first.get(f"/r/{room}")
    assert field.format("") in second.get(f"/r/{room}")
    second.post(f"/r/{room}/name", seat=0, name="Dorota", ink=2)
    assert field.format("Chris") in first.get(f"/r/{room}")
    assert field.format("Dorota") in second.get(f"/r/{room}")
