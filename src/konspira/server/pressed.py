"""A button is pressed, but not let go of yet: what it would do is made ready meanwhile.

Nobody is told, and nothing is kept. If the finger slides off, it was nothing; if it lifts there,
the move has been checked and the others' tables have been drawn, and only the disk is waited for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from konspira.server import frames
from konspira.server.room import Room, Step


@dataclass(slots=True)
class Pressed:
    room: Room  # as it was
    step: Step
    before: dict[Any, Any]  # what was drawn of the room when this was drawn
    drawn: dict[Any, Any] = field(default_factory=dict)

    def step_for(self, room: Room, move: frames.Move, by: str, now: int) -> Step | None:
        """What this move does, if it is the one that was pressed and nothing has happened since."""
        line = self.step.line
        same = (line.by, line.client, line.decision) == (by, move.id, move.decision)
        if room is not self.room or not same or line.moves != move.moves:
            return None
        line.at, line.clock = now, room.left(now)
        return self.step
