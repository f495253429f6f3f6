"""Learns Kyoto's evaluation from games of bots against themselves.

    python -m tools.train_kyoto play 2000 games.jsonl --player ismcts#100 --options all
    python -m tools.train_kyoto fit games.jsonl … --out src/konspira/games/kyoto/data/value.json

`play` writes a line for each game: the options, the winner, and the features of every turn. `fit`
makes one weight for each feature (logistic regression: the chance that the mover wins). Playing
with the new weights and fitting again makes the next generation. Needs numpy.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import konspira
from konspira.bots.entrants import seated
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY
from konspira.engine.knowledge import from_entries
from konspira.engine.log import follow, opening
from konspira.games.kyoto.evaluation import FEATURES, features

STRAY = 8  # one answer in so many is any legal move, so that odd tables are seen too
ADVANCED = {"special_agents": True, "neutral_agent": True, "equipment": True}


def played(game: Any, name: str, seed: str) -> dict[str, object]:
    """One game: for each turn the side to move and the features; and who won."""
    luck = Stream(seed)
    player = seated(name, game.key, 0.1)
    state: Any
    state, setup = opening(game)
    log = [setup]
    turns: list[list[int]] = []
    while state.actor() != NOBODY:
        if state.actor() == CHANCE:
            follow(state, log, state.chance_pick(luck.below(state.chance_total())))
            continue
        drafting = state.drafting()
        seat = drafting if drafting != NOBODY else state.moves()[0] & 15
        turn = game.decision_kind(state, seat) == "turn"
        if turn:
            found: list[int] = []
            features(state, seat, found)
            turns.append([seat, *found])
        legal = state.moves(seat)
        if len(legal) == 1 or (turn and luck.below(STRAY) == 0):
            moves = [legal[luck.below(len(legal))]]
        else:
            known = from_entries(game, log, seat, "", False)
            moves = player.answer(game, known, state, luck)
        for move in moves:
            follow(state, log, move)
    outcome = state.outcome()
    assert outcome is not None
    return {"winner": outcome.winner, "how": outcome.how.name, "turns": turns}


def play(options: argparse.Namespace) -> None:
    begin = time.process_time()
    with Path(options.file).open("a", encoding="utf-8") as out:
        for number in range(options.games):
            extras = (
                ADVANCED
                if options.options == "all" or (number % 2 and options.options == "both")
                else {}
            )
            game = konspira.game("kyoto", **extras)
            line = played(game, options.player, f"{options.seed} {number}")
            out.write(json.dumps(line, separators=(",", ":")) + "\n")
            out.flush()
    print(f"{options.games} games in {time.process_time() - begin:.0f} CPU-seconds")


def fit(options: argparse.Namespace) -> None:
    import numpy as np  # noqa: PLC0415  for training alone

    rows: list[list[int]] = []
    results: list[float] = []
    whose: list[int] = []
    for name in options.files:
        for number, line in enumerate(Path(name).read_text("utf-8").splitlines()):
            one = json.loads(line)
            for turn in one["turns"]:
                rows.append(turn[1:])
                results.append(float(turn[0] == one["winner"]))
                whose.append(number)
    flat = np.concatenate([np.asarray(row) for row in rows])
    owner = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    won = np.asarray(results)
    held_out = np.asarray(whose) % 10 == 0
    weights = np.zeros(FEATURES)
    moment = np.zeros(FEATURES)
    square = np.zeros(FEATURES)
    share = np.where(held_out, 0.0, 1.0 / (~held_out).sum())
    for step in range(1, options.steps + 1):
        total = np.bincount(owner, weights[flat], len(rows))
        chance = 1 / (1 + np.exp(-total))
        slope = np.bincount(flat, ((chance - won) * share)[owner], FEATURES)
        slope += options.decay * weights
        moment = 0.9 * moment + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        rate = 0.05 if step < options.steps // 2 else 0.01
        grown = moment / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights -= rate * grown
    total = np.bincount(owner, weights[flat], len(rows))
    chance = np.clip(1 / (1 + np.exp(-total)), 1e-6, 1 - 1e-6)
    loss = -(won * np.log(chance) + (1 - won) * np.log(1 - chance))
    print(
        f"{len(rows)} turns; loss {loss[~held_out].mean():.4f},"
        f" held out {loss[held_out].mean():.4f};"
        f" right {((chance > 0.5) == (won > 0.5))[held_out].mean():.3f}"
    )
    found = [round(float(weight), 3) for weight in weights]
    Path(options.out).write_text(json.dumps({"weights": found}) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.train_kyoto", description=__doc__)
    tasks = parser.add_subparsers(required=True)
    one = tasks.add_parser("play")
    one.add_argument("games", type=int)
    one.add_argument("file")
    one.add_argument("--player", default="master#200")
    one.add_argument("--options", choices=("none", "all", "both"), default="both")
    one.add_argument("--seed", default="learn")
    one.set_defaults(run=play)
    one = tasks.add_parser("fit")
    one.add_argument("files", nargs="+")
    one.add_argument("--out", required=True)
    one.add_argument("--steps", type=int, default=600)
    one.add_argument("--decay", type=float, default=2e-5)
    one.set_defaults(run=fit)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
