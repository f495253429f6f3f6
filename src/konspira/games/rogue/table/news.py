"""What the last entry brought, shown over the city for a moment: rolls, the city's own steps."""

from __future__ import annotations

from typing import Final

from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import kind_of
from konspira.games.rogue.table.dice import fallen
from konspira.games.rogue.table.scene import Scene
from konspira.games.rogue.table.told import ROLLED, Told

CITY_STEPS: Final = frozenset(
    [codes.WALKED, codes.ESCAPED, codes.ASSASSIN_WALKED, codes.POLICE_MOVED, codes.TICKED]
)
EVENTS: Final = CITY_STEPS | {
    codes.EXPLODED,
    codes.IS_ANDROID,
    codes.DESTROYED,
    codes.HITS,
    codes.DEFUSED,
    codes.SAFE,
}
MOST: Final = 16  # lines
A_LINE, AT_LAST = 0.8, 1.4  # seconds to read one, and all once more


def news(scene: Scene) -> str:
    """Empty unless something happened that is worth a look."""
    told = scene.moment.known.told
    if not told or scene.moment.draft:
        return ""
    last = told[-1]
    kinds = {int(kind_of(code)) for code in last}
    if not kinds & EVENTS:
        return ""
    lines = Told(scene).last()
    dice = fallen(scene) if scene.past.fresh and not scene.seen.dice else []
    if dice:
        lines = [line for line in lines if not line.startswith(ROLLED)]
    return scene.draw(
        "news.html",
        number=len(told) - 1,
        pace=A_LINE,
        seconds=AT_LAST,
        lines=[scene.html(line) for line in lines[-MOST:]],
        dice=dice,
        loud="boom" if codes.EXPLODED in kinds else "droid" if codes.IS_ANDROID in kinds else "",
        title=scene.say(_title(kinds)),
    )


def _title(kinds: set[int]) -> str:
    """The most striking thing of an entry."""
    if codes.IS_ANDROID in kinds:
        return "news.android"
    if codes.EXPLODED in kinds:
        return "news.explosion"
    if kinds & CITY_STEPS and codes.HITS not in kinds:
        return "part.city.told"
    return "news.attack" if codes.HITS in kinds else "news.bomb"
