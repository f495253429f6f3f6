"""Shadows in Kyoto at a real table: people, clicks, keys, a phone, somebody who watches.

Whole games are recorded ones, dealt as they were dealt and played by hand once more: a base game
that ends with an escape, an advanced one that ends with a capture, and a short one that asks the
one question the long one does not.
"""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from konspira.games.kyoto.notation import PHASES
from tests.browser import recorded
from tests.browser.guests import Guest, answer
from tests.browser.recorded import Player, by_finger, by_keys
from tests.house import OpenHouse

Invite = Callable[..., Guest]
ASKED = set(PHASES) - {"dealing", "drawing", "looking", "over"}
EVERYTHING: dict[str, object] = {"special_agents": True, "neutral_agent": True, "equipment": True}
PHONE: dict[str, object] = {"width": 390, "height": 760, "is_mobile": True}


def at_table(
    invite: Invite, *wishes: dict[str, Any], options: dict[str, Any] | None = None
) -> tuple[Guest, ...]:
    """Ada (ONI), Bruno (GOV) and whoever else comes to watch, with wishes of their own."""
    guests = [invite(**wish) for wish in wishes or ({}, {})]
    accept = {"Accept": "application/json"}
    room = ""
    for seat, (one, name) in enumerate(zip(guests[:2], ("Ada", "Bruno"), strict=True)):
        one.context.request.get(one.url)
        post = one.context.request.post
        if not room:
            asked = {"game": "kyoto", "options": options or {}}
            room = post(f"{one.url}/open", data=asked, headers=accept).json()["room"]
        sat = post(f"{one.url}/r/{room}/sit", data={"seat": seat, "name": name}, headers=accept)
        assert sat.ok
    started = guests[0].context.request.post(f"{guests[0].url}/r/{room}/start", headers=accept)
    assert started.ok
    for one in guests:
        one.go(f"/r/{room}").at_table()
    return tuple(guests)


def to_first_turn(guests: tuple[Guest, ...]) -> None:
    luck = random.Random(7)
    while not (guests[0].asked and guests[0].kind == "turn"):
        for one in guests[:2]:
            answer(one, luck)


def seen(page: Page, selector: str) -> int:
    return page.locator(selector).count()


def all_is_open(guests: list[Guest]) -> None:
    """After the end: all twelve agents have a slip, here or in detention."""
    for one in guests:
        expect(one.page.locator("body.is-over")).to_be_attached()
        expect(one.page.locator(".agent .slip, .slot .slip")).to_have_count(12)


# Whole games ------------------------------------------------------------------------------------


def test_two_people_play_a_whole_base_game_and_one_watches(
    visit: Invite, loaded: OpenHouse
) -> None:
    told = recorded.record("kyoto-base")
    ada, bruno, watcher = guests = [visit(), visit(), visit()]
    recorded.seated(loaded, told, guests, ["Ada", "Bruno"])
    players = {"ONI": Player(ada), "GOV": Player(bruno)}

    def nothing_leaks() -> None:
        assert seen(watcher.page, ".can-touch") == seen(watcher.page, ".hand") == 0

    recorded.play(told, players, nothing_leaks)
    assert {"placing", "turn", "decoy", "refilling"} <= ada.kinds | bruno.kinds
    all_is_open(guests)
    for one in guests:
        expect(one.page.locator("#region-prompt")).to_contain_text("reached the enemy home row")
        expect(one.page.locator("#k-log > li").first).to_have_id("log-33")


def test_one_plays_by_keyboard_alone_and_one_on_a_phone(visit: Invite, loaded: OpenHouse) -> None:
    """A whole game each: Tab, arrows and Enter against a 390 px touch screen, on which nothing is
    ever wider than the screen."""
    told = recorded.record("kyoto-base")
    ada, bruno = guests = [visit(), visit(**PHONE)]
    recorded.seated(loaded, told, guests, ["Ada", "Bruno"])
    wide: set[int] = set()

    def measure() -> None:
        wide.add(bruno.page.evaluate("document.documentElement.scrollWidth"))

    recorded.play(told, {"ONI": Player(ada, by_keys), "GOV": Player(bruno, by_finger)}, measure)
    assert wide == {390}
    assert {"placing", "turn", "refilling"} <= ada.kinds & bruno.kinds
    all_is_open(guests)


