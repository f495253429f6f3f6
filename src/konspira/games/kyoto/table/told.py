"""What a table shows of the past: the way the last agents went, and scenes worth a look.

Made from told codes alone. Agents are followed from cell to cell as far as the viewer can know
who they are, so that a scene shows the own attacker and never a hidden one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.board import Board
from konspira.games.kyoto.rules.codes import a_of, actor_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.components import UNKNOWN

NOWHERE = -1
HIDDEN = int(UNKNOWN)
# A scene is over for good when so many entries have followed it.
LASTING = 3


@dataclass(frozen=True, slots=True)
class Way:
    """A way somebody went. `kind`: moved, pushed or returned."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Agent:
    """Somebody on the board, as far as she is known; `shown`: to all."""

    side: int
    identity: int = HIDDEN
    shown: bool = False


SOMEBODY = Agent(0)


@dataclass(frozen=True, slots=True)
class Scene:
    """One thing to look at. `side` attacks, acts or is concerned. Cards with their number."""

    entry: int
    kind: str
    side: int
    cell: int = NOWHERE
    back: int = NOWHERE
    attacker: Agent = SOMEBODY
    defender: Agent = SOMEBODY
    cards: tuple[tuple[int, int], ...] = ()


class Told:
    """Told codes read from the start."""

    def __init__(self, board: Board, told: Sequence[Sequence[int]]) -> None:
        self.board = board
        self.ways: list[Way] = []
        self.swapped: tuple[int, ...] = ()
        self.scenes: list[Scene] = []
        self._at: dict[int, Agent] = {}
        self._attacks: list[tuple[Way, Agent]] = []
        self._mover = NOWHERE
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
                self._at[a] = Agent(seat, b)
            case codes.PLAY:
                self.ways, self.swapped = [], ()
                self._move(seat, Way(b, c, "moved"))
                self._mover = c
            case codes.FAN_PLAY:
                self._move(seat, Way(b, c, "moved"))
                self._mover = c
            case codes.PUSH:
                self._move(1 - seat, Way(a, b, "pushed"))
            case codes.SPRING:
                self._scene("spring", seat, c, cards=((b, 1),))
                self._move(1 - seat, Way(self._mover, c, "pushed"))
            case codes.SWAP_TWO:
                self.ways, self.swapped = [], (a, b)
                self._swap(seat, a, b, c)
            case codes.LAY_DECOY:
                self.ways, self.swapped = [], ()
            case codes.SHOWN:
                self._shown(a, b, c)
            case codes.BEATEN | codes.HELD | codes.SHOT:
                self._fought(kind, a, b)
            case codes.FALSE_HERE:
                self._scene("false", a, b)
            case codes.ESCAPED:
                self._scene("escape", a, b, attacker=Agent(a, c, True))
            case codes.HAND_SHOWN:
                self._hand(a, b, c)
            case codes.PICKED:
                self._scene("picked", a, cards=((b, 1),))
            case codes.ENDED:
                self._scene("end", a, cards=((b, 1),))

    # Following agents ---------------------------------------------------------------------------

    def _move(self, side: int, way: Way) -> None:
        agent = self._at.pop(way.start, Agent(side))
        self.ways.append(way)
        if self._at.get(way.end, agent).side != side:
            self._attacks.append((way, agent))
        else:
            self._at[way.end] = agent

    def _swap(self, side: int, first: int, second: int, choice: int) -> None:
        """Both are hidden from now on (SK-6.4.3); who is who, only their owner knows."""
        here = self._at.get(first, Agent(side)).identity
        there = self._at.get(second, Agent(side)).identity
        if choice == 0:  # SK-12.5b
            here = there = HIDDEN
        elif choice == 2:
            here, there = there, here
        self._at[first], self._at[second] = Agent(side, here), Agent(side, there)

    def _placed(self, entry: Sequence[int]) -> None:
        """The last identity goes to the last start cell by itself."""
        if not entry or kind_of(entry[0]) != codes.PLACE:
            return
        side = actor_of(entry[0])
        start = self.board.start[side]
        known = [b_of(code) for code in entry if kind_of(code) == codes.PLACE]
        if len(known) == len(start) - 1:
            left = [identity for identity in self.board.identities if identity not in known]
            self._at[start[-1]] = Agent(side, left[0] if len(left) == 1 else HIDDEN)

    # Scenes -------------------------------------------------------------------------------------

    def _scene(
        self,
        kind: str,
        side: int,
        cell: int = NOWHERE,
        attacker: Agent = SOMEBODY,
        cards: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.scenes.append(Scene(self._entry, kind, side, cell, attacker=attacker, cards=cards))

    def _shown(self, side: int, cell: int, identity: int) -> None:
        agent = Agent(side, identity, True)
        for at, (way, attacker) in enumerate(self._attacks):
            if attacker.side == side and way.end == cell:
                self._attacks[at] = (way, agent)
                return
        self._at[cell] = agent
        if not any(way.end == cell for way, _ in self._attacks):
            self.scenes.append(Scene(self._entry, "wiretap", side, cell, defender=agent))

    def _fought(self, kind: int, side: int, cell: int) -> None:
        found = [
            attack for attack in self._attacks if attack[0].end == cell and attack[1].side == side
        ]
        way, attacker = found[0] if found else (Way(cell, cell, "moved"), Agent(side))
        self._attacks = [attack for attack in self._attacks if attack not in found]
        defender = self._at.get(cell, Agent(1 - side))
        name = {codes.BEATEN: "won", codes.HELD: "held", codes.SHOT: "shot"}[kind]
        self.scenes.append(Scene(self._entry, name, side, cell, way.start, attacker, defender))
        if kind == codes.BEATEN:
            self._at[cell] = attacker
        elif kind == codes.HELD:
            self._at[way.start] = attacker
            self.ways.append(Way(cell, way.start, "returned"))

    def _hand(self, side: int, card: int, copies: int) -> None:
        last = self.scenes[-1] if self.scenes else None
        if last is not None and last.kind == "hand" and last.entry == self._entry:
            self.scenes[-1] = replace(last, cards=(*last.cards, (card, copies)))
        else:
            self._scene("hand", side, cards=((card, copies),))
