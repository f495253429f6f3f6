"""Bots against each other: `python -m konspira.bots.arena greedy random --games 200`."""

from __future__ import annotations

import argparse
from collections import Counter

import konspira
from konspira.bots import NAMES, player
from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY, Game, Outcome
from konspira.engine.knowledge import knowledge


def played(game: Game, names: tuple[str, ...], seed: str) -> Outcome:
    """One game; `names` are the players of the seats in order."""
    players = [player(name, game.key) for name in names]
    luck = Stream(f"players {seed}")
    state = game.start(seed)
    outcome: Outcome | None = None
    while outcome is None:
        drafting = state.drafting()
        seat = drafting if drafting != NOBODY else state.moves()[0] & 15
        known = knowledge(game, state, seat)
        state.play(players[seat](game, known, state.moves(seat), luck))
        outcome = state.outcome()
    return outcome


def series(game: Game, first: str, second: str, games: int, seed: str) -> list[Counter[str]]:
    """How the first player won, by seat taken: seats are exchanged after every game."""
    won: list[Counter[str]] = [Counter(), Counter()]
    for number in range(games):
        seat = number % 2
        names = (first, second) if seat == 0 else (second, first)
        outcome = played(game, names, f"{seed} {number}")
        if outcome.winner == seat:
            won[seat][outcome.how.name] += 1
    return won


def main() -> None:
    parser = argparse.ArgumentParser(prog="konspira.bots.arena", description=__doc__)
    parser.add_argument("first", choices=NAMES)
    parser.add_argument("second", choices=NAMES)
    parser.add_argument("--game", choices=konspira.GAMES, default="kyoto")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="arena")
    parser.add_argument("--advanced", action="store_true", help="with every extra of the box")
    options = parser.parse_args()
    extras = ("special_agents", "neutral_agent", "equipment") if options.advanced else ()
    game = konspira.game(options.game, **dict.fromkeys(extras, True))
    won = series(game, options.first, options.second, options.games, options.seed)
    for seat, ways in enumerate(won):
        games = (options.games + 1 - seat) // 2
        how = ", ".join(f"{name} {count}" for name, count in ways.most_common())
        name = game.seat_name(seat)
        print(f"{options.first} as {name} won {ways.total()} of {games} ({how})")


if __name__ == "__main__":
    main()
