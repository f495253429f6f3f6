"""Laws that hold after every move of every game (T65), counted from the open table alone."""

from collections import Counter
from typing import Any

import pytest

import konspira
from konspira.engine.chance import Stream

OPTIONS: list[dict[str, object]] = [
    {},
    {"special_agents": True, "neutral_agent": True, "equipment": True},
    {"equipment": True, "attack_push_target": "strictly_empty"},
]
BOX = Counter(
    {"red": 5, "green": 5, "yellow": 5, "blue": 5, "joker": 5}
    | {"defence": 2, "tunnel": 2, "attack": 1, "swap": 1, "decoy": 2}
)


def broken(game: Any, state: Any) -> list[str]:
    """What does not add up on the open table."""
    table = game.truth(state)
    found = []
    for name, side in table["sides"].items():
        seen = Counter(side["cards"]) + Counter(side["pile"]["cards"])
        for decoy in side.get("decoys", []):
            seen += Counter(["decoy", *decoy["colours"]])
        if table["turn"] == name:
            seen += Counter(table[key] for key in ("card", "fan_card") if key in table)
            seen += Counter(table.get("pair", []))
        if side.get("special") == "ruri" and "ruri" in table:
            seen[table["ruri"]] += 1
        if seen - BOX:
            found.append(f"{name} has too many cards: {seen - BOX}")
        # SK-7.6
        if seen.total() + sum(side["deck"].values()) != 33:
            found.append(f"{name} has {seen.total()} cards besides the deck {side['deck']}")
        pawns = [pawn for pawn in table["pawns"] if pawn["side"] == name]
        entering = [pawn for pawn in table.get("attackers", []) if pawn["side"] == name]
        agents = [pawn["identity"] for pawn in pawns + entering] + side["detained"]
        if sorted(agents) != ["0", "1", "2", "2R", "3", "3R"]:
            found.append(f"{name} has the agents {agents}")
        cells = [pawn["cell"] for pawn in pawns]
        if len(set(cells)) != len(cells):  # SK-4.8
            found.append(f"two agents of {name} in one cell")
    everybody = Counter(pawn["cell"] for pawn in table["pawns"] + table.get("attackers", []))
    if any(number > 2 for number in everybody.values()):  # SK-6.3.4
        found.append("three agents in one cell")
    if Counter(pawn["cell"] for pawn in table["pawns"]).most_common(1)[0][1] > 1:
        found.append("two agents stand in one cell without a confrontation")
    return found


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("options", OPTIONS, ids=["base", "advanced", "strict"])
def test_laws(options: dict[str, object], seed: int) -> None:
    """T65, SK-4.8, SK-6.3.4, SK-7.6, SK-8.1: to the end of a game, which has one winner."""
    game = konspira.game("kyoto", **options)
    state = game.start(f"laws {seed}")
    luck = Stream(f"laws {seed}")
    while state.outcome() is None:
        moves = state.moves()
        assert moves
        state.play(moves[luck.below(len(moves))])
        if game.decision_kind(state, 0) != "placing":
            assert broken(game, state) == []
            assert game.conserved(state) == []
    assert state.outcome().winner in (0, 1)
    assert state.moves() == []


def test_the_counting_can_fail() -> None:
    """SK-7.6: a state with a card too few is found, here and by the game's own check."""
    game = konspira.game("kyoto")
    state = game.start("laws")
    while game.decision_kind(state, 0) == "placing":
        state.play(state.moves()[0])
    assert broken(game, state) == []
    state.hand0 -= 1 if state.hand0 & 63 else 64 if state.hand0 >> 6 & 63 else 4096
    assert broken(game, state)
    assert game.conserved(state)
