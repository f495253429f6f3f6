"""The second look: the other side answers, but does not know who stands opposite."""

from collections import Counter
from itertools import count

import konspira
from konspira.bots import search
from konspira.engine.chance import Stream
from konspira.engine.knowledge import knowledge
from konspira.engine.playable import Judge
from konspira.games.kyoto import master
from konspira.games.kyoto.foresight import Foresight, exchange
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.components import DECLARED_FALSE, IDENTITY, REVEALED
from konspira.games.kyoto.rules.position import OVER, TURN
from konspira.games.kyoto.rules.state import State


def turns(seed: int) -> list[State]:
    """The tables at the turns of one game at random."""
    game = konspira.game("kyoto", special_agents=True, equipment=True)
    luck, state, found = Stream(seed), game.start(seed), []
    while state.outcome() is None:
        if state.phase == TURN:
            found.append(state.clone())
        moves = state.moves()
        state.play(moves[luck.below(len(moves))])
    return found


def test_only_hidden_agents_of_one_side_are_exchanged() -> None:
    exchanged = 0
    for state in turns(1) + turns(2):
        for side in (0, 1):
            guess = state.clone()
            exchange(guess, side, Stream(5))
            own = int(state.occ(side))
            hidden = [
                cell
                for cell in range(int(state.board.cells))
                if own >> cell & 1
                and not state.agents[cell] & (int(REVEALED) | int(DECLARED_FALSE))
            ]
            for cell in range(int(state.board.cells)):
                if cell not in hidden:
                    assert guess.agents[cell] == state.agents[cell]
                assert guess.agents[cell] & ~int(IDENTITY) == state.agents[cell] & ~int(IDENTITY)
            before, after = (
                sorted(one.agents[cell] & int(IDENTITY) for cell in hidden)
                for one in (state, guess)
            )
            assert before == after
            exchanged += guess.agents != state.agents
    assert exchanged > 20


def _begins_a_turn(code: int) -> bool:
    return codes.kind_of(code) in (codes.PLAY, codes.SWAP_TWO, codes.LAY_DECOY)


def test_a_table_is_judged_after_three_plays() -> None:
    eye = Foresight(master.weights(), master.PLIES, Stream(3))
    judged = 0
    for state in turns(3):
        mover, then = state.side, state.clone()
        chances = eye.chances(then)
        assert abs(sum(chances) - 1) < 1e-9
        assert then.phase == OVER or (then.phase == TURN and then.side != mover)
        plays = [code for code in then.history()[len(state.history()) :] if _begins_a_turn(code)]
        if state.deck0 or state.deck1:
            most = master.PLIES
            assert len(plays) == most or (then.phase == OVER and 0 < len(plays) <= most)
        judged += 1
    assert judged > 10


def test_who_can_escape_does() -> None:
    """Whoever is hidden opposite: nobody stands in the way. Also by a Swap."""
    eye = Foresight(master.weights(), 1, Stream(4))
    escaped: Counter[int] = Counter()
    for seed in range(40):
        for state in turns(seed):
            enemy = int(state.occ(1 - state.side))
            for move in state.moves():
                if codes.kind_of(move) == codes.PLAY and enemy >> codes.c_of(move) & 1:
                    continue
                after = state.clone()
                after.apply(move)
                end = after.outcome()
                if end is not None and end.how.name == "ESCAPE":
                    assert eye.chances(state.clone())[state.side] == 1.0
                    escaped[codes.kind_of(move)] += 1
                    break
    assert escaped[codes.PLAY] > 5
    assert escaped[codes.SWAP_TWO] > 1


def looked_once() -> tuple[search.Search, State]:
    """A search at the first turn of a game, after its first look."""
    game = konspira.game("kyoto")
    state, luck = game.start(6), Stream(6)
    while state.phase != TURN:
        moves = state.moves()
        state.play(moves[luck.below(len(moves))])
    seat = int(state.side)
    known = knowledge(game, state, seat)
    looking = search.Search(
        game.sampler(known), game.tell, 2, seat, master.judge(game), 0.1, 1e9, True, Stream(7)
    )
    looking.times(2000)
    return looking, state


def closer() -> Judge:
    return master.closer(konspira.game("kyoto"), Stream(8))


def tried(looking: search.Search, state: State) -> dict[int, int]:
    return {move: tries for move, _, tries in looking.candidates(state.moves()) if tries}


def test_a_second_look_is_at_the_best_few_alone() -> None:
    looking, state = looked_once()
    first = {move: mean for move, mean, tries in looking.candidates(state.moves()) if tries}
    assert len(first) == len(state.moves())
    few = looking.narrow(closer(), 3, 1.0, 0)
    looking.times(100)
    second = set(tried(looking, state))
    assert len(second) == few == 3
    assert second == set(sorted(first, key=lambda move: -first[move])[:3])
    assert looking.narrow(master.judge(konspira.game("kyoto")), 3, 0.0, 0) == 1


def test_two_cards_for_one_step_are_enough() -> None:
    looking, state = looked_once()
    few = looking.narrow(closer(), 40, 1.0, 0)
    looking.times(400)
    second = tried(looking, state)
    assert len(second) == few
    steps = Counter((codes.b_of(move), codes.c_of(move)) for move in second)
    assert max(steps.values()) == 2
    every = Counter(
        (codes.b_of(move), codes.c_of(move))
        for move in state.moves()
        if codes.kind_of(move) == codes.PLAY
    )
    assert max(every.values()) > 2
    assert set(every) <= set(steps)


def test_one_bad_draw_drops_no_move() -> None:
    looking, state = looked_once()
    few = looking.narrow(closer(), 5, 1.0, 8)
    looking.times(8 * few)
    assert set(tried(looking, state).values()) == {8}


def test_a_second_look_ends_when_it_is_settled() -> None:
    """A clock that ticks once for every look at it."""
    looking, state = looked_once()
    looking.narrow(closer(), 2, 1.0, 0)
    ticks = count()
    looking.until(lambda: float(next(ticks)), 1000.0)
    best, *others = sorted(tried(looking, state).values(), reverse=True)
    used = next(ticks) - 1
    assert used < 1000
    left = sum((best, *others)) * (1000 - used) / used
    assert all(best - other > left for other in others)


def test_with_the_last_cards_in_hand_a_game_is_played_to_its_end() -> None:
    """SK-8.9: who has none left loses, and that is seen before it happens."""
    eye = Foresight(master.weights(), 1, Stream(6))
    ended = 0
    for seed in range(60):
        for state in turns(seed):
            if not (state.deck0 or state.deck1):
                then = state.clone()
                eye.chances(then)
                assert then.phase == OVER
                ended += 1
    assert ended
