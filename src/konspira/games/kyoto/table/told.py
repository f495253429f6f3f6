"""What a table shows of the past: the way the last agents went, and scenes worth a look.

Made from told codes alone. Agents are followed from cell to cell as far as the viewer can know
who they are, so that a scene shows the own attacker and never a hidden one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.board import Board
from konspira.games.kyoto.rules.codes import a_of, actor_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.components import UNKNOWN

NOBODY_THERE = -1
# A scene is over for good when so many entries have followed it.
LASTING = 3


@dataclass(frozen=True, slots=True)
class Way:
    """A way somebody went. `kind`: moved, pushed or returned."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One thing to look at. `side` attacks, acts or is concerned; identities may be UNKNOWN."""

    entry: int
    kind: str
    side: int
    cell: int = NOBODY_THERE
    back: int = NOBODY_THERE
    attacker: int = int(UNKNOWN)
    defender: int = int(UNKNOWN)
    named: int = int(UNKNOWN)
    cards: tuple[tuple[int, int], ...] = ()


class Told:
    """Told codes read from the start."""

    def __init__(self, board: Board, told: Sequence[Sequence[int]]) -> None:
        self.board = board
        self.turn = 0
        self.ways: list[Way] = []
        self.swapped: tuple[int, ...] = ()
        self.scenes: list[Scene] = []
        self._who: dict[int, int] = {}  # cell → identity, as far as it is known
        self._side: dict[int, int] = {}  # cell → side
        self._attacks: list[tuple[int, int, int, int]] = []  # side, start, end, identity
        self._mover = NOBODY_THERE
        self._named = int(UNKNOWN)
        self._playing = -1
        self._entry = 0
        for self._entry, entry in enumerate(told):
            for code in entry:
                self._read(code)
            self._placed(entry)
        self.scenes = [scene for scene in self.scenes if scene.entry >= len(told) - LASTING]

    def _read(self, code: int) -> None:
        kind, a, b, c = kind_of(code), a_of(code), b_of(code), c_of(code)
        seat = actor_of(code)
        match kind:
            case codes.PLACE:
                self._stand(a, seat, b)
            case codes.PLAY:
                self.ways, self.swapped = [], ()
                self._move(seat, b, c, "moved")
                self._mover = c
            case codes.FAN_PLAY:
                self._move(seat, b, c, "moved")
                self._mover = c
            case codes.PUSH:
                self._move(1 - seat, a, b, "pushed")
            case codes.SPRING:
                self._scene("spring", seat, c, cards=((b, 1),))
                self._move(1 - seat, self._mover, c, "pushed")
            case codes.SWAP_TWO:
                self.ways, self.swapped = [], (a, b)
                self._swap(a, b, c)
            case codes.LAY_DECOY:
                self.ways, self.swapped = [], ()
            case codes.FIRE:
                self._named = a
            case _ if kind >= codes.SHOWN:
                self._happening(kind, a, b, c)

    def _happening(self, kind: int, a: int, b: int, c: int) -> None:
        match kind:
            case codes.SHOWN:
                self._shown(a, b, c)
            case codes.BEATEN | codes.HELD | codes.SHOT:
                self._fought(kind, a, b)
            case codes.FALSE_HERE:
                self._scene("false", a, b)
            case codes.ESCAPED:
                self._scene("escape", a, b, attacker=c)
            case codes.HAND_SHOWN:
                self._hand(a, b, c)
            case codes.PICKED:
                self._scene("picked", a, cards=((b, 1),))
            case codes.BEGINS if self._playing != a:
                self._playing = a
                self.turn += 1
            case codes.ENDED:
                self._scene("end", a, cards=((b, 1),))

    # Following agents ---------------------------------------------------------------------------

    def _stand(self, cell: int, side: int, identity: int) -> None:
        self._who[cell] = identity
        self._side[cell] = side

    def _leave(self, cell: int) -> int:
        self._side.pop(cell, None)
        return self._who.pop(cell, int(UNKNOWN))

    def _move(self, side: int, start: int, end: int, kind: str) -> None:
        identity = self._leave(start)
        self.ways.append(Way(start, end, kind))
        if self._side.get(end, side) == 1 - side:
            self._attacks.append((side, start, end, identity))
        else:
            self._stand(end, side, identity)

    def _swap(self, first: int, second: int, choice: int) -> None:
        here = self._who.get(first, int(UNKNOWN))
        there = self._who.get(second, int(UNKNOWN))
        if choice == 0:  # SK-12.5b
            here = there = int(UNKNOWN)
        elif choice == 2:
            here, there = there, here
        self._who[first], self._who[second] = here, there

    def _placed(self, entry: Sequence[int]) -> None:
        """The last identity goes to the last start cell by itself."""
        if not entry or kind_of(entry[0]) != codes.PLACE:
            return
        side = actor_of(entry[0])
        start = self.board.start[side]
        known = [b_of(code) for code in entry if kind_of(code) == codes.PLACE]
        if len(known) == len(start) - 1:
            left = [identity for identity in self.board.identities if identity not in known]
            self._stand(start[-1], side, left[0] if len(left) == 1 else int(UNKNOWN))

    # Scenes -------------------------------------------------------------------------------------

    def _scene(
        self, kind: str, side: int, cell: int = NOBODY_THERE, attacker: int = int(UNKNOWN),
        cards: tuple[tuple[int, int], ...] = (),
    ) -> None:  # fmt: skip
        self.scenes.append(Scene(self._entry, kind, side, cell, attacker=attacker, cards=cards))

    def _shown(self, side: int, cell: int, identity: int) -> None:
        for at, (attacking, start, end, _) in enumerate(self._attacks):
            if attacking == side and end == cell:
                self._attacks[at] = (attacking, start, end, identity)
                return
        fight = any(end == cell for _, _, end, _ in self._attacks)
        self._stand(cell, side, identity)
        if not fight:
            self.scenes.append(Scene(self._entry, "wiretap", side, cell, defender=identity))

    def _fought(self, kind: int, side: int, cell: int) -> None:
        found = [attack for attack in self._attacks if attack[0] == side and attack[2] == cell]
        _, start, _, attacker = found[0] if found else (side, cell, cell, int(UNKNOWN))
        self._attacks = [attack for attack in self._attacks if attack not in found]
        defender = self._who.get(cell, int(UNKNOWN))
        name = {codes.BEATEN: "won", codes.HELD: "held", codes.SHOT: "shot"}[kind]
        self.scenes.append(
            Scene(self._entry, name, side, cell, start, attacker, defender, self._named)
        )
        self._named = int(UNKNOWN)
        if kind == codes.BEATEN:
            self._stand(cell, side, attacker)
        elif kind == codes.HELD:
            self._stand(start, side, attacker)
            self.ways.append(Way(cell, start, "returned"))

    def _hand(self, side: int, card: int, copies: int) -> None:
        last = self.scenes[-1] if self.scenes else None
        if last is not None and last.kind == "hand" and last.entry == self._entry:
            self.scenes.pop()
            self._scene("hand", side, cards=(*last.cards, (card, copies)))
        else:
            self._scene("hand", side, cards=((card, copies),))
