"""A recorded game, played once more by people who click, tap or press keys.

The record says what is done; the house deals as it was dealt (tests/browser/rigged.py). Everything
else is as it is for anybody: what is to be touched for a move lies open, is marked as touchable,
and is touched where it can be seen.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from konspira.engine.record import Line, Record, parsed
from tests.browser.guests import Guest, script
from tests.house import OpenHouse

RECORDS = Path(__file__).parent / "records"
JSON = {"Accept": "application/json"}


def record(name: str) -> Record:
    return parsed((RECORDS / f"{name}.txt").read_text("utf-8"))


def options(told: Record) -> dict[str, object]:
    found: dict[str, object] = {}
    for pair in told.tags["Options"].split():
        name, _, value = pair.partition("=")
        found[name] = {"true": True, "false": False}.get(value, value)
    return found


def seated(house: OpenHouse, told: Record, guests: list[Guest], names: list[str]) -> None:
    """These people at a table where chance does what it did; who has no name watches."""
    chance = [outcome for line in told.lines for outcome in line.chance]
    host = guests[0].context.request
    host.get(guests[0].url)  # a cookie of one's own
    asked = {"game": told.tags["Game"], "options": options(told)}
    room = host.post(f"{house.url}/open", data=asked, headers=JSON).json()["room"]
    for seat, name in enumerate(names):
        own = guests[seat].context.request
        own.get(house.url)
        sat = own.post(f"{house.url}/r/{room}/sit", data={"seat": seat, "name": name}, headers=JSON)
        assert sat.ok
    (house.folder / "rig.json").write_text(json.dumps({"chance": chance}), "utf-8")
    assert host.post(f"{house.url}/r/{room}/start", headers=JSON).ok
    for one in guests:
        one.go(f"/r/{room}").at_table()


# What somebody who wants to play these moves touches next, as soon as it can be touched. A draft
# that is under way is waited for.
NEXT = """async ([moves, number, script]) => {
    const {state} = await import(`${script}state.js`);
    const {offers} = await import(`${script}touching.js`);
    const seen = (element) => element.checkVisibility({visibilityProperty: true});
    const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
    let last = ""; // the draft to which only this touch is missing
    const touchable = () => {
        last = "";
        const sure = all("#k-sure[open] button[value=yes]");
        if (sure.length || state.waiting.size || state.meant) return sure;
        const ask = state.ask;
        const draft = ask?.draft ?? [];
        if (!ask || !draft.every((move, at) => move === moves[at])) return [];
        const here = `${ask.decision} ${draft}`;
        if (window.answered === here) return []; // its last touch is on its way
        if (ask.complete && draft.length === moves.length) {
            last = here;
            return all("[data-do=confirm]");
        }
        const offer = offers().find((one) => one.m === moves[draft.length]);
        const left = offer?.t.filter((thing) => !state.touched.includes(thing)) ?? [];
        if (offer?.f && left.includes(offer.f)) left.unshift(offer.f);
        const found = left.slice(0, 1).flatMap((thing) => all(`[data-touch="${thing}"].can-touch`));
        if (left.length === 1) last = here;
        return found;
    };
    for (const until = Date.now() + 20000; Date.now() < until; ) {
        if (state.seq >= number) return {done: true};
        const [one] = touchable();
        if (one) {
            one.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
            const box = one.getBoundingClientRect();
            // What begins to move does so at the next frame, however late that comes.
            for (let at = 0; at < 2; at++) await new Promise(requestAnimationFrame);
            const after = one.getBoundingClientRect();
            if (after.left !== box.left || after.top !== box.top) continue; // it is still moving
            const kind = document.body.dataset.kind ?? "";
            const thing = one.dataset.touch ?? "";
            const way = thing ? `[data-touch="${thing}"]`
                : one.dataset.do ? "[data-do=confirm]" : "#k-sure[open] button[value=yes]";
            for (const [dx, dy] of [[.5, .5], [.5, .2], [.5, .8], [.2, .5], [.8, .5]]) {
                const [x, y] = [box.left + box.width * dx, box.top + box.height * dy];
                const there = document.elementFromPoint(x, y)?.closest("[data-touch], button");
                if (there === one || (thing && there?.dataset.touch === thing)) {
                    const [before, now] = [window.clicked, performance.now()];
                    // Two clicks on one place within 0.4 s would count as a double click.
                    const near = before && Math.hypot(x - before.x, y - before.y) < 8;
                    if (near && now - before.at < 500) break;
                    window.clicked = {x, y, at: now};
                    if (last) window.answered = last;
                    return {kind, x, y, way};
                }
            }
            // Something may still be moving; what stays covered is nothing to be touched.
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const over = document.elementFromPoint(x, y);
            window.covered = {thing, by: over?.outerHTML.slice(0, 200)};
        }
        await new Promise((wake) => setTimeout(wake, 8));
    }
    const asked = {kind: state.ask?.kind, draft: state.ask?.draft, touched: state.touched};
    const open = offers().map((one) => one.m).join(", ");
    return {stuck: JSON.stringify(asked), covered: window.covered, open};
}"""

Hand = Callable[[Guest, dict[str, Any]], None]


def by_mouse(one: Guest, at: dict[str, Any]) -> None:
    one.page.mouse.click(at["x"], at["y"])


def by_finger(one: Guest, at: dict[str, Any]) -> None:
    one.page.touchscreen.tap(at["x"], at["y"])


# How the focus comes to a thing: "" when it is there, else the key to press.
TOWARDS = """(wanted) => {
    const here = document.activeElement;
    if (here.matches(wanted)) return "";
    const there = [...document.querySelectorAll(wanted)].find((one) => one.checkVisibility());
    const grid = there.closest("[data-grid]");
    if (grid && grid === here.closest("[data-grid]")) {
        const [a, b] = [here.getBoundingClientRect(), there.getBoundingClientRect()];
        if (Math.abs(a.top - b.top) > a.height / 2) return b.top > a.top ? "ArrowDown" : "ArrowUp";
        return b.left > a.left ? "ArrowRight" : "ArrowLeft";
    }
    const before = here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING;
    return here !== document.body && before ? "Shift+Tab" : "Tab";
}"""


def by_keys(one: Guest, at: dict[str, Any]) -> None:
    """Tab and arrows until the thing has the focus, then Enter. No mouse, no script's focus."""
    for _ in range(120):
        key = one.page.evaluate(TOWARDS, at["way"])
        one.page.keyboard.press(key or "Enter")
        if not key:
            return
    raise AssertionError(f"no key leads to {at['way']}")


@dataclass(slots=True)
class Player:
    guest: Guest
    hand: Hand = by_mouse

    def plays(self, line: Line) -> None:
        for _ in range(60):
            found = self.guest.page.evaluate(NEXT, [line.moves, line.number, script()])
            if "done" in found:
                return
            if "x" not in found:
                raise AssertionError(f"entry {line}: {found}")
            self.guest.kinds.add(found["kind"])
            self.hand(self.guest, found)
        raise AssertionError(f"entry {line} is never played")


def play(told: Record, players: dict[str, Player], every: Callable[[], None] | None = None) -> None:
    """The whole record; then it is over for all, as it was."""
    for line in told.lines[1:]:
        players[line.who].plays(line)
        if every:
            every()
    for player in players.values():
        expect(player.guest.page.locator("body.is-over")).to_be_attached()
