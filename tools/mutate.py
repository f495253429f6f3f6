"""Breaks the rules on purpose, one small change at a time, and counts how many breaks are noticed.

A mutant lives if every scenario still holds, random games keep the conservation laws and the
secrets, and the tests named in TESTS pass. `python -m tools.mutate [GAME] [--sample N] [--seed S]`;
survivors are listed with the rule cited nearest to them. Exit code 1 below 85 %.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BAR = 0.85
SECONDS = 40

# The tables at which random games are played.
TABLES: dict[str, list[dict[str, object]]] = {
    "kyoto": [{}, {"special_agents": True, "neutral_agent": True, "equipment": True}],
    "duet": [{}, {"mission": "berlin", "slack": True}],
    "rogue": [{}, {"players": 4, "mode": "android"}, {"players": 2, "module": "shadow_watch"}],
}
# Tests of what neither scenarios nor random games can show: odds and beliefs.
TESTS: dict[str, list[str]] = {"duet": ["tests/rules/test_duet_key.py"]}

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module."""

    module: str
    number: int
    line: int
    what: str


def sites(tree: ast.Module) -> Iterator[tuple[ast.AST, str, Callable[[], None]]]:
    """Every small change that can be made to this very tree: node, words, how to make it."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            yield from _changes(node)
        for body in _bodies(function):
            yield from _removals(body)


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, str, Callable[[], None]]]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE:
        other = COMPARE[type(node.ops[0])]
        old = type(node.ops[0]).__name__
        yield node, f"{old} becomes {other.__name__}", lambda: node.ops.__setitem__(0, other())
    elif isinstance(node, ast.BoolOp):
        swapped = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield node, f"becomes {swapped.__name__}", lambda: setattr(node, "op", swapped())
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        sign = ARITHMETIC[type(node.op)]
        old = type(node.op).__name__
        yield node, f"{old} becomes {sign.__name__}", lambda: setattr(node, "op", sign())
    elif isinstance(node, ast.If):
        test = node.test
        yield (
            node,
            "the condition is turned round",
            lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), test)),
        )
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Constant):
        if isinstance(node.value.value, bool):
            value = node.value
            yield (
                node,
                "the answer is turned round",
                lambda: setattr(value, "value", not value.value),
            )


def _bodies(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(function):
        for name in ("body", "orelse"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                yield body


def _removals(body: list[ast.stmt]) -> Iterator[tuple[ast.AST, str, Callable[[], None]]]:
    for at, statement in enumerate(body):
        plain = isinstance(statement, ast.Assign | ast.AugAssign | ast.Continue | ast.Break)
        call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        bare = isinstance(statement, ast.Return) and statement.value is None
        if plain or call or bare:

            def remove(body: list[ast.stmt] = body, at: int = at) -> None:
                body[at] = ast.copy_location(ast.Pass(), body[at])

            yield statement, "the statement is left out", remove


def mutants(module: str, source: str) -> list[Mutant]:
    tree = ast.parse(source)
    return [
        Mutant(module, number, getattr(node, "lineno", 0), what)
        for number, (node, what, _) in enumerate(sites(tree))
    ]


def mutated(source: str, number: int) -> ast.Module:
    tree = ast.parse(source)
    for at, (_, _, change) in enumerate(sites(tree)):
        if at == number:
            change()
            break
    return ast.fix_missing_locations(tree)


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a changed tree."""

    def __init__(self, name: str, tree: ast.Module, path: str) -> None:
        self.name = name
        self.code = compile(tree, path, "exec")
        self.path = path

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, self, origin=self.path)

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def notices(game: str, scenarios: list[Any]) -> bool:
    """Does anything notice? Runs in a child process with the planted module."""
    konspira = importlib.import_module("konspira")
    scenario = importlib.import_module("konspira.engine.scenario")
    for one in scenarios:
        if scenario.run(one, konspira.game):
            return True
    harness = importlib.import_module("konspira.engine.harness")
    effort = harness.Effort(state=8, resample=25, retell=60, games=1)
    for options in TABLES.get(game, [{}]):
        tally = harness.simulate(konspira.game(game, **options), 2, "mutants", _noticed, effort)
        if tally.problems:
            return True
    return bool(TESTS.get(game)) and failing(TESTS[game])


def failing(tests: list[str]) -> bool:
    pytest = importlib.import_module("pytest")
    files = [str(ROOT / name) for name in tests]
    return bool(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "--no-header", *files]))


def _noticed(problem: str) -> None:
    raise AssertionError(problem)


def survives(mutant: Mutant, source: str, path: str, game: str, scenarios: list[Any]) -> bool:
    child = os.fork()
    if child == 0:
        try:
            signal.alarm(SECONDS)
            sink = os.open(os.devnull, os.O_WRONLY)
            os.dup2(sink, 1)
            os.dup2(sink, 2)
            for name in [
                name for name in sys.modules if name.startswith(("konspira.games", "tests"))
            ]:
                del sys.modules[name]
            sys.modules.pop("konspira", None)
            sys.meta_path.insert(0, Planted(mutant.module, mutated(source, mutant.number), path))
            os._exit(1 if notices(game, scenarios) else 0)
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
        pure = Path(folder, "src")
        ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(ROOT / "src", pure, ignore=ignored)
        sys.path.insert(0, str(pure))
        return prove(chosen, pure)


def prove(chosen: argparse.Namespace, pure: Path) -> int:
    scenario = importlib.import_module("konspira.engine.scenario")
    scenarios = [
        one
        for path in sorted((ROOT / "scenarios" / chosen.game).glob("*.yaml"))
        for one in scenario.load(path.read_text("utf-8"), path.name)
    ]
    if notices(chosen.game, scenarios):
        print("the rules do not hold even unchanged: mend that first")
        return 1
    folder = pure / "konspira" / "games" / chosen.game / "rules"
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
        if survives(copy.copy(mutant), source, str(path), chosen.game, scenarios):
            rule = nearest_rule(source.splitlines(), mutant.line)
            survivors.append(f"  {rule:<12} {path.stem}.py:{mutant.line} {mutant.what}")
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
