"""The pictures in docs/images, from a real house in a real Chromium: `python -m tools.pictures`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from konspira.cli import opened
from konspira.engine.contract import SPECTATOR
from tests import house
from tests.browser.guests import Guest
from tools.duet import pictures as duet
from tools.parts import ROOT, chromium
from tools.preview import BROWSER, as_file, page, played

IMAGES = ROOT / "docs" / "images"
SIZES = {"1440": (1440, 900), "390": (390, 844)}
THEMES = ("light", "dark")

ADVANCED = ["special_agents=true", "neutral_agent=true", "equipment=true"]

# Mid-game, with something to decide: (game, options, decisions before, kind asked, seed, language,
# things touched already)
TABLES: tuple[tuple[str, list[str], int, str, int, str, tuple[str, ...]], ...] = (
    ("kyoto", ADVANCED, 89, "turn", 5, "en", ("card-joker", "cell-c4")),
    ("rogue", ["players=4", "mode=android"], 150, "resolving", 51, "en", ()),
)


@contextmanager
def seen(browser: Browser, size: tuple[int, int], theme: str) -> Iterator[Page]:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=width < 700,
    )
    yield context.new_page()
    context.close()


def kept(sheet: Page, name: str) -> None:
    sheet.wait_for_timeout(400)
    sheet.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=84)
    print(f"docs/images/{name}.jpg")


def house_pages(browser: Browser, url: str, each: Callable[[], Iterator[tuple[str, str]]]) -> None:
    for size, theme in each():
        with seen(browser, SIZES[size], theme) as sheet:
            guest = Guest(sheet, url, sheet.context)
            guest.go("/")
            kept(sheet, f"home-{size}-{theme}")
            guest.opens("kyoto")
            guest.sits(0, "Zsófi")
            kept(sheet, f"lobby-{size}-{theme}")


def tables(browser: Browser, folder: Path, each: Callable[[], Iterator[tuple[str, str]]]) -> None:
    for key, options, moves, kind, seed, language, touched in TABLES:
        game = opened(key, options)
        state = played(game, moves, 0, seed, kind)
        asked = [seat for seat in range(game.seats) if state.outcome() is None and state.asks(seat)]
        viewer = asked[0] if asked else SPECTATOR
        for size, theme in each():
            source = folder / f"{key}-{size}-{theme}.html"
            source.write_text(as_file(page(game, state, viewer, language, theme, False)), "utf-8")
            with seen(browser, SIZES[size], theme) as sheet:
                sheet.goto(source.as_uri())
                for thing in touched:
                    sheet.locator(f"[data-touch='{thing}']:visible").first.click()
                sheet.mouse.move(0, 0)
                kept(sheet, f"{key}-{size}-{theme}")


def main() -> None:
    """`python -m tools.pictures duet` takes only those of Duet."""
    wanted = set(sys.argv[1:]) or {"house", "tables", "duet"}
    IMAGES.mkdir(parents=True, exist_ok=True)

    def each() -> Iterator[tuple[str, str]]:
        for size in SIZES:
            for theme in THEMES:
                yield size, theme

    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as play:
        folder = Path(scratch)
        browser = play.chromium.launch(executable_path=chromium(), args=BROWSER)
        if "house" in wanted:
            with house.opened(folder / "house") as open_house:
                house_pages(browser, open_house.url, each)
        if "tables" in wanted:
            tables(browser, folder, each)
        if "duet" in wanted:
            duet.taken(browser, folder, kept)
        browser.close()


if __name__ == "__main__":
    main()
