"""Learns Kyoto's belief from games of bots: who does what with whom.

    python -m tools.train_kyoto play 2000 games.jsonl --player ismcts#100 --options all
    python -m tools.train_kyoto count games.jsonl … --out …/kyoto/data/learned/habits.json
    python -m tools.train_kyoto manners games.jsonl … --out …/kyoto/data/learned/habits.json

`play` writes a line for each game: who played, all codes, and where somebody strayed. `count` makes
the tables of the belief; `manners` counts only what each style does openly, and leaves the others
as they are. The evaluation is learned by `tools.sketch_kyoto`.

Habits of the master were counted in 358 games of master#300 against itself, half of them with the
advanced cards, and its manners too; those of the others in 849 games of master#80 against
ismcts#80, 160 of greedy against ismcts#60 and 400 of random players, their manners in 230 games of
master#40 against ismcts#40, greedy, random and itself. A new master has new habits: read by the
tables of one three generations older it was read worse than by none at all.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
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
from konspira.games.kyoto.rules.components import ID_SHIFT
from konspira.games.kyoto.rules.position import TURN
from konspira.games.kyoto.rules.state import State

STRAY = 8  # one answer in so many is any legal move, so that odd tables are seen too
ADVANCED = {"special_agents": True, "neutral_agent": True, "equipment": True}


def played(game: Any, players: Sequence[Player], seed: str) -> dict[str, object]:
    """One game: all codes, and at which of them somebody strayed."""
    luck = Stream(seed)
    state: Any
    state, setup = opening(game)
    log = [setup]
    strays: list[int] = []
    while state.actor() != NOBODY:
        if state.actor() == CHANCE:
            follow(state, log, state.chance_pick(luck.below(state.chance_total())))
            continue
        drafting = state.drafting()
        seat = drafting if drafting != NOBODY else state.moves()[0] & 15
        legal = state.moves(seat)
        stray = game.decision_kind(state, seat) == "turn" and luck.below(STRAY) == 0
        if stray:
            strays.append(len(state.history()))
        if len(legal) == 1 or stray:
            move = legal[luck.below(len(legal))]
        else:
            known = from_entries(game, log, seat, "", False)
            move = players[seat](game, known, legal, luck)
        follow(state, log, move)
    outcome = state.outcome()
    assert outcome is not None
    return {
        "players": [player.name for player in players],
        "advanced": bool(game.rules.special_agents),
        "winner": outcome.winner,
        "how": outcome.how.name,
        "codes": state.history(),
        "strays": strays,
    }


def games(names: Sequence[str]) -> Iterator[dict[str, Any]]:
    for name in names:
        for line in Path(name).read_text("utf-8").splitlines():
            yield json.loads(line)


def replayed(one: dict[str, Any]) -> Iterator[tuple[State, int, bool]]:
    """Each state of a game, before the code that was played there, and whether it was a stray."""
    game = konspira.game("kyoto", **(ADVANCED if one["advanced"] else {}))
    state = State(game.board, game.rules)
    state.start(0)
    strays = set(one["strays"])
    for at, code in enumerate(one["codes"]):
        yield state, code, at in strays
        state.apply(code)


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


def count(options: argparse.Namespace) -> None:
    """How often each identity has each habit, for each style of play, as logarithms."""
    acted: dict[str, list[list[list[float]]]] = {}
    placed: dict[str, list[list[float]]] = {}
    for one in games(options.files):
        for style in one["players"]:
            if style not in acted:
                acted[style] = [
                    [[1.0] * IDENTITIES for _ in range(ACTIONS)] for _ in range(CONTEXTS)
                ]
                placed[style] = [[20.0] * IDENTITIES for _ in range(START_CELLS)]
        begun = False
        for state, code, stray in replayed(one):
            if state.phase != TURN:
                continue
            if not begun:
                begun = True
                for side, style in enumerate(one["players"]):
                    for number, cell in enumerate(state.board.start[side]):
                        placed[style][number][state.agents[cell] & 7] += 1
            if stray:
                continue
            identities = {agent >> ID_SHIFT: agent & 7 for agent in own_agents(state)}
            table = acted[one["players"][int(state.side)]]
            for habit in habits(state, code):
                identity = identities[habit.pawn]
                table[habit.contexts[identity]][habit.action][identity] += 1
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
    for one in games(files):
        watched = [Manners(side) for side in (0, 1)]
        for state, code, stray in replayed(one):
            for style, seen in zip(one["players"], watched, strict=True):
                for occasion, way in seen.follow(state, code):
                    if not stray:
                        counts[style][occasion][way] += 1
    return [[_logs(row) for row in rows] for rows in counts.values()]


def own_agents(state: State) -> list[int]:
    """Of the side to move."""
    own = int(state.occ(state.side))
    return [agent for cell, agent in enumerate(state.agents) if own >> cell & 1]


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
