"""What people do around a game, over HTTP."""

import asyncio
import re
import time
from pathlib import Path

import pytest

from tests.nursery import OpenHouse, opened
from tests.server.table import PATIENCE, Guest, Live, prompt, resigns, seated


def test_seats_are_taken_left_and_freed(house: OpenHouse) -> None:
    host, other, third = Guest(house.url), Guest(house.url), Guest(house.url)
    room = host.post("/open", game="kyoto")["room"]
    at = f"/r/{room}"
    assert host.tried(f"{at}/start")[1]["reason"] == "not_seated"
    host.post(f"{at}/sit", seat=0, name="Host")
    assert other.tried(f"{at}/sit", seat=0)[1]["reason"] == "taken"
    assert host.tried(f"{at}/start")[1]["reason"] == "seats_free"
    other.post(f"{at}/sit", seat=1, name="Other")
    assert third.tried(f"{at}/kick", seat=1) == (
        403,
        {"reason": "not_seated", "text": "Only somebody at the table can do that."},
    )
    host.post(f"{at}/kick", seat=1)
    third.post(f"{at}/sit", seat=1, name="Third")
    third.post(f"{at}/leave")
    host.post(f"{at}/bot", seat=1, bot="random")
    assert host.tried(f"{at}/bot", seat=1, bot="nobody")[0] == 400
    host.post(f"{at}/bot", seat=1, bot="")
    assert host.tried(f"{at}/bot", seat=1, bot="")[1]["reason"] == "no_bot"
    host.post(f"{at}/bot", seat=1, bot="greedy")
    host.post(f"{at}/start")
    assert host.tried(f"{at}/kick", seat=1)[1]["reason"] == "begun"
    assert host.tried("/r/nowhere-at-all/sit", seat=0)[0] == 404
    assert 'class="k-table"' in host.get(at)


def test_who_has_seen_a_key_never_sits_on_the_other_side(house: OpenHouse) -> None:
    """CD-13.1: a seat that was left is free for others, and for who had it before."""
    ada, bruno, cleo = Guest(house.url), Guest(house.url), Guest(house.url)
    room = ada.post("/open", game="duet", options={"lang": "en"})["room"]
    at = f"/r/{room}"
    ada.post(f"{at}/sit", seat=1, name="Ada")
    ada.post(f"{at}/leave")  # before the start nobody has seen anything
    ada.post(f"{at}/sit", seat=0, name="Ada")
    bruno.post(f"{at}/sit", seat=1, name="Bruno")
    ada.post(f"{at}/start")
    bruno.post(f"{at}/leave")
    ada.post(f"{at}/leave")
    assert ada.tried(f"{at}/sit", seat=1)[1]["reason"] == "looked"
    cleo.post(f"{at}/sit", seat=1, name="Cleo")
    cleo.post(f"{at}/leave")
    assert cleo.tried(f"{at}/sit", seat=0)[1]["reason"] == "looked"
    bruno.post(f"{at}/sit", seat=1, name="Bruno")
    ada.post(f"{at}/sit", seat=0, name="Ada")


def test_a_side_invites_somebody_into_a_game_that_has_begun(house: OpenHouse) -> None:
    """CD-13.1: whoever has seen nothing of the other key may join a side by its link."""
    ada, bruno, cleo = Guest(house.url), Guest(house.url), Guest(house.url)
    room = ada.post("/open", game="duet", options={"lang": "en"})["room"]
    at = f"/r/{room}"
    ada.post(f"{at}/sit", seat=0, name="Ada")
    bruno.post(f"{at}/sit", seat=1, name="Bruno")
    ada.post(f"{at}/start")
    assert 'id="say-to"' not in ada.get(at)
    assert cleo.tried(f"{at}/invite")[1]["reason"] == "not_seated"
    assert ada.tried(f"{at}/invite", seat=1)[1]["reason"] == "not_seated"
    assert cleo.tried(f"{at}/sit", seat=0)[1]["reason"] == "begun"  # not without a link
    old = ada.post(f"{at}/invite")["link"].removeprefix(house.url)
    assert "<path d=" in ada.form(f"{at}/invite")
    assert cleo.tried(old)[1]["reason"] == "invite_void"  # a newer link was made
    path = ada.post(f"{at}/invite")["link"].removeprefix(house.url)
    assert bruno.tried(path)[1]["reason"] == "begun"
    bruno.post(f"{at}/leave")
    assert bruno.tried(path)[1]["reason"] == "looked"
    assert ada.tried(path)[1]["reason"] == "seated_already"
    assert "Side A" in cleo.get(path)
    assert f"{at}/invite" not in cleo.get(at)  # looking at the link has shown nothing yet

    async def check() -> None:
        line = await ada.live(room, form="html")
        await line.next("table")
        await asyncio.to_thread(cleo.post, path, name="Cleo")
        while "say-to" not in (await line.next("room"))["regions"].get("group", ""):
            pass  # Ada may write to her alone from now on
        await line.close()
        other = await cleo.live(room)
        assert (await other.next("welcome"))["viewer"] == 0
        await other.close()

    asyncio.run(asyncio.wait_for(check(), PATIENCE))
    assert 'value="seat-0"' in cleo.get(at)
    cleo.post(f"{at}/leave")
    assert cleo.tried(f"{at}/sit", seat=1)[1]["reason"] == "looked"


