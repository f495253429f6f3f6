"""Everybody can use it: axe-core, keyboard, small and large screens, few bytes, strict policy."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.guests import Guest, answer

Invite = Callable[..., Guest]
GAMES = ("kyoto", "rogue", "duet")


def serious(page: Page, axe: str, besides: Sequence[str] = ()) -> list[str]:
    """What axe-core calls serious or critical, with the first things it is about."""
    # The policy of the page refuses foreign scripts, so it is brought in by the debugger.
    page.evaluate(axe)
    found: dict[str, Any] = json.loads(
        page.evaluate(
            """(besides) => axe.run({exclude: besides}, {resultTypes: ["violations"]})
                .then((all) => JSON.stringify(all))""",
            [[one] for one in besides],
        )
    )
    return [
        f"{one['impact']} {one['id']}: {[node['target'] for node in one['nodes'][:3]]} "
        f"{one['nodes'][0]['failureSummary'][:300]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def alone(invite: Invite, game: str, **wishes: Any) -> Guest:
    one = invite(**wishes).go("/")
    one.page.locator(f".door--{game} button[name=alone]").click()
    return one.at_table()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_in_the_house(invite: Invite, axe: str, scheme: str) -> None:
    one = invite(color_scheme=scheme)
    one.go("/")
    assert serious(one.page, axe) == []
    one.page.locator("[popovertarget=k-menu]").click()
    assert serious(one.page, axe) == []
    one.opens("rogue")
    assert serious(one.page, axe) == []
    one.sits(0, "Ada").seats_bot(1, "random")
    assert serious(one.page, axe) == []
    one.page.locator("#fine summary").click()
    assert serious(one.page, axe) == []


def test_axe_where_nothing_is(invite: Invite, axe: str) -> None:
    one = invite()
    one.page.goto(one.url + "/r/nothing-here")
    assert serious(one.page, axe) == []
    one.wrong.clear()  # a 404 is an error in the console


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_where_one_seldom_goes(invite: Invite, axe: str, scheme: str) -> None:
    """A seat that moves to another device, Duet's map and day, a replay."""
    one = alone(invite, "duet", color_scheme=scheme)
    room = one.page.url
    one.page.goto(f"{room}/replay?at=0")
    assert serious(one.page, axe) == []
    one.page.goto(room)
    one.page.locator("[popovertarget=k-menu]").click()
    one.page.locator("form[action$='/device'] button").click()
    link = one.page.locator("#url").input_value()
    assert serious(one.page, axe) == []
    other = invite(color_scheme=scheme)
    for address in (link, f"{one.url}/duet/campaign", f"{one.url}/duet/day"):
        other.page.goto(address)
        assert serious(other.page, axe) == []


@pytest.mark.parametrize("game", GAMES)
def test_axe_around_the_table(invite: Invite, axe: str, game: str) -> None:
    """The frame; each game's table is checked beside that game's own tests."""
    table = ("#k-table", "#region-tray")
    one = alone(invite, game, width=1440)
    for width in (1440, 390):
        one.page.set_viewport_size({"width": width, "height": 844})
        # Log and chat are the same everywhere; each game has rules of its own.
        for tab in ("log", "chat", "rules") if game == "kyoto" else ("rules",):
            one.page.locator(f"#tab-{tab}").click()
            assert serious(one.page, axe, table) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_at_the_plain_page(invite: Invite, axe: str, game: str, scheme: str) -> None:
    one = alone(invite, game, width=390, color_scheme=scheme)
    one.page.goto(f"{one.page.url}?plain")
    expect(one.page.locator("#view > dl")).to_be_visible()
    luck = random.Random(1)
    for _ in range(12):
        answer(one, luck)
        one.page.wait_for_timeout(40)
    assert serious(one.page, axe) == []
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_nothing_sticks_out(invite: Invite) -> None:
    one = invite()
    widths = (390, 700, 861, 1280, 1920, 2560)
    for lang in ("en", "pl", "hu"):
        one.go(f"/?lang={lang}")
        assert {width: sticking_out(one.page, width) for width in widths} == dict.fromkeys(
            widths, 0
        )
    one.opens("rogue")
    one.sits(0, "Wilhelmina Bartholomäus")
    assert {width: sticking_out(one.page, width) for width in widths} == dict.fromkeys(widths, 0)


@pytest.mark.parametrize("game", GAMES)
def test_no_table_sticks_out(invite: Invite, game: str) -> None:
    one = alone(invite, game, lang="hu")
    one.page.wait_for_selector(".k-question")
    for width, height in ((390, 844), (844, 390), (820, 1180), (1366, 650), (2560, 1300)):
        assert sticking_out(one.page, width, height) == 0, (width, height)


