"""Every game that can be played sits down at the terminal."""

import subprocess
import sys

import pytest

import konspira

START = "import sys; from konspira.cli import main; sys.exit(main())"


@pytest.mark.parametrize("key", konspira.GAMES)
@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_a_game_begins_and_can_be_left(key: str, language: str) -> None:
    arguments = ["play", key, "--lang", language, "--seed", "3", "--no-colour"]
    done = subprocess.run(
        [sys.executable, "-c", START, *arguments],
        input="1\n1\n1\nhelp\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) > 10
