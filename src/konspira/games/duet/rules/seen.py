"""Section 16: what a viewer sees of a position, built up from nothing."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.engine.contract import OPEN_TABLE
from konspira.games.duet.rules.components import AGENTS, CELLS, HIDDEN, size
from konspira.games.duet.rules.position import OVER
from konspira.games.duet.rules.scoring import score
from konspira.games.duet.rules.state import State


class Seen:
    """The table as numbers. Pairs are A's and B's; HIDDEN stands for a colour not to be seen."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.phase: i64 = 0
        self.asked: i64 = 0
        self.words: list[int] = []
        self.keys: list[list[int]] = [[], []]
        self.found: list[int] = [0, 0]
        self.markers: list[int] = [0, 0]
        self.stacks: list[int] = [0, 0]
        self.visible: i64 = 0
        self.checks: i64 = 0
        self.bystanders: i64 = 0
        self.held: list[int] = [0, 0]
        self.penalties: i64 = 0
        self.open_agents: i64 = 0
        self.clues: list[int] = []
        self.guesses: i64 = 0
        self.accepted: list[int] = []
        self.penalised: bool = False
        self.finished: i64 = 0
        self.offers: i64 = 0
        self.ending: i64 = 0
        self.sudden: bool = False
        self.points: i64 = -99


def seen(s: State, viewer: int) -> Seen:
    v = Seen(viewer)
    over = s.phase == OVER
    v.phase = s.phase
    v.asked = s.asked()
    v.words = s.words
    v.found = [int(s.covered & ~s.found1), int(s.found1)]
    v.markers = [int(s.marker0), int(s.marker1)]
    v.stacks = [int(s.stack0), int(s.stack1)]
    v.visible = s.visible()
    v.checks = s.checks
    v.bystanders = s.bystanders
    v.held = [int(s.held0), int(s.held1)]
    v.penalties = s.penalties
    v.open_agents = AGENTS - size(s.covered)  # CD-16.3
    v.clues = s.clues
    v.guesses = s.guesses
    v.accepted = s.accepted
    v.penalised = s.penalised
    v.finished = s.finished
    v.offers = s.offers
    v.sudden = s.sudden
    if over:
        v.ending = s.ending
        points = score(s)
        if points is not None:
            v.points = points
    side: i64 = 0
    while side < 2:
        own = over or viewer == side or viewer == OPEN_TABLE
        v.keys[side] = _key(s, side, own)
        side += 1
    return v


def touched(s: State, side: i64) -> i64:
    """The cells this side has touched: their colour on the other side is public."""
    found = s.covered & ~s.found1 if side == 0 else s.found1
    return found | s.marker(side)


def _key(s: State, side: i64, own: bool) -> list[int]:
    shown = touched(s, 1 - side)
    colours: list[int] = []
    cell: i64 = 0
    while cell < CELLS:
        if cell < s.drawn and (own or shown >> cell & 1):
            colours.append(int(s.colour(side, cell)))
        else:
            colours.append(int(HIDDEN))
        cell += 1
    return colours
