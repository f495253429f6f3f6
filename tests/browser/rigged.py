"""A house with loaded dice, for examples of a rulebook: everything else is the real one.

`python -m tests.browser.rigged FOLDER PORT …` is `tests.house` with two changes for the next game
that begins: it begins from the position in FOLDER/rig.json (as scenarios write it), if there is
one; and as long as the list of outcomes in it lasts, chance does what it says. Then the file is
gone, and whatever begins next is honest again.
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
honest_begin = room.Room.begin
honest_chance = room.Room._chance

OUTCOMES: dict[str, list[str]] = {}  # by room, what is left of its list
FIRST: dict[int, str] = {}  # by game, the position from which the last one began


def opening(game: Any, base: str = "") -> Any:
    return honest_opening(game, base or FIRST.get(id(game), ""))


def loaded_begin(self: Any, sheet: Any, now: int) -> Any:
    path = FOLDER / "rig.json"
    rig = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.unlink(missing_ok=True)
    OUTCOMES[sheet.id] = list(rig.get("chance", ()))
    wanted = rig.get("position")
    FIRST[id(self.game)] = "" if wanted is None else self.game.set_up(wanted)
    return honest_begin(self, sheet, now)


def loaded_chance(self: Any, sheet: Any, state: Any, drawn: int) -> int:
    outcomes = OUTCOMES.get(sheet.id, [])
    while state.actor() == CHANCE and outcomes:
        code = self.game.read(outcomes[0], CHANCE)
        possible = [state.chance_pick(ticket) for ticket in range(state.chance_total())]
        if code not in possible:
            told = ", ".join(self.game.text(one) for one in possible[:9])
            raise AssertionError(f"chance cannot do {outcomes[0]!r} now, but {told}")
        outcomes.pop(0)
        state.apply(code)
    return honest_chance(self, sheet, state, drawn)


if __name__ == "__main__":
    room.opening = opening  # type: ignore[attr-defined]
    room.Room.begin = loaded_begin  # type: ignore[method-assign]
    room.Room._chance = loaded_chance  # type: ignore[method-assign]
    house.main()
