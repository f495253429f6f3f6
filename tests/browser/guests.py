"""People at a live table, by what they see and click."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from konspira.web import assets


@dataclass(slots=True)
class Guest:
    """Somebody with a browser of their own. `kinds`: which decisions were answered by a click."""

    page: Page
    url: str
    context: BrowserContext
    kinds: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def go(self, path: str) -> Guest:
        self.page.goto(path if path.startswith("http") else self.url + path)
        return self

    # At the front door and in the lobby -------------------------------------------------------

    def opens(self, game: str) -> str:
        """A new room; gives its link."""
        self.go("/")
        self.page.locator(f".door--{game} .acts .k-btn--main").click()
        self.page.wait_for_selector("body.at-lobby")
        return self.page.url

    def sits(self, seat: int, name: str = "") -> Guest:
        self.page.locator(f"#seatcard-{seat} form[action$='/sit'] button").click()
        field = self.page.locator(f"#name-{seat}")
        expect(field).to_be_visible()
        if name:
            field.fill(name)
            field.press("Tab")
            expect(self.page.locator(f"#seatcard-{seat} h3")).to_contain_text(name)
        return self

    def seats_bot(self, seat: int, bot: str) -> Guest:
        button = self.page.locator(f"#seatcard-{seat} button[name=bot][value={bot}]")
        if not button.is_visible():  # one of the less usual ones
            self.page.locator(f"#bots-more-{seat} summary").click()
        button.click()
        expect(self.page.locator(f"#seatcard-{seat} .bots")).to_have_count(0)
        return self

    def sets(self, **options: bool | str) -> Guest:
        """Changes options in the lobby, one after the other."""
        for name, value in options.items():
            field = self.page.locator(f"#o-{name}")
            fine = self.page.locator("#fine:not([open]) summary")
            if fine.count() and not field.is_visible() and fine.locator(f"#o-{name}").count():
                fine.click()
            with self.page.expect_response(lambda answer: "/options" in answer.url):
                if isinstance(value, bool):
                    assert field.is_checked() != value, f"{name} is that already"
                    self.page.locator(f"label[for='o-{name}']").click()
                else:
                    field.select_option(value)
        return self

    def starts(self) -> Guest:
        self.page.locator("form[action$='/start'] button").click()
        return self.at_table()

    def at_table(self) -> Guest:
        self.page.wait_for_selector("body.at-table [data-region]", state="attached")
        return self

    # At the table -----------------------------------------------------------------------------

    @property
    def asked(self) -> bool:
        return self.page.locator("body.is-asked").count() > 0

    @property
    def over(self) -> bool:
        return self.page.locator("body.is-over").count() > 0

    @property
    def kind(self) -> str:
        return self.page.evaluate("document.body.dataset.kind ?? ''") or ""

    @property
    def waits(self) -> bool:
        """Is something that was clicked still on its way?"""
        return bool(self.page.evaluate(WAITS, script()))

    def touch(self, *things: str) -> Guest:
        for thing in things:
            self.page.locator(f"[data-touch='{thing}']:visible").first.click()
        return self

    def holds(self) -> str:
        """All that the browser shows or keeps of the table."""
        html: str = self.page.content()
        kept: str = self.page.evaluate("JSON.stringify([localStorage, sessionStorage])")
        return html + self.page.title() + kept


def guest(
    browser: Browser,
    url: str,
    *,
    width: int = 1280,
    height: int = 860,
    lang: str = "en",
    **more: Any,
) -> Guest:
    # Nobody waits for what moves, but where moving is what is looked at.
    more = {"reduced_motion": "reduce"} | more
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=lang, has_touch=width < 700, **more
    )
    context.add_cookies([{"name": "lang", "value": lang, "url": url}])
    page = context.new_page()
    page.set_default_timeout(15_000)
    found = Guest(page, url, context)
    page.on("pageerror", lambda error: found.wrong.append(f"script: {error}"))
    page.on("console", lambda line: _heard(found, line.type, line.text))
    # Nobody waits for the eye to follow.
    page.add_init_script("localStorage.setItem('konspira.pace', '\"none\"')")
    return found


def _heard(one: Guest, kind: str, text: str) -> None:
    # A house that was shut on purpose is no fault of the page.
    if kind == "error" and "ERR_CONNECTION_REFUSED" not in text:
        one.wrong.append(f"console: {text}")


def script() -> str:
    """Where the page's scripts are."""
    return assets.address("script/house.js").removesuffix("house.js")


