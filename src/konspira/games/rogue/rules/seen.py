"""Chapter 27: what a viewer sees of a position, built up from nothing."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.engine.contract import OPEN_TABLE
from konspira.games.rogue.rules.components import (
    AT,
    ENDS,
    FACE_UP,
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    IN_BAG,
    KNOWN,
    MARKS,
    PLACE,
    SHOWED,
    SHOWN_ANDROID,
    SHOWN_HUMAN,
    STATUS,
    UNMASKED,
    bit,
)
from konspira.games.rogue.rules.position import OVER
from konspira.games.rogue.rules.scoring import score
from konspira.games.rogue.rules.state import State


class Seen:
    """The table as numbers; -1 stands for what is not to be seen."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.phase: i64 = 0
        self.actor: i64 = 0
        self.round: i64 = 0
        self.leader: i64 = 0
        self.turn: i64 = 0
        self.tiles: list[int] = []
        self.destroyed: i64 = 0
        self.police: i64 = 0
        # For each seat: the fields of the board up to AT, then flags, tokens and score.
        self.boards: list[list[int]] = []
        self.ends: list[int] = []
        self.unmasked: list[int] = []
        self.showed: list[int] = []
        self.tokens_shown: list[list[int]] = []  # humans, androids
        self.tokens_hidden: list[int] = []  # how many
        self.tokens_own: list[list[int]] = []  # humans, androids; [] if not to be seen
        self.scores: list[int] = []
        # For each criminal in play: number, status, place, card or -1, face up, marks.
        self.criminals: list[list[int]] = []
        self.informants: list[int] = []
        self.assassins: list[int] = []
        self.bombs: list[int] = []
        self.bag_criminals: i64 = 0
        self.bag_assassins: i64 = 0
        self.bag_bombs: i64 = 0
        self.reserve: i64 = 0
        self.credits: i64 = 0
        self.deck: i64 = 0
        self.bottom: list[int] = []
        self.scored: list[int] = []
        self.removed: i64 = 0
        self.clocks: list[int] = []
        self.taken_off: i64 = 0
        self.justice: i64 = 0
        self.patrols: i64 = 0
        self.steps: i64 = 0
        self.visited: i64 = 0
        self.drawn: list[int] = []
        self.event_dice: list[int] = []
        self.dice: list[int] = []
        self.sheet: list[int] = []
        self.bomb: i64 = -1
        self.number: i64 = 0  # the open question is about so many
        self.gone: i64 = 0
        self.winners: i64 = 0
        self.ending: i64 = 0


def seen(s: State, viewer: int) -> Seen:
    v = Seen(viewer)
    over = s.phase == OVER or viewer == OPEN_TABLE
    v.phase = s.phase
    v.actor = s.actor()
    v.round = s.round
    v.leader = s.leader
    v.turn = s.turn
    v.tiles = s.tiles.copy()
    v.destroyed = s.destroyed
    v.police = s.police
    seat: i64 = 0
    while seat < s.seats:
        _board(s, v, seat, over or seat == viewer)
        seat += 1
    criminal: i64 = 0
    while criminal < 6:
        if s.of(criminal, STATUS) != IN_BAG:
            _criminal(s, v, criminal, viewer, over)
        criminal += 1
    v.informants = s.informants.copy()
    v.assassins = s.assassins.copy()
    v.bombs = s.bombs.copy()
    v.bag_criminals = s.bag_criminals
    v.bag_assassins = s.bag_assassins
    v.bag_bombs = s.bag_bombs
    v.reserve = s.reserve_assassins + s.reserve_bombs
    v.credits = s.credits
    v.deck = s.deck
    v.bottom = s.bottom.copy()
    v.scored = s.scored.copy()
    v.removed = s.removed
    v.clocks = s.clocks.copy()
    v.taken_off = s.taken_off
    v.justice = s.justice
    v.patrols = s.patrols
    v.steps = s.steps
    v.visited = s.visited
    v.drawn = s.drawn.copy()
    v.event_dice = s.event_dice.copy()
    v.dice = s.dice.copy()  # RA-27.9
    v.sheet = s.sheet.copy()
    if s.sheet:
        v.bomb = s.bomb
    v.number = s.number
    v.gone = s.gone
    if s.phase == OVER:
        v.winners = s.winners
        v.ending = s.ending
    return v


def _board(s: State, v: Seen, seat: i64, own: bool) -> None:
    """RA-27.6 to RA-27.8."""
    fields: list[int] = []
    field: i64 = 0
    while field <= AT:
        fields.append(int(s.get(seat, field)))
        field += 1
    v.boards.append(fields)
    v.ends.append(int(s.get(seat, ENDS)))
    v.unmasked.append(int(s.get(seat, UNMASKED)))
    v.showed.append(int(s.get(seat, SHOWED)))
    v.tokens_shown.append([int(s.get(seat, SHOWN_HUMAN)), int(s.get(seat, SHOWN_ANDROID))])
    humans = int(s.get(seat, HIDDEN_HUMAN))
    androids = int(s.get(seat, HIDDEN_ANDROID))
    v.tokens_hidden.append(humans + androids)
    v.tokens_own.append([humans, androids] if own else [])
    v.scores.append(int(score(s, seat)))


def _criminal(s: State, v: Seen, criminal: i64, viewer: i64, over: bool) -> None:
    """RA-27.2."""
    card = s.card_of(criminal)
    marks = s.of(criminal, MARKS)
    if not (over or s.of(criminal, FACE_UP) or s.of(criminal, KNOWN)):
        if viewer >= s.seats or not marks & bit(viewer):
            card = -1
    v.criminals.append(
        [
            int(criminal),
            int(s.of(criminal, STATUS)),
            int(s.of(criminal, PLACE)),
            int(card),
            int(s.of(criminal, FACE_UP)),
            int(marks),
        ]
    )
