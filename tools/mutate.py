"""Breaks the rules on purpose, one small change at a time, and counts how many breaks are noticed.

A mutant lives if every scenario still holds, random games keep the conservation laws and the
secrets, and the tests named in TESTS pass. `python -m tools.mutate [GAME] [--sample N] [--seed S]`;
survivors are listed with the rule cited nearest to them. Exit code 1 below 85 %.

All checks are run once with the rules whole, noting which lines each of them reaches: a check
that never reaches the broken line cannot notice. Each mutant is a fork of that process in which
one function gets its broken code; what was reached while loading has left its mark in tables
already, so such a mutant is loaded afresh.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import math
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from tools.mutants import Mutant, broken, code_of, mutants

ROOT = Path(__file__).resolve().parent.parent
BAR = 0.85
GRACE = 5.0
"""CPU seconds a check may take with a mutant beyond what it took unbroken and traced."""

# The tables at which random games are played.
TABLES: dict[str, list[dict[str, object]]] = {
    "kyoto": [{}, {"special_agents": True, "neutral_agent": True, "equipment": True}],
    "duet": [{}, {"mission": "berlin", "slack": True}],
    "rogue": [{}, {"players": 4, "mode": "android"}, {"players": 2, "module": "shadow_watch"}],
}
# Tests of what neither scenarios nor random games can show: odds and beliefs.
TESTS: dict[str, list[str]] = {
    "duet": ["tests/rules/test_duet_key.py", "tests/rules/test_duet_questions.py"],
    "rogue": ["tests/rules/test_rogue_beliefs.py"],
}

Line = tuple[str, int]


@dataclass(slots=True)
class Check:
    """Something that may notice a break, and what it cost and reached with the rules whole."""

    notices: Callable[[], bool]
    seconds: float = 0.0
    reached: set[Line] = field(default_factory=set)


def checks(game: str) -> list[Check]:
    scenario = importlib.import_module("konspira.engine.scenario")
    found = [
        Check(lambda one=one: _differs(one))  # type: ignore[misc]
        for path in sorted((ROOT / "scenarios" / game).glob("*.yaml"))
        for one in scenario.load(path.read_text("utf-8"), path.name)
    ]
    for options in TABLES.get(game, [{}]):
        found.append(Check(lambda options=options: _stumbles(game, options)))  # type: ignore[misc]
    found += [Check(lambda test=test: _fails(test)) for test in TESTS.get(game, [])]  # type: ignore[misc]
    return found


def _differs(one: Any) -> bool:
    scenario = importlib.import_module("konspira.engine.scenario")
    return bool(scenario.run(one, importlib.import_module("konspira").game))


def _stumbles(game: str, options: dict[str, object]) -> bool:
    harness = importlib.import_module("konspira.engine.harness")
    effort = harness.Effort(state=8, resample=25, retell=60, games=1)
    table = importlib.import_module("konspira").game(game, **options)
    return bool(harness.simulate(table, 2, "mutants", _noticed, effort).problems)


def _noticed(problem: str) -> None:
    raise AssertionError(problem)


def _fails(test: str) -> bool:
    pytest = importlib.import_module("pytest")
    quiet = ["-q", "-x", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
    return bool(pytest.main([*quiet, str(ROOT / test)]))


@contextmanager
def tracing(folder: Path) -> Iterator[set[Line]]:
    """The lines of these files that run meanwhile. Code all of whose lines have been met is no
    longer watched."""
    reached: set[Line] = set()
    unmet: dict[CodeType, set[int]] = {}
    within = f"{folder}{os.sep}"

    def line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            unmet[frame.f_code].discard(frame.f_lineno)
            reached.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        left = unmet.get(code)
        if left is None:
            own = code.co_filename.startswith(within)
            lines = {number for _, _, number in code.co_lines() if number} if own else set()
            left = unmet[code] = lines - {code.co_firstlineno}
        return line if left else None

    sys.settrace(call)
    try:
        yield reached
    finally:
        sys.settrace(None)


def load(game: str) -> None:
    """What is done once, before any check: modules and data."""
    konspira = importlib.import_module("konspira")
    for options in TABLES.get(game, [{}]):
        konspira.game(game, **options)


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from changed code."""

    def __init__(self, name: str, code: CodeType, path: str) -> None:
        self.name = name
        self.code = code
        self.path = path

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, self, origin=self.path)

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def plant(mutant: Mutant, code: CodeType, path: str) -> None:
    """Load the game again, with the broken module in it."""
    for name in [name for name in sys.modules if name.startswith(("konspira.games", "tests"))]:
        del sys.modules[name]
    sys.modules.pop("konspira", None)
    sys.meta_path.insert(0, Planted(mutant.module, code, path))


