"""Chapter 12: a group's way over the mission map. Pure: files are opened elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from konspira.engine.contract import BadText

STANDARD = "prague"  # CD-12.12: the standard game itself
HEAD = "konspira duet campaign"
LINE = re.compile(r"^(won|lost) ([a-z-]+) ([A-Z_]+)$")


@dataclass(frozen=True, slots=True)
class Mission:
    """CD-12.2."""

    name: str
    turns: int
    mistakes: int

    def __str__(self) -> str:
        return f"{self.name} {self.turns}–{self.mistakes}"


@dataclass(frozen=True, slots=True)
class Map:
    """Missions and the lines between them."""

    missions: dict[str, Mission]
    joined: dict[str, frozenset[str]]
    aliases: dict[str, str]

    def find(self, name: str) -> Mission:
        """A mission by its name or an alias, however spaces and capitals are written."""
        plain = re.sub(r"[\s_]+", "-", name.strip().casefold()).replace("á", "a")
        plain = self.aliases.get(plain, plain)
        if plain not in self.missions:
            raise BadText(f"there is no mission {name!r}; there are: {', '.join(self.missions)}")
        return self.missions[plain]


@dataclass(slots=True)
class Campaign:
    """CD-12.1, CD-12.15: one group with its map and the log of its wins and losses."""

    map: Map
    group: str = ""
    log: list[tuple[bool, str, str]] = field(default_factory=list)

    @property
    def completed(self) -> list[str]:
        """Missions won, in the order of the first win."""
        return list(dict.fromkeys(mission for won, mission, _ in self.log if won))

    def open_missions(self) -> list[str]:
        """CD-12.11: what may be tried now, replays included, in the order of the map's list."""
        found = {STANDARD, *self.completed}
        for mission in self.completed:
            found |= self.map.joined[mission]
        return [name for name in self.map.missions if name in found]

    def enter(self, mission: str | None, tokens: int, won: bool, how: str) -> bool:
        """Write a game into the log; a game of the standard bank is Prague. Says whether it
        counts: 10 or 11 tokens (CD-12.1) and void games (CD-18.4) do not."""
        if how == "VOID" or (mission is None and tokens != self.map.missions[STANDARD].turns):
            return False
        name = self.map.find(mission or STANDARD).name
        if name not in self.open_missions():
            raise BadText(f"{name} is not open yet; open are: {', '.join(self.open_missions())}")
        self.log.append((won, name, how))
        return True

    def text(self) -> str:
        lines = [HEAD, f"group {self.group}".rstrip()]
        lines += [f"{'won' if won else 'lost'} {name} {how}" for won, name, how in self.log]
        return "\n".join(lines) + "\n"


def read(text: str, plan: Map) -> Campaign:
    """A campaign from its text; BadText names the line."""
    lines = text.splitlines()
    if not lines or lines[0] != HEAD:
        raise BadText(f"this is no campaign: its first line must be {HEAD!r}")
    if len(lines) < 2 or not (lines[1] == "group" or lines[1].startswith("group ")):
        raise BadText("line 2: expected `group` and its name")
    campaign = Campaign(plan, lines[1][6:])
    for at, line in enumerate(lines[2:], 3):
        found = LINE.match(line)
        if not found or found[2] not in plan.missions:
            raise BadText(f"line {at}: expected `won` or `lost`, a mission and how: {line[:60]!r}")
        if found[2] not in campaign.open_missions():
            raise BadText(f"line {at}: {found[2]} was not open yet")
        campaign.log.append((found[1] == "won", found[2], found[3]))
    return campaign
