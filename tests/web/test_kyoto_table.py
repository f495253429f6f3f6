"""The table of Shadows in Kyoto: every move can be touched, every question is asked in words, a
wrong touch is told the truth, and nothing that is drawn depends on what the viewer may not know."""

import dataclasses
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import pytest

from konspira.engine.chance import Stream, seeded
from konspira.engine.contract import CHANCE, OPEN_TABLE, SPECTATOR
from konspira.engine.harness import addressed, viewers, walk
from konspira.engine.knowledge import from_entries
from konspira.engine.log import Entry, follow, opening
from konspira.engine.texts import LANGUAGES
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, PHASES
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, code, kind_of
from konspira.games.kyoto.rules.components import UNKNOWN
from konspira.games.kyoto.rules.state import State
from konspira.games.kyoto.table import KyotoTable, table
from konspira.games.kyoto.table.told import Told
from konspira.web.table import Moment, Sitter
from konspira.web.tables import words_of

ASKED = set(PHASES) - {"dealing", "drawing", "looking", "over"}
EVERYTHING: dict[str, object] = {"special_agents": True, "neutral_agent": True, "equipment": True}
OPTIONS: list[dict[str, object]] = [
    {},
    {"special_agents": True},
    {"equipment": True, "open_log": True},
    EVERYTHING,
    EVERYTHING | {"attack_push_target": "strictly_empty"},
    {"layout": "study-3x4"},
    {"layout": "study-hidden-3x4"},
]
SITTERS = [Sitter("Zsófi <b>"), Sitter("Piotr & Co")]
# What lies in front of the viewer is also within reach of a thumb, while it is asked for.
HANDY = ("deck-", "equip-", "decoy-")
TOUCH = re.compile(r'data-touch="([\w-]+)"')
VOID = {"use", "rect", "path", "circle", "ellipse", "br"}


def game_with(options: dict[str, object]) -> Kyoto:
    return Kyoto(**options)  # type: ignore[arg-type]


def table_of(game: Kyoto, language: str = "en") -> KyotoTable:
    return table(game, words_of("kyoto", language))


def moment_of(game: Kyoto, state: State, log: list[Entry], viewer: int) -> Moment:
    """What a seat is shown and asked; its open compound is its draft."""
    over = state.outcome() is not None
    asked = viewer < game.seats and not over and state.asks(viewer)
    return Moment(
        game,
        game.view(state, viewer),
        from_entries(game, log, viewer, state.base_text(), over or viewer == OPEN_TABLE),
        viewer,
        SITTERS,
        game.decision_kind(state, viewer) if asked else "",
        state.moves(viewer) if asked else (),
        game.asides(state, viewer) if viewer < game.seats else (),
        log[-1].moves if log[-1].open and log[-1].seat == viewer else (),
        wins=(1, 0),
    )


def moments(game: Kyoto, seed: str, every: int = 1) -> Iterator[tuple[State, list[Entry], Moment]]:
    """What anybody is shown in one game, at every so many steps and at its end."""
    for step, (state, log) in enumerate(walk(game, Stream(seeded(seed)))):
        assert isinstance(state, State)
        if step % every and state.outcome() is None:
            continue
        for viewer in viewers(game):
            if addressed(state, viewer):
                yield state, log, moment_of(game, state, log, viewer)


