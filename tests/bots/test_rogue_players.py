"""The greedy player of Rogue Agent finishes games and plays for points."""

import pytest

import konspira
from konspira.bots.arena import played

GAMES: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4, "mode": "android"},
    {"players": 2, "module": "shadow_watch"},
]


@pytest.mark.parametrize("options", GAMES)
def test_greedy_beats_random(options: dict[str, object]) -> None:
    game = konspira.game("rogue", **options)
    won = points = 0
    for number in range(3):
        seat = number % game.seats
        names = ["random"] * game.seats
        names[seat] = "greedy"
        outcome = played(game, tuple(names), f"bots {number}")
        won += seat in outcome.winners
        points += outcome.points[seat]
    assert won >= 2
    assert points / 3 > 2


def test_greedy_players_finish_among_themselves() -> None:
    game = konspira.game("rogue", players=3, mode="android")
    assert played(game, ("greedy",) * 3, "all").winners