def sticking_out(page: Page, width: int, height: int = 860) -> int:
    """Pixels by which the page is wider than its window, once nothing moves any more."""
    page.set_viewport_size({"width": width, "height": height})
    wide: int = page.evaluate(
        """async () => {
            await new Promise(requestAnimationFrame);
            const ends = (one) => one.effect.getComputedTiming().endTime < 3000;
            const moving = document.getAnimations().filter(ends);
            await Promise.allSettled(moving.map((one) => one.finished));
            return Math.max(0, document.documentElement.scrollWidth - innerWidth);
        }"""
    )
    return wide


def weight(one: Guest, act: Callable[[], object]) -> int:
    """Bytes over the wire, as the browser counts them, nothing being kept from before."""
    session = one.context.new_cdp_session(one.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    total = 0
    drawn = False  # what comes after the first table is the course of the game

    def finished(event: dict[str, Any]) -> None:
        nonlocal total
        total += int(event["encodedDataLength"])

    def framed(event: dict[str, Any]) -> None:
        nonlocal total, drawn
        payload = event["response"]["payloadData"]
        total += 0 if drawn else len(payload.encode())
        drawn |= json.loads(payload)["t"] == "table"

    session.on("Network.loadingFinished", finished)
    session.on("Network.webSocketFrameReceived", framed)
    act()
    one.page.wait_for_load_state("networkidle")
    return total


def test_the_first_page_is_light(invite: Invite) -> None:
    one = invite()
    assert 5_000 < weight(one, lambda: one.go("/")) <= 100_000


@pytest.mark.parametrize("game", GAMES)
def test_the_first_table_is_light(invite: Invite, game: str) -> None:
    """Everything that the table needs, frames uncompressed."""
    one = alone(invite, game)

    def come_again() -> None:
        one.page.reload()
        one.page.wait_for_selector("body.is-asked, .k-question")

    assert 10_000 < weight(one, come_again) <= 150_000


def test_the_policy_is_strict(invite: Invite) -> None:
    one = invite()
    answer_ = one.page.goto(one.url)
    assert answer_ is not None
    policy = answer_.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_a_room_is_entered_and_a_move_made_by_keyboard_alone(invite: Invite) -> None:
    one = invite().go("/")
    page = one.page

    def tab_to(what: str, most: int = 60) -> None:
        for _ in range(most):
            page.keyboard.press("Tab")
            if page.evaluate("(what) => document.activeElement?.matches(what)", what):
                return
        raise AssertionError(f"Tab never comes to {what}")

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    tab_to(".door--kyoto button[name=alone]")
    page.keyboard.press("Enter")
    one.at_table()
    page.wait_for_selector("body.is-asked")
    tab_to(".can-touch")
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=back]")).to_be_visible()
    # Escape takes it back.
    page.keyboard.press("Escape")
    expect(page.locator("[data-do=back]")).to_be_hidden()
    expect(page.locator("body.is-asked")).to_have_count(1)


def test_arrows_walk_over_a_board(invite: Invite) -> None:
    one = alone(invite, "duet")
    page = one.page
    page.wait_for_selector("[data-grid] [data-touch]")
    in_tab_order = page.locator("[data-grid] [data-touch][tabindex='0']")
    expect(in_tab_order).to_have_count(page.locator("[data-grid]").count())
    in_tab_order.first.focus()
    here = page.evaluate("document.activeElement.dataset.touch")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    there = page.evaluate("document.activeElement.dataset.touch")
    assert (here, there) == ("cell-a1", "cell-b2")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.dataset.touch") == "cell-e5"
    expect(in_tab_order).to_have_count(page.locator("[data-grid]").count())


def test_the_log_is_a_live_region(invite: Invite) -> None:
    one = alone(invite, "kyoto")
    log = one.page.locator("#k-log")
    expect(log).to_have_attribute("aria-live", "polite")
    lines = log.locator("li").count()
    luck = random.Random(1)
    for _ in range(200):
        if log.locator("li").count() > lines:
            break
        answer(one, luck)
    expect(log.locator("li")).not_to_have_count(lines)


def test_forced_colours_and_no_motion(invite: Invite) -> None:
    one = alone(invite, "kyoto", forced_colors="active", reduced_motion="reduce")
    thing = one.page.locator(".can-touch:visible").first
    assert thing.evaluate("(e) => getComputedStyle(e).outlineStyle") != "none"
    moving = one.page.evaluate(
        """[...document.querySelectorAll("*")].filter((element) => {
            const style = getComputedStyle(element);
            const long = (times) => times.split(",").some((time) => parseFloat(time) > 0.01);
            const animated = style.animationName !== "none" && long(style.animationDuration);
            return animated || long(style.transitionDuration);
        }).map((element) => element.className?.baseVal ?? element.className)"""
    )
    assert moving == []
