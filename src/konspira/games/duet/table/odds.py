"""What a partner meant and believed, in words (CD-20.14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from konspira.games.duet import Duet
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.voice import Voice
from konspira.web.table import Odds

SURE = 8  # words that are shown, the surest first


def odds(game: Duet, side: int, truth: Seen, belief: Mapping[str, Any], voice: Voice) -> list[Odds]:
    """`truth` is the open table at that moment; `side` is the bot's."""
    found: list[Odds] = []
    meant = belief.get("meant", [])
    if meant:
        things = [word.upper() for word in meant]
        found.append(Odds(voice.say("web.odds.meant"), things=things))
    words = belief.get("words", {})
    if words:
        board = [game.box.words[place] for place in truth.words]
        colours = truth.keys[1 - side]
        found.append(
            Odds(
                voice.say("web.odds.words"),
                [voice.say(f"web.odds.{colour}") for colour in ("green", "black", "beige")],
                [
                    (word.upper(), shares, colours[board.index(word)])
                    for word, shares in list(words.items())[:SURE]
                ],
            )
        )
    return found
