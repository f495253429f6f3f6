"""The state of a game: who is asked what, which moves are legal, the odds of chance."""

from __future__ import annotations

from enum import Enum

from mypy_extensions import i64

from konspira.engine.chance import advanced, drawn
from konspira.engine.contract import NOBODY, NotLegal, Outcome
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.attack import armings, calls
from konspira.games.rogue.rules.cards import card_possible, card_total, chance_card
from konspira.games.rogue.rules.city_phase import activations, flights
from konspira.games.rogue.rules.codes import CHANCE, a_of, actor_of, b_of, c_of, code, kind_of
from konspira.games.rogue.rules.components import NO_SEAT, OLD, bit
from konspira.games.rogue.rules.custody import defences, takes
from konspira.games.rogue.rules.defuse import cuttings, placements
from konspira.games.rogue.rules.detonation import ticks
from konspira.games.rogue.rules.effects import captives, informants, lowerings
from konspira.games.rogue.rules.flow import Flow
from konspira.games.rogue.rules.identity import reveals
from konspira.games.rogue.rules.position import (
    ACTIVATING,
    ARMING,
    ASSIGNING,
    BUYING,
    CALLING,
    CHANCE_ASKED,
    COLOURING,
    CUTTING,
    DEFENDING,
    FIGHTING,
    FLEEING,
    FREEING,
    LOSING_ANY,
    LOSING_OWN,
    LOWERING,
    ON_TURN,
    OVER,
    PATROLLING,
    PLACING,
    REROLLING,
    RESOLVING,
    REVEALING,
    TAKING,
    TICKING,
)
from konspira.games.rogue.rules.scoring import score
from konspira.games.rogue.rules.search import colours, picks, purchases, resolutions
from konspira.games.rogue.rules.setup import set_up, setup_pick, setup_total
from konspira.games.rogue.rules.time_phase import assignments, disc_pick, disc_possible, in_bag
from konspira.games.rogue.rules.turn import fights, patrol_moves, turn_moves


class Ending(Enum):
    """By which rule a game ended."""

    INFLUENCE = 1
    STAMINA = 2
    SHARED = 3
    RESIGNED = 4
    TIME = 5


SEAT_NAMES = ("P1", "P2", "P3", "P4")