WAITS = "async (script) => (await import(`${script}state.js`)).state.waiting.size"

# Picks what to click next and brings it into view: where it is, nothing, or that it is over.
# `eager`: selectors of what is taken as soon as it can be touched.
LOOK = """async ([ticket, eager, script]) => {
    const {state} = await import(`${script}state.js`);
    if (state.waiting.size) return null; // what was clicked is on its way
    const seen = (element) => element.checkVisibility({visibilityProperty: true});
    const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
    const found = {kind: document.body.dataset.kind ?? ""};
    const here = document.body.classList;
    if (here.contains("is-over")) return {over: true};
    if (here.contains("is-sending") || here.contains("is-drafting")) return null;
    let ways = all("#k-sure[open] button[value=yes]");
    if (!ways.length && !here.contains("is-asked")) return null;
    if (!ways.length) ways = all("[data-do=confirm]");
    if (!ways.length && eager) ways = all(eager);
    if (!ways.length) {
        found.text = all("input[data-text]").length > 0;
        ways = all("[data-touch].can-touch, .k-choice");
    }
    if (!ways.length) return found.text ? found : null;
    const first = Math.floor(ticket * ways.length);
    for (const one of [...ways.slice(first), ...ways.slice(0, first)]) {
        one.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
        const box = one.getBoundingClientRect();
        for (const [dx, dy] of [[.5, .5], [.5, .2], [.5, .8], [.2, .5], [.8, .5]]) {
            const [x, y] = [box.left + box.width * dx, box.top + box.height * dy];
            const thing = document.elementFromPoint(x, y)?.closest("[data-touch], button");
            const same = thing?.dataset.touch && thing.dataset.touch === one.dataset.touch;
            if (thing === one || same) return {...found, x, y};
        }
        one.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
    }
    return {...found, hidden: ways.map((one) => one.outerHTML.slice(0, 120)).join(" ")};
}"""


def answer(
    one: Guest, luck: random.Random, words: Sequence[str] = (), eager: str = ""
) -> bool | None:
    """One click towards an answer, at random among what can be touched; False if there is
    nothing to do, None if it is over. An open text is one of `words`."""
    found = one.page.evaluate(LOOK, [luck.random(), eager, script()])
    if not found:
        return False
    if "over" in found:
        return None
    if "hidden" in found:
        raise AssertionError(f"nothing that can be touched lies open: {found['hidden']}")
    if found.get("text") and words and ("x" not in found or luck.random() < 0.5):
        text = one.page.locator("input[data-text]:visible")
        try:
            text.fill(luck.choice(words), timeout=2000)
            text.press("Enter", timeout=2000)
        except TooLate:
            return False  # the table changed between looking and writing
    elif "x" in found:
        one.page.mouse.click(found["x"], found["y"])
    else:
        return False
    one.kinds.add(found["kind"])
    return True


def play(
    guests: Sequence[Guest],
    luck: random.Random,
    *,
    clicks: int = 4000,
    words: Sequence[str] = (),
    eager: str = "",
    haste: float = 0.0,
) -> None:
    """All of them click at random until the game is over. Whoever could click is looked at again
    first: a look at a page that waits is a round trip for nothing. In the part `haste` of all
    looks, what is `eager` is taken if it can be."""
    turn, idle = 0, 0
    for _ in range(clicks):
        one = guests[turn % len(guests)]
        clicked = answer(one, luck, words, eager if luck.random() < haste else "")
        if clicked is None:
            return
        if clicked:
            idle = 0
            continue
        turn, idle = turn + 1, idle + 1
        if idle >= len(guests):
            one.page.wait_for_timeout(40)
    raise AssertionError(f"not over after {clicks} clicks")
