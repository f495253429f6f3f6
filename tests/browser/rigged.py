"""A house with loaded dice, for examples of a rulebook: everything else is the real one.

`python -m tests.browser.rigged FOLDER PORT …` is `tests.house` with two changes. A game begins
from the position in FOLDER/rig.json (as scenarios write it), if there is one; and as long as the
list of outcomes in it lasts, chance does what it says.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from konspira.engine.contract import CHANCE
from konspira.server import room
from tests import house

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()
honest_opening = room.opening  # type: ignore[attr-defined]
honest_chance = room.Room._chance


class Rig:
    """What rig.json says, read anew when somebody wrote it."""

    def __init__(self) -> None:
        self.text = ""
        self.position: Any = None
        self.outcomes: list[str] = []

    def read(self) -> None:
        path = FOLDER / "rig.json"
        text = path.read_text("utf-8") if path.exists() else "{}"
        if text != self.text:
            self.text = text
            found = json.loads(text)
            self.position = found.get("position")
            self.outcomes = list(found.get("chance", ()))


RIG = Rig()


def opening(game: Any, base: str = "") -> Any:
    RIG.read()
    if not base and RIG.position is not None:
        base = game.set_up(RIG.position)
    return honest_opening(game, base)


def loaded_chance(self: Any, sheet: Any, state: Any, drawn: int) -> int:
    while state.actor() == CHANCE and RIG.outcomes:
        code = self.game.read(RIG.outcomes[0], CHANCE)
        possible = [state.chance_pick(ticket) for ticket in range(state.chance_total())]
        if code not in possible:
            raise AssertionError(f"chance cannot do {RIG.outcomes[0]!r} now")
        RIG.outcomes.pop(0)
        state.apply(code)
    return honest_chance(self, sheet, state, drawn)


if __name__ == "__main__":
    room.opening = opening  # type: ignore[attr-defined]
    room.Room._chance = loaded_chance  # type: ignore[method-assign]
    house.main()
