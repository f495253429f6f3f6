"""The set of strength: every meeting has a place of its own, stops are honest, it goes on."""

from pathlib import Path

import pytest

from bench import strength
from bench.strength import CHAPTERS, Meeting, meeting, opened, play, verdict
from konspira.bots.arena import Arena

EVERY = [one for chapter in CHAPTERS for one in chapter.meetings]


def test_every_meeting_has_its_own_file_and_can_be_played() -> None:
    assert len({one.file for one in EVERY}) == len(EVERY)
    for one in EVERY:
        arena = Arena(opened(one, Path("nowhere")).report)
        assert len(arena.left()) >= one.setting.games
        if one.bar is not None and one.setting.sprt is not None:
            low, high = one.setting.sprt
            assert low < one.bar < high


def _small(bar: float, bots: tuple[str, str] = ("greedy", "random")) -> Meeting:
    return meeting("Kyoto", "kyoto", {}, bots, bar, None, 4, 0.0)


def test_it_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = _small(0.5)
    play(one, tmp_path, 1)
    before = (tmp_path / one.file).read_text()
    play(one, tmp_path, 1)
    assert (tmp_path / one.file).read_text() == before
    arena = opened(one, tmp_path)
    assert len(arena.report.played) == 4
    assert verdict(one, arena, 0.75) == "met"
    assert verdict(one, arena, 0.25) == "missed"
    strength.show(tmp_path)
    shown = capsys.readouterr().out
    assert all(one.title in shown for one in EVERY)


def test_what_is_not_played_out_is_no_verdict(tmp_path: Path) -> None:
    one = _small(0.5)
    assert verdict(one, opened(one, tmp_path), 1.0) == "so far"
