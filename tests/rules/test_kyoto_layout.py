"""Chapter 1 of Shadows in Kyoto: the board as data, what the loader refuses, what is in the box."""

import copy
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml

import konspira
from konspira import BadText
from konspira.games.kyoto import Kyoto, load
from konspira.games.kyoto.rules.board import Board

DATA = resources.files("konspira.games.kyoto") / "data"
HOUSE: dict[str, Any] = yaml.safe_load((DATA / "layouts" / "kyoto-house-1.yaml").read_text("utf-8"))
BOX: dict[str, Any] = yaml.safe_load((DATA / "box.yaml").read_text("utf-8"))
SIDES = ("ONI", "GOV")


def layout(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(HOUSE), **changes}


def rows_with(cells: dict[str, str]) -> dict[int, list[str]]:
    """The rows of the house layout with other types in some cells."""
    rows: dict[int, list[str]] = copy.deepcopy(HOUSE["rows"])
    for name, letter in cells.items():
        rows[int(name[1])]["abcde".index(name[0])] = letter
    return rows


def built(value: dict[str, Any]) -> Board:
    return load.built(value, BOX, "x.yaml")


def game_on(value: dict[str, Any], monkeypatch: pytest.MonkeyPatch, **options: bool) -> Kyoto:
    monkeypatch.setattr(load, "board", lambda name, folder: built(value))
    return Kyoto(**options)  # type: ignore[arg-type]


def letter(cell: str) -> str:
    return str(HOUSE["rows"][int(cell[1])]["abcde".index(cell[0])])


def test_the_house_layout_keeps_what_is_known_of_the_board() -> None:
    """SK-1.1 to SK-1.6."""
    cells = [f"{column}{row}" for row in range(1, 7) for column in "abcde"]
    assert len(cells) == 30  # SK-1.1
    kinds = Counter(letter(cell) for cell in cells)
    assert kinds["O"] == kinds["M"] == 2  # SK-1.3
    assert set(kinds) <= set("RGYBNOM")  # SK-1.2
    for side in SIDES:
        rows = HOUSE["territory"][side]
        assert len(rows) == 3
        ground = [cell for cell in cells if int(cell[1]) in rows]
        assert [letter(cell) for cell in ground].count("N") == 1  # SK-1.4
        home = [f"{column}{HOUSE['home_row'][side]}" for column in "abcde"]
        centre = "c2" if side == "ONI" else "c5"
        assert HOUSE["start"][side] == [*home, centre]  # SK-1.5
        assert not {letter(cell) for cell in home} & set("OM")  # SK-1.6


def test_an_agent_on_any_cell_of_the_home_row_escapes() -> None:
    """SK-1.6: all five cells of a home row count, as none is a headquarters."""
    game = konspira.game("kyoto")
    for column in "abcde":
        start = {"a": "a5", "b": "c5", "c": "c5", "d": "c5", "e": "e5"}[column]
        state = game.from_position(
            game.set_up(
                {
                    "turn": "ONI",
                    "ONI": {"agents": {start: "3R"}, "hand": ["joker"]},
                    "GOV": {"agents": {"a3": "3R"}, "hand": ["joker"]},
                }
            )
        )
        state.play(game.read(f"joker {start} {column}6", 0))
        assert str(state.outcome()) == "ONI won by ESCAPE"


def test_the_layout_is_data_found_by_its_name() -> None:
    """SK-1.7."""
    assert "kyoto-house-1" in load.layouts()
    assert konspira.game("kyoto", layout="study-3x4").board.columns == 3
    with pytest.raises(BadText, match="there is no layout 'kyoto-printed'; there are: kyoto-house"):
        konspira.game("kyoto", layout="kyoto-printed")


def test_rules_follow_another_layout_without_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """SK-1.7: the colours of a replaced layout decide the moves."""
    game = game_on(layout(rows=rows_with({"b2": "Y", "a2": "O"})), monkeypatch)
    position = {
        "turn": "ONI",
        "ONI": {"agents": {"a1": "3R"}, "hand": ["red", "yellow"]},
        "GOV": {"agents": {"a6": "3R"}, "hand": ["joker"]},
    }
    state = game.from_position(game.set_up(position))
    assert sorted(game.text(move) for move in state.moves()) == [
        "red a1 a2",
        "yellow a1 a2",
        "yellow a1 b2",
    ]


def test_no_decoy_pushes_into_a_foreign_headquarters(monkeypatch: pytest.MonkeyPatch) -> None:
    """SK-6.5.6: with an ONI headquarters in row 3, two rows behind ONI's home row."""
    game = game_on(layout(rows=rows_with({"c3": "O"})), monkeypatch)
    position = {
        "turn": "GOV",
        "ONI": {"agents": {"a1": "3R"}, "hand": ["joker"], "decoys": [["red"]]},
        "GOV": {"agents": {"c2": "3R"}, "hand": ["red"]},
    }
    state = game.from_position(game.set_up(position))
    state.play(game.read("red c2 c1", 1))
    assert [game.text(move) for move in state.moves()] == [
        "no-spring",
        "spring 1 red a3",
        "spring 1 red b3",
        "spring 1 red d3",
        "spring 1 red e3",
    ]
    assert game.refusal(state, game.read("spring 1 red c3", 0)).reason == "may_not_enter"


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"columns": ["a", "b", "c", "d"]}, "the board must be 5 × 6, not 4 × 6"),
    ({"rows": {row: HOUSE["rows"][row] for row in range(1, 6)}}, "must be 5 × 6, not 5 × 5"),
    ({"rows": {**HOUSE["rows"], 3: ["R", "R"]}}, "row 3 must have 5 cells"),
    ({"rows": rows_with({"c3": "X"})}, "row 3: unknown type 'X'"),
    ({"rows": rows_with({"c3": "RG"})}, "row 3: unknown type 'RG'"),
    (
        {"start": {**HOUSE["start"], "ONI": ["a1", "b1", "c1", "d1", "e1"]}},
        "ONI must have 6 different start cells, not 5",
    ),
    (
        {"start": {**HOUSE["start"], "GOV": [*HOUSE["start"]["GOV"], "a5"]}},
        "GOV must have 6 different start cells, not 7",
    ),
    (
        {"start": {**HOUSE["start"], "GOV": ["a6", "b6", "c6", "d6", "e6", "e6"]}},
        "GOV must have 6 different start cells",
    ),
    (
        {"start": {**HOUSE["start"], "ONI": ["a1", "b1", "c1", "d1", "e1", "c4"]}},
        "start cell c4 of ONI is outside its territory",
    ),
    (
        {"start": {**HOUSE["start"], "ONI": ["a1", "b1", "c1", "d1", "e1", "z9"]}},
        "start of ONI: there is no cell 'z9'",
    ),
    ({"rows": rows_with({"c2": "M"})}, "start cell c2 of ONI is an enemy headquarters"),
    ({"rows": rows_with({"c5": "O"})}, "start cell c5 of GOV is an enemy headquarters"),
]


