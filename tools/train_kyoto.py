"""Learns Kyoto's evaluation from games of bots against themselves.

    python -m tools.train_kyoto play 2000 games.jsonl --player ismcts#100 --options all
    python -m tools.train_kyoto fit games.jsonl … --out …/kyoto/data/learned/value.json
    python -m tools.train_kyoto count games.jsonl … --out …/kyoto/data/learned/habits.json
    python -m tools.train_kyoto manners games.jsonl … --out …/kyoto/data/learned/habits.json

`play` writes a line for each game: the winner, and the features and habits of every turn. `fit`
makes one weight for each feature (logistic regression: the chance that the mover wins), `count`
the tables of the belief, and `manners` adds to them what each style does openly. Playing with them
and learning again makes the next generation (`--since`: what the new games say little about stays
as it was). `fit` needs numpy.

The weights are the second generation (a third one lost more games, see docs/decisions.md). Habits
were counted in 849 games of master#80 against ismcts#80, 160 of greedy against ismcts#60 and 400 of
random players; manners in 230 games of master#40 against ismcts#40, greedy, random and itself.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import konspira
from konspira import bots
from konspira.bots import Player
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY
from konspira.engine.knowledge import from_entries
from konspira.engine.log import follow, opening
from konspira.games.kyoto.belief import (
    ACTIONS,
    CONTEXTS,
    IDENTITIES,
    OCCASIONS,
    START_CELLS,
    WAYS,
    Manners,
    habits,
)
from konspira.games.kyoto.evaluation import (
    AGENTS,
    AHEAD,
    DECOYS,
    ESCAPES,
    FEATURES,
    HAND,
    HIDING,
    TACTICS_LEFT,
    THREATS,
    features,
)
from konspira.games.kyoto.rules.components import ID_SHIFT

CERTAIN = 4.0
STRAY = 8  # one answer in so many is any legal move, so that odd tables are seen too
ADVANCED = {"special_agents": True, "neutral_agent": True, "equipment": True}


def played(game: Any, players: Sequence[Player], seed: str) -> dict[str, object]:
    """One game: for each turn the side to move and the features; and who won."""
    luck = Stream(seed)
    state: Any
    state, setup = opening(game)
    log = [setup]
    turns: list[list[int]] = []
    placed: list[list[int]] = []  # seat, number of the start cell, identity
    seen: list[list[int]] = []  # habits: seat, identity, context, action
    watched = [Manners(side) for side in (0, 1)]
    done: list[list[int]] = []  # openly: seat, occasion, way
    while state.actor() != NOBODY:
        if state.actor() == CHANCE:
            follow(state, log, state.chance_pick(luck.below(state.chance_total())))
            continue
        drafting = state.drafting()
        seat = drafting if drafting != NOBODY else state.moves()[0] & 15
        turn = game.decision_kind(state, seat) == "turn"
        legal = state.moves(seat)
        stray = turn and luck.below(STRAY) == 0
        if turn and not stray:  # what came of a stray move says nothing about the table
            found: list[int] = []
            features(state, seat, found)
            turns.append([seat, *found])
        if len(legal) == 1 or stray:
            move = legal[luck.below(len(legal))]
        else:
            known = from_entries(game, log, seat, "", False)
            move = players[seat](game, known, legal, luck)
        if turn and not stray:
            cells = {state.agents[cell] >> ID_SHIFT: state.agents[cell] & 7 for cell in range(30)}
            for habit in habits(state, move):
                identity = cells[habit.pawn]
                seen.append([seat, identity, habit.contexts[identity], habit.action])
        for occasion, way in watched[seat].follow(state, move):
            if not stray:
                done.append([seat, occasion, way])
        follow(state, log, move)
        if not placed and game.decision_kind(state, 0) == "turn":
            for side in (0, 1):
                for number, cell in enumerate(game.board.start[side]):
                    placed.append([side, number, state.agents[cell] & 7])
    outcome = state.outcome()
    assert outcome is not None
    return {
        "players": [player.name for player in players],
        "winner": outcome.winner,
        "how": outcome.how.name,
        "turns": turns,
        "habits": seen,
        "placed": placed,
        "manners": done,
    }


def play(options: argparse.Namespace) -> None:
    begin = time.process_time()
    pair = []
    for entrant in (options.player, options.against or options.player):
        name, _, iterations = entrant.partition("#")
        pair.append(bots.player(name, "kyoto", bots.Budget(iterations=int(iterations or 0))))
    with Path(options.file).open("a", encoding="utf-8") as out:
        for number in range(options.games):
            extras = (
                ADVANCED
                if options.options == "all" or (number % 2 and options.options == "both")
                else {}
            )
            game = konspira.game("kyoto", **extras)
            players = pair if number // 2 % 2 else pair[::-1]
            line = played(game, players, f"{options.seed} {number}")
            out.write(json.dumps(line, separators=(",", ":")) + "\n")
            out.flush()
    print(f"{options.games} games in {time.process_time() - begin:.0f} CPU-seconds")


def fit(options: argparse.Namespace) -> None:
    import numpy as np  # noqa: PLC0415  for training alone

    slope: Any

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
    half = FEATURES // 2
    # What agents stand for is seen in every game; what is seen seldom must not be overrated.
    decay = np.full(FEATURES, options.decay)
    for begin, end in ((AGENTS, HAND), (ESCAPES, DECOYS), (AHEAD, TACTICS_LEFT)):
        for block in (0, half):
            decay[block + begin : block + end] *= 0.1
    before = np.zeros(FEATURES)
    if options.since:
        before = np.asarray(json.loads(Path(options.since).read_text("utf-8"))["weights"])
    weights = before.copy()
    moment = np.zeros(FEATURES)
    square = np.zeros(FEATURES)
    share = np.where(held_out, 0.0, 1.0 / (~held_out).sum())
    for step in range(1, options.steps + 1):
        total = np.bincount(owner, weights[flat], len(rows))
        chance = 1 / (1 + np.exp(-total))
        slope = np.bincount(flat, ((chance - won) * share)[owner], FEATURES)
        learned = weights - before
        slope = slope + decay * learned
        # What is good for the mover is as bad in the other's hands, unless it is about the move.
        both = (learned[:half] + learned[half:]) * options.mirror
        both[THREATS:HIDING] = 0
        slope = slope + np.concatenate([both, both])
        moment = 0.9 * moment + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        rate = 0.05 if step < options.steps // 2 else 0.01
        grown = moment / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights -= rate * grown
        weights[ESCAPES + 1 : HIDING] = CERTAIN  # SK-8.4: who can escape now has all but won
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


def count(options: argparse.Namespace) -> None:
    """How often each identity has each habit, for each style of play, as logarithms."""
    acted: dict[str, list[list[list[float]]]] = {}
    placed: dict[str, list[list[float]]] = {}
    for name in options.files:
        for line in Path(name).read_text("utf-8").splitlines():
            one = json.loads(line)
            for style in one["players"]:
                if style not in acted:
                    acted[style] = [
                        [[1.0] * IDENTITIES for _ in range(ACTIONS)] for _ in range(CONTEXTS)
                    ]
                    placed[style] = [[20.0] * IDENTITIES for _ in range(START_CELLS)]
            for seat, identity, context, action in one["habits"]:
                acted[one["players"][seat]][context][action][identity] += 1
            for seat, cell, identity in one["placed"]:
                placed[one["players"][seat]][cell][identity] += 1
    found = {
        "styles": list(acted),
        "placed": [[_logs(row) for row in placed[style]] for style in acted],
        "acted": [[_shares(rows) for rows in acted[style]] for style in acted],
        "manners": _manners(options.files, list(acted)),
    }
    Path(options.out).write_text(json.dumps(found) + "\n", encoding="utf-8")


def manners(options: argparse.Namespace) -> None:
    """What each style does openly, counted anew; the other tables stay as they are."""
    out = Path(options.out)
    tables = json.loads(out.read_text("utf-8"))
    tables["manners"] = _manners(options.files, tables["styles"])
    out.write_text(json.dumps(tables) + "\n", encoding="utf-8")


def _manners(files: Sequence[str], styles: Sequence[str]) -> list[list[list[float]]]:
    counts = {style: [[1.0] * WAYS for _ in range(OCCASIONS)] for style in styles}
    for name in files:
        for line in Path(name).read_text("utf-8").splitlines():
            one = json.loads(line)
            for seat, occasion, way in one["manners"]:
                counts[one["players"][seat]][occasion][way] += 1
    return [[_logs(row) for row in rows] for rows in counts.values()]


def _logs(row: list[float]) -> list[float]:
    return [round(math.log(count / sum(row)), 3) for count in row]


def _shares(rows: list[list[float]]) -> list[list[float]]:
    """Of all an identity did in a context; where little was seen, as all identities together."""
    times = [sum(row[identity] for row in rows) for identity in range(IDENTITIES)]
    whole = sum(times)
    return [
        [
            round(math.log((count + 10 * sum(row) / whole) / (time + 10)), 3)
            for count, time in zip(row, times, strict=True)
        ]
        for row in rows
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.train_kyoto", description=__doc__)
    tasks = parser.add_subparsers(required=True)
    one = tasks.add_parser("play")
    one.add_argument("games", type=int)
    one.add_argument("file")
    one.add_argument("--player", default="master#200")
    one.add_argument("--against", help="the other seat's player, if it is another")
    one.add_argument("--options", choices=("none", "all", "both"), default="both")
    one.add_argument("--seed", default="learn")
    one.set_defaults(run=play)
    one = tasks.add_parser("fit")
    one.add_argument("files", nargs="+")
    one.add_argument("--out", required=True)
    one.add_argument("--steps", type=int, default=600)
    one.add_argument("--since", help="weights of the generation before, from which to learn on")
    one.add_argument("--decay", type=float, default=2e-5)
    one.add_argument("--mirror", type=float, default=1e-3)
    one.set_defaults(run=fit)
    one = tasks.add_parser("count")
    one.add_argument("files", nargs="+")
    one.add_argument("--out", required=True)
    one.set_defaults(run=count)
    one = tasks.add_parser("manners")
    one.add_argument("files", nargs="+")
    one.add_argument("--out", required=True)
    one.set_defaults(run=manners)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
