"""Shadows in Kyoto at a real table: people, clicks, keys, a phone, somebody who watches.

Whole games that show one thing more each (a phone, a language, every kind of decision) take their
time and run with `-m prove`.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from konspira.games.kyoto.notation import PHASES
from tests.browser.guests import Guest, answer

Invite = Callable[..., Guest]
ASKED = set(PHASES) - {"dealing", "drawing", "looking", "over"}
EVERYTHING: dict[str, object] = {"special_agents": True, "neutral_agent": True, "equipment": True}

# What to click next so that a real agent gets to the other side. She is placed in front; in a turn
# first she, then a cell ahead of her, then a card (`tried` are those who cannot go on); location
# cards are drawn. Gives where that is.
NEXT = """(tried) => {
    const kind = document.body.dataset.kind;
    if (document.querySelector("#k-sure[open]")) return null;
    const up = document.querySelector(".board.from-oni") ? 1 : -1;
    const row = (cell) => up * Number(/row-(\\d+)/.exec(cell.className)[1]);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const place = (one, more = {}) => {
        one.scrollIntoView({block: "center", behavior: "instant"});
        const box = one.getBoundingClientRect();
        return {kind, x: box.left + box.width / 2, y: box.top + box.height / 2, ...more};
    };
    if (kind === "placing") {
        const token = all(".token.can-touch").at(-1);
        return token ? place(token) : null;
    }
    if (kind === "refilling") {
        const deck = all(".draw.can-touch")[0];
        return deck ? place(deck) : null;
    }
    if (kind !== "turn") return null;
    const agent = all(".cell.is-own.is-chosen")[0];
    if (!agent) {
        const at = (cell) => cell.className.match(/col-\\w|row-\\d+/g).join(".");
        const real = (cell) => document.querySelector(`.agent.${at(cell)} .is-real`);
        const found = all(".cell.is-own.can-touch").filter(real);
        const fresh = found.filter((cell) => !tried.includes(cell.id));
        fresh.sort((a, b) => row(b) - row(a));
        return fresh.length ? place(fresh[0]) : null;
    }
    if (!all(".cell.is-chosen:not(.is-own)").length) {
        const ahead = all(".cell.can-touch:not(.is-own)").filter((cell) => row(cell) > row(agent));
        return ahead.length ? place(ahead[0]) : place(agent, {stuck: agent.id});
    }
    const cards = all(".hand .card.can-touch");
    return cards.length ? place(cards[0]) : null;
}"""

# The same for somebody who wants to fight: an enemy, then who attacks her, then a card.
FIGHT = """(ticket) => {
    const kind = document.body.dataset.kind;
    if (kind !== "turn" || document.querySelector("#k-sure[open]")) return null;
    const begun = document.querySelector("[data-touch].is-chosen");
    const ways = begun
        ? [".cell.is-own", ".cell", "[data-touch=card-attack]", ".hand .card", "[data-touch]"]
        : [".cell.is-held:not(.is-own)", ".cell.is-own", "[data-touch]"];
    for (const way of ways) {
        const found = [...document.querySelectorAll(`${way}.can-touch`)]
            .filter((one) => one.checkVisibility());
        if (!found.length) continue;
        const one = found[Math.floor(ticket * found.length)];
        one.scrollIntoView({block: "center", behavior: "instant"});
        const box = one.getBoundingClientRect();
        return {kind, x: box.left + box.width / 2, y: box.top + box.height / 2};
    }
    return null;
}"""


def at_table(
    invite: Invite, *wishes: dict[str, Any], options: dict[str, Any] | None = None
) -> tuple[Guest, ...]:
    """Ada (ONI), Bruno (GOV) and whoever else comes to watch, with wishes of their own."""
    guests = [invite(**wish) for wish in wishes or ({}, {})]
    accept = {"Accept": "application/json"}
    room = ""
    for seat, (one, name) in enumerate(zip(guests[:2], ("Ada", "Bruno"), strict=True)):
        one.go("/")
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


def hurried(one: Guest, luck: random.Random, tried: set[str]) -> bool:
    """One click of somebody who wants to get through; at random where there is no such way."""
    found = one.page.evaluate(NEXT, sorted(tried))
    if not found:
        tried.clear()
        return answer(one, luck)
    if "stuck" in found:
        tried.add(found["stuck"])
    one.kinds.add(found["kind"])
    if one.page.viewport_size and one.page.viewport_size["width"] < 700:
        one.page.touchscreen.tap(found["x"], found["y"])
    else:
        one.page.mouse.click(found["x"], found["y"])
    return True


def race(
    guests: tuple[Guest, ...], luck: random.Random, every: Callable[[], None] | None = None
) -> None:
    """Both hurry until one is through."""
    tried: list[set[str]] = [set(), set()]
    for number in range(9000):
        if guests[0].over:
            return
        # Somebody who only hurries can go round in circles; now and then, anything will do.
        hurry = number % 8 != 7
        clicked = [
            hurried(one, luck, own) if hurry else answer(one, luck)
            for one, own in zip(guests[:2], tried, strict=True)
        ]
        if not any(clicked):
            guests[0].page.wait_for_timeout(20)
        if every:
            every()
    raise AssertionError("the game did not end")


def to_first_turn(guests: tuple[Guest, ...]) -> None:
    luck = random.Random(7)
    while not (guests[0].asked and guests[0].kind == "turn"):
        for one in guests[:2]:
            answer(one, luck)


def seen(page: Page, selector: str) -> int:
    return page.locator(selector).count()


def test_two_people_play_a_whole_base_game_and_one_watches(invite: Invite) -> None:
    ada, bruno, watcher = guests = at_table(invite, {}, {}, {})
    to_first_turn(guests)
    expect(watcher.page.locator(".agent")).to_have_count(12)
    assert seen(watcher.page, ".agent .slip") == 0
    assert seen(watcher.page, ".can-touch") == 0
    assert seen(watcher.page, ".hand") == 0
    assert seen(ada.page, ".agent .slip") == 6
    assert seen(bruno.page, ".agent.side-oni .slip") == 0
    race(guests, random.Random(3))
    assert {"placing", "turn", "refilling"} <= ada.kinds | bruno.kinds
    for one in guests:
        expect(one.page.locator("body.is-over")).to_be_attached()
        # After the end everything is open: all twelve agents have a slip, here or in detention.
        expect(one.page.locator(".agent .slip, .slot .slip")).to_have_count(12)


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


def test_a_wrong_touch_says_why_and_agents_slide(invite: Invite) -> None:
    guests = at_table(invite)
    to_first_turn(guests)
    page = guests[0].page
    page.locator("#cell-c6").click(force=True)
    expect(page.locator("#k-note")).to_contain_text("c6")
    page.locator("#oni-deck-location").click(force=True)
    expect(page.locator("#k-note")).to_have_text("You draw after your card has been played.")
    agents = "[...document.querySelectorAll('.agent')].map((one) => `${one.id} ${one.className}`)"
    before = page.evaluate(agents)
    page.evaluate("for (const one of document.querySelectorAll('.agent')) one.same = true")
    while guests[0].kind == "turn":
        hurried(guests[0], random.Random(1), set())
        page.wait_for_timeout(50)
    expect(page.locator(".way").first).to_be_attached()
    assert len(set(before) ^ set(page.evaluate(agents))) == 2  # one agent, somewhere else
    assert page.evaluate("[...document.querySelectorAll('.agent')].every((one) => one.same)")
    tips = "[...document.querySelectorAll('[data-tip]')].map((one) => one.dataset.tip)"
    missing = f"{tips}.filter((id) => !document.getElementById(id))"
    assert page.evaluate(missing) == []


def test_one_plays_by_keyboard_alone(invite: Invite) -> None:
    """Tab, arrows, Enter and Escape at the table; three whole turns."""
    ada, bruno = at_table(invite)
    page = ada.page
    page.wait_for_selector("body.is-asked")
    luck = random.Random(11)
    turns = 0
    for _ in range(900):
        if turns == 3:
            break
        if not ada.asked:
            answer(bruno, luck)
        elif not press(page, "#k-sure[open] button[value=yes]", "[data-do=confirm]"):
            if ada.kind == "turn":
                turns += by_arrows(page, luck)
            else:
                press(page, ".k-tray .can-touch")
    assert turns == 3


def press(page: Page, *selectors: str) -> bool:
    """Tab to the first of these that is there, and press Enter."""
    for selector in selectors:
        for _ in range(90):
            if not seen(page, f"{selector}:visible"):
                break
            if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                page.keyboard.press("Enter")
                page.wait_for_timeout(60)
                return True
            page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab does not lead to {selector}")
    return False


def walk_to(page: Page, cell: str) -> None:
    """Over the board by arrows, as ONI sees it."""
    for _ in range(14):
        here = page.evaluate("document.activeElement.id")
        if here == cell:
            return
        across, up = ord(cell[5]) - ord(here[5]), int(cell[6]) - int(here[6])
        sideways = "ArrowRight" if across > 0 else "ArrowLeft"
        page.keyboard.press(sideways if across else "ArrowUp" if up > 0 else "ArrowDown")
    raise AssertionError(f"the arrows do not lead to {cell}")


def by_arrows(page: Page, luck: random.Random) -> bool:
    """One turn: an agent, a cell, a card. False if she cannot go."""
    ids = "[...document.querySelectorAll('{}')].map((one) => one.id)"
    page.locator(".cell[tabindex='0']").focus()
    own = page.evaluate(ids.format(".cell.is-own.can-touch"))
    if not own:
        return False
    walk_to(page, luck.choice(own))
    page.keyboard.press("Enter")
    ends = page.evaluate(ids.format(".cell.can-touch:not(.is-own)"))
    if not ends:
        page.keyboard.press("Escape")
        return False
    walk_to(page, luck.choice(ends))
    page.keyboard.press("Enter")
    return press(page, ".hand .card.can-touch")


@pytest.mark.prove
def test_one_plays_on_a_phone(invite: Invite) -> None:
    """A 390 px touch screen, against somebody at a desk; nothing is wider than the screen."""
    guests = at_table(invite, {"width": 390, "height": 760, "is_mobile": True}, {})
    wide = "document.documentElement.scrollWidth"
    widest: list[int] = []
    race(guests, random.Random(13), lambda: widest.append(guests[0].page.evaluate(wide)))
    assert max(widest) <= 390


@pytest.mark.prove
@pytest.mark.parametrize("lang", ["pl", "hu"])
def test_a_game_in_each_language(invite: Invite, lang: str) -> None:
    guests = at_table(invite, {"lang": lang}, {"lang": lang}, options=EVERYTHING)
    race(guests, random.Random(17))
    for one in guests:
        text = one.page.inner_text("body")
        assert "{" not in text
        assert not {"You", "Your", "agent", "plays", "turn"} & set(text.split())


@pytest.mark.prove
def test_every_kind_of_decision_is_answered_by_a_click(invite: Invite) -> None:
    """Whole advanced games of two who fight; now and then they do anything else."""
    met: set[str] = set()
    for number in range(12):
        guests = at_table(invite, options=EVERYTHING)
        fight(guests, random.Random(number))
        for one in guests:
            met |= one.kinds
            one.page.close()
        if met >= ASKED:
            break
    assert sorted(ASKED - met) == []


def fight(guests: tuple[Guest, ...], luck: random.Random) -> None:
    for _ in range(4000):
        if guests[0].over:
            return
        clicked = False
        for one in guests:
            found = one.page.evaluate(FIGHT, luck.random()) if luck.random() < 0.85 else None
            if found:
                one.kinds.add(found["kind"])
                one.page.mouse.click(found["x"], found["y"])
            clicked |= bool(found) or answer(one, luck)
        if not clicked:
            guests[0].page.wait_for_timeout(20)
    raise AssertionError("the game did not end")
