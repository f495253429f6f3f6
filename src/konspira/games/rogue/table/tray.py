"""The tray: what the open question is answered with, or what has just happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from konspira.games.rogue.rules.codes import a_of
from konspira.games.rogue.rules.components import ASSASSIN
from konspira.games.rogue.table import touches
from konspira.games.rogue.table.chances import chance
from konspira.games.rogue.table.chances import dice as attack_dice
from konspira.games.rogue.table.chips import chips
from konspira.games.rogue.table.dice import faces, fallen, lying
from konspira.games.rogue.table.offers import bought
from konspira.games.rogue.table.refused import Refused
from konspira.games.rogue.table.scene import FIELD_ART, Scene
from konspira.games.rogue.table.told import Told

# The actions of a turn with their pictures, as they stand in the tray.
AGENT_ACTS: Final = (
    ("act-attack", "gun"),
    ("act-arrest", "cuff"),
    ("act-turn-in", "file"),
    ("act-search", "scout"),
    ("act-buy", "cred"),
    ("act-defuse", "cut"),
    ("act-seize", "car"),
    ("act-investigate", "evid"),
    ("act-screen", "eye"),
    ("act-reinforce", "inf"),
)
ANDROID_ACTS: Final = (
    ("act-attack", "gun"),
    ("act-attack-location", "exp"),
    ("act-search", "scout"),
    ("act-buy", "cred"),
)
ENDINGS: Final = (
    ("act-stop", "tick"),
    ("act-reroll", "loop"),
    ("act-keep", "tick"),
    ("act-plain", "tick"),
    ("act-done", "tick"),
    ("act-cut", "cut"),
    ("act-leave", "undo"),
    ("act-end-turn", "tick"),
)
COSTS: Final = {
    "act-investigate": (2, "evid"),  # RA-7.14
    "act-screen": (4, "evid"),  # RA-20.8
    "act-reinforce": (2, "cred"),  # RA-17.1
}
TIPS: Final = {
    "act-arrest": "rule-custody",
    "act-turn-in": "rule-custody",
    "act-seize": "rule-custody",
    "act-attack-location": "rule-android",
}
# Actions that ask for a target; `then.…` is what they ask.
THEN: Final = (
    "act-attack",
    "act-arrest",
    "act-defuse",
    "act-seize",
    "act-investigate",
    "act-screen",
)
MAIN: Final = frozenset(["act-end-turn", "act-stop", "act-done", "act-keep"])
COUNTED: Final = {"fighting": "stam", "arming": "b", "defending": "g", "calling": "g", "turn": "g"}
IN_CUP: Final = ("rerolling", "resolving", "defending")


@dataclass(slots=True)
class Act:
    touch: str
    art: str
    label: str
    main: bool = False
    why: str = ""

    @property
    def cost(self) -> tuple[int, str] | None:
        return COSTS.get(self.touch)

    @property
    def tip(self) -> str:
        return TIPS.get(self.touch, f"rule-{self.touch[4:]}")


@dataclass(slots=True)
class Count:
    touch: str
    n: int
    spoken: str
    dice: str = ""  # so many dice of a colour
    chance: int = -1  # of success, in per cent
    loss: int = 0  # or so much stamina


def tray(scene: Scene) -> str:
    kind = scene.moment.kind
    if scene.moment.complete:
        return ""  # the prompt says what waits for its confirmation
    if not kind:
        return _watching(scene)
    offered = offered_touches(scene)
    return scene.draw(
        "tray.html",
        kind=kind,
        heading=_heading(scene),
        acts=_acts(scene, offered),
        not_now=_not_now(scene, offered) if kind == "turn" else [],
        ends=_ends(scene, offered),
        counts=_counts(scene, offered),
        given=_given(scene),
        then=[touch for touch in THEN if touch in offered],
        chips=chips(scene, offered) if kind not in ("turn", "patrolling") else [],
        goods=_goods(scene, offered),
        colours=_colours(scene, offered),
        dice=lying(scene) if kind in IN_CUP else [],
        tumble=scene.past.rolls % 2,
        drawn=_drawn(scene),
        event_dice=_event_dice(scene, offered),
    )


def offered_touches(scene: Scene) -> list[str]:
    """Everything that can be touched now, each once, in the order of the moves."""
    moment = scene.moment
    found: dict[str, None] = {}
    for move in moment.moves:
        found.update(dict.fromkeys(touches.touches(scene.game, scene.seen, moment.moves, move)))
    return list(found)


def _heading(scene: Scene) -> dict[str, object]:
    seen = scene.seen
    kind = scene.moment.kind
    place = scene.names.place(scene.at(int(seen.turn))) if seen.turn < scene.game.seats else ""
    left = [at < seen.justice for at in range(2)] if kind in ("turn", "patrolling") else []
    return {
        "title": scene.say(f"tray.{kind}"),
        "place": place,
        "justice": left,
        "steps": int(seen.steps) if kind == "patrolling" else 0,
    }


def _acts(scene: Scene, offered: list[str]) -> list[Act]:
    return [
        Act(touch, art, scene.say(touch.replace("-", ".", 1)))
        for touch, art in dict.fromkeys((*AGENT_ACTS, *ANDROID_ACTS))
        if touch in offered
    ]


def _ends(scene: Scene, offered: list[str]) -> list[Act]:
    return [
        Act(touch, art, scene.say(touch.replace("-", ".", 1)), touch in MAIN)
        for touch, art in ENDINGS
        if touch in offered
    ]


def _not_now(scene: Scene, offered: list[str]) -> list[Act]:
    """Actions that are not possible here and now, each with its reason."""
    refused = Refused(scene.game, scene.moment, scene.past)
    android = bool(scene.seen.unmasked[scene.me])
    found = []
    buys = any(touch.startswith("good-") for touch in offered)
    for touch, art in ANDROID_ACTS if android else AGENT_ACTS:
        if touch in offered or (touch == "act-buy" and buys):
            continue
        if touch == "act-screen" and not scene.game.rules.android_mode:
            continue
        why = scene.say(refused.action(touch) or "no.not-now")
        found.append(Act(touch, art, scene.say(touch.replace("-", ".", 1)), why=why))
    return found


def _counts(scene: Scene, offered: list[str]) -> list[Count]:
    kind = scene.moment.kind
    found = []
    for touch in offered:
        if not touch.startswith("number-"):
            continue
        n = int(touch[7:])
        key = "seizing" if kind == "turn" else kind
        loss = max(0, int(scene.seen.number) - n) if kind == "fighting" else 0
        spoken = scene.say(f"count.{key}", n=n, loss=loss)
        dice = "" if kind == "fighting" else COUNTED[kind]
        odds = chance(scene, n) if kind == "arming" else -1
        if odds >= 0:
            spoken += f", {scene.say('count.chance', n=odds)}"
        found.append(Count(touch, n, spoken, dice, odds, loss))
    return found


def _given(scene: Scene) -> list[str]:
    """The dice an attack has before any ammo is spent."""
    if scene.moment.kind != "arming":
        return []
    red, green = attack_dice(scene)
    return ["r"] * red + ["g"] * green


def _goods(scene: Scene, offered: list[str]) -> list[dict[str, object]]:
    seen = scene.seen
    if seen.turn >= scene.game.seats:
        return []
    tile = scene.game.box.tiles[seen.tiles[scene.at(int(seen.turn))]]
    return [
        {
            "touch": touches.good(field),
            "label": bought(scene.names, field),
            "price": price,
            "coin": FIELD_ART[coin],
            "amount": amount,
            "art": FIELD_ART[field],
        }
        for field, amount, coin, price in tile.goods
        if touches.good(field) in offered
    ]


def _colours(scene: Scene, offered: list[str]) -> list[dict[str, object]]:
    return [
        {
            "touch": touch,
            "colour": touch[7:],
            "label": scene.say(touch.replace("-", ".", 1)),
            "letter": scene.say(f"letter.{touch[7:]}"),
            "faces": faces(scene, ("red", "green", "black").index(touch[7:])),
        }
        for touch in offered
        if touch.startswith("colour-")
    ]


def _drawn(scene: Scene) -> list[dict[str, object]]:
    """The discs of this Time phase, and which of them is being sent."""
    if scene.moment.kind != "assigning":
        return []
    open_disc = int(a_of(scene.moment.moves[0]))
    found = []
    marked = False
    for value in scene.seen.drawn:
        disc, die = value & 15, value >> 4
        now = not marked and not die and disc == open_disc
        marked = marked or now
        art = f"crim-{disc + 1}" if disc < 6 else "assassin" if disc == ASSASSIN else "bomb-0"
        name = scene.names.disc(disc)
        where = scene.names.place(touches.precinct(scene.game, scene.seen, die)) if die else ""
        found.append({"art": art, "name": name, "die": die, "now": now, "where": where})
    return found


def _event_dice(scene: Scene, offered: list[str]) -> list[dict[str, object]]:
    if scene.moment.kind != "assigning":
        return []
    found = []
    for number in scene.seen.event_dice:
        slot = touches.precinct(scene.game, scene.seen, number)
        label = scene.say("die.event", n=number, place=scene.names.place(slot))
        found.append(
            {
                "touch": touches.tile(slot),
                "n": number,
                "place": scene.names.place(slot),
                "label": label,
            }
        )
    return found


def _watching(scene: Scene) -> str:
    """Nothing is asked of the viewer: the dice on the table, and the last lines of the log."""
    told = Told(scene).last()
    dice = lying(scene) if scene.seen.dice else fallen(scene) if scene.past.fresh else []
    return scene.draw(
        "watch.html",
        dice=dice,
        tumble=scene.past.rolls % 2,
        lines=[scene.html(line) for line in told[-5:]],
    )
