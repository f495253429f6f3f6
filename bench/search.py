"""The search: iterations per CPU-second, beside bare random play and OpenSpiel's C++ ISMCTS.

An iteration draws a state that fits the seat's knowledge, descends the trees and plays on: to the
end (full), or to the next turn, where the table is judged (cut), or a few turns further, each
chosen among all (second look). Iterations × decisions of an
iteration are compared with bare random play in the same run; rounds alternate, because the
machine's speed wanders.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import konspira
from bench.kyoto import random_play
from konspira.bots.search import Search
from konspira.bots.searchers import EVERY, MASTERS, PLAIN_EXPLORATION, judge_of
from konspira.engine.chance import Stream
from konspira.engine.knowledge import Knowledge, knowledge
from konspira.engine.playable import Judge, SecondLook

ROUNDS = 5
SECONDS = 0.2  # of each search
STAGES = (12, 30, 50, 70)  # decisions played before the search begins
PEERS = ("euchre", "hearts")
SIMULATIONS = 2000


def middle(game: Any, seed: int, decisions: int) -> Any:
    luck = Stream(seed)
    state = game.start(seed=seed)
    for _ in range(decisions):
        moves = state.moves()
        if not moves:
            return None
        state.play(moves[luck.below(len(moves))])
    return state if state.outcome() is None else None


def speed(game: Any, judging: Callable[[Knowledge], Judge], seed: int) -> tuple[float, float]:
    """Iterations and decisions per CPU-second, over all stages of a game."""
    spent = 0.0
    iterations = plies = 0
    for stage in STAGES:
        state = middle(game, seed, stage)
        if state is None:
            continue
        seat = state.moves()[0] & 15
        known = knowledge(game, state, seat)
        sampler = game.sampler(known)
        judge = judging(known)
        luck = Stream(seed)
        search = Search(
            sampler, game.tell, game.seats, seat, judge, PLAIN_EXPLORATION, EVERY, False, luck
        )
        begin = time.process_time()
        search.until(time.process_time, begin + SECONDS)
        spent += time.process_time() - begin
        iterations += int(search.iterations)
        plies += int(search.plies)
    return iterations / spent, plies / spent


def _always(judge: Judge, known: Knowledge) -> Judge:
    return judge


def looking_again(game: Any, known: Knowledge) -> Judge:
    luck = Stream(1)
    master = MASTERS[game.key]
    second: SecondLook = master.second_look(game, master.worlds(game, known, luck), 0.1, luck)
    return second.judge


def peer(name: str) -> float:
    """Iterations per CPU-second of OpenSpiel's ISMCTS, from the first real choice of a game."""
    import pyspiel  # noqa: PLC0415

    state = pyspiel.load_game(name).new_initial_state()
    luck = Stream(name)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        actions = state.legal_actions()
        state.apply_action(actions[luck.below(len(actions))])
    bot = pyspiel.ISMCTSBot(
        7,
        pyspiel.RandomRolloutEvaluator(1, 7),
        2.0,
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    begin = time.process_time()
    bot.step(state)
    return SIMULATIONS / (time.process_time() - begin)


def main() -> None:
    games = {
        "Kyoto": konspira.game("kyoto"),
        "Kyoto, all options": konspira.game(
            "kyoto", special_agents=True, neutral_agent=True, equipment=True
        ),
        "Rogue Agent, two": konspira.game("rogue", players=2),
        "Rogue Agent, four": konspira.game("rogue", players=4),
    }
    bare = dict.fromkeys(games, 0.0)
    full = dict.fromkeys(games, (0.0, 0.0))
    cut = dict.fromkeys(games, (0.0, 0.0))
    closer = dict.fromkeys(games, (0.0, 0.0))
    theirs = dict.fromkeys(PEERS, 0.0)
    for number in range(ROUNDS):
        for name, game in games.items():
            bare[name] += random_play(game, SECONDS, number)["decisions"] / ROUNDS
            full[name] = _added(full[name], speed(game, lambda _: Judge(), number))
            judge = judge_of(game)
            if judge is not None:
                cut[name] = _added(cut[name], speed(game, partial(_always, judge), number))
            if name.startswith("Kyoto"):  # who looks twice
                again = partial(looking_again, game)
                closer[name] = _added(closer[name], speed(game, again, number))
        for name in PEERS:
            theirs[name] += peer(name) / ROUNDS
    print(
        "Search, per CPU-second       random play   full rollouts  decisions"
        "      cut rollouts  second look"
    )
    for name in games:
        iterations, plies = full[name]
        others = "".join(
            f"{one[name][0]:>13,.0f}" if one[name][0] else f"{'–':>13}" for one in (cut, closer)
        )
        print(
            f"  {name:<24}{bare[name]:>14,.0f}{iterations:>14,.0f}{plies:>14,.0f}"
            f" ({plies / bare[name]:.0%}){others}"
        )
    for name, figure in theirs.items():
        print(f"  OpenSpiel C++ ISMCTS, {name}: {figure:,.0f} iterations")


def _added(sum_: tuple[float, float], new: tuple[float, float]) -> tuple[float, float]:
    return sum_[0] + new[0] / ROUNDS, sum_[1] + new[1] / ROUNDS


if __name__ == "__main__":
    main()
