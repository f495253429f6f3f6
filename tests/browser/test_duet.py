"""Codenames Duet by clicking, in a real browser at a real house."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.guests import Guest
from tests.browser.test_reach import serious

KINDS = {"first-clue", "clue", "answer", "guess", "questioned", "confessed", "sudden-death"}
ANSWERED: set[str] = set()  # kinds that somebody answered by a click, over this whole file
# Far from everything on a board; the judge at most warns.
CLUES = "zeppelin quark banjo fjord yeti oboe vortex lagoon mosaic ukulele nomad".split()
JSON = {"accept": "application/json"}
Invite = Callable[..., Guest]
NAMES = ("Ada", "Bruno", "Cleo", "Dora")


class Player:
    """Somebody at the table, by what the screen shows and what a finger can do."""

    def __init__(self, who: Guest) -> None:
        self.guest = who
        self.page: Page = who.page

    def own(self, kind: str) -> list[str]:
        """The uncovered words of this kind on the own key."""
        cards = self.page.locator(f".card.is-{kind}:not(.covered)")
        found: list[str] = cards.evaluate_all("all => all.map((one) => one.id)")
        return found

    def asked(self, kind: str) -> None:
        """Waits until this is asked, and remembers that it is answered now."""
        expect(self.page.locator("body")).to_have_attribute("data-kind", kind)
        ANSWERED.add(kind)

    def give(self, number: int, word: str, kind: str = "clue") -> None:
        self.asked(kind)
        self.page.locator("#clue-word").fill(word)
        self.set_number(number)
        self.page.locator(".give").click()

    def set_number(self, number: int) -> None:
        output = self.page.locator("#clue-number")
        now = int(output.inner_text())
        for _ in range(abs(number - now)):
            self.page.locator(f"[data-by='{1 if number > now else -1}']").click()
        expect(output).to_have_text(str(number))

    def touch(self, cell: str, kind: str = "guess") -> None:
        self.asked(kind)
        self.page.locator(f"#{cell}").click()
        self.sure()

    def sure(self) -> None:
        self.page.locator("#k-sure button[value=yes]").click()

    def press(self, thing: str, kind: str, sure: bool = False) -> None:
        self.asked(kind)
        self.page.locator(f"[data-touch={thing}]").click()
        if sure:
            self.sure()

    def found(self, cell: str) -> None:
        expect(self.page.locator(f"#{cell}")).to_have_class(re.compile(r"\bcovered\b"))


def opened(host: Guest, **options: Any) -> str:
    """A new Duet room; its key."""
    host.go("/")
    data = {"game": "duet", "options": {"lang": "en", **options}}
    answer = host.context.request.post(f"{host.url}/open", data=data, headers=JSON)
    return str(answer.json()["room"])


def seated(people: list[Guest], room: str, seats: tuple[int, ...] = (0, 1)) -> list[Player]:
    """These people at the table of a room that begins."""
    for who, seat, name in zip(people, seats, NAMES, strict=False):
        who.go("/")  # a cookie of one's own
        sit: dict[str, str | float | bool] = {"seat": str(seat), "name": name}
        who.context.request.post(f"{who.url}/r/{room}/sit", form=sit)
    for who in people:
        who.go(f"/r/{room}")  # in the lobby everybody adds to the chance
    people[0].starts()
    for who in people:
        expect(who.page.locator("#cell-e5")).to_be_visible()
    return [Player(who) for who in people]


def pair(invite: Invite, **wishes: Any) -> list[Player]:
    """Two people at a new table; `options`: of the game."""
    options = wishes.pop("options", {})
    people = [invite(**wishes), invite(**wishes)]
    return seated(people, opened(people[0], **options))


def test_prague_from_the_map_to_sudden_death(invite: Invite) -> None:
    """A mission is started from the map of a team; nine turns, a miss among them, then the rest
    without clues, from both sides. Won, it opens the lines at Prague."""
    captain = invite()
    captain.go("/duet/campaign")
    captain.page.locator("#team-name").fill("The Paper Umbrellas")
    captain.page.locator(".found button").click()
    expect(captain.page.locator("h1")).to_have_text("The Paper Umbrellas")
    expect(captain.page.locator(".city.open")).to_have_count(1)
    team = captain.page.url
    captain.page.locator(".camp-acts select").select_option("en")
    captain.page.locator(".camp-acts button").click()
    captain.page.wait_for_url("**/r/*")
    a, b = seated([captain, invite()], captain.page.url.rpartition("/")[2])
    for turn in range(9):
        giver, guesser = (a, b) if turn % 2 == 0 else (b, a)
        giver.give(1, CLUES[turn], "clue" if turn else "first-clue")
        expect(guesser.page.locator(".spoken b")).to_have_text(CLUES[turn])
        safe = [cell for cell in giver.own("agent") if cell not in guesser.own("agent")]
        cell = (safe or giver.own("agent"))[0]
        guesser.touch(cell)
        guesser.found(cell)
        if turn == 3:
            missed = giver.own("bystander")[0]
            guesser.touch(missed)
            expect(guesser.page.locator(f"#{missed} .marker")).to_have_count(1)
        else:
            guesser.press("stop", "guess", sure=True)
    expect(a.page.locator("#ribbon-sudden")).to_be_visible()
    expect(b.page.locator(".folder.sudden")).to_be_visible()
    for giver, guesser in ((a, b), (b, a)):
        for cell in giver.own("agent"):
            guesser.touch(cell, "sudden-death")
            guesser.found(cell)
    expect(a.page.locator("#ribbon-end .stampmark")).to_be_visible()
    # Both keys lie open now; eight clean turns, less one point for sudden death.
    expect(b.page.locator(".card.both")).to_have_count(25)
    expect(b.page.locator(".score .total dd")).to_have_text("7")
    # The giver says what a clue was meant for.
    a.page.locator("#say-1 summary").click()
    a.page.locator("#say-1 button").first.click()
    expect(b.page.locator("#chapter-1 .is-pinned")).to_have_count(1)
    # So does the replay, from the clue on; through the other side's eyes only at the end.
    room = b.page.url
    for eyes, at, told in (("open", "2", 1), ("0", "2", 1), ("1", "2", 0)):
        b.guest.go(f"{room}/replay?at={at}&as={eyes}")
        expect(b.page.locator("#clue-1 .meant .is-pinned")).to_have_count(told)
    b.guest.go(f"{room}/replay?as=1")
    expect(b.page.locator("#chapter-1 .is-pinned")).to_have_count(1)
    captain.go(team)
    expect(captain.page.locator(".city.won")).to_have_count(1)
    expect(captain.page.locator(".city.open")).to_have_count(3)
    captain.page.locator(".city.open").first.click()
    expect(captain.page.locator(".camp-acts button")).to_be_visible()


def test_insisting_objecting_questioning_confessing(invite: Invite) -> None:
    """CD-18.4 from end to end; the verdict is for the giver alone."""
    a, b = pair(invite)
    word = a.page.locator("#cell-c2 .word").inner_text().lower()
    a.asked("first-clue")
    a.page.locator("#clue-word").fill(word)
    verdict = a.page.locator(".verdict.is-block")
    expect(verdict).to_be_visible()
    expect(verdict).to_have_attribute("data-names", "c2")
    # All words stay in sight meanwhile.
    covered = a.page.evaluate(
        """() => document.getElementById("cell-e5").getBoundingClientRect().bottom
            - document.getElementById("k-dock").getBoundingClientRect().top"""
    )
    assert covered < 0
    assert "verdict" not in b.guest.holds()
    # Giving it all the same is refused, and nothing happened.
    a.page.locator(".give").click()
    expect(a.page.locator("#k-note")).to_contain_text("judge")
    a.page.locator("[data-touch=insist]").click()
    a.sure()
    b.press("object", "answer", sure=True)
    expect(a.page.locator(".bank .big")).to_have_text("8")
    cell = a.own("agent")[0]
    b.touch(cell)
    b.press("stop", "guess", sure=True)
    # The next clue is questioned; its giver disagrees.
    b.give(2, CLUES[2])
    a.asked("guess")
    a.page.locator("[data-touch=aside-question]").click()
    a.sure()
    b.press("disagree", "questioned")
    # Then the giver confesses after all, and it is waived.
    expect(b.page.locator("[data-touch=aside-confess]")).to_be_visible()
    b.page.locator("[data-touch=aside-confess]").click()
    b.sure()
    a.press("waive", "confessed")
    expect(a.page.locator(".bank .big")).to_have_text("7")
    expect(a.page.locator("#k-log")).to_contain_text("confesses")


def test_three_people_on_one_side(invite: Invite) -> None:
    """CD-13.2, CD-13.3, CD-13.5, CD-15.3: pins and talk of a group are its own; any may act."""
    people = [invite() for _ in range(4)]
    room = opened(people[0])
    for who, seat in zip(people[:2], (0, 1), strict=True):
        who.go(f"/r/{room}").sits(seat, NAMES[seat])
    # Both sides are taken: others join one, and everybody sees them come.
    for who, name in zip(people[2:], NAMES[2:], strict=True):
        who.go(f"/r/{room}").sits(1, name)
        for other in people:
            if other.page.url.endswith(room):
                expect(other.page.locator("#seatcard-1 h3")).to_contain_text(name)
    people[0].starts()
    for who in people:
        expect(who.page.locator("#cell-e5")).to_be_visible()
    a, b, c, d = (Player(who) for who in people)
    expect(a.page.locator(".seat.them b")).to_have_text("B · Bruno, Cleo, Dora")
    a.give(2, CLUES[3], "first-clue")
    d.asked("guess")
    b.page.locator("#pin-cell-b2").click()
    expect(c.page.locator("#pin-cell-b2")).to_have_class(re.compile("is-pinned"))
    expect(c.page.locator("#pin-cell-b2")).to_have_attribute("data-pinned", "Bruno")
    assert a.page.locator("[data-pin]").count() == 0
    c.page.locator("#tab-chat").click()
    c.page.locator("#say-to").select_option("seat-1")
    c.page.locator("#say").fill("I think it is the second one")
    c.page.locator("#k-say button").click()
    expect(d.page.locator("#k-chat")).to_contain_text("the second one")
    assert "the second one" not in a.guest.holds()
    cell = a.own("agent")[0]
    d.touch(cell)
    for one in (a, b, c, d):
        one.found(cell)
    expect(b.page.locator("#pin-cell-b2.is-pinned, #cell-b2.covered")).to_have_count(1)


def test_a_list_of_ones_own_and_words_in_another_language(invite: Invite) -> None:
    """OP-35 by pasting; the language of the words is not that of the page."""
    host, other = invite(lang="hu"), invite()
    room = opened(host)
    host.context.request.post(f"{host.url}/r/{room}/sit", form={"seat": "0", "name": "Ada"})
    host.go(f"/r/{room}")
    listed = [f"thing{chr(97 + n)}" for n in range(25)]
    field = host.page.locator("textarea[name=words]")
    if not field.is_visible():
        host.page.locator("#region-options summary").first.click()
    field.fill("\n".join([*listed, "constitutionalism"]))
    field.blur()
    expect(field).to_have_value(re.compile("constitutionalism"))
    other.go("/")
    other.context.request.post(f"{host.url}/r/{room}/sit", form={"seat": "1", "name": "Bruno"})
    other.go(f"/r/{room}")
    expect(host.page.locator(".opt .good")).to_contain_text("26")
    host.starts()
    expect(host.page.locator("#cell-a1 .word")).to_be_visible()
    shown = host.page.locator(".card .word").all_inner_texts()
    assert {word.lower().replace("\u00ad", "") for word in shown} <= {*listed, "constitutionalism"}
    expect(host.page.locator("#clue-word")).to_have_attribute("lang", "en")
    expect(host.page.locator("html")).to_have_attribute("lang", "hu")


def test_by_keyboard_only(invite: Invite) -> None:
    a, b = pair(invite)
    a.asked("first-clue")
    keys = a.page.keyboard
    a.page.locator("body").press("Tab")
    a.page.locator("#clue-word").focus()
    keys.type("zeppelin")
    keys.press("Tab")  # one less
    keys.press("Tab")  # one more
    keys.press("Enter")
    expect(a.page.locator("#clue-number")).to_have_text("3")
    keys.press("Tab")
    keys.press("Enter")
    b.asked("guess")
    # Whoever gave is led to what the table says, not to what may be done unasked.
    expect(a.page.locator("[data-touch=aside-confess].can-touch")).to_be_visible()
    expect(a.page.locator("#region-prompt")).to_be_focused()
    wanted = a.own("agent")[0]
    keys = b.page.keyboard
    b.page.locator(".grid .card[tabindex='0'], .grid .card").first.focus()
    row, column = int(wanted[-1]) - 1, "abcde".index(wanted[-2])
    at = b.page.evaluate("document.activeElement.id")
    for _ in range(row - (int(at[-1]) - 1)):
        keys.press("ArrowDown")
    for _ in range(column - "abcde".index(at[-2])):
        keys.press("ArrowRight")
    assert b.page.evaluate("document.activeElement.id") == wanted
    keys.press("Enter")
    expect(b.page.locator("#k-sure")).to_be_visible()
    keys.press("Tab")
    if b.page.evaluate("document.activeElement.value") != "yes":
        keys.press("Tab")
    keys.press("Enter")
    b.found(wanted)


@pytest.mark.parametrize("lang", ["pl", "hu"])
def test_on_a_phone_in_each_language(invite: Invite, lang: str) -> None:
    """390 px, by touch: nothing is wider than the screen, and the whole flow fits a thumb."""
    options = {"lang": lang, "mission": "berlin"}
    a, b = pair(invite, lang=lang, width=390, options=options)
    word = {"pl": "sterowiec", "hu": "fagott"}[lang]
    a.give(2, word, "first-clue")
    cell = a.own("agent")[0]
    b.asked("guess")
    b.page.locator(f"#{cell}").tap()
    b.page.locator("#k-sure button[value=yes]").tap()
    b.found(cell)
    b.page.locator("[data-touch=stop]").tap()
    b.page.locator("#k-sure button[value=yes]").tap()
    expect(b.page.locator("#clue-word")).to_be_visible()
    for one in (a, b):
        wide = one.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        small = one.page.locator(".card").first.bounding_box()
        assert small is not None
        assert small["width"] >= 44
        assert small["height"] >= 44


def test_pass_and_play_and_a_replay_with_both_keys(invite: Invite) -> None:
    """One device for both sides: between them nothing is left of either key."""
    one = invite()
    room = opened(one)
    for seat in (0, 1):
        one.context.request.post(
            f"{one.url}/r/{room}/sit", form={"seat": str(seat), "name": NAMES[seat]}
        )
    one.go(f"/r/{room}").starts()
    covered = one.page.locator("#k-hand-over")
    expect(covered).to_be_visible()
    assert "is-agent" not in one.holds()
    # Either side may begin: before the first clue the device goes back and forth.
    one.page.get_by_role("button", name="I am Bruno").click()
    expect(one.page.locator("body")).to_have_attribute("data-kind", "first-clue")
    one.page.locator("#k-pass").click()
    expect(covered).to_be_visible()
    assert "is-agent" not in one.holds()
    one.page.get_by_role("button", name="I am Ada").click()
    ada = Player(one)
    expect(one.page.locator(".card.is-agent")).to_have_count(9)
    hers = ada.own("agent")
    ada.give(2, CLUES[0], "first-clue")
    expect(one.page.locator("#k-pass")).to_be_visible()
    one.page.locator("#k-pass").click()
    expect(covered).to_be_visible()
    assert "is-agent" not in one.holds()
    one.page.get_by_role("button", name="I am Bruno").click()
    expect(one.page.locator(".card.is-agent")).to_have_count(9)
    assert ada.own("agent") != hers
    ada.touch(hers[0])
    ada.found(hers[0])
    # The last word is given up, and the replay goes back before the first touch.
    one.page.locator("[popovertarget=k-menu]").click()
    one.page.locator("#k-asides button", has_text="Give up").click()
    ada.sure()
    expect(one.page.locator("#ribbon-end")).to_be_visible()
    one.go(f"/r/{room}/replay?at=1&as=open")
    expect(one.page.locator(".card.both")).to_have_count(25)
    expect(one.page.locator(".card.covered")).to_have_count(0)
    one.go(f"/r/{room}/replay?at=1&as=1")
    expect(one.page.locator(".card.is-agent")).to_have_count(9)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_on_the_map_and_at_the_end(invite: Invite, axe: str, scheme: str) -> None:
    one = invite(color_scheme=scheme, width=390 if scheme == "dark" else 1440)
    for path in ("/duet/campaign", "/duet/day"):
        one.go(path)
        assert serious(one.page, axe) == []
    one.go("/duet/campaign").page.locator("#team-name").fill("Umbrellas")
    one.page.locator(".found button").click()
    expect(one.page.locator("#h-brief")).to_be_visible()
    assert serious(one.page, axe) == []
    a, b = seated([one, invite()], opened(one))
    a.give(2, CLUES[0], "first-clue")
    b.asked("guess")
    assert serious(b.page, axe) == []
    a.page.locator("[popovertarget=k-menu]").click()
    a.page.locator("#k-asides button", has_text="Give up").click()
    a.sure()
    expect(a.page.locator("#ribbon-end")).to_be_visible()
    assert serious(a.page, axe) == []


def test_every_kind_of_decision_was_answered_by_a_click() -> None:
    """Keeps the others honest: runs last in this file."""
    assert ANSWERED >= KINDS, f"never answered: {KINDS - ANSWERED}"


def test_the_mission_that_is_asked_about_is_in_sight(invite: Invite) -> None:
    """A phone shows a third of the map."""
    one = invite(width=390, height=844).go("/duet/campaign")
    one.page.locator("#team-name").fill("Umbrellas")
    one.page.locator(".found button").click()
    expect(one.page.locator(".city.open")).to_have_count(1)
    for city in ("prague", "moscow", "sydney", "los-alamos"):
        one.go(f"{one.page.url.partition('?')[0]}?at={city}")
        box = one.page.locator(".city[aria-current] .hit").bounding_box()
        assert box is not None
        assert box["x"] >= 0, city
        assert box["x"] + box["width"] <= 390, city
