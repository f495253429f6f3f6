"""The plain page: every game can be played by lists and buttons alone."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.guests import Guest, answer, play

Invite = Callable[..., Guest]
WORDS = [f"clue {word} 2" for word in ("bamuzo", "lipave", "gorezi", "kutova", "danivu", "beroze")]
# The plain page does not tell the set-up, which lies there to see.
LINES = "#log > li[id], #k-log > li:not(#log-0)"
LOG = f"[...document.querySelectorAll('{LINES}')].map((line) => line.id).join()"


def seated(invite: Invite, game: str, plainly: tuple[bool, bool]) -> list[Guest]:
    both = [invite(), invite()]
    link = both[0].opens(game)
    both[0].sits(0, "Ada")
    both[1].go(link).sits(1, "Bruno")
    # Who begins at the plain page stays there.
    for one, plain in zip(both, plainly, strict=True):
        if plain:
            one.page.goto(f"{one.page.url}?plain")
    both[0].starts()
    for one, plain in zip(both, plainly, strict=True):
        one.at_table()
        if plain:
            expect(one.page.locator("#view > dl")).to_be_visible()
    return both


@pytest.mark.parametrize("game", ["kyoto", "duet"])
def test_a_whole_game_by_buttons(invite: Invite, game: str) -> None:
    ada, bruno = seated(invite, game, (True, True))
    play([ada, bruno], random.Random(4), words=WORDS)
    for one in (ada, bruno):
        expect(one.page.locator("body.is-over")).to_have_count(1)
    # What was told is there when the plain page is opened again.
    told = ada.page.locator("#log > li[id]").count()
    ada.page.reload()
    expect(ada.page.locator("#view > dl")).to_be_visible()
    lines = ada.page.locator("#log > li[id]")
    if game == "duet":
        expect(lines).to_have_count(told)
    else:  # SK-12.13: now that it is over, all of it may be read
        assert lines.count() > 2 * told


def test_one_at_the_plain_page_and_one_at_the_table(invite: Invite) -> None:
    ada, bruno = seated(invite, "rogue", (True, False))
    luck = random.Random(2)
    clicks = 0
    while clicks < 60:
        clicks += sum(bool(answer(one, luck)) for one in (ada, bruno))
    for _ in range(400):  # what one has just done is on its way, or is told step by step
        idle = not (ada.waits or bruno.waits)
        here, there = ada.page.evaluate(LOG), bruno.page.evaluate(LOG)
        if idle and here == there:
            break
        if bruno.page.locator(".is-now").count():
            bruno.page.keyboard.press("Escape")  # a moment that is told waits for somebody to go on
        ada.page.wait_for_timeout(50)
    assert idle
    assert here == there != ""
    # What was put together of changes is what a fresh page is sent; a draft is only meant.
    while ada.page.locator("#back").is_visible():
        ada.page.locator("#back").click()
        expect(ada.page.locator("body.is-drafting")).to_have_count(0)
    seen = ada.page.locator("#view").inner_html()
    ada.page.reload()
    expect(ada.page.locator("#view > dl")).to_be_visible()
    assert ada.page.locator("#view").inner_html() == seen
    assert ada.page.locator("#view > dl").count() == 1
    assert bruno.page.locator("#view > dl").count() == 0


def test_old_cards_are_forgotten(invite: Invite) -> None:
    """SK-12.13: at the plain page too, also when it is opened anew."""
    ada, bruno = seated(invite, "kyoto", (True, True))
    luck = random.Random(7)

    def lines(one: Guest) -> list[int]:
        numbers = "all => all.map((line) => line.id.slice(4))"
        return sorted(map(int, one.page.locator("#log > li[id]").evaluate_all(numbers)))

    # Each places six agents, then each turn is one answer or a few.
    while not lines(ada) or lines(ada)[-1] < 20:
        for one in (ada, bruno):
            answer(one, luck)
    for one in (ada, bruno):
        assert 0 < len(lines(one)) < 12
        before = lines(one)
        one.page.reload()
        expect(one.page.locator("#view > dl")).to_be_visible()
        assert lines(one) == before


def test_a_double_click_does_one_thing(invite: Invite) -> None:
    """Its second half falls on what has come meanwhile: another move, or a link that leads away."""
    ada, _ = seated(invite, "kyoto", (True, True))
    first = ada.page.locator(".k-choice").first
    wanted = first.inner_text()
    assert not ada.page.evaluate(
        """() => {
            const click = (thing) => {
                const at = {bubbles: true, cancelable: true, detail: 1, clientX: 100, clientY: 100};
                return thing.dispatchEvent(new MouseEvent("click", at));
            };
            click(document.querySelector(".k-choice"));
            return click(document.querySelector("header a"));
        }"""
    )
    expect(ada.page.locator("#so-far")).to_have_text(wanted)
    first.dblclick()
    expect(ada.page.locator("#so-far")).to_have_text(re.compile(r"^place a1 \w+ · place b1 \w+$"))
    ada.page.wait_for_timeout(450)
    expect(ada.page.locator("#so-far")).to_have_text(re.compile(r"^place a1 \w+ · place b1 \w+$"))


def test_one_device_and_two_seats(invite: Invite) -> None:
    """Who passes the device on leaves nothing of their own on the page."""
    both = invite()
    both.opens("duet")
    both.sits(0, "Ada").sits(1, "Bruno")
    both.starts()
    both.page.goto(f"{both.page.url}?plain")
    page = both.page
    expect(page.locator("#people button")).to_have_count(2)
    assert "key_A" not in both.holds()
    page.locator("#people button").first.click()
    expect(page.locator("#view")).to_contain_text("key_A")
    page.locator("#plain-text").fill("clue bamuzo 2")
    page.locator("#plain-text").press("Enter")
    page.locator("#cover").click()
    expect(page.locator("#people button")).to_have_count(2)
    assert "key_A" not in both.holds()
    page.locator("#people button").last.click()
    expect(page.locator("#view")).to_contain_text("key_B")
    assert "key_A" not in both.holds()
    expect(page.locator("#log")).to_contain_text("clue bamuzo 2")


def test_a_draft_is_taken_back_and_a_refusal_is_told(invite: Invite) -> None:
    ada, _ = seated(invite, "kyoto", (True, True))
    page = ada.page
    first = page.locator("#moves button").first
    said = first.inner_text()
    first.click()
    expect(page.locator("#so-far")).to_have_text(said)
    page.locator("#moves button").first.click()
    expect(page.locator("#so-far")).to_contain_text(" · ")
    page.locator("#back").click()
    expect(page.locator("#so-far")).to_have_text(said)
    page.locator("#back").click()
    expect(page.locator("#so-far")).to_have_text("")
    expect(page.locator("#moves button").first).to_have_text(said)
    ada, bruno = seated(invite, "duet", (True, True))
    writer = ada if ada.page.locator("#writing").is_visible() else bruno
    writer.page.locator("#plain-text").fill("clue")
    writer.page.locator("#plain-text").press("Enter")
    expect(writer.page.locator("#note")).not_to_have_text("")


def test_what_was_taken_back_is_told_nowhere(invite: Invite) -> None:
    ada, bruno = seated(invite, "kyoto", (True, False))
    page = ada.page
    confirm = page.locator("#confirm")
    for _ in range(20):
        if confirm.is_visible():
            break
        before = page.locator("#so-far").inner_text()
        page.wait_for_timeout(450)  # two clicks on one place within 0.4 s count as a double click
        page.locator("#moves button").first.click()
        expect(page.locator("#so-far")).not_to_have_text(before)
    confirm.click()
    for one in (ada, bruno):
        expect(one.page.locator("#log-1")).to_have_count(1)
    page.locator("#undo").click()
    for one in (ada, bruno):
        expect(one.page.locator("#log-1")).to_have_count(0)
        assert one.page.evaluate(LOG) == ""


def test_what_is_pointed_at_is_made_ready(invite: Invite) -> None:
    ada, bruno = seated(invite, "duet", (True, True))
    sent: list[dict[str, Any]] = []

    def hear(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: sent.append(json.loads(text)))

    for one in (ada, bruno):
        one.page.on("websocket", hear)
        one.page.reload()
        expect(one.page.locator("#view > dl")).to_be_visible()
    ada.page.locator("#plain-text").fill("clue bamuzo 2")
    ada.page.locator("#plain-text").press("Enter")
    expect(bruno.page.locator("body[data-kind=guess]")).to_have_count(1)
    expect(ada.page.locator("#log > li[id]")).to_have_count(1)  # the clue
    touch = bruno.page.locator("#moves button").first
    sent.clear()
    touch.hover()
    bruno.page.wait_for_timeout(300)
    assert [frame["t"] for frame in sent if frame["t"] != "ping"] == ["press"]
    expect(ada.page.locator("#log > li[id]")).to_have_count(1)
    touch.click()
    expect(ada.page.locator("#log > li[id]")).to_have_count(2)
    press, move = (frame for frame in sent if frame["t"] in ("press", "move"))
    assert (press["decision"], press["moves"]) == (move["decision"], move["moves"])
