"""From a click to the other player's screen, beside boardgame.io: `python -m bench clicks`.

Two real pages of one Chromium at a table of ours, two at boardgame.io's own server, which keeps its
matches in memory; ours has the move on disk before anybody is told. Each click is timed in the page
it happens in, and the other page's change in that page, by the one clock of the machine. One click
here, one there, in turns: at our plain page (lists and buttons, as boardgame.io's), then at the
drawn table; first by somebody who holds a button down for a moment, as people do, then by one who
does not. boardgame.io comes from npm into build/, and is used for this alone.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tools import parts

HERE = Path(__file__).parent
SHELF = HERE.parent / "build" / "bench"
PEER = ("boardgame.io@0.50", "esbuild@0.25")
CLICKS = 100  # at the plain page; half as many at the drawn table
WARM = 5  # of each, not counted
HELD = 80  # ms that a finger stays on a button; a program's does not
PATIENCE = 20.0
OURS, THEIRS = 18741, 18742
SURE = "#k-sure button[value=yes]"
CHROMIUM = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-renderer-backgrounding "
    "--disable-backgrounding-occluded-windows"
).split()

# When something was clicked here, and when what is waited for was there.
TIMER = """
window.timer = {clicked: 0, seen: 0, wanted: ""};
const now = () => performance.timeOrigin + performance.now();
addEventListener("click", () => { timer.clicked = now(); }, true);
new MutationObserver(() => {
    if (timer.wanted && document.querySelector(timer.wanted)) {
        timer.seen = now();
        timer.wanted = "";
    }
}).observe(document, {subtree: true, childList: true, attributes: true});
"""


class Missing(Exception):
    """Something this measurement needs cannot be had here."""


def peer() -> Path:
    """The folder of node's modules with boardgame.io in it."""
    modules = SHELF / "node_modules"
    if not all((modules / name.partition("@")[0]).is_dir() for name in PEER):
        if shutil.which("npm") is None and shutil.which("apt-get") and os.geteuid() == 0:
            command = ["apt-get", "install", "-y", "--no-install-recommends", "nodejs", "npm"]
            subprocess.run(command, check=False, capture_output=True)
        npm = shutil.which("npm")
        if npm is None:
            raise Missing("npm is not here, and could not be installed")
        SHELF.mkdir(parents=True, exist_ok=True)
        install = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(SHELF)]
        done(*install, *PEER)
    return modules


def bundled(modules: Path) -> Path:
    """The page's script with boardgame.io's client in it."""
    page = SHELF / "page.js"
    esbuild, source = modules / ".bin" / "esbuild", HERE / "boardgame" / "page.js"
    wishes = ("--bundle", "--minify", "--log-level=error", f"--outfile={page}")
    done(str(esbuild), str(source), *wishes, NODE_PATH=str(modules))
    return page


def done(*command: str, **environment: str) -> None:
    found = subprocess.run(
        command, check=False, capture_output=True, text=True, env=os.environ | environment
    )
    if found.returncode:
        raise Missing(f"{' '.join(command[:2])} failed: {found.stderr.strip()[-400:]}")


@contextlib.contextmanager
def running(command: list[str], **environment: str) -> Iterator[None]:
    """A server, once it says that it is open."""
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, env=os.environ | environment, text=True
    )
    try:
        assert server.stdout is not None
        if not server.stdout.readline():
            raise Missing(f"{command[0]} did not start")
        yield
    finally:
        server.terminate()
        server.wait()


def opened(browser: Browser) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 860}, locale="en").new_page()
    page.set_default_timeout(20_000)
    page.add_init_script(TIMER)
    page.add_init_script("localStorage.setItem('konspira.pace', '\"none\"')")
    return page


def timed(clicking: Page, button: str, watching: Page, wanted: str, held: int) -> float:
    """Milliseconds from the click on one page, when the button is let go, to the change on the
    other."""
    watching.evaluate("(wanted) => { timer.seen = 0; timer.wanted = wanted; }", wanted)
    clicking.locator(button).click(delay=held)
    seen = 0.0
    end = time.monotonic() + PATIENCE
    while not seen:
        time.sleep(0.05)  # nobody looks while it happens
        seen = watching.evaluate("timer.seen")
        if time.monotonic() > end:
            raise AssertionError(f"{wanted} was not seen")
    clicked: float = clicking.evaluate("timer.clicked")
    return seen - clicked


