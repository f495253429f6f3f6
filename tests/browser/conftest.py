"""A real Chromium and a real house for all browser tests."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests import house
from tests.browser.guests import Guest, guest
from tests.house import OpenHouse
from tools import parts

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


expect.set_options(timeout=15_000)  # as pages wait; a busy machine is no fault


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("KONSPIRA_CHROMIUM") or parts.chromium()
    if path is None:
        if parts.IN_CI:
            pytest.fail("there is no Chromium here: python -m tools.parts")
        pytest.skip("there is no Chromium here: python -m tools.parts")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    if not parts.AXE.exists():
        if parts.IN_CI:
            pytest.fail("axe-core is not here: python -m tools.parts")
        pytest.skip("axe-core is not here: python -m tools.parts")
    return parts.AXE.read_text("utf-8")


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """One house for all tests; each opens rooms of its own in it."""
    with house.opened(Path(tmp_path_factory.mktemp("house"))) as running:
        yield running


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A house with loaded dice (tests/browser/rigged.py)."""
    folder = Path(tmp_path_factory.mktemp("loaded"))
    with house.opened(folder, program="tests.browser.rigged") as running:
        yield running


@pytest.fixture
def invite(chromium: Browser, open_house: OpenHouse) -> Iterator[Callable[..., Guest]]:
    """`invite(lang="pl", width=390)`: somebody at the front door. Whatever went wrong in a
    browser meanwhile (a script's error, a refused inline style) fails the test at its end."""
    yield from guests_of(chromium, open_house)


@pytest.fixture
def visit(chromium: Browser, loaded: OpenHouse) -> Iterator[Callable[..., Guest]]:
    """The same, at the house with loaded dice."""
    yield from guests_of(chromium, loaded)


def guests_of(chromium: Browser, running: OpenHouse) -> Iterator[Callable[..., Guest]]:
    guests: list[Guest] = []

    def come(**wishes: Any) -> Guest:
        guests.append(guest(chromium, running.url, **wishes))
        return guests[-1]

    yield come
    wrong = [line for one in guests for line in one.wrong]
    for one in guests:
        one.context.close()
    assert wrong == []
