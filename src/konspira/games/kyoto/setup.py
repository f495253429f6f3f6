"""Positions as people write them down (docs/scenarios.md), turned into position texts."""

from __future__ import annotations

import re
from typing import Any

from konspira.engine.contract import BadText
from konspira.games.kyoto.notation import (
    CARDS,
    EQUIPMENT,
    IDENTITIES,
    LETTERS,
    SIDES,
    SPECIAL_AGENTS,
    Notation,
)

KEYS = {"turn", "ONI", "GOV", "ruri", "equipment"}
SIDE_KEYS = {
    "agents",
    "detained",
    "hand",
    "deck",
    "pile",
    "decoys",
    "special",
    "bottom_locations",
    "bottom_tactics",
}
AGENT = re.compile(r"^(3R|3|2R|2|1|0)([!~*+]*)$")
STATES = ("absent", "inactive", "active", "used")


def _error(sentence: str, part: Any, key: str) -> BadText:
    error = BadText(sentence)
    line_of = getattr(part, "line_of", None)
    if line_of is not None:
        error.line = line_of(key)
    return error


def position_text(value: Any, notation: Notation) -> str:
    """The text of a position given by agents, hands, piles and so on.

    What is not said: no agents besides those named, the rest of the cards in the decks; where a
    deck is given, the rest lies in the discard pile, under what is said of the pile.
    """
    if not isinstance(value, dict):
        raise BadText("a position needs turn, ONI and GOV")
    for key in value:
        if key not in KEYS:
            raise _error(f"unknown key {key!r} in a position", value, key)
    turn = str(value.get("turn", "ONI"))
    if turn not in SIDES:
        raise _error(f"turn is ONI or GOV, not {turn!r}", value, "turn")
    sides = [_Side(value.get(name) or {}, name, notation, value) for name in SIDES]
    specials = [side.special for side in sides]
    ruri = "-"
    if "ruri" in value:
        ruri = _card(value["ruri"], value, "ruri", CARDS[:4])
        owner = specials.index("ruri") if "ruri" in specials else -1
        if owner < 0:
            raise _error("a colour for Ruri, but nobody has her", value, "ruri")
        sides[owner].remove(ruri, value, "ruri")
    states = ["0"] * len(EQUIPMENT)
    if "equipment" in value:
        states = ["1"] * len(EQUIPMENT)
        if not isinstance(value["equipment"], dict):
            raise _error("equipment needs names with states", value, "equipment")
        for name, state in value["equipment"].items():
            if name not in EQUIPMENT or state not in STATES:
                raise _error(f"no equipment {name}: {state}", value["equipment"], name)
            states[EQUIPMENT.index(name)] = str(STATES.index(state))
    for side in sides:
        side.deal()
    advanced = "/".join(
        [*specials, ruri, "".join(states)]
        + [_letters(cards) for side in sides for cards in side.bottoms]
    )
    if advanced == "none/none/-/000000/-/-/-/-":
        advanced = "-"
    return " ".join(
        [
            "turn",
            turn,
            *(side.agents for side in sides),
            *(_counts(side.hand) for side in sides),
            *(_counts(side.deck) for side in sides),
            *(_letters(side.pile) for side in sides),
            *(",".join(_letters(marks) for marks in side.decoys) or "-" for side in sides),
            "/".join("+".join(side.detained) or "-" for side in sides),
            "/".join(str(side.next_id) for side in sides),
            advanced,
            "-",
        ]
    )


class _Side:
    def __init__(self, value: Any, name: str, notation: Notation, whole: Any) -> None:
        if not isinstance(value, dict):
            raise _error(f"{name} needs agents, hand and so on", whole, name)
        for key in value:
            if key not in SIDE_KEYS:
                raise _error(f"unknown key {key!r} of {name}", value, key)
        self.value = value
        self.name = name
        decks = int(notation.board.decks)
        self.left = [decks >> (6 * card) & 63 for card in range(10)]
        self.hand: list[int] = []
        self.deck: list[int] = []
        self.pile: list[int] = []
        self.bottoms: list[list[int]] = [[], []]
        self.decoys: list[list[int]] = []
        self.special = str(value.get("special", "none"))
        if self.special not in SPECIAL_AGENTS:
            raise _error(f"there is no special agent {self.special!r}", value, "special")
        self._agents(notation)

    def _agents(self, notation: Notation) -> None:
        placed = {}
        seen: set[str] = set()
        agents = self.value.get("agents") or {}
        if not isinstance(agents, dict):
            raise _error(f"agents of {self.name} needs cells with identities", self.value, "agents")
        for cell, agent in agents.items():
            if cell not in notation.cell_of:
                raise _error(f"there is no cell {cell!r}", agents, cell)
            found = AGENT.match(str(agent))
            if not found:
                raise _error(f"no agent {agent!r} (as 3R, 2, with ! ~ * +)", agents, cell)
            if found[1] in seen:
                raise _error(f"{self.name} has {found[1]} twice", agents, cell)
            seen.add(found[1])
            placed[cell] = (found[1], "".join(sorted(found[2], key="!~*+".index)))
        order = sorted(placed, key=lambda cell: notation.cell_of[cell])
        self.agents = (
            ",".join(
                f"{cell}:{placed[cell][0]}{placed[cell][1]}#{number}"
                for number, cell in enumerate(order, 1)
            )
            or "-"
        )
        self.next_id = 7
        detained = [str(name) for name in self.value.get("detained") or []]
        for name in detained:
            if name not in IDENTITIES or name in seen:
                raise _error(f"{name!r} cannot be in detention", self.value, "detained")
            seen.add(name)
        self.detained = sorted(detained, key=IDENTITIES.index)

    def remove(self, name: str, part: Any, key: str) -> int:
        card = CARDS.index(name)
        if not self.left[card]:
            raise _error(f"{self.name} has no {name} left", part, key)
        self.left[card] -= 1
        return card

    def _take(self, names: Any, key: str, allowed: tuple[str, ...] = CARDS) -> list[int]:
        if not isinstance(names, list):
            raise _error(f"{key} must be a list of cards", self.value, key)
        cards = [_card(name, self.value, key, allowed) for name in names]
        return [self.remove(card, self.value, key) for card in cards]

    def deal(self) -> None:
        value = self.value
        self.hand = self._take(value.get("hand") or [], "hand")
        for marks in value.get("decoys") or []:
            self.remove("decoy", value, "decoys")
            self.decoys.append(self._take(marks, "decoys", CARDS[:4]))
        pile = self._take(value.get("pile") or [], "pile")
        self.bottoms = [
            self._take(value.get("bottom_locations") or [], "bottom_locations", CARDS[:5]),
            self._take(value.get("bottom_tactics") or [], "bottom_tactics", CARDS[5:]),
        ]
        rest = [card for card in range(10) for _ in range(self.left[card])]
        if "deck" in value:
            self.deck = self._take(value["deck"] or [], "deck")
            rest = [card for card in range(10) for _ in range(self.left[card])]
            self.pile = rest + pile
        else:
            self.deck = rest
            self.pile = pile


def _card(name: Any, part: Any, key: str, allowed: tuple[str, ...]) -> str:
    if name not in allowed:
        raise _error(f"{name!r} is not one of {', '.join(allowed)}", part, key)
    return str(name)


def _counts(cards: list[int]) -> str:
    numbers = [str(cards.count(card)) for card in range(10)]
    return ".".join(numbers[:5]) + "-" + ".".join(numbers[5:])


def _letters(cards: list[int]) -> str:
    return "".join(LETTERS[card] for card in cards) or "-"
