"""The house around every game: front door, lobby, table frame, languages, chat, the line."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests import house
from tests.browser.guests import Guest, answer, guest

Invite = Callable[..., Guest]


def two_at_a_table(invite: Invite, game: str = "kyoto", **wishes: object) -> tuple[Guest, Guest]:
    ada, bruno = invite(**wishes), invite()
    link = ada.opens(game)
    ada.sits(0, "Ada")
    bruno.go(link).sits(1, "Bruno")
    expect(ada.page.locator("#seatcard-1 h3")).to_contain_text("Bruno")
    ada.starts()
    bruno.at_table()
    for one in (ada, bruno):
        one.page.wait_for_selector("body.is-asked")
    return ada, bruno


def test_two_clicks_and_a_link(invite: Invite) -> None:
    ada, bruno = invite(), invite()
    ada.go("/").page.locator(".door--kyoto .acts .k-btn--main").click()
    ada.page.locator("#seatcard-0 form[action$='/sit'] button").click()
    expect(ada.page.locator("#seatcard-0 h3")).to_contain_text("you")
    bruno.go(ada.page.url).page.locator("#seatcard-1 form[action$='/sit'] button").click()
    ada.starts()
    bruno.at_table()


def test_the_lobby_changes_for_all_who_look_at_it(invite: Invite) -> None:
    ada, bruno = invite(), invite()
    link = ada.opens("kyoto")
    bruno.go(link)
    ada.sits(0, "Ada")
    expect(bruno.page.locator("#seatcard-0 h3")).to_contain_text("Ada")
    ada.sets(equipment=True)
    # A neutral agent needs the special ones: the switch that was clicked shows what is so.
    ada.sets(neutral_agent=True)
    expect(ada.page.locator("#o-special_agents")).to_be_checked()
    ada.sets(special_agents=False)
    expect(ada.page.locator("#o-special_agents")).to_be_checked()
    bruno.page.reload()
    assert bruno.page.locator("#o-equipment").is_checked()
    ada.seats_bot(1, "random")
    expect(bruno.page.locator("#seatcard-1 h3")).not_to_contain_text("Free")


def test_only_the_host_sends_away_and_whoever_went_may_come_back(invite: Invite) -> None:
    ada, bruno = invite(), invite()
    link = ada.opens("kyoto")
    ada.sits(0, "Ada")
    bruno.go(link).sits(1, "Bruno")
    # A guest neither sends the host away nor sets the table, and reads who does.
    expect(bruno.page.locator("form[action$='/kick']")).to_have_count(0)
    expect(bruno.page.locator("#o-equipment")).to_be_disabled()
    expect(bruno.page.locator(".opts-why")).to_contain_text("Ada sat down first")
    away = ada.page.locator("#seatcard-1 form[action$='/kick'] button")
    away.click()
    ada.page.locator("#k-sure button[value=no]").click()
    expect(ada.page.locator("#seatcard-1 h3")).to_contain_text("Bruno")
    away.click()
    ada.page.locator("#k-sure button[value=yes]").click()
    expect(ada.page.locator("#seatcard-1 h3")).to_contain_text("Free")
    expect(bruno.page.locator("#k-note")).to_contain_text("asked to give up your seat")
    expect(bruno.page.locator("#seatcard-0 h3")).to_contain_text("Ada")
    bruno.sits(1, "Bruno")
    for one in (ada, bruno):
        expect(one.page.locator("#seatcard-1 .state")).to_have_text("Here")


def test_a_second_click_does_no_harm(invite: Invite) -> None:
    one = invite()
    room = one.opens("kyoto")
    one.sits(0, "Ada").seats_bot(1, "random")
    one.page.locator("form[action$='/start'] button").dblclick()
    one.at_table()
    expect(one.page).to_have_url(room)
    # A form's address that is opened like a page leads back to the room.
    for act in ("start", "sit", "options"):
        one.go(f"{room}/{act}").at_table()
        expect(one.page).to_have_url(room)


def test_half_a_name_survives_what_others_do(invite: Invite) -> None:
    ada, bruno = invite(), invite()
    link = ada.opens("kyoto")
    ada.sits(0)
    field = ada.page.locator("#name-0")
    field.press_sequentially("Al")
    bruno.go(link).sits(1, "Bruno")
    expect(ada.page.locator("#seatcard-1 h3")).to_contain_text("Bruno")
    expect(field).to_be_focused()
    field.press_sequentially("ice")
    field.press("Tab")
    expect(bruno.page.locator("#seatcard-0 h3")).to_contain_text("Alice")


def test_language_switches_without_losing_the_place(invite: Invite) -> None:
    ada, _ = two_at_a_table(invite)
    page = ada.page
    # Some of the placement is drafted, and something is being written.
    page.locator("[data-touch=identity-3]").click()
    expect(page.locator("[data-do=back]")).to_be_visible()
    placed = page.locator("#region-board .agent.is-own")
    expect(placed).to_have_count(1)
    page.locator("#tab-chat").click()
    page.locator("#say").fill("half a sentence")
    page.locator("[data-lang=hu]").click()
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.locator("#tab-chat")).to_contain_text("Csevegés")
    expect(page.locator("#tab-chat")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#say")).to_have_value("half a sentence")
    expect(page.locator("#region-prompt .k-turn")).to_have_text("Te jössz")
    expect(page.locator("[data-do=back]")).to_be_visible()
    expect(placed).to_have_count(1)
    page.reload()
    expect(page.locator("#tab-log")).to_contain_text("Napló")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(invite: Invite, scheme: str) -> None:
    ada = invite(color_scheme=scheme).go("/")
    shade = "getComputedStyle(document.body).backgroundColor"
    before = ada.page.evaluate(shade)
    ada.page.locator("[data-do=theme]").click()
    after = ada.page.evaluate(shade)
    assert before != after
    ada.page.reload()
    assert ada.page.evaluate(shade) == after


def test_chat_and_muting(invite: Invite) -> None:
    ada, bruno = two_at_a_table(invite)
    ada.page.locator("#tab-chat").click()
    ada.page.locator("#say").fill("<b>Good luck</b> & have fun")
    ada.page.locator("#say").press("Enter")
    line = bruno.page.locator("#k-chat li", has_text="<b>Good luck</b> & have fun")
    expect(line).to_have_count(1)
    expect(bruno.page.locator("#k-unread")).to_have_text("1")
    bruno.page.locator("#tab-chat").click()
    expect(bruno.page.locator("#k-unread")).to_be_hidden()
    bruno.page.locator("#k-chat [data-mute=Ada]").click()
    expect(line).to_be_hidden()
    ada.page.locator("#say").fill("more")
    ada.page.locator("#say").press("Enter")
    expect(ada.page.locator("#k-chat li")).to_have_count(2)
    expect(bruno.page.locator("#k-chat li")).to_have_count(2)
    expect(bruno.page.locator("#k-chat li:visible")).to_have_count(0)
    bruno.page.locator("#k-muted button").click()
    expect(bruno.page.locator("#k-chat li:visible")).to_have_count(2)


def test_your_turn_shows_in_title_and_icon_and_calls(invite: Invite) -> None:
    ada, bruno = two_at_a_table(invite, permissions=["notifications"])
    calls = """
        window.calls = [];
        window.AudioContext = class {
            currentTime = 0; destination = {};
            createOscillator() { return {frequency: {}, connect: (x) => x, start() {}, stop() {}}; }
            createGain() {
                calls.push("sound");
                return {gain: new Proxy({}, {get: () => () => {}}), connect: (x) => x};
            }
        };
        window.Notification = class {
            static permission = "granted";
            constructor(title) { calls.push(title); }
        };
        Object.defineProperty(document, "hidden", {get: () => true});
        localStorage.setItem("konspira.sound", "true");
        localStorage.setItem("konspira.notify", "true");
    """
    luck = random.Random(3)
    while bruno.asked:
        if not answer(bruno, luck):
            bruno.page.wait_for_timeout(20)
    expect(bruno.page).not_to_have_title("● Your turn", timeout=1)
    plain = bruno.page.locator("link[rel=icon]").get_attribute("href")
    bruno.page.evaluate(calls)
    for _ in range(400):
        if not answer(ada, luck):
            ada.page.wait_for_timeout(20)
        if bruno.page.locator("body.is-asked").count():
            break
    expect(bruno.page.locator("body.is-asked")).to_have_count(1)
    assert bruno.page.title().startswith("● Your turn · ")
    assert bruno.page.locator("link[rel=icon]").get_attribute("href") != plain
    heard = bruno.page.evaluate("calls")
    assert "sound" in heard
    assert "Your turn" in heard


def test_where_a_seat_has_left_from_one_may_go_on_looking(invite: Invite) -> None:
    """The seat moves to another device: the old one shows nothing of it, and a way on."""
    ada, _ = two_at_a_table(invite)
    room = ada.page.url
    asked = ada.context.request.post(f"{room}/device", headers={"Accept": "application/json"})
    phone = invite(width=390).go(asked.json()["link"])
    phone.page.locator("form button").last.click()
    phone.at_table()
    ways = ada.page.locator("#k-moved a")
    expect(ways).to_have_count(2)
    ways.first.click()
    ada.at_table()
    assert ada.page.url == room
    expect(ada.page.locator("#region-board")).to_be_visible()
    assert ada.page.locator(".can-touch").count() == 0


def test_a_pause_is_asked_for_and_agreed_to(invite: Invite) -> None:
    ada, bruno = invite(lang="hu", width=390), invite(width=390)
    link = ada.opens("kyoto")
    ada.sits(0, "Ada").sets(clock="game:600")
    bruno.go(link).sits(1, "Bruno")
    ada.starts()
    bruno.at_table()
    ada.page.locator("[popovertarget=k-menu]").click()
    asking = ada.page.locator("#k-menu form[action$='/pause'] button")
    asking.click()
    expect(asking).not_to_be_visible()
    expect(ada.page.locator(".k-pausing")).to_contain_text("Szünetet kér: Ada.")
    line = bruno.page.locator(".k-pausing")
    expect(line).to_contain_text("Pause wanted: Ada.")
    bruno.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(line).to_be_in_viewport(ratio=1)
    bar = bruno.page.locator(".k-bar").evaluate("bar => bar.getBoundingClientRect().bottom")
    assert line.evaluate("line => line.getBoundingClientRect().top") >= bar  # the clocks are seen
    line.locator("form[action$='/pause'] button").click()
    for one in (ada, bruno):
        expect(one.page.locator(".k-clock[data-running]")).to_have_count(0)
        expect(one.page.locator(".k-pausing form[action$='/resume'] button")).to_be_visible()
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.page.locator(".k-pausing button").click()
    expect(line).to_have_count(0)
    expect(bruno.page.locator(".k-clock[data-running]")).not_to_have_count(0)


def test_a_wrong_touch_tells_why(invite: Invite) -> None:
    ada, _ = two_at_a_table(invite, "duet")
    card = ada.page.locator("[data-touch]:not(.can-touch):visible").first
    expect(card).to_have_attribute("aria-disabled", "true")
    card.click(force=True)  # it can be clicked although it is marked as disabled
    expect(ada.page.locator("#k-note")).not_to_be_empty()


def test_a_spectator_watches(invite: Invite) -> None:
    ada, bruno = two_at_a_table(invite)
    csilla = invite().go(ada.page.url).at_table()
    luck = random.Random(5)
    for _ in range(16):
        answer(ada, luck)
        answer(bruno, luck)
    expect(csilla.page.locator("#k-log li:visible").first).to_be_visible()
    newest = "document.querySelector('#k-log li').id"
    for _ in range(400):  # what was clicked last is on its way
        if ada.page.evaluate(newest) == csilla.page.evaluate(newest):
            break
        ada.page.wait_for_timeout(50)
    assert ada.page.evaluate(newest) == csilla.page.evaluate(newest)
    assert not csilla.asked
    assert csilla.page.locator("[data-touch].can-touch").count() == 0


def test_the_line_breaks_and_no_move_is_lost(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The house is killed while a move is under way and comes back on the same port."""
    folder = tmp_path_factory.mktemp("shaken")
    running = house.begun(folder)
    ada, bruno = guest(chromium, running.url), guest(chromium, running.url)
    try:
        link = ada.opens("kyoto")
        ada.sits(0, "Ada")
        bruno.go(link).sits(1, "Bruno")
        ada.starts()
        bruno.at_table()
        luck = random.Random(7)
        for _ in range(16):
            answer(ada, luck)
            answer(bruno, luck)
        running.kill()
        expect(ada.page.locator("#k-lost")).to_be_visible(timeout=20_000)
        # Played into the dark: it waits in the drawer.
        waiting = 0
        for one in (ada, bruno):
            for _ in range(30):
                if not answer(one, luck) or one.page.locator("body.is-sending").count():
                    break
            waiting += one.page.locator("body.is-sending").count()
        port = running.port
        running.stop()
        running = house.begun(folder, port=port)
        for one in (ada, bruno):
            expect(one.page.locator("#k-lost")).to_be_hidden(timeout=20_000)
            expect(one.page.locator("body.is-sending")).to_have_count(0)
        for _ in range(10):
            answer(ada, luck)
            answer(bruno, luck)
        for one in (ada, bruno):
            expect(one.page.locator("body.is-sending")).to_have_count(0)
        log = "[...document.querySelectorAll('#k-log > li')].map((line) => line.id).join()"
        for _ in range(100):  # what one has just done is on its way to the other
            if ada.page.evaluate(log) == bruno.page.evaluate(log):
                break
            ada.page.wait_for_timeout(50)
        assert ada.page.evaluate(log) == bruno.page.evaluate(log)
        assert ada.wrong == bruno.wrong == []
    finally:
        ada.context.close()
        bruno.context.close()
        running.stop()


