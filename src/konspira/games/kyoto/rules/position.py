"""Everything that is true at one moment of a game. Chapters read and change it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.engine.playable import Playable
from konspira.games.kyoto.rules.board import Board, Options
from konspira.games.kyoto.rules.codes import ENDED, HOUSE, code
from konspira.games.kyoto.rules.components import (
    ACTIVE,
    ID_SHIFT,
    IDENTITY,
    NO_CARD,
    REVEALED,
    bit,
)

# Phases: which question is open.
DEALING: Final[i64] = 0
PLACING: Final[i64] = 1
NEUTRAL_PICK: Final[i64] = 2
PICKING: Final[i64] = 3
RURI_PICK: Final[i64] = 4
TURN: Final[i64] = 5
PUSHING: Final[i64] = 6
REVOLVER_ASKED: Final[i64] = 7
ACTIVATING: Final[i64] = 8
FAN_ASKED: Final[i64] = 9
DECOY_ASKED: Final[i64] = 10
TAKING_BACK: Final[i64] = 11
AFTER_PLAY: Final[i64] = 12
REFILLING: Final[i64] = 13
DRAWING: Final[i64] = 14
LOOKING: Final[i64] = 15
KEEPING: Final[i64] = 16
OVER: Final[i64] = 17

# How a game ends (section 8); 0 while it runs.
CAPTURE: Final[i64] = 1
BAIT: Final[i64] = 2
ESCAPE: Final[i64] = 3
STUCK: Final[i64] = 4
STUNNED_LOSS: Final[i64] = 5
RESIGNED: Final[i64] = 6
TIME: Final[i64] = 7

NOWHERE: Final[i64] = 63

CARD_BYTES: Final = [bytes([card]) for card in range(10)]


class Position(Playable):
    """The facts. Sides come in pairs of attributes: …0 is ONI's, …1 is GOV's."""

    def __init__(self, board: Board, options: Options, other: Position | None = None) -> None:
        """The empty table, or a copy of another position."""
        self.board = board
        self.options = options
        if other is not None:
            self._copy(other)
            return
        super().__init__()
        self.agents: list[int] = [0] * int(board.cells)
        self.occ0: i64 = 0
        self.occ1: i64 = 0
        self.next_id0: i64 = 1
        self.next_id1: i64 = 1
        self.lost0: i64 = 0
        self.lost1: i64 = 0
        self.hand0: i64 = 0
        self.hand1: i64 = 0
        # A deck is counts, plus the ordered bottom that Tomoyo made (`bottoms`).
        self.deck0: i64 = board.decks
        self.deck1: i64 = board.decks
        # Discard piles in order, the top card last.
        self.pile0: bytes = b""
        self.pile1: bytes = b""
        # Decoys in play, oldest lowest: six bits each, two marks of three bits (colour + 1).
        self.decoys0: i64 = 0
        self.decoys1: i64 = 0
        # Ordered bottoms, first to be met first: ONI locations, ONI tactics, GOV locations, …
        self.bottoms: list[bytes] | None = None
        self.special0: i64 = 0
        self.special1: i64 = 0
        self.ruri: i64 = NO_CARD
        self.equipment: i64 = 0
        # Cells closed to a side's own moves, closed to it when pushed, and its protected cells.
        self.closed0: i64 = board.hq[1]
        self.closed1: i64 = board.hq[0]
        self.barred0: i64 = board.hq[1]
        self.barred1: i64 = board.hq[0]
        self.shield0: i64 = 0
        self.shield1: i64 = 0

        self.phase: i64 = DEALING
        self.side: i64 = 0
        self.ending: i64 = 0
        self.winner: i64 = 0
        # The play step under way.
        self.card: i64 = NO_CARD  # the card of the turn
        self.extra: i64 = NO_CARD  # the card played with the Fan
        self.mover: i64 = NOWHERE  # where the agent moved by this play stands now
        self.entered: bool = False  # by a triggering move, and no window for it yet (SK-6.5.3)
        self.won: bool = False  # the mover won her confrontation as attacker
        self.bait_held: bool = False  # SK-8.8
        # Confrontations waiting: the attacker is off the board until hers is over.
        self.agent1: i64 = 0
        self.from1: i64 = 0
        self.to1: i64 = 0
        self.agent2: i64 = 0
        self.from2: i64 = 0
        self.to2: i64 = 0
        self.revolver_asked: bool = False  # for the confrontation under way
        self.asked_side: i64 = 0  # who answers an out-of-turn question
        self.drawn1: i64 = NO_CARD  # Tomoyo's pair
        self.drawn2: i64 = NO_CARD
        self.source1: i64 = 0
        self.source2: i64 = 0
        self.placed: i64 = 0  # how many agents the seat in the middle of placing has placed
        self.drafter: i64 = NOWHERE  # the seat inside a compound

        self.asked0: i64 = 0
        self.asked1: i64 = 0

    def _copy(self, other: Position) -> None:
        self.agents = other.agents.copy()
        self.occ0 = other.occ0
        self.occ1 = other.occ1
        self.next_id0 = other.next_id0
        self.next_id1 = other.next_id1
        self.lost0 = other.lost0
        self.lost1 = other.lost1
        self.hand0 = other.hand0
        self.hand1 = other.hand1
        self.deck0 = other.deck0
        self.deck1 = other.deck1
        self.pile0 = other.pile0
        self.pile1 = other.pile1
        self.decoys0 = other.decoys0
        self.decoys1 = other.decoys1
        self.bottoms = other.bottoms
        self.special0 = other.special0
        self.special1 = other.special1
        self.ruri = other.ruri
        self.equipment = other.equipment
        self.closed0 = other.closed0
        self.closed1 = other.closed1
        self.barred0 = other.barred0
        self.barred1 = other.barred1
        self.shield0 = other.shield0
        self.shield1 = other.shield1
        self.phase = other.phase
        self.side = other.side
        self.ending = other.ending
        self.winner = other.winner
        self.card = other.card
        self.extra = other.extra
        self.mover = other.mover
        self.entered = other.entered
        self.won = other.won
        self.bait_held = other.bait_held
        self.agent1 = other.agent1
        self.from1 = other.from1
        self.to1 = other.to1
        self.agent2 = other.agent2
        self.from2 = other.from2
        self.to2 = other.to2
        self.revolver_asked = other.revolver_asked
        self.asked_side = other.asked_side
        self.drawn1 = other.drawn1
        self.drawn2 = other.drawn2
        self.source1 = other.source1
        self.source2 = other.source2
        self.placed = other.placed
        self.drafter = other.drafter
        self.asked0 = other.asked0
        self.asked1 = other.asked1
        self.go_on_from(other)

    def happen(self, kind: i64, a: i64, b: i64 = 0, c: i64 = 0) -> None:
        """Tell the witness, if there is one, what followed."""
        if self.seen is not None:
            self.seen.append(int(code(HOUSE, kind, a, b, c)))

    def occ(self, side: i64) -> i64:
        return self.occ0 if side == 0 else self.occ1

    def hand(self, side: i64) -> i64:
        return self.hand0 if side == 0 else self.hand1

    def deck(self, side: i64) -> i64:
        return self.deck0 if side == 0 else self.deck1

    def pile(self, side: i64) -> bytes:
        return self.pile0 if side == 0 else self.pile1

    def decoys(self, side: i64) -> i64:
        return self.decoys0 if side == 0 else self.decoys1

    def special(self, side: i64) -> i64:
        return self.special0 if side == 0 else self.special1

    def lost(self, side: i64) -> i64:
        """The identities of this side that are in the enemy's detention."""
        return self.lost0 if side == 0 else self.lost1

    def closed(self, side: i64) -> i64:
        return self.closed0 if side == 0 else self.closed1

    def barred(self, side: i64) -> i64:
        return self.barred0 if side == 0 else self.barred1

    def shield(self, side: i64) -> i64:
        return self.shield0 if side == 0 else self.shield1

    def add_to_hand(self, side: i64, cards: i64) -> None:
        """Cards (or, negative, their removal) as a packed pile."""
        if side == 0:
            self.hand0 += cards
        else:
            self.hand1 += cards

    def add_to_deck(self, side: i64, cards: i64) -> None:
        if side == 0:
            self.deck0 += cards
        else:
            self.deck1 += cards

    def discard(self, side: i64, card: i64) -> None:
        if side == 0:
            self.pile0 += CARD_BYTES[card]
        else:
            self.pile1 += CARD_BYTES[card]

    def take_from_pile(self, side: i64, card: i64) -> None:
        """The uppermost copy of a card leaves the pile."""
        pile = self.pile(side)
        at = pile.rindex(CARD_BYTES[card])
        pile = pile[:at] + pile[at + 1 :]
        if side == 0:
            self.pile0 = pile
        else:
            self.pile1 = pile

    def put(self, side: i64, cell: i64, agent: i64) -> None:
        self.agents[cell] = int(agent)
        if side == 0:
            self.occ0 |= bit(cell)
        else:
            self.occ1 |= bit(cell)

    def lift(self, side: i64, cell: i64) -> i64:
        agent: i64 = self.agents[cell]
        self.agents[cell] = 0
        if side == 0:
            self.occ0 &= ~bit(cell)
        else:
            self.occ1 &= ~bit(cell)
        return agent

    def identity_at(self, cell: i64) -> i64:
        agent: i64 = self.agents[cell]
        return agent & IDENTITY

    def reveal(self, cell: i64) -> None:
        agent: i64 = self.agents[cell]
        self.agents[cell] = int(agent | REVEALED)

    def clear_flag(self, side: i64, flag: i64) -> None:
        rest = self.occ(side)
        cell: i64 = 0
        while rest:
            if rest & 1:
                agent: i64 = self.agents[cell]
                if agent & flag:
                    self.agents[cell] = int(agent & ~flag)
            rest >>= 1
            cell += 1

    def flagged(self, side: i64, flag: i64) -> i64:
        """The cell of this side's agent with the flag, or NOWHERE."""
        rest = self.occ(side)
        cell: i64 = 0
        while rest:
            if rest & 1:
                agent: i64 = self.agents[cell]
                if agent & flag:
                    return cell
            rest >>= 1
            cell += 1
        return NOWHERE

    def equipped(self, item: i64) -> bool:
        """Is this equipment card active (SK-10.1)?"""
        return (self.equipment >> (2 * item)) & 3 == ACTIVE

    def set_equipment(self, item: i64, status: i64) -> None:
        self.equipment = (self.equipment & ~(bit(2 * item) * 3)) | (status << (2 * item))

    def ask(self, side: i64, phase: i64) -> None:
        """Open a decision of one seat."""
        self.phase = phase
        self.asked_side = side
        if side == 0:
            self.asked0 = self.ply
        else:
            self.asked1 = self.ply

    def end(self, winner: i64, ending: i64) -> None:
        self.phase = OVER
        self.asked_side = self.side  # nobody is asked
        self.winner = winner
        self.ending = ending
        self.happen(ENDED, winner, ending)

    def hide(self, cell: i64, new_id: i64, agent: i64) -> None:
        """SK-6.4.3: a pawn comes back hidden, under a new public id."""
        self.agents[cell] = int((agent & IDENTITY) | (new_id << ID_SHIFT))
