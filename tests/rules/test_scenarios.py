"""All scenarios hold; and the runner finds what does not, in a sentence with file and line."""

from pathlib import Path
from textwrap import dedent

import pytest

import konspira
from konspira import BadText
from konspira.engine import scenario
from konspira.engine.scenario import Scenario

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "scenarios").rglob("*.yaml"))


def _named() -> list[tuple[str, Scenario]]:
    found = []
    for path in FILES:
        where = str(path.relative_to(ROOT))
        for one in scenario.load(path.read_text("utf-8"), where):
            found.append((f"{path.parent.name}/{path.stem}: {one.title}", one))
    return found


NAMED = _named()


@pytest.mark.parametrize("one", [one for _, one in NAMED], ids=[name for name, _ in NAMED])
def test_scenario(one: Scenario) -> None:
    assert scenario.run(one, konspira.game) == []


def test_every_scenario_has_a_name_of_its_own_and_checks_something() -> None:
    names = [name for name, _ in NAMED]
    assert len(set(names)) == len(names)
    ids = [(one.value["game"], one.value["id"]) for _, one in NAMED if "id" in one.value]
    assert len(set(ids)) == len(ids)
    for name, one in NAMED:
        assert one.rules, name
        assert any({"expect", "refuse"} & set(step) for step in one.value["steps"]), name


# The runner itself ---------------------------------------------------------------------------

HEAD = """\
title: a test
game: kyoto
rules: [SK-4.8]
"""
POSITION = """\
position:
  turn: ONI
  ONI: {agents: {c2: 3R, c3: 1}, hand: [red, joker]}
  GOV: {agents: {a6: 3R}, hand: [red]}
"""
GOOD = HEAD + POSITION


def run(text: str) -> list[str]:
    [one] = scenario.load(text, "x.yaml")
    return scenario.run(one, konspira.game)


def steps(text: str) -> str:
    return GOOD + "steps:\n" + dedent(text)


def test_a_scenario_that_holds() -> None:
    assert run(steps("- play: ONI red c2 d3\n")) == []


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ("- play: ONI red c2 c3", "x.yaml, line 9: 'ONI red c2 c3' was refused: own_agent_there"),
        ("- play: GOV red a6 b5", "x.yaml, line 9: 'GOV red a6 b5' was refused: not_asked"),
        ("- chance: deal ONI red", "'deal ONI red' was refused: chance cannot do this now"),
        ("- refuse: {move: ONI red c2 d3}", "x.yaml, line 9: 'ONI red c2 d3' was accepted"),
        (
            "- refuse: {move: ONI red c2 c3, reason: wrong_colour}",
            "'red c2 c3' was refused for 'own_agent_there', not 'wrong_colour'",
        ),
        ("- refuse: {move: ONI red c2 z9, reason: over}", "'red c2 z9' is not_a_move"),
        (
            "- refuse: {move: ONI red c2 c3 + push a6 a5}",
            "'red c2 c3' was refused too early: own_agent_there",
        ),
        ("- expect: {acting: GOV}", "acting: expected ['GOV'], found ['ONI']"),
        ("- expect: {acting: [ONI, GOV]}", "acting: expected ['ONI', 'GOV'], found ['ONI']"),
        ("- expect: {decision: fan}", "decision: expected 'fan', found 'turn'"),
        ("- expect: {outcome: ONI won by BAIT}", "expected 'ONI won by BAIT', found 'none'"),
        ("- expect: {legal: {seat: ONI, has: [red c2 c3]}}", "'red c2 c3' is not legal"),
        ("- expect: {legal: {seat: ONI, lacks: [red c2 d3]}}", "'red c2 d3' is legal"),
        ("- expect: {legal: {seat: GOV, count: 1}}", "legal moves: expected '1', found '0'"),
        (
            "- expect: {legal: {seat: ONI, starting: red, exactly: [red c2 d3]}}",
            "legal moves: expected ['red c2 d3'], found ['red c2 d3', 'red c3 b4', 'red c3 c4']",
        ),
        ("- expect: {told: {GOV: [red c2 d3]}}", "told to GOV: expected ['red c2 d3']"),
        ("- expect: {told: {GOV: {has: [over]}}}", "GOV was not told 'over'"),
        ("- expect: {told: {GOV: {lacks: [turn ONI]}}}", "GOV was told 'turn ONI'"),
        (
            "- expect: {view: {GOV: {pawns.cell=c2.identity: 3R}}}",
            "view of GOV, pawns.cell=c2.identity: expected '3R', found 'absent'",
        ),
        (
            "- expect: {truth: {pawns.cell=c2.identity: absent}}",
            "truth, pawns.cell=c2.identity: expected 'absent', found '3R'",
        ),
        ("- expect: {truth: {pawns.9.cell: a1}}", "found 'absent'"),
        ("- expect: {truth: {game.of.chess: no}}", "found 'absent'"),
    ],
)
def test_what_differs_is_found(step: str, sentence: str) -> None:
    [found] = run(steps(step))
    assert sentence in found
    assert "x.yaml, line 9" in found


