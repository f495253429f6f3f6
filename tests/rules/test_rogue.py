"""Rogue Agent as a whole: games end, laws hold, secrets are kept, odds are exact."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import konspira
from konspira.engine import harness
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY, OPEN_TABLE, BadText, odds
from konspira.games.rogue.rules.components import BOOST, EXPLOSION, SUPPLY

GAMES: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 3, "mode": "android"},
    {"players": 4, "mode": "android"},
    {"players": 2, "module": "shadow_watch"},
    {"players": 3, "module": "shadow_watch", "without_blue": True},
    {"players": 4, "module": "shadow_watch", "length": "long"},
]
SWITCHED: list[dict[str, object]] = [
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
    }
]


def name_of(options: dict[str, object]) -> str:
    return " ".join(str(value) for value in options.values())[:40]


@pytest.mark.parametrize("options", GAMES + SWITCHED, ids=name_of)
def test_the_harness_finds_nothing(options: dict[str, object]) -> None:
    game = konspira.game("rogue", **options)
    effort = harness.Effort(state=4, resample=16, retell=60)
    tally = harness.simulate(game, 1, "rogue", lambda problem: None, effort)
    assert tally.problems == []
    assert tally.states > 20


@pytest.mark.parametrize("options", GAMES + SWITCHED, ids=name_of)
def test_games_end_in_their_last_round_and_laws_hold(options: dict[str, object]) -> None:
    """RA-5.1, RA-5.2, RA-19.1, RA-26.7, RA-0.5, and the laws (i) to (vi) at every decision."""
    game = konspira.game("rogue", **options)
    for number in range(3):
        luck = Stream(f"eager {number}")
        state = game.start(f"eager {number}")
        while state.actor() != NOBODY:
            assert game.conserved(state) == []
            assert state.moves()  # (v): exactly one player has something to choose
            assert {move & 15 for move in state.moves()} == {state.actor()}
            moves = [m for m in state.moves() if game.text(m) != "end-turn"] or state.moves()
            state.play(moves[luck.below(len(moves))])
        if options.get("module"):
            assert state.round <= 12
        else:
            assert state.round == (8 if options.get("mode") == "android" else 6)


def test_what_a_viewer_may_not_know_is_not_in_the_view() -> None:
    """RA-27.2, RA-27.5, RA-27.6, RA-27.7, RA-27.8, RA-27.9, RA-27.11 (T-110)."""
    game = konspira.game("rogue", players=4, mode="android")
    hidden = 0
    for number in range(6):
        luck = Stream(f"views {number}")
        state = game.start(f"views {number}")
        while state.actor() != NOBODY:
            state.play(state.moves()[luck.below(len(state.moves()))])
            if state.actor() == NOBODY:
                break
            truth = game.truth(state)
            for seat in range(4):
                view: Any = game.spelled(game.view(state, seat))
                for public in ("bag", "dice", "sheet", "removed", "deck", "bombs", "drawn"):
                    assert view.get(public) == truth.get(public)
                for other, board in view["seats"].items():
                    tokens = board.get("tokens", {})
                    full = truth["seats"][other]
                    for name in board.keys() - {"tokens"}:
                        assert board[name] == full[name]
                    for name in ("human", "android", "hidden"):
                        assert tokens.get(name) == full.get("tokens", {}).get(name)
                    if other != game.seat_name(seat):
                        assert "hidden_human" not in tokens
                        hidden += "hidden_human" in truth["seats"][other].get("tokens", {})
                for criminal in view["criminals"]:
                    own = game.seat_name(seat) in criminal.get("investigated_by", [])
                    if not (own or criminal["face_up"]):
                        assert "card" not in criminal
    assert hidden > 100


def attack_odds(dice: str, merging: bool) -> dict[int, Fraction]:
    """The chance of each number of hits, played out through the engine's own chance. Merging
    goes on with one state for all that show as many explosions and boosts."""
    game = konspira.game("rogue", players=2)
    board = {"at": "B1", "gun": str(2 * dice.count("G")), "ammo": "3"}
    criminal = {"at": "B1", "card": "C08", "face_up": "true"}
    state = game.from_position(game.set_up({"P1": board, "criminals": {"C1": criminal}}))
    state.play(game.read("attack C1", 0))
    state.watch()
    state.play(game.read(f"ammo {dice.count('B')}", 0))
    assert Counter("RGB"[value & 3] for value in state.dice) == Counter(dice)
    found: dict[int, Fraction] = {}
    open_states: dict[object, tuple[Any, Fraction]] = {0: (state, Fraction(1))}
    while open_states:
        after: dict[object, tuple[Any, Fraction]] = {}
        for at, weight in open_states.values():
            for code, part in odds(at):
                chance = weight * Fraction(part, at.chance_total())
                rolled = at.clone()
                rolled.watch()
                rolled.apply(code)
                if rolled.actor() == CHANCE:
                    symbols = [int(value) >> 2 & 15 for value in rolled.dice]
                    shown = (symbols.count(EXPLOSION + 1), symbols.count(BOOST + 1))
                    key = shown if merging else len(after)
                    same, before = after.get(key, (rolled, Fraction(0)))
                    after[key] = same, before + chance
                else:
                    texts = [game.text(told) for told in rolled.witnessed()]
                    [made] = [int(text.split()[2]) for text in texts if text.startswith("hits ")]
                    found[made] = found.get(made, Fraction(0)) + chance
        open_states = after
    assert sum(found.values()) == 1
    return found


HIT_TABLE = [
    ("RRR", (0.704, 0.454, 0.093, 0, 0)),
    ("RRRB", (0.802, 0.636, 0.241, 0.056, 0)),
    ("RRRG", (0.753, 0.566, 0.181, 0.035, 0)),
    ("RRRGB", (0.835, 0.714, 0.334, 0.128, 0.015)),
    ("RRRGG", (0.794, 0.655, 0.270, 0.094, 0.010)),
    ("RRRBBB", (0.912, 0.850, 0.545, 0.313, 0.088)),
    ("RRRGGBBB", (0.939, 0.908, 0.671, 0.493, 0.216)),
]


@pytest.mark.parametrize(("dice", "expected"), HIT_TABLE)
def test_the_hit_table_comes_out_of_the_engine(dice: str, expected: tuple[float, ...]) -> None:
    """RA-9.5, RA-9.6, RA-29.3: the table to 0.001."""
    found = attack_odds(dice, merging=True)
    for least, wanted in enumerate(expected, 1):
        chance = sum(part for made, part in found.items() if made >= least)
        assert float(chance) == pytest.approx(wanted, abs=0.001)


@pytest.mark.parametrize("dice", ["RRR", "RRRB"])
def test_only_explosions_and_boosts_make_hits(dice: str) -> None:
    """RA-9.6: each throw followed on its own gives the same odds."""
    assert attack_odds(dice, merging=False) == attack_odds(dice, merging=True)


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_a_game_of_defaults_ends(options: dict[str, object]) -> None:
    """RA-28.1: the room can go on without anybody's answer."""
    game = konspira.game("rogue", **options)
    for number in range(2):
        luck = Stream(f"defaults {number}")
        state = game.start(f"defaults {number}")
        while state.actor() != NOBODY:
            seat = state.actor()
            if luck.below(3) == 0:
                answer = game.default_moves(state, seat)
                assert answer
                for move in answer:
                    state.play(move)
                assert state.drafting() == NOBODY or state.drafting() == seat
            else:
                state.play(state.moves()[luck.below(len(state.moves()))])


