"""Rogue Agent: how likely hidden cards and tokens are, and which moves belong together."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, prod, sqrt
from typing import Any

import pytest

import konspira
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY, odds
from konspira.engine.knowledge import knowledge
from konspira.games.rogue import load
from konspira.games.rogue.rules.components import (
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    SHOWN_ANDROID,
    SHOWN_HUMAN,
    UNMASKED,
)

CARDS = [str(card["id"]) for card in load.own_data()["criminals"]["criminals"]]
STAMINA = {str(card["id"]): card["stamina"] for card in load.own_data()["criminals"]["criminals"]}
EASY = [card for card in CARDS if STAMINA[card] <= 2]
HARD = [card for card in CARDS if STAMINA[card] > 2]
DRAWS = 2000


def near(found: int, expected: float) -> bool:
    return abs(found - expected) <= 6 * sqrt(expected + 1)


def eager(game: Any, seed: str, wished: tuple[str, ...], until: Callable[[Any], bool]) -> Any:
    """A game at random in which all do what is wished for when they can."""
    luck = Stream(seed)
    state = game.start(seed)
    while state.actor() != NOBODY and not until(state):
        moves = state.moves()
        eager_ones = [move for move in moves if game.text(move).startswith(wished)]
        choice = eager_ones or moves
        state.play(choice[luck.below(len(choice))])
    assert state.actor() != NOBODY, "this never happened"
    return state


# Tokens ---------------------------------------------------------------------------------------


def hands(state: Any, viewer: int) -> dict[int, Fraction]:
    """How likely each number of androids dealt to the seat after the viewer is, counted out."""
    others = [seat for seat in range(int(state.seats)) if seat != viewer]
    androids = (3 if state.seats == 3 else 4) - sum(
        int(state.get(viewer, field)) for field in (HIDDEN_ANDROID, SHOWN_ANDROID)
    )
    weights: dict[int, int] = {}
    for dealt in product(range(4), repeat=len(others)):
        fits = sum(dealt) == androids and all(
            state.get(seat, SHOWN_ANDROID) <= held <= 3 - state.get(seat, SHOWN_HUMAN)
            for seat, held in zip(others, dealt, strict=True)
        )
        if fits:
            ways = prod(comb(3, held) for held in dealt)
            weights[dealt[0]] = weights.get(dealt[0], 0) + ways
    return {held: Fraction(n, sum(weights.values())) for held, n in weights.items()}


def check_tokens(game: Any, state: Any) -> None:
    sampler = game.sampler(knowledge(game, state, 0))
    luck = Stream("tokens")
    found: Counter[int] = Counter()
    for _ in range(DRAWS):
        sampled = sampler.sample(luck)
        for seat in range(game.seats):
            for field in (SHOWN_ANDROID, SHOWN_HUMAN):
                assert sampled.get(seat, field) == state.get(seat, field)
            hidden = [sampled.get(seat, field) for field in (HIDDEN_ANDROID, HIDDEN_HUMAN)]
            true = [state.get(seat, field) for field in (HIDDEN_ANDROID, HIDDEN_HUMAN)]
            assert sum(hidden) == sum(true)
            assert seat or hidden == true
        found[int(sampled.get(1, HIDDEN_ANDROID) + sampled.get(1, SHOWN_ANDROID))] += 1
    expected = hands(state, 0)
    assert set(found) == set(expected)
    for held, chance in expected.items():
        assert near(found[held], float(DRAWS * chance))


@pytest.mark.parametrize("players", [3, 4])
def test_tokens_of_others_are_as_likely_as_there_are_ways_to_deal_them(players: int) -> None:
    """RA-20.1: what a player does not hold is shared out evenly."""
    game = konspira.game("rogue", players=players, mode="android")
    check_tokens(game, game.start("tokens"))


@pytest.mark.parametrize("token", ["human", "android"])
def test_a_revealed_token_is_evidence_of_the_hand_alone(token: str) -> None:
    """RA-20.3: which of their tokens people choose to show says nothing of the others."""
    game = konspira.game("rogue", players=4, mode="android")
    field = SHOWN_HUMAN if token == "human" else SHOWN_ANDROID

    def shown(state: Any) -> bool:
        return bool(state.get(1, field)) and state.drafting() == NOBODY

    check_tokens(game, eager(game, f"shown {token}", (f"reveal {token}", "screen", "go"), shown))


def test_when_the_limit_is_reached_there_are_no_tokens_to_guess() -> None:
    """RA-20.5: all tokens leave the game, the hidden ones unseen."""
    game = konspira.game("rogue", players=3, mode="android")

    def unmasked(state: Any) -> bool:
        return any(state.get(seat, UNMASKED) for seat in (1, 2)) and state.drafting() == NOBODY

    wishes = ("reveal android", "screen", "buy evidence", "resolve evid2", "search", "go")
    state = eager(game, "unmasked 7", wishes, unmasked)
    sampler = game.sampler(knowledge(game, state, 0))
    assert sampler.hands
    fields = (HIDDEN_ANDROID, HIDDEN_HUMAN, SHOWN_ANDROID, SHOWN_HUMAN)
    for _ in range(20):
        sampled = sampler.sample(Stream("unmasked"))
        assert not any(sampled.get(seat, field) for seat in range(3) for field in fields)


# Cards ----------------------------------------------------------------------------------------


def hidden_from(table: Any, name: str) -> list[str]:
    """The discs whose cards others have investigated, and this player not."""
    return [
        criminal["disc"]
        for criminal in table["criminals"]
        if "card" in criminal
        and not criminal["face_up"]
        and name not in criminal.get("investigated_by", [])
    ]


@pytest.mark.parametrize("wanted", [1, 2])
@pytest.mark.parametrize("module", ["none", "shadow_watch"])
def test_cards_others_have_seen_are_as_likely_as_the_urn_says(module: str, wanted: int) -> None:
    """RA-27.2, RA-26.2: without replacement, by strata."""
    game = konspira.game("rogue", players=3, module=module)

    def held(state: Any) -> bool:
        return len(hidden_from(game.truth(state), "P1")) >= wanted and state.drafting() == NOBODY

    wishes = ("investigate", "buy evidence", "resolve evid2 boost", "go")
    state = eager(game, f"looked {module}", wishes, held)
    discs = hidden_from(game.truth(state), "P1")
    view: Any = game.spelled(game.view(state, 0))
    met = {criminal.get("card") for criminal in view["criminals"]} | set(view["removed"])
    met |= {card for board in view["seats"].values() for card in board["scored"]}
    met |= set(view.get("bottom", []))
    sampler = game.sampler(knowledge(game, state, 0))
    luck = Stream("cards")
    found: Counter[str] = Counter()
    for _ in range(DRAWS):
        table = game.truth(sampler.sample(luck))
        drawn = [one["card"] for one in table["criminals"] if one["disc"] in discs]
        assert len(set(drawn)) == wanted
        assert not met & set(drawn)
        found.update(drawn[:1])
    easy, hard = [c for c in EASY if c not in met], [c for c in HARD if c not in met]
    left = (len(easy), len(hard))
    if module == "shadow_watch":
        left = (20 - len(EASY) + len(easy), 10 - len(HARD) + len(hard))
    for stratum, number in zip((easy, hard), left, strict=True):
        for card in stratum:
            assert near(found[card], DRAWS * number / sum(left) / len(stratum))


@pytest.mark.parametrize(("easy", "hard"), [(0, 0), (5, 3), (19, 2), (20, 4), (7, 10)])
def test_the_two_strata_of_shadow_watch(easy: int, hard: int) -> None:
    """RA-26.2: a card nobody has seen is as likely easy as easy ones are left."""
    game = konspira.game("rogue", players=2, module="shadow_watch")
    place = {
        "P1": {"at": "B1"},
        "criminals": {"C1": {"at": "B1"}},
        "removed": [*EASY[:easy], *HARD[:hard]],
    }
    state = game.from_position(game.set_up(place))
    state.play(game.read("attack C1", 0))
    weights = {game.text(code).split()[2]: part for code, part in odds(state)}
    of_easy = [weights.get(card, 0) for card in EASY[easy:]]
    of_hard = [weights.get(card, 0) for card in HARD[hard:]]
    assert len(set(of_easy)) == len(set(of_hard)) == 1
    assert sum(of_easy) + sum(of_hard) == state.chance_total()
    assert Fraction(sum(of_easy), state.chance_total()) == Fraction(20 - easy, 30 - easy - hard)


def test_after_a_shuffle_old_and_new_cards_are_drawn_apart() -> None:
    """RA-26.7: what lies face down is of the old deck; chance cannot mix them."""
    game = konspira.game("rogue", players=2, module="shadow_watch")
    removed = [*EASY[:19], *HARD[:10]]
    place = {
        "phase": "time",
        "P1": {"at": "B1", "evidence": "4"},
        "criminals": {"C1": {"at": "B1"}},
        "removed": removed,
    }
    state = game.from_position(game.set_up(place))
    for text in ("draw C2", "draw C3", "die 1", "die 1"):
        state.play(game.read(text, CHANCE))
    state.play(game.read("investigate C1", 0))
    old = {game.text(code).split()[2]: part for code, part in odds(state)}
    assert set(old) == set(EASY[19:])
    state.play(game.read(f"look C1 {EASY[20]} P1", CHANCE))
    state.play(game.read("investigate C2", 0))
    new = {game.text(code).split()[2]: part for code, part in odds(state)}
    assert set(new) == set(removed)
    assert len(set(new.values())) == 1


def test_a_shuffle_takes_the_counters_cards_and_leaves_the_count() -> None:
    """RA-26.1 (b), RA-26.7: three were removed by bombs, all lie in the removed pile."""
    game = konspira.game("rogue", players=2, module="shadow_watch")
    place = {
        "phase": "time",
        "criminals": {"C1": {"at": "B1"}},
        "removed": [*EASY[:19], *HARD[:10]],
        "taken_off": "3",
    }
    state = game.from_position(game.set_up(place))
    state.play(game.read("draw C2", CHANCE))
    state.play(game.read("draw C3", CHANCE))
    for _ in range(2):
        state.play(game.read("die 1", CHANCE))
    view: Any = game.spelled(game.view(state, 0))
    assert view["removed"] == []
    assert view["taken_off"] == 3


# Compounds ------------------------------------------------------------------------------------

CAPTIVES = {f"C{n}": {"held_by": "P2", "card": f"C0{n}"} for n in (1, 2, 3)}
SEIZING = {"P1": {"at": "B1"}, "P2": {"at": "B1", "fuel": "0"}, "criminals": CAPTIVES}
CUTTING = {"phase": "cutting", "P1": {"at": "M2"}, "used": ["defuse M2"], "bombs": ["M2 4"]}
ARCADE = {"P1": {"at": "M5"}}
RED = "roll red exp; roll red ammo2; roll red bst"
CUT = "roll red exp; roll red bst" + 3 * "; roll green car" + 3 * "; roll black agt"


@pytest.mark.parametrize(
    ("place", "played"),
    [
        (
            {"phase": "time"},
            "draw C2; draw C3; draw C4; die 1; die 4; die 6 | assign C2 1 + assign C3 4",
        ),
        (SEIZING, "seize P2 2 | roll green car; roll green car | take C1 + take C3"),
        ({}, "search + colour red + colour green"),
        (ARCADE, f"search | {RED} | pick red exp + pick red bst + reroll"),
        (ARCADE, f"search | {RED} | keep | resolve exp + resolve ammo2 boost"),
        ({"P1": {"at": "T1"}}, "buy ammo + done"),
        ({"P1": {"at": "T1"}}, "buy ammo + buy ammo"),
        (CUTTING | {"sheet": ["rx"]}, f"cut | {CUT} | place red E 2 + place red X 1"),
    ],
)
def test_moves_that_belong_together(place: dict[str, object], played: str) -> None:
    """D-01, D-14 to D-18, D-20: a compound is open until its last move."""
    game = konspira.game("rogue", players=4)
    state = game.from_position(game.set_up(place))
    for part in played.split(" | "):
        if state.actor() == CHANCE:
            for text in part.split("; "):
                assert state.drafting() == NOBODY
                state.play(game.read(text, CHANCE))
            continue
        moves = part.split(" + ")
        for number, text in enumerate(moves, 1):
            state.play(game.read(text, 0))
            assert state.drafting() == (0 if number < len(moves) else NOBODY), text
