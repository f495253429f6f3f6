"""Compiled means compiled, interpreted means interpreted: each pass tests what it says it tests."""

import importlib
import os
from pathlib import Path

import pytest

import konspira
from tools import build

PURE = os.environ.get("KONSPIRA_PURE", "0") not in ("", "0")
HOT = [build.module_name(path) for path in build.hot_sources()]


def place(module: str) -> Path:
    return Path(str(importlib.import_module(module).__file__))


@pytest.mark.skipif(not PURE, reason="this is the compiled pass")
def test_pure_pass_runs_a_copy_without_compiled_files() -> None:
    package = Path(str(konspira.__file__)).parent
    assert not package.is_relative_to(build.SOURCE), "the installed sources are in front"
    assert build.compiled_files(package.parent) == []
    assert [module for module in HOT if place(module).suffix != ".py"] == []


@pytest.mark.skipif(PURE, reason="this is the interpreted pass")
def test_compiled_pass_runs_compiled_modules() -> None:
    obstacle = build.obstacle()
    if obstacle is not None:
        assert [module for module in HOT if place(module).suffix != ".py"] == []
        pytest.skip(f"interpreted: {obstacle}")
    slow = [module for module in HOT if place(module).suffix == ".py"]
    stale = not build.is_fresh()
    if (slow or stale) and "CI" not in os.environ:
        pytest.skip(f"not compiled, or not from these sources: {slow or HOT}; run `make setup`")
    assert slow == []
    assert not stale, "the compiled modules are not those of the present sources"


def test_a_broken_compiler_is_an_obstacle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.delenv("KONSPIRA_PURE", raising=False)
    monkeypatch.setenv("CC", str(broken))
    assert not build.compiler_works()
    monkeypatch.setenv("CC", str(tmp_path / "none"))
    assert build.obstacle() is not None


def test_hot_list_and_stamp_follow_the_contents(tmp_path: Path) -> None:
    rules = tmp_path / "konspira" / "games" / "toy" / "rules"
    rules.mkdir(parents=True)
    (rules / "__init__.py").write_text('"""Rules."""\n')
    (rules / "turn.py").write_text("from ..odds import SIX\nfrom . import cold\n")
    (rules / "cold.py").write_text('"""Rarely used."""\n# not compiled\n')
    odds = rules.parent / "odds.py"
    odds.write_text("SIX = 6\n")
    aside = rules.parent / "aside.py"
    aside.write_text("")
    hot = build.hot_sources(tmp_path)
    assert [build.module_name(path) for path in hot] == ["konspira.games.toy.rules.turn"]
    before = build.stamp(tmp_path)
    aside.write_text("# nobody imports this\n")
    os.utime(rules / "turn.py", (0, 0))
    assert build.stamp(tmp_path) == before
    odds.write_text("SIX = 7\n")
    assert build.stamp(tmp_path) != before
