"""Special dice as they lie on the table: colour and form, face, and the six faces below."""

from __future__ import annotations

from dataclasses import dataclass

from konspira.games.rogue.notation import COLOURS
from konspira.games.rogue.rules.codes import PICK, a_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import BOOST, EXPLOSION
from konspira.games.rogue.rules.position import (
    DEFENDERS,
    PICKED,
    amount_of,
    colour_of,
    symbol_of,
)
from konspira.games.rogue.table import touches
from konspira.games.rogue.table.scene import SYMBOL_ART, Scene


@dataclass(slots=True)
class Die:
    id: str
    colour: str
    art: str  # empty: not rolled yet
    amount: int
    name: str
    spoken: str
    touch: str = ""
    note: str = ""
    picked: bool = False
    back: int = -1  # which move of the draft picked it
    defender: bool = False
    faces: tuple[tuple[str, int, bool], ...] = ()


def faces(
    scene: Scene, colour: int, symbol: int = -1, amount: int = 0
) -> tuple[tuple[str, int, bool], ...]:
    """The six faces of a colour; the one that lies up is marked."""
    found = []
    shown = False
    for face in scene.game.box.faces[colour * 6 : colour * 6 + 6]:
        here = not shown and (face & 15, face >> 4) == (symbol, amount)
        shown = shown or here
        found.append((SYMBOL_ART[face & 15], face >> 4, here))
    return tuple(found)


def drawn(scene: Scene, index: int, colour: int, symbol: int, amount: int) -> Die:
    if symbol < 0:
        name = scene.names.colour(colour)
        return Die(f"die-{index}", COLOURS[colour], "", 0, name, name)
    name = scene.names.symbol(symbol, amount)
    return Die(
        f"die-{index}",
        COLOURS[colour],
        SYMBOL_ART[symbol],
        amount,
        name[0].upper() + name[1:],
        scene.names.die(colour, symbol, amount),
        faces=faces(scene, colour, symbol, amount),
    )


def lying(scene: Scene) -> list[Die]:
    """The dice of the action that goes on, with what touching them means now."""
    kind = scene.moment.kind
    found: list[Die] = []
    for index, value in enumerate(scene.seen.dice):
        colour, symbol, amount = int(colour_of(value)), int(symbol_of(value)), int(amount_of(value))
        die = drawn(scene, index, colour, symbol, amount)
        die.picked = bool(value & PICKED)
        die.defender = bool(value & DEFENDERS)
        if symbol >= 0 and kind == "rerolling" and not die.picked:
            die.touch = touches.die(colour, symbol, amount)
        elif symbol >= 0 and kind == "resolving":
            die.touch = touches.face(symbol, amount)
        elif kind == "placing" and symbol in (EXPLOSION, BOOST):
            die.touch = touches.in_hand(scene.moment.moves, colour, int(symbol == BOOST))
        if die.picked and kind == "rerolling":
            die.back = _picked_by(scene, colour, symbol, amount, found)
        if die.picked:
            die.note = scene.say("die.picked")
        elif kind == "resolving":
            die.note = _meaning(scene, symbol, amount)
        found.append(die)
    return found


def _picked_by(scene: Scene, colour: int, symbol: int, amount: int, before: list[Die]) -> int:
    """The move of the draft that picked this die; dice that are alike take theirs in turn."""
    for number, move in enumerate(scene.moment.draft):
        face = (int(a_of(move)), int(b_of(move)), int(c_of(move)))
        if kind_of(move) == PICK and face == (colour, symbol, amount):
            if all(die.back != number for die in before):
                return number
    return -1


def _meaning(scene: Scene, symbol: int, amount: int) -> str:
    if symbol == BOOST:
        return scene.say("die.boost")
    if symbol == EXPLOSION:
        return scene.say("die.explosion")
    count = amount * 2 if SYMBOL_ART[symbol] == "cred" else amount  # RA-13.7
    return f"+{count}"


def fallen(scene: Scene) -> list[Die]:
    """The dice of the last roll."""
    found = []
    for index, rolled in enumerate(scene.past.rolled):
        die = drawn(scene, index, rolled.colour, rolled.symbol, rolled.amount)
        die.defender = rolled.defender
        found.append(die)
    return found
