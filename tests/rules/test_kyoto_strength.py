"""SK-5.4: every attacker against every defender, for both sides."""

import pytest

import konspira

IDENTITIES = ("3R", "3", "2R", "2", "1", "0")
# T9: the rows attack, the columns defend.
WINS = {
    "0": {"0": True, "1": False, "2": False, "3": True},
    "1": {"0": True, "1": True, "2": False, "3": False},
    "2": {"0": True, "1": True, "2": True, "3": False},
    "3": {"0": False, "1": True, "2": True, "3": True},
}


@pytest.mark.parametrize("side", ["ONI", "GOV"])
@pytest.mark.parametrize("defender", IDENTITIES)
@pytest.mark.parametrize("attacker", IDENTITIES)
def test_strength(attacker: str, defender: str, side: str) -> None:
    """T9, SK-1.9, SK-5.4: intelligence plays no part, equal strength wins for the attacker."""
    game = konspira.game("kyoto")
    other = "GOV" if side == "ONI" else "ONI"
    start, end = ("c3", "b4") if side == "ONI" else ("c4", "d3")
    position = {
        "turn": side,
        side: {"agents": {start: attacker}, "hand": ["red"]},
        other: {"agents": {end: defender}, "hand": ["red"]},
    }
    state = game.from_position(game.set_up(position))
    state.play(game.read(f"red {start} {end}", 0 if side == "ONI" else 1))
    truth = game.truth(state)
    pawns = {pawn["cell"]: (pawn["side"], pawn["identity"]) for pawn in truth["pawns"]}
    if WINS[attacker[0]][defender[0]]:
        assert pawns == {end: (side, attacker)}
        assert truth["sides"][other]["detained"] == [defender]
    else:
        assert pawns == {start: (side, attacker), end: (other, defender)}
        assert truth["sides"][other]["detained"] == []
    assert truth["sides"][side]["detained"] == []
