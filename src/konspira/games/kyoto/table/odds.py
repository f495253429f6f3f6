"""What a bot believed of its enemy, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, IDENTITIES
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.table.touches import sign
from konspira.web.table import Odds


def odds(game: Kyoto, words: Texts, truth: Seen, belief: Mapping[str, Any]) -> list[Odds]:
    """`truth` is the open table at that moment."""
    found: list[Odds] = []
    agents = belief.get("agents", {})
    if agents:
        real = {truth.pawns[at]: truth.pawns[at + 4] for at in range(0, len(truth.pawns), 5)}
        found.append(
            Odds(
                words.say("web.odds.agents"),
                [sign(identity) for identity in range(len(IDENTITIES))],
                [
                    (
                        cell,
                        [shares.get(name, 0.0) for name in IDENTITIES],
                        real.get(game.notation.cell_of[cell]),
                    )
                    for cell, shares in agents.items()
                ],
            )
        )
    hand = belief.get("hand", {})
    likely = sorted((name for name in CARDS if name in hand), key=lambda name: -hand[name])
    if likely:
        things = [
            words.say("web.odds.held", card=words.say(f"card.{name}"), n=words.decimal(hand[name]))
            for name in likely
        ]
        found.append(Odds(words.say("web.odds.hand"), things=things))
    return found