class State(Flow):
    """A position that can be played on."""

    def start(self, stream: int) -> None:
        """Chapter 3. A stream of 0 leaves chance to the caller."""
        self.stream = stream
        set_up(self)
        self._run()
        if self.stream:
            self._chance()

    def resume(self) -> None:
        """Go on from a position that was set up."""
        self._run()

    def actor(self) -> int:
        if self.phase == OVER:
            return NOBODY
        if self.phase == CHANCE_ASKED:
            return int(CHANCE)
        return int(self.asked)

    def asks(self, seat: int) -> bool:
        return self.actor() == seat

    def decision_id(self, seat: int) -> int:
        return int(self.asked_at)

    def drafting(self) -> int:
        return int(self.drafter) if self.drafter != NO_SEAT else NOBODY

    def moves(self, seat: int = -1) -> list[int]:
        listed = self.listed
        if listed is None:
            listed = self._list()
            self.listed = listed
        if seat < 0 or seat == self.asked:
            return listed
        return []

    def _list(self) -> list[int]:
        phase = self.phase
        out: list[int] = []
        if phase == ON_TURN:
            turn_moves(self, out)
        elif phase == PATROLLING:
            patrol_moves(self, out)
        elif phase == REROLLING:
            picks(self, out)
        elif phase == RESOLVING:
            resolutions(self, out)
        elif phase == COLOURING:
            colours(self, out)
        elif phase == FIGHTING:
            fights(self, out)
        elif phase == ARMING:
            armings(self, out)
        elif phase == PLACING:
            placements(self, out)
        elif phase == CUTTING:
            cuttings(self, out)
        elif phase == ASSIGNING:
            assignments(self, out)
        elif phase == BUYING:
            purchases(self, self.asked, out)
            out.append(int(code(self.asked, codes.DONE)))
        elif phase == REVEALING:
            reveals(self, out)
        elif phase == DEFENDING:
            defences(self, out)
        elif phase == TICKING:
            ticks(self, out)
        elif phase == ACTIVATING:
            activations(self, out)
        elif phase == FLEEING:
            flights(self, out)
        elif phase == LOSING_OWN or phase == LOSING_ANY:
            informants(self, out)
        elif phase == LOWERING:
            lowerings(self, out)
        elif phase == FREEING:
            captives(self, out)
        elif phase == TAKING:
            takes(self, out)
        elif phase == CALLING:
            calls(self, out)
        return out

    def play(self, move: int) -> None:
        kind = kind_of(move)
        actor = actor_of(move)
        if kind == codes.RESIGN or kind == codes.TIMEOUT:
            if self.phase == OVER or actor >= self.seats:
                raise NotLegal("over")
            if move != int(code(actor, kind)):
                raise NotLegal("not_now")
            if kind == codes.RESIGN and self.gone & bit(actor):
                raise NotLegal("not_now")
        elif actor == CHANCE:
            if not self._possible(move):
                raise NotLegal("not_now")
        elif move not in self.moves():
            raise NotLegal("not_now")
        self.apply(move)
        if self.stream:
            self._chance()

    def _possible(self, move: int) -> bool:
        """Is this an outcome that chance can have now?"""
        if self.phase != CHANCE_ASKED or kind_of(move) != self.chance:
            return False
        if self.chance == codes.LOOK or self.chance == codes.TURN_UP:
            looking = self.chance == codes.LOOK
            old = self.of(self.chance_a, OLD) if looking else self.chance_b
            if a_of(move) != self.chance_a or c_of(move) != (self.chance_b if looking else 0):
                return False
            return card_possible(self, old == 1, b_of(move))
        if self.chance == codes.DRAW:
            disc = a_of(move)
            return move == int(code(CHANCE, codes.DRAW, disc)) and disc_possible(self, disc)
        total = self.chance_total()
        for ticket in range(total):
            if self.chance_pick(ticket) == move:
                return True
        return False

    def _chance(self) -> None:
        """Chance plays itself."""
        while self.phase == CHANCE_ASKED:
            self.stream = advanced(self.stream)
            self.apply(int(self._pick(drawn(self.stream, self._total()))))

    def chance_total(self) -> int:
        return int(self._total()) if self.phase == CHANCE_ASKED else 0

    def _total(self) -> i64:
        kind = self.chance
        if kind == codes.ROLL or kind == codes.EVENT_DIE or kind == codes.TIMER:
            return 6
        if kind == codes.DRAW:
            return in_bag(self)
        if kind == codes.LOOK:
            return card_total(self, self.of(self.chance_a, OLD) == 1)
        if kind == codes.TURN_UP:
            return card_total(self, self.chance_b == 1)
        return setup_total(self)

    def chance_pick(self, ticket: int) -> int:
        return int(self._pick(ticket))

    def _pick(self, ticket: i64) -> i64:
        kind = self.chance
        if kind == codes.ROLL:
            colour = self.chance_a
            face: i64 = self.box.faces[colour * 6 + ticket]
            return code(CHANCE, codes.ROLL, colour, face & 15, face >> 4)
        if kind == codes.EVENT_DIE:
            return code(CHANCE, codes.EVENT_DIE, ticket + 1)
        if kind == codes.TIMER:
            return code(CHANCE, codes.TIMER, ticket + 1, self.chance_a)
        if kind == codes.DRAW:
            return disc_pick(self, ticket)
        if kind == codes.LOOK or kind == codes.TURN_UP:
            return chance_card(self, ticket)
        return setup_pick(self, ticket)

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        winners = tuple(seat for seat in range(int(self.seats)) if self.winners >> seat & 1)
        points = tuple(int(score(self, seat)) for seat in range(int(self.seats)))
        return Outcome(winners, Ending(int(self.ending)), SEAT_NAMES, points)

    def lists(self) -> list[list[int]]:
        """The facts that are lists, in a fixed order."""
        return [
            self.tiles,
            self.board,
            self.scored,
            self.informants,
            self.criminals,
            self.assassins,
            self.bombs,
            self.bottom,
            self.clocks,
            self.drawn,
            self.event_dice,
            self.agenda,
            self.dice,
            self.sheet,
        ]

    def facts(self) -> list[int]:
        out: list[int] = []
        for part in self.lists():
            out += part
            out.append(-1)
        out += [
            int(self.destroyed),
            int(self.police),
            int(self.credits),
            int(self.removed),
            int(self.bag_criminals),
            int(self.bag_assassins),
            int(self.bag_bombs),
            int(self.reserve_assassins),
            int(self.reserve_bombs),
            int(self.deck),
            int(self.unseen),
            int(self.easy),
            int(self.hard),
            int(self.old_unseen),
            int(self.old_easy),
            int(self.old_hard),
            int(self.taken_off),
            int(self.phase),
            int(self.asked),
            int(self.chance),
            int(self.chance_a),
            int(self.chance_b),
            int(self.round),
            int(self.leader),
            int(self.turn),
            int(self.turn_over),
            int(self.justice),
            int(self.used1),
            int(self.used2),
            int(self.patrols),
            int(self.visited),
            int(self.steps),
            int(self.number),
            int(self.flags),
            int(self.brace),
            int(self.green),
            int(self.called),
            int(self.spent),
            int(self.rerolls),
            int(self.whites),
            int(self.ignored),
            int(self.armoured),
            int(self.bomb),
            int(self.hurt),
            int(self.gone),
            int(self.winners),
            int(self.ending),
            int(self.drafter),
        ]
        return out

    def clone(self) -> State:
        return State(self.box, self.options, self)
