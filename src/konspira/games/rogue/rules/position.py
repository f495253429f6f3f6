"""All that is true at one moment of a game, and the smallest things done to it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.engine.playable import Playable
from konspira.games.rogue.rules.agenda import step
from konspira.games.rogue.rules.box import Box, Options, Tile
from konspira.games.rogue.rules.codes import HOUSE, code
from konspira.games.rogue.rules.components import (
    AT,
    CARD,
    DISC,
    FIELDS,
    IN_BAG,
    NO_SEAT,
    NO_SLOT,
    PLACE,
    STATUS,
    UNMASKED,
    UNTAMED,
    bit,
)

# Which question is open. CHANCE_ASKED: chance has to answer, `chance` says what.
RUNNING: Final[i64] = 0
CHANCE_ASKED: Final[i64] = 1
ASSIGNING: Final[i64] = 2
ON_TURN: Final[i64] = 3
PATROLLING: Final[i64] = 4
FIGHTING: Final[i64] = 5  # ammo against gangsters
CALLING: Final[i64] = 6
ARMING: Final[i64] = 7  # ammo for black dice
DEFENDING: Final[i64] = 8
TAKING: Final[i64] = 9
COLOURING: Final[i64] = 10
REROLLING: Final[i64] = 11
RESOLVING: Final[i64] = 12
BUYING: Final[i64] = 13
PLACING: Final[i64] = 14
CUTTING: Final[i64] = 15
LOSING_OWN: Final[i64] = 16
LOSING_ANY: Final[i64] = 17
LOWERING: Final[i64] = 18
FREEING: Final[i64] = 19
FLEEING: Final[i64] = 20
ACTIVATING: Final[i64] = 21
TICKING: Final[i64] = 22
REVEALING: Final[i64] = 23
OVER: Final[i64] = 24

# By which rule a game ended (RA-19.7), or was left.
INFLUENCE_WINS: Final[i64] = 1
STAMINA_WINS: Final[i64] = 2
SHARED: Final[i64] = 3
RESIGNED: Final[i64] = 4
TIME: Final[i64] = 5

# Flags of the attack under way (RA-29.6).
WITHOUT_GREEN: Final[i64] = 1
ONE_MORE_GREEN: Final[i64] = 2
WITHOUT_RETALIATION: Final[i64] = 4

# A special die on the table: colour, symbol + 1 (0: not rolled yet), amount, and two flags.
DEFENDERS: Final[i64] = 1 << 10
PICKED: Final[i64] = 1 << 11

# An assassin is its path position, a bomb its slot and timer; both with a flag: has acted.
ACTED: Final[i64] = 1 << 9


def colour_of(value: i64) -> i64:
    return value & 3


def symbol_of(value: i64) -> i64:
    return ((value >> 2) & 15) - 1


def amount_of(value: i64) -> i64:
    return (value >> 6) & 15


def slot_of_bomb(bomb: i64) -> i64:
    return bomb & 15


def timer_of(bomb: i64) -> i64:
    return (bomb >> 4) & 15


class Position(Playable):
    """A position. A second one given to the constructor is copied."""

    def __init__(self, box: Box, options: Options, other: Position | None = None) -> None:
        self.box = box
        self.options = options
        self.seats: i64 = options.players
        if other is not None:
            self._copy(other)
            return
        super().__init__()
        seats: i64 = options.players
        self.tiles: list[int] = [-1] * 13  # tile of each slot
        self.slots: list[int] = [-1] * 13  # slot of each tile
        self.destroyed: i64 = 0  # slots
        self.police: i64 = NO_SLOT
        self.board: list[int] = [0] * int(seats * FIELDS)
        self.credits: i64 = 0  # in the supply
        self.scored: list[int] = [0] * int(seats)  # cards, one bit each
        self.removed: i64 = 0  # cards out of the game
        self.informants: list[int] = [0] * 13  # by slot: upper seat + 1, lower seat + 1 << 3
        self.criminals: list[int] = [0] * int(6 * DISC)
        self.assassins: list[int] = []  # oldest first
        self.bombs: list[int] = []  # oldest first
        self.bag_criminals: i64 = 0
        self.bag_assassins: i64 = 0
        self.bag_bombs: i64 = 0
        self.reserve_assassins: i64 = 0
        self.reserve_bombs: i64 = 0
        self.deck: i64 = 0  # cards above the ordered bottom
        self.bottom: list[int] = []  # cards put under the deck, in the order they will be met
        # Cards nobody has seen: possible ones, and how many of each stratum are in the game.
        self.unseen: i64 = 0
        self.easy: i64 = 0
        self.hard: i64 = 0
        self.old_unseen: i64 = 0
        self.old_easy: i64 = 0
        self.old_hard: i64 = 0
        # Clock tokens: seat | effect << 4 | criminal << 10 | 1 << 14 in the turn it was got.
        self.clocks: list[int] = []
        self.taken_off: i64 = 0  # criminals the police or bombs removed (RA-26.1)

        self.phase: i64 = RUNNING
        self.asked: i64 = NO_SEAT
        self.chance: i64 = 0
        self.chance_a: i64 = 0
        self.chance_b: i64 = 0
        self.round: i64 = 0
        self.leader: i64 = 0
        self.turn: i64 = NO_SEAT  # whose turn of the Action phase it is
        self.turn_over: bool = False
        self.drawn: list[int] = []  # discs of this Time phase: disc | die << 4
        self.event_dice: list[int] = []
        self.agenda: list[int] = []

        self.justice: i64 = 0  # actions used in this turn
        self.used1: i64 = 0  # type | slot << 4 of the first two
        self.used2: i64 = 0
        self.patrols: i64 = 0
        self.visited: i64 = 0
        self.steps: i64 = 0  # left in this patrol
        self.number: i64 = 0  # of icons, dice or captives the open question is about
        self.dice: list[int] = []
        self.flags: i64 = 0
        self.brace: i64 = 0
        self.green: i64 = 0
        self.called: i64 = 0
        self.spent: i64 = 0
        self.rerolls: i64 = 0
        self.whites: i64 = 0  # white icons that have a colour
        self.ignored: i64 = 0  # explosions own informants have dealt with in this search
        self.armoured: bool = False  # armour is used up in this search
        self.sheet: list[int] = []
        self.bomb: i64 = 0  # index of the bomb being defused
        self.hurt: bool = False  # somebody lost stamina by the assassin that acts
        self.gone: i64 = 0  # seats that left the table
        self.winners: i64 = 0
        self.ending: i64 = 0
        self.drafter: i64 = NO_SEAT

        self.asked_at: i64 = 0

    def _copy(self, other: Position) -> None:
        self.tiles = other.tiles.copy()
        self.slots = other.slots.copy()
        self.destroyed = other.destroyed
        self.police = other.police
        self.board = other.board.copy()
        self.credits = other.credits
        self.scored = other.scored.copy()
        self.removed = other.removed
        self.informants = other.informants.copy()
        self.criminals = other.criminals.copy()
        self.assassins = other.assassins.copy()
        self.bombs = other.bombs.copy()
        self.bag_criminals = other.bag_criminals
        self.bag_assassins = other.bag_assassins
        self.bag_bombs = other.bag_bombs
        self.reserve_assassins = other.reserve_assassins
        self.reserve_bombs = other.reserve_bombs
        self.deck = other.deck
        self.bottom = other.bottom.copy()
        self.unseen = other.unseen
        self.easy = other.easy
        self.hard = other.hard
        self.old_unseen = other.old_unseen
        self.old_easy = other.old_easy
        self.old_hard = other.old_hard
        self.clocks = other.clocks.copy()
        self.taken_off = other.taken_off
        self.phase = other.phase
        self.asked = other.asked
        self.chance = other.chance
        self.chance_a = other.chance_a
        self.chance_b = other.chance_b
        self.round = other.round
        self.leader = other.leader
        self.turn = other.turn
        self.turn_over = other.turn_over
        self.drawn = other.drawn.copy()
        self.event_dice = other.event_dice.copy()
        self.agenda = other.agenda.copy()
        self.justice = other.justice
        self.used1 = other.used1
        self.used2 = other.used2
        self.patrols = other.patrols
        self.visited = other.visited
        self.steps = other.steps
        self.number = other.number
        self.dice = other.dice.copy()
        self.flags = other.flags
        self.brace = other.brace
        self.green = other.green
        self.called = other.called
        self.spent = other.spent
        self.rerolls = other.rerolls
        self.whites = other.whites
        self.ignored = other.ignored
        self.armoured = other.armoured
        self.sheet = other.sheet.copy()
        self.bomb = other.bomb
        self.hurt = other.hurt
        self.gone = other.gone
        self.winners = other.winners
        self.ending = other.ending
        self.drafter = other.drafter
        self.asked_at = other.asked_at
        self.go_on_from(other)

    def happen(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Tell the witness, if there is one, what followed."""
        if self.seen is not None:
            self.seen.append(int(code(HOUSE, kind, a, b, c)))

    def push(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        self.agenda.append(int(step(kind, a, b, c)))

    def ask(self, seat: i64, phase: i64) -> None:
        """Open a decision of one seat."""
        self.phase = phase
        self.asked = seat
        self.asked_at = self.ply

    def ask_chance(self, kind: i64, a: i64 = 0, b: i64 = 0) -> None:
        self.phase = CHANCE_ASKED
        self.asked = NO_SEAT
        self.chance = kind
        self.chance_a = a
        self.chance_b = b

    def get(self, seat: i64, field: i64) -> i64:
        return self.board[seat * FIELDS + field]

    def put(self, seat: i64, field: i64, value: i64) -> None:
        self.board[seat * FIELDS + field] = int(value)

    def add(self, seat: i64, field: i64, change: i64) -> None:
        at = seat * FIELDS + field
        self.board[at] = int(self.board[at] + change)

    def at(self, seat: i64) -> i64:
        """The slot of a player's figure."""
        return self.board[seat * FIELDS + AT]

    def is_agent(self, seat: i64) -> bool:
        """RA-0.5."""
        return self.board[seat * FIELDS + UNMASKED] == 0

    def of(self, criminal: i64, field: i64) -> i64:
        return self.criminals[criminal * DISC + field]

    def set(self, criminal: i64, field: i64, value: i64) -> None:
        self.criminals[criminal * DISC + field] = int(value)

    def criminal_at(self, criminal: i64) -> i64:
        """The slot of a criminal lying in the city, else NO_SLOT."""
        at = criminal * DISC
        status: i64 = self.criminals[at + STATUS]
        if status == IN_BAG or status > 2:
            return NO_SLOT
        return self.box.path[self.criminals[at + PLACE]]

    def untamed_at(self, slot: i64) -> bool:
        criminal: i64 = 0
        while criminal < 6:
            at = criminal * DISC
            if self.criminals[at + STATUS] == UNTAMED:
                if self.box.path[self.criminals[at + PLACE]] == slot:
                    return True
            criminal += 1
        return False

    def card_of(self, criminal: i64) -> i64:
        """The card of a criminal, or -1 as long as it is not drawn."""
        return self.criminals[criminal * DISC + CARD] - 1

    def tile_at(self, slot: i64) -> Tile:
        return self.box.tiles[self.tiles[slot]]

    def is_destroyed(self, slot: i64) -> bool:
        return self.destroyed >> slot & 1 == 1

    def safe(self, seat: i64, slot: i64) -> bool:
        """RA-2.10: a shield protects the kind it shows."""
        tile = self.tile_at(slot)
        return tile.human_shield if self.is_agent(seat) else tile.android_shield

    def own_informants(self, seat: i64, slot: i64) -> i64:
        pair: i64 = self.informants[slot]
        count: i64 = 0
        if pair & 7 == seat + 1:
            count += 1
        if pair >> 3 == seat + 1:
            count += 1
        return count

    def remove_informant(self, slot: i64, lower: bool) -> None:
        """RA-17.2, RA-17.3: out of the game; a lower one moves up."""
        pair: i64 = self.informants[slot]
        self.informants[slot] = int(pair & 7 if lower else pair >> 3)

    def clocked(self, seat: i64, effect: i64) -> bool:
        """Is a lasting effect on this player?"""
        for clock in self.clocks:
            if clock & 15 == seat and (clock >> 4) & 63 == effect:
                return True
        return False

    def seat_after(self, seat: i64, steps: i64) -> i64:
        return (seat + steps) % self.seats

    def scored_count(self, seat: i64) -> i64:
        count: i64 = 0
        cards: i64 = self.scored[seat]
        while cards:
            cards &= cards - 1
            count += 1
        return count

    def has_card(self, seat: i64, card: i64) -> bool:
        cards: i64 = self.scored[seat]
        return cards & bit(card) != 0
