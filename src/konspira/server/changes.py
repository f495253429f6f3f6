"""What differs between two views, so that a page need not be sent what it shows already."""

from __future__ import annotations

from typing import Any

Change = tuple[list[str | int], object]  # where, by names and places in lists; what is there now


def changes(before: dict[str, object], after: dict[str, object]) -> list[Change] | None:
    """Names that come or go, and lists that grow or shrink, change as a whole: so what is put
    together of changes is in the same order as what is sent at once. None: all of it changes."""
    if [*before] != [*after]:
        return None
    found: list[Change] = []
    _changes(before, after, [], found)
    return found


def _changes(before: Any, after: Any, path: list[str | int], found: list[Change]) -> None:
    if isinstance(before, dict) and isinstance(after, dict) and [*before] == [*after]:
        for name, value in after.items():
            if value != before[name]:
                _changes(before[name], value, [*path, name], found)
    elif _rows(before) and _rows(after) and len(before) == len(after):
        for at, value in enumerate(after):
            if value != before[at]:
                _changes(before[at], value, [*path, at], found)
    else:
        found.append((path, after))


def _rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)