@pytest.mark.parametrize(("changes", "sentence"), REFUSED)
def test_the_loader_refuses(changes: dict[str, Any], sentence: str) -> None:
    """SK-1.8, and a new board comes from the file, never from the code (SK-1.7)."""
    with pytest.raises(BadText) as error:
        built(layout(**changes))
    assert sentence in str(error.value)


def test_the_number_of_headquarters_and_neutral_cells_is_free() -> None:
    """SK-1.8: the printed board may differ."""
    assert load.layout_problems(layout(rows=rows_with({"b2": "R", "c3": "G"}))) == []
    assert load.layout_problems(layout(rows=rows_with({"a3": "N", "b3": "O", "c2": "O"}))) == []


def test_a_layout_that_favours_a_side_is_only_noted(tmp_path: Path) -> None:
    """SK-1.8: not symmetrical is worth a look, no error; the house layout is symmetrical."""
    (tmp_path / "mine.yaml").write_text(
        yaml.safe_dump(layout(id="mine", rows=rows_with({"a3": "R"}))), "utf-8"
    )
    wrong, notes = load.check_folder(tmp_path)
    assert wrong == []
    assert len(notes) == 1
    assert "half turn" in notes[0]
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(layout(id="mine")), "utf-8")
    assert load.check_folder(tmp_path) == ([], [])


def test_the_six_agents_of_a_side() -> None:
    """SK-1.9, SK-1.10: each identity once; two real, four false."""
    game = konspira.game("kyoto")
    state = game.start("box")
    own: dict[str, list[str]] = {"ONI": [], "GOV": []}
    while not state.outcome() and game.decision_kind(state, 0) == "placing":
        state.play(state.moves()[0])
    for pawn in game.truth(state)["pawns"]:
        own[pawn["side"]].append(pawn["identity"])
    for side in SIDES:
        assert sorted(own[side]) == ["0", "1", "2", "2R", "3", "3R"]
        assert sum(identity.endswith("R") for identity in own[side]) == 2


@pytest.mark.parametrize("identity", ["3R", "3", "2R", "2", "1", "0"])
def test_who_is_real_and_who_is_false(identity: str) -> None:
    """SK-1.9, SK-1.10, SK-8.5: only 3● and 2● escape, the four others are declared false."""
    game = konspira.game("kyoto")
    position = {
        "turn": "ONI",
        "ONI": {"agents": {"c5": identity}, "hand": ["red"]},
        "GOV": {"agents": {"a6": "3R"}, "hand": ["joker"]},
    }
    state = game.from_position(game.set_up(position))
    state.play(game.read("red c5 c6", 0))
    real = identity in ("3R", "2R")
    assert (state.outcome() is not None) == real
    assert ("false" in next(p for p in game.truth(state)["pawns"] if p["cell"] == "c6")) != real


def test_what_is_in_the_box() -> None:
    """SK-1.11 to SK-1.15, SK-OP-31: counts, and whose each special agent and equipment card is."""
    locations = {name: n for name, n in BOX["locations"].items() if name != "status"}
    assert locations == {"red": 5, "green": 5, "yellow": 5, "blue": 5, "joker": 5}
    tactics = {name: n for name, n in BOX["tactics"].items() if name != "status"}
    assert tactics == {"defence": 2, "tunnel": 2, "attack": 1, "swap": 1, "decoy": 2}
    assert BOX["special_agents"]["ONI"] == ["tomoyo", "yoko", "ayane"]
    assert BOX["special_agents"]["GOV"] == ["anju", "chiharu", "iroha"]
    assert BOX["special_agents"]["neutral"] == ["ruri"]
    assert BOX["equipment"]["ONI"] == ["typescript", "revolver", "wiretap"]
    assert BOX["equipment"]["GOV"] == ["fan", "stunner", "anaesthetic"]


@pytest.mark.parametrize("special_agents", [False, True])
@pytest.mark.parametrize("equipment", [False, True])
def test_options_are_independent(special_agents: bool, equipment: bool) -> None:
    """SK-2.12."""
    game = konspira.game("kyoto", special_agents=special_agents, equipment=equipment)
    state = game.start(3)
    while game.decision_kind(state, 0) == "placing":
        state.play(state.moves()[0])
    assert (game.decision_kind(state, 0) == "picking") == special_agents
    while game.decision_kind(state, 0) == "picking":
        state.play(state.moves()[0])
    assert game.decision_kind(state, 0) == "turn"
    assert ("equipment" in game.truth(state)) == equipment