def test_differences_are_gathered() -> None:
    text = steps("- expect: {acting: GOV, decision: fan}\n- expect: {outcome: none}\n")
    assert len(run(text)) == 2


def test_moves_that_viewers_can_tell_apart_are_found() -> None:
    text = steps("""\
        - play: ONI red c2 d3
        - expect: {alike: {to: [GOV, spectator], play: ONI joker c2 b3}}
    """)
    assert run(text) == [
        "x.yaml, line 10: GOV can tell the two moves apart",
        "x.yaml, line 10: spectator can tell the two moves apart",
    ]


def test_another_move_that_is_not_legal_is_found() -> None:
    text = steps("""\
        - play: ONI red c2 d3
        - expect: {alike: {to: [GOV], play: ONI red c2 c3}}
    """)
    assert run(text) == ["x.yaml, line 10: 'ONI red c2 c3' was refused: own_agent_there"]


def test_a_broken_conservation_law_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """SK-7.6 is checked after every step, whatever the scenario expects."""
    monkeypatch.setattr(
        "konspira.games.kyoto.Kyoto.conserved",
        lambda self, state: ["a card is lost"] if state.history() else [],
    )
    assert run(steps("- play: ONI red c2 d3\n")) == ["x.yaml, line 9: a card is lost"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "x.yaml: there is no scenario in this file"),
        ("title: [", "x.yaml, line "),
        ("- one\n- two\n", "x.yaml: a scenario is a list of keys with values"),
        ("title: a\ntitle: b\n", "x.yaml, line 2: 'title' is there twice"),
        (GOOD + "steps: []\ncolour: red\n", "x.yaml, line 9: unknown key 'colour' (known: "),
        (GOOD, "x.yaml, line 1: the scenario has no 'steps'"),
        (POSITION + "steps: []\n", "x.yaml, line 1: the scenario has no 'title'"),
        (GOOD + "steps: none\n", "x.yaml, line 8: steps must be a list"),
        (HEAD.replace("[SK-4.8]", "all") + "steps: []\n", "rules must be a list of rule IDs"),
        (steps("- jump: c3"), "x.yaml, line 9: a step is one of chance, expect, play, refuse"),
        (steps("- expect: nothing"), "x.yaml, line 9: expect needs keys with values"),
        (steps("- expect: {weather: rain}"), "x.yaml, line 9: unknown expectation 'weather'"),
    ],
)
def test_a_file_that_cannot_be_read(text: str, sentence: str) -> None:
    with pytest.raises(BadText) as error:
        scenario.load(text, "x.yaml")
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (GOOD.replace("kyoto", "chess"), "x.yaml, line 2: there is no game 'chess'"),
        (GOOD + "options: {weather: rain}\n", "x.yaml, line 8: kyoto has no option 'weather'"),
        (
            GOOD + "options: {attack_push_target: anywhere}\n",
            "line 8: attack_push_target is no_friend or strictly_empty, not 'anywhere'",
        ),
        (GOOD + "options: {equipment: maybe}\n", "equipment is true or false, not 'maybe'"),
        (GOOD + "options: {open_log: 3}\n", "line 8: open_log is true or false, not 3"),
        (GOOD + "options: {neutral_agent: true}\n", "neutral_agent needs special_agents"),
        (GOOD.replace("c2: 3R", "z9: 3R"), "x.yaml, line 6: there is no cell 'z9'"),
        (GOOD.replace("c2: 3R", "c2: 4"), "x.yaml, line 6: no agent '4'"),
        (GOOD.replace("c3: 1", "c3: 3R"), "x.yaml, line 6: ONI has 3R twice"),
        (GOOD.replace("a6: 3R", "c3: 3R"), "two agents on c3"),
        (GOOD.replace("turn: ONI", "turn: EVE"), "x.yaml, line 5: turn is ONI or GOV, not 'EVE'"),
        (GOOD.replace("hand: [red, joker]", "hand: [mauve]"), "line 6: 'mauve' is not one of red"),
        (
            GOOD.replace("hand: [red, joker]", "hand: [swap, swap]"),
            "x.yaml, line 6: ONI has no swap left",
        ),
        (GOOD.replace("hand: [red, joker]", "hand: red"), "hand must be a list of cards"),
        (GOOD.replace("hand: [red, joker]", "hats: [red]"), "line 6: unknown key 'hats' of ONI"),
        (GOOD.replace("  turn: ONI", "  turns: ONI"), "unknown key 'turns' in a position"),
        (GOOD.replace("c3: 1}", "c3: 1}, detained: [1]"), "'1' cannot be in detention"),
        (GOOD.replace("c3: 1}", "c3: 1}, special: eve"), "there is no special agent 'eve'"),
        (GOOD.replace("c3: 1}", "c3: 1}, decoys: [[joker]]"), "'joker' is not one of red"),
        (GOOD + "  ruri: red\n", "a colour for Ruri, but nobody has her"),
        (GOOD + "  equipment: {hat: active}\n", "no equipment hat: active"),
        (HEAD + "options: [equipment]\n", "x.yaml, line 4: options needs keys with values"),
        (HEAD + "seed: [1, 2]\n", "x.yaml, line 4: a seed is a number or a word"),
        (GOOD + "  equipment: fan\n", "x.yaml, line 8: equipment needs names with states"),
        (GOOD.replace("{c2: 3R, c3: 1}", "[c2]"), "line 6: agents of ONI needs cells with"),
        (HEAD + "position: turn ONI\n", "a position has 16 fields, this one has 2"),
    ],
)
def test_a_position_that_cannot_be(text: str, sentence: str) -> None:
    with pytest.raises(BadText) as error:
        run(text + "steps:\n- expect: {outcome: none}\n")
    assert sentence in str(error.value)
    assert str(error.value).startswith("x.yaml, line ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ("- play: EVE red c2 d3", "there is no seat 'EVE'"),
        ("- play: ONI dance", "'ONI dance': not_a_move"),
        ("- chance: snow", "'snow': not_a_move"),
        ("- refuse: ONI red c2 c3", "refuse needs a move and its reason"),
        ("- refuse: {reason: over}", "refuse needs a move and its reason"),
        ("- expect: {legal: {seat: ONI, lacks: [dance]}}", "'dance': not_a_move"),
        ("- expect: {told: nothing}", "told needs viewers"),
        ("- expect: {told: {GOV: nothing}}", "told to GOV needs a list, or has and lacks"),
        ("- expect: {view: nothing}", "view needs viewers"),
        ("- expect: {legal: {has: [red c2 d3]}}", "legal needs a seat and some of "),
        ("- expect: {legal: {seat: ONI, only: []}}", "legal needs a seat and some of "),
        ("- expect: {view: {EVE: {}}}", "there is no seat 'EVE'"),
        ("- expect: {view: {GOV: nothing}}", "view of GOV needs paths with values"),
        ("- expect: {alike: {to: [GOV], play: ONI red c2 d3}}", "alike needs `to` viewers"),
    ],
)
def test_a_step_that_cannot_be_read(step: str, sentence: str) -> None:
    with pytest.raises(BadText) as error:
        run(steps(step))
    assert sentence in str(error.value)
    assert str(error.value).startswith("x.yaml, line 9: ")
