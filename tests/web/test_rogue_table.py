"""The Rogue Agent table: every move can be touched, every question is explained, secrets are kept."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

import konspira
from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY, OPEN_TABLE, SPECTATOR
from konspira.engine.knowledge import knowledge
from konspira.engine.log import follow, opening
from konspira.engine.texts import LANGUAGES
from konspira.games.rogue import Rogue
from konspira.games.rogue.notation import PHASES
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import kind_of
from konspira.games.rogue.table import REGIONS, table
from konspira.web.table import Moment, Sitter, Table
from konspira.web.tables import words_of

GAMES: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4, "mode": "android"},
    {"players": 3, "mode": "android"},
    {"players": 4, "module": "shadow_watch"},
    {
        "players": 4,
        "mode": "android",
        "apex_exemption_assassins": False,
        "track_end_bonus": "all_each_arrival",
        "clock_until": "start_of_next_turn",
        "police_takes_criminals": True,
        "android_stop_after_second": True,
        "columns_any_order": True,
        "patrol_may_return_to_start": True,
    },
]
SITTERS = (Sitter("Ilka <3"), Sitter("Teo"), Sitter("", "quick"), Sitter("Zsófi", present=False))
ASKED = set(PHASES) - {"running", "chance", "over"}


def name_of(options: dict[str, object]) -> str:
    return " ".join(str(value) for value in options.values())[:30]


def tables(game: Rogue) -> dict[str, Table]:
    return {language: table(game, words_of("rogue", language)) for language in LANGUAGES}


def moment(game: Rogue, state: Any, viewer: int, draft: tuple[int, ...] = ()) -> Moment:
    asked = viewer < game.seats and state.asks(viewer)
    return Moment(
        game,
        game.view(state, viewer),
        knowledge(game, state, viewer),
        viewer,
        SITTERS[: game.seats],
        kind=game.decision_kind(state, viewer) if asked else "",
        moves=state.moves(viewer) if asked else (),
        asides=game.asides(state, viewer) if viewer < game.seats else (),
        draft=draft,
    )


def eager(game: Rogue, state: Any, luck: Stream) -> int:
    """Mostly anything but ending the turn, so that much happens."""
    moves = state.moves()
    if luck.below(6):
        moves = [m for m in moves if game.text(m) not in ("end-turn", "keep", "stop")] or moves
    return int(moves[luck.below(len(moves))])


def walked(game: Rogue, seed: str, every: int = 1) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Positions of a random game with the moves of the open compound."""
    luck = Stream(seed)
    state = game.start(seed)
    draft: list[int] = []
    while state.actor() != NOBODY:
        if every == 1 or luck.below(every) == 0:
            yield state, tuple(draft)
        move = eager(game, state, luck)
        state.play(move)
        draft = [*draft, move] if state.drafting() != NOBODY else []
    yield state, ()


class Page(HTMLParser):
    """What a page holds: things to touch with their names, ids, and what must not be there."""

    def __init__(self, regions: dict[str, str]) -> None:
        super().__init__()
        self.touchable: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.tips: set[str] = set()
        self.open: list[tuple[str, list[str]]] = []
        for inside in regions.values():
            self.feed(inside)
            if self.open:
                self.wrong.append(f"not closed: {self.open}")
                self.open = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if "style" in found or any(name.startswith("on") for name in found):
            self.wrong.append(f"inline: {found}")
        if "id" in found:
            self.ids[str(found["id"])] += 1
        if "data-tip" in found:
            self.tips.add(str(found["data-tip"]))
        if "data-touch" in found:
            self.touchable[str(found["data-touch"])] += 1
            if tag != "button" or found.get("type") != "button":
                self.wrong.append(f"no button: {found}")
        if tag in ("use", "input", "img", "br"):
            return
        spoken = [str(found.get("aria-label") or "")]
        self.open.append((tag, spoken))

    handle_startendtag = handle_starttag

    def handle_data(self, data: str) -> None:
        for _, spoken in self.open:
            spoken.append(data.strip())

    def handle_endtag(self, tag: str) -> None:
        if tag == "use":
            return
        if not self.open or self.open[-1][0] != tag:
            self.wrong.append(f"</{tag}> after {self.open[-1:]}")
            return
        _, spoken = self.open.pop()
        if tag == "button" and not "".join(spoken):
            self.wrong.append("a button without a name")


def check_offers(at: Table, now: Moment, page: Page) -> None:
    offers = at.offers(now)
    assert [offer.move for offer in offers] == [now.game.text(m) for m in (*now.moves, *now.asides)]
    sets = [frozenset(offer.touches) for offer in offers]
    assert len(set(sets)) == len(sets)
    for one in sets:
        assert one
        assert not any(one < other for other in sets), (one, sets)
    for offer in offers:
        assert offer.label
        for touch in offer.touches:
            assert touch in page.touchable or touch.startswith("aside-"), (now.kind, offer)


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_every_move_is_one_set_of_things_on_the_table(options: dict[str, object]) -> None:
    game = konspira.game("rogue", **options)
    assert isinstance(game, Rogue)
    language = LANGUAGES[len(options) % len(LANGUAGES)]
    at = tables(game)[language]
    kinds: Counter[str] = Counter()
    for number in range(2):
        for state, draft in walked(game, f"touch {number}"):
            viewer = state.actor()
            if viewer == NOBODY:
                continue
            now = moment(game, state, viewer, draft)
            kinds[now.kind] += 1
            if kinds[now.kind] > 12:
                continue
            page = Page(at.regions(now))
            assert page.wrong == []
            assert [name for name, count in page.ids.items() if count > 1] == []
            check_offers(at, now, page)
    assert len(kinds) >= 8
