"""CD-18.4 step 1: what the judge blocks is not published, whoever sends it."""

import pytest

from konspira.engine.contract import Judging, NotLegal
from konspira.games.duet import Duet
from konspira.games.kyoto import Kyoto


def test_a_blocked_clue_is_refused_unless_it_is_insisted_on() -> None:
    game = Duet()
    assert isinstance(game, Judging)
    state = game.start("hearing")
    word = game.box.words[state.words[3]]
    with pytest.raises(NotLegal) as refused:
        game.hear(state, game.read(f"clue {word}s 2", 0))
    assert refused.value.reason == "blocked"
    assert refused.value.facts == {"word": word}
    game.hear(state, game.read(f"clue! {word}s 2", 0))
    game.hear(state, game.read("clue zzyzx 2", 0))  # only a warning: costs nothing
    state.play(game.read("clue ocean 2", 0))
    game.hear(state, state.moves(1)[0])


def test_what_both_accepted_once_is_free() -> None:
    """CD-18.4 step 3."""
    game = Duet()
    state = game.start("hearing")
    word = game.box.words[state.words[3]]
    state.play(game.read(f"clue! {word}s 2", 0))
    state.play(game.read("accept", 1))
    game.hear(state, game.read(f"clue {word}s 1", 1))


def test_the_shape_of_a_clue_is_heard_too() -> None:
    game = Duet()
    with pytest.raises(NotLegal) as refused:
        game.hear(game.start("hearing"), game.read("clue father-in-law 2", 0))
    assert refused.value.reason == "no_clue"
    relaxed = Duet(hyphenated=True)
    relaxed.hear(relaxed.start("hearing"), relaxed.read("clue father-in-law 2", 0))


def test_other_games_are_not_judged() -> None:
    assert not isinstance(Kyoto(), Judging)