class Page(HTMLParser):
    """What is drawn, checked as it is read."""

    def __init__(self, regions: dict[str, str]) -> None:
        super().__init__()
        self.touches: list[str] = []
        self.tips: list[str] = []
        self.ids: list[str] = []
        self.problems: list[str] = []
        self.open: list[tuple[str, dict[str, str | None], str]] = []
        for name, inside in regions.items():
            self.feed(inside)
            if self.open:
                self.problems.append(f"{name}: {self.open[-1][0]} is not closed")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "style", "link", "img", "iframe", "input"):
            self.problems.append(f"<{tag}> in a region")
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.problems.append(f"{name} on <{tag}>")
            if name == "id":
                self.ids.append(str(value))
            if value is not None and ("{" in value or "None" in value):
                self.problems.append(f"{name}={value!r} is not filled in")
        if "data-tip" in given:
            self.tips.append(str(given["data-tip"]))
        if "data-touch" in given:
            self.touches.append(str(given["data-touch"]))
            if tag != "button":
                self.problems.append(f"{given['data-touch']} is no button")
        if tag not in VOID:
            self.open.append((tag, given, ""))

    def handle_data(self, data: str) -> None:
        if self.open:
            tag, given, text = self.open[-1]
            self.open[-1] = (tag, given, text + data)

    def handle_endtag(self, tag: str) -> None:
        opened, given, text = self.open.pop()
        if opened != tag:
            self.problems.append(f"<{opened}> is closed by </{tag}>")
        if tag == "button" and not (given.get("aria-label") or text).strip():
            self.problems.append(f"{given.get('data-touch')} has no spoken name")
        if self.open:
            outer, attrs, before = self.open[-1]
            self.open[-1] = (outer, attrs, before + text)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_move_can_be_touched_and_no_two_are_alike(options: dict[str, object]) -> None:
    game = game_with(options)
    drawn = table_of(game)
    for state, _, moment in moments(game, "touches"):
        offers = drawn.offers(moment)
        assert [offer.move for offer in offers] == [
            game.text(move) for move in (*moment.moves, *moment.asides)
        ]
        sets = [frozenset(offer.touches) for offer in offers]
        assert all(len(things) == len(o.touches) for things, o in zip(sets, offers, strict=True))
        # A set inside another could never be finished: the client would wait for the rest.
        inside = [(a, b) for a in sets for b in sets if a is not b and a <= b]
        assert inside == [], game.position(state)
        assert len({offer.label for offer in offers}) == len(offers)
        asked = {thing for offer in offers[: len(moment.moves)] for thing in offer.touches}
        there = set(TOUCH.findall("".join(drawn.regions(moment).values()))) if asked else set()
        assert asked <= there, (moment.kind, asked - there)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_regions_are_sound(options: dict[str, object]) -> None:
    game = game_with(options)
    drawn = table_of(game)
    names: list[str] = []
    explained: list[str] = []
    for state, log, moment in moments(game, "sound", 5):
        explained = explained or Page({"rules": drawn.rules(moment)}).ids
        shown = [moment]
        if state.outcome() is not None:
            shown.append(moment_of(game, state, log, OPEN_TABLE))
        for each in shown:
            regions = drawn.regions(each)
            names = names or list(regions)
            assert list(regions) == names
            page = Page(regions)
            assert page.problems == []
            assert len(set(page.ids)) == len(page.ids)
            twice = {thing for thing in page.touches if page.touches.count(thing) > 1}
            assert all(thing.startswith(HANDY) for thing in twice)
            assert set(page.tips) <= {*explained, *page.ids}
            assert "Zsófi &lt;b&gt;" in regions["own"] + regions["opposite"]
    assert "tray" in names


def test_rules_are_sound_in_every_language() -> None:
    for language in LANGUAGES:
        for options in OPTIONS:
            game = game_with(options)
            state, setup = opening(game)
            assert isinstance(state, State)
            moment = moment_of(game, state, [setup], SPECTATOR)
            rules = table_of(game, language).rules(moment)
            page = Page({"rules": rules})
            assert page.problems == []
            assert all(name.startswith("rule-") for name in page.ids)
            assert {f"rule-card-{card}" for card in CARDS} <= set(page.ids)
            assert len(set(page.ids)) == len(page.ids)


@cache
def questions() -> dict[str, tuple[Kyoto, State, list[Entry], int]]:
    """One moment of each kind of decision, found in games at random."""
    found: dict[str, tuple[Kyoto, State, list[Entry], int]] = {}
    for number in range(40):
        game = game_with(EVERYTHING)
        luck = Stream(seeded(f"questions {number}"))
        for state, log in walk(game, luck):
            assert isinstance(state, State)
            for seat in range(game.seats):
                if addressed(state, seat) and state.asks(seat):
                    kind = game.decision_kind(state, seat)
                    if kind not in found:
                        copied = [
                            Entry(e.seat, [*e.moves], [*e.codes], e.hash, e.open) for e in log
                        ]
                        found[kind] = game, state.clone(), copied, seat
        if set(found) == ASKED:
            break
    return found


