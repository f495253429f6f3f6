"""How likely an attack succeeds, from the faces of the dice (RA-9.6)."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product

from konspira.games.rogue.load import UPGRADES
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import a_of, kind_of
from konspira.games.rogue.rules.components import BOOST, DICE, EXPLOSION
from konspira.games.rogue.table.scene import Scene

RED, GREEN, BLACK = range(3)
GUN = 4


def dice(scene: Scene) -> tuple[int, int]:
    """Red and green dice of the attack that is being prepared."""
    past = scene.past
    if past.no_green:
        return int(DICE), 0
    marks = scene.game.box.marks[UPGRADES.index("pistol")]
    pistols = sum(scene.seen.boards[scene.me][GUN] >= mark for mark in marks)
    return int(DICE), min(pistols + past.more_green, int(DICE)) + past.called


def needed(scene: Scene) -> int:
    """Hits that are enough; 0 if the target is no criminal and no assassin."""
    target = scene.past.target
    if kind_of(target) == codes.ATTACK_ASSASSIN:
        return 2
    if kind_of(target) != codes.ATTACK_CRIMINAL:
        return 0
    for disc, _, _, card, *_ in scene.seen.criminals:
        if disc == a_of(target) and card >= 0:
            return max(1, int(scene.game.box.criminals[card].stamina) + scene.past.brace)
    return 0


def chance(scene: Scene, black: int) -> int:
    """Of success, in per cent; -1 if it cannot be said."""
    enough = needed(scene)
    if not enough:
        return -1
    red, green = dice(scene)
    sides = tuple(
        tuple(face & 15 for face in scene.game.box.faces[colour * 6 : colour * 6 + 6])
        for colour in (RED, GREEN, BLACK)
    )
    return round(100 * _at_least(sides, (red, green, black), enough))


@cache
def _at_least(
    sides: tuple[tuple[int, ...], ...], counts: tuple[int, int, int], enough: int
) -> float:
    odds: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for colour, count in enumerate(counts):
        for _ in range(count):
            more: dict[tuple[int, int], float] = defaultdict(float)
            for ((explosions, boosts), share), side in product(odds.items(), sides[colour]):
                key = (explosions + (side == EXPLOSION), boosts + (side == BOOST))
                more[key] += share / len(sides[colour])
            odds = more
    return sum(
        share for (hits, boosts), share in odds.items() if hits + min(hits, boosts) >= enough
    )
