"""Duet's table: every move can be touched, every question is asked in words, nothing leaks."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import konspira
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY, OPEN_TABLE, SPECTATOR
from konspira.engine.knowledge import knowledge, resample
from konspira.engine.texts import LANGUAGES, parsed
from konspira.games.duet import Duet
from konspira.games.duet.notation import CELL_NAMES, PHASES
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.components import GREEN
from konspira.games.duet.rules.state import State
from konspira.games.duet.table import DuetTable, table
from konspira.games.duet.table.cards import broken
from konspira.web.table import Moment, Offer, Sitter
from konspira.web.tables import words_of

OPTIONS: list[dict[str, object]] = [
    {},
    {"slack": True, "mission": "berlin"},
    {"mission": "vatican", "lang": "pl"},
    {"tokens": 11, "lang": "hu", "multiword_names": True},
    {"level": "ranked"},
]
SAID = ("clue rain 2", "clue! rain 1", "clue śnieg 0", "clue! leo 3", "clue x-ray 9")
SPEAKING = (".py", ".html")
ASKED = ("first-clue", "clue", "answer", "guess", "questioned", "confessed", "sudden-death")
TOUCH = re.compile(r'data-touch="([^"]+)"')
STEPPER = 'data-number="number" data-min="0" data-max="9"'
SITTERS = [Sitter("Ada <b>"), Sitter("Bruno & co")]


def moment(game: Duet, state: State, viewer: int) -> Moment:
    """What a room would show this viewer."""
    asked = state.asks(viewer)
    return Moment(
        game=game,
        seen=game.view(state, viewer),
        known=knowledge(game, state, viewer),
        viewer=viewer,
        sitters=SITTERS,
        kind=game.decision_kind(state, viewer) if asked else "",
        moves=state.moves(viewer) if asked else (),
        asides=game.asides(state, viewer) if viewer < 2 else (),
    )


def drawn(drawing: DuetTable, at: Moment) -> str:
    """Everything a viewer is sent of this moment."""
    offers = [(o.move, o.touches, o.label, o.sure, o.final) for o in drawing.offers(at)]
    whys = [drawing.why(at, [touch]) for touch in ("cell-a1", "cell-e5", "stop", "aside-confess")]
    remarks = [drawing.remark(at, word, ["number-2"]) for word in ("rain", "kings")]
    return repr(
        (
            drawing.regions(at),
            drawing.prompt(at),
            offers,
            whys,
            remarks,
            drawing.story(at),
            drawing.rules(at),
        )
    )


def games(game: Duet, luck: Stream, number: int) -> Iterator[State]:
    """States of games by people who mostly know what they touch, and use every right they have."""
    for _ in range(number):
        state = game.start()
        while state.actor() != NOBODY:
            if state.actor() == CHANCE:
                state.apply(state.chance_pick(luck.below(state.chance_total())))
                continue
            yield state
            state.play(_next(game, state, luck))
        yield state


def _next(game: Duet, state: State, luck: Stream) -> int:
    asides = [a for seat in (0, 1) for a in game.asides(state, seat)]
    rights = [a for a in asides if codes.kind_of(a) in (codes.QUESTION, codes.CONFESS)]
    if rights and luck.below(5) == 0:
        return rights[luck.below(len(rights))]
    moves = state.moves()
    if codes.kind_of(moves[0]) == codes.CLUE:
        said = SAID[luck.below(len(SAID))]
        if game.level == "ranked":
            said = said.replace("!", "")
        return game.read(said, moves[luck.below(len(moves))] & 15)
    touches = [move for move in moves if codes.kind_of(move) == codes.TOUCH]
    good = [m for m in touches if state.colour(1 - (m & 15), codes.a_of(m)) == GREEN]
    fair = [m for m in touches if state.colour(1 - (m & 15), codes.a_of(m)) != 1]
    if good and luck.below(3):
        return good[luck.below(len(good))]
    if fair and luck.below(20):
        rest = [move for move in moves if move not in touches]
        moves = rest or fair
    return moves[luck.below(len(moves))]


def touchable(drawing: DuetTable, at: Moment) -> set[str]:
    """What the page lets be touched: in regions, in the judge's remark, in the menu of asides."""
    page = "".join(drawing.regions(at).values())
    if at.kind in ("first-clue", "clue"):
        visible = at.seen.words[next(c for c in range(25) if at.seen.visible >> c & 1)]
        page += drawing.remark(at, drawing.game.box.words[visible], ["number-1"])
    menu = {
        offer.touches[0] for offer in drawing.offers(at) if offer.touches[0].startswith("aside-")
    }
    numbers = {f"number-{n}" for n in range(10)} if STEPPER in page else set()
    return set(TOUCH.findall(page)) | menu | numbers