def test_a_seat_that_left_cannot_win() -> None:
    game = konspira.game("rogue", players=3)
    state = game.start(1)
    with pytest.raises(konspira.NotLegal):
        state.play(game.read("resign", 0) | 1 << 11)  # no text of a move says this
    state.play(game.read("resign", 0))
    assert state.outcome() is None
    assert game.asides(state, 0) == []
    state.play(game.timeout(0))  # a clock may run out on somebody who has left
    with pytest.raises(konspira.NotLegal):
        state.play(game.read("resign", 0))
    assert state.outcome() is None
    state.play(game.timeout(2))
    assert str(state.outcome()) == "P2 won by TIME"


def test_the_open_table_shows_all() -> None:
    game = konspira.game("rogue", players=3, mode="android")
    state = game.start(4)
    view: Any = game.spelled(game.view(state, OPEN_TABLE))
    tokens = [board["tokens"] for board in view["seats"].values()]
    assert sum(part["hidden_android"] for part in tokens) == 3  # T-89
    assert sum(part["hidden_human"] for part in tokens) == 6


def ends(game: Any, state: Any, columns: list[str], timer: int) -> set[tuple[object, ...]]:
    """The sheets a cut can end in, symbols only, with the timer."""
    found: set[tuple[object, ...]] = set()
    for move in state.moves():
        _, _, symbol, number = game.text(move).split()
        sheet = [*columns, ""] if int(number) > len(columns) else list(columns)
        left = timer - (1 if columns and len(sheet) > len(columns) else 0)
        sheet[int(number) - 1] += symbol
        if len(state.dice) == 1:
            found.add((*sheet, left))
        else:
            after = state.clone()
            after.apply(move)
            found |= ends(game, after, sheet, left)
    return found


