"""Duet's pictures for docs/images: a case that two people play in a real house, from the first clue
to the report, and a team's map. The words lie where the story needs them; the rest is the real
thing. Part of `python -m tools.pictures`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests import house
from tests.browser.guests import Guest, guest
from tests.browser.test_duet import Player, opened, seated
from tests.house import OpenHouse

# Pairs of the key (A's side, B's side) with their words; CD-2.9.
KEY = {
    "GG": "lighthouse orchestra galaxy",
    "GK": "dagger",
    "GB": "harbor anchor violin planet meteor",
    "KG": "trap",
    "KK": "cobra",
    "KB": "coffin",
    "BG": "oven loaf dough desert camel",
    "BK": "prison",
    "BB": "carpet diary umbrella tailor puzzle lottery ribbon",
}
BOARD = """
lighthouse diary  oven    coffin    planet
carpet     violin camel   umbrella  anchor
dough      trap   galaxy  ribbon    cobra
harbor     tailor meteor  desert    prison
lottery    loaf   dagger  orchestra puzzle
""".split()
CELLS = {word: f"{'abcde'[at % 5]}{at // 5 + 1}" for at, word in enumerate(BOARD)}
PAIRS = {CELLS[word]: pair for pair, words in KEY.items() for word in words.split()}
POSITION = {"words": {cell: word for word, cell in CELLS.items()}, "key": PAIRS}
# Clue, number, what was touched; the miss of the third ends it, the others are stopped.
TURNS = (
    ("sailor", 3, "harbor anchor lighthouse"),
    ("bakery", 3, "oven loaf dough"),
    ("telescope", 3, "galaxy planet umbrella"),
    ("Sahara", 2, "camel desert"),
)
MEANT = {1: "harbor anchor lighthouse", 3: "galaxy planet meteor", 5: "orchestra violin"}
WIDE, PHONE = (1440, 900), (390, 844)

Keep = Callable[[Page, str], None]


def taken(browser: Browser, folder: Path, keep: Keep) -> None:
    with house.opened(folder / "loaded", program="tests.browser.rigged") as open_house:
        case(browser, open_house, keep)
        campaign(browser, open_house, keep)


def shot(one: Player, keep: Keep, name: str, size: tuple[int, int], theme: str) -> None:
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    one.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    one.page.mouse.move(0, 0)
    one.page.evaluate("scrollTo(0, 0)")
    keep(one.page, name)


def rig(open_house: OpenHouse, position: object) -> None:
    (open_house.folder / "rig.json").write_text(json.dumps({"position": position}), "utf-8")


def turn(giver: Player, guesser: Player, number: int) -> None:
    clue, count, touches = TURNS[number]
    giver.give(count, clue, "clue" if number else "first-clue")
    for word in touches.split():
        touch(guesser, word)
    if number != 2:
        guesser.press("stop", "guess", sure=True)


def touch(one: Player, word: str, kind: str = "guess") -> None:
    cell = f"cell-{CELLS[word]}"
    one.touch(cell, kind)
    expect(one.page.locator(f"#{cell}:is(.covered, .marked)")).to_be_visible()


def case(browser: Browser, open_house: OpenHouse, keep: Keep) -> None:
    """Mumbai, 6–5: five clean or careless turns, one stubborn clue, sudden death."""
    rig(open_house, POSITION)
    people = [guest(browser, open_house.url, reduced_motion="reduce") for _ in range(2)]
    a, b = seated(people, opened(people[0], mission="mumbai"))
    for number in range(len(TURNS)):
        giver, guesser = (a, b) if number % 2 == 0 else (b, a)
        turn(giver, guesser, number)
    a.give(2, "symphony")
    touch(b, "orchestra")
    b.asked("guess")
    for theme in ("light", "dark"):
        shot(b, keep, f"duet-1440-{theme}", WIDE, theme)
        shot(b, keep, f"duet-390-{theme}", PHONE, theme)
    touch(b, "violin")
    b.press("stop", "guess", sure=True)
    b.asked("clue")
    b.page.locator("#clue-word").fill("trapdoor")
    b.set_number(1)
    expect(b.page.locator(".verdict.is-block")).to_be_visible()
    shot(b, keep, "duet-clue-1440", WIDE, "light")
    shot(b, keep, "duet-clue-390", PHONE, "light")
    b.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    b.page.locator("[data-touch=insist]").click()
    b.sure()
    a.asked("answer")
    shot(a, keep, "duet-insisted-1440-dark", WIDE, "dark")
    a.press("accept", "answer")
    touch(a, "trap")  # B's last word: nothing is left to stop (CD-9.4)
    b.asked("sudden-death")
    shot(b, keep, "duet-sudden-death-1440", WIDE, "light")
    shot(b, keep, "duet-sudden-death-390-dark", PHONE, "dark")
    touch(b, "meteor", "sudden-death")
    touch(b, "dagger", "sudden-death")
    expect(a.page.locator("#ribbon-end")).to_be_visible()
    for number, words in MEANT.items():
        a.page.locator(f"#say-{number} summary").click()
        for word in words.split():
            a.page.locator(f"#meant-{number}-{CELLS[word]}").click()
            pinned = b.page.locator(f"#said-{number}-{CELLS[word]}.is-pinned")
            expect(pinned).to_be_visible()
    shot(b, keep, "duet-report-1440", WIDE, "light")
    for one in people:
        one.context.close()


def campaign(browser: Browser, open_house: OpenHouse, keep: Keep) -> None:
    """A team on its way: two missions won, one lost."""
    captain, other = (guest(browser, open_house.url, reduced_motion="reduce") for _ in range(2))
    captain.go("/duet/campaign").page.locator("#team-name").fill("The Paper Umbrellas")
    captain.page.locator(".found button").click()
    expect(captain.page.locator("h1")).to_have_text("The Paper Umbrellas")
    team = captain.page.url
    for city, won in (("prague", True), ("cairo", True), ("berlin", False)):
        mission(captain, other, open_house, f"{team}?at={city}", won)
    captain.go(team)
    player = Player(captain)
    shot(player, keep, "duet-campaign-1440", WIDE, "light")
    shot(player, keep, "duet-campaign-390-dark", PHONE, "dark")
    for one in (captain, other):
        one.context.close()


def mission(captain: Guest, other: Guest, open_house: OpenHouse, address: str, won: bool) -> None:
    """All but one agent are found; the last touch decides."""
    by_b = [CELLS[word] for word in f"{KEY['GG']} {KEY['GB']} {KEY['GK']}".split()]
    by_a = [CELLS[word] for word in f"{KEY['KG']} {KEY['BG']}".split()]
    last = by_b.pop()
    found = {"A": by_a, "B": by_b}
    rig(open_house, POSITION | {"found": found, "guess": "A steel 1", "guesses": "0"})
    captain.go(address)
    captain.page.locator(".camp-acts button").click()
    captain.page.wait_for_url("**/r/*")
    _, b = seated([captain, other], captain.page.url.rpartition("/")[2])
    b.touch(f"cell-{last if won else CELLS['coffin']}")
    expect(b.page.locator("#ribbon-end")).to_be_visible()
