"""The client script without a server: how touches narrow, what morphing keeps."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from konspira.web import assets

HOUSE = "http://house.test"


def answer(route: Route) -> None:
    path = route.request.url.removeprefix(HOUSE)
    if path.startswith("/static/"):
        body, kind = assets.served(path.split("/", 3)[3])
        route.fulfill(body=body, content_type=kind)
    else:
        route.fulfill(body="<!doctype html><title>x</title><body>", content_type="text/html")


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    sheet = context.new_page()
    sheet.route(f"{HOUSE}/**", answer)
    sheet.goto(HOUSE)
    for module in ("touching", "morph"):
        script = assets.address(f"script/{module}.js")
        sheet.evaluate(f"import('{script}').then((m) => {{ window.{module}_ = m; }})")
    yield sheet
    context.close()


# Shrine or Castle; two agents; each may go to its own cells.
OFFERS = [
    {"m": f"{card} {agent} {cell}", "t": [f"card-{card}", f"agent-{agent}", f"cell-{cell}"]}
    for card, agent, cell in (
        ("red", "a3", "a4"),
        ("red", "a3", "b4"),
        ("red", "c3", "b4"),
        ("blue", "c3", "c4"),
    )
]


def touched(page: Page, before: list[str], thing: str) -> Any:
    return page.evaluate("([o, b, t]) => touching_.touching(o, b, t)", [OFFERS, before, thing])


def test_touches_narrow_in_any_order(page: Page) -> None:
    assert touched(page, [], "cell-b4") == ["cell-b4"]
    assert touched(page, ["cell-b4"], "card-red") == ["cell-b4", "card-red"]
    left = page.evaluate(
        "([o, t]) => touching_.fitting(o, t).map((one) => one.m)", [OFFERS, ["cell-b4", "card-red"]]
    )
    assert left == ["red a3 b4", "red c3 b4"]


def test_a_second_touch_takes_back(page: Page) -> None:
    assert touched(page, ["card-red", "agent-a3"], "card-red") == ["agent-a3"]


def test_a_thing_takes_the_place_of_its_like(page: Page) -> None:
    assert touched(page, ["card-red", "agent-a3"], "agent-c3") == ["card-red", "agent-c3"]


def test_what_fits_only_alone_starts_anew(page: Page) -> None:
    assert touched(page, ["card-red", "agent-a3"], "card-blue") == ["card-blue"]


def test_an_order_may_matter(page: Page) -> None:
    """A Decoy is touched before the card that goes under it: the other way round is a new start."""
    decoy = {"m": "decoy red", "t": ["card-decoy", "card-red"], "f": "card-decoy"}
    touching = "([o, b, t]) => touching_.touching(o, b, t)"
    assert page.evaluate(touching, [[*OFFERS, decoy], ["card-red"], "card-decoy"]) == ["card-decoy"]
    assert page.evaluate(touching, [[*OFFERS, decoy], ["card-decoy"], "card-red"]) == [
        "card-decoy",
        "card-red",
    ]


def test_what_all_offers_share_is_given(page: Page) -> None:
    offers = [{"m": who, "t": [f"identity-{who}", "cell-a1"]} for who in ("3", "2", "1")]
    assert page.evaluate("(o) => touching_.given(o)", offers) == ["cell-a1"]
    assert page.evaluate("(o) => touching_.given(o)", offers[:1]) == []
    assert page.evaluate("(o) => touching_.given(o)", OFFERS) == []


def test_what_fits_nothing_is_refused(page: Page) -> None:
    assert touched(page, ["card-red"], "card-green") is None


def morphed(page: Page, before: str, after: str, ask: str) -> Any:
    return page.evaluate(
        """([before, after, ask]) => {
            document.body.innerHTML = before;
            const old = document.body.firstElementChild;
            const look = new Function("old", "phase", ask);
            look(old, "before");
            const holder = document.createElement("template");
            holder.innerHTML = after;
            morph_.morph(old, holder.content.firstElementChild);
            return [old.outerHTML, look(old, "after")];
        }""",
        [before, after, ask],
    )


def test_morphing_makes_alike(page: Page) -> None:
    after = '<ul class="b"><li id="z">3</li><li id="x" class="up">1</li>text<li>new</li></ul>'
    html, _ = morphed(
        page, '<ul><li id="x">1</li><li id="y">2</li><li id="z">3</li></ul>', after, ""
    )
    assert html == after


@pytest.mark.parametrize("key", ["x", "z"])
def test_the_same_id_is_the_same_node_and_keeps_its_focus(page: Page, key: str) -> None:
    before = (
        '<div><button id="x">1</button><button id="y">2</button><button id="z">3</button></div>'
    )
    after = '<div><button id="z">3</button><button id="q">4</button><button id="x">1</button></div>'
    ask = f"""
        const one = old.querySelector("#{key}");
        if (phase === "before") {{ window.kept = one; one.focus(); return; }}
        return [window.kept === one, document.activeElement === one];
    """
    assert morphed(page, before, after, ask)[1] == [True, True]


def test_half_typed_text_and_open_details_survive(page: Page) -> None:
    before = '<div><details id="d"><summary>s</summary></details><input id="i" data-text></div>'
    after = before.replace("<div>", "<div><p>news</p>").replace("data-text", 'data-text value="x"')
    ask = """
        if (phase === "before") {
            old.querySelector("#i").value = "half-ty";
            old.querySelector("#d").open = true;
            return;
        }
        return [old.querySelector("#i").value, old.querySelector("#d").open];
    """
    assert morphed(page, before, after, ask)[1] == ["half-ty", True]


def test_a_field_nobody_writes_in_is_redrawn(page: Page) -> None:
    ask = "if (phase === 'before') { old.value = 'old'; return; } return old.value;"
    assert morphed(page, '<input value="a">', '<input value="b">', ask)[1] == "b"


def test_a_switch_that_was_just_clicked_shows_what_is_so(page: Page) -> None:
    ask = """
        if (phase === "before") { old.focus(); old.click(); return; }
        return [document.activeElement === old, old.checked];
    """
    switch = '<input type="checkbox" checked>'
    assert morphed(page, switch, switch, ask)[1] == [True, True]


def test_an_answer_overtakes_the_draft_of_what_was_typed(page: Page) -> None:
    """What was typed last is drafted after a moment; by then it may be answered."""
    for module in ("writing", "state"):
        script = assets.address(f"script/{module}.js")
        page.evaluate(f"import('{script}').then((m) => {{ window.{module}_ = m; }})")
    sent = page.evaluate(
        """async () => {
            document.body.innerHTML = '<input data-text>';
            const sent = [];
            const send = (frame) => sent.push(JSON.parse(frame).t);
            const socket = { readyState: WebSocket.OPEN, send };
            const ask = { decision: 5, kind: "clue", offers: [{ m: "{text} 2", t: [] }] };
            Object.assign(state_.state, { socket, ask, typed: "zeppelin" });
            writing_.type_soon();
            writing_.give_text();
            await new Promise((later) => setTimeout(later, 250));
            return sent;
        }"""
    )
    assert sent == ["move"]


def replayed(route: Route) -> None:
    """A game of four entries; the second and the third have scenes, which stay for a while."""
    if "/static/" in route.request.url:
        return answer(route)
    at = int(route.request.url.rpartition("at=")[2] or 0)
    scenes = "".join(f'<p id="scene-{n}" data-moment="9">{n}</p>' for n in (1, 2) if n <= at)
    body = f'<body class="at-replay" data-replay><input type="range" id="at" value="{at}">{scenes}'
    return route.fulfill(body=f"<!doctype html><title>x</title>{body}", content_type="text/html")


def test_a_replay_plays_the_scene_of_one_step_forward_and_no_other(page: Page) -> None:
    page.unroute(f"{HOUSE}/**")
    page.route(f"{HOUSE}/**", replayed)
    page.goto(f"{HOUSE}/replay?at=0")
    script = assets.address("script/replay.js")
    page.evaluate(f"import('{script}').then((m) => {{ window.replay_ = m; }})")
    shown = []
    for at in (1, 2, 1, 2, 3, 0, 2):
        page.evaluate("(at) => replay_.go_replay(`?at=${at}`)", at)
        shown.append(page.evaluate("document.querySelector('.is-now')?.id ?? ''"))
    assert shown == ["scene-1", "scene-2", "", "scene-2", "", "", ""]


def test_pictures_keep_their_namespace(page: Page) -> None:
    ask = "return old.querySelector('circle')?.namespaceURI;"
    before = '<svg viewBox="0 0 9 9"><path d="M0 0h1"/></svg>'
    after = '<svg viewBox="0 0 9 9"><circle r="1"/></svg>'
    assert morphed(page, before, after, ask)[1] == "http://www.w3.org/2000/svg"


MOMENT = """
<button id="before">x</button><div id="piece-1" class="piece at-M3 can-touch"></div>
<section id="news-1" data-moment="" data-first><ol data-steps="0.01">
<li id="one" data-does="piece-1 at-M4; piece-1 struck">walks</li><li id="two">waits</li></ol>
<button data-do="go-on">on</button></section>
"""


def test_a_moment_without_a_number_waits_and_its_steps_are_seen(page: Page) -> None:
    """What a step does to a thing of the table is there while it is told, and not after it."""
    script = assets.address("script/moments.js")
    page.evaluate(f"import('{script}').then((m) => {{ window.moments_ = m; }})")
    page.evaluate("html => { document.body.innerHTML = html; window.over = 0; }", MOMENT)
    keyboard = assets.address("script/state.js")
    page.evaluate(f"import('{keyboard}').then((m) => {{ m.state.keyboard = true; }})")
    page.evaluate("document.getElementById('before').focus()")
    page.evaluate("moments_.tell(moments_.new_moment(), () => { window.over += 1; })")
    assert page.evaluate("document.activeElement.dataset.do") == "go-on"
    page.wait_for_selector("#news-1.is-told", state="attached")
    piece = "document.getElementById('piece-1').className"
    assert page.evaluate(piece) == "piece can-touch at-M4 struck"
    assert page.evaluate("window.over") == 0
    page.evaluate("moments_.go_on()")
    assert page.evaluate("window.over") == 1
    assert page.evaluate("document.activeElement.id") == "before"
    assert set(page.evaluate(piece).split()) == {"piece", "can-touch", "at-M3"}
    assert page.evaluate("moments_.new_moment()") is None  # told once


def test_what_an_overtaken_draft_drew_stays_and_asks_nothing(page: Page) -> None:
    """The server takes every region that it has sent as drawn and never sends it again: an answer
    that comes late must be seen, though only the newest draft may ask."""
    for module in ("frames", "state"):
        script = assets.address(f"script/{module}.js")
        page.evaluate(f"import('{script}').then((m) => {{ window.{module}_ = m; }})")
    found = page.evaluate(
        """() => {
            document.body.innerHTML = '<main id="k-table"><p id="region-board">0</p></main>';
            document.body.classList.add("is-drafting");
            const state = state_.state;
            Object.assign(state, { n: 2, meant: "the second", ask: { decision: 5 } });
            const seen = () => [
                document.getElementById("region-board").textContent,
                document.body.classList.contains("is-drafting"),
                state.meant,
                state.ask.decision,
            ];
            const regions = { board: "1" };
            frames_.hear({ t: "drafted", n: 1, regions, ask: { decision: 4 } });
            const late = seen();
            frames_.hear({ t: "drafted", n: 2, regions: {} });
            return [late, seen()];
        }"""
    )
    assert found == [["1", True, "the second", 5], ["1", False, None, 5]]
