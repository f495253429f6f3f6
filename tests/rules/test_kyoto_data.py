"""Owners of the box put the printed board and names into data files (SK-1.7, SK-1.8)."""

from __future__ import annotations

from pathlib import Path

import pytest

import konspira
from konspira import BadText
from konspira.cli import main
from konspira.engine.chance import Stream
from konspira.games.kyoto import load

PRINTED = """
id: printed-1
status: printed
columns: [a, b, c, d, e]
rows:
  1: [R, G, Y, B, R]
  2: [Y, O, B, O, G]
  3: [G, B, N, R, Y]
  4: [Y, R, N, B, G]
  5: [G, M, B, M, Y]
  6: [R, B, Y, G, R]
start: {ONI: [a1, b1, c1, d1, e1, c2], GOV: [a6, b6, c6, d6, e6, c5]}
home_row: {ONI: 1, GOV: 6}
territory: {ONI: [1, 2, 3], GOV: [4, 5, 6]}
"""
NAMES = "pl: {card.red: Chram, agent.yoko: Yoko z zaułka}\nen: {equipment.fan: Iron Fan}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "printed-1.yaml").write_text(PRINTED, "utf-8")
    (tmp_path / "names.yaml").write_text(NAMES, "utf-8")
    return tmp_path


def test_a_board_of_ones_own_is_played_on(folder: Path) -> None:
    """SK-1.7: loaded by name, without a change of code."""
    game = konspira.game("kyoto", layout="printed-1", data=str(folder))
    state = game.start(seed=1)
    luck = Stream(1)
    while state.outcome() is None:
        moves = state.moves()
        state.play(moves[luck.below(len(moves))])
    assert game.options()["layout"] == "printed-1"
    again = konspira.game("kyoto", **game.options())
    assert again.board.types == game.board.types != konspira.game("kyoto").board.types


def test_names_of_ones_own_are_used(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert load.names(folder, "pl").say("card.red") == "Chram"
    assert "card.red" not in load.names(folder, "en")
    assert main(["data", "check", str(folder)]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("  6: [R, B, Y, G, R]\n", "", "5 × 6"),
        ("[R, B, Y, G, R]", "[R, B, Y, G, X]", "unknown type 'X'"),
        ("[R, B, Y, G, R]", "[R, B, Y, G]", "row 6 must have 5 cells"),
        ("e1, c2]", "e1]", "6 different start cells, not 5"),
        ("e1, c2]", "e1, e1]", "6 different start cells"),
        ("e1, c2]", "e1, c4]", "outside its territory"),
        ("e1, c2]", "e1, f2]", "there is no cell 'f2'"),
        ("2: [Y, O, B, O, G]", "2: [Y, O, M, O, G]", "enemy headquarters"),
        ("ONI: 1, GOV: 6}", "ONI: 1, GOV: 3}", "home row of GOV is not in its territory"),
        ("GOV: [4, 5, 6]}", "GOV: [3, 4, 5, 6]}", "overlap"),
        ("status: printed", "status: found", "none of house, printed, research"),
        ("id: printed-1", "id: other", "must be the file's name"),
        ("id: printed-1", "colour: red\nid: printed-1", "unknown key 'colour'"),
        ("id: printed-1", "bait: 2\nid: printed-1", "only with status: research"),
        ("home_row", "home_rows", "missing: home_row"),
        ("columns: [a", "columns: [z", "columns must be a, b, c"),
        ("id: printed-1", "id: [", "not YAML"),
    ],
)
def test_what_is_wrong_is_said(
    folder: Path, old: str, new: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """SK-1.8: every reason to reject a layout, in a sentence with its file."""
    (folder / "printed-1.yaml").write_text(PRINTED.replace(old, new, 1), "utf-8")
    assert main(["data", "check", str(folder)]) == 1
    printed = capsys.readouterr().out
    assert sentence in printed
    assert "printed-1.yaml" in printed
    with pytest.raises(BadText):
        konspira.game("kyoto", layout="printed-1", data=str(folder))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("de: {card.red: Rot}", "none of en, pl, hu"),
        ("pl: {card.pink: X}", "nothing is called 'card.pink'"),
        ("pl: {card.red: ''}", "needs a name"),
        ("pl: {card.red: '{x}'}", "braces"),
        ("pl: red", "must have keys"),
    ],
)
def test_wrong_names_are_said(
    folder: Path, text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "names.yaml").write_text(text, "utf-8")
    assert main(["data", "check", str(folder)]) == 1
    assert sentence in capsys.readouterr().out


def test_the_house_layout_keeps_what_is_known_of_the_board() -> None:
    """SK-1.6: no headquarters on a home row; SK-1.10: two real and four false agents a side."""
    board = konspira.game("kyoto").board
    for side in (0, 1):
        assert not board.home[side] & (board.hq[0] | board.hq[1])
        assert len(board.start[side]) == 6
    assert bin(board.real).count("1") == 2
    assert len(board.identities) == 6


def test_a_lopsided_layout_is_only_a_note(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SK-1.8: rotational symmetry is a warning, not an error."""
    text = PRINTED.replace("6: [R, B, Y, G, R]", "6: [R, G, Y, B, R]")
    (folder / "printed-1.yaml").write_text(text, "utf-8")
    assert main(["data", "check", str(folder)]) == 0
    assert "half turn" in capsys.readouterr().out


def test_an_empty_folder_and_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "check", str(tmp_path)]) == 1
    assert main(["data", "check", str(tmp_path / "nowhere")]) == 2
    assert "no data file here" in capsys.readouterr().out
