"""Things that can be touched, named and large enough for a thumb."""

from __future__ import annotations

from dataclasses import dataclass

from konspira.games.rogue.notation import FIELD_NAMES, SEATS, SLOTS
from konspira.games.rogue.rules.components import CAPTIVE, DEFEATED
from konspira.games.rogue.table.scene import FIELD_ART, Scene


@dataclass(slots=True)
class Chip:
    touch: str
    art: str
    label: str
    classes: str = ""
    small: str = ""


def chips(scene: Scene, offered: list[str]) -> list[Chip]:
    found = []
    for touch in offered:
        chip = _chip(scene, touch)
        if chip:
            found.append(chip)
    return found


def _chip(scene: Scene, touch: str) -> Chip | None:
    name, _, rest = touch.partition("-")
    names, seen = scene.names, scene.seen
    match name:
        case "crim":
            number = int(rest) - 1
            beaten = any(n == number and status >= DEFEATED for n, status, *_ in seen.criminals)
            where = _whereabouts(scene, number)
            art = f"crim-{rest}{'d' if beaten else ''}"
            return Chip(touch, art, names.criminal(number), "", where)
        case "assassin":
            return Chip(touch, "assassin", scene.say("disc.assassin"), "", _way(scene, int(rest)))
        case "bomb":
            slot, timer = rest.split("-")
            label = scene.say("spoken.bomb", n=int(timer))
            return Chip(touch, f"bomb-{timer}", label, "", names.place(SLOTS.index(slot)))
        case "seat":
            seat = SEATS.index(rest)
            art = f"fig-{seat + 1}{'a' if seen.unmasked[seat] else ''}"
            return Chip(touch, art, names.seat(seat), f"s{seat + 1}", names.place(scene.at(seat)))
        case "informant":
            slot, who = rest.split("-")
            seat = SEATS.index(who)
            place = names.place(SLOTS.index(slot))
            return Chip(touch, f"seat-{seat + 1}", place, f"s{seat + 1}", names.seat(seat))
        case "track":
            field = FIELD_NAMES.index(rest)
            value = str(seen.boards[scene.me][field])
            return Chip(touch, f"s-{FIELD_ART[field]}", names.field(field), "", value)
        case "token":
            art = "tok-h" if rest == "human" else "tok-a"
            classes = "tok h" if rest == "human" else "tok a"
            return Chip(touch, art, scene.say(f"token.{rest}"), classes, scene.say("only-you"))
    return None


def _way(scene: Scene, position: int) -> str:
    """Where an assassin stands; in the City phase also where its step leads (RA-18.9)."""
    here = scene.names.path(position)
    if scene.moment.kind != "activating":
        return here
    path = scene.game.box.path
    there = scene.names.path(position + 1) if position + 1 < len(path) else scene.say("path.off")
    return f"{here} → {there}"


def _whereabouts(scene: Scene, number: int) -> str:
    for disc, status, place, *_ in scene.seen.criminals:
        if disc == number:
            return scene.names.seat(place) if status == CAPTIVE else scene.names.path(place)
    return ""
