"""The strong player of Rogue Agent: a fair eye, exact odds, games that come to an end."""

import pytest

import konspira
from konspira.bots.players import Budget
from konspira.bots.roster import player
from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY
from konspira.engine.knowledge import knowledge
from konspira.games.rogue import master
from konspira.games.rogue.rules.components import HIDDEN_ANDROID, SHOWN_ANDROID

GAMES: list[dict[str, object]] = [
    {"players": 2},
    {"players": 4, "mode": "android"},
    {"players": 3, "module": "shadow_watch"},
]


def test_its_odds_are_those_of_the_dice() -> None:
    """RA-29.3: by green dice, black dice and hits."""
    table = master.hitting(konspira.game("rogue").box.faces)
    for greens, blacks, expected in [
        (0, 0, (0.704, 0.454, 0.093, 0, 0)),
        (1, 1, (0.835, 0.714, 0.334, 0.128, 0.015)),
        (2, 3, (0.939, 0.908, 0.671, 0.493, 0.216)),
    ]:
        row = table[(greens * 4 + blacks) * 6 :][:6]
        assert row[0] == pytest.approx(1)
        assert row[1:] == pytest.approx(expected, abs=0.001)


def test_more_is_better_and_all_chances_are_one() -> None:
    game = konspira.game("rogue", players=3)
    chances = []
    for influence in ("0", "2"):
        text = game.set_up({"round": "5", "P2": {"influence": influence}})
        chances.append(master.judge(game).chances(game.from_position(text)))
        assert sum(chances[-1]) == pytest.approx(1)
    assert chances[1][1] > chances[0][1]
    assert chances[1][0] < chances[0][0]


@pytest.mark.parametrize("options", GAMES)
def test_a_game_of_masters_ends(options: dict[str, object]) -> None:
    """All moves are legal, a compound is followed to its end, the same seed is the same game."""
    game = konspira.game("rogue", **options)
    who = player("master", "rogue", Budget(iterations=12))
    luck = Stream("masters")
    state = game.start("masters")
    reasons = 0
    while state.actor() != NOBODY:
        seat = state.actor()
        moves = state.moves(seat)
        choice = who.consider(game, knowledge(game, state, seat), moves, luck, who.budget)
        assert choice.move in moves
        reasons += len(choice.candidates)
        state.play(choice.move)
    assert reasons > 200


def test_it_says_what_it_believes_of_androids() -> None:
    game = konspira.game("rogue", players=4, mode="android")
    state = game.start("believed")
    seat = state.actor()
    known = knowledge(game, state, seat)
    belief = master.believed(game, known, master.worlds(game, known, Stream("belief")))
    assert set(belief) == {"tokens"}
    tokens = belief["tokens"]
    assert isinstance(tokens, dict)
    assert set(tokens) == {game.seat_name(other) for other in range(4) if other != seat}
    for shares in tokens.values():
        assert sum(shares.values()) == pytest.approx(1, abs=0.01)
        assert 0 < shares["1"] < 1


def test_with_two_androids_it_shows_the_human() -> None:
    """RA-20.3: the second android shown is the end of an agent."""
    game = konspira.game("rogue", players=4, mode="android")
    shown = 0
    for seed in range(40):
        luck = Stream(f"reveal {seed}")
        state = game.start(f"reveal {seed}")
        while state.actor() != NOBODY:
            seat = state.actor()
            moves = state.moves(seat)
            if game.decision_kind(state, seat) == "revealing" and len(moves) == 2:
                held = state.get(seat, HIDDEN_ANDROID) + state.get(seat, SHOWN_ANDROID)
                known = knowledge(game, state, seat)
                chosen = master.at_once(game, known, moves, Stream("thought"))
                if held == 2:
                    assert chosen is not None
                    assert game.text(chosen) == "reveal human"
                    shown += 1
                else:
                    assert chosen is None
            state.play(moves[luck.below(len(moves))])
        if shown > 3:
            return
    assert shown
