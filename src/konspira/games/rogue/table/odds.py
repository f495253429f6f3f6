"""What a bot believed of the others, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from konspira.games.rogue.notation import DISCS, SEATS
from konspira.games.rogue.rules.seen import Seen
from konspira.games.rogue.table.names import Names
from konspira.web.table import Odds

LIKELY = 6  # cards that are shown of a criminal nobody else knows


def odds(names: Names, truth: Seen, belief: Mapping[str, Any]) -> list[Odds]:
    """`truth` is the open table at that moment."""
    found: list[Odds] = []
    tokens = belief.get("tokens", {})
    if tokens:
        most = max(int(n) for shares in tokens.values() for n in shares)
        rows = []
        for name, shares in tokens.items():
            seat = SEATS.index(name)
            own = truth.tokens_own[seat]
            row = [shares.get(str(n), 0.0) for n in range(most + 1)]
            rows.append((names.seat(seat), row, own[1] if own else None))
        columns = [str(n) for n in range(most + 1)]
        found.append(Odds(names.say("table.odds.tokens"), columns, rows))
    for disc, shares in belief.get("criminals", {}).items():
        number = DISCS.index(disc)
        cards = names.game.notation.cards
        likely = list(shares)[:LIKELY]
        really = next((part[3] for part in truth.criminals if part[0] == number), -1)
        title = names.say("table.odds.criminal", criminal=names.disc(number))
        rows = [
            (
                names.titles[cards.index(card)],
                [shares[card]],
                0 if cards.index(card) == really else None,
            )
            for card in likely
        ]
        found.append(Odds(title, [""], rows))
    return found
