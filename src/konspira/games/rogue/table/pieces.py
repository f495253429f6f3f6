"""Where each piece stands on its tile: figures, discs in rows, informants in their slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from konspira.games.rogue.notation import SLOTS
from konspira.games.rogue.rules.components import DEFEATED
from konspira.games.rogue.table import touches
from konspira.games.rogue.table.fuses import piece as bomb_piece
from konspira.games.rogue.table.scene import Scene

# How many discs stand beside so many figures in the lowest row, large and small.
LARGE_ROW: Final = (4, 3, 2, 1, 0)
SMALL_ROW: Final = (6, 4, 3, 2, 0)
LARGE_ABOVE: Final = 3
SMALL_ABOVE: Final = 5


@dataclass(slots=True)
class Piece:
    id: str
    classes: str
    art: str
    touch: str
    tip: str
    spoken: str


def discs(scene: Scene, slot: int, short: bool = False) -> list[tuple[str, Piece]]:
    """Criminals, assassins and bombs of a slot, without their places on the tile."""
    say, seen, path = scene.say, scene.seen, scene.game.box.path
    where = "" if short else f", {scene.names.place(slot)}"
    found: list[tuple[str, Piece]] = []
    for number, status, place, *_ in seen.criminals:
        if status <= DEFEATED and path[place] == slot:
            beaten = status == DEFEATED
            spoken = say(
                "spoken.defeated" if beaten else "spoken.untamed",
                criminal=scene.names.criminal(number),
            )
            art = f"crim-{number + 1}{'d' if beaten else ''}"
            found.append(
                (
                    spoken,
                    Piece(
                        f"piece-crim-{number + 1}",
                        "disc" + (" beaten" if beaten else ""),
                        art,
                        touches.criminal(number),
                        "rule-criminal",
                        spoken + where,
                    ),
                )
            )
    for serial, position in scene.past.standing([one & 15 for one in seen.assassins]):
        if path[position] == slot:
            spoken = say("disc.assassin")
            piece = Piece(
                f"piece-assassin-{serial}",
                "disc",
                "assassin",
                touches.assassin(position),
                "rule-assassin",
                spoken + where,
            )
            found.append((spoken, piece))
    for at, one in enumerate([bomb for bomb in seen.bombs if bomb & 15 == slot]):
        timer = one >> 4 & 15
        spoken = say("spoken.bomb", n=timer)
        piece = Piece(
            bomb_piece(slot, at),
            "disc" + (" last" if timer == 1 else ""),
            f"bomb-{timer}",
            touches.bomb(slot, timer),
            "rule-bomb",
            spoken + where,
        )
        found.append((spoken, piece))
    return found


def standing(scene: Scene, slot: int) -> list[Piece]:
    """All pieces on one tile, with the classes that put them there."""
    seen, names, say = scene.seen, scene.names, scene.say
    at = f"at-{SLOTS[slot]}"
    found: list[Piece] = []
    figures = [seat for seat in scene.seats if scene.at(seat) == slot]
    for index, seat in enumerate(figures):
        android = bool(seen.unmasked[seat])
        spoken = say(
            "spoken.android" if android else "spoken.agent",
            who=names.seat(seat),
            place=names.place(slot),
        )
        stand = f"{at} f{len(figures)}{index + 1}"
        found.append(
            Piece(
                f"piece-fig-{seat + 1}",
                f"fig s{seat + 1} {stand}" + (" me" if seat == scene.me else ""),
                f"fig-{seat + 1}{'a' if android else ''}",
                touches.seat(seat),
                "rule-android" if android else "rule-agent",
                spoken,
            )
        )
        for held, number in enumerate(scene.captives(seat)):
            found.append(
                Piece(
                    f"piece-crim-{number + 1}",
                    f"carry {stand} k{held}",
                    f"crim-{number + 1}d",
                    touches.criminal(number),
                    "rule-captive",
                    say("spoken.captive", criminal=names.criminal(number), who=names.seat(seat)),
                )
            )
    low = [piece for _, piece in discs(scene, slot)]
    if seen.police == slot:
        police = Piece(
            "piece-police",
            "squad",
            "police",
            "police",
            "rule-police",
            say("spoken.squad", place=names.place(slot)),
        )
        low.insert(0, police)
    _stand(low, len(figures), at)
    found += low
    pair = seen.informants[slot]
    for index, part in enumerate((pair & 7, pair >> 3)):
        if part:
            found.append(
                Piece(
                    f"piece-informant-{SLOTS[slot]}-{index}",
                    f"inf s{part} {at} {'sl' if index else 'su'}",
                    f"seat-{part}",
                    touches.informant(slot, part - 1),
                    "rule-informant",
                    say("spoken.informant-at", who=names.seat(part - 1), place=names.place(slot)),
                )
            )
    return found


def _stand(discs: list[Piece], figures: int, at: str) -> None:
    """Rows from below, beside the figures; many discs are drawn smaller."""
    small = len(discs) > LARGE_ROW[figures] + LARGE_ABOVE
    lowest = (SMALL_ROW if small else LARGE_ROW)[figures]
    above = SMALL_ABOVE if small else LARGE_ABOVE
    for index, piece in enumerate(discs):
        if index < lowest:
            row, column = 0, index
        else:
            row, column = divmod(index - lowest, above)
            row += 2 if small and figures else 1  # over the heads
        alone = piece.classes == "squad" and len(discs) == 1 and figures < 3
        size = "z1" if alone else "z3" if small else "z2"
        piece.classes += f" {at} {size} i{column} j{row}"
