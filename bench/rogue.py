"""Rogue Agent in random play, beside OpenSpiel in the same run.

Per CPU-second of the process. Decisions are what a seat decides, legal moves included; chance is
paid for but not counted, here as there. Rounds of ours and theirs alternate, because the machine's
speed wanders.
"""

from __future__ import annotations

import random
import time
from typing import Any

import konspira
from konspira.engine.chance import Stream
from konspira.engine.knowledge import knowledge
from konspira.games.rogue.rules import codes

ROUNDS = 5
SECONDS = 0.6
PEERS = ("gin_rummy", "hanabi")
RUNS: tuple[tuple[str, dict[str, object], bool], ...] = (
    ("3 players, Agent mode", {"players": 3}, False),
    ("4 players, Android mode", {"players": 4, "mode": "android"}, False),
    ("3 players, Shadow Watch", {"players": 3, "module": "shadow_watch"}, False),
    ("3 players, with view", {"players": 3}, True),
)


def random_play(game: Any, seconds: float, seed: int, view: bool = False) -> tuple[float, float]:
    """Whole games for so many CPU-seconds: games and decisions per second."""
    rng = random.Random(seed).random
    games = decisions = 0
    begin = time.process_time()
    end = begin + seconds
    while time.process_time() < end:
        state = game.start(seed=games)
        while True:
            moves = state.moves()
            if not moves:
                break
            move = moves[int(rng() * len(moves))]
            if view:
                game.view(state, move & 15)
            state.play(move)
            decisions += 1
        games += 1
    spent = time.process_time() - begin
    return games / spent, decisions / spent


def sample_microseconds(game: Any) -> tuple[float, float]:
    """A new knowledge with its first state, and each further state, in the middle of games."""
    luck = Stream(3)
    first = further = 0.0
    for seed in range(40):
        rng = random.Random(seed).random
        state = game.start(seed=seed)
        for _ in range(60):
            moves = state.moves()
            state.play(moves[int(rng() * len(moves))])
        known = knowledge(game, state, seed % game.seats)
        begin = time.process_time()
        sampler = game.sampler(known)
        sampler.sample(luck)
        first += time.process_time() - begin
        begin = time.process_time()
        for _ in range(20):
            sampler.sample(luck)
        further += (time.process_time() - begin) / 20
    return first / 40 * 1e6, further / 40 * 1e6


def main() -> None:
    import pyspiel  # noqa: PLC0415

    from bench import peers  # noqa: PLC0415

    games = [konspira.game("rogue", **options) for _, options, _ in RUNS]
    loaded = {name: pyspiel.load_game(name) for name in PEERS}
    ours = [[0.0, 0.0] for _ in RUNS]
    theirs = dict.fromkeys(PEERS, 0.0)
    for number in range(ROUNDS):
        for row, game, (_, _, view) in zip(ours, games, RUNS, strict=True):
            played, decided = random_play(game, SECONDS, number, view)
            row[0] += played / ROUNDS
            row[1] += decided / ROUNDS
        for name, peer in loaded.items():
            theirs[name] += peers.moves_per_second(peer, None, SECONDS) / ROUNDS
    compiled = "compiled" if not codes.__file__.endswith(".py") else "interpreted"
    print(f"Rogue Agent, {compiled}, per CPU-second   games  decisions")
    for row, (name, _, _) in zip(ours, RUNS, strict=True):
        print(f"  {name:<32}{row[0]:>10,.0f}{row[1]:>11,.0f}")
    decisions = ours[0][1]
    for name, figure in theirs.items():
        print(
            f"  OpenSpiel {name:<12} {figure:>10,.0f} moves: ours is {decisions / figure:.2f} times"
        )
    print(f"  the mover's view costs {decisions / ours[3][1]:.2f} times")
    first, further = sample_microseconds(games[1])
    print(f"  sample, Android mode: {first:.0f} µs for a new knowledge, then {further:.1f} µs each")


if __name__ == "__main__":
    main()
