"""What the README shows runs as it stands."""

import contextlib
import doctest
import io
import re
from pathlib import Path

import pytest

import konspira

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_readme_runs() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.parametrize("key", konspira.GAMES)
def test_the_first_look_runs_for_every_game(key: str) -> None:
    blocks = re.findall(r"```python\n(import random.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 1
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(blocks[0].replace('"kyoto"', repr(key)), {})
    assert re.search(r"won by [A-Z_]+|lost by [A-Z_]+", printed.getvalue())