def test_all_kinds_of_decision_are_met() -> None:
    assert set(questions()) == ASKED


@pytest.mark.parametrize(("needed", "pips", "open_ones"), [(0, 1, 0), (2, 4, 3), (3, 6, 5)])
def test_pips_say_what_was_won_and_what_a_match_needs(
    needed: int, pips: int, open_ones: int
) -> None:
    game, state, log, seat = questions()["turn"]
    moment = dataclasses.replace(moment_of(game, state, log, seat), wins_needed=needed)
    html = "".join(table_of(game).regions(moment).values())
    assert html.count('<i class="pip') == pips
    assert html.count('<i class="pip is-open') == open_ones


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(ASKED))
def test_every_question_is_asked_and_waited_for_in_words(kind: str, language: str) -> None:
    game, state, log, seat = questions()[kind]
    drawn = table_of(game, language)
    prompt = drawn.prompt(moment_of(game, state, log, seat))
    assert prompt.title
    assert "{" not in prompt.title + prompt.why
    assert f"guide.{kind}" in drawn.words
    assert all(offer.label for offer in drawn.offers(moment_of(game, state, log, seat)))
    if not log[-1].open:
        for viewer in (1 - seat, SPECTATOR):
            waiting = drawn.prompt(moment_of(game, state, log, viewer)).title
            if not state.asks(viewer):
                assert waiting != prompt.title
                assert state.actor() > 1 or SITTERS[seat].name in waiting
    page = Page(drawn.regions(moment_of(game, state, log, seat)))
    assert page.problems == []


def test_the_path_tells_what_of_a_compound_is_settled() -> None:
    game, state, log, seat = questions()["pushing"]
    moment = moment_of(game, state, log, seat)
    path = table_of(game).prompt(moment).path
    assert len(path) == len(moment.draft) == 1
    assert "Attack" in path[0]


def drawn_at(drawn: KyotoTable, moment: Moment) -> dict[str, str]:
    """Agents on the drawn board: id → classes that place them."""
    board = drawn.regions(moment)["board"]
    agents = re.findall(r'<span class="agent side-\w+ (col-\w row-\d)[^>]*id="([\w-]+)"', board)
    return {key: place for place, key in agents}


def complete(moment: Moment, draft: list[int]) -> Moment:
    return dataclasses.replace(moment, moves=(), draft=draft, complete=True)


def test_a_whole_placement_is_seen_before_it_is_confirmed() -> None:
    game = game_with({})
    drawn = table_of(game)
    state, setup = opening(game)
    log = [setup]
    luck = Stream(seeded("whole"))
    while state.actor() == CHANCE:
        follow(state, log, state.chance_pick(luck.below(state.chance_total())))
    assert isinstance(state, State)
    draft = []
    for at in range(5):
        moment = moment_of(game, state, log, 0)
        draft.append(moment.moves[0])
        if at < 4:
            follow(state, log, draft[-1])
    agents = drawn_at(drawn, complete(moment, draft))
    cells = ["col-a row-1", "col-b row-1", "col-c row-1", "col-d row-1", "col-e row-1"]
    assert agents == {f"oni-{n + 1}": cell for n, cell in enumerate([*cells, "col-c row-2"])}
    assert drawn.prompt(complete(moment, draft)).title == drawn.words.say("web.ask.complete")
    assert Page(drawn.regions(complete(moment, draft))).problems == []


def test_a_push_is_seen_before_it_is_confirmed() -> None:
    game, state, log, seat = questions()["pushing"]
    drawn = table_of(game)
    moment = moment_of(game, state, log, seat)
    before = drawn_at(drawn, moment)
    for move in moment.moves:
        whole = complete(moment, [*moment.draft, move])
        after = drawn_at(drawn, whole)
        moved = {key for key in after if after[key] != before[key]}
        cell = game.notation.cells[codes.b_of(move)]
        assert {after[key] for key in moved} == {f"col-{cell[0]} row-{cell[1]}"}
        assert Page(drawn.regions(whole)).problems == []


