"""The world map: where the missions lie on the sheet, and how the threads between them run."""

from __future__ import annotations

from dataclasses import dataclass

from konspira.games.duet.campaign import Map

SIZE = (1200, 700)
PLACES = {
    "prague": (668, 222),
    "moscow": (790, 150),
    "bangkok": (970, 480),
    "singapore": (992, 566),
    "cairo": (702, 412),
    "baghdad": (800, 330),
    "dubai": (812, 424),
    "mumbai": (886, 470),
    "yakutsk": (1010, 118),
    "shanghai": (1034, 304),
    "hong-kong": (1016, 386),
    "casablanca": (506, 404),
    "bogota": (312, 442),
    "rio-de-janeiro": (420, 538),
    "berlin": (622, 140),
    "london": (500, 140),
    "montreal": (338, 182),
    "los-alamos": (176, 292),
    "washington": (310, 290),
    "cape-town": (662, 598),
    "sydney": (1126, 594),
    "tokyo": (1136, 270),
    "paris": (552, 214),
    "madrid": (470, 300),
    "monte-carlo": (572, 296),
    "vatican": (636, 342),
}
SAG = 14
# Threads that would cross a name if they hung like the others.
BENDS = {("cape-town", "sydney"): (900, 700)}


@dataclass(frozen=True, slots=True)
class Thread:
    path: str
    state: str  # "on": both ends won; "next": one end won; "": neither


def places(plan: Map) -> dict[str, tuple[int, int]]:
    """Missions of other data than ours, which have no place, stand in a row at the foot."""
    found = dict(PLACES)
    strangers = [name for name in plan.missions if name not in found]
    for at, name in enumerate(strangers):
        found[name] = (60 + 90 * (at % 12), 640 - 70 * (at // 12))
    return found


def threads(plan: Map, won: set[str]) -> list[Thread]:
    at = places(plan)
    found = []
    for one in plan.missions:
        for other in sorted(plan.joined[one]):
            if list(plan.missions).index(one) > list(plan.missions).index(other):
                continue
            (x1, y1), (x2, y2) = at[one], at[other]
            bend = BENDS.get((one, other), ((x1 + x2) // 2, (y1 + y2) // 2 + SAG))
            ends = (one in won) + (other in won)
            path = f"M{x1} {y1}Q{bend[0]} {bend[1]} {x2} {y2}"
            found.append(Thread(path, ("", "next", "on")[ends]))
    return found