def test_a_cut_line_is_told_as_soon_as_the_device_knows(invite: Invite) -> None:
    ada, bruno = two_at_a_table(invite)
    lost = ada.page.locator("#k-lost")
    ada.context.set_offline(True)
    expect(lost).to_be_visible(timeout=2_000)
    ada.context.set_offline(False)
    expect(lost).to_be_hidden()
    luck = random.Random(3)
    assert answer(ada, luck)
    expect(ada.page.locator("body.is-sending")).to_have_count(0)
    assert ada.wrong == bruno.wrong == []


def test_a_line_that_swallows_a_move_is_opened_anew(invite: Invite) -> None:
    """As after a walk out of reach: it looks whole, and nothing comes through."""
    cut = False
    opened: list[WebSocketRoute] = []

    def through(socket: WebSocketRoute) -> None:
        served, fresh = socket.connect_to_server(), cut
        opened.append(socket)

        def to(other: WebSocketRoute) -> Callable[[str | bytes], None]:
            return lambda message: other.send(message) if fresh or not cut else None

        socket.on_message(to(served))
        served.on_message(to(socket))

    ada, bruno = invite(), invite()
    ada.page.route_web_socket(re.compile("/live$"), through)
    link = ada.opens("kyoto")
    ada.sits(0, "Ada")
    bruno.go(link).sits(1, "Bruno")
    expect(ada.page.locator("#seatcard-1 h3")).to_contain_text("Bruno")
    ada.starts()
    bruno.at_table()
    ada.page.wait_for_selector("body.is-asked")
    luck = random.Random(5)
    cut = True
    before = len(opened)
    assert answer(ada, luck)
    for _ in range(150):
        if len(opened) > before:
            break
        ada.page.wait_for_timeout(100)
    assert len(opened) > before
    expect(ada.page.locator("#k-lost")).to_be_hidden(timeout=15_000)
    for _ in range(400):  # both place all their agents
        if bruno.page.locator("#k-log li").count() >= 2:
            break
        if not answer(ada, luck) and not answer(bruno, luck):
            ada.page.wait_for_timeout(20)
    expect(ada.page.locator("body.is-sending")).to_have_count(0)
    assert ada.wrong == bruno.wrong == []


def test_the_bar_says_whose_turn_it_is(invite: Invite) -> None:
    ada, bruno = two_at_a_table(invite)
    luck = random.Random(9)
    for _ in range(400):
        if not ada.asked:
            break
        if not answer(ada, luck):
            ada.page.wait_for_timeout(20)
    expect(ada.page.locator("#seat-0.is-asked")).to_have_count(0)
    for one in (ada, bruno):
        expect(one.page.locator("#seat-1.is-asked")).to_have_count(1)
