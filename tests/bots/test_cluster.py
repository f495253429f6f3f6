"""An arena on a Ray cluster of this machine gives the games of an arena without one."""

from importlib.util import find_spec
from pathlib import Path

import pytest

import konspira
from konspira.bots.arena import Arena, Report, Setting, report
from konspira.cli import main

WORDS = "arena kyoto greedy random --games 6 --seconds 0 --seed ray --all"


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed: nothing to refuse")
def test_without_ray_it_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS.split(), "--ray", "local"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "konspira[ray]" in said


@pytest.mark.prove
def test_a_local_cluster_plays_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make prove` installs Ray; where it is missing this proof fails, it is not left out."""
    monkeypatch.setenv("HOME", str(tmp_path))  # Ray keeps a token there
    out = tmp_path / "arena.json"
    words = [*WORDS.split(), "--ray", "local", "--workers", "2", "--out", str(out)]
    assert main(words) == 0
    spread = {
        (one.fixture.seed, tuple(one.fixture.players)): (one.result.winners, one.result.answers)
        for one in report(out.read_text("utf-8"), "x").played
    }
    arena = Arena(
        Report(
            Setting(
                "kyoto", konspira.game("kyoto").options(), ["greedy", "random"], 6, 0.0, "ray", None
            )
        )
    )
    arena.run(1, lambda: None)
    assert spread == {
        (one.fixture.seed, tuple(one.fixture.players)): (one.result.winners, one.result.answers)
        for one in arena.report.played
    }