def graft(mutant: Mutant, code: CodeType) -> bool:
    """Give the function its broken code where it stands. Not possible for what is decorated."""
    function: Any = sys.modules[mutant.module]
    for part in mutant.function.split("."):
        function = vars(function)[part]
    if not isinstance(function, FunctionType):
        return False
    function.__code__ = code_of(mutant.function, code)
    return True


def survives(
    mutant: Mutant, source: str, path: str, covering: list[Check], loaded: set[Line]
) -> bool:
    child = os.fork()
    if child == 0:
        try:
            sink = os.open(os.devnull, os.O_WRONLY)
            os.dup2(sink, 1)
            os.dup2(sink, 2)
            code = broken(mutant, source, path)
            if any((path, line) in loaded for line in mutant.lines) or not graft(mutant, code):
                plant(mutant, code, path)
            for check in covering:
                # An endless game is noticed too; the time counted is the processor's.
                signal.setitimer(signal.ITIMER_PROF, math.ceil(check.seconds) + GRACE)
                if check.notices():
                    os._exit(1)
            os._exit(0)
        except BaseException:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    return status == 0


RULE = re.compile(r"(?:SK|RA|CD)-[\w.-]*\w")


def nearest_rule(lines: list[str], line: int) -> str:
    """The rule cited on this line, or above it."""
    for at in range(line, max(0, line - 25), -1):
        found = RULE.search(lines[at - 1])
        if found:
            return found[0]
    return "-"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="kyoto")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants to try")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--module", help="only this module of the rules")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        pure = Path(folder, "src").resolve()
        ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(ROOT / "src", pure, ignore=ignored)
        sys.path.insert(0, str(pure))
        return prove(chosen, pure / "konspira" / "games" / chosen.game / "rules")


def prove(chosen: argparse.Namespace, folder: Path) -> int:
    with tracing(folder) as loaded:
        load(chosen.game)
    every = checks(chosen.game)
    for check in every:
        began = time.process_time()
        with tracing(folder) as reached:
            noticed = check.notices()
        if noticed:
            print("the rules do not hold even unchanged: mend that first")
            return 1
        check.seconds, check.reached = time.process_time() - began, reached
    every.sort(key=lambda check: check.seconds)
    sources: dict[str, tuple[Path, str]] = {}
    found: list[Mutant] = []
    for path in sorted(folder.glob("*.py")):
        if path.stem == "__init__" or (chosen.module and path.stem != chosen.module):
            continue
        name = f"konspira.games.{chosen.game}.rules.{path.stem}"
        sources[name] = (path, path.read_text("utf-8"))
        found += mutants(name, sources[name][1])
    picked = list(found)
    random.Random(chosen.seed).shuffle(picked)
    picked = sorted(picked[: chosen.sample], key=lambda one: (one.module, one.line))
    tally: dict[str, list[int]] = {}
    survivors: list[str] = []
    for mutant in picked:
        path, source = sources[mutant.module]
        row = tally.setdefault(path.stem, [0, 0])
        row[1] += 1
        own = {(str(path), line) for line in mutant.lines}
        covering = every if own & loaded else [check for check in every if own & check.reached]
        if survives(mutant, source, str(path), covering, loaded):
            rule = nearest_rule(source.splitlines(), mutant.line)
            unreached = "" if covering else " (nothing comes here)"
            survivors.append(f"  {rule:<12} {path.stem}.py:{mutant.line} {mutant.what}{unreached}")
        else:
            row[0] += 1
    for name, (dead, tried) in tally.items():
        print(f"{name:<18} {dead:>4} of {tried:>4} noticed")
    dead = sum(row[0] for row in tally.values())
    rate = dead / max(1, len(picked))
    print(
        f"{chosen.game}: {dead} of {len(picked)} mutants noticed, "
        f"of {len(found)} that are possible: {rate:.1%}"
    )
    if survivors:
        print("survivors, by the rule cited nearest:")
        print("\n".join(sorted(survivors)))
    return 0 if rate >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
