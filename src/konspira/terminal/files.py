"""Records of games and campaigns on disk: the only files the terminal's table opens."""

from __future__ import annotations

import os
from pathlib import Path


def write(path: Path, text: str) -> None:
    """All of it or nothing: a full disk must not cost the last good save."""
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def free(path: Path) -> bool:
    """Is there nothing at this path but an older save?"""
    try:
        with path.open("rb") as file:
            return file.read(7) == b'[Game "'
    except (OSError, ValueError):
        return True


def text(path: Path) -> str:
    return path.read_text("utf-8")