def fits(offer: Offer, move: str) -> bool:
    pattern = re.escape(offer.move).replace(re.escape("{text}"), ".+")
    return re.fullmatch(pattern, move) is not None


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_legal_move_has_one_touch_set_and_can_be_touched(options: dict[str, object]) -> None:
    game = Duet(**options)  # type: ignore[arg-type]
    drawing = table(game, words_of("duet", "en"))
    for state in games(game, Stream(f"touches {options}"), 2):
        for seat in (0, 1):
            at = moment(game, state, seat)
            offers = drawing.offers(at)
            assert len({frozenset(offer.touches) for offer in offers}) == len(offers)
            there = touchable(drawing, at)
            for offer in offers:
                assert set(offer.touches) <= there, offer
                assert offer.label
            for move in (*at.moves, *at.asides):
                matching = [offer for offer in offers if fits(offer, game.text(move))]
                assert len(matching) == 1, (game.text(move), matching)
            for offer in offers:
                said = offer.move.replace("{text}", "penguin")
                code = game.read(said, seat)
                assert code in at.moves or code in at.asides or "{text}" in offer.move


def test_a_touch_asks_once_because_it_binds() -> None:
    """CD-7.1, OP-17."""
    game = Duet()
    drawing = table(game, words_of("duet", "en"))
    state = game.start("binding")
    state.play(game.read("clue ocean 2", 0))
    touches = [o for o in drawing.offers(moment(game, state, 1)) if o.move.startswith("touch")]
    assert len(touches) == 25
    assert all(offer.sure for offer in touches)


def test_a_vote_is_not_said_to_bind() -> None:
    """CD-13.5: where a group has to agree."""
    for majority, members, votes in ((True, 2, True), (True, 1, False), (False, 2, False)):
        game = Duet(touch_needs_majority=majority)
        state = game.start("binding")
        state.play(game.read("clue ocean 2", 0))
        at = moment(game, state, 1)
        at = replace(at, sitters=[replace(one, members=members) for one in at.sitters])
        offers = table(game, words_of("duet", "en")).offers(at)
        touches = [offer.sure for offer in offers if offer.move.startswith("touch")]
        assert len(touches) == 25
        assert all(
            ("Vote for" in sure, "binding" in sure) == (votes, not votes) for sure in touches
        )


@pytest.mark.parametrize("options", OPTIONS[:3], ids=str)
def test_every_kind_of_decision_is_asked_in_words(options: dict[str, object]) -> None:
    """In three languages, to the seat that is asked, to the other one, and to a spectator."""
    game = Duet(**options)  # type: ignore[arg-type]
    drawings = [table(game, words_of("duet", language)) for language in LANGUAGES]
    kinds: Counter[str] = Counter()
    for state in games(game, Stream(f"prompts {options}"), 12):
        for viewer in (0, 1, SPECTATOR):
            at = moment(game, state, viewer)
            if kinds[f"{viewer} {at.kind} {PHASES[state.phase]}"] > 3:
                continue
            kinds[f"{viewer} {at.kind} {PHASES[state.phase]}"] += 1
            for drawing in drawings:
                prompt = drawing.prompt(at)
                assert prompt.title
                assert prompt.why or state.phase == PHASES.index("over")
                assert "{" not in prompt.title + prompt.why
    asked = {name.split()[1] for name in kinds if len(name.split()) == 3}
    assert asked == set(ASKED), set(ASKED) - asked


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_drawn_depends_on_what_the_viewer_knows_alone(options: dict[str, object]) -> None:
    """CD-16.1: byte for byte the same on a state the viewer cannot tell apart."""
    game = Duet(**options)  # type: ignore[arg-type]
    drawing = table(game, words_of("duet", "pl"))
    luck, again = Stream(f"secrets {options}"), Stream("again")
    compared = 0
    for state in games(game, luck, 3):
        if luck.below(5) and state.outcome() is None:
            continue
        for viewer in (0, 1, SPECTATOR):
            other = resample(game, state, viewer, again)
            assert isinstance(other, State)
            # A sample has no past; the log is part of the knowledge, which is equal.
            here, there = moment(game, state, viewer), moment(game, other, viewer)
            told = replace(there, known=here.known)
            assert drawn(drawing, here) == drawn(drawing, told)
            compared += 1
    assert compared > 30


