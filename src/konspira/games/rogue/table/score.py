"""The end of a game, line by line: influence, informants, each syndicate, the sum (RA-19)."""

from __future__ import annotations

from dataclasses import dataclass

from konspira.games.rogue.notation import ENDINGS
from konspira.games.rogue.rules.components import INFLUENCE, STAMINA
from konspira.games.rogue.rules.scoring import syndicate_bonus
from konspira.games.rogue.table.asked import won
from konspira.games.rogue.table.boards import board
from konspira.games.rogue.table.names import SYNDICATES
from konspira.games.rogue.table.scene import SYNDICATE_ART, Scene


@dataclass(slots=True)
class Row:
    art: str
    classes: str
    label: str
    cells: list[tuple[str, int]]  # what it is made of, points; one for each seat


def score(scene: Scene) -> str:
    """Empty until the game is over."""
    seen = scene.seen
    if not seen.ending:
        return ""
    winners = [seat for seat in scene.seats if seen.winners >> seat & 1]
    rows = [
        Row(
            "s-infl",
            "",
            scene.say("field.influence"),
            [("", seen.boards[seat][INFLUENCE]) for seat in scene.seats],
        ),
        Row(
            "s-inf",
            "",
            scene.say("score.informants"),
            [("", board(scene, seat).placed) for seat in scene.seats],
        ),
        *_syndicates(scene),
    ]
    return scene.draw(
        "score.html",
        rows=rows,
        totals=[seen.scores[seat] for seat in scene.seats],
        stamina=[seen.boards[seat][STAMINA] for seat in scene.seats],
        winners=winners,
        winner=won(scene.names, seen),
        why=scene.say(f"score.why.{ENDINGS[seen.ending]}"),
    )


def counts(scene: Scene, seat: int) -> list[tuple[int, int]]:
    """For each syndicate the cards and the wild ones that count with them (RA-19.4, RA-19.5)."""
    found = [0] * len(SYNDICATES)
    for card, criminal in enumerate(scene.game.box.criminals):
        if scene.seen.scored[seat] >> card & 1:
            found[criminal.syndicate] += 1
    wild = found.pop()
    best = found.index(max(found))
    return [(count, wild if at == best else 0) for at, count in enumerate(found)]


def _syndicates(scene: Scene) -> list[Row]:
    by_seat = [counts(scene, seat) for seat in scene.seats]
    rows = []
    for number, name in enumerate(SYNDICATES[:-1]):
        cells = []
        for seat in scene.seats:
            cards, wild = by_seat[seat][number]
            made = f"{cards}+{wild}" if wild else str(cards) if cards else ""
            cells.append((made, int(syndicate_bonus(cards + wild))))
        if any(points for _, points in cells):
            rows.append(
                Row(
                    f"y-{SYNDICATE_ART[number]}",
                    f"y-{name}",
                    scene.say(f"syndicate.{name}"),
                    cells,
                )
            )
    return rows
