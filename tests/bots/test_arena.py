"""The arena: paired rounds, figures that mean what they say, resuming, clear sentences."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from konspira.bots.arena import Arena, Report, Setting, fixtures, report
from konspira.bots.ratings import Sprt, elo, interval, per_doubling, strengths
from konspira.bots.standings import picture, standings, table
from konspira.cli import main
from konspira.engine.contract import BadText


def setting(bots: list[str], games: int = 6, game: str = "kyoto", **options: object) -> Setting:
    return Setting(game, options, bots, games, 0.0, "test", None)


def test_rounds_are_paired() -> None:
    found = list(fixtures(setting(["greedy", "random"]), 2))
    assert len(found) == 6
    for first, second in zip(found[::2], found[1::2], strict=True):
        assert first.seed == second.seed
        assert first.players == second.players[::-1]
    assert len({one.seed for one in found}) == 3


def test_one_against_three_sits_everywhere() -> None:
    found = list(fixtures(setting(["greedy", "random"], 4), 4))
    assert [one.players.index("greedy") for one in found] == [0, 1, 2, 3]
    assert len({one.seed for one in found}) == 1


def test_three_bots_all_meet() -> None:
    found = list(fixtures(setting(["greedy", "random", "ismcts#10"], 4), 2))
    assert {frozenset(one.players) for one in found} == {
        frozenset(pair)
        for pair in (("greedy", "random"), ("greedy", "ismcts#10"), ("random", "ismcts#10"))
    }


@pytest.mark.parametrize("workers", [1, 2])
def test_games_are_counted_right(workers: int) -> None:
    arena = Arena(Report(setting(["greedy", "random"], 6)))
    arena.run(workers, lambda: None)
    rows = {one.bot: one for one in standings(arena)}
    assert len(arena.report.played) == 6
    assert rows["greedy"].wins + rows["random"].wins == 6
    wins = sum(one.result.players[one.result.winners[0]] == "greedy" for one in arena.report.played)
    assert rows["greedy"].wins == wins
    assert sum(rows["greedy"].kinds.values()) == wins
    assert sum(games for _, games in rows["greedy"].by_seat) == 6
    assert sum(share for share, _ in rows["greedy"].by_seat) == wins
    assert len(table(arena)) == 4
    ElementTree.fromstring(picture(arena))


def test_same_seed_same_games() -> None:
    results = []
    for _ in range(2):
        arena = Arena(Report(setting(["greedy", "ismcts#20"], 2)))
        arena.run(1, lambda: None)
        results.append([(one.result.winners, one.result.answers) for one in arena.report.played])
    assert results[0] == results[1]


def test_an_arena_goes_on_where_it_stopped() -> None:
    whole = Arena(Report(setting(["greedy", "random"], 6)))
    whole.run(1, lambda: None)
    half = Arena(report(Report(whole.setting, whole.report.played[:3]).encode(), "x"))
    assert len(half.left()) == 3
    half.run(1, lambda: None)
    assert [one.result.winners for one in half.report.played] == [
        one.result.winners for one in whole.report.played
    ]


def test_a_clear_test_stops_early() -> None:
    asked = Setting("kyoto", {}, ["greedy", "random"], 60, 0.0, "test", (0.45, 0.55))
    arena = Arena(Report(asked))
    arena.run(1, lambda: None)
    assert arena.verdict(0) == "high"
    assert len(arena.report.played) < 60


def test_sequential_test_is_seldom_wrong() -> None:
    from random import Random  # noqa: PLC0415

    luck = Random(7)
    test = Sprt(0.6, 0.7)
    for truth, expected in ((0.6, "low"), (0.7, "high")):
        right = 0
        for _ in range(200):
            rounds: list[float] = []
            while not (verdict := test.verdict(rounds)):
                rounds.append(((luck.random() < truth) + (luck.random() < truth)) / 2)
            right += verdict == expected
        assert right >= 180


def test_intervals_and_elo() -> None:
    low, high = interval(65, 100)
    assert (round(low, 4), round(high, 4)) == (0.5525, 0.7364)  # Wilson's, as tabulated
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(10, 10)[1] == pytest.approx(1.0)
    assert round(elo(0.75)) == 191
    uneven = [("a", "b")] * 75 + [("b", "a")] * 25
    even = [("b", "c")] * 50 + [("c", "b")] * 50
    points = strengths(["a", "b", "c"], uneven + even)
    assert 180 < points["a"] - points["b"] < 200
    assert abs(points["b"] - points["c"]) < 5


def test_growth_is_read_from_all_meetings_together() -> None:
    points, reach = per_doubling([(2, 64, 100), (4, 76, 100)])  # each twice the odds of before
    assert points == pytest.approx(elo(0.64) / 2, abs=1)
    assert 0 < reach < points
    points, reach = per_doubling([(2, 50, 100), (4, 50, 100)])
    assert abs(points) < 1e-6 < reach
    assert per_doubling([(2, 0, 0)]) == (0.0, float("inf"))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, plot = tmp_path / "arena.json", tmp_path / "arena.svg"
    words = f"arena kyoto greedy random --games 4 --seconds 0 --workers 1 --all --out {out}"
    words += f" --plot {plot}"
    assert main(words.split()) == 0
    shown = capsys.readouterr().out
    assert "greedy" in shown
    assert "4 of 4 games" in shown
    written = json.loads(out.read_text())
    assert len(written["played"]) == 4
    assert {one["bot"] for one in written["standings"]} == {"greedy", "random"}
    ElementTree.parse(plot)
    before = out.read_text()
    assert main(words.split()) == 0
    assert out.read_text() == before
    assert main(words.replace("--games 4", "--games 2").split()) == 2
    assert "another arena: its games are 4" in capsys.readouterr().err
    assert main(words.replace("greedy", "agent").split()) == 2
    assert "another arena: its bots" in capsys.readouterr().err
    assert main(words.replace("--games 4", "--games 6 --all").split()) == 0
    after = json.loads(out.read_text())["played"]
    assert len(after) == 6
    assert after[:4] == written["played"]


@pytest.mark.parametrize(
    "words",
    [
        "arena kyoto greedy",
        "arena kyoto greedy greedy",
        "arena kyoto nobody random",
        "arena chess greedy random",
        "arena kyoto greedy@soon random",
        "arena duet ismcts random",
        "arena kyoto greedy random --sprt 0.6 0.5",
        "arena kyoto greedy random --games 0",
        "arena kyoto greedy fork:x",
        "arena kyoto ismcts#0 random",
    ],
)
def test_what_cannot_be_is_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_that_is_no_report() -> None:
    with pytest.raises(BadText, match="no report"):
        report("{}", "x")


def test_clues_of_ones_own_are_answers() -> None:
    """What is offered to a clue giver are examples: any word may be said."""
    arena = Arena(Report(setting(["greedy", "agent"], 2, "duet")))
    arena.run(1, lambda: None)
    assert [one.result.reason for one in arena.report.played] == ["", ""]