class Theirs:
    """The same two pages at a match of boardgame.io; each touch turns a word over or back."""

    def __init__(self, browser: Browser) -> None:
        self.pages = [opened(browser), opened(browser)]
        for player, page in enumerate(self.pages):
            page.goto(f"http://127.0.0.1:{THEIRS + 1}/?match=bench&player={player}")
            page.wait_for_selector("body.is-open")
        self.turned = 0

    def click(self, held: int) -> float:
        cell, shown = self.turned % 25, self.turned // 25 % 2 == 0
        clicking = self.turned // 5 % 2
        self.turned += 1
        wanted = f"#cell-{cell}[class]:not([class=''])" if shown else f"#cell-{cell}[class='']"
        other = self.pages[1 - clicking]
        return timed(self.pages[clicking], f"#cell-{cell}", other, wanted, held)


def seated(pages: list[Page], house: str, game: str, options: dict[str, str]) -> None:
    """A new table at which these two sit, begun."""
    for page in pages:
        page.goto(house)
    post: Any = pages[0].context.request.post
    accept = {"accept": "application/json"}
    sent = {"game": game, "options": options}
    room = post(f"{house}/open", data=sent, headers=accept).json()["room"]
    for seat, page in enumerate(pages):
        form: dict[str, Any] = {"seat": str(seat), "name": "AB"[seat]}
        page.context.request.post(f"{house}/r/{room}/sit", form=form)
    for page in pages:
        page.goto(f"{house}/r/{room}")
    pages[0].locator("form[action$='/start'] button").click()
    for page in pages:
        page.wait_for_selector("body.at-table")


class Ours:
    """Two people at a table of Duet: one gives a clue, the other finds all words it can mean."""

    def __init__(self, browser: Browser) -> None:
        self.pages = [opened(browser), opened(browser)]
        self.house = f"http://127.0.0.1:{OURS}"
        self.luck = random.Random(1)
        self.giver = 0
        self.left: list[str] = []

    def begin(self) -> None:
        """A new table, up to its first question."""
        seated(self.pages, self.house, "duet", {"lang": "en"})
        for page in self.pages:
            page.wait_for_selector("#cell-e5")

    def asked(self) -> tuple[Page, str]:
        """Who is to give a clue, once somebody is, and a word for it that means nothing."""
        asked = "body[data-kind$='clue']"
        while not any(page.locator(asked).count() for page in self.pages):
            time.sleep(0.05)
        self.giver = 0 if self.pages[0].locator(asked).count() else 1
        letters = ("bdgkl", "aeiou", "mnprst", "aeiou", "vz", "aeiou")
        return self.pages[self.giver], "".join(map(self.luck.choice, letters))

    def clue(self) -> None:
        """For all the words that are left on the giver's key."""
        page, word = self.asked()
        cells = "all => all.map((one) => one.id)"
        self.left = page.locator(".card.is-agent:not(.covered)").evaluate_all(cells)
        page.locator("#clue-word").fill(word)
        page.locator(".give").click()

    def click(self, held: int) -> float:
        if not self.left:
            if self.pages[0].locator("body.at-table").count() == 0 or self.over():
                self.begin()
            self.clue()
        guesser, cell = self.pages[1 - self.giver], self.left.pop()
        guesser.wait_for_selector("body[data-kind='guess']")
        guesser.locator(f"#{cell}").click()
        return timed(guesser, SURE, self.pages[self.giver], f"#{cell}.covered", held)

    def over(self) -> bool:
        """Or so near that no more clues are given."""
        return self.pages[0].locator("body.is-over, body[data-kind='sudden-death']").count() > 0