@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=str)
def test_a_refused_move_is_explained_as_the_rules_explain_it(options: dict[str, object]) -> None:
    """Card, agent and cell that make no move: the answer is the rules' own reason, told from the
    view alone."""
    game = game_with(options)
    drawn = table_of(game)
    luck = Stream(seeded("why"))
    compared = 0
    for state, _, moment in moments(game, "why"):
        if moment.kind != "turn" or moment.viewer != state.side:
            continue
        seen, cells = moment.seen, game.notation.cells
        own = [
            seen.pawns[at]
            for at in range(0, len(seen.pawns), 5)
            if seen.pawns[at + 1] == moment.viewer
        ]
        held = [card for card in range(8) if seen.hands[moment.viewer] >> (6 * card) & 63]
        if not held:
            continue
        for _ in range(6):
            card = held[luck.below(len(held))]
            start, end = own[luck.below(len(own))], luck.below(len(cells))
            move = int(code(moment.viewer, codes.PLAY, card, start, end))
            if move in moment.moves or end in own:
                continue
            reason = game.refusal(state, move).reason
            if reason in ("not_now", "not_asked"):
                continue
            touched = [f"card-{CARDS[card]}", f"cell-{cells[start]}", f"cell-{cells[end]}"]
            assert drawn.why(moment, touched) == drawn.words.say(f"refusal.{reason}")
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_touch_that_fits_nothing_is_answered(language: str) -> None:
    game = game_with(EVERYTHING)
    drawn = table_of(game, language)
    luck = Stream(seeded("any touch"))
    for _, _, moment in moments(game, "any touch", 4):
        touches = TOUCH.findall("".join(drawn.regions(moment).values()))
        sets = [set(offer.touches) for offer in drawn.offers(moment)]
        for _ in range(2):
            touched = list({touches[luck.below(len(touches))] for _ in range(1 + luck.below(3))})
            if touches and not any(set(touched) <= things for things in sets):
                answer = drawn.why(moment, touched)
                assert answer.strip()
                assert "{" not in answer
            if not touches:
                break


@pytest.mark.parametrize("options", OPTIONS[:5], ids=str)
def test_scenes_know_the_own_agents_and_guess_nobody(options: dict[str, object]) -> None:
    """What a viewer is shown of a confrontation agrees with the truth, and an own attacker is
    always known."""
    game = game_with(options)
    shown = 0
    for number in range(2):
        for state, log in walk(game, Stream(seeded(f"scenes {number}"))):
            if log[-1].open:
                continue
            truth = Told(game.board, [entry.codes for entry in log]).scenes
            for viewer in viewers(game):
                over = state.outcome() is not None
                known = from_entries(game, log, viewer, state.base_text(), over)
                told = Told(game.board, known.told).scenes
                assert len(told) == len(truth)
                for mine, true in zip(told, truth, strict=True):
                    for name in ("entry", "kind", "side", "cell", "back", "cards"):
                        assert getattr(mine, name) == getattr(true, name)
                    for seen, there in (
                        (mine.attacker, true.attacker),
                        (mine.defender, true.defender),
                    ):
                        assert seen.identity in (UNKNOWN, there.identity)
                        assert seen.shown == there.shown
                        assert seen.identity != UNKNOWN or not seen.shown
                    if true.kind in ("won", "held", "shot") and true.side == viewer:
                        assert mine.attacker.identity == true.attacker.identity != UNKNOWN
                        shown += 1
                    elif true.kind in ("won", "held") and not true.attacker.shown and not over:
                        assert mine.attacker.identity == UNKNOWN
    assert shown > 10


# Secrecy ----------------------------------------------------------------------------------------