def test_a_seat_for_one_invites_nobody(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto")
    assert guests[0].tried(f"/r/{room}/invite")[1]["reason"] == "taken"
    assert f"/r/{room}/invite" not in guests[0].get(f"/r/{room}")


def test_a_bot_lets_people_begin_until_it_is_waved_on(tmp_path: Path) -> None:
    """OP-3 of Duet: either side may give the first clue, and a bot would always be faster."""
    with opened(tmp_path, pace=0.02) as house:
        ada = Guest(house.url)
        alone = {"options": {"lang": "en"}, "alone": True, "bot": "random"}
        room = ada.post("/open", game="duet", **alone)["room"]
        at = f"/r/{room}"

        def until(what: str) -> None:
            ends = time.monotonic() + PATIENCE
            while what not in ada.get(at):
                assert time.monotonic() < ends, what
                time.sleep(0.05)

        until("/after-you")
        assert 'id="log-1"' not in ada.get(at)
        assert Guest(house.url).tried(f"{at}/after-you")[1]["reason"] == "not_seated"
        ada.post(f"{at}/after-you")
        until('id="log-1"')
        assert "/after-you" not in ada.get(at)


def test_a_lobby_tells_what_has_happened(house: OpenHouse) -> None:
    host, other = Guest(house.url), Guest(house.url)
    room = host.post("/open", game="rogue", options={"players": 2})["room"]
    at = f"/r/{room}"
    host.post(f"{at}/sit", seat=0, name="Host")
    other.post(f"{at}/sit", seat=1, name="")
    other.post(f"{at}/leave")
    host.post(f"{at}/bot", seat=1, bot="random")
    host.post(f"{at}/bot", seat=1, bot="")
    host.post(f"{at}/options", options={"players": 3})
    page = host.get(at)
    found = re.search(r'id="region-events".*?</ol>', page, re.DOTALL)
    assert found is not None
    told = re.findall(r"<p>(.*?)</p>", found[0])
    side = r"(\S.*)"
    for sentence, pattern in zip(
        told,
        [
            "The options of this game were changed.",
            rf"The computer gives up its seat: {side}\.",
            rf"The computer takes a seat: {side}\.",
            r"Somebody leaves the table\.",
            rf"Somebody sits down: {side}\.",
            rf"Host sits down: {side}\.",
        ],
        strict=True,
    ):
        assert re.fullmatch(pattern, sentence), (sentence, pattern)

    async def live() -> str:
        line = await other.live(room, form="html", lang="pl")
        frame = await line.next("room")
        await line.close()
        return str(frame["regions"]["events"])

    assert "Zmieniono ustawienia gry." in asyncio.run(live())


def test_pages_without_a_script(house: OpenHouse) -> None:
    guest = Guest(house.url)
    page = guest.form("/open", game="kyoto")
    room = re.search(r'data-room="([\w-]+)"', page)
    assert room is not None
    at = f"/r/{room[1]}"
    assert "Zuzia &lt;b&gt;" in guest.form(f"{at}/sit", seat="0", name="Zuzia <b>")
    guest.form(f"{at}/bot", seat="1", bot="random")
    page = guest.form(f"{at}/options", special_agents="on", clock="game:600")
    assert re.search(r'name="special_agents"[^>]*checked', page)
    assert "at-table" in guest.form(f"{at}/start")
    assert at in guest.get("/")


def test_your_turn_comes_first_on_the_home_page(house: OpenHouse) -> None:
    guest = Guest(house.url)
    waiting = guest.post("/open", game="kyoto")["room"]
    guest.post(f"/r/{waiting}/sit", seat=0, name="Anna")
    alone = guest.post("/open", game="kyoto", alone=True, bot="random")["room"]
    page = guest.get("/")
    assert page.index(alone) < page.index(waiting)
    assert waiting not in Guest(house.url).get("/")


def test_the_secret_stays_when_options_change(house: OpenHouse) -> None:
    """The commitment covers the options; the secret behind it is the first one for good."""
    guest = Guest(house.url)
    room = guest.post("/open", game="rogue", options={"players": 2})["room"]
    guest.post(f"/r/{room}/sit", seat=0, name="A")
    seals = {seal(guest, room)}
    guest.post(f"/r/{room}/options", options={"players": 4, "mode": "android"})
    seals.add(seal(guest, room))
    assert len(seals) == 2
    page = guest.get(f"/r/{room}")
    assert page.count('id="seatcard-') == 4
    assert guest.tried(f"/r/{room}/options", options={"players": 9})[0] == 400
    assert guest.tried(f"/r/{room}/options", options={"data": "/etc"})[0] == 400


def seal(guest: Guest, room: str) -> str:
    found = re.search(r"<code>([0-9a-f]{64})</code>", guest.get(f"/r/{room}"))
    assert found is not None
    return found[1]


def test_a_seat_moves_to_another_device(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto")
    phone = Guest(house.url)
    link = guests[0].post(f"/r/{room}/device")["link"]
    path = link.removeprefix(house.url)
    assert link.startswith(house.url)
    assert "<path d=" in guests[0].form(f"/r/{room}/device")
    assert phone.tried(path)[1]["reason"] == "link_used"  # a newer link was made
    path = guests[0].post(f"/r/{room}/device")["link"].removeprefix(house.url)

    async def moved() -> tuple[Live, dict[str, object]]:
        line = await guests[0].live(room)
        await line.next("table")
        await asyncio.to_thread(phone.get, path)  # looking at the link moves nothing
        await line.send({"t": "ping"})
        await line.next("pong")
        assert not [frame for frame in line.heard if frame["t"] == "gone"]
        await asyncio.to_thread(phone.post, path)
        await line.next("gone")
        await line.send({"t": "move", "id": "x", "decision": 0, "moves": []})
        refused = await line.next("refused", "done")
        await line.close()
        other = await phone.live(room)
        return other, refused

    async def check() -> None:
        other, refused = await moved()
        assert refused["t"] == "refused"
        welcome = await other.next("welcome")
        assert welcome["viewer"] == 0
        await other.close()
        old = await guests[0].live(room)
        assert (await old.next("welcome"))["viewer"] == 14
        await old.close()

    asyncio.run(check())
    assert phone.tried(path)[1]["reason"] == "link_used"


def test_who_is_away_is_replaced_or_loses(house: OpenHouse) -> None:
    for act, result in (("claim", "GOV won by TIME"), ("replace", "")):
        room, guests = seated(house.url, "kyoto", term=0)

        async def wait(act: str = act, room: str = room, guests: list[Guest] = guests) -> str:
            line = await guests[1].live(room)
            await line.next("table")
            away = guests[1].tried
            assert (await asyncio.to_thread(away, f"/r/{room}/{act}", seat=1))[0] == 409
            await asyncio.to_thread(guests[1].post, f"/r/{room}/{act}", seat=0)
            if act == "claim":
                return str((await line.next("table"))["outcome"])
            shown = await line.next("room")
            while not shown["seats"][0]["bot"]:
                shown = await line.next("room")
            table = await line.next("table")  # the bot has placed
            assert table["entry"]["seat"] == "ONI"
            await asyncio.to_thread(guests[0].post, f"/r/{room}/bot", seat=0, bot="")
            while shown["seats"][0]["bot"]:
                shown = await line.next("room")
            assert shown["seats"][0]["name"] == "Zsófi"
            await line.close()
            return ""

        assert asyncio.run(wait()) == result


def test_who_was_replaced_is_told_and_may_come_back(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", term=0)
    at, watching = f"/r/{room}", Guest(house.url)
    told = "You were away, so a computer plays on for you."

    async def replaced() -> None:
        other = await guests[1].live(room, form="html")
        await other.next("table")
        await asyncio.to_thread(guests[1].post, f"{at}/replace", seat=0)
        line = await other.next("side")
        assert line["kind"] == "replaced"
        assert "Zsófi was away: a computer plays on." in line["html"]
        lines = [await one.live(room, form="html") for one in (guests[0], watching)]
        heard = [(await one.next("room"))["regions"]["absent"] for one in lines]
        assert [told in one for one in heard] == [True, False]
        assert told not in (await other.next("room"))["regions"]["absent"]
        for one in (other, *lines):
            await one.close()

    asyncio.run(replaced())
    assert [told in one.get(at) for one in (*guests, watching)] == [True, False, False]
    assert "Zsófi was away" in watching.get(at)
    home = guests[0].get("/")
    assert at in home
    assert "your turn" not in home.split(at)[1].split("</li>")[0].lower()
    assert told not in guests[0].form(f"{at}/bot", seat="0", bot="")
    asyncio.run(resigns(guests[0], room))


def test_who_was_replaced_loses_sight_of_the_room_once_the_game_is_over(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", term=0)
    guests[1].post(f"/r/{room}/replace", seat=0)
    assert f"/r/{room}" in guests[0].get("/")
    asyncio.run(resigns(guests[1], room))
    assert f"/r/{room}" not in guests[0].get("/")
    assert "a computer plays on for you" not in guests[0].get(f"/r/{room}")


@pytest.mark.parametrize(
    ("game", "players", "label", "sure"),
    [
        ("kyoto", 2, "Claim the win", "and P0 loses it."),
        ("rogue", 2, "Claim the win", "and P0 loses it."),
        ("rogue", 3, "Go on without them", "P0 is out of the game for good."),
        ("duet", 2, "Give up the mission", "and you lose it together."),
    ],
)
def test_who_goes_on_without_somebody_is_asked_and_told_what_it_brings(
    house: OpenHouse, game: str, players: int, label: str, sure: str
) -> None:
    guests = [Guest(house.url) for _ in range(players)]
    options = {"players": players} if game == "rogue" else {}
    room = guests[0].post("/open", game=game, options=options, term=0)["room"]
    for seat, guest in enumerate(guests):
        guest.post(f"/r/{room}/sit", seat=seat, name=f"P{seat}")
    guests[0].post(f"/r/{room}/start")
    asked = game_asks(guests[-1].get(f"/r/{room}"))
    away = asked[0]
    page = guests[(away + 1) % players].get(f"/r/{room}")
    form = page.split(f'action="/r/{room}/claim"')[1].split("</form>")[0]
    assert label in form
    assert sure.replace("P0", f"P{away}") in form.partition('data-sure="')[2].partition('"')[0]
    guests[(away + 1) % players].post(f"/r/{room}/claim", seat=away)
    after = guests[(away + 1) % players].get(f"/r/{room}")
    assert ("is-over" in after.partition("<body")[2].partition(">")[0]) == (players == 2)
    assert "time is up" not in after.lower()
    if players > 2:
        back = guests[away].get(f"/r/{room}")
        assert "You are out of this game" in prompt(back)
        assert '<span class="role">left</span>' in back.split('<section class="own')[1]
        assert "has been away" not in after


def game_asks(page: str) -> list[int]:
    return [int(seat) for seat in re.findall(r'class="k-seat is-asked[^"]*" id="seat-(\d)"', page)]


@pytest.mark.parametrize("game", ["kyoto", "rogue", "duet"])
def test_the_rules_are_there_while_one_waits(house: OpenHouse, game: str) -> None:
    guest = Guest(house.url)
    lobby = guest.get(f"/r/{guest.post('/open', game=game)['room']}")
    assert "data-lobby" in lobby
    drawer = lobby.split('id="region-rules"')[1]
    assert drawer.count("<h3") + drawer.count("<h2") > 3


def test_idle_rooms_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    with opened(tmp_path, idle=0.2) as house:
        room, guests = seated(house.url, "kyoto")

        async def table() -> dict[str, object]:
            line = await guests[0].live(room)
            found = await line.next("table")
            await line.send({"t": "say", "id": "s1", "text": "still here?"})
            assert (await line.next("side"))["text"] == "still here?"
            await line.close()
            return found

        before = asyncio.run(table())

        async def wait() -> dict[str, object]:
            await asyncio.sleep(1.0)
            line = await guests[0].live(room)
            side = await line.next("side")
            assert (side["n"], side["text"]) == (0, "still here?")
            found = await line.next("table")
            await line.close()
            return found

        assert asyncio.run(wait()) == before
