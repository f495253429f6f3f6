"""Decks of Shadows in Kyoto: chance draws every card that is left alike, and no other."""

from typing import Any

import pytest

import konspira
from konspira import CHANCE, MoveError
from konspira.engine.contract import odds


def drawn(game: Any, state: Any) -> dict[str, int]:
    """The cards chance may draw now, with their weights."""
    return {game.text(code).split()[2]: weight for code, weight in odds(state)}


def deal(game: Any, state: Any, *texts: str) -> None:
    for text in texts:
        state.play(game.read(text, CHANCE))


def test_each_deck_is_shuffled_by_itself() -> None:
    """SK-2.2, SK-2.3, SK-1.12, SK-1.13: four of 25 locations, then two of 8 tactics, each side."""
    game = konspira.game("kyoto")
    state = game.start()
    for side in ("ONI", "GOV"):
        assert drawn(game, state) == {"red": 5, "green": 5, "yellow": 5, "blue": 5, "joker": 5}
        with pytest.raises(MoveError):
            deal(game, state, f"deal {side} swap")
        deal(game, state, *[f"deal {side} red"] * 4)
        assert drawn(game, state) == {
            "defence": 2,
            "tunnel": 2,
            "attack": 1,
            "swap": 1,
            "decoy": 2,
        }
        with pytest.raises(MoveError):
            deal(game, state, f"deal {side} red")
        deal(game, state, f"deal {side} swap")
        assert "swap" not in drawn(game, state)
        deal(game, state, f"deal {side} attack")
    assert state.chance_total() == 0
    assert game.decision_kind(state, 0) == "placing"


def refilling(advanced: bool = False, **oni: object) -> tuple[Any, Any]:
    """ONI is about to draw; GOV has Anju where there are special agents."""
    game = konspira.game("kyoto", special_agents=advanced, neutral_agent=advanced)
    position: dict[str, Any] = {
        "turn": "ONI",
        "ONI": {"agents": {"a1": "3R"}, "hand": ["red"], **oni},
        "GOV": {"agents": {"a6": "3R"}, "hand": ["joker"]},
    }
    if advanced:
        position["GOV"]["special"] = "anju"
    if oni.get("special") == "ruri":
        position["ruri"] = "green"
    state = game.from_position(game.set_up(position))
    state.play(game.read("red a1 a2", 0))
    return game, state


def test_a_draw_is_from_what_is_left_of_the_named_deck() -> None:
    """SK-7.1, SK-7.3: discards and hands are not among it."""
    game, state = refilling(pile=["blue", "blue", "swap"])
    state.play(game.read("draw location", 0))
    assert drawn(game, state) == {"red": 4, "green": 5, "yellow": 5, "blue": 3, "joker": 5}
    deal(game, state, "deal ONI blue")
    state.play(game.read("draw tactics", 0))
    assert drawn(game, state) == {"defence": 2, "tunnel": 2, "attack": 1, "decoy": 2}


def test_ruris_card_is_not_drawn() -> None:
    """SK-9.7, SK-9.7.3, SK-OP-30: it is out of the deck, the rest is shuffled again."""
    game, state = refilling(advanced=True, special="ruri")
    state.play(game.read("draw location", 0))
    assert drawn(game, state) == {"red": 4, "green": 4, "yellow": 5, "blue": 5, "joker": 5}


def test_a_card_at_the_bottom_is_not_drawn_while_others_lie_above() -> None:
    """SK-9.1, SK-9.1.3."""
    game, state = refilling(
        advanced=True,
        special="tomoyo",
        deck=["blue", "green", "swap"],
        bottom_locations=["yellow", "joker"],
    )
    state.play(game.read("draw location location", 0))
    assert drawn(game, state) == {"blue": 1, "green": 1}
    deal(game, state, "look ONI blue")
    assert drawn(game, state) == {"green": 1}
    deal(game, state, "look ONI green")
    state.play(game.read("keep blue bottom green", 0))
    state.play(game.read("draw location location", 0))
    # Nothing lies above any more: the oldest two are turned up at once.
    assert game.decision_kind(state, 0) == "keeping"
    assert [game.text(move) for move in state.moves()] == [
        "keep yellow bottom joker",
        "keep joker bottom yellow",
    ]


def test_the_same_seed_deals_the_same_cards_and_another_seed_others() -> None:
    """SK-2.2."""
    game = konspira.game("kyoto")
    hands = {game.truth(game.start(seed))["sides"]["ONI"]["cards"][0] for seed in range(20)}
    assert len(hands) > 1
    assert game.start("one").hash() == game.start("one").hash()
