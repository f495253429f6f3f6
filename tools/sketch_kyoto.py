"""Learns Kyoto's evaluation from sketches of games: both sides play by an eye alone.

    python -m tools.sketch_kyoto play 24000 games.npz --weights value.json plain
    python -m tools.sketch_kyoto fit games.npz … --out weights.json
    python -m tools.sketch_kyoto meet weights.json plain --games 2000

A side makes the play that looks best over six guesses at who is hidden opposite; now and then it
plays anything. Such a game takes a few milliseconds, so there are as many as one likes, where a
game of the master takes seconds, and weights learned from hundreds of those were mostly noise.
`play` keeps the features of some turns and who won, without the advanced cards and
with them; `fit` makes one weight for each feature, for either; `meet` says how often the one wins
against the other, one play ahead. Needs numpy and scipy.

`value.json` was fitted to two rounds, of 40,000 and 36,000 sketches without the advanced cards and
as many with them: ten minutes on two cores. In the second round the weights of the first, those
before them and the plain search's played each other.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import konspira
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE
from konspira.games.kyoto import plain
from konspira.games.kyoto.evaluation import (
    BLOCK,
    ESCAPES,
    FEATURES,
    HIDING,
    RACE,
    ROAD,
    THREATS,
    features,
)
from konspira.games.kyoto.foresight import Foresight
from konspira.games.kyoto.rules.position import OVER, TURN
from konspira.games.kyoto.rules.state import State
from tools.train_kyoto import ADVANCED

CERTAIN = 4.0
GUESSES = 6
STRAY = 10  # one play in so many is any legal one
KEPT = 6  # of the turns one in so many
LONGEST = 300  # plays
KINDS = ("base", "advanced")
Weights = list[float]


def weights_of(name: str, kind: str) -> Weights:
    game = konspira.game("kyoto")
    if name == "plain":
        return plain.weights(int(game.board.real))
    found: Weights = json.loads(Path(name).read_text("utf-8"))[kind]
    assert len(found) == FEATURES, f"{name} has other features"
    return found


def begun(kind: str, luck: Stream) -> State:
    """A game up to its first turn; placement and picks are drawn."""
    game = konspira.game("kyoto", **(ADVANCED if kind == "advanced" else {}))
    state = State(game.board, game.rules)
    state.start(0)
    while state.phase != TURN:
        if state.actor() == CHANCE:
            state.apply(state.chance_pick(luck.below(state.chance_total())))
        else:
            moves = state.moves()
            state.apply(moves[luck.below(len(moves))])
    return state


def eye(weights: Weights, luck: Stream) -> Foresight:
    return Foresight(weights, 1, 1, 0, GUESSES, luck, [])


def strayed(state: State, by: Foresight, luck: Stream) -> None:
    moves = state.moves()
    state.apply(moves[luck.below(len(moves))])
    by.go_on(state)


Rows = tuple[list[int], list[int], list[float]]  # features, how many of each turn, who won


def sketched(every: list[Weights], games: int, seed: str, kind: str) -> Rows:
    luck = Stream(seed)
    eyes = [eye(weights, luck) for weights in every]
    rows: Rows = ([], [], [])
    for _ in range(games):
        state = begun(kind, luck)
        sides = [eyes[luck.below(len(eyes))] for _ in range(2)]
        seen: list[tuple[int, list[int]]] = []
        plays = 0
        while state.phase == TURN and plays < LONGEST:
            plays += 1
            mover = sides[int(state.side)]
            if luck.below(STRAY) == 0:
                strayed(state, mover, luck)
                continue
            if luck.below(KEPT) == 0:
                found: list[int] = []
                features(state, state.side, found)
                seen.append((int(state.side), found))
            mover.answer(state)
        if state.phase == OVER:
            for side, found in seen:
                rows[0].extend(found)
                rows[1].append(len(found))
                rows[2].append(float(side == int(state.winner)))
    return rows


def play(options: argparse.Namespace) -> None:
    import numpy as np  # noqa: PLC0415  for training alone

    kept: dict[str, Any] = {}
    with ProcessPoolExecutor(options.workers) as pool:
        for kind in KINDS:
            every = [weights_of(name, kind) for name in options.weights]
            share = options.games // options.workers
            parts = [
                pool.submit(sketched, every, share, f"{options.seed} {kind} {part}", kind)
                for part in range(options.workers)
            ]
            columns = zip(*(part.result() for part in parts), strict=True)
            for name, column in zip(("flat", "lengths", "won"), columns, strict=True):
                kept[f"{kind} {name}"] = np.concatenate([np.asarray(one) for one in column])
    np.savez_compressed(options.file, **kept)


def parameters() -> list[list[tuple[int, float]]]:
    """What is learned: what is good for the mover is as bad in the other's hands, unless it is
    about whose move it is."""
    tempo = [*range(int(THREATS), int(HIDING)), *range(int(ROAD), int(BLOCK))]
    found: list[list[tuple[int, float]]] = []
    for feature in range(int(BLOCK)):
        other = feature + int(BLOCK)
        if feature in tempo:
            found += [[(feature, 1.0)], [(other, 1.0)]]
        else:
            found.append([(feature, 1.0), (other, -1.0)])
    return found + [[(feature, 1.0)] for feature in range(int(RACE), FEATURES)]


def fit(options: argparse.Namespace) -> None:
    import numpy as np  # noqa: PLC0415  for training alone
    from scipy import optimize, sparse  # noqa: PLC0415

    places = [(row, at, sign) for at, one in enumerate(parameters()) for row, sign in one]
    rows, columns, signs = zip(*places, strict=True)
    shape = (FEATURES, max(columns) + 1)
    learned: Any = sparse.csr_matrix((signs, (rows, columns)), shape=shape)
    out: dict[str, Weights] = {}
    for kind in KINDS:
        tables: list[Any] = []
        results: list[Any] = []
        for name in options.files:
            with np.load(name) as kept:
                flat, lengths = kept[f"{kind} flat"], kept[f"{kind} lengths"]
                results.append(kept[f"{kind} won"])
            ends = np.concatenate([[0], np.cumsum(lengths)])
            shape = (len(lengths), FEATURES)
            tables.append(sparse.csr_matrix((np.ones(len(flat)), flat, ends), shape=shape))
        table: Any = (sparse.vstack(tables) @ learned).tocsr()
        won: Any = np.concatenate(results)
        held_out = np.arange(len(won)) % 10 == 0
        seen, right = table[~held_out], won[~held_out]

        def loss(weights: Any, seen: Any = seen, right: Any = right) -> tuple[float, Any]:
            total = seen @ weights
            slope = seen.T @ (1 / (1 + np.exp(-total)) - right) / len(right)
            mean = np.mean(np.logaddexp(0, total) - right * total)
            return mean + options.decay * np.sum(weights**2), slope + 2 * options.decay * weights

        begin = np.zeros(table.shape[1])
        weights = optimize.minimize(loss, begin, jac=True, method="L-BFGS-B").x
        total = table[held_out] @ weights
        missed = np.mean(np.logaddexp(0, total) - won[held_out] * total)
        print(f"{kind}: {len(won)} turns, held out {missed:.4f}")
        full = learned @ weights
        full[int(ESCAPES) + 1 : int(HIDING)] = CERTAIN  # SK-8.4: who can escape now has all but won
        out[kind] = [round(float(weight), 3) for weight in full]
    Path(options.out).write_text(json.dumps(out) + "\n", encoding="utf-8")


def met(one: Weights, two: Weights, games: int, seed: str, kind: str) -> float:
    """How often the first wins; each deal is played twice, sides exchanged."""
    luck = Stream(seed)
    eyes = [eye(one, luck), eye(two, luck)]
    won = 0
    for _ in range(games // 2):
        deal = begun(kind, luck)
        for first in (0, 1):
            state = deal.clone()
            assert isinstance(state, State)
            plays = 0
            while state.phase == TURN and plays < LONGEST:
                plays += 1
                eyes[int(state.side) ^ first].answer(state)
            won += state.phase == OVER and int(state.winner) == first
    return won / (games // 2 * 2)


def meet(options: argparse.Namespace) -> None:
    for kind in KINDS:
        one, two = (weights_of(name, kind) for name in (options.one, options.two))
        rate = met(one, two, options.games, options.seed, kind)
        print(f"{kind}: {rate:.3f} ± {1.96 * (rate * (1 - rate) / options.games) ** 0.5:.3f}")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="tools.sketch_kyoto", description=__doc__)
    parser.add_argument("--seed", default="sketch")
    tasks = parser.add_subparsers(required=True)
    one = tasks.add_parser("play")
    one.add_argument("games", type=int)
    one.add_argument("file")
    one.add_argument("--weights", nargs="+", required=True)
    one.add_argument("--workers", type=int, default=2)
    one.set_defaults(run=play)
    one = tasks.add_parser("fit")
    one.add_argument("files", nargs="+")
    one.add_argument("--out", required=True)
    one.add_argument("--decay", type=float, default=1e-5)
    one.set_defaults(run=fit)
    one = tasks.add_parser("meet")
    one.add_argument("one")
    one.add_argument("two")
    one.add_argument("--games", type=int, default=2000)
    one.set_defaults(run=meet)
    options = parser.parse_args(arguments)
    options.run(options)


if __name__ == "__main__":
    main(sys.argv[1:])
