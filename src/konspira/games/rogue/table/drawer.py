"""The rules drawer: every piece, place, action, track and card explains itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from konspira.games.rogue.load import SYNDICATES, UPGRADE_TRACKS, UPGRADES
from konspira.games.rogue.notation import COLOURS, EFFECTS, FIELD_NAMES
from konspira.games.rogue.rules.components import FIRST_CLOCK
from konspira.games.rogue.table.city import searched, sold
from konspira.games.rogue.table.dice import faces
from konspira.games.rogue.table.files import File, fill
from konspira.games.rogue.table.scene import (
    FIELD_ART,
    SYMBOL_ART,
    SYNDICATE_ART,
    UPGRADE_ART,
    Scene,
)

# Chapters of the drawer with their paragraphs; texts are `rule.NAME` and `rule.NAME.text`.
COURSE: Final = ("goal", "round", "turn", "city", "path")
ACTIONS: Final = (
    ("patrol", "patrol"),
    ("investigate", "investigate"),
    ("attack", "attack"),
    ("custody", "custody"),
    ("search", "search"),
    ("defuse", "defuse"),
    ("reinforce", "reinforce"),
)
PIECES: Final = (
    ("agent", "fig-1"),
    ("criminal", "crim-3"),
    ("captive", "crim-3d"),
    ("assassin", "assassin"),
    ("bomb", "bomb-4"),
    ("police", "police"),
    ("informant", "seat-1"),
)
ANDROID_PIECES: Final = (("android", "fig-1a"), ("tokens", "tok-a"), ("destroyed", "y-ember"))
FIELDS: Final = (*FIELD_NAMES,)


@dataclass(slots=True)
class Paragraph:
    id: str
    title: str
    text: str
    art: str = ""
    classes: str = ""


@dataclass(slots=True)
class TileRule:
    id: str
    name: str
    number: int
    gangsters: int
    slots: int
    shields: list[str]
    dice: list[tuple[str, str]] = field(default_factory=list)
    goods: list[tuple[int, str, int, str]] = field(default_factory=list)
    text: str = ""


def drawer(scene: Scene) -> str:
    say = scene.say
    android = scene.game.rules.android_mode
    pieces = PIECES + (ANDROID_PIECES if android else ())
    course = [_paragraph(scene, name) for name in COURSE]
    if scene.game.rules.shadow_watch:
        course.append(_paragraph(scene, "shadow-watch"))
    actions = [
        Paragraph(f"rule-{name}", say(f"action.{key}"), say(f"action.{key}.help"))
        for name, key in ACTIONS
    ]
    actions.append(_paragraph(scene, "buy"))
    if android:
        actions.append(Paragraph("rule-screen", say("action.android"), say("action.android.help")))
    return scene.draw(
        "rules.html",
        course=course,
        actions=actions,
        pieces=[_paragraph(scene, name, art) for name, art in pieces],
        tracks=[
            _paragraph(scene, f"track-{name}", f"s-{FIELD_ART[number]}")
            for number, name in enumerate(FIELDS)
        ],
        upgrades=_upgrades(scene),
        dice=[
            (name, scene.names.colour(number), faces(scene, number))
            for number, name in enumerate(COLOURS)
        ],
        symbols=[(art, scene.names.symbol(number)) for number, art in enumerate(SYMBOL_ART)],
        tiles=[_tile(scene, number) for number in range(len(scene.game.box.tiles))],
        clocks=[
            _lasting(scene, number, name)
            for number, name in enumerate(EFFECTS)
            if number >= FIRST_CLOCK
        ],
        syndicates=[
            (SYNDICATE_ART[number], f"y-{name}", say(f"syndicate.{name}"), _cards(scene, number))
            for number, name in enumerate(SYNDICATES)
        ],
    )


def _paragraph(scene: Scene, name: str, art: str = "") -> Paragraph:
    return Paragraph(f"rule-{name}", scene.say(f"rule.{name}"), scene.say(f"rule.{name}.text"), art)


def _lasting(scene: Scene, number: int, name: str) -> Paragraph:
    """What the chapter says already is not said again: “Lasting: …”."""
    text = scene.names.effect(number, 0).partition(": ")[2]
    short = scene.say(f"effect.{name}.short", n="")
    return Paragraph(f"rule-effect-{name}", _capital(short), _capital(text), "s-clock")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _upgrades(scene: Scene) -> list[Paragraph]:
    return [
        Paragraph(
            f"rule-upgrade-{name}",
            scene.say(f"upgrade.{name}"),
            scene.say(f"rule.upgrade-{name}.text"),
            f"s-{UPGRADE_ART[number]}",
            UPGRADE_TRACKS[number],
        )
        for number, name in enumerate(UPGRADES)
    ]


def _tile(scene: Scene, number: int) -> TileRule:
    tile = scene.game.box.tiles[number]
    key = scene.game.notation.tiles[number]
    dice, goods = sold(scene, number)
    shields = [kind for kind, on in (("h", tile.human_shield), ("a", tile.android_shield)) if on]
    rule = TileRule(
        f"rule-tile-{key}",
        scene.names.tile(number),
        int(tile.number),
        int(tile.gangsters),
        int(tile.slots),
        shields,
        dice,
        goods,
    )
    said = []
    if tile.number:
        said.append(scene.say("spoken.precinct", n=int(tile.number)))
    if tile.gangsters:
        said.append(scene.say("spoken.gangsters", n=int(tile.gangsters)))
    if dice:
        said.append(searched(scene, number))
    for what, amount, coin, price in tile.goods:
        said.append(
            scene.say(
                "spoken.sells",
                what=scene.names.field(what),
                n=amount,
                price=price,
                coin=scene.say(f"coin.{FIELD_NAMES[coin]}"),
            )
        )
    said += [scene.say(f"spoken.shield.{kind}") for kind in shields]
    if number == scene.game.box.hq:
        said.append(scene.say("rule.tile-hq"))
    if number == scene.game.box.hospital:
        said.append(scene.say("rule.tile-hospital"))
    rule.text = "; ".join(said)
    return rule


def _cards(scene: Scene, syndicate: int) -> list[File]:
    found = []
    for card, criminal in enumerate(scene.game.box.criminals):
        if criminal.syndicate == syndicate:
            file = File(card + 1, f"rule-card-{card + 1}", "", "up", "", "", [], "")
            fill(scene, file, card)
            found.append(file)
    return found