ENGLISH = {"You", "Your", "you", "your", "agent", "agents", "plays", "turn", "draws", "the", "The"}


def test_an_advanced_game_in_two_languages_and_every_kind_of_decision(
    visit: Invite, loaded: OpenHouse
) -> None:
    """Ada plays in Polish, Bruno in Hungarian. Every kind of decision there is gets its click."""
    kinds: set[str] = set()
    for name in ("kyoto-advanced", "kyoto-short"):
        told = recorded.record(name)
        guests = [visit(lang="pl"), visit(lang="hu")]
        recorded.seated(loaded, told, guests, ["Ada", "Bruno"])
        recorded.play(told, {"ONI": Player(guests[0]), "GOV": Player(guests[1])})
        for one in guests:
            text = one.page.evaluate("document.body.textContent")
            assert "{" not in one.page.inner_text("body")
            assert not ENGLISH & set(text.split())
            kinds |= one.kinds
        all_is_open(guests)
    assert sorted(ASKED - kinds) == []


# Touching ---------------------------------------------------------------------------------------


def test_placing_by_dragging_and_taking_back(invite: Invite) -> None:
    ada, _ = at_table(invite)
    page = ada.page
    page.wait_for_selector("body.is-asked")
    page.locator("[data-touch='identity-0']").hover()
    expect(page.locator("#k-tip")).to_contain_text("Beats 3")
    page.locator("[data-touch='identity-0']").drag_to(page.locator("#cell-a1"))
    name = "a1, Castle. Your agent, strength 0, false intelligence, hidden"
    expect(page.locator("#cell-a1")).to_have_attribute("aria-label", name)
    expect(page.locator("[data-touch='identity-0']")).to_have_count(0)
    ada.touch("identity-3R")
    expect(page.locator(".agent")).to_have_count(2)
    page.locator("[data-do=back]").click()
    expect(page.locator(".agent")).to_have_count(1)
    for at, who in enumerate(("3R", "3", "2R", "2")):
        ada.touch(f"identity-{who}")
        # The last agent goes to the last cell by herself: all six are seen before the answer.
        expect(page.locator(".agent")).to_have_count(at + 2 + (at == 3))
    page.locator("[data-do=confirm]").click()
    expect(page.locator(".side-oni .turn-lamp")).to_have_text("ready")


def test_a_wrong_touch_says_why_and_agents_slide(visit: Invite, loaded: OpenHouse) -> None:
    told = recorded.record("kyoto-base")
    guests = [visit(reduced_motion="no-preference"), visit()]
    recorded.seated(loaded, told, guests, ["Ada", "Bruno"])
    players = {"ONI": Player(guests[0]), "GOV": Player(guests[1])}
    for line in told.lines[1:3]:
        players[line.who].plays(line)
    page = guests[0].page
    page.locator("#cell-c6").click(force=True)
    expect(page.locator("#k-note")).to_contain_text("c6")
    page.locator("#oni-deck-location").click(force=True)
    expect(page.locator("#k-note")).to_have_text("You draw after your card has been played.")
    agents = "[...document.querySelectorAll('.agent')].map((one) => `${one.id} ${one.className}`)"
    before = page.evaluate(agents)
    page.evaluate(
        """() => {
            window.slid = [];
            for (const one of document.querySelectorAll(".agent")) one.same = true;
            document.addEventListener("transitionrun", (event) => {
                if (event.propertyName === "transform") slid.push(event.target.matches(".agent"));
            });
        }"""
    )
    players["ONI"].plays(told.lines[3])
    expect(page.locator(".way").first).to_be_attached()
    assert len(set(before) ^ set(page.evaluate(agents))) == 2  # one agent, somewhere else
    assert page.evaluate("[...document.querySelectorAll('.agent')].every((one) => one.same)")
    page.wait_for_function("slid.includes(true)")
    tips = "[...document.querySelectorAll('[data-tip]')].map((one) => one.dataset.tip)"
    missing = f"{tips}.filter((id) => !document.getElementById(id))"
    assert page.evaluate(missing) == []
