"""Side logs: lines that are told to one audience, each with a number of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from konspira.server.lines import SideLine
from konspira.server.sitting import Sitting
from konspira.server.writer import Clash

if TYPE_CHECKING:
    from konspira.server.house import House


async def say(house: House, sitting: Sitting, audience: str, line: SideLine) -> SideLine:
    """A line for an audience. A resend is answered with the first one."""
    async with sitting.lock:
        while True:
            lines = sitting.side.setdefault(audience, [])
            for said in reversed(lines):
                if line.client and (said.by, said.client) == (line.by, line.client):
                    return said
            line.n = len(lines)
            try:
                await house.store.say(sitting.room.sheet.id, audience, line)
            except Clash:
                await _listen(house, sitting)
            else:
                break
        lines.append(line)
        for viewer in list(sitting.viewers):
            viewer.side_line(audience, line)
    return line


async def _listen(house: House, sitting: Sitting) -> None:
    """Another process on this folder has said something."""
    known = {audience: len(lines) for audience, lines in sitting.side.items()}
    sitting.side = await house.store.side(sitting.room.sheet.id)
    for audience, lines in sitting.side.items():
        for line in lines[known.get(audience, 0) :]:
            for viewer in list(sitting.viewers):
                viewer.side_line(audience, line)