def everything(drawn: KyotoTable, moment: Moment, touched: list[str]) -> dict[str, object]:
    """All that the table makes of a moment."""
    return {
        **drawn.regions(moment),
        "prompt": drawn.prompt(moment),
        "offers": drawn.offers(moment),
        "story": drawn.story(moment),
        "rules": drawn.rules(moment),
        "why": drawn.why(moment, touched) if touched else "",
    }


def differing(game: Kyoto, seed: str, every: int) -> Iterator[str]:
    """Compare what is drawn for each viewer with the same on a whole game that fits what the
    viewer knows."""
    drawn = table_of(game)
    luck = Stream(seeded(seed))
    for step, (state, log) in enumerate(walk(game, luck)):
        if step % every and state.outcome() is None:
            continue
        assert isinstance(state, State)
        for viewer in viewers(game):
            if not addressed(state, viewer):
                continue
            mine = moment_of(game, state, log, viewer)
            base, story = game.sampler(mine.known).story(luck)
            other, setup = opening(game, base)
            retold = [setup]
            for each in story:
                follow(other, retold, each)
            assert isinstance(other, State)
            theirs = moment_of(game, other, retold, viewer)
            touches = TOUCH.findall("".join(drawn.regions(mine).values()))
            touched = [touches[luck.below(len(touches))] for _ in range(2)] if touches else []
            truth, guess = everything(drawn, mine, touched), everything(drawn, theirs, touched)
            yield from (f"{viewer}: {name}" for name in truth if truth[name] != guess[name])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_nothing_drawn_depends_on_what_is_hidden(options: dict[str, object]) -> None:
    assert list(differing(game_with(options), "secrets", 9)) == []


@pytest.mark.prove
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_nothing_drawn_ever_depends_on_what_is_hidden(options: dict[str, object]) -> None:
    for number in range(6):
        assert list(differing(game_with(options), f"secrets {number}", 1)) == []


def test_a_leak_would_be_noticed() -> None:
    """The comparison fails if the view shows one hidden agent."""

    class Leaking(Kyoto):
        def view(self, state: State, viewer: int):  # type: ignore[no-untyped-def]
            seen = super().view(state, viewer)
            for at in range(0, len(seen.pawns), 5):
                if seen.pawns[at + 4] == UNKNOWN:
                    seen.pawns[at + 4] = state.agents[seen.pawns[at]] & 7
                    break
            return seen

    assert list(differing(Leaking(), "secrets", 7))


# Texts ------------------------------------------------------------------------------------------


def test_no_text_of_the_table_is_unused() -> None:
    """Every key under `web.` and `guide.` is asked for by name, or by the pattern of its family."""
    from pathlib import Path  # noqa: PLC0415

    import konspira.games.kyoto.table as package  # noqa: PLC0415

    folder = Path(package.__file__).parent
    source = "\n".join(
        path.read_text("utf-8") for path in [*folder.glob("*.py"), *folder.rglob("*.html")]
    )
    patterns = set(re.findall(r"[\"'](web\.[\w.{}\[\]-]+)[\"']?", source))
    words = words_of("kyoto", "en")
    for key in words.messages:
        if not key.startswith("web."):
            continue
        assert any(_family(pattern, key) for pattern in patterns), key
    guided = {key[6:] for key in words.messages if key.startswith("guide.")}
    assert guided == ASKED | {"start"}


def _family(pattern: str, key: str) -> bool:
    parts = re.split(r"\{[^}]*\}", pattern)
    return re.fullmatch(r"[\w.-]*".join(map(re.escape, parts)) + r"[\w.-]*", key) is not None


def test_kinds_are_told_apart() -> None:
    """The tools of this file see what they are to see."""
    page = Page({"a": '<button data-touch="x"></button><p style="top: 0">', "b": ""})
    assert page.problems == [
        "x has no spoken name",
        "style on <p>",
        "a: p is not closed",
        "b: p is not closed",
    ]
    assert kind_of(int(code(0, codes.PLAY, 1, 2, 3))) == codes.PLAY
    assert a_of(int(code(0, codes.PLAY, 1, 2, 3))) == 1
