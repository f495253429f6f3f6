"""Section 11 of Shadows in Kyoto: matches."""

import pytest

from konspira import BadText
from konspira.games.kyoto.match import Match

ONI, GOV = 0, 1


def test_best_of_three_is_the_default() -> None:
    """SK-11.2, SK-OP-24."""
    match = Match()
    assert match.wins_needed == 2
    match = match.after(ONI)
    assert match.winner is None
    match = match.after(GOV)  # the same person, who has changed sides
    assert match.winner == 0
    assert match.wins == (2, 0)


@pytest.mark.parametrize("wins", [1, 2, 3])
def test_wins_needed(wins: int) -> None:
    """SK-11.1, SK-11.2: one game, best of three, or the literal three wins."""
    match = Match(wins)
    for _ in range(wins):
        assert match.winner is None
        match = match.after(ONI if match.oni == 0 else GOV)
    assert match.winner == 0


@pytest.mark.parametrize("wins", [0, 4, -1])
def test_other_lengths_are_refused(wins: int) -> None:
    """SK-11.2."""
    with pytest.raises(BadText, match="1, 2 or 3"):
        Match(wins)


def test_sides_are_exchanged_after_every_game() -> None:
    """T64, SK-2.1, SK-11.3."""
    match = Match(3)
    sides = []
    for winner in (ONI, ONI, ONI):
        sides.append(match.person(ONI))
        match = match.after(winner)
    assert sides == [0, 1, 0]
    assert match.wins == (2, 1)
    assert not match.asks_agreement  # game 4 of five


def test_the_last_possible_game_needs_an_agreement() -> None:
    """T64, SK-11.3: game 3 is exchanged on agreement, else by lot."""
    match = Match(2).after(ONI).after(ONI)
    assert match.wins == (1, 1)
    assert match.game == 3
    assert match.asks_agreement
    assert match.settled((True, True), lot=1).oni == match.oni == 0
    assert match.settled((True, False), lot=1).oni == 1
    assert match.settled((False, True), lot=0).oni == 0
    with pytest.raises(BadText):
        Match(2).settled((True, True), 0)


def test_a_single_game_asks_nothing_and_a_finished_match_is_over() -> None:
    """SK-11.3."""
    assert not Match(1).asks_agreement
    over = Match(1).after(GOV)
    assert over.winner == 1
    with pytest.raises(BadText, match="over"):
        over.after(ONI)


def test_nothing_carries_over_but_the_score() -> None:
    """SK-11.4: a match holds no cards, agents or equipment."""
    assert set(Match.__slots__) == {"wins_needed", "oni", "wins"}
