"""The plain page: every game can be played by lists and buttons alone."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.guests import Guest, answer, play

Invite = Callable[..., Guest]
WORDS = [f"clue {word} 2" for word in ("bamuzo", "lipave", "gorezi", "kutova", "danivu", "beroze")]
LOG = "[...document.querySelectorAll('#k-log > li')].map((line) => line.id).join()"


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
            expect(one.page.locator(".plain-0")).to_be_visible()
    return both


@pytest.mark.parametrize("game", ["kyoto", "duet"])
def test_a_whole_game_by_buttons(invite: Invite, game: str) -> None:
    ada, bruno = seated(invite, game, (True, True))
    play([ada, bruno], random.Random(4), words=WORDS)
    for one in (ada, bruno):
        expect(one.page.locator("body.is-over")).to_have_count(1)
    # What was told is there when the plain page is opened again.
    told = ada.page.locator("#k-log > li").count()
    ada.page.reload()
    expect(ada.page.locator(".plain-0")).to_be_visible()
    expect(ada.page.locator("#k-log > li")).to_have_count(told)


def test_one_at_the_plain_page_and_one_at_the_table(invite: Invite) -> None:
    ada, bruno = seated(invite, "rogue", (True, False))
    luck = random.Random(2)
    clicks = 0
    while clicks < 60:
        clicks += sum(bool(answer(one, luck)) for one in (ada, bruno))
    for _ in range(400):  # what one has just done is on its way, or is told step by step
        if ada.page.evaluate(LOG) == bruno.page.evaluate(LOG):
            break
        if bruno.page.locator(".is-now").count():
            bruno.page.keyboard.press("Escape")  # a moment that is told waits for somebody to go on
        ada.page.wait_for_timeout(50)
    assert ada.page.evaluate(LOG) == bruno.page.evaluate(LOG) != ""
    assert ada.page.locator(".plain-0").count() == 1
    assert bruno.page.locator(".plain-0").count() == 0
