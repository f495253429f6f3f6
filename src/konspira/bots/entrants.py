"""Who enters an arena: `master`, `master@0.2` (seconds), `ismcts#500` (iterations), or a program.

A program is `exec:COMMAND` (JSON lines) or `text:COMMAND` (plain text); see docs/bots.md.
"""

from __future__ import annotations

import time

from konspira.bots.contest import House, Sitting
from konspira.bots.external import Program
from konspira.bots.players import Budget
from konspira.bots.roster import player
from konspira.engine.contract import BadText


def seated(entrant: str, game: str, seconds: float) -> Sitting:
    """A fresh sitting of an entrant. Ours think by the clock of their own thread: what else runs
    on the machine, or for a cluster, neither helps nor hurts them."""
    form, colon, command = entrant.partition(":")
    if colon:
        if form not in ("exec", "text") or not command.strip():
            raise BadText(f"{entrant!r}: a program is exec:COMMAND or text:COMMAND")
        return Program(entrant, command, form == "text", seconds)
    name, iterations = entrant, 0
    try:
        if "@" in entrant:
            name, _, number = entrant.partition("@")
            seconds = float(number)
        elif "#" in entrant:
            name, _, number = entrant.partition("#")
            iterations = int(number)
            if iterations < 1:
                raise ValueError
    except ValueError:
        raise BadText(f"{entrant!r}: write NAME@SECONDS or NAME#ITERATIONS") from None
    if not 0 <= seconds < 1e6:
        raise BadText(f"{entrant!r}: so much time cannot be")
    found = House(player(name, game), Budget(seconds, time.thread_time, iterations))
    found.name = entrant
    return found
