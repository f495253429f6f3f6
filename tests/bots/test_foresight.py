"""The second look: the other side answers, but does not know who stands opposite."""

import math
import random
from collections import Counter
from itertools import count, permutations
from typing import Any

import pytest

import konspira
from konspira.bots import comparing, search
from konspira.engine.chance import Stream
from konspira.engine.knowledge import knowledge
from konspira.engine.playable import Judge, SecondLook
from konspira.games.kyoto import foresight, master
from konspira.games.kyoto.belief import IDENTITIES, PAWNS
from konspira.games.kyoto.foresight import Foresight, exchange, suspect
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.components import DECLARED_FALSE, ID_SHIFT, IDENTITY, REVEALED
from konspira.games.kyoto.rules.position import DECOY_ASKED, OVER, TURN
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
            cells = hidden(state, side)
            for cell in range(int(state.board.cells)):
                if cell not in cells:
                    assert guess.agents[cell] == state.agents[cell]
                assert guess.agents[cell] & ~int(IDENTITY) == state.agents[cell] & ~int(IDENTITY)
            before, after = (
                sorted(one.agents[cell] & int(IDENTITY) for cell in cells) for one in (state, guess)
            )
            assert before == after
            exchanged += guess.agents != state.agents
    assert exchanged > 20


def test_a_guess_is_as_likely_as_it_seems() -> None:
    """Beside all the ways in which the hidden agents may stand."""
    state = next(state for state in turns(3) if len(hidden(state, 0)) == 4)
    luck = random.Random(7)
    seems = [0.05 + luck.random() for _ in range(2 * PAWNS * IDENTITIES)]
    cells = hidden(state, 0)
    pawns = [state.agents[cell] >> int(ID_SHIFT) for cell in cells]
    known = [state.agents[cell] & int(IDENTITY) for cell in cells]
    odds = {
        way: math.prod(seems[pawn * IDENTITIES + who] for pawn, who in zip(pawns, way, strict=True))
        for way in permutations(known)
    }
    found: Counter[tuple[int, ...]] = Counter()
    stream = Stream(9)
    for _ in range(20_000):
        guess = state.clone()
        exchange(guess, 0, stream)
        suspect(guess, 0, stream, seems)
        found[tuple(guess.agents[cell] & int(IDENTITY) for cell in cells)] += 1
    assert set(found) <= set(odds)
    for way, weight in odds.items():
        assert abs(found[way] / 20_000 - weight / sum(odds.values())) < 0.02


def hidden(state: State, side: int) -> list[int]:
    known = int(REVEALED) | int(DECLARED_FALSE)
    own = int(state.occ(side))
    cells = range(int(state.board.cells))
    return [cell for cell in cells if own >> cell & 1 and not state.agents[cell] & known]


def _begins_a_turn(code: int) -> bool:
    return codes.kind_of(code) in (codes.PLAY, codes.SWAP_TWO, codes.LAY_DECOY)


@pytest.mark.parametrize("look", master.LOOKS)
def test_a_table_is_judged_near_or_far(look: master.Look) -> None:
    eye = Foresight(master.weights(False), look.near, look.far, master.LATE, 1, Stream(3), [])
    judged: Counter[int] = Counter()
    for seed in range(6):
        for state in turns(seed):
            then = state.clone()
            eye.begin()
            chances = eye.chances(then)
            assert abs(sum(chances) - 1) < 1e-9
            new = then.history()[len(state.history()) :]
            plays = len([code for code in new if _begins_a_turn(code)])
            agents = (int(state.occ(0)) | int(state.occ(1))).bit_count()
            more = master.LATE if agents <= foresight.FEW else 0
            if then.phase != OVER:
                assert then.phase == TURN
                assert plays in (look.near + more, look.far + more)
                judged[plays - more] += 1
            elif state.deck0 or state.deck1:
                assert 0 < plays <= look.far + more or not (then.deck0 or then.deck1)
    assert min(judged[look.near], judged[look.far]) > 50


def test_who_can_escape_does() -> None:
    """Whoever is hidden opposite: nobody stands in the way. Also by a Swap, and where a Decoy is
    asked for that cannot be sprung."""
    eye = Foresight(master.weights(False), 1, 1, 0, 1, Stream(4), [])
    escaped: Counter[int] = Counter()
    past_a_decoy = 0
    for seed in range(40):
        for state in turns(seed):
            enemy = int(state.occ(1 - state.side))
            for move in state.moves():
                if codes.kind_of(move) == codes.PLAY and enemy >> codes.c_of(move) & 1:
                    continue
                after = state.clone()
                after.apply(move)
                asked = after.phase == DECOY_ASKED
                if asked and len(after.moves()) == 1:
                    after.apply(after.moves()[0])
                end = after.outcome()
                if end is not None and end.how.name == "ESCAPE":
                    assert eye.chances(state.clone())[state.side] == 1.0
                    escaped[codes.kind_of(move)] += 1
                    past_a_decoy += asked
                    break
    assert escaped[codes.PLAY] > 5
    assert escaped[codes.SWAP_TWO] > 1
    assert past_a_decoy > 3


