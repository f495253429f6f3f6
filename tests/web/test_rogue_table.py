"""The Rogue Agent table: all moves can be touched, all questions are explained, nothing leaks."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml

import konspira
from konspira.engine import scenario
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY, OPEN_TABLE, SPECTATOR
from konspira.engine.knowledge import knowledge
from konspira.engine.log import follow, opening
from konspira.engine.texts import LANGUAGES, parsed
from konspira.games.rogue import Rogue
from konspira.games.rogue.notation import PHASES, SEATS
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import kind_of
from konspira.games.rogue.rules.components import INFLUENCE
from konspira.games.rogue.rules.scoring import syndicate_bonus
from konspira.games.rogue.table import table
from konspira.games.rogue.table.city import city
from konspira.games.rogue.table.scene import Scene
from konspira.games.rogue.table.score import counts
from konspira.web.table import Moment, Sitter, Table
from konspira.web.tables import words_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(str(konspira.__file__)).parent / "games" / "rogue" / "table"
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


def rogue(options: dict[str, object]) -> Rogue:
    game = konspira.game("rogue", **options)
    assert isinstance(game, Rogue)
    return game


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
    looks = [m for m in moves if kind_of(m) == codes.INVESTIGATE]
    if looks and luck.below(2):
        return int(looks[0])
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

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

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
    """Each legal move has one set of things, none within another, and all lie on the table."""
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


def check_page(at: Table, now: Moment) -> Page:
    page = Page(at.regions(now))
    assert page.wrong == []
    assert [name for name, count in page.ids.items() if count > 1] == []
    return page


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_every_move_is_one_set_of_things_on_the_table(options: dict[str, object]) -> None:
    game = rogue(options)
    at = tables(game)[LANGUAGES[len(options) % len(LANGUAGES)]]
    kinds: Counter[str] = Counter()
    for number in range(2):
        for state, draft in walked(game, f"touch {number}"):
            viewer = state.actor()
            if viewer == NOBODY:
                continue
            kind = game.decision_kind(state, viewer)
            kinds[kind] += 1
            if kinds[kind] > 4:
                continue
            now = moment(game, state, viewer, draft)
            check_offers(at, now, check_page(at, now))
    assert len(kinds) >= 8


# Chapter 28: which decision is asked, told by its kind and by what may be answered.
BY_KIND = {
    "assigning": "D-01",
    "turn": "D-02",
    "patrolling": "D-03",
    "fighting": "D-04",
    "losing-own": "D-08",
    "losing-any": "D-09",
    "lowering": "D-10",
    "freeing": "D-10",
    "taking": "D-14",
    "colouring": "D-15",
    "rerolling": "D-16",
    "resolving": "D-17",
    "buying": "D-18",
    "placing": "D-20",
    "cutting": "D-21",
    "fleeing": "D-23",
    "activating": "D-24",
    "ticking": "D-25",
    "revealing": "D-26",
    "calling": "D-31",
}
BY_MOVE = {
    codes.INVESTIGATE: "D-05",
    codes.ATTACK_CRIMINAL: "D-06",
    codes.ATTACK_ASSASSIN: "D-06",
    codes.ARREST: "D-11",
    codes.SEIZE: "D-12",
    codes.BUY: "D-18",
    codes.DEFUSE: "D-19",
    codes.REINFORCE: "D-22",
    codes.SCREEN: "D-27",
    codes.ATTACK_AGENT: "D-28",
    codes.ATTACK_ANDROID: "D-28",
}
ALL_DECISIONS = {f"D-{number:02}" for number in range(1, 32)}


def decisions(now: Moment) -> set[str]:
    found = {BY_MOVE[kind_of(move)] for move in now.moves if kind_of(move) in BY_MOVE}
    if now.kind == "arming":
        raided = any(kind_of(c) == codes.ATTACK_LOCATION for e in now.known.told for c in e)
        found.add("D-30" if raided else "D-07")
    elif now.kind == "defending":
        found.add("D-13" if all(die & 3 == 1 for die in now.seen.dice) else "D-29")
    else:
        found.add(BY_KIND[now.kind])
    return found


def of_scenarios() -> Iterator[tuple[Rogue, Any, tuple[int, ...]]]:
    """Every position in which a scenario asks somebody, with the open compound."""
    for path in sorted((ROOT / "scenarios" / "rogue").glob("*.yaml")):
        for one in scenario.load(path.read_text("utf-8"), path.name):
            value = one.value
            options = {
                key: yaml.safe_load(str(option))
                for key, option in (value.get("options") or {}).items()
            }
            game = rogue(options)
            if "position" not in value:
                continue
            position = value["position"]
            text = position if isinstance(position, str) else game.set_up(position)
            state = game.from_position(text)
            yield game, state, ()
            draft: list[int] = []
            for step in value["steps"]:
                kind, content = next(iter(step.items()))
                if kind not in ("play", "chance"):
                    continue
                seat = CHANCE
                if kind == "play":
                    name, _, content = content.partition(" ")
                    seat = SEATS.index(name)
                for part in content.split(" + "):
                    code = game.read(part.strip(), seat)
                    state.play(code)
                    draft = [*draft, code] if state.drafting() != NOBODY else []
                    if state.actor() < game.seats:
                        yield game, state, tuple(draft)


def test_every_decision_is_asked_in_words_with_its_reason() -> None:
    """D-01 to D-31, in every language, with things to touch for every answer."""
    found: set[str] = set()
    asked: Counter[tuple[str, str]] = Counter()
    for game, state, draft in of_scenarios():
        viewer = state.actor()
        if viewer >= game.seats:
            continue
        now = moment(game, state, viewer, draft)
        for language, at in tables(game).items():
            prompt = at.prompt(now)
            assert prompt.title, (now.kind, language)
            assert prompt.why, (now.kind, language)
            assert len(prompt.path) == len(draft)
            waiting = at.prompt(moment(game, state, (viewer + 1) % game.seats))
            assert waiting.title
        kinds = decisions(now)
        found |= kinds
        asked[now.kind, at.prompt(now).why] += 1
        if asked[now.kind, at.prompt(now).why] == 1:
            check_offers(at, now, check_page(at, now))
    assert ALL_DECISIONS - found == set()
    assert {kind for kind, _ in asked} == ASKED


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_touched_in_vain_is_explained(language: str) -> None:
    """Alone and together with something else, on every kind of question."""
    said: set[str] = set()
    for options in (GAMES[0], GAMES[2]):
        game = rogue(options)
        at = tables(game)[language]
        for state, draft in walked(game, f"in vain {language}", every=60):
            for viewer in viewers(game):
                now = moment(game, state, viewer, draft if viewer == state.actor() else ())
                things = sorted(Page(at.regions(now)).touchable)
                for number, thing in enumerate(things):
                    said.add(at.why(now, [thing]))
                    said.add(at.why(now, [things[number - 1], thing]))
    assert "" not in said
    assert len(said) > 15


def viewers(game: Rogue) -> list[int]:
    return [*range(game.seats), SPECTATOR]


def everything(at: Table, now: Moment) -> list[object]:
    """All that a page is sent about a moment."""
    touched = [("tile-M3",), ("crim-1",), ("act-attack", "crim-2"), ("seat-P2",), ("act-search",)]
    return [
        at.regions(now),
        at.prompt(now),
        at.offers(now),
        [at.why(now, things) for things in touched],
        at.remark(now, "", ()),
        at.story(now),
        at.rules(now),
    ]


def retold(game: Rogue, state: Any, viewer: int, luck: Stream) -> Any:
    """Another game that tells the viewer the same, played through."""
    base, codes_told = game.sampler(knowledge(game, state, viewer)).story(luck)
    other, setup = opening(game, base)
    log = [setup]
    for code in codes_told:
        follow(other, log, code)
    return other


@pytest.mark.parametrize("options", [GAMES[1], GAMES[2], GAMES[4], GAMES[5]], ids=name_of)
def test_what_is_drawn_depends_on_knowledge_alone(options: dict[str, object]) -> None:
    game = rogue(options)
    luck = Stream(f"retold {name_of(options)}")
    differing = 0
    at = tables(game)[LANGUAGES[game.seats % len(LANGUAGES)]]
    for state, draft in walked(game, f"secret {name_of(options)}", every=16):
        if draft or state.actor() == NOBODY:
            continue
        for viewer in viewers(game):
            other = retold(game, state, viewer, luck)
            differing += other.hash() != state.hash()
            assert everything(at, moment(game, state, viewer)) == everything(
                at, moment(game, other, viewer)
            )
    assert differing > 1  # else the test would show nothing


def test_only_the_viewers_own_secrets_are_drawn() -> None:
    """Tokens and investigated cards: seen by their owner, by nobody else."""
    game = rogue({"players": 4, "mode": "android"})
    at = tables(game)["en"]
    own = peeks = 0
    for state, draft in walked(game, "own secrets", every=20):
        if draft or state.actor() == NOBODY:
            continue
        for viewer in viewers(game):
            regions = at.regions(moment(game, state, viewer))
            page = "".join(regions.values())
            seen = game.view(state, viewer)
            hidden = seen.tokens_hidden[viewer] if viewer < game.seats else 0
            assert len(re.findall(r'class="tok [ha] priv"', page)) == hidden
            own += hidden
            mine = [c for c in seen.criminals if c[3] >= 0 and not c[4]]
            assert page.count('class="card peek') == len(mine)
            looked = [c for c in mine if viewer < game.seats and c[5] >> viewer & 1]
            assert page.count('class="card peek only-you') == len(looked)
            peeks += len(looked)
    assert own > 20
    assert peeks > 0


def test_after_the_end_nothing_is_for_one_alone() -> None:
    game = rogue({"players": 3})
    at = tables(game)["en"]
    shown = 0
    for seed in range(8):
        *_, (state, _) = walked(game, f"end {seed}", every=50)
        for viewer in (*viewers(game), OPEN_TABLE):
            files = at.regions(moment(game, state, viewer))["files"]
            shown += files.count('class="card peek')
            assert "only-you" not in files
    assert shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_drawn_told_and_reckoned(language: str) -> None:
    game = rogue({"players": 3, "mode": "android"})
    at = tables(game)[language]
    state = None
    for state, _ in walked(game, f"told {language}"):  # noqa: B007
        pass
    for viewer in (0, SPECTATOR, OPEN_TABLE):
        now = moment(game, state, viewer)
        page = check_page(at, now)
        lines = at.story(now)
        assert len(lines) == len(now.known.told)
        told = Page({"log": "".join(line for entry in lines for line in entry)})
        assert told.wrong == []
        assert "{" not in "".join(line for entry in lines for line in entry)
        rules = Page({"rules": at.rules(now)})
        assert rules.wrong == []
        assert page.tips | told.tips <= set(rules.ids), (page.tips | told.tips) - set(rules.ids)
        reckoned = at.regions(now)["score"]
        for seat in range(game.seats):
            assert f"<b>{now.seen.scores[seat]}</b>" in reckoned
        for seat in range(game.seats):  # RA-19.2: the lines add up to the points
            board = now.seen.boards[seat]
            placed = sum((p & 7 == seat + 1) + (p >> 3 == seat + 1) for p in now.seen.informants)
            bonus = sum(
                syndicate_bonus(cards + wild)
                for cards, wild in counts(Scene(game, now, at.words), seat)
            )
            assert board[INFLUENCE] + placed + bonus == now.seen.scores[seat]


def test_tips_lead_to_a_rule() -> None:
    """What explains itself on the table stands in the rules drawer, in every mode."""
    for options in GAMES:
        game = rogue(options)
        at = tables(game)["pl"]
        for state, draft in walked(game, "tips", every=150):
            viewer = state.actor() if state.actor() < game.seats else SPECTATOR
            now = moment(game, state, viewer, draft)
            rules = Page({"rules": at.rules(now)})
            assert Page(at.regions(now)).tips <= set(rules.ids)


def test_names_are_text_and_never_markup() -> None:
    game = rogue({"players": 2})
    at = tables(game)["en"]
    state = game.start("names")
    now = moment(game, state, 1)
    drawn = "".join(at.regions(now).values()) + "".join(
        line for entry in at.story(now) for line in entry
    )
    assert "Ilka &lt;3" in drawn
    assert "Ilka <3" not in drawn


def test_the_same_assassin_keeps_its_piece() -> None:
    """A piece that moves keeps its id, so that it slides; one that goes takes its id along."""
    game = rogue({"players": 4})
    at = tables(game)["en"]
    moved = 0
    before: dict[str, str] = {}
    for state, _ in walked(game, "assassins", every=3):
        drawn = city(Scene(game, moment(game, state, SPECTATOR), at.words))
        pieces = re.findall(r'class="piece disc at-(\w\d)[^"]*" id="piece-(assassin-\d+)"', drawn)
        standing = {serial: slot for slot, serial in pieces}
        assert len(standing) == len(state.assassins)
        moved += any(before.get(serial, slot) != slot for serial, slot in standing.items())
        before = standing
        assert not any(int(serial.split("-")[1]) >= 90 for serial in standing)
    assert moved > 3


def keys_of(language: str) -> dict[str, list[str]]:
    path = FOLDER / "texts" / f"{language}.po"
    return parsed(path.read_text("utf-8"), path.name)


def test_the_texts_of_the_table_are_complete_and_alike() -> None:
    """The same keys and gaps in every language, and none that nobody says."""
    english = keys_of("en")
    source = "".join(
        path.read_text("utf-8")
        for pattern in ("*.py", "templates/*.html")
        for path in FOLDER.glob(pattern)
    )
    spoken = set(re.findall(r"[\"'(]([a-z]+(?:[.-][\w-]+)*)[\"']", source))
    said = {key for key in english if key in spoken or any(key.startswith(f) for f in FAMILIES)}
    assert set(english) - said == set()
    for language in LANGUAGES[1:]:
        other = keys_of(language)
        assert set(other) == set(english), language
        for key, forms in english.items():
            gaps = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
            for form in other[key]:
                assert {n for _, n, _, _ in Formatter().parse(form) if n} <= gaps, (language, key)
            assert "" not in other[key]


# Keys that are put together from names.
FAMILIES = (
    "offer.",
    "ask.",
    "why.",
    "wait.",
    "no.",
    "act.",
    "tray.",
    "count.",
    "rule.",
    "effect.",
    "guide.",
    "part.",
    "state.",
    "letter.",
    "coin.",
    "sure.",
    "wire.",
    "spoken.shield.",
    "tell.lost.",
    "tell.out.",
    "then.",
    "score.why.",
)
