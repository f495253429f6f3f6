"""What may be answered next is made ready: the move is checked, the others' tables are drawn.

Nobody is told, and nothing is kept. If the answer does not come, it was nothing; if it comes, only
the disk is waited for. It is made ready when a pointer rests on its button, a finger lies there or
a question waits for a yes (`press` of the protocol), and while the house has nothing else to do
(`idle`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from konspira.server.room import Room, Step
from konspira.server.sheet import Sheet

MOST: Final = 64  # answers at one table

Key = tuple[str | int, ...]


@dataclass(slots=True)
class Ready:
    """An answer to a room as it was, with its sheet as it was."""

    room: Room
    step: Step
    before: dict[Any, Any]  # what was drawn of the room when this was drawn
    drawn: dict[Any, Any] = field(default_factory=dict)
    sheet: Sheet = field(init=False)
    ahead: Room = field(init=False)  # the room afterwards

    def __post_init__(self) -> None:
        self.sheet = self.room.sheet
        self.ahead = self.room.after(self.step)

    def answered(self, client: str, now: int) -> None:
        """Somebody gives this answer, now."""
        line = self.step.line
        line.client, line.at, line.clock = client, now, self.room.left(now)
        self.ahead.settle(line)


class Answers:
    """Those that are ready at one table as it is now."""

    __slots__ = ("_found", "_room")

    def __init__(self) -> None:
        self._room: Room | None = None
        self._found: dict[Key, Ready] = {}

    def forget(self) -> None:
        self._room, self._found = None, {}

    def forget_past(self, room: Room) -> None:
        """What was ready of the room as it was before is freed."""
        if self._room is not room:
            self.forget()

    def keep(self, one: Ready) -> None:
        if one.room is not self._room:
            self._room, self._found = one.room, {}
        line = one.step.line
        self._found[_key(line.by, line.decision, line.moves)] = one
        if len(self._found) > MOST:
            del self._found[next(iter(self._found))]

    def find(self, room: Room, by: str, decision: int, moves: Sequence[str]) -> Ready | None:
        """If nothing has happened since it was made ready."""
        if room is not self._room:
            return None
        found = self._found.get(_key(by, decision, moves))
        fits = found is not None and found.sheet is room.sheet
        return found if fits else None

    def taken(self, step: Step) -> Ready | None:
        """What is ready of this step. Nothing else is, any more; but to free it takes longer than
        to write the move, so that waits until there is time (`forget_past`)."""
        line = step.line
        found = self._found.pop(_key(line.by, line.decision, line.moves), None)
        self._room = None
        return found if found is not None and found.step is step else None


def _key(by: str, decision: int, moves: Sequence[str]) -> Key:
    return by, decision, *moves
