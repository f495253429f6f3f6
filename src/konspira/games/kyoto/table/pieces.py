"""The pieces of one moment, ready to be drawn: cells, agents, cards, what lies in front of a side.

Made from `Seen` and told codes. Agents are listed by side and public id, which stay the same
while they move: so the page can slide them. Nothing hidden has a class, an id or a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from konspira.engine.contract import OPEN_TABLE
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, EQUIPMENT, IDENTITIES, SPECIAL_AGENTS
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.components import (
    DECLARED_FALSE,
    DRUGGED,
    REAL,
    REVEALED,
    RURI,
    STUNNED,
)
from konspira.games.kyoto.rules.seen import Seen

SIDE_CLASSES = ("oni", "gov")
PLACES = ("red", "green", "yellow", "blue", "neutral", "hq-oni", "hq-gov")
EQUIPMENT_STATES = ("absent", "inactive", "active", "used")
LOCATIONS = 5
FLAGS = ((DECLARED_FALSE, "false"), (STUNNED, "stunned"), (DRUGGED, "drugged"))


@dataclass(frozen=True, slots=True)
class Identity:
    key: str
    strength: str
    real: bool


def identity_of(identity: int) -> Identity | None:
    """Who this is, or nothing if it is not to be known."""
    if identity >= len(IDENTITIES):
        return None
    return Identity(IDENTITIES[identity], IDENTITIES[identity][0], bool(REAL >> identity & 1))


@dataclass(frozen=True, slots=True)
class Pawn:
    cell: int
    side: int
    public_id: int
    identity: Identity | None
    shown: bool
    flags: tuple[str, ...]
    own: bool
    attacking: bool = False
    shielded: bool = False

    @property
    def key(self) -> str:
        return f"{SIDE_CLASSES[self.side]}-{self.public_id}"


@dataclass(frozen=True, slots=True)
class Cell:
    number: int
    name: str
    place: str
    pawns: tuple[Pawn, ...]
    sign: str  # what a touch would do here: step, fight, leap or place
    home: str = ""  # whose home row
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards of one kind, drawn as one: the second copy is a number on the first."""

    card: str
    copies: int
    tactics: bool


@dataclass(frozen=True, slots=True)
class Decoy:
    number: int
    marks: Sequence[str]  # a colour, or nothing where the mark is hidden


@dataclass(frozen=True, slots=True)
class Gear:
    key: str
    state: str


@dataclass(slots=True)
class Side:
    """What lies in front of a side."""

    side: int
    own: bool
    locations: int
    tactics: int
    deck_locations: int
    deck_tactics: int
    pile: int
    top: str
    hand: Sequence[Hand] | None
    special: str
    ruri: str
    decoys: Sequence[Decoy] = ()
    gear: Sequence[Gear] = ()
    held_real: Sequence[Identity] = ()
    held_false: Sequence[Identity] = ()
    ready: bool = False
    bottoms: Sequence[Sequence[str]] = field(default=())

    @property
    def key(self) -> str:
        return SIDE_CLASSES[self.side]


def seat_below(viewer: int) -> int:
    """The side drawn at the lower edge: the viewer's own, ONI for all others."""
    return viewer if viewer < 2 else 0


def hand_of(cards: int) -> list[Hand]:
    return [
        Hand(name, cards >> (6 * card) & 63, card >= LOCATIONS)
        for card, name in enumerate(CARDS)
        if cards >> (6 * card) & 63
    ]


def _standing(game: Kyoto, seen: Seen, last: int) -> tuple[list[int], list[int]]:
    """Agents and attackers as `Seen` has them. A whole draft is seen before its last move, so
    that nothing comes to light by it; where that move puts somebody is shown all the same."""
    standing, attackers = list(seen.pawns), list(seen.attackers)
    if kind_of(last) == codes.PLACE:
        side, start = seen.viewer, game.board.start[seen.viewer]
        placed = [*standing[4::5], int(b_of(last))]
        left = [identity for identity in game.board.identities if identity not in placed]
        for cell, identity in ((int(a_of(last)), placed[-1]), (start[-1], left[0])):
            standing += [cell, side, start.index(cell) + 1, 0, identity]
    elif kind_of(last) == codes.PUSH:
        at = 5 * standing[0::5].index(int(a_of(last)))
        pushed = [int(b_of(last)), *standing[at + 1 : at + 5]]
        meets = pushed[0] in standing[0::5]
        del standing[at : at + 5]
        (attackers if meets else standing).extend(pushed)
    return standing, attackers