@pytest.mark.parametrize(
    ("timer", "sheet", "rolls", "count"),
    [
        (4, [], "red bst,red exp,red gun,green exp,green car,green car", 3),
        (3, ["rx", "rege"], "red gun,green bst,green car,black exp", 3),
        (2, ["rx", "regegx", "ke"], "red bst,green car,black bst", 6),
    ],
)
def test_the_ends_of_a_cut(timer: int, sheet: list[str], rolls: str, count: int) -> None:
    """RA-15.4, RA-15.5, RA-15.6, RA-15.12 (T-145)."""
    game = konspira.game("rogue")
    place = {"P1": {"at": "M2"}, "bombs": [f"M2 {timer}"]}
    if sheet:
        place |= {"phase": "cutting", "sheet": sheet}
    state = game.from_position(game.set_up(place))
    state.apply(game.read("cut" if sheet else f"defuse {timer}", 0))
    blank = {"red": "gun", "green": "car", "black": "agt"}
    wanted = rolls.split(",")
    while state.actor() == CHANCE:
        colour = game.text(state.chance_pick(0)).split()[1]
        own = [roll for roll in wanted if roll.startswith(colour)]
        if own:
            wanted.remove(own[0])
        roll = own[0] if own else f"{colour} {blank[colour]}"
        state.apply(game.read(f"roll {roll}", CHANCE))
    assert wanted == []
    columns = [
        column.replace("r", "").replace("g", "").replace("k", "").upper() for column in sheet
    ]
    assert len(ends(game, state, columns, timer)) == count


CLOCKS = {
    "C43": "short_leash",
    "C38": "jammed_gun",
    "C17": "dry_tank",
    "C25": "silenced_sources",
    "C09": "blacklisted",
    "C24": "watched",
    "C22": "shaken",
    "C04": "marked",
}


@pytest.mark.parametrize("card", CLOCKS)
def test_a_failed_attack_leaves_a_clock_for_the_next_turn(card: str) -> None:
    """RA-9.9, RA-9.11, RA-29.6: every lasting effect, from the roll to the end of the next turn."""
    game = konspira.game("rogue", players=2)
    criminal = {"at": "B2", "card": card, "face_up": "true"}
    board = {"at": "B2", "ammo": "0"}
    place = {"leader": "P2", "turn": "P1", "P1": board, "criminals": {"C1": criminal}}
    state = game.from_position(game.set_up(place))
    state.play(game.read("attack C1", 0))
    for _ in range(3):
        state.play(game.read("roll red gun", CHANCE))
    link = {"seat": "P1", "effect": CLOCKS[card], "criminal": "C1"}
    assert game.truth(state)["clocks"] == [link]
    luck = Stream(card)
    turns = 0
    while turns < 2 and game.truth(state).get("clocks"):
        assert game.truth(state)["clocks"] == [link]
        if state.actor() == CHANCE:
            state.play(state.chance_pick(luck.below(state.chance_total())))
            continue
        moves = [game.text(move) for move in state.moves()]
        turns += state.actor() == 0 and "end-turn" in moves
        state.play(
            state.moves()[moves.index("end-turn")] if "end-turn" in moves else state.moves()[0]
        )
    assert turns == 2
    assert "clocks" not in game.truth(state)


def test_replays_are_exact() -> None:
    """RA-0.6, RA-2.9: one stream, one game; a record leads to the same place."""
    game = konspira.game("rogue", players=4, mode="android")
    hashes = []
    for _ in range(2):
        luck = Stream("replay")
        state = game.start("replay")
        while state.actor() != NOBODY:
            state.play(state.moves()[luck.below(len(state.moves()))])
        hashes.append(state.hash())
    assert hashes[0] == hashes[1]


def test_nobody_has_more_informants_than_there_are() -> None:
    """RA-17.3; what is said to be in supply is there besides those in the city."""
    game = konspira.game("rogue", players=2)
    place: dict[str, object] = {"informants": {"T1": ["P1", "P1"], "T2": ["P1", "P1"]}}
    for supply, refused in (("0", False), ("3", False), ("4", True)):
        whole = place | {"P1": {"informants": supply}}
        if refused:
            with pytest.raises(BadText, match="P1 has 7 informants in the game, not 8"):
                game.set_up(whole)
        else:
            state = game.from_position(game.set_up(whole))
            assert state.get(0, SUPPLY) == int(supply)
    assert game.from_position(game.set_up(place)).get(0, SUPPLY) == 3
