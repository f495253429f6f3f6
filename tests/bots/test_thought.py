"""The door for worker processes: knowledge in, a whole answer out."""

import pickle

import msgspec
import pytest

import konspira
from konspira import bots
from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY, BadText
from konspira.engine.knowledge import knowledge, resample
from konspira.engine.log import answered


@pytest.mark.parametrize(("key", "name"), [("kyoto", "random"), ("kyoto", "greedy")])
def test_thoughts_play_a_whole_game(key: str, name: str) -> None:
    game = konspira.game(key)
    state = game.start("thoughts")
    longest = 0
    for seed in range(1000):
        if state.outcome() is not None:
            break
        seat = state.moves()[0] & 15
        known = knowledge(game, state, seat).encode()
        thought = bots.think(name, known, 0.0, seed)
        assert pickle.loads(pickle.dumps(thought)) == thought
        assert [game.read(text, seat) for text in thought.texts] == thought.moves
        assert len(thought.reasons) == len(thought.moves)
        msgspec.json.decode(thought.encode())
        state = answered(game, state, seat, state.decision_id(seat), thought.moves)
        longest = max(longest, len(thought.moves))
    assert state.outcome() is not None
    assert longest == 5  # the placement is one answer; the sixth agent has no choice


def test_a_thought_is_the_same_on_states_the_seat_cannot_tell_apart() -> None:
    game = konspira.game("kyoto")
    state = game.start("alike")
    greedy = bots.player("greedy", "kyoto")
    luck = Stream("alike")
    tried = 0
    while state.outcome() is None:
        seat = state.moves()[0] & 15
        if state.drafting() == NOBODY:
            other = resample(game, state, seat, luck)
            known = knowledge(game, state, seat)
            if other.history():
                assert knowledge(game, other, seat) == known
            assert set(state.moves(seat)) == set(other.moves(seat))
            thought = bots.considered(game, greedy, known, bots.Budget(0.0), Stream("thought"))
            assert thought.moves[0] in other.moves(seat)
            tried += 1
        moves = state.moves()
        state.play(moves[luck.below(len(moves))])
    assert tried > 20


def test_who_is_not_asked_has_no_thought() -> None:
    game = konspira.game("kyoto")
    state = game.start("asked")
    while game.decision_kind(state, 0) != "turn":
        state.play(state.moves()[0])
    seat = 1 - state.actor()
    with pytest.raises(BadText, match="nothing to decide"):
        bots.think("random", knowledge(game, state, seat).encode(), 0.0, 1)
    with pytest.raises(BadText, match="no knowledge"):
        bots.think("random", b"{}", 0.0, 1)
    with pytest.raises(BadText, match="no player"):
        bots.think("nobody", knowledge(game, state, 1 - seat).encode(), 0.0, 1)
