"""OpenSpiel's hidden-information games in random play: what other people's rules cost from Python.

Moves per CPU-second, chance moves not counted (but paid for). Once the bare rules, then with what
the mover may know asked for before every move: as text, and as a tensor.
"""

import random
import time
from collections.abc import Callable
from typing import Any

SECONDS = 2.0
GAMES = ("banqi", "dark_chess", "hanabi", "gin_rummy", "python_block_dominoes")

Watch = Callable[[Any], object] | None


def told(game: Any) -> Watch:
    """What the mover knows, as text: the information state where the game has one."""
    if game.get_type().provides_information_state_string:
        return lambda state: state.information_state_string(state.current_player())
    return lambda state: state.observation_string(state.current_player())


def tensor(game: Any) -> Watch:
    """What the mover sees, as the numbers that a learning program reads."""
    return lambda state: state.observation_tensor(state.current_player())


def moves_per_second(game: Any, watch: Watch, seconds: float = SECONDS) -> float:
    rng = random.Random(7).random
    played = 0
    begin = time.process_time()
    end = begin + seconds
    while time.process_time() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(drawn(outcomes, odds, rng()))
                continue
            if watch is not None:
                watch(state)
            moves = state.legal_actions()
            state.apply_action(moves[int(rng() * len(moves))])
            played += 1
    return played / (time.process_time() - begin)


def drawn(outcomes: tuple[int, ...], odds: tuple[float, ...], at: float) -> int:
    for outcome, share in zip(outcomes, odds, strict=True):
        at -= share
        if at < 0:
            return outcome
    return outcomes[-1]


def measure(seconds: float = SECONDS) -> dict[str, dict[str, float]]:
    """Moves per CPU-second by game: `rules` alone, then with the mover's `text` or `tensor`."""
    import open_spiel.python.games  # noqa: F401, PLC0415  registers the games written in Python
    import pyspiel  # noqa: PLC0415

    figures = {}
    for name in GAMES:
        game = pyspiel.load_game(name)
        figures[name] = {
            "rules": moves_per_second(game, None, seconds),
            "text": moves_per_second(game, told(game), seconds),
            "tensor": moves_per_second(game, tensor(game), seconds),
        }
    return figures


def table(figures: dict[str, dict[str, float]]) -> str:
    lines = [f"{'OpenSpiel, moves per CPU-second':<34}{'rules':>12}{'text':>12}{'tensor':>12}"]
    for name, row in figures.items():
        lines.append(f"{name:<34}" + "".join(f"{figure:>12,.0f}" for figure in row.values()))
    return "\n".join(lines)


def main() -> None:
    print(table(measure()))


if __name__ == "__main__":
    main()
