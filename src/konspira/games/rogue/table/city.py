"""The city: thirteen places, the path, and where each piece stands on its tile."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from konspira.games.rogue.notation import FIELD_NAMES, SLOTS
from konspira.games.rogue.rules.components import INFLUENCE
from konspira.games.rogue.table.past import ACTION, CITY, TIME
from konspira.games.rogue.table.pieces import Piece, discs, standing
from konspira.games.rogue.table.scene import FIELD_ART, Scene

# Column and row of each slot in the picture.
WHERE: Final = (
    *((column, 0) for column in (1, 2, 3)),
    *((column, 1) for column in range(5)),
    *((column, 2) for column in range(5)),
)
ARROWS: Final = {(1, 0): "e", (-1, 0): "w", (0, -1): "n", (0, 1): "s"}


@dataclass(slots=True)
class Place:
    slot: str
    key: str
    name: str
    classes: str
    number: int
    spoken: str
    tip: str
    gangsters: int = 0
    dice: list[tuple[str, str]] = field(default_factory=list)
    goods: list[tuple[int, str, int, str]] = field(default_factory=list)
    shields: list[str] = field(default_factory=list)
    slots: int = 0
    destroyed: bool = False


def city(scene: Scene) -> str:
    seen = scene.seen
    places = [_place(scene, slot) for slot in range(13) if seen.tiles[slot] >= 0]
    pieces: list[Piece] = []
    for slot in range(13):
        pieces += standing(scene, slot)
    part = ACTION if seen.turn < scene.game.seats else scene.past.part
    if seen.drawn:
        part = TIME
    return scene.draw(
        "city.html",
        places=places,
        pieces=sorted(pieces, key=lambda piece: piece.id),
        hops=_hops(scene),
        rounds=_rounds(scene),
        parts=[(name, name == part) for name in (TIME, ACTION, CITY)],
        bag=_bag(scene),
        towers=[(seat, seen.boards[seat][INFLUENCE]) for seat in scene.seats],
        over=bool(seen.ending),
        spot=_spot(scene),
    )


def _spot(scene: Scene) -> dict[str, object] | None:
    """The viewer's own place in words: on a phone the tiles are too small for them."""
    if scene.me < 0:
        return None
    slot = scene.at(scene.me)
    things = [(piece.art, spoken) for spoken, piece in discs(scene, slot, short=True)]
    pair = scene.seen.informants[slot]
    things += [
        (f"seat-{part}", scene.say("spoken.informant", who=scene.names.seat(part - 1)))
        for part in (pair & 7, pair >> 3)
        if part
    ]
    return {"place": _place(scene, slot), "things": things}


def _rounds(scene: Scene) -> dict[str, object]:
    """RA-5.1; Shadow Watch has no fixed number and counts something else."""
    game = scene.game
    if game.rules.shadow_watch:
        goal = int(game.rules.turned_in_goal)
        most = max(mask.bit_count() for mask in scene.seen.scored)
        return {
            "last": 0,
            "turned_in": most,
            "goal": goal,
            "lost": int(scene.seen.taken_off),
            "lost_goal": int(game.box.shadow_lost),
        }
    android = game.rules.android_mode
    return {"last": int(game.box.rounds_android if android else game.box.rounds_agent)}


def _bag(scene: Scene) -> dict[str, object]:
    seen = scene.seen
    criminals = [n + 1 for n in range(6) if seen.bag_criminals >> n & 1]
    return {
        "criminals": criminals,
        "assassins": int(seen.bag_assassins),
        "bombs": int(seen.bag_bombs),
        "all": len(criminals) + int(seen.bag_assassins) + int(seen.bag_bombs),
    }


def _hops(scene: Scene) -> list[tuple[str, str]]:
    """The arrows of the event path between neighbours (RA-2.6)."""
    found = []
    for start, end in pairwise(scene.game.box.path):
        (x, y), (x2, y2) = WHERE[start], WHERE[end]
        found.append((SLOTS[start], ARROWS[x2 - x, y2 - y]))
    return found