class Plainly:
    """Two people at Kyoto's plain page, where every legal move is a button. A game takes about a
    hundred clicks, so the pages are as warm as boardgame.io's, which is never loaded anew."""

    def __init__(self, browser: Browser) -> None:
        self.pages = [opened(browser), opened(browser)]
        self.house = f"http://127.0.0.1:{OURS}"
        self.luck = random.Random(1)
        self.untimed = WARM  # clicks at these pages that are not counted

    def begin(self) -> None:
        """A new table, with all agents in their places."""
        seated(self.pages, self.house, "kyoto", {})
        for page in self.pages:
            page.goto(f"{page.url}?plain")
            page.wait_for_selector("#view > dl")
        while any(self.kind(page) == "placing" for page in self.pages):
            for page in self.pages:
                if self.kind(page) == "placing":
                    ready = "#confirm:not([hidden]), body:not(.is-drafting) #moves button"
                    page.locator(ready).first.click()
                    time.sleep(0.05)
        self.untimed = WARM

    def kind(self, page: Page) -> str:
        return str(page.evaluate("document.body.dataset.kind ?? ''"))

    def click(self, held: int) -> float:
        """On a card for a step, or a deck to draw from: both are answers of one click."""
        while True:
            begun = self.pages[0].locator("body.at-table").count() > 0
            if not begun or self.pages[0].locator("body.is-over").count():
                self.begin()
            asked = next((page for page in self.pages if self.kind(page)), None)
            if asked is None or len({newest(page) for page in self.pages}) > 1:
                time.sleep(0.02)
                continue
            other = self.pages[1 - self.pages.index(asked)]
            moves = asked.locator("#moves button").all_inner_texts()
            quick = [at for at, move in enumerate(moves) if QUICK.match(move)]
            if not quick:  # a card that asks for more
                asked.locator("#confirm:not([hidden]), #moves button").first.click()
                time.sleep(0.5)
                continue
            button = f"#moves li:nth-child({self.luck.choice(quick) + 1}) button"
            found = timed(asked, button, other, f"#log-{newest(other) + 1}", held)
            time.sleep(0.45)  # two clicks on one place within 0.4 s count as a double click
            if self.untimed == 0:
                return found
            self.untimed -= 1


QUICK = re.compile(r"(red|green|yellow|blue|joker) \w\d \w\d|draw")


def newest(page: Page) -> int:
    """The number of the last entry that stands there."""
    return int(page.evaluate("document.querySelector('#log > li[id]')?.id.slice(4) ?? 0"))


def measured(browser: Browser, most: int) -> None:
    """Each way of playing ours by itself: a table that is drawn goes on moving for a while after a
    click, and would take the two cores from whoever clicks next."""
    theirs = Theirs(browser)
    ways: tuple[tuple[str, type[Plainly] | type[Ours], int], ...]
    ways = (("plain page", Plainly, most), ("drawn table", Ours, most // 2))
    for name, way, clicks in ways:
        ours = way(browser)
        for held, how in ((HELD, f"held for {HELD} ms, as by a finger"), (0, "let go at once")):
            rounds = [(ours.click(held), theirs.click(held)) for _ in range(WARM + clicks)]
            mine, peer = (sorted(column) for column in zip(*rounds[WARM:], strict=True))
            print(f"clicks, {how}: {clicks} of each in turns, to the other browser (median, p90)")
            for whose, found in ((f"{name}, on disk", mine), ("boardgame.io 0.50", peer)):
                middle, late = statistics.median(found), found[int(0.9 * clicks)]
                ratio = middle / statistics.median(peer)
                print(f"  {whose:<24}{middle:>6.1f} ms{late:>7.1f} ms   ratio {ratio:.2f}")
        for page in ours.pages:
            page.close()


def main(clicks: int = CLICKS) -> None:
    chromium = parts.chromium()
    if chromium is None:
        raise SystemExit("clicks: Chromium is not here; `python -m tools.parts` installs it")
    try:
        modules = peer()
        page = bundled(modules)
    except Missing as missing:
        raise SystemExit(f"clicks: {missing}") from None
    node = ["node", str(HERE / "boardgame" / "server.cjs"), str(THEIRS), str(page)]
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as open_now:
        serve = [sys.executable, "-m", "konspira", "serve", "--no-browser", "--port", str(OURS)]
        open_now.enter_context(running([*serve, "--data", folder]))
        open_now.enter_context(running(node, NODE_PATH=str(modules)))
        play = open_now.enter_context(sync_playwright())
        browser = play.chromium.launch(executable_path=chromium, args=CHROMIUM)
        try:
            measured(browser, clicks)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
