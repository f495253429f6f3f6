"""The board as one side sees it: ground, cells, agents, and the ways they went.

Most of it stays as it was from one moment to the next, so cells and agents are drawn once for
each look they can have.
"""

from __future__ import annotations

from functools import lru_cache

from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, SIDES
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, b_of, kind_of
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.table import pieces
from konspira.games.kyoto.table.drawing import drawn
from konspira.games.kyoto.table.pieces import PLACES, Cell, Identity, Pawn
from konspira.games.kyoto.table.told import Told, Way
from konspira.web.table import Moment

CELL_WIDTH, CELL_HEIGHT, RIVER = 120, 100, 20


class Ground:
    """Where things lie on a board of any size, as one side sees it."""

    def __init__(self, game: Kyoto, below: int) -> None:
        board = game.board
        self.columns, self.rows, self.below = int(board.columns), int(board.rows), below
        south = [row for row in range(self.rows) if board.territory[0] >> (row * self.columns) & 1]
        # A river runs where the territories meet in one line.
        self.bank = len(south) if south == list(range(len(south))) else 0
        self.river = 0 < self.bank < self.rows
        self.width = self.columns * CELL_WIDTH
        self.height = self.rows * CELL_HEIGHT + (RIVER if self.river else 0)
        tiles = [(PLACES[kind], *self.centre(cell)) for cell, kind in enumerate(board.types)]
        self.art = drawn("ground.html", Texts("en", {}), ground=self, tiles=tiles)

    def is_south(self, cell: int) -> bool:
        return cell // self.columns < self.bank

    def place(self, cell: int) -> str:
        """The classes that put a thing on its cell: a changed class slides it."""
        south = " south" if self.is_south(cell) else ""
        return f"col-{chr(97 + cell % self.columns)} row-{cell // self.columns + 1}{south}"

    def centre(self, cell: int) -> tuple[int, int]:
        column, row = cell % self.columns, cell // self.columns
        if self.below == 1:
            across, down = self.columns - 1 - column, row
            beyond = self.river and not self.is_south(cell)
        else:
            across, down = column, self.rows - 1 - row
            beyond = self.river and self.is_south(cell)
        x = across * CELL_WIDTH + CELL_WIDTH // 2
        y = down * CELL_HEIGHT + CELL_HEIGHT // 2 + (RIVER if beyond else 0)
        return x, y

    def way(self, start: int, end: int) -> str:
        """A bent line from cell to cell that leaves both middles free."""
        (x1, y1), (x2, y2) = self.centre(start), self.centre(end)
        length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        bend = length * 0.1
        mx, my = (x1 + x2) / 2 - dy * bend, (y1 + y2) / 2 + dx * bend
        return (
            f"M{x1 + dx * 30:.0f} {y1 + dy * 30:.0f}"
            f"Q{mx:.0f} {my:.0f} {x2 - dx * 34:.0f} {y2 - dy * 34:.0f}"
        )


def board(game: Kyoto, words: Texts, ground: Ground, moment: Moment, told: Told) -> str:
    seen: Seen = moment.seen
    to_fill = {a_of(move) for move in moment.moves if kind_of(move) == codes.PLACE}
    start = game.board.start[seen.viewer] if moment.kind == "placing" else ()
    last = moment.draft[-1] if moment.complete else 0
    cells = []
    for cell in pieces.cells(game, seen, moment.moves, told.swapped, last):
        marks = ""
        if cell.number in to_fill:
            marks += " is-next"
        if cell.number in start:
            marks += " is-start"
        if cell.number == seen.mover:
            marks += " is-mover"
        cells.append(_cell(words, cell, ground.place(cell.number) + marks))
    agents = [_agent(pawn, ground.place(pawn.cell)) for pawn in pieces.pawns(game, seen, last)]
    return drawn(
        "board.html",
        words,
        ground=ground,
        cells="".join(cells),
        agents="".join(agents),
        ways=[(way.kind, ground.way(way.start, way.end)) for way in (*told.ways, *_pushed(last))],
    )


def _pushed(last: int) -> list[Way]:
    if kind_of(last) != codes.PUSH:
        return []
    return [Way(int(a_of(last)), int(b_of(last)), "pushed")]


@lru_cache(maxsize=8192)
def _cell(words: Texts, cell: Cell, place: str) -> str:
    return drawn(
        "cell.html",
        words,
        cell=cell,
        place=place,
        spoken=spoken(words, cell),
        tip=_tip(cell),
    )


@lru_cache(maxsize=8192)
def _agent(pawn: Pawn, place: str) -> str:
    return drawn("agent.html", Texts("en", {}), pawn=pawn, place=place)


# Words ------------------------------------------------------------------------------------------


def _named(words: Texts, place: str) -> str:
    return words.say(f"card.{place}" if place in CARDS else f"place.{place}")


def spoken(words: Texts, cell: Cell) -> str:
    place = _named(words, cell.place)
    if not cell.pawns:
        return words.say("web.cell.empty", cell=cell.name, place=place)
    agents = ". ".join(_pawn(words, pawn) for pawn in cell.pawns)
    return words.say("web.cell.held", cell=cell.name, place=place, agents=agents)


def _pawn(words: Texts, pawn: Pawn) -> str:
    say, side = words.say, SIDES[pawn.side]
    facts = {
        "who": say(f"side.{side}.who"),
        "whose": say(f"side.{side}.whose"),
        "identity": _identity(words, pawn.identity) if pawn.identity else "",
    }
    shown = "shown" if pawn.shown else "hidden" if pawn.own or not pawn.identity else "open"
    parts = [say(f"web.pawn.{shown}" + (".own" if pawn.own else ""), **facts)]
    parts += [say(f"web.flag.{flag}") for flag in pawn.flags]
    if pawn.shielded:
        parts.append(say("web.flag.shielded"))
    if pawn.attacking:
        parts.append(say("web.flag.attacking"))
    return ", ".join(parts)


def _identity(words: Texts, identity: Identity) -> str:
    kind = "real" if identity.real else "false"
    return words.say(f"web.identity.{kind}", strength=identity.strength)


def _tip(cell: Cell) -> str:
    """The part of the rules that explains what is most particular here."""
    for pawn in cell.pawns:
        if pawn.flags:
            return f"rule-flag-{pawn.flags[0]}"
        if pawn.shielded:
            return "rule-flag-shielded"
        if pawn.identity:
            return f"rule-identity-{pawn.identity.key}"
    return f"rule-place-{cell.place}"
