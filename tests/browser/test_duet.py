"""Codenames Duet by clicking, in a real browser at a real house."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from konspira.games.duet.notation import CELL_NAMES
from tests.browser.guests import Guest, guest
from tests.house import OpenHouse, opened

KINDS = {"first-clue", "clue", "answer", "guess", "questioned", "confessed", "sudden-death"}
ANSWERED: set[str] = set()  # kinds that somebody answered by a click, over this whole file
# Words of no list of ours, far from each other and from everything on a board.
CLUES = iter("quark zeppelin banjo fjord yeti oboe vortex lagoon mosaic tundra nomad".split() * 9)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with opened(tmp_path_factory.mktemp("duet")) as running:
        yield running


class Player:
    """Somebody at the table, by what the screen shows and what a finger can do."""

    def __init__(self, who: Guest) -> None:
        self.guest = who
        self.page: Page = who.page

    def own(self, kind: str) -> list[str]:
        """The uncovered words of this kind on the own key."""
        cards = self.page.locator(f".card.is-{kind}:not(.covered)")
        return [str(touch) for touch in cards.evaluate_all("all => all.map((one) => one.id)")]

    def kind(self) -> str:
        asked = self.page.evaluate("document.body.dataset.kind ?? ''")
        return str(asked)

    def give(self, number: int, word: str = "") -> str:
        word = word or next(CLUES)
        self.page.locator("#clue-word").fill(word)
        self.set_number(number)
        self.page.get_by_role("button", name="Give", exact=True).click()
        return word

    def set_number(self, number: int) -> None:
        output = self.page.locator("#clue-number")
        while int(output.inner_text()) != number:
            more = int(output.inner_text()) < number
            self.page.locator(f"[data-by='{1 if more else -1}']").click()

    def touch(self, cell: str) -> None:
        self.page.locator(f"#{cell}").click()
        self.sure()

    def sure(self) -> None:
        self.page.locator("#k-sure button[value=yes]").click()

    def press(self, touch: str) -> None:
        self.page.locator(f"[data-touch={touch}]").click()
