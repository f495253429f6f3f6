"""Programs as players, over real pipes: they play, and what goes wrong costs that game only."""

import shlex
import sys
from pathlib import Path

import pytest

import konspira
from konspira.bots import external
from konspira.bots.contest import House, contest
from konspira.bots.entrants import seated
from konspira.bots.players import Budget
from konspira.bots.roster import player
from konspira.engine.chance import Stream
from konspira.engine.contract import Game, Luck, State
from konspira.engine.knowledge import Knowledge

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def program(source: str, form: str = "exec") -> str:
    return f"{form}:{shlex.quote(sys.executable)} -c {shlex.quote(source)}"


def test_examples_play_whole_games() -> None:
    game = konspira.game("kyoto", special_agents=True, equipment=True)
    names = [
        f"exec:{sys.executable} {EXAMPLES}/json_bot.py",
        f"text:{sys.executable} {EXAMPLES}/text_bot.py",
    ]
    result = contest(game, [seated(name, "kyoto", 5.0) for name in names], "examples")
    assert result.reason == ""
    assert result.winners
    assert min(result.decisions) > 3


WRONG = [
    ("import sys; sys.exit(3)", "ended|stopped listening"),
    ("import sys\nfor line in sys.stdin: print('hello', flush=True)", "not JSON"),
    ("import sys\nfor line in sys.stdin: print('{}', flush=True)", "no moves"),
    ('import sys\nfor line in sys.stdin: print(\'{"moves": ["fly"]}\', flush=True)', "fly"),
    ('import sys\nfor line in sys.stdin: print(\'{"moves": ["red a1 a2"]}\', flush=True)', "legal"),
    ("import sys\nfor line in sys.stdin: print('x' * 100000, flush=True)", "without end"),
    ("import time; time.sleep(60)", "silent"),
]


@pytest.mark.parametrize(("source", "reason"), WRONG)
def test_a_broken_program_loses_with_a_reason(
    source: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "GRACE", 1.0)
    game = konspira.game("kyoto")
    broken = seated(program(source), "kyoto", 0.0)
    result = contest(game, [seated("random", "kyoto", 0.0), broken], "broken")
    assert result.winners == [0]
    assert result.how == "FORFEIT"
    assert result.reason.startswith(broken.name)
    assert any(word in result.reason for word in reason.split("|"))
    assert isinstance(broken, external.Program)
    assert broken.process is None


def test_a_program_that_is_not_there() -> None:
    game = konspira.game("kyoto")
    sitting = [seated("exec:./no-such-program", "kyoto", 0.0), seated("random", "kyoto", 0.0)]
    result = contest(game, sitting, "missing")
    assert result.winners == [1]
    assert "cannot be started" in result.reason


STUBBORN = """
import sys
asked = 0
for line in sys.stdin:
    if line == "?\\n":
        asked += 1
        print("what" if asked % 2 else "1", flush=True)
"""


def test_a_text_player_may_try_again() -> None:
    game = konspira.game("kyoto")
    sitting = [seated(program(STUBBORN, "text"), "kyoto", 1.0), seated("random", "kyoto", 0.0)]
    result = contest(game, sitting, "again")
    assert result.reason == ""


LISTENER = """
import json, sys
out = open(sys.argv[1], "w")
for line in sys.stdin:
    out.write(line)
    out.flush()
    frame = json.loads(line)
    if frame["t"] == "table":
        if frame["ask"]["kind"] != "placing":
            sys.exit()
        print(json.dumps({"moves": frame["ask"]["moves"][:1]}), flush=True)
"""


class Elsewhere(House):
    """Thinks with luck of its own, so that two games differ in what it did in secret."""

    def __init__(self, number: int) -> None:
        super().__init__(player("random", "kyoto"), Budget(0.0))
        self.luck = Stream(number)

    def answer(self, game: Game, known: Knowledge, state: State, luck: Luck) -> list[int]:
        return super().answer(game, known, state, self.luck)


def test_a_program_is_told_nothing_its_seat_may_not_know(tmp_path: Path) -> None:
    """Two games that differ only in the other side's secret placement send the same lines."""
    heard = []
    game = konspira.game("kyoto")
    for number in range(2):
        path = tmp_path / f"heard-{number}"
        listener = seated(f"{program(LISTENER)} {path}", "kyoto", 1.0)
        contest(game, [listener, Elsewhere(number)], "same")
        heard.append(path.read_text())
    assert heard[0] == heard[1]
    assert '"turn"' in heard[0]