def first_turn() -> tuple[Any, State]:
    game = konspira.game("kyoto")
    state, luck = game.start(6), Stream(6)
    while state.phase != TURN:
        moves = state.moves()
        state.play(moves[luck.below(len(moves))])
    return game, state


def looked_once() -> tuple[search.Search, State]:
    """A search at the first turn of a game, after its first look."""
    game, state = first_turn()
    seat = int(state.side)
    known = knowledge(game, state, seat)
    looking = search.Search(
        game.sampler(known), game.tell, 2, seat, master.judge(game), 0.1, 1e9, True, Stream(7)
    )
    looking.times(2000)
    return looking, state


def looked_again(seconds: float) -> SecondLook:
    game, state = first_turn()
    worlds = master.worlds(game, knowledge(game, state, int(state.side)), Stream(8))
    return master.second_look(game, worlds, seconds, Stream(8))


def closer() -> Judge:
    return looked_again(0.1).judge


def test_who_has_more_time_looks_further_and_wider() -> None:
    looks = [looked_again(seconds) for seconds in (0.05, 0.2, 0.8)]
    assert [look.few for look in looks] == sorted(look.few for look in looks)
    assert looks[0].few < looks[-1].few
    plays = []
    for look in looks:
        assert isinstance(look.judge, Foresight)
        plays.append(look.judge.near + look.judge.far)
    assert plays == sorted(set(plays))


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


class Counted:
    """A sampler that counts."""

    def __init__(self, sampler: Any) -> None:
        self.sampler = sampler
        self.drawn = 0

    def sample(self, luck: Stream) -> Any:
        self.drawn += 1
        return self.sampler.sample(luck)


def test_a_fair_comparison_tries_all_on_the_same_states() -> None:
    looking, state = looked_once()
    counted = looking.sampler = Counted(looking.sampler)
    few = looking.narrow(closer(), 4, 1.0, 0)
    ticks = count()
    looking.compare(lambda: next(ticks) / 40)
    found = sorted(tried(looking, state).values())
    assert len(found) == few == 4
    assert counted.drawn == found[-1]
    # Half of them after half of the time, and one of the two others at its end.
    assert found[0] <= found[1] <= 21
    assert found[1] < found[2] == found[3] <= 41


def test_all_moves_of_a_round_have_the_same_luck() -> None:
    looking, _ = looked_once()
    looking.narrow(closer(), 4, 1.0, 0)
    luck = looking.luck.state
    together: dict[int, list[float]] = {move: [] for move in looking.few}
    looking._round(together)
    assert len({found[0] for found in together.values()}) > 1
    for move, found in together.items():
        looking, _ = looked_once()
        looking.narrow(closer(), 4, 1.0, 0)
        assert looking.luck.state == luck
        alone: dict[int, list[float]] = {move: []}
        looking._round(alone)
        assert alone[move] == found


def test_it_ends_when_it_hardly_matters() -> None:
    """Two cards for one step, which are nearly the same."""
    looking, _ = looked_once()
    looking.narrow(closer(), 40, 1.0, 0)
    steps: dict[tuple[int, int], list[int]] = {}
    for move in looking.few:
        if codes.kind_of(move) == codes.PLAY:
            steps.setdefault((codes.b_of(move), codes.c_of(move)), []).append(move)
    looking.few = set(next(moves for moves in steps.values() if len(moves) == 2))
    ticks = count()
    looking.compare(lambda: next(ticks) / 100_000)
    assert search.ENOUGH - 1 <= next(ticks) < 20_000  # the first round asks no clock


def test_what_is_missed_by_a_choice() -> None:
    """Against the mean of many draws."""
    luck = random.Random(5)
    for mean, error in ((0.0, 0.02), (0.01, 0.02), (0.03, 0.02)):
        drawn = [max(0.0, -luck.gauss(mean, error)) for _ in range(100_000)]
        assert abs(comparing.missed(mean, error) - sum(drawn) / len(drawn)) < 0.0002
    assert comparing.missed(0.01, 0.0) == 0.0


def test_a_fair_comparison_has_at_least_one_round() -> None:
    looking, state = looked_once()
    looking.narrow(closer(), 3, 1.0, 0)
    looking.compare(lambda: 1.0)
    assert set(tried(looking, state).values()) == {1}


def test_who_is_surely_worse_is_left_out() -> None:
    good, bad = [0.6, 0.2, 0.7, 0.3], [0.5, 0.1, 0.6, 0.2]
    assert comparing.surely_worse({1: good, 2: bad}) == [2]
    assert comparing.surely_worse({1: bad, 2: good}) == [1]
    assert comparing.surely_worse({1: good, 2: list(reversed(good))}) == []


def test_with_the_last_cards_in_hand_a_game_is_played_to_its_end() -> None:
    """SK-8.9: who has none left loses, and that is seen before it happens."""
    eye = Foresight(master.weights(False), 1, 1, 0, 1, Stream(6), [])
    ended = 0
    for seed in range(60):
        for state in turns(seed):
            if not (state.deck0 or state.deck1):
                then = state.clone()
                eye.chances(then)
                assert then.phase == OVER
                ended += 1
    assert ended