def test_a_seat_sees_its_own_key_and_nobody_else_does() -> None:
    game = Duet()
    drawing = table(game, words_of("duet", "en"))
    state = game.start("keys")
    spectator = drawing.regions(moment(game, state, SPECTATOR))["folder"]
    assert not re.search(r"is-(agent|assassin|bystander)", spectator)
    for seat in (0, 1):
        page = drawing.regions(moment(game, state, seat))["folder"]
        kinds = [re.findall(rf'id="cell-{cell}"[^>]*is-(\w+)', page) for cell in CELL_NAMES]
        right = [["agent", "assassin", "bystander"][state.colour(seat, c)] for c in range(25)]
        assert [found for (found,) in kinds] == right


def test_names_and_clues_of_people_are_escaped() -> None:
    game = Duet()
    drawing = table(game, words_of("duet", "en"))
    state = game.start("escape")
    state.play(game.read("clue <script>x</script> 1", 0))
    for viewer in (0, 1, SPECTATOR):
        at = moment(game, state, viewer)
        html = "".join(drawing.regions(at).values())
        html += "".join(sentence for entry in drawing.story(at) for sentence in entry)
        assert "<script" not in html
        assert "Ada <b>" not in html
    clue = moment(game, game.start("escape"), 0)
    assert "<script" not in drawing.remark(clue, "<script>alert(1)</script>", ["number-1"])


def test_the_verdict_is_for_the_giver_and_names_the_card() -> None:
    """CD-17.1."""
    game = Duet()
    drawing = table(game, words_of("duet", "en"))
    state = game.start("verdict")
    word = game.box.words[state.words[7]]
    giver = moment(game, state, 0)
    said = drawing.remark(giver, word, ["number-2"])
    assert 'data-names="c2"' in said
    assert 'data-touch="insist"' in said
    assert "CD-6.4" in said
    assert drawing.remark(giver, "", ["number-2"]) == ""
    assert drawing.remark(moment(game, state, SPECTATOR), word, ["number-2"]) == ""
    state.play(game.read("clue ocean 2", 0))
    assert drawing.remark(moment(game, state, 0), word, ["number-2"]) == ""
    ranked = Duet(level="ranked")
    strict = table(ranked, words_of("duet", "en"))
    refused = strict.remark(moment(ranked, ranked.start("verdict"), 0), word, [])
    assert "is-block" in refused
    assert "data-touch" not in refused


def test_a_clue_that_is_too_long_is_said_to_be() -> None:
    game = Duet()
    drawing = table(game, words_of("duet", "en"))
    giver = moment(game, game.start("verdict"), 0)
    assert "at most 40 letters" not in drawing.remark(giver, "o" * 40, ["number-2"])
    said = drawing.remark(giver, "o" * 41, ["number-2"])
    assert "at most 40 letters" in said
    assert "insist" not in said


def test_who_guesses_past_the_number_is_told_apart_from_who_peeks() -> None:
    """CD-5.4: the log names the earlier clue that has words to find still."""
    game = Duet()
    drawing = table(game, words_of("duet", "en"))
    state = game.start("past the number")

    def green(side: int) -> int:
        """A word that is an agent on this side's key and not found yet."""
        keys = game.view(state, OPEN_TABLE).keys[side]
        return next(n for n, one in enumerate(keys) if one == GREEN and state.visible() >> n & 1)

    def touch(side: int) -> None:
        state.play(game.read(f"touch {CELL_NAMES[green(1 - side)]}", side))

    def last() -> list[str]:
        return drawing.story(moment(game, state, 0))[-1]

    state.play(game.read("clue ocean 2", 0))
    touch(1)
    state.play(game.read("stop", 1))
    state.play(game.read("clue yeti 1", 1))
    touch(0)
    assert not any("past the number" in line for line in last())
    touch(0)  # nothing of the other side's is open
    assert last()[0] == "You go on past the number."
    state.play(game.read("stop", 0))
    state.play(game.read("clue banjo 1", 0))
    touch(1)
    touch(1)
    assert "goes on past the number: <b>ocean 2</b>" in last()[0]
    touch(1)
    assert "ocean" not in last()[0]
    assert "goes on past the number." in last()[0]


def test_after_the_end_both_keys_lie_open() -> None:
    game = Duet()
    drawing = table(game, words_of("duet", "en"))
    state = game.start("end")
    state.play(game.read("clue ocean 2", 0))
    state.play(game.read("resign", 1))
    for viewer in (0, 1, SPECTATOR, OPEN_TABLE):
        regions = drawing.regions(moment(game, state, viewer))
        assert regions["folder"].count('class="tab half') == 50
        assert "report" in regions["report"]