def _place(scene: Scene, slot: int) -> Place:
    game, seen = scene.game, scene.seen
    number = seen.tiles[slot]
    tile = game.box.tiles[number]
    key = game.notation.tiles[number]
    ruined = bool(seen.destroyed >> slot & 1)
    classes = [f"at-{SLOTS[slot]}", f"n-{key}", "pre" if tile.number else "std"]
    if ruined:
        classes.append("ruined")
    if seen.police == slot:
        classes.append("policed")
    if scene.me >= 0 and scene.at(scene.me) == slot:
        classes.append("here")
    if seen.steps and seen.visited >> slot & 1:
        classes.append("been")
    place = Place(
        SLOTS[slot],
        key,
        scene.names.tile(number),
        " ".join(classes),
        int(tile.number),
        "",
        "rule-destroyed" if ruined else f"rule-tile-{key}",
        slots=int(tile.destroyed_slots if ruined else tile.slots),
        destroyed=ruined,
    )
    place.gangsters = int(tile.destroyed_gangsters if ruined else tile.gangsters)
    if tile.human_shield:
        place.shields.append("h")
    if tile.android_shield:
        place.shields.append("a")
    if not ruined:
        place.dice, place.goods = sold(scene, number)
    place.spoken = "; ".join(_spoken(scene, slot, place))
    return place


def sold(
    scene: Scene, number: int
) -> tuple[list[tuple[str, str]], list[tuple[int, str, int, str]]]:
    """The search icons and the goods of a tile: colour and letter; price, coin, amount, good."""
    tile = scene.game.box.tiles[number]
    dice = [
        ("rgb"[colour], scene.say(f"letter.{name}"))
        for colour, name in enumerate(("red", "green", "black"))
        for _ in range(tile.search[colour])
    ]
    dice += [("w", str(count)) for count in tile.whites]
    goods = [
        (price, FIELD_ART[coin], amount, FIELD_ART[field])
        for field, amount, coin, price in tile.goods
    ]
    return dice, goods


def searched(scene: Scene, number: int) -> str:
    """The search icons of a tile in words."""
    tile = scene.game.box.tiles[number]
    dice = [scene.names.colour(colour) for colour in range(3) for _ in range(tile.search[colour])]
    dice += [scene.say("spoken.white", n=count) for count in tile.whites]
    return scene.say("spoken.search", dice=", ".join(dice))


def _spoken(scene: Scene, slot: int, place: Place) -> list[str]:
    """The name of a place as it is read out: what it is, what it offers, what stands there."""
    say, names, seen = scene.say, scene.names, scene.seen
    parts = [place.name]
    if place.number:
        parts.append(say("spoken.precinct", n=place.number))
    if place.destroyed:
        parts.append(say("spoken.destroyed"))
    if place.gangsters:
        parts.append(say("spoken.gangsters", n=place.gangsters))
    if place.dice:
        parts.append(searched(scene, seen.tiles[slot]))
    for field_, amount, coin, price in (
        () if place.destroyed else scene.game.box.tiles[seen.tiles[slot]].goods
    ):
        parts.append(
            say(
                "spoken.sells",
                what=names.field(field_),
                n=amount,
                price=price,
                coin=say(f"coin.{FIELD_NAMES[coin]}"),
            )
        )
    parts += [say(f"spoken.shield.{kind}") for kind in place.shields]
    if seen.police == slot:
        parts.append(say("spoken.police"))
    parts += [
        say("spoken.you-here") if seat == scene.me else names.seat(seat)
        for seat in scene.seats
        if scene.at(seat) == slot
    ]
    parts += [spoken for spoken, _ in discs(scene, slot, short=True)]
    pair = seen.informants[slot]
    parts += [
        say("spoken.informant", who=names.seat(part - 1)) for part in (pair & 7, pair >> 3) if part
    ]
    return parts
