"""The plain search of Kyoto: a judge of hand-made weights, fair to both sides."""

import konspira
from konspira import bots
from konspira.bots.arena import series
from konspira.engine.chance import Stream
from konspira.engine.knowledge import knowledge
from konspira.games.kyoto import master, plain
from konspira.games.kyoto.evaluation import BLOCK, ESCAPES, FEATURES, HIDING, THREATS, Eye
from konspira.games.kyoto.rules import codes


def test_what_is_good_for_one_side_is_as_bad_for_the_other() -> None:
    """But for what depends on who moves next."""
    game = konspira.game("kyoto")
    weights = plain.weights(int(game.board.real))
    assert len(weights) == FEATURES
    block = int(BLOCK)
    for feature in range(block):
        if not THREATS <= feature < HIDING:
            assert weights[feature] == -weights[block + feature]
    assert weights[ESCAPES + 1] > -weights[block + ESCAPES + 1] > 0


def test_nothing_in_it_is_learned() -> None:
    game = konspira.game("kyoto")
    eye, learned = plain.judge(game), master.judge(game)
    assert isinstance(eye, Eye)
    assert isinstance(learned, Eye)
    assert eye.weights == plain.weights(int(game.board.real))
    assert eye.weights != learned.weights


def test_it_escapes_when_it_can() -> None:
    game = konspira.game("kyoto")
    choose = bots.player("ismcts", "kyoto", bots.Budget(iterations=300))
    found = 0
    for seed in range(60):
        luck = Stream(f"escape {seed}")
        state = game.start(seed)
        while state.outcome() is None:
            moves = state.moves()
            ends = []
            if game.decision_kind(state, 0) == "turn":
                for move in moves:
                    after = state.clone()
                    after.apply(move)
                    outcome = after.outcome()
                    if outcome is not None and outcome.how.name == "ESCAPE":
                        ends.append(move)
            # A step that no enemy bars wins whatever is hidden.
            clear = [move for move in ends if not state.occ(1 - state.side) >> codes.c_of(move) & 1]
            if clear:
                known = knowledge(game, state, moves[0] & 15)
                assert choose(game, known, moves, Stream("thought")) in ends
                found += 1
                break
            state.play(moves[luck.below(len(moves))])
        if found == 5:
            return
    assert found


def test_it_beats_random() -> None:
    won = series(konspira.game("kyoto"), "ismcts#100", "random", 6, "short")
    assert sum(ways.total() for ways in won) >= 5
