"""The bombs on the tiles, one by one: two may lie in one place."""

from __future__ import annotations

from dataclasses import dataclass

from konspira.games.rogue.notation import SLOTS
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import a_of, b_of, kind_of
from konspira.games.rogue.rules.components import BOMB


@dataclass(slots=True)
class Bomb:
    slot: int
    timer: int
    drawn: str = ""  # the piece that stands for it on the table


class Fuses:
    """Retold from the log, oldest first as they lie on the table. Of a bomb from before the log
    nothing is known: it is taken to be the only one."""

    def __init__(self) -> None:
        self.bombs: list[Bomb] = []
        self.defused: Bomb | None = None  # somebody is at it

    def draw(self) -> None:
        """As the table shows them now; while an entry is told, it shows those of before."""
        count: dict[int, int] = {}
        for bomb in self.bombs:
            at = count.get(bomb.slot, 0)
            bomb.drawn = piece(bomb.slot, at)
            count[bomb.slot] = at + 1

    def hear(self, code: int, here: int) -> None:
        """`here`: where whoever has the turn stands."""
        a, b = int(a_of(code)), int(b_of(code))
        match int(kind_of(code)):
            case codes.TIMER:
                self.bombs.append(Bomb(b, a))
            case codes.DEFUSE:
                self.defused = next(
                    (one for one in self.bombs if (one.slot, one.timer) == (here, a)), None
                )
            case codes.SAFE:
                self.defused = None
            case codes.TICKED:
                bomb = self._ticking(a, b + 1)
                if bomb:
                    bomb.timer = b
            case codes.EXPLODED:
                self._gone(self._going_off(a))
            case codes.DEFUSED:
                self._gone(self.defused)
            case codes.BACK_IN_BAG if a == BOMB:
                self._gone(self._going_off(b))

    def seen(self, code: int) -> str:
        """The piece of the bomb that this code speaks of."""
        a, b = int(a_of(code)), int(b_of(code))
        match int(kind_of(code)):
            case codes.TICKED:
                return _drawn(self._ticking(a, b + 1), a)
            case codes.BACK_IN_BAG:
                return _drawn(self._going_off(b), b)
            case codes.DEFUSED:
                return _drawn(self.defused, b)
        return _drawn(self._going_off(a), a)

    def _ticking(self, slot: int, timer: int) -> Bomb | None:
        """Whichever of two with the same timer ticks, nobody could tell."""
        if self.defused and self.defused.slot == slot and self.defused.timer == timer:
            return self.defused
        lying = (one for one in self.bombs if (one.slot, one.timer) == (slot, timer))
        return next(lying, None)

    def _going_off(self, slot: int) -> Bomb | None:
        """The one whose time is over, else the one somebody is at, else the oldest."""
        lying = [one for one in self.bombs if one.slot == slot]
        over = [one for one in lying if not one.timer]
        touched = [one for one in lying if one is self.defused]
        return next(iter(over + touched + lying), None)

    def _gone(self, bomb: Bomb | None) -> None:
        if bomb:
            self.bombs = [one for one in self.bombs if one is not bomb]
        if bomb is self.defused:
            self.defused = None


def piece(slot: int, at: int) -> str:
    return f"piece-bomb-{SLOTS[slot]}-{at}"


def _drawn(bomb: Bomb | None, slot: int) -> str:
    return bomb.drawn if bomb and bomb.drawn else piece(slot, 0)