def pawns(game: Kyoto, seen: Seen, last: int = 0) -> list[Pawn]:
    """`last`: the move that makes a draft whole, if there is one."""
    found = []
    standing, attackers = _standing(game, seen, last)
    for numbers, attacking in ((standing, False), (attackers, True)):
        for at in range(0, len(numbers), 5):
            cell, side, public_id, flags, identity = numbers[at : at + 5]
            protected = seen.specials[side] == RURI and game.board.types[cell] == seen.ruri
            found.append(
                Pawn(
                    cell,
                    side,
                    public_id,
                    identity_of(identity),
                    bool(flags & REVEALED),
                    tuple(name for flag, name in FLAGS if flags & flag),
                    side == seen.viewer,
                    attacking,
                    protected and not attacking,
                )
            )
    return sorted(found, key=lambda pawn: (pawn.side, pawn.public_id))


def cells(
    game: Kyoto, seen: Seen, moves: Sequence[int], swapped: Sequence[int], last: int = 0
) -> list[Cell]:
    """In reading order for the viewer: the far row first, from left to right."""
    board = game.board
    stand: dict[int, list[Pawn]] = {}
    for pawn in pawns(game, seen, last):
        stand.setdefault(pawn.cell, []).append(pawn)
    numbers = list(range(int(board.cells)))
    columns = int(board.columns)
    below = seat_below(seen.viewer)
    if below == 1:
        order = [row + column for row in numbers[::columns] for column in range(columns)[::-1]]
    else:
        order = [row + column for row in numbers[::columns][::-1] for column in range(columns)]
    leaps, steps = _arrivals(game, moves)
    found = []
    for cell in order:
        here = tuple(sorted(stand.get(cell, []), key=lambda pawn: pawn.attacking))
        enemy = any(pawn.side != below for pawn in here)
        sign = "fight" if enemy else "leap" if cell in leaps - steps else "step"
        home = [SIDE_CLASSES[side] for side in (0, 1) if board.home[side] >> cell & 1]
        found.append(
            Cell(
                cell,
                game.notation.cells[cell],
                PLACES[board.types[cell]],
                here,
                sign,
                home[0] if home else "",
                cell in swapped,
            )
        )
    return found


def _arrivals(game: Kyoto, moves: Sequence[int]) -> tuple[set[int], set[int]]:
    """The cells that can be reached by a leap (SK-9.2), and those by another way."""
    leaps: set[int] = set()
    steps: set[int] = set()
    columns = int(game.board.columns)
    for move in moves:
        if kind_of(move) in (codes.PLAY, codes.FAN_PLAY):
            start, end = int(b_of(move)), int(c_of(move))
            rows = abs(start // columns - end // columns)
            (leaps if rows == 2 else steps).add(end)
    return leaps, steps


def side_of(game: Kyoto, seen: Seen, side: int) -> Side:
    board = game.board
    lost = seen.lost[1 - side]
    held = [found for bit in range(6) if lost >> bit & 1 and (found := identity_of(bit))]
    special = SPECIAL_AGENTS[seen.specials[side]] if seen.specials[side] else ""
    top = seen.tops[side]
    return Side(
        side=side,
        own=side == seen.viewer,
        locations=seen.hand_locations[side],
        tactics=seen.hand_tactics[side],
        deck_locations=seen.deck_locations[side],
        deck_tactics=seen.deck_tactics[side],
        pile=seen.pile_sizes[side],
        top=CARDS[top] if top >= 0 else "",
        hand=hand_of(seen.hands[side]) if seen.hands[side] >= 0 else None,
        special=special,
        ruri=CARDS[seen.ruri] if special == "ruri" and seen.ruri < len(CARDS) else "",
        decoys=decoys(seen, side),
        gear=[
            Gear(name, EQUIPMENT_STATES[seen.equipment >> (2 * item) & 3])
            for item, name in enumerate(EQUIPMENT)
            if seen.equipment >> (2 * item) & 3 and board.equipment_sides[item] == side
        ],
        held_real=[who for who in held if who.real],
        held_false=[who for who in held if not who.real],
        ready=bool(seen.ready[side]),
        bottoms=_bottoms(seen, side),
    )


def decoys(seen: Seen, side: int) -> list[Decoy]:
    counts, known = seen.mark_counts[side], seen.decoys[side]
    found: list[Decoy] = []
    slot = 0
    while counts >> (3 * slot):
        marks = [""] * (counts >> (3 * slot) & 7)
        if known >= 0:
            packed = known >> (6 * slot) & 63
            marks = [CARDS[mark - 1] for mark in (packed & 7, packed >> 3) if mark]
        found.append(Decoy(slot + 1, marks))
        slot += 1
    return found


def _bottoms(seen: Seen, side: int) -> list[list[str]]:
    """What Tomoyo put under the decks of a side, as far as it is seen (SK-12.1c)."""
    told = seen.bottoms
    if len(told) == 4:
        told = told[2 * side : 2 * side + 2]
    elif side != seen.viewer or seen.viewer == OPEN_TABLE:
        told = []
    return [[CARDS[card] for card in cards] for cards in told]
