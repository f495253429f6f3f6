"""What the last entry brought, told over the tray before the table shows it: rolls, the city."""

from __future__ import annotations

from typing import Final

from konspira.engine.contract import actor_of
from konspira.games.rogue.rules import codes
from konspira.games.rogue.table.dice import fallen
from konspira.games.rogue.table.scene import Scene
from konspira.games.rogue.table.telling import FOUND, HEAD, ROLLED
from konspira.games.rogue.table.told import Step, Told

NOT_HERE: Final = frozenset([codes.SCORE, codes.ENDED])
MOST: Final = 24  # lines
A_LINE, AT_LAST = 1.1, 1.6  # seconds to read one, and all once more


def news(scene: Scene) -> str:
    """Empty unless something happened that is worth a look."""
    told = scene.moment.known.told
    if not told or not told[-1] or scene.moment.draft:
        return ""
    steps = [step for step in Told(scene).steps() if step.lines and step.kind not in NOT_HERE]
    city = [step for step in steps if step.in_city]
    deed = [step for step in steps if not step.in_city][: _until_city(steps)]
    title = _title(deed)
    own = actor_of(told[-1][0]) == scene.me
    if title == "news.search" and not own:
        title = ""  # the tray shows the dice of others
    if not title and not city:
        return ""
    shown = (deed if title else []) + city
    # The dice of an attack or a search fall first; those of a bomb each in their turn.
    dice = fallen(scene) if title in ("news.attack", "news.search") else []
    if scene.seen.dice:
        dice = []
    lines = [
        (scene.html(line), step.does if line is step.lines[-1] else "")
        for step in shown
        for line in step.lines
        if not (dice and line.startswith(ROLLED)) and not (line.startswith(HEAD) and not title)
    ]
    kinds = {step.kind for step in shown}
    return scene.draw(
        "news.html",
        number=len(told) - 1,
        pace=A_LINE,
        seconds="" if own and title and not scene.moment.replaying else AT_LAST,
        lines=lines[-MOST:],
        dice=dice,
        loud="boom" if codes.EXPLODED in kinds else "droid" if codes.IS_ANDROID in kinds else "",
        title=scene.say(title or "part.city.told"),
        city=not title,
    )


def _until_city(steps: list[Step]) -> int:
    """How many steps come before the city stirs, or before the next round or turn begins."""
    for at, step in enumerate(steps):
        if step.in_city or step.kind in (codes.ROUND, codes.TURN):
            return at
    return len(steps)


def _title(steps: list[Step]) -> str:
    """The most striking thing of what was done; empty if nothing was."""
    kinds = {step.kind for step in steps}
    if codes.IS_ANDROID in kinds:
        return "news.android"
    if codes.EXPLODED in kinds:
        return "news.explosion"
    if codes.HITS in kinds:
        return "news.attack"
    if kinds & {codes.DEFUSED, codes.SAFE}:
        return "news.bomb"
    if FOUND in kinds and kinds & {codes.ROLL, codes.PICK}:  # dice that were not seen before
        return "news.search"
    return "news.attack" if codes.DESTROYED in kinds else ""
