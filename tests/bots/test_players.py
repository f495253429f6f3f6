"""Players choose among the legal moves, from knowledge alone, and the greedy one plays well."""

import pytest

import konspira
from konspira import bots
from konspira.bots.arena import series
from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY, Game, State
from konspira.engine.knowledge import Knowledge, knowledge


@pytest.mark.parametrize("name", bots.NAMES)
def test_choice_is_legal_and_repeatable(name: str) -> None:
    game = konspira.game("kyoto", special_agents=True, neutral_agent=True, equipment=True)
    choose = bots.player(name, "kyoto", bots.Budget(iterations=30))
    luck = Stream("walk")
    state = game.start(8)
    while state.outcome() is None:
        moves = state.moves()
        drafting = state.drafting()
        seat = moves[0] & 15 if drafting == NOBODY else drafting
        known = knowledge(game, state, seat)
        own = state.moves(seat)
        chosen = choose(game, known, own, Stream("thought"))
        assert chosen in own
        assert chosen == choose(game, known, own, Stream("thought"))
        state.play(moves[luck.below(len(moves))])


def test_greedy_takes_a_certain_win() -> None:
    game = konspira.game("kyoto")
    choose = bots.player("greedy", "kyoto")
    found = 0
    for seed in range(16):
        luck = Stream(f"win {seed}")
        state = game.start(seed)
        while state.outcome() is None:
            moves = state.moves()
            seat = moves[0] & 15
            if game.decision_kind(state, seat) == "turn":
                known = knowledge(game, state, seat)
                certain = [move for move in moves if wins(game, known, state, move, seat)]
                if certain:
                    found += 1
                    assert choose(game, known, moves, luck) in certain
            state.play(moves[luck.below(len(moves))])
    assert found > 5


def wins(game: Game, known: Knowledge, state: State, move: int, seat: int) -> bool:
    """On the true state, and on others that the seat cannot tell from it."""
    if not won(game, state.clone(), move, seat):
        return False
    luck = Stream("others")
    sampler = game.sampler(known)
    return all(won(game, sampler.sample(luck), move, seat) for _ in range(20))


def won(game: Game, state: State, move: int, seat: int) -> bool:
    """Whatever the other side answers before the play is over."""
    state.apply(move)
    outcome = state.outcome()
    if outcome is not None:
        return outcome.winner == seat
    kind = game.decision_kind(state, seat)
    if kind not in ("pushing", "decoy"):
        return False
    results = [won(game, state.clone(), answer, seat) for answer in state.moves()]
    return any(results) if kind == "pushing" else all(results)


def test_greedy_beats_random() -> None:
    won = series(konspira.game("kyoto"), "greedy", "random", 12, "short")
    assert sum(ways.total() for ways in won) >= 10


@pytest.mark.prove
@pytest.mark.parametrize("advanced", [False, True])
def test_greedy_beats_random_clearly(advanced: bool) -> None:
    extras = dict.fromkeys(("special_agents", "neutral_agent", "equipment"), advanced)
    won = series(konspira.game("kyoto", **extras), "greedy", "random", 200, "long")
    assert all(ways.total() >= 85 for ways in won)
