"""Malformed input: no traceback, no state changed half-way, and it is said what was expected."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import konspira
from konspira.cli import recorded
from konspira.engine import knowledge, record, scenario
from konspira.engine.chance import Stream
from konspira.engine.contract import BadText, MoveError
from konspira.engine.log import answered

EVERYTHING = {"special_agents": True, "neutral_agent": True, "equipment": True}
PIECES = """red joker swap decoy place fire draw keep bottom spring a1 c3 e6 z9 1 2R -1 99 ONI GOV
+ | ; # ? ! leave exchange location tactics deal look typescript ruri pick fan push"""
WORDS = st.lists(st.sampled_from(PIECES.split()) | st.text(max_size=6), max_size=7).map(" ".join)


def middle(seed: int, moves: int, **options: object) -> tuple[Any, Any]:
    game = konspira.game("kyoto", **options)
    state = game.start(seed=seed)
    luck = Stream(seed)
    for _ in range(moves):
        legal = state.moves()
        if not legal:
            break
        state.play(legal[luck.below(len(legal))])
    return game, state


@settings(max_examples=200, deadline=None)
@given(WORDS | st.text(max_size=40), st.integers(0, 1))
def test_any_text_is_a_move_or_refused(text: str, seat: int) -> None:
    game, state = middle(4, 30, **EVERYTHING)
    before = state.hash()
    try:
        code = game.read(text, seat)
        assert game.text(code) == " ".join(text.split())
        if code not in state.moves():
            with pytest.raises(MoveError):
                state.play(code)
            assert game.refusal(state, code).reason
    except MoveError as error:
        assert error.reason
    if state.hash() != before:
        assert code in state.moves() or state.history()[-1] == code


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**40))
def test_any_number_is_a_move_or_refused(code: int) -> None:
    _, state = middle(9, 25, **EVERYTHING)
    before = state.hash()
    legal = list(state.moves())
    try:
        state.play(code)
    except MoveError:
        assert state.hash() == before
    else:
        assert code in legal or code >> 4 & 63 in (30, 31)


def mangled(text: str, data: st.DataObject) -> str:
    """Some pieces cut out, doubled, changed, or replaced."""
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(text) - 1)))
        length = data.draw(st.integers(0, 12))
        middle_part = data.draw(
            st.sampled_from(["", "?", " ", "#", "3", "-", "\n", "ż", "a1", ":"])
        )
        text = text[:at] + middle_part + text[at + length :]
    return text


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mangled_position_is_read_or_refused_in_a_sentence(data: st.DataObject) -> None:
    game, state = middle(data.draw(st.integers(0, 30)), data.draw(st.integers(0, 80)), **EVERYTHING)
    text = mangled(game.position(state), data)
    try:
        read = game.from_position(text)
    except BadText as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert game.conserved(read) == []
        read.moves()
        game.spelled(game.view(read, 0))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_mangled_record_is_verified_or_refused_in_a_sentence(data: st.DataObject) -> None:
    game, state = middle(data.draw(st.integers(0, 20)), 40, equipment=True)
    text = mangled(record.written(game, state), data)
    try:
        _, problems = record.verified(text, recorded)
    except BadText as error:
        assert "Traceback" not in str(error)
    else:
        assert all(isinstance(problem, str) for problem in problems)


SCENARIO = """
title: A blue card
game: kyoto
rules: [SK-4.1]
options: {equipment: true}
position:
  turn: ONI
  ONI: {agents: {a1: 3R, c2: 0}, hand: [blue, joker], pile: [red]}
  GOV: {agents: {a6: 3R, c5: 0}, hand: [red]}
steps:
  - expect: {legal: {seat: ONI, starting: blue, has: [blue a1 b2]}}
  - refuse: {move: ONI red a1 a2, reason: not_in_hand}
  - play: ONI blue a1 b2
  - expect: {acting: ONI, view: {GOV: {pawns.cell=b2.identity: absent}}}
"""


def test_the_scenario_itself_holds() -> None:
    assert [scenario.run(one, konspira.game) for one in scenario.load(SCENARIO, "x")] == [[]]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_mangled_scenario_runs_or_is_refused_in_a_sentence(data: st.DataObject) -> None:
    text = mangled(SCENARIO, data)
    try:
        for one in scenario.load(text, "file.yaml"):
            scenario.run(one, konspira.game)
    except BadText as error:
        assert str(error).startswith("file.yaml")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_knowledge_or_refused(data: bytes) -> None:
    with pytest.raises(BadText):
        knowledge.decode(data)


def test_an_answer_is_all_or_nothing() -> None:
    game, state = middle(1, 0)
    before = state.hash()
    first, second = state.moves(0)[0], state.moves(1)[0]
    decision = state.decision_id(0)
    for moves in ([first], [first, first], [first, second], [second], []):
        with pytest.raises(MoveError):
            answered(game, state, 0, decision, moves)
    with pytest.raises(MoveError):
        answered(game, state, 0, decision + 1, [first])
    assert state.hash() == before


@pytest.mark.parametrize(
    ("key", "options", "expected"),
    [
        ("chess", {}, "there is no game"),
        ("kyoto", {"layout": "moon"}, "there is no layout"),
        ("kyoto", {"speed": 3}, "speed"),
        ("kyoto", {"neutral_agent": True}, "needs special_agents"),
        ("kyoto", {"attack_push_target": "x"}, "no_friend or strictly_empty"),
    ],
)
def test_wrong_options_are_named(key: str, options: dict[str, object], expected: str) -> None:
    with pytest.raises(BadText, match=expected):
        konspira.game(key, **options)
