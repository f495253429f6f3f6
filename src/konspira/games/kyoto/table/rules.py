"""The rules drawer: the rules in short, each card, place and agent by itself."""

from __future__ import annotations

from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, EQUIPMENT, KINDS, SIDES, SPECIAL_AGENTS
from konspira.games.kyoto.table.drawing import drawn
from konspira.games.kyoto.table.pieces import PLACES, identity_of


def rules(game: Kyoto, words: Texts) -> str:
    board, options = game.board, game.rules
    specials = [
        (name, board.special_sides[number])
        for number, name in enumerate(SPECIAL_AGENTS)
        if number and (options.neutral_agent or board.special_sides[number] < len(SIDES))
    ]
    gear = list(zip(EQUIPMENT, board.equipment_sides, strict=True))
    flags = ["false"]
    if options.equipment:
        flags += ["stunned", "drugged"]
    if options.neutral_agent:
        flags.append("shielded")
    return drawn(
        "rules.html",
        words,
        cards=CARDS,
        places=PLACES,
        kinds=KINDS,
        flags=flags,
        identities=[identity_of(identity) for identity in board.identities],
        specials=specials if options.special_agents else [],
        gear=gear if options.equipment else [],
    )
