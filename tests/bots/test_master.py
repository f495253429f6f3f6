"""Kyoto's strong player: its eye, its belief, and that both come from knowledge alone."""

import math
from collections import Counter

import pytest

import konspira
from konspira import bots
from konspira.bots.arena import series
from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY
from konspira.engine.knowledge import knowledge, resample
from konspira.games.kyoto import load, master
from konspira.games.kyoto.belief import (
    ACTIONS,
    CONTEXTS,
    IDENTITIES,
    OCCASIONS,
    PAWNS,
    Belief,
    Worlds,
    habits,
)
from konspira.games.kyoto.evaluation import (
    BLOCK,
    FEATURES,
    RACE,
    ROAD,
    RUN,
    TAKEN,
    Eye,
    features,
)
from konspira.games.kyoto.foresight import Foresight
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import kind_of
from konspira.games.kyoto.rules.components import BEATS, DECLARED_FALSE, REVEALED, STUNNED
from konspira.games.kyoto.rules.position import TURN
from konspira.games.kyoto.rules.state import State
from tools.sketch_kyoto import begun

OPTIONS = [{}, {"special_agents": True, "neutral_agent": True, "equipment": True}]


def tables_of_a_game(options: dict[str, bool], seed: int) -> list[State]:
    """Every turn of a random game."""
    game = konspira.game("kyoto", **options)
    luck = Stream(seed)
    state = game.start(seed)
    found = []
    while state.outcome() is None:
        moves = state.moves()
        if game.decision_kind(state, 0) == "turn":
            found.append(state.clone())
        state.play(moves[luck.below(len(moves))])
    return found


@pytest.mark.parametrize("options", OPTIONS)
def test_features_are_places_in_the_table(options: dict[str, bool]) -> None:
    for seed in range(10):
        for state in tables_of_a_game(options, seed):
            found: list[int] = []
            features(state, state.side, found)
            assert all(0 <= feature < FEATURES for feature in found)
            mirrored: list[int] = []
            features(state, 1 - state.side, mirrored)
            assert sorted(found) == sorted(exchanged(feature) for feature in mirrored)


def exchanged(feature: int) -> int:
    """The same feature, seen from the other side."""
    if feature < BLOCK:
        return feature + int(BLOCK)
    if feature < RACE:
        return feature - int(BLOCK)
    begin, many = (int(RACE), 6) if feature < TAKEN else (int(TAKEN), 8)
    mine, theirs = divmod(feature - begin, many)
    return begin + theirs * many + mine


