"""Rogue Agent by clicking, in a real browser at a real house."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from konspira.games.rogue.notation import PHASES
from tests import house
from tests.browser.guests import Guest, answer, guest, play
from tests.browser.test_one_device import is_covered
from tests.browser.test_reach import serious
from tests.house import OpenHouse
from tools import parts

Invite = Callable[..., Guest]
JSON = {"accept": "application/json"}
NAMES = ("Ada", "Bruno", "Cleo", "Dora")
KINDS = set(PHASES) - {"running", "chance", "over"}
ANSWERED: set[str] = set()  # kinds that somebody answered by a click, over this whole file


class Agent:
    """Somebody at the table."""

    def __init__(self, who: Guest) -> None:
        self.guest = who
        self.page = who.page

    def asked(self, kind: str) -> Agent:
        """Waits until this is asked, and remembers that it is answered now."""
        expect(self.page.locator("body")).to_have_attribute("data-kind", kind)
        ANSWERED.add(kind)
        return self

    def touch(self, kind: str, *things: str) -> Agent:
        self.asked(kind)
        for thing in things:
            self.page.locator(f"[data-touch='{thing}'].can-touch:visible").first.click()
        return self

    def confirm(self) -> Agent:
        self.page.locator("[data-do=confirm]").click()
        return self

    def sure(self) -> Agent:
        self.page.locator("#k-sure button[value=yes]").click()
        return self

    def told(self, sentence: str) -> Agent:
        expect(self.page.locator("#k-log")).to_contain_text(sentence)
        return self


def opened(host: Guest, **options: Any) -> str:
    ask = host.context.request
    ask.get(host.url)  # a cookie of one's own
    data = {"game": "rogue", "options": options}
    return str(ask.post(f"{host.url}/open", data=data, headers=JSON).json()["room"])


def seated(people: list[Guest], room: str, bots: dict[int, str] | None = None) -> list[Agent]:
    """These people at the table of a room that begins; the lobby has tests of its own."""
    address = f"{people[0].url}/r/{room}"
    host = people[0].context.request
    for seat, who in enumerate(people):
        ask = who.context.request
        if who is not people[0]:
            ask.get(who.url)
        ask.post(f"{address}/sit", form={"seat": str(seat), "name": NAMES[seat]})
    for seat, bot in (bots or {}).items():
        host.post(f"{address}/bot", form={"seat": str(seat), "bot": bot})
    host.post(f"{address}/start")
    for who in people:
        who.go(f"/r/{room}").at_table()
        expect(who.page.locator("#tile-M3")).to_be_visible()
    return [Agent(who) for who in people]


# Now and then somebody ends a turn early: with luck alone a game has three times the clicks.
EARLY: dict[str, Any] = {"eager": "[data-touch=act-end-turn].can-touch", "haste": 0.5}
# What moves without end (rain, flames) costs a slow machine more than all the clicks.
CALM: dict[str, Any] = {"reduced_motion": "reduce"}


def reckoned(one: Guest) -> None:
    """The reckoning lies open. A click that was on its way when the game ended may have shut it."""
    expect(one.page.locator("#score-sheet")).to_have_count(1)
    shut = one.page.locator("#score-sheet:not([open]) > summary")
    if shut.count():
        shut.click()
    expect(one.page.locator(".score tfoot .won").first).to_be_visible()


def test_two_people_play_agent_mode_to_the_end(invite: Invite) -> None:
    people = [invite(**CALM), invite(lang="hu", width=390, height=844, **CALM)]
    seated(people, opened(people[0], players=2))
    play(people, random.Random(5), **EARLY)
    ANSWERED.update(*(one.kinds for one in people))
    for one in people:
        reckoned(one)
        totals = one.page.locator(".score tfoot tr:first-child td").all_inner_texts()
        assert len(totals) == 2
    # Looked back at: from the first place of the police to the reckoning, step by step.
    page = people[0].page
    people[0].go(f"{page.url}/replay?at=0")
    expect(page.locator("#tile-M3")).to_be_visible()
    expect(page.locator(".score")).to_have_count(0)
    place = page.locator(".k-slide output")
    last = int(place.inner_text().split("/")[1])
    page.locator("[data-step=next]").click()
    expect(place).to_have_text(f"1 / {last}")
    page.locator("[data-step=last]").click()
    expect(page.locator(".score tfoot .won").first).to_be_visible()


def test_two_people_and_two_bots_play_android_mode_to_the_end(invite: Invite) -> None:
    people = [invite(lang="pl", **CALM), invite(width=390, height=844, **CALM)]
    room = opened(people[0], players=4, mode="android")
    seated(people, room, {2: "greedy", 3: "random"})
    play(people, random.Random(6), **(EARLY | {"haste": 0.7}))
    ANSWERED.update(*(one.kinds for one in people))
    for one in people:
        reckoned(one)
        totals = one.page.locator(".score tfoot tr:first-child td").all_inner_texts()
        assert len(totals) == 4
    # Who was an android is open now, but not to the eyes of then.
    page, room = people[0].page, people[0].page.url
    for eyes, hidden in (("0", True), ("watch", True), ("open", False)):
        people[0].go(f"{room}/replay?at=0&as={eyes}")
        expect(page.locator("#tile-M3")).to_be_visible()
        assert (page.locator(".tok.q").count() > 0) == hidden, eyes


def test_one_device_for_three_agents(invite: Invite) -> None:
    """Pass and play in Android mode: between two agents nothing is left of anybody's tokens."""
    one = invite(**CALM)
    room = opened(one, players=3, mode="android")
    for seat in range(3):
        form: dict[str, str | float | bool] = {"seat": str(seat), "name": NAMES[seat]}
        one.context.request.post(f"{one.url}/r/{room}/sit", form=form)
    one.context.request.post(f"{one.url}/r/{room}/start")
    one.go(f"/r/{room}")
    is_covered(one)
    asked = one.page.locator("#k-hand-over .k-btn--main")
    expect(asked).to_have_count(1)
    luck = random.Random(3)
    for _ in range(2):
        name = asked.inner_text()
        asked.click()
        expect(one.page.locator("#tile-M3")).to_be_visible()
        expect(one.page.locator("body.is-asked")).to_have_count(1)
        expect(one.page.locator(".own .tok")).to_have_count(3)
        hers = one.page.locator(".own .tok").evaluate_all("all => all.map((t) => t.outerHTML)")
        while one.asked or not one.page.locator("#k-pass").is_visible():
            if not answer(one, luck, eager=EARLY["eager"]):
                one.page.wait_for_timeout(40)
        one.page.locator("#k-pass").click()
        is_covered(one)
        assert not [token for token in hers if token in one.holds()]
        expect(asked).to_have_count(1)
        assert asked.inner_text() != name


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A house with loaded dice (tests/browser/rigged.py)."""
    folder = Path(tmp_path_factory.mktemp("loaded"))
    with house.opened(folder, program="tests.browser.rigged") as running:
        yield running


Deal = Callable[..., list[Agent]]


@pytest.fixture
def deal(chromium: Browser, loaded: OpenHouse) -> Iterator[Deal]:
    """`deal(2, position, chance, …options)`: people at a table that begins like this."""
    guests: list[Guest] = []

    def begin(
        people: int,
        position: dict[str, object] | None = None,
        chance: list[str] | None = None,
        wishes: dict[str, Any] | None = None,
        **options: object,
    ) -> list[Agent]:
        rig: dict[str, object] = {"chance": chance or []}
        if position is not None:
            rig["position"] = position
        (loaded.folder / "rig.json").write_text(json.dumps(rig), "utf-8")
        own = [guest(chromium, loaded.url, **(wishes or {})) for _ in range(people)]
        guests.extend(own)
        return seated(own, opened(own[0], players=people, **options))

    yield begin
    wrong = [line for one in guests for line in one.wrong]
    for one in guests:
        one.context.close()
    assert wrong == []


def rolls(faces: str) -> list[str]:
    """`red bst, red exp` as outcomes of chance."""
    return [f"roll {face.strip()}" for face in faces.split(",")]


APPENDIX_A = [
    *["draw bomb", "draw C1", "die 2", "die 5", "timer 4 M2"],
    *rolls("red bst, red exp, red gun, green exp, green car, green car"),
    *rolls("black heal, black heal, black agt"),
    *rolls("red gun, green bst, green car, black exp, black heal, black heal"),
    *rolls("red bst, green car, black bst, black heal"),
]


def test_the_bomb_of_appendix_a(deal: Deal) -> None:
    """From the bag to the last wire: three cuts, a diagonal of boosts, one influence."""
    ada, bruno = deal(2, {"phase": "time", "police": "4"}, APPENDIX_A)
    ada.touch("assigning", "tile-M2")
    ada.touch("turn", "tile-M2")
    ada.touch("fighting", "number-2")
    ada.touch("patrolling", "act-stop")
    ada.touch("turn", "act-defuse")  # the only bomb there
    expect(bruno.page.locator("#bomb-sheet")).to_be_visible()  # open dice (RA-27.9)
    ada.touch("placing", "wire-red-bst")  # there is only one place for it
    ada.touch("placing", "wire-red-exp")
    expect(ada.page.locator("#bomb-sheet .bh2 b")).to_have_text("3")
    expect(bruno.page.locator("#bomb-sheet .bh2 b")).to_have_text("4")  # a draft is nobody else's
    ada.page.locator(".hrow .die.can-touch").click()  # nor for the last one
    ada.confirm()
    ada.touch("cutting", "act-cut")
    ada.touch("placing", "wire-green-bst", "column-2")
    ada.touch("placing", "column-3").confirm()
    expect(bruno.page.locator("#bomb-sheet .bh2 b")).to_have_text("2")
    ada.touch("cutting", "act-cut")
    ada.touch("placing", "wire-red-bst", "column-3")
    ada.touch("placing", "column-4").confirm()
    for one in (ada, bruno):
        one.told("Ada has defused the bomb")
        expect(one.page.locator("#bomb-sheet")).to_have_count(0)
    expect(ada.page.locator(".tower.s1 b")).to_have_text("1")


def test_a_search_a_purchase_and_a_city_at_night(deal: Deal) -> None:
    """Ada searches, buys and ends the round; Bruno leads the City phase."""
    position = {
        "leader": "P2",
        "turn": "P1",
        "police": "5",
        "P1": {"at": "T1", "credits": "3", "ammo": "1"},
        "P2": {"at": "B4"},
        "criminals": {"C1": {"at": "T1"}},
        "assassins": ["T2", "T2*", "M5"],
        "bombs": ["B1 3", "M1 2"],
    }
    chance = rolls("red exp, red bst, black evid2, red ammo2")
    ada, bruno = deal(2, position, chance)
    ada.touch("turn", "act-search")
    ada.touch("colouring", "colour-black").confirm()
    ada.touch("rerolling", "die-red-exp1", "act-reroll")
    ada.touch("resolving", "face-bst1", "face-evid2")
    expect(ada.page.locator("#own-evidence .at")).to_have_attribute("data-mark", "6")
    ada.touch("turn", "good-ammo").touch("buying", "act-done")
    ada.touch("turn", "act-end-turn")
    # Criminal 1 walks to T2, where two assassins stand at both ends of the path.
    bruno.touch("fleeing", "assassin-12")
    bruno.touch("activating", "assassin-3")  # the other one acts by itself
    bruno.touch("ticking", "bomb-M1-2")


def test_a_seizure_a_screening_and_a_token(deal: Deal) -> None:
    """Three agents in one place: out of turn Bruno defends, Cleo shows what she is."""
    position = {
        "police": "4",
        "P1": {"at": "B4", "fuel": "3", "evidence": "4", "tokens": "hhh"},
        "P2": {"at": "B4", "fuel": "2", "tokens": "hha"},
        "P3": {"at": "B4", "tokens": "haa"},
        "criminals": {
            "C1": {"held_by": "P2", "card": "C08"},
            "C2": {"held_by": "P2", "card": "C09"},
            "C3": {"held_by": "P2", "card": "C10"},
        },
    }
    chance = rolls("green car, green car, green exp")
    ada, bruno, cleo = deal(3, position, chance, mode="android")
    ada.touch("turn", "act-screen", "seat-P3")
    for one in (ada, bruno):  # what Cleo holds is hers
        expect(one.page.locator("#rival-P3 .tok.q")).to_have_count(3)
    cleo.touch("revealing", "token-human")
    ada.told("Cleo reveals a token: human")
    ada.touch("turn", "act-seize", "seat-P2", "number-2")
    bruno.touch("defending", "number-1")
    ada.touch("taking", "crim-1").touch("taking", "crim-3").confirm()
    for one in (ada, bruno, cleo):
        one.told("Ada takes")
    expect(ada.page.locator(".own .capb")).to_have_count(2)


def test_two_failed_attacks_and_what_follows(deal: Deal) -> None:
    """Shadow Watch: informants are called; cards strike back at the attacker and beyond."""
    position = {
        "police": "4",
        "P1": {"at": "M1", "ammo": "3"},
        "P2": {"at": "M3"},
        "criminals": {
            "C1": {"at": "M1", "card": "C29", "face_up": "true"},
            "C2": {"at": "M1", "card": "C34", "face_up": "true"},
        },
        "informants": {"M1": ["P1", "P1"], "B4": ["P1", "P2"]},
    }
    missed = "red gun, red gun, red gun, green car"
    chance = [*rolls(missed), *rolls("red gun, red gun, red gun, black heal")]
    ada, bruno = deal(2, position, chance, module="shadow_watch")
    ada.touch("turn", "act-attack", "crim-1")
    ada.touch("calling", "number-1")
    ada.touch("arming", "number-0")
    ada.touch("losing-own", "informant-B4-P1")
    ada.touch("turn", "act-attack", "crim-2")
    ada.touch("calling", "number-0")
    ada.touch("arming", "number-1")
    bruno.touch("losing-any", "informant-M1-P1")
    ada.told("An informant of Ada is out of the game")


def test_what_ends_shadow_watch_is_seen_on_a_phone(deal: Deal) -> None:
    wishes = {"width": 390, "height": 844, "lang": "hu"}
    ada, _ = deal(2, wishes=wishes, module="shadow_watch")
    for counter in ada.page.locator(".watch > span").all():
        expect(counter).to_be_in_viewport(ratio=1)
    expect(ada.page.locator(".watch > span")).to_have_count(2)


def test_an_upgrade_and_a_captive_are_lost(deal: Deal) -> None:
    position = {
        "police": "4",
        "P1": {"at": "M1", "ammo": "0", "car": "2", "gun": "1"},
        "criminals": {
            "C1": {"at": "M1", "card": "C26", "face_up": "true"},
            "C2": {"at": "M1", "card": "C20", "face_up": "true"},
            "C3": {"held_by": "P1", "card": "C08"},
            "C4": {"held_by": "P1", "card": "C09"},
        },
    }
    missed = "red gun, red gun, red gun"
    chance = [*rolls(missed), *rolls(missed)]
    ada, bruno = deal(2, position, chance, module="shadow_watch")
    ada.touch("turn", "act-attack", "crim-1").touch("lowering", "track-gun")
    expect(ada.page.locator("#own-gun .at")).to_have_attribute("data-mark", "0")
    ada.touch("turn", "act-attack", "crim-2").touch("freeing", "crim-4")
    bruno.told("Ada lets criminal 4 go")


def test_every_kind_of_decision_was_answered_by_a_click() -> None:
    """All of this file have to have run."""
    assert not KINDS - ANSWERED


def test_words_of_every_language_at_the_table(deal: Deal) -> None:
    position = {"police": "4", "P1": {"at": "M1"}, "criminals": {"C1": {"at": "M1"}}}
    ada, _ = deal(2, position)
    for language, word, tile in (
        ("pl", "Atakuj", "Mokre Archiwum"),
        ("hu", "Támadás", "Ázott Archívum"),
        ("en", "Attack", "Wet Archive"),
    ):
        ada.page.locator(f"[data-lang={language}]").click()
        expect(ada.page.locator("html")).to_have_attribute("lang", language)
        expect(ada.page.locator("[data-touch=act-attack]")).to_have_text(re.compile(word))
        expect(ada.page.locator("#tile-M1 .name")).to_have_text(tile)


def test_a_turn_by_keyboard_alone(deal: Deal) -> None:
    """Search at Headquarters, walk to a place beside it, end the turn: Tab, arrows, Enter."""
    ada, bruno = deal(2, {"police": "2"}, rolls("red gun, red gun, black heal, black heal"))
    steps = ada.page.locator("#region-prompt .k-path li")
    ada.asked("turn")
    for done, thing in enumerate(("act-search", "colour-red", "colour-black")):
        expect(steps).to_have_count(done)
        by_keyboard(ada, f"[data-touch='{thing}']")
    by_keyboard(ada, "[data-do=confirm]")
    ada.asked("rerolling")
    by_keyboard(ada, "[data-touch=act-keep]")
    ada.asked("turn")
    by_keyboard(ada, ".tile", "")
    while not ada.page.evaluate("document.activeElement.id === 'tile-M2'"):
        way = "ArrowDown" if ada.page.evaluate("document.activeElement.id[5] === 'T'") else ""
        ada.page.keyboard.press(way or "ArrowLeft")
    ada.page.keyboard.press("Enter")
    ada.asked("patrolling")
    by_keyboard(ada, "[data-touch=act-stop]")
    ada.asked("turn")
    by_keyboard(ada, "[data-touch=act-end-turn]")
    bruno.asked("turn")


CROWD: dict[str, object] = {
    "police": "2",
    "round": "6",
    "destroyed": ["T3"],
    "P1": {"at": "M2", "tokens": "hha", "influence": "9", "car": "4", "gun": "5", "fuel": "5"},
    "P2": {"at": "M2", "android": "true", "shown": "aa", "tokens": "h", "influence": "14"},
    "P3": {"at": "M2", "influence": "5", "stamina": "2", "tokens": "hhh"},
    "P4": {"at": "M2", "tokens": "ahh"},
    "criminals": {
        "C1": {"at": "M2"},
        "C2": {"at": "M2", "card": "C41", "face_up": "true"},
        "C3": {"held_by": "P1", "card": "C34"},
        "C5": {"at": "M2", "status": "defeated", "card": "C05"},
        "C6": {"at": "M2", "investigated_by": ["P1", "P3"], "card": "C27"},
    },
    "assassins": ["M2", "M2", "T2*"],
    "bombs": ["M2 1", "M2 4", "B1 1"],
    "informants": {"M2": ["P1", "P3"], "B1": ["P1", "P1"], "M5": ["P3"]},
    "clocks": ["P1 watched C2", "P1 silenced_sources C2"],
}


def faults(one: Agent) -> list[str]:
    """What axe-core finds, table and all."""
    if not parts.AXE.exists():
        (pytest.fail if parts.IN_CI else pytest.skip)("axe-core is not here: python -m tools.parts")
    return serious(one.page, parts.AXE.read_text("utf-8"))


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_at_a_crowded_table(deal: Deal, scheme: str) -> None:
    """Everything that can lie on the table lies there, some of it burning."""
    wishes = {"color_scheme": scheme, "width": 1440, "reduced_motion": "reduce"}
    ada, *_ = deal(4, CROWD, wishes=wishes, mode="android")
    ada.asked("turn")
    for width in (1440, 390):
        ada.page.set_viewport_size({"width": width, "height": 900})
        assert faults(ada) == []
        wide = ada.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0


def test_axe_at_the_bomb(deal: Deal) -> None:
    position = {"police": "4", "P1": {"at": "M2"}, "bombs": ["M2 4"]}
    ada, _ = deal(2, position, APPENDIX_A[5:14], wishes={"reduced_motion": "reduce"})
    ada.touch("turn", "act-defuse")  # the only bomb there
    ada.asked("placing")
    for width in (1280, 390):
        ada.page.set_viewport_size({"width": width, "height": 844})
        assert faults(ada) == []


def by_keyboard(one: Agent, wanted: str, key: str = "Enter") -> None:
    """Tab until the wanted thing has the focus, then Enter. Places and pieces are one stop each."""
    expect(one.page.locator(wanted).first).to_be_visible()
    for _ in range(60):
        if one.page.evaluate("(w) => document.activeElement?.matches(w)", wanted):
            if key:
                one.page.keyboard.press(key)
            return
        one.page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached with the Tab key")
