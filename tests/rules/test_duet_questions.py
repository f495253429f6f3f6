"""Every open question of Duet has an id of its own, which no later question has again."""

import pytest

from konspira.games.duet import Duet
from konspira.games.duet.rules.state import State

GAME = Duet()


def asked(state: State) -> dict[int, tuple[int, str]]:
    return {
        seat: (state.decision_id(seat), GAME.decision_kind(state, seat))
        for seat in (0, 1)
        if state.asks(seat)
    }


def renewed(state: State, *moves: str) -> None:
    """Plays moves such as `A clue river 1`; whoever is asked after one is asked anew."""
    met = {(seat, number) for seat, (number, _) in asked(state).items()}
    for text in moves:
        seat = "AB".index(text[0])
        state.play(GAME.read(text[2:], seat))
        for other, (number, kind) in asked(state).items():
            assert (other, number) not in met, f"{kind} after {text!r} has an old id"
        met |= {(other, number) for other, (number, _) in asked(state).items()}


START: dict[str, object] = {"bank": "0c+5b", "give": "A"}


@pytest.mark.parametrize(("giver", "guesser", "green"), [("A", "B", "e1"), ("B", "A", "c3")])
def test_each_question_has_a_new_id(giver: str, guesser: str, green: str) -> None:
    """CD-18.4, CD-7.4: clues, answers, touches, questions and confessions, of either side."""
    state = GAME.from_position(GAME.set_up({**START, "give": giver}))
    renewed(
        state,
        f"{giver} clue! river 1",
        f"{guesser} accept",
        f"{giver} confess",
        f"{guesser} waive",
        f"{guesser} touch {green}",
        f"{guesser} stop",
        f"{guesser} clue lake 1",
        f"{giver} question",
        f"{guesser} disagree",
        f"{giver} touch a1",
        f"{giver} touch e5",
        f"{giver} clue hill 1",
    )


def test_the_first_question_comes_after_the_deal() -> None:
    """CD-4.2: both sides are asked, by the same move of chance."""
    state = GAME.start(1)
    assert asked(state) == {0: (50, "first-clue"), 1: (50, "first-clue")}


def test_a_touch_in_sudden_death_asks_again_at_once() -> None:
    """CD-10.5: the one who touched; the other side's question stays as it was."""
    state = GAME.from_position(
        GAME.set_up(
            {
                "found": {"A": ["e2", "c3", "d3", "e3"], "B": ["d1", "e1", "a2", "b2"]},
                "bank": "0c+1b",
                "guess": "A salad 1",
            }
        )
    )
    renewed(state, "B touch e5")
    before = asked(state)
    assert {kind for _, kind in before.values()} == {"sudden-death"}
    state.play(GAME.read("touch c2", 1))
    assert asked(state)[1] != before[1]
    assert asked(state)[0] == before[0]
