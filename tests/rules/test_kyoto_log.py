"""SK-12.13: the log a player can scroll back does not open the other side's discard pile."""

import pytest

from konspira.engine.contract import SPECTATOR
from konspira.engine.knowledge import knowledge
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.rules.state import State
from konspira.games.kyoto.story import Story
from konspira.terminal.kyoto import texts
from konspira.texts import house

ONI, GOV = 0, 1
POSITION = {
    "turn": "ONI",
    "ONI": {"agents": {"a1": "3R", "e1": "2"}, "hand": ["red", "green", "yellow", "joker"]},
    "GOV": {"agents": {"a6": "3R", "e6": "2"}, "hand": ["green", "red", "tunnel", "joker"]},
}
PLAYS = ("red a1 a2", "green a6 a5", "green e1 e2", "red e6 e5", "yellow e2 e3", "tunnel e5 c5")
CARDS = ("red", "green", "yellow", "tunnel")


def after(game: Kyoto, plays: int) -> State:
    position = {
        name: {**value, "deck": []} if isinstance(value, dict) else value
        for name, value in POSITION.items()
    }
    state = game.from_position(game.set_up(position))
    for number, play in enumerate(PLAYS[:plays]):
        state.play(game.read(play, number % 2))
    return state


def cards_named(game: Kyoto, state: State, viewer: int) -> list[bool]:
    """For each play of the log: is its card named to this viewer?"""
    words = house("en") | texts("en")
    lines = Story(game.notation, words, viewer, game.open_log).lines(
        knowledge(game, state, viewer).told
    )
    names = {card: words.say(f"card.{card}") for card in CARDS}
    found = []
    for play in PLAYS:
        card, start, end = play.split()
        for sentence in (one for entry in lines for one in entry):
            if start in sentence and end in sentence:
                found.append(names[card] in sentence)
    return found


def test_the_other_sides_cards_are_named_for_one_round() -> None:
    """SK-12.13, SK-OP-26, SK-OP-42: own plays always; the other's since the last turn but one."""
    game = Kyoto()
    # ONI to move: of GOV's three plays only the last came after ONI's last turn but one.
    assert cards_named(game, after(game, 6), ONI) == [True, False, True, False, True, True]
    # GOV to move: the same for its own third turn.
    assert cards_named(game, after(game, 5), GOV) == [False, True, False, True, True]
    # ONI looks on in GOV's third turn: its last turn but one was the second.
    assert cards_named(game, after(game, 5), ONI) == [True, False, True, True, True]
    assert cards_named(game, after(game, 2), ONI) == [True, True]


def test_a_spectator_scrolls_back_no_further() -> None:
    """SK-12.13: neither side's older cards are named to a spectator."""
    game = Kyoto()
    named = cards_named(game, after(game, 6), SPECTATOR)
    assert named[:3] == [False, False, False]
    assert named[-1]


@pytest.mark.parametrize("viewer", [ONI, GOV, SPECTATOR])
def test_an_open_log_names_all(viewer: int) -> None:
    """SK-12.13, SK-OP-26: the option lifts it."""
    game = Kyoto(open_log=True)
    assert cards_named(game, after(game, 6), viewer) == [True] * 6


@pytest.mark.parametrize("viewer", [ONI, GOV, SPECTATOR])
def test_after_the_end_all_is_named(viewer: int) -> None:
    """SK-12.9."""
    game = Kyoto()
    state = after(game, 6)
    state.play(game.read("resign", ONI))
    assert cards_named(game, state, viewer) == [True] * 6


def test_the_view_of_a_pile_never_grows() -> None:
    """SK-12.3a, SK-12.13: size and top card, whatever the option says."""
    for open_log in (False, True):
        game = Kyoto(open_log=open_log)
        state = after(game, 6)
        table = game.spelled(game.view(state, ONI))
        sides = table["sides"]
        assert isinstance(sides, dict)
        assert set(sides["GOV"]["pile"]) == {"size", "top"}


@pytest.mark.parametrize("viewer", [ONI, GOV, SPECTATOR])
def test_a_told_position_shows_no_more_of_a_pile_than_the_view(viewer: int) -> None:
    """SK-12.3a, SK-12.13: also where a game begins from a position that has piles already."""
    game = Kyoto()
    state = after(game, 6)
    text = game.position(state)
    piles = text.split()[8:10]
    assert [pile[-3:] for pile in piles] == ["rgy", "grT"]
    told = game.tell_position(text, viewer).split()[8:10]
    for side, pile in enumerate(piles):
        assert told[side] == (pile if side == viewer else "?" * (len(pile) - 1) + pile[-1])
    again = game.from_position(text)
    assert " ".join(told) in knowledge(game, again, viewer).base
