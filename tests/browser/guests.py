"""People at a live table, by what they see and click."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

ASKED = "body.is-asked"
TOUCHABLE = "[data-touch].can-touch:visible"


@dataclass(slots=True)
class Guest:
    """Somebody with a browser of their own. `kinds`: which decisions were answered by a click."""

    page: Page
    url: str
    context: BrowserContext
    kinds: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def go(self, path: str) -> Guest:
        self.page.goto(self.url + path)
        return self

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    @property
    def over(self) -> bool:
        return self.page.locator("body.is-over").count() > 0

    def seen(self) -> str:
        """All that the browser holds: page, title, and what scripts keep."""
        html: str = self.page.content()
        return html + self.page.title()


def guest(browser: Browser, url: str, *, width: int = 1280, lang: str = "en", **more: Any) -> Guest:
    context = browser.new_context(viewport={"width": width, "height": 860}, locale=lang, **more)
    context.add_cookies([{"name": "lang", "value": lang, "url": url}])
    page = context.new_page()
    found = Guest(page, url, context)
    page.on("pageerror", lambda error: found.wrong.append(f"script: {error}"))
    page.on(
        "console",
        lambda line: found.wrong.append(f"console: {line.text}") if line.type == "error" else None,
    )
    # Nobody waits for the eye to follow.
    page.add_init_script("localStorage.setItem('konspira.pace', '\"none\"')")
    return found


def answer(one: Guest, luck: random.Random) -> bool:
    """One click towards an answer, if this guest is asked anything."""
    page = one.page
    try:
        if page.locator("#k-sure[open]").count():
            page.locator("#k-sure button[value=yes]").click()
            return True
        if not page.locator(ASKED).count():
            return False
        confirm = page.locator("[data-do=confirm]:visible")
        if confirm.count():
            confirm.click()
            return True
        choices = page.locator(".k-choice:visible")
        things = page.locator(TOUCHABLE)
        count = things.count() + choices.count()
        if not count:
            return False
        at = luck.randrange(count)
        if at < things.count():
            things.nth(at).click(timeout=2000)
        else:
            choices.nth(at - things.count()).click(timeout=2000)
        return True
    except Error:
        # The table changed between looking and clicking.
        return False
