"""A table page as a file, without a server: `python -m tools.preview GAME OUT.html` (or OUT.png).

Plays some moves, then draws the page for one seat with the question that is asked there. The page
is not live, but its script marks what can be touched. With OUT.png it is also photographed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from base64 import b64encode
from importlib import resources
from pathlib import Path
from typing import Any

import konspira
from konspira.cli import opened
from konspira.engine.contract import NOBODY, OPEN_TABLE, SPECTATOR
from konspira.engine.knowledge import knowledge
from konspira.web import assets, live, pages
from konspira.web.table import Moment, Sitter
from konspira.web.tables import table_for
from tools.parts import chromium

NAMES = ("Zsófi", "Piotr", "Ilka", "Bartek")
BROWSER = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def played(game: Any, moves: int, draft: int, seed: int, kind: str) -> Any:
    """A state after so many answered decisions (or, then, at the first of a kind), by chance."""
    luck = random.Random(seed)
    state = game.start(seed)
    for _ in range(moves + (2000 if kind else 0)):
        if state.outcome() is not None:
            break
        if kind and _ >= moves and kind in kinds(game, state):
            break
        step(state, luck)
        while state.outcome() is None and state.drafting() != NOBODY:
            step(state, luck)
    for _ in range(draft):
        step(state, luck)
        if state.drafting() == NOBODY:
            break
    return state


def kinds(game: Any, state: Any) -> list[str]:
    return [game.decision_kind(state, s) for s in range(game.seats) if state.asks(s)]


def step(state: Any, luck: random.Random) -> None:
    drafting = state.drafting()
    moves = state.moves() if drafting == NOBODY else state.moves(drafting)
    state.play(luck.choice(moves))


def moment_of(game: Any, state: Any, viewer: int) -> Moment:
    """What a seat is shown and asked; its open compound is its draft."""
    known = knowledge(game, state, viewer)
    asked = viewer < game.seats and state.outcome() is None and state.asks(viewer)
    draft: list[int] = []
    if asked and state.drafting() == viewer:
        draft = [code for code in known.told[-1] if code & 15 == viewer]
    return Moment(
        game,
        game.view(state, viewer),
        known,
        viewer,
        [Sitter(name) for name in NAMES[: game.seats]],
        game.decision_kind(state, viewer) if asked else "",
        state.moves(viewer) if asked else (),
        game.asides(state, viewer) if viewer < game.seats and state.outcome() is None else (),
        draft,
    )


def going_on(state: Any, moment: Moment) -> list[int]:
    found = []
    for move in moment.moves:
        after = state.clone()
        after.apply(move)
        if after.drafting() == moment.viewer:
            found.append(move)
    return found


def page(game: Any, state: Any, viewer: int, language: str, theme: str, over: bool) -> str:
    table = table_for(game, language)
    moment = moment_of(game, state, viewer)
    words = table.words
    seats = [
        live.Seat(
            seat,
            words.say(f"seat.{game.seat_name(seat)}"),
            moment.sitters[seat],
            ink=seat,
            yours=seat == viewer,
            asked=state.outcome() is None and state.asks(seat),
        )
        for seat in range(game.seats)
    ]
    question = None
    if moment.kind or moment.asides:
        question = live.ask(table, moment, 1, going_on(state, moment))
    room = pages.Room("amber-sparrow", "Amber Sparrow", game.key, "https://example/r/amber-sparrow")
    visit = pages.Visit("/r/amber-sparrow", theme)
    shown = pages.TablePage(
        visit, room, seats, game, table, moment, question=question, over=over, live=False
    )
    return pages.table(shown, words)


def as_file(html: str) -> str:
    """The same page with files in place of addresses. A script from a file must stand inside."""
    web, games = resources.files("konspira.web"), resources.files("konspira.games")

    def found(path: str) -> str:
        folder, _, name = path.rpartition("/")
        return str(games / folder / "table" / name) if folder else str(web / "static" / name)

    html = re.sub(r'<link rel="modulepreload"[^>]*>\n', "", html)
    html = re.sub(r'<script type="module" src="[^"]*"></script>', lambda _: inlined(), html)
    return re.sub(r"/static/[0-9a-f]+/([\w./-]+)", lambda m: f"file://{found(m[1])}", html)


def inlined() -> str:
    """The modules of the script, each under its name in a map of addresses that hold them whole."""
    known = {}
    for module in assets.modules():
        source = assets.served(module)[0].decode().replace('"./', '"script/')
        known[module] = f"data:text/javascript;base64,{b64encode(source.encode()).decode()}"
    return (
        f'<script type="importmap">{json.dumps({"imports": known})}</script>'
        '<script type="module">import "script/house.js";</script>'
    )


def photograph(html: str, out: Path, width: int, height: int, theme: str, whole: bool) -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    source = out.with_suffix(".html")
    source.write_text(html, "utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=BROWSER)
        scheme = "dark" if theme == "dark" else "light"
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
            has_touch=width < 700,
        )
        sheet = context.new_page()
        sheet.on("console", lambda line: print(f"console: {line.text}"))
        sheet.on("pageerror", lambda error: print(f"error: {error}"))
        sheet.goto(f"file://{source.resolve()}")
        sheet.wait_for_timeout(300)
        wide = sheet.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            print(f"the page is {wide} px wide, {wide - width} too many")
        sheet.screenshot(path=str(out), full_page=whole)
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.preview", description=__doc__)
    parser.add_argument("game", choices=list(konspira.GAMES))
    parser.add_argument("out", type=Path)
    parser.add_argument("--moves", type=int, default=12, help="decisions answered before")
    parser.add_argument("--draft", type=int, default=0, help="then moves of an open compound")
    parser.add_argument("--kind", default="", help="then on until this kind is asked")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--seat", default="", help="a seat's name, watch or open; else who is asked"
    )
    parser.add_argument("--lang", default="en")
    parser.add_argument("--theme", default="light", choices=["light", "dark"])
    parser.add_argument("--option", action="append", default=[], help="as equipment=true")
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--whole", action="store_true", help="photograph the whole page")
    options = parser.parse_args()
    game = opened(options.game, options.option)
    state = played(game, options.moves, options.draft, options.seed, options.kind)
    names = {game.seat_name(seat): seat for seat in range(game.seats)}
    names |= {"watch": SPECTATOR, "open": OPEN_TABLE}
    if options.seat:
        viewer = names[options.seat if options.seat in names else options.seat.upper()]
    else:
        asked = [
            seat
            for seat in range(game.seats)
            if state.outcome() is None
            and state.asks(seat)
            and (not options.kind or game.decision_kind(state, seat) == options.kind)
        ]
        viewer = asked[0] if asked else 0
    over = state.outcome() is not None
    html = as_file(page(game, state, viewer, options.lang, options.theme, over))
    if options.out.suffix == ".png":
        photograph(html, options.out, options.width, options.height, options.theme, options.whole)
    else:
        options.out.write_text(html, "utf-8")
    asked_for = ", ".join(kinds(game, state)) if not over else "nothing: the game is over"
    print(f"{options.out}: asked is {asked_for}")


if __name__ == "__main__":
    main()
