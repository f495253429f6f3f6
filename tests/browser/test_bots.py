"""A computer player's advice, its thoughts after the game, and playing on from a moment of it."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.guests import Guest, answer

Invite = Callable[..., Guest]


def alone(invite: Invite, game: str, bot: str, **wishes: object) -> Guest:
    one = invite(**wishes)
    one.opens(game)
    one.sits(0, "Ada").seats_bot(1, bot)
    return one.starts()


def resigns(one: Guest) -> None:
    one.page.locator("[popovertarget=k-menu]").click()
    one.page.locator("#k-asides button[data-move=resign]").click()
    one.page.locator("#k-sure button[value=yes]").click()
    one.page.wait_for_selector("body.is-over")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_hint_rings_what_to_touch(invite: Invite, width: int) -> None:
    one = alone(invite, "kyoto", "random", width=width)
    page = one.page
    page.wait_for_selector("body.is-asked", timeout=60_000)
    button = page.locator("[data-do=hint]")
    button.click()
    hint = page.locator("#k-hint")
    expect(hint.locator("li").first).to_be_visible(timeout=60_000)  # workers have to start
    expect(button).to_be_hidden()
    # It has a line of its own: what is asked keeps its width.
    wide, low, top = page.evaluate(
        """() => {
            const box = (place) => document.querySelector(place).getBoundingClientRect();
            const prompt = box("#region-prompt");
            return [prompt.width / box(".k-asking").width, prompt.bottom, box("#k-hint").top];
        }"""
    )
    assert wide > 0.6
    assert top >= low
    ringed = page.locator("[data-touch].is-hinted")
    expect(ringed.first).to_be_attached()
    # The placement is a compound: what was done as advised is crossed out, the next is ringed.
    before = ringed.evaluate_all("all => all.map((one) => one.dataset.touch).sort()")
    for thing in before:
        one.touch(thing)
    expect(hint.locator("li.is-done")).to_have_count(1)
    expect(ringed.first).to_be_attached()
    after = ringed.evaluate_all("all => all.map((one) => one.dataset.touch).sort()")
    assert after != before
    # Everybody can read that one was taken; nothing was played.
    page.locator("#tab-chat").click()
    expect(page.locator("#k-chat .k-event")).to_have_count(1)
    assert one.kind == "placing"


def test_a_host_may_forbid_hints(invite: Invite) -> None:
    one = invite()
    one.opens("kyoto")
    one.sits(0, "Ada").seats_bot(1, "random").sets(hints=False).starts()
    one.page.wait_for_selector("body.is-asked")
    assert one.page.locator("[data-do=hint]").count() == 0


def test_thoughts_are_shown_and_a_moment_is_played_on(invite: Invite) -> None:
    one = alone(invite, "kyoto", "agent")
    page = one.page
    luck = random.Random(3)
    page.wait_for_selector("body.is-asked", timeout=60_000)
    for _ in range(60):
        answer(one, luck)
        page.wait_for_timeout(40)
        if page.locator("#k-log > li").count() > 6:
            break
    page.wait_for_selector("body.is-asked", timeout=60_000)
    if page.locator("#k-sure[open]").count():
        page.locator("#k-sure button[value=no]").click()
    resigns(one)
    room = page.url
    one.go(f"{room}/replay")
    found = False
    place = page.locator(".k-slide output")
    for _ in range(12):
        now = place.inner_text()
        page.keyboard.press("ArrowLeft")
        expect(place).not_to_have_text(now)
        if page.locator("#pane-thought .k-weighed").count() and not found:
            found = True
            break
    assert found
    expect(page.locator("#pane-thought .is-played")).not_to_have_count(0)
    expect(page.locator("#pane-thought .k-odds td.is-true").first).to_be_visible()
    at = place.inner_text().split("/")[0].strip()
    page.locator(".k-practice select[name=bot]").select_option("recruit")
    page.locator(".k-practice button").click()
    page.wait_for_selector("body.at-table:not(.at-replay)")
    assert page.url != room
    page.wait_for_selector("body.is-asked", timeout=60_000)
    expect(page.locator(".k-room")).to_contain_text("practice")
    numbers = page.locator("#k-log > li").evaluate_all("all => all.map((one) => +one.dataset.n)")
    assert max(numbers) >= int(at)
