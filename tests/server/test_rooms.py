"""What people do around a game, over HTTP."""

import asyncio
import json
import re
import time
from pathlib import Path

import pytest

from konspira import cli
from konspira.engine.record import parsed
from tests.nursery import Nursery, OpenHouse, opened
from tests.server.table import PATIENCE, Guest, Live, seated


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


async def resigns(guest: Guest, room: str) -> None:
    line = await guest.live(room)
    await line.next("table")
    assert (await line.told({"t": "aside", "id": "r", "move": "resign"}))["t"] == "done"
    await line.close()


def test_the_game_that_decides_a_match_says_so(house: OpenHouse) -> None:
    """The win counts as soon as the game is over, at the table and in the replay."""
    room, guests = seated(house.url, "kyoto", wins=2)
    begun = guests[1].get(f"/r/{room}")
    assert begun.count('class="pip is-open"') == 4
    asyncio.run(resigns(guests[0], room))
    for page in (f"/r/{room}", f"/r/{room}/replay"):
        assert guests[1].get(page).count('class="pip is-open"') == 3
    assert guests[1].get(f"/r/{room}/replay?at=0").count('class="pip is-open"') == 4
    assert "the match" not in prompt(guests[1].get(f"/r/{room}"))
    second = guests[0].post(f"/r/{room}/rematch")["room"]
    for guest in guests:
        guest.post(f"/r/{second}/ready")
    guests[0].post(f"/r/{second}/start")
    asyncio.run(resigns(guests[0], second))
    assert "You have won the match 2:0." in prompt(guests[1].get(f"/r/{second}"))
    assert "You have lost the match 0:2." in prompt(guests[0].get(f"/r/{second}"))
    watching = prompt(Guest(house.url).get(f"/r/{second}"))
    assert "has won the match 2:0. Another game begins a new match." in watching
    third = guests[0].post(f"/r/{second}/rematch")["room"]
    for guest in guests:
        guest.post(f"/r/{third}/ready")
    guests[0].post(f"/r/{third}/start")
    assert guests[0].get(f"/r/{third}").count('class="pip is-open"') == 4


def prompt(page: str) -> str:
    return page.split('id="region-prompt"')[1].split("</div>", maxsplit=1)[0]


