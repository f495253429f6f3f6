"""What may be taken back: nothing that told another viewer something hidden."""

from collections import Counter

import pytest

import konspira
from konspira.engine import undo
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY, Game
from konspira.engine.harness import stepped
from konspira.engine.log import Entry, follow, opening
from konspira.engine.undo import can_undo

GAMES = [
    ("kyoto", {}),
    ("kyoto", {"special_agents": True, "equipment": True}),
    ("rogue", {"players": 2}),
    ("rogue", {"players": 3, "mode": "android"}),
    ("duet", {}),
]


def kind(game: Game, entry: Entry) -> str:
    return str(game.text(entry.moves[0])).split()[0]


@pytest.mark.parametrize(("key", "options"), GAMES)
def test_more_tries_never_take_a_permission_back(
    key: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few states are drawn in a room. Where they say yes, two hundred say so too."""
    game = konspira.game(key, **options)
    luck = Stream(f"undo {key} {options}")
    found: Counter[tuple[str, bool]] = Counter()
    for _ in range(2 if key == "rogue" else 3):
        state, setup = opening(game)
        log = [setup]
        before, earlier = state.clone(), list[Entry]()
        while state.outcome() is None:
            if state.drafting() == NOBODY and state.actor() != CHANCE:
                before, earlier = state.clone(), list(log)
            follow(state, log, stepped(state, luck))
            settled = state.drafting() == NOBODY and state.actor() != CHANCE
            if not settled or state.outcome() is not None or not log[-1].moves:
                continue
            may = can_undo(game, before, earlier, log[-1])
            found[kind(game, log[-1]), may] += 1
            if may:
                with monkeypatch.context() as patch:
                    patch.setattr(undo, "TRIES", 200)
                    assert can_undo(game, before, earlier, log[-1]), game.text(log[-1].moves[0])
    if key == "kyoto":
        assert found["place", True]
        assert not found["place", False]
    if key == "duet":  # a word cannot be unheard, a colour not unseen
        assert not any(may for _, may in found)
    if key == "rogue":  # an android knows what the others do not
        assert any(may for _, may in found) == ("mode" not in options)
        assert any(not may for _, may in found)
    if key == "kyoto":  # a card shows what was in the hand
        cards = {"red", "yellow", "green", "blue", "joker", "swap", "decoy", "jump", "attack"}
        assert not [name for name, may in found if may and name in cards]


def test_a_colour_is_not_unseen_where_a_game_began_from_a_position() -> None:
    """The key lies in the position then, and in no entry of the log."""
    game = konspira.game("duet", lang="en")
    state, setup = opening(game, game.set_up({"guess": "A salad 3"}))
    log = [setup]
    before = state.clone()
    follow(state, log, next(move for move in state.moves(1)))
    assert not can_undo(game, before, [setup], log[-1])


def test_an_aside_or_a_chance_is_not_taken_back() -> None:
    game = konspira.game("kyoto")
    state, setup = opening(game)
    while state.actor() == CHANCE:
        state.apply(state.chance_pick(0))
    setup.codes = state.witnessed()
    resign = game.asides(state, 0)[0]
    assert not can_undo(game, state, [setup], Entry(0, [resign], [resign]))
    assert not can_undo(game, state, [], setup)


def test_a_card_is_not_unseen_by_whoever_looked() -> None:
    """RA-7.14: a second investigation of a criminal shows the card to the mover alone, by no chance
    of its own: the evidence would come back and the card stay known."""
    game = konspira.game("rogue", players=2)
    luck = Stream("looked")
    second = 0
    while second < 3:
        state, setup = opening(game)
        log = [setup]
        while state.outcome() is None:
            before, earlier = state.clone(), list(log)
            moves = [] if state.actor() == CHANCE else state.moves()
            looks = [move for move in moves if game.text(move).startswith("investigate")]
            follow(state, log, looks[0] if looks else stepped(state, luck))
            if looks and state.actor() != CHANCE:
                second += 1
                assert not can_undo(game, before, earlier, log[-1])