def test_regions_are_always_the_same_and_ids_are_unique() -> None:
    game = Duet(slack=True)
    drawing = table(game, words_of("duet", "hu"))
    names = None
    for state in games(game, Stream("regions"), 2):
        for viewer in (0, 1, SPECTATOR, OPEN_TABLE):
            regions = drawing.regions(moment(game, state, viewer))
            names = names or list(regions)
            assert list(regions) == names
            ids = re.findall(r' id="([^"]+)"', "".join(regions.values()))
            assert len(ids) == len(set(ids))
            assert "style=" not in "".join(regions.values())


def test_spent_tokens_add_up() -> None:
    """Nothing leaves the bank unseen: kept, on a word, or paid."""
    for options in OPTIONS[:3]:
        game = Duet(**options)  # type: ignore[arg-type]
        drawing = table(game, words_of("duet", "en"))
        for state in games(game, Stream(f"tokens {options}"), 3):
            bank = drawing.regions(moment(game, state, 0))["bank"]
            left, gone = bank.count('class="left"'), bank.count('class="gone"')
            assert left == state.bank()
            assert left + gone == game.rules.turns


def test_long_words_are_broken_once() -> None:
    assert broken("THERMOMETER", 12) == "THERMOMETER"
    assert broken("NEW YORK", 9) == "NEW YORK"
    assert broken("SZIVÁRVÁNY", 9) == "SZIVÁR\u00adVÁNY"
    parts = broken("SZÁMÍTÓGÉPASZTAL", 12).split("\u00ad")
    assert len(parts) == 2
    assert max(map(len, parts)) <= 10


def test_the_name_of_a_card_begins_with_what_is_seen() -> None:
    """Also of a word that is broken, and of one that was found."""
    game = Duet(lang="hu")
    drawing = table(game, words_of("duet", "hu"))
    hyphens = 0
    boards = [next(games(game, Stream(f"names {at}"), 1)) for at in range(40)]
    for state in [*boards, *games(game, Stream("names"), 1)]:
        folder = str(drawing.regions(moment(game, state, 0))["folder"])
        cards = re.findall(r'id="cell-[^>]*aria-label="([^"]*)">.*?class="word">([^<]*)<', folder)
        assert len(cards) == len(CELL_NAMES)
        for name, word in cards:
            assert name.casefold().startswith(word.strip().casefold())
            hyphens += "\u00ad" in word
    assert hyphens


def test_no_text_is_missing_and_none_is_unused() -> None:
    """Every key of the table's catalogues is said somewhere, and each language says the same."""
    folder = Path(konspira.__file__).parent / "games/duet/table"
    catalogues = [
        parsed((folder / f"texts/{language}.po").read_text("utf-8"), language)
        for language in LANGUAGES
    ]
    spoken = "\n".join(
        path.read_text("utf-8") for path in folder.rglob("*") if path.suffix in SPEAKING
    )
    for other in catalogues[1:]:
        assert set(other) == set(catalogues[0])
        for key, forms in other.items():
            gaps = {gap for form in forms for gap in re.findall(r"{(\w+)[:}]", form)}
            said = {gap for form in catalogues[0][key] for gap in re.findall(r"{(\w+)[:}]", form)}
            assert gaps <= said | {"n"}, key
            assert said - gaps <= {"n"}, key
    for key in catalogues[0]:
        if key.startswith("guide."):
            assert key[6:] in (*ASKED, "start")
            continue
        stem = key.removesuffix(".you").removesuffix(".text").removesuffix(".both")
        family = stem.rpartition(".")[0] + "."
        assert f'"{stem}"' in spoken or f'"{family}' in spoken, key


@pytest.mark.prove
def test_nothing_leaks_in_many_games() -> None:
    """As above, at every state of a hundred games."""
    for options in OPTIONS:
        game = Duet(**options)  # type: ignore[arg-type]
        drawing = table(game, words_of("duet", "hu"))
        luck, again = Stream(f"many secrets {options}"), Stream("again")
        for state in games(game, luck, 20):
            for viewer in (0, 1, SPECTATOR):
                other = resample(game, state, viewer, again)
                assert isinstance(other, State)
                here, there = moment(game, state, viewer), moment(game, other, viewer)
                told = replace(there, known=here.known)
                assert drawn(drawing, here) == drawn(drawing, told)
