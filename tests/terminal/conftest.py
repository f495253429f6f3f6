from pathlib import Path

import pytest

from tests.terminal.sitting import Sitting, sat


@pytest.fixture
def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """Runs `konspira` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return sat
