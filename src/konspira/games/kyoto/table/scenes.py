"""Scenes: a confrontation, a declaration, a hand shown, the end; each told as the log tells it."""

from __future__ import annotations

from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, ENDINGS, SIDES, SPECIAL_AGENTS
from konspira.games.kyoto.table.drawing import drawn
from konspira.games.kyoto.table.pieces import identity_of
from konspira.games.kyoto.table.told import Scene, Told

SENTENCES = {
    "won": "log.won",
    "held": "log.lost",
    "shot": "log.shot",
    "wiretap": "log.shown",
    "false": "log.false",
    "escape": "log.escaped",
    "spring": "log.spring",
    "hand": "log.hand",
    "picked": "log.shows",
}
WITH_CARDS = ("hand", "spring")


def scenes(game: Kyoto, words: Texts, viewer: int, told: Told) -> str:
    """One moment for each entry: two confrontations of one play are seen one after the other."""
    acts: dict[int, list[dict[str, object]]] = {}
    for scene in told.scenes:
        acts.setdefault(scene.entry, []).append(_shown(game, words, viewer, scene))
    return drawn("scene.html", words, acts=list(acts.items()))


def _shown(game: Kyoto, words: Texts, viewer: int, scene: Scene) -> dict[str, object]:
    say, cells, side = words.say, game.notation.cells, SIDES[scene.side]
    attacker = identity_of(scene.attacker.identity)
    defender = identity_of(scene.defender.identity)
    cards = [(CARDS[card], copies) for card, copies in scene.cards if scene.kind in WITH_CARDS]
    named = ", ".join(say(f"card.{card}") + f" ×{n}" * (n > 1) for card, n in cards)
    agent = SPECIAL_AGENTS[scene.cards[0][0]] if scene.kind == "picked" else ""
    identity = defender if scene.kind == "wiretap" else attacker
    cell = cells[scene.cell] if scene.cell >= 0 else ""
    key = SENTENCES.get(scene.kind) or f"ending.{ENDINGS[scene.cards[0][0]]}"
    spoken_to = ".you" if scene.side == viewer else ""
    if scene.kind == "end" and 1 - scene.side == viewer:
        spoken_to = ".lost"
    text = say(
        key + spoken_to,
        who=say(f"side.{side}.who"),
        whose=say(f"side.{side}.whose"),
        cell=cell,
        end=cell,
        back=cells[scene.back] if scene.back >= 0 else "",
        identity=say(f"identity.{identity.key}") if identity else "",
        mark=named,
        cards=named,
        agent=say(f"agent.{agent}") if agent else "",
    )
    return {
        "scene": scene,
        "text": text,
        "attacker": attacker,
        "open": scene.attacker.shown,
        "stays": scene.defender.shown,
        "defender": defender,
        "cards": cards,
        "agent": agent,
    }