def test_rematch_exchanges_sides_and_keeps_the_score(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", wins=2)
    assert guests[0].tried(f"/r/{room}/rematch")[1]["reason"] == "not_over"

    asyncio.run(resigns(guests[0], room))
    second = guests[0].post(f"/r/{room}/rematch")["room"]
    assert guests[1].post(f"/r/{room}/rematch")["room"] == second
    # Nobody has come over yet, so nobody has added to the chance.
    assert guests[0].tried(f"/r/{second}/start")[1]["reason"] == "not_ready"
    for guest in guests:
        guest.post(f"/r/{second}/ready", nonce="ab" * 16)
    guests[0].post(f"/r/{second}/start")

    async def seat(guest: Guest, room: str) -> int:
        line = await guest.live(room)
        viewer = (await line.next("welcome"))["viewer"]
        await line.close()
        return int(viewer)

    assert [asyncio.run(seat(guest, second)) for guest in guests] == [1, 0]
    asyncio.run(resigns(guests[1], second))  # one win each: SK-11.3 asks both
    asked = "Exchange sides once more?"
    assert asked in guests[0].get(f"/r/{second}")
    assert guests[0].post(f"/r/{second}/rematch", exchange=True)["room"] == ""
    waiting = guests[0].get(f"/r/{second}")
    assert asked not in waiting
    assert "answered by: Paweł." in waiting
    assert asked in guests[1].get(f"/r/{second}")
    third = guests[1].post(f"/r/{second}/rematch", exchange=True)["room"]
    assert third
    for guest in guests:
        guest.post(f"/r/{third}/ready")
    guests[0].post(f"/r/{third}/start")
    assert [asyncio.run(seat(guest, third)) for guest in guests] == [0, 1]


def next_game(guests: list[Guest], room: str) -> str:
    """After the first one's defeat; everybody has come over, nothing is begun."""
    asyncio.run(resigns(guests[0], room))
    found: str = guests[0].post(f"/r/{room}/rematch")["room"]
    for guest in guests:
        guest.post(f"/r/{found}/ready")
    return found


def test_the_score_goes_with_its_people_to_other_chairs(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", wins=2)
    second = next_game(guests, room)
    for guest in guests:
        guest.post(f"/r/{second}/leave")
    for seat, guest in enumerate(guests):
        guest.post(f"/r/{second}/sit", seat=seat, name="ab"[seat])
    guests[0].post(f"/r/{second}/start")
    assert guests[0].get(f"/r/{second}").count('class="pip is-open"') == 3
    asyncio.run(resigns(guests[0], second))
    assert "You have won the match 2:0." in prompt(guests[1].get(f"/r/{second}"))


def test_with_somebody_else_a_new_match_begins(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", wins=2)
    second = next_game(guests, room)
    guests[1].post(f"/r/{second}/leave")
    Guest(house.url).post(f"/r/{second}/sit", seat=0, name="c")
    guests[0].post(f"/r/{second}/start")
    assert guests[0].get(f"/r/{second}").count('class="pip is-open"') == 4


@pytest.mark.parametrize("game", ["kyoto", "rogue", "duet"])
def test_the_rules_are_there_while_one_waits(house: OpenHouse, game: str) -> None:
    guest = Guest(house.url)
    lobby = guest.get(f"/r/{guest.post('/open', game=game)['room']}")
    assert "data-lobby" in lobby
    drawer = lobby.split('id="region-rules"')[1]
    assert drawer.count("<h3") + drawer.count("<h2") > 3


def test_with_other_wins_a_new_match_begins(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", wins=1)
    second = next_game(guests, room)
    first = next(guest for guest in guests if "data-send" in guest.get(f"/r/{second}"))
    for wins in (2, 2):
        first.post(f"/r/{second}/options", options={}, wins=wins)
    guests[0].post(f"/r/{second}/start")
    assert guests[0].get(f"/r/{second}").count('class="pip is-open"') == 4


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


def test_a_running_game_is_not_leafed_through(house: OpenHouse) -> None:
    """SK-12.13: the other side's old cards are not to be looked up, unless all agree to it."""
    for options, status in (({}, 409), ({"open_log": True}, 200)):
        room, guests = seated(house.url, "kyoto", options=options)
        for query in ("", "?at=0", "?at=0&as=watch"):
            assert guests[0].ask(f"/r/{room}/replay{query}")[0] == status
            asked = guests[0].ask(f"/r/{room}/replay{query}", Accept="application/json")
            assert asked[0] == status
        assert Guest(house.url).ask(f"/r/{room}/replay")[0] == status
    for game in ("rogue", "duet"):
        room, guests = seated(house.url, game, **({"players": 2} if game == "rogue" else {}))
        assert guests[0].ask(f"/r/{room}/replay?at=0")[0] == 200


def test_a_finished_game_is_replayed_and_verified(house: OpenHouse, tmp_path: Path) -> None:
    room, guests = seated(house.url, "kyoto")
    stranger = Guest(house.url)
    assert stranger.ask(f"/r/{room}/record", Accept="application/json")[0] == 409

    async def play() -> None:
        lines = [await guest.live(room) for guest in guests]
        for _ in range(12):
            for seat, line in enumerate(lines):
                await line.send({"t": "ping"})
                await line.next("pong")
                tables = [frame for frame in line.heard if frame["t"] == "table"]
                ask = tables[-1]["ask"]
                if ask["decision"] >= 0:
                    moves = [ask["moves"][0]]
                    while True:
                        draft = {"t": "draft", "n": 1, "decision": ask["decision"], "moves": moves}
                        await line.send(draft)
                        drafted = await line.next("drafted")
                        if drafted["complete"]:
                            break
                        moves.append(drafted["ask"]["moves"][0])
                    move = {"t": "move", "decision": ask["decision"], "moves": moves}
                    await line.told({**move, "id": f"{seat} {ask['decision']}"})
        await lines[0].told({"t": "aside", "id": "end", "move": "resign"})
        for line in lines:
            await line.close()

    asyncio.run(play())
    last = json.loads(stranger.ask(f"/r/{room}/replay", Accept="application/json")[1])["last"]
    views: dict[str, list[object]] = {}
    for eyes in ("0", "1", "watch", "open"):
        for at in range(last + 1):
            path = f"/r/{room}/replay?at={at}&as={eyes}"
            text = stranger.ask(path, Accept="application/json")[1]
            views.setdefault(eyes, []).append(json.loads(text)["view"])
    assert views["0"][last - 1] != views["1"][last - 1] != views["open"][last - 1]
    page = stranger.get(f"/r/{room}/replay?at=3&as=open")
    assert 'data-step="next"' in page
    assert stranger.ask(f"/r/{room}/replay?at={last + 1}")[0] == 404
    assert json.loads(stranger.get(f"/r/{room}/verify")) == {
        "good": True,
        "problems": [],
        "checked": ["moves", "positions", "chance"],
    }
    text = stranger.get(f"/r/{room}/record")
    kept = tmp_path / "game.txt"
    kept.write_text(text, "utf-8")
    assert cli.main(["verify", str(kept)]) == 0
    assert len(parsed(text).tags["Nonces"].split()) == 2
    secret = parsed(text).tags["Secret"]
    kept.write_text(text.replace(secret, "0" * 64), "utf-8")
    assert cli.main(["verify", str(kept)]) == 1


@pytest.mark.parametrize("game", ["kyoto", "rogue", "duet"])
def test_a_report_is_a_scenario_that_runs(house: OpenHouse, tmp_path: Path, game: str) -> None:
    options = {"players": 2} if game == "rogue" else {}
    room, guests = seated(house.url, game, options=options)
    for guest in (guests[0], Guest(house.url)):
        kept = guest.post(f"/r/{room}/report", text='It: "hangs"\n- # here')
        text = (house.folder / "reports" / kept["file"]).read_text("utf-8")
        # SK-12.13: a whole position would show what was played long ago.
        assert kept.get("scenario") == (None if game == "kyoto" else text)
        path = tmp_path / "report.yaml"
        path.write_text(text, "utf-8")
        assert cli.main(["scenario", str(path)]) == 0
    assert list((house.folder / "reports").glob("*.yaml"))


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
