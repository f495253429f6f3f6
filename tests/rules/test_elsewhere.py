"""The same games come out in another process, with another hash seed, compiled and interpreted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from konspira.engine import chance, harness
from konspira.games.kyoto import Kyoto

PURE = os.environ.get("KONSPIRA_PURE", "0") not in ("", "0")
SCRIPT = Path(__file__).with_name("fingerprint.py")
SOURCE = Path(harness.__file__).parents[2]

ALL = {"special_agents": True, "neutral_agent": True, "equipment": True}
OPTIONS: list[dict[str, Any]] = [{}, ALL, {"layout": "study-hidden-3x4", **ALL}]


def fingerprints(hash_seed: str, source: Path, games: int) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, str(SCRIPT), str(games), "elsewhere", *map(json.dumps, OPTIONS)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def same_everywhere(tmp_path: Path, games: int) -> None:
    pure = tmp_path / "pure"
    shutil.copytree(SOURCE, pure, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    here = [harness.digest(Kyoto(**options), games, "elsewhere") for options in OPTIONS]
    assert len(set(here)) == len(here)
    other = fingerprints("4711", SOURCE, games)
    interpreted = fingerprints("12", pure, games)
    assert other["compiled"] == (not chance.__file__.endswith(".py"))
    assert not interpreted["compiled"]
    assert other["fingerprints"] == here
    assert interpreted["fingerprints"] == here


@pytest.mark.skipif(PURE, reason="the compiled pass compares both")
def test_games_are_the_same_everywhere(tmp_path: Path) -> None:
    same_everywhere(tmp_path, 3)


@pytest.mark.prove
def test_many_games_are_the_same_everywhere(tmp_path: Path) -> None:
    same_everywhere(tmp_path, 100)
