"""Shadows in Kyoto in random play, beside OpenSpiel in the same run.

Per CPU-second of the process. Decisions are what a seat decides; plays are cards played. Chance is
paid for but not counted, here as there. Rounds of ours and theirs alternate, because the machine's
speed wanders.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import konspira
from konspira.engine.chance import Stream
from konspira.engine.knowledge import knowledge
from konspira.games.kyoto.rules import codes

ROUNDS = 5
SECONDS = 0.6
PEERS = ("banqi", "dark_chess", "hanabi")
PLAYS = (codes.PLAY, codes.FAN_PLAY, codes.SWAP_TWO, codes.LAY_DECOY)


def random_play(game: Any, seconds: float, seed: int, view: bool = False) -> dict[str, float]:
    """Whole games for so many CPU-seconds: games, decisions and plays per second."""
    rng = random.Random(seed).random
    games = decisions = plays = 0
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
            if move >> 4 & 63 in PLAYS:
                plays += 1
        games += 1
    spent = time.process_time() - begin
    return {"games": games / spent, "decisions": decisions / spent, "plays": plays / spent}


def clone_microseconds(game: Any) -> float:
    state = _middle(game, 5, 40)
    begin = time.process_time()
    for _ in range(50_000):
        state.clone()
    return (time.process_time() - begin) / 50_000 * 1e6


def _middle(game: Any, seed: int, decisions: int) -> Any:
    rng = random.Random(seed).random
    state = game.start(seed=seed)
    for _ in range(decisions):
        moves = state.moves()
        if not moves:
            break
        state.play(moves[int(rng() * len(moves))])
    return state


def sample_microseconds(game: Any) -> tuple[float, float]:
    """A fresh sampler with its first state, and each further state, over all stages of games."""
    luck = Stream(3)
    first = further = 0.0
    samplers = 0
    for seed in range(60):
        for decisions in (12, 30, 50, 70, 90, 110):
            state = _middle(game, seed, decisions)
            if state.outcome() is not None:
                continue
            known = knowledge(game, state, seed % 2)
            begin = time.process_time()
            sampler = game.sampler(known)
            sampler.sample(luck)
            first += time.process_time() - begin
            begin = time.process_time()
            for _ in range(20):
                sampler.sample(luck)
            further += (time.process_time() - begin) / 20
            samplers += 1
    return first / samplers * 1e6, further / samplers * 1e6


def interpreted() -> dict[str, float]:
    """The same without compiled files, beside the Python dominoes, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "src")
        source = Path(konspira.__file__).parent.parent
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        environment = {**os.environ, "PYTHONPATH": str(copy)}
        done = subprocess.run(
            [sys.executable, "-m", "bench.kyoto", "interpreted"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    ours, theirs = done.stdout.split()[-2:]
    return {"decisions": float(ours), "python_block_dominoes": float(theirs)}


def print_interpreted() -> None:
    import open_spiel.python.games  # noqa: F401, PLC0415  registers the games written in Python
    import pyspiel  # noqa: PLC0415

    from bench import peers  # noqa: PLC0415

    assert codes.__file__.endswith(".py")
    game = konspira.game("kyoto")
    dominoes = pyspiel.load_game("python_block_dominoes")
    ours = theirs = 0.0
    for number in range(ROUNDS):
        ours += random_play(game, SECONDS, number)["decisions"] / ROUNDS
        theirs += peers.moves_per_second(dominoes, None, SECONDS) / ROUNDS
    print(ours, theirs)


def main() -> None:
    import pyspiel  # noqa: PLC0415

    from bench import peers  # noqa: PLC0415

    game = konspira.game("kyoto")
    everything = konspira.game("kyoto", special_agents=True, neutral_agent=True, equipment=True)
    loaded = {name: pyspiel.load_game(name) for name in PEERS}
    ours: dict[str, dict[str, float]] = {}
    theirs = dict.fromkeys(PEERS, 0.0)
    runs = (
        ("base game", game, False),
        ("all options", everything, False),
        ("with view", game, True),
    )
    for number in range(ROUNDS):
        for name, which, view in runs:
            for key, figure in random_play(which, SECONDS, number, view).items():
                row = ours.setdefault(name, {})
                row[key] = row.get(key, 0.0) + figure / ROUNDS
        for name, peer in loaded.items():
            theirs[name] += peers.moves_per_second(peer, None, SECONDS) / ROUNDS
    compiled = "compiled" if not codes.__file__.endswith(".py") else "interpreted"
    print(f"Kyoto, {compiled}, per CPU-second      games     plays  decisions")
    for name, row in ours.items():
        print(f"  {name:<30}{row['games']:>10,.0f}{row['plays']:>10,.0f}{row['decisions']:>11,.0f}")
    decisions = ours["base game"]["decisions"]
    for name, figure in theirs.items():
        print(
            f"  OpenSpiel {name:<12} {figure:>10,.0f} moves: ours is {decisions / figure:.2f} times"
        )
    print(f"  the mover's view costs {decisions / ours['with view']['decisions']:.2f} times")
    print(f"  clone {clone_microseconds(game):.2f} µs")
    for name, which in (("base game", game), ("all options", everything)):
        first, further = sample_microseconds(which)
        print(f"  sample, {name}: {first:.0f} µs for a new knowledge, then {further:.1f} µs each")
    slow = interpreted()
    ratio = slow["decisions"] / slow["python_block_dominoes"]
    print(
        f"  interpreted {slow['decisions']:,.0f} decisions, "
        f"python_block_dominoes {slow['python_block_dominoes']:,.0f}: {ratio:.2f} times"
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["interpreted"]:
        print_interpreted()
    else:
        main()
