"""The command line: every mistake is one clear sentence and exit code 2."""

from pathlib import Path

import pytest

import konspira
from tests.terminal.sitting import Sitting

DATA = Path(konspira.__file__).parent / "games/kyoto/data"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["play", "chess"], "there is no game 'chess'; there are: kyoto"),
        (["play", "--seat", "RED"], "there is no seat 'RED'; there are: ONI, GOV"),
        (["play", "--option", "gadgets=true"], "kyoto has no option 'gadgets'"),
        (["play", "--option", "equipment"], "option equipment needs a value"),
        (["play", "--option", "equipment=maybe"], "equipment is false or true, not 'maybe'"),
        (["play", "--option", "layout=moon"], "there is no layout 'moon'"),
        (["play", "--option", "neutral_agent=true"], "neutral_agent needs special_agents"),
        (["play", "--resume", "nothing"], "nothing: No such file or directory"),
        (["play", "--resume", "x", "--option", "a=b"], "keeps its own game and options"),
        (["play", "--save", "no/folder"], "no/folder: there is no such folder"),
        (["verify", "nothing"], "nothing: No such file or directory"),
        (["verify", "."], ".: Is a directory"),
        (["verify", "binary"], "binary: this is not a text file"),
        (["verify", "letter"], "line 1: neither a tag nor an entry: 'Dear Aunt'"),
        (["scenario", "letter"], "a scenario is a list of keys with values"),
        (["scenario", "nothing"], "nothing: No such file or directory"),
        (["simulate", "chess"], "there is no game 'chess'"),
        (["data", "check", "nowhere"], "nowhere: there is no such folder"),
    ],
)
def test_mistake_is_one_sentence(
    sit: Sitting, tmp_path: Path, arguments: list[str], expected: str
) -> None:
    (tmp_path / "letter").write_text("Dear Aunt", "utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    code, out, err = sit([], *arguments)
    assert (code, out) == (2, "")
    assert expected in err
    assert err.startswith("konspira: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["play", "--bot", "deep"],
        ["play", "--lang", "xx"],
        ["verify"],
        ["serve", "--port", "65536"],
    ],
)
def test_wrong_usage_is_explained(sit: Sitting, arguments: list[str]) -> None:
    code, out, err = sit([], *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("usage: konspira")
    assert "error:" in err


def test_verify_says_where_a_record_differs(sit: Sitting, tmp_path: Path) -> None:
    sit(["3R 2R 3 2 1 0", "1", "1"], "play", "--seed", "4", "--bot", "random", "--save", "game")
    code, out, _ = sit([], "verify", "game")
    assert code == 0
    assert out.startswith("game: ok, ")
    text = (tmp_path / "game").read_text("utf-8")
    number = text.rindex("#") + 1
    other = "0" if text[number] != "0" else "1"
    (tmp_path / "game").write_text(text[:number] + other + text[number + 1 :], "utf-8")
    code, out, _ = sit([], "verify", "game")
    assert code == 1
    assert "the position differs" in out


def test_simulate_counts_what_it_checked(sit: Sitting) -> None:
    code, out, _ = sit([], "simulate", "kyoto", "--games", "1", "--option", "equipment=true")
    assert code == 0
    assert out.startswith("1 games, ")
    assert out.endswith("0 problems\n")


SCENARIO = """
title: One step
game: kyoto
rules: [SK-4.6]
position:
  turn: ONI
  ONI: {agents: {a1: 3R}, hand: [red]}
  GOV: {agents: {a6: 3R}, hand: [red]}
steps:
  - play: ONI red a1 %s
"""


def test_scenario_tells_holding_differing_and_bad(sit: Sitting, tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(SCENARIO % "a2", "utf-8")
    (tmp_path / "false.yaml").write_text(SCENARIO % "a4", "utf-8")
    (tmp_path / "bad.yaml").write_text("colour: red\n" + SCENARIO % "a2", "utf-8")
    assert sit([], "scenario", "good.yaml")[:2] == (0, "1 of 1 scenarios hold\n")
    code, out, _ = sit([], "scenario", "good.yaml", "false.yaml")
    assert code == 1
    assert out.endswith("1 of 2 scenarios hold\n")
    assert "false.yaml" in out
    code, out, err = sit([], "scenario", "bad.yaml")
    assert (code, out) == (2, "")
    assert "bad.yaml, line 1: unknown key 'colour'" in err


def test_data_is_checked(sit: Sitting, tmp_path: Path) -> None:
    assert sit([], "data", "check", str(DATA))[0] == 0
    rogue = DATA.parents[1] / "rogue/data"
    assert sit([], "data", "check", str(rogue), "--game", "rogue")[0] == 0
    house = (DATA / "layouts/kyoto-house-1.yaml").read_text("utf-8")
    layout = house.replace("kyoto-house-1", "mine", 1)
    (tmp_path / "mine.yaml").write_text(layout.replace("1: [B, G,", "1: [G, B,"), "utf-8")
    code, out, _ = sit([], "data", "check", ".")
    assert code == 0
    assert "note: mine.yaml: not the same after a half turn" in out
    (tmp_path / "mine.yaml").write_text(layout.replace("1: [B, G,", "1: [Q, G,"), "utf-8")
    code, out, _ = sit([], "data", "check", ".")
    assert code == 1
    assert "mine.yaml: row 1: unknown type 'Q'" in out


def test_version_and_help(sit: Sitting) -> None:
    assert sit([], "--version")[1].startswith("konspira ")
    _, out, _ = sit([], "--help")
    for command in ("play", "verify", "simulate", "scenario", "data"):
        assert f"    {command} " in out


def test_every_rule_is_shown_or_has_a_reason(sit: Sitting) -> None:
    root = Path(__file__).resolve().parent.parent.parent
    code, out, _ = sit([], "rules", "--coverage", "--root", str(root))
    assert (code, out.count(", 0 problems")) == (0, len(konspira.GAMES)), out
