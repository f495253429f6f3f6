"""Case files: the criminals in play with their cards, as far as the viewer knows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from konspira.games.rogue.notation import EFFECTS
from konspira.games.rogue.rules.components import CAPTIVE, DEFEATED, EVERYTHING, FIRST_CLOCK
from konspira.games.rogue.table import touches
from konspira.games.rogue.table.names import SYNDICATES
from konspira.games.rogue.table.scene import SYNDICATE_ART, Scene

# Which face each card has on the art sheet.
MUGS: Final = "5346237014063506432407714732316045377246020624"
# What an effect looks like beside its words.
EFFECT_ART: Final = {
    "lose_own_informant": "inf",
    "lose_any_informant": "inf",
    "tick_all_bombs": "clock",
    "reveal_identity": "eye",
    "lose_stamina": "heart",
    "lose_ammo": "ammo",
    "lose_fuel": "fuel",
    "lose_evidence": "evid",
    "lose_credits": "cred",
    "gain_credits": "cred",
    "gain_evidence": "evid",
    "brace": "plate",
    "exposed": "heart",
    "slip_away": "range",
    "flee": "range",
    "call_assassin": "x",
    "plant_bomb": "exp",
    "no_green": "x",
    "extra_green": "tick",
    "no_retaliation": "tick",
    "free_captive": "cuff",
    "downgrade": "undo",
}


@dataclass(slots=True)
class Effect:
    kind: str  # red or white for what a reveal does, back for a retaliation
    art: str
    short: str
    full: str


@dataclass(slots=True)
class File:
    number: int
    id: str
    touch: str
    state: str  # up, peek, down, beaten, held
    where: str
    spoken: str  # before what can be read on it
    marks: list[int]
    tip: str
    title: str = ""
    art: str = ""
    mug: str = ""
    syndicate: str = ""
    syndicate_name: str = ""
    stamina: int = 0
    bounty: int = 0
    holder: int = -1
    only_you: bool = False
    effects: tuple[Effect, ...] = ()


def files(scene: Scene) -> str:
    found = [_file(scene, part) for part in scene.seen.criminals]
    return scene.draw(
        "files.html",
        cards=[one for one in found if one.state in ("up", "peek", "down")],
        minis=[one for one in found if one.state in ("beaten", "held")],
        deck=int(scene.seen.deck) + len(scene.seen.bottom),
        removed=int(scene.seen.removed).bit_count(),
    )


def _file(scene: Scene, part: list[int]) -> File:
    number, status, place, card, face_up, marks = part
    names, say = scene.names, scene.say
    if status == CAPTIVE:
        state, where = "held", names.seat(place)
    else:
        where = names.path(place)
        state = "beaten" if status == DEFEATED else "up" if face_up else "peek" if card >= 0 else ""
    file = File(
        number + 1,
        f"file-{number + 1}",
        touches.criminal(number),
        state or "down",
        where,
        "",
        [seat + 1 for seat in scene.seats if marks >> seat & 1],
        "rule-criminal",
    )
    if status == CAPTIVE:
        file.holder = place
    # After the end everybody sees what one agent had investigated.
    investigated = scene.me >= 0 and bool(marks >> scene.me & 1)
    file.only_you = state == "peek" and investigated and not scene.seen.ending
    spoken = [names.disc(number), say(f"state.{file.state}")]
    if card >= 0:
        fill(scene, file, card)
        spoken.append(file.syndicate_name)
        spoken.append(say("spoken.stats", stamina=file.stamina, bounty=file.bounty))
    if marks:
        who = ", ".join(names.seat(seat - 1) for seat in file.marks)
        spoken.append(say("spoken.marks", who=who))
    file.spoken = f"{', '.join(spoken)}:"
    return file


def fill(scene: Scene, file: File, card: int) -> None:
    """What stands on a card."""
    criminal = scene.game.box.criminals[card]
    names = scene.names
    file.title = names.titles[card]
    file.syndicate = f"y-{SYNDICATES[criminal.syndicate]}"
    file.syndicate_name = names.syndicate(criminal)
    file.art = SYNDICATE_ART[criminal.syndicate]
    file.mug = f"mug-{MUGS[card]}" if card < len(MUGS) else "mug-0"
    file.stamina = int(criminal.stamina)
    file.bounty = int(criminal.bounty)
    file.tip = f"rule-card-{card + 1}"
    effects = []
    if criminal.reveal_icon:
        kind = "red" if criminal.reveal_icon == 1 else "white"
        effects.append(effect(scene, kind, int(criminal.reveal), int(criminal.reveal_number)))
    effects.append(
        effect(scene, "back", int(criminal.retaliation), int(criminal.retaliation_number))
    )
    file.effects = tuple(effects)


def effect(scene: Scene, kind: str, number: int, amount: int) -> Effect:
    name = EFFECTS[number]
    how_much = scene.say("everything") if amount == EVERYTHING else str(amount)
    art = "clock" if number >= FIRST_CLOCK else EFFECT_ART.get(name, "x")
    short = scene.say(f"effect.{name}.short", n=how_much)
    full = scene.names.effect(number, amount)
    key = {"red": "icon.red", "white": "icon.white"}.get(kind)
    prefix = scene.say(key) if key else scene.say("word.retaliation")
    return Effect(kind, art, short, f"{prefix}: {full}")
