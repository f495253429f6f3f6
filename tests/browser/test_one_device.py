"""Pass and play: one device for two seats never shows one seat what the other holds."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.guests import Guest, answer

Invite = Callable[..., Guest]


def both_seats(invite: Invite, game: str = "kyoto", **wishes: Any) -> Guest:
    one = invite(**wishes)
    one.opens(game)
    one.sits(0, "Zsófi")
    one.page.locator("#seatcard-1 form[action$='/sit'] button").click()
    expect(one.page.locator("#name-1")).to_be_visible()
    one.page.locator("#name-1").fill("Piotr")
    one.page.locator("#name-1").press("Tab")
    expect(one.page.locator("#seatcard-1 h3")).to_contain_text("Piotr")
    return one.starts()


def is_covered(one: Guest) -> None:
    """Nothing of any seat is on the page, in the title, or in what the browser keeps."""
    expect(one.page.locator("#k-hand-over")).to_be_visible()
    expect(one.page.locator("[data-touch]")).to_have_count(0)
    expect(one.page.locator("#k-log > li")).to_have_count(0)
    for region in one.page.locator("[data-region]").all():
        if region.get_attribute("data-region") not in ("seats", "absent"):
            assert region.inner_html().strip() == "", region.get_attribute("data-region")
    assert one.page.locator("#k-ask").inner_text() == ""
    assert "Your turn" not in one.page.title()


def i_am(one: Guest, name: str) -> None:
    one.page.get_by_role("button", name=f"I am {name}").click()
    expect(one.page.locator("#k-hand-over")).to_be_hidden()
    expect(one.page.locator("#region-prompt")).not_to_be_empty()


def placed(one: Guest, luck: random.Random) -> None:
    for _ in range(400):
        if not one.asked:
            break
        if not answer(one, luck):
            one.page.wait_for_timeout(20)
    expect(one.page.locator("body.is-asked")).to_have_count(0)


def test_a_double_click_confirms_once(invite: Invite) -> None:
    """Its second half falls on what has come in the button's place: nothing is done by it."""
    one = both_seats(invite)
    i_am(one, "Zsófi")
    luck, confirm = random.Random(2), one.page.locator("[data-do=confirm]")
    for _ in range(200):
        expect(one.page.locator("body:not(.is-drafting)")).to_have_count(1)
        if confirm.is_visible():
            break
        answer(one, luck)
    one.page.evaluate(
        """() => {
            for (const id of ["[data-do=confirm]", "#k-pass"]) {
                const click = {bubbles: true, detail: 1, clientX: 100, clientY: 100};
                document.querySelector(id).dispatchEvent(new MouseEvent("click", click));
            }
        }"""
    )
    expect(one.page.locator("#k-pass.k-btn--main")).to_be_visible()
    one.page.wait_for_timeout(450)
    one.page.locator("#k-pass").click()
    is_covered(one)


def test_the_table_is_covered_between_two_seats(invite: Invite) -> None:
    one = both_seats(invite)
    is_covered(one)
    i_am(one, "Zsófi")
    expect(one.page.locator("body.is-asked")).to_have_count(1)
    placed(one, random.Random(1))
    # Zsófi may still look at what came of it; then she covers the table herself.
    hers = one.page.locator("#region-board").inner_html()
    names = [
        label.get_attribute("aria-label")
        for label in one.page.locator("#region-board [aria-label]").all()
    ]
    one.page.locator("#k-pass").click()
    is_covered(one)
    held = one.holds()
    assert names
    assert hers not in held
    assert not [name for name in names if name and name in held]
    i_am(one, "Piotr")
    expect(one.page.locator("body.is-asked")).to_have_count(1)


def test_back_shows_nothing(invite: Invite) -> None:
    one = both_seats(invite)
    i_am(one, "Zsófi")
    placed(one, random.Random(2))
    room = one.page.url
    hers = one.page.locator("#region-board").inner_html()
    one.go("/")
    one.page.go_back()
    expect(one.page).to_have_url(room)
    is_covered(one)
    one.page.go_forward()
    one.page.go_back()
    is_covered(one)
    assert hers not in one.holds()


def test_a_reload_covers(invite: Invite) -> None:
    one = both_seats(invite)
    i_am(one, "Piotr")
    one.page.reload()
    is_covered(one)


def test_what_the_browser_asks_for_holds_no_seat(invite: Invite) -> None:
    """The page itself, as it comes from the house, is empty for a device with several seats."""
    one = both_seats(invite)
    i_am(one, "Zsófi")
    html = one.page.evaluate("fetch(location.href).then((page) => page.text())")
    assert "data-touch" not in html
    assert "data-empty" in html


def test_the_other_seat_is_sent_nothing_before_it_says_who_it_is(invite: Invite) -> None:
    one = both_seats(invite)
    heard: list[str] = []
    one.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))),
    )
    one.page.reload()
    is_covered(one)
    one.page.wait_for_timeout(300)
    assert heard
    assert not [frame for frame in heard if '"t":"table"' in frame]


def test_whoever_shuts_the_question_who_you_are_is_asked_again(invite: Invite) -> None:
    """Escape, or Back on a phone: behind that question there is nothing."""
    one = both_seats(invite)
    is_covered(one)
    for _ in range(3):  # a browser lets nobody keep a dialog open for ever
        one.page.keyboard.press("Escape")
        one.page.wait_for_timeout(100)
        is_covered(one)
    i_am(one, "Zsófi")
    one.page.wait_for_timeout(100)
    expect(one.page.locator("#k-hand-over")).to_be_hidden()


def test_a_covered_table_is_called_by_its_name(invite: Invite) -> None:
    one = both_seats(invite)
    i_am(one, "Zsófi")
    placed(one, random.Random(1))
    one.page.locator("#k-pass").click()
    is_covered(one)
    name = one.page.locator("h1.hush").inner_text().split(",")[0]
    expect(one.page).to_have_title(f"{name} · Shadows in Kyoto")


# How far what can be pressed lies over what is asked, and how wide the question is.
LIES_OVER = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility())
        .flatMap((one) => { const range = document.createRange(); range.selectNodeContents(one);
            return [...range.getClientRects()]; });
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    const asked = boxes("#region-prompt > p");
    const pressed = boxes("#k-acts > button");
    return asked.some((one) => pressed.some((other) => over(one, other)));
}"""


@pytest.mark.parametrize("game", ["kyoto", "duet"])
@pytest.mark.parametrize("lang", ["en", "pl", "hu"])
def test_nothing_lies_over_the_question(invite: Invite, game: str, lang: str) -> None:
    one = both_seats(invite, game, lang=lang)
    one.page.locator("[data-sit='0']").click()
    expect(one.page.locator(".k-question")).to_be_visible()
    expect(one.page.locator("#k-pass")).to_be_visible()
    for width, height in ((390, 844), (820, 1180), (1024, 768), (1440, 900)):
        one.page.set_viewport_size({"width": width, "height": height})
        one.page.wait_for_timeout(200)
        assert not one.page.evaluate(LIES_OVER), width
        box = one.page.locator(".k-question").bounding_box()
        assert box is not None
        assert box["width"] > 140, width
