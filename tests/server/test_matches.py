"""Several games between the same people: rematches, sides and the score."""

import asyncio

from tests.nursery import OpenHouse
from tests.server.table import Guest, prompt, resigns, seated


def test_the_game_that_decides_a_match_says_so(house: OpenHouse) -> None:
    """The win counts as soon as the game is over, at the table and in the replay."""
    room, guests = seated(house.url, "kyoto", wins=2)
    begun = guests[1].get(f"/r/{room}")
    assert begun.count('class="pip is-open"') == 4
    asyncio.run(resigns(guests[0], room))
    for page in (f"/r/{room}", f"/r/{room}/replay"):
        assert guests[1].get(page).count('class="pip is-open"') == 3
    assert guests[1].get(f"/r/{room}/replay?at=0").count('class="pip is-open"') == 4
    assert "The match stands 1:0." in prompt(guests[1].get(f"/r/{room}"))
    assert "The match stands 0:1." in prompt(guests[0].get(f"/r/{room}"))
    assert "leads the match 1:0. Whoever wins 2 games" in prompt(Guest(house.url).get(f"/r/{room}"))
    second = guests[0].post(f"/r/{room}/rematch")["room"]
    for guest in guests:  # in the lobby, too
        assert guest.get(f"/r/{second}").count("1 game won") == 1
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
    assert "1 game won" not in guests[0].get(f"/r/{second}")
    Guest(house.url).post(f"/r/{second}/sit", seat=0, name="c")
    guests[0].post(f"/r/{second}/start")
    assert guests[0].get(f"/r/{second}").count('class="pip is-open"') == 4


def test_with_other_wins_a_new_match_begins(house: OpenHouse) -> None:
    room, guests = seated(house.url, "kyoto", wins=1)
    second = next_game(guests, room)
    first = next(guest for guest in guests if "data-send" in guest.get(f"/r/{second}"))
    for wins in (2, 2):
        first.post(f"/r/{second}/options", options={}, wins=wins)
    guests[0].post(f"/r/{second}/start")
    assert guests[0].get(f"/r/{second}").count('class="pip is-open"') == 4
