"""Looking back: step by step, through other eyes, after the end with everything open."""

import random
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.guests import Guest, answer

Invite = Callable[..., Guest]


def test_a_game_is_looked_back_at(invite: Invite) -> None:
    one = invite().go("/")
    one.page.locator(".door--rogue button[name=alone]").click()
    one.at_table()
    one.page.wait_for_selector("body.is-asked", timeout=60_000)
    luck = random.Random(2)
    page = one.page
    for _ in range(400):
        if page.locator("#k-log > li").count() > 4:
            break
        if not answer(one, luck):
            page.wait_for_timeout(20)
    # Nothing goes on while she looks back: her last click is answered, and a bot, which may take
    # its time on a busy machine, has had its turn.
    told = -1
    for _ in range(200):
        if page.locator(".is-now").count():
            page.keyboard.press("Escape")  # a moment that is told waits for somebody to go on
        before, told = told, page.locator("#k-log > li").count()
        if one.asked and not one.waits and told == before:
            break
        page.wait_for_timeout(300)
    one.go(page.url + "/replay")
    page.wait_for_selector("body.at-replay")
    place = page.locator(".k-slide output")
    last = int(place.inner_text().split("/")[1])
    assert last > 1
    expect(place).to_have_text(f"{last} / {last}")
    page.locator("[data-step=prev]").click()
    expect(place).to_have_text(f"{last - 1} / {last}")
    assert f"at={last - 1}" in page.url
    page.keyboard.press("ArrowRight")
    expect(place).to_have_text(f"{last} / {last}")
    page.locator("[data-step=first]").click()
    expect(place).to_have_text(f"0 / {last}")
    # The link leads back to this very moment.
    page.reload()
    expect(place).to_have_text(f"0 / {last}")
    # While the game is on, nobody looks through the other side's eyes.
    eyes = page.locator(".k-eyes a")
    names = [link.get_attribute("href") or "" for link in eyes.all()]
    assert not [name for name in names if "as=1" in name or "as=open" in name]
    one.go(page.url.partition("?")[0] + f"?at={last - 1}")
    expect(place).to_have_text(f"{last - 1} / {last}")
    page.locator("[data-do=play]").click()
    expect(place).to_have_text(f"{last} / {last}")
    # There is a way back to the table, and looking about is no way that Back walks.
    page.locator(".k-eyes a").last.click()
    expect(page.locator(".k-eyes a").last).to_have_attribute("aria-current", "true")
    page.locator(".k-steps a[href^='/r/']").click()
    one.at_table()


def test_the_guide_of_a_first_game_says_what_is_asked(invite: Invite) -> None:
    one = invite().go("/")
    one.page.locator(".door--kyoto .k-first").click()
    one.at_table()
    one.page.wait_for_selector("body.is-asked")
    guide = one.page.locator("#k-guide")
    expect(guide).to_be_visible()
    # One thing at a time: the welcome, and when it was read, what is asked.
    one.page.wait_for_selector("body.is-asked")
    lines = guide.locator("p")
    expect(lines).to_have_count(1)
    expect(lines).to_have_attribute("data-kind", "start")
    guide.locator("[data-do=guide-close]").click()
    expect(lines).to_have_count(1)
    expect(lines).to_have_attribute("data-kind", one.kind)
    guide.locator("[data-do=guide-close]").click()
    expect(guide).to_be_hidden()


def test_a_thing_explains_itself(invite: Invite) -> None:
    one = invite().go("/")
    one.page.locator(".door--kyoto button[name=alone]").click()
    one.at_table()
    thing = one.page.locator("[data-tip]:visible").first
    thing.hover()
    tip = one.page.locator("#k-tip")
    expect(tip).to_be_visible()
    assert len(tip.inner_text()) > 10
    one.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_a_report_can_be_taken_home(invite: Invite) -> None:
    one = invite().go("/")
    one.page.locator(".door--duet button[name=alone]").click()
    one.at_table()
    page = one.page
    page.locator("[popovertarget=k-menu]").click()
    page.locator("#k-menu summary").click()
    page.locator("#report").fill("The lamp is out")
    page.locator(".k-report button").click()
    with page.expect_download() as copied:
        page.locator("#k-thanks a").click()
    assert "The lamp is out" in copied.value.path().read_text("utf-8")