@pytest.mark.parametrize("options", OPTIONS)
def test_who_can_still_meet_a_real_agent(options: dict[str, bool]) -> None:
    """Only who stands before her, no further aside than ahead: nobody goes back."""
    kinds: Counter[int] = Counter()
    for seed in range(10):
        for state in tables_of_a_game(options, seed):
            expected: Counter[int] = Counter()
            for cell in range(30):
                agent = state.agents[cell]
                if not state.occ(state.side) >> cell & 1 or agent & 7 not in (0, 2):
                    continue
                ahead = 1 if state.side == 0 else -1
                rows_left = 5 - cell // 5 if state.side == 0 else cell // 5
                beaters = others = 0
                for other in range(30):
                    rows = (other // 5 - cell // 5) * ahead
                    aside = abs(other % 5 - cell % 5)
                    if state.occ(1 - state.side) >> other & 1 and 0 < rows >= aside:
                        beats = BEATS[state.agents[other] & 7] >> (agent & 7) & 1
                        beaters, others = beaters + beats, others + 1 - beats
                if rows_left and not agent & STUNNED:
                    kind = ((rows_left - 1) * 3 + min(beaters, 2)) * 2 + min(others, 1)
                    seen = agent & (REVEALED | DECLARED_FALSE) != 0
                    expected[int(RUN) + kind * 2 + seen] += 1
            found: list[int] = []
            features(state, state.side, found)
            assert Counter(one for one in found if RUN <= one < ROAD) == expected
            kinds += expected
    assert len(kinds) > 15


def test_more_guesses_make_a_better_play() -> None:
    luck = Stream(8)
    weights = master.weights(False)
    eyes = [Foresight(weights, 1, 1, 0, guesses, luck, []) for guesses in (6, 1)]
    won = 0
    for number in range(200):
        state = begun("base", luck)
        while state.phase == TURN:
            eyes[int(state.side) ^ (number & 1)].answer(state)
        won += int(state.winner) == number & 1
    assert won > 115


def test_the_eye_sees_an_escape_coming() -> None:
    """A real agent before the enemy's home row with a card in hand is nearly a win."""
    eye = master.judge(konspira.game("kyoto"))
    assert isinstance(eye, Eye)
    seen: list[float] = []
    others: list[float] = []
    for seed in range(60):
        for state in tables_of_a_game({}, seed):
            can = False
            for move in state.moves():
                if kind_of(move) == codes.PLAY and codes.a_of(move) < 5:
                    after = state.clone()
                    after.apply(move)
                    outcome = after.outcome()
                    can = can or (outcome is not None and outcome.how.name == "ESCAPE")
            (seen if can else others).append(eye.chance(state, state.side))
    assert len(seen) > 10
    assert sum(seen) / len(seen) > 0.75
    assert sum(others) / len(others) < 0.6


def test_habits_speak_of_hidden_agents_of_the_mover() -> None:
    for seed in range(10):
        for state in tables_of_a_game({}, seed):
            for move in state.moves():
                found = habits(state, move)
                assert len({habit.pawn for habit in found}) == len(found)
                assert all(len(habit.contexts) == IDENTITIES for habit in found)
                assert all(0 <= one < CONTEXTS for habit in found for one in habit.contexts)
                assert all(0 <= habit.action < ACTIONS for habit in found)
                moved = [habit for habit in found if habit.action]
                assert len(moved) <= 1


def test_tables_of_habits_are_shares() -> None:
    for style in master.styles():
        assert len(style.acted) == CONTEXTS
        assert all(len(rows) == ACTIONS for rows in style.acted)
        for rows in style.acted:
            for identity in range(IDENTITIES):
                assert math.isclose(sum(math.exp(row[identity]) for row in rows), 1, abs_tol=0.01)
        assert len(style.placed) == 6
        assert len(style.manners) == OCCASIONS
        for row in style.placed + style.manners:
            assert math.isclose(sum(math.exp(log) for log in row), 1, abs_tol=0.01)


def walked(seed: int, decisions: int) -> tuple[object, State]:
    game = konspira.game("kyoto", special_agents=True, equipment=True)
    luck = Stream(seed)
    state = game.start(seed)
    for _ in range(decisions):
        moves = state.moves()
        if not moves:
            break
        state.play(moves[luck.below(len(moves))])
    return game, state


def test_belief_is_the_same_on_states_the_seat_cannot_tell_apart() -> None:
    tried = 0
    for seed in range(12):
        game, state = walked(seed, 40)
        if state.outcome() is not None or state.drafting() != NOBODY:
            continue
        seat = state.moves()[0] & 15
        known = knowledge(game, state, seat)  # type: ignore[arg-type]
        factors = []
        for number in range(3):
            belief = Belief(master.styles(), 1 - seat)
            _, story = game.sampler(known).story(Stream(number))  # type: ignore[attr-defined]
            fit = State(game.board, game.rules)  # type: ignore[attr-defined]
            fit.start(0)
            for code in story:
                belief.follow(fit, code)
                fit.apply(code)
            factors.append((belief.factors, belief.likely))
        assert factors[0] == factors[1] == factors[2]
        tried += bool(factors[0][0][0]) and any(factors[0][1])
    assert tried > 4


def test_manners_tell_the_style() -> None:
    """Greedy is known by its manners after a few turns, whoever its agents are."""
    styles = load.learned("habits.json")["styles"]
    game = konspira.game("kyoto")
    greedy, luck = bots.player("greedy", "kyoto"), Stream(4)
    known_at_last = 0
    for seed in range(6):
        seat = seed % 2
        belief = Belief(master.styles(), seat)
        fit = State(game.board, game.rules)
        fit.start(0)
        state = game.start(seed)
        turns = 0
        while state.outcome() is None and turns < 16:
            asked, moves = state.moves()[0] & 15, state.moves(state.moves()[0] & 15)
            turns += game.decision_kind(state, asked) == "turn"
            if asked == seat:
                state.play(greedy(game, knowledge(game, state, seat), moves, luck))
            else:
                state.play(moves[luck.below(len(moves))])
        for code in state.history():
            belief.follow(fit, code)
            fit.apply(code)
        known_at_last += belief.likely.index(max(belief.likely)) == styles.index("greedy")
    assert known_at_last >= 5


def test_worlds_fit_and_are_drawn_by_weight() -> None:
    game, state = walked(3, 30)
    seat = state.moves()[0] & 15
    known = knowledge(game, state, seat)  # type: ignore[arg-type]
    worlds = master.worlds(game, known, Stream(1))
    moves = set(state.moves(seat))
    for number in range(20):
        assert set(worlds.sample(Stream(number)).moves(seat)) == moves
    one, two = (resample(game, state, seat, Stream(n)) for n in range(2))  # type: ignore[arg-type]
    one.ply, two.ply = 1, 2  # type: ignore[attr-defined]
    lopsided = Worlds([one, two], [9.0, 1.0], [])  # type: ignore[list-item]
    luck = Stream("weights")
    drawn = sum(int(lopsided.sample(luck).ply == 1) for _ in range(2000))
    assert 1740 <= drawn <= 1860


def test_what_an_agent_seems_to_be() -> None:
    """To either side, by habits; by doubt alone anybody."""
    _, state = walked(3, 60)
    game = konspira.game("kyoto", special_agents=True, equipment=True)
    walk = State(game.board, game.rules)
    walk.start(0)
    belief = Belief(master.styles(), 0)
    for code in state.history():
        belief.follow(walk, code)
        walk.apply(code)
    for doubt in (0.1, 1.0):
        seems = belief.seems(1.0, doubt)
        rows = [seems[at : at + IDENTITIES] for at in range(0, len(seems), IDENTITIES)]
        assert len(rows) == PAWNS
        for pawn in range(1, 7):
            assert abs(sum(rows[pawn]) - 1.0) < 1e-9
            assert min(rows[pawn]) >= doubt / IDENTITIES - 1e-9
        assert any(max(row) > 0.25 for row in rows[1:7]) == (doubt < 1.0)


def test_a_thought_explains_itself() -> None:
    game, state = walked(5, 30)
    seat = state.moves()[0] & 15
    known = knowledge(game, state, seat)  # type: ignore[arg-type]
    master_ = bots.player("master", "kyoto")
    thought = bots.considered(
        game,  # type: ignore[arg-type]
        master_,
        known,
        bots.Budget(iterations=200),
        Stream(1),
    )
    reasons = thought.reasons[0]
    candidates = reasons["candidates"]
    assert isinstance(candidates, list)
    assert candidates[0]["move"] == thought.texts[0]
    assert all(0 <= one["value"] <= 1 for one in candidates)
    belief = reasons["belief"]
    assert isinstance(belief, dict)
    agents = belief["agents"]
    assert all(sum(odds.values()) == pytest.approx(1, abs=0.01) for odds in agents.values())
    assert sum(odds.get("3R", 0) for odds in agents.values()) <= 1.01
    assert 4 < sum(belief["hand"].values()) < 12


def test_master_beats_random() -> None:
    won = series(konspira.game("kyoto"), "master#100", "random", 6, "short")
    assert sum(ways.total() for ways in won) >= 5
