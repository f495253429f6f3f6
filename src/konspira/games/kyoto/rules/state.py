"""The state of a game: which moves are legal, and what each one does."""

from __future__ import annotations

from enum import Enum

from mypy_extensions import i64

from konspira.engine.chance import advanced, drawn
from konspira.engine.contract import NOBODY, SEVERAL, NotLegal, Outcome
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import CHANCE, a_of, actor_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.components import (
    ACTIVE,
    DECOY,
    RURI,
    SWAP,
    one,
)
from konspira.games.kyoto.rules.confrontation import fire
from konspira.games.kyoto.rules.drawing import (
    deal_next,
    drawn_at_once,
    keep,
    keeps,
    pick,
    refills,
    source,
    unseen,
)
from konspira.games.kyoto.rules.drawing import (
    drawn as card_drawn,
)
from konspira.games.kyoto.rules.equipment import activations, shots, show_hand, use, uses
from konspira.games.kyoto.rules.movement import pushes
from konspira.games.kyoto.rules.position import (
    ACTIVATING,
    AFTER_PLAY,
    DEALING,
    DECOY_ASKED,
    DRAWING,
    FAN_ASKED,
    KEEPING,
    LOOKING,
    NEUTRAL_PICK,
    NOWHERE,
    OVER,
    PICKING,
    PLACING,
    PUSHING,
    REFILLING,
    RESIGNED,
    REVOLVER_ASKED,
    RURI_PICK,
    TAKING_BACK,
    TIME,
    TURN,
    Position,
)
from konspira.games.kyoto.rules.special_agents import (
    choose_ruri,
    neutral_choices,
    picks,
    ruri_colours,
    take_effect,
)
from konspira.games.kyoto.rules.tactics import lay_decoy, spring, springs, swap
from konspira.games.kyoto.rules.turn import (
    after_pick,
    after_play,
    begin_picks,
    begin_placing,
    begin_turn,
    decoy_window,
    fan_plays,
    finish_play,
    has_placed,
    place,
    places,
    play_card,
    play_fan,
    push,
    put_away_to,
    refill_on,
    settle,
    take_backs,
    turn_moves,
)


class Ending(Enum):
    """By which rule a game ended."""

    CAPTURE = 1
    BAIT = 2
    ESCAPE = 3
    STUCK = 4
    STUNNED = 5
    RESIGNED = 6
    TIME = 7


SIDE_NAMES = ("ONI", "GOV")


class State(Position):
    """A position that can be played on."""

    def start(self, stream: int) -> None:
        """SK-2: shuffle and deal. A stream of 0 leaves chance to the caller."""
        self.stream = stream
        self._deal()
        if self.stream:
            self._chance()

    def resume(self) -> None:
        """Go on from a position that was set up: what is public by the cards takes effect, and
        the checks of a turn's start are made (SK-13.1 step 1)."""
        if self.phase > RURI_PICK:
            take_effect(self)
        if self.phase == TURN:
            begin_turn(self, self.side)

    def _deal(self) -> None:
        if not deal_next(self):
            begin_placing(self)

    def actor(self) -> int:
        phase = self.phase
        if phase == OVER:
            return NOBODY
        if phase == DRAWING or phase == DEALING or phase == LOOKING:
            return int(CHANCE)
        if self.drafter != NOWHERE:
            return int(self.drafter)
        if phase == PLACING:
            if has_placed(self, 0):
                return 1
            if has_placed(self, 1):
                return 0
            return SEVERAL
        if phase == PICKING:
            if self.special0:
                return 1
            if self.special1:
                return 0
            return SEVERAL
        return int(self.asked_side)

    def asks(self, seat: int) -> bool:
        actor = self.actor()
        return actor == seat or (actor == SEVERAL and 0 <= seat < 2)

    def decision_id(self, seat: int) -> int:
        return int(self.asked0 if seat == 0 else self.asked1)

    def drafting(self) -> int:
        return int(self.drafter) if self.drafter != NOWHERE else NOBODY

    def moves(self, seat: int = -1) -> list[int]:
        listed = self.listed
        if listed is None:
            listed = self._list()
            self.listed = listed
        if seat < 0:
            return listed
        return [move for move in listed if move & 15 == seat]

    def _list(self) -> list[int]:
        phase = self.phase
        out: list[int] = []
        if phase == TURN:
            return turn_moves(self)
        side = self.asked_side
        if phase == REFILLING:
            refills(self, out)
        elif phase == PLACING:
            actor = self.actor()
            if actor != 1:
                places(self, 0, out)
            if actor != 0:
                places(self, 1, out)
        elif phase == DECOY_ASKED:
            springs(self, side, out)
        elif phase == PUSHING:
            pushes(self, out)
        elif phase == KEEPING:
            keeps(self, out)
        elif phase == TAKING_BACK:
            take_backs(self, out)
        elif phase == REVOLVER_ASKED:
            shots(self, side, out)
        elif phase == ACTIVATING:
            activations(self, side, out)
        elif phase == FAN_ASKED:
            fan_plays(self, out)
        elif phase == AFTER_PLAY:
            uses(self, side, out)
            out.append(int(codes.code(side, codes.DONE)))
        elif phase == PICKING:
            if not self.special0:
                picks(self, 0, out)
            if not self.special1:
                picks(self, 1, out)
        elif phase == NEUTRAL_PICK:
            neutral_choices(out)
        elif phase == RURI_PICK:
            ruri_colours(self, side, out)
        return out

    def play(self, move: int) -> None:
        kind = kind_of(move)
        if kind == codes.RESIGN or kind == codes.TIMEOUT:
            if self.phase == OVER or actor_of(move) > 1:
                raise NotLegal("over")
            if move != codes.code(actor_of(move), kind):
                raise NotLegal("not_now")
        elif actor_of(move) == CHANCE:
            if not self._possible(move):
                raise NotLegal("not_now")
        elif move not in self.moves():
            raise NotLegal("not_now")
        self.apply(move)
        if self.stream:
            self._chance()

    def _possible(self, move: int) -> bool:
        """Is this an outcome that chance can have now?"""
        total = self.chance_total()
        for ticket in range(total):
            if self.chance_pick(ticket) == move:
                return True
        return False

    def _chance(self) -> None:
        """Chance plays itself."""
        while self.phase == DRAWING or self.phase == DEALING or self.phase == LOOKING:
            total = unseen(self, self.side, source(self))
            self.stream = advanced(self.stream)
            self.apply(int(pick(self, drawn(self.stream, total))))

    def chance_total(self) -> int:
        if self.phase == DRAWING or self.phase == DEALING or self.phase == LOOKING:
            return int(unseen(self, self.side, source(self)))
        return 0

    def chance_pick(self, ticket: int) -> int:
        return int(pick(self, ticket))

    def apply(self, move: int) -> None:
        self.remember(move)
        kind = kind_of(move)
        a = a_of(move)
        b = b_of(move)
        c = c_of(move)
        if kind == codes.PLAY:
            play_card(self, a, b, c)
        elif kind == codes.REFILL:
            if drawn_at_once(self, move):
                refill_on(self)
        elif kind == codes.DEAL:
            dealing = self.phase == DEALING
            card_drawn(self, b)
            if dealing:
                self._deal()
            else:
                refill_on(self)
        elif kind == codes.LOOK:
            card_drawn(self, b)
        elif kind == codes.PLACE:
            place(self, actor_of(move), a, b)
        elif kind == codes.PUSH:
            push(self, a, b)
        elif kind == codes.SWAP_TWO:
            self.add_to_hand(self.side, -one(SWAP))
            self.card = SWAP
            swap(self, self.side, a, b, c == 2)
            finish_play(self)
        elif kind == codes.LAY_DECOY:
            self.add_to_hand(self.side, -one(DECOY))
            lay_decoy(self, self.side, a, b)
            finish_play(self)
        elif kind == codes.NO_SPRING:
            finish_play(self)
        elif kind == codes.SPRING:
            spring(self, 1 - self.side, a, b, c)
            finish_play(self)
        elif kind == codes.KEEP:
            keep(self, a, b)
            refill_on(self)
        else:
            self._apply_rare(move, kind, a, b, c)

    def _apply_rare(self, move: i64, kind: i64, a: i64, b: i64, c: i64) -> None:
        actor = actor_of(move)
        if kind == codes.TAKE_BACK:
            put_away_to(self, True)
        elif kind == codes.LEAVE_CARD:
            put_away_to(self, False)
        elif kind == codes.FIRE:
            fire(self, actor, a)
            if self.phase == REVOLVER_ASKED:
                settle(self)
        elif kind == codes.HOLD_FIRE:
            settle(self)
        elif kind == codes.ACTIVATE:
            self.set_equipment(a, ACTIVE)
            settle(self)
        elif kind == codes.NO_ACTIVATE:
            settle(self)
        elif kind == codes.FAN_PLAY:
            play_fan(self, a, b, c)
        elif kind == codes.NO_FAN:
            decoy_window(self)
        elif kind == codes.DONE:
            if self.phase == TURN:
                show_hand(self, self.side)
                begin_turn(self, self.side)
            else:
                refill_on(self)
        elif kind == codes.PICK:
            if actor == 0:
                self.special0 = a
            else:
                self.special1 = a
            after_pick(self)
        elif kind == codes.NEUTRAL:
            if a == 1:
                self.special1 = RURI
            begin_picks(self)
        elif kind == codes.RURI_COLOUR:
            choose_ruri(self, actor, a)
            begin_turn(self, 0)
        elif kind == codes.RESIGN or kind == codes.TIMEOUT:  # SK-8.10
            self.drafter = NOWHERE
            self.end(1 - actor, RESIGNED if kind == codes.RESIGN else TIME)
        else:
            use(self, actor, move)
            if self.phase == TURN:
                begin_turn(self, self.side)
            else:
                after_play(self)

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        return Outcome((int(self.winner),), Ending(int(self.ending)), SIDE_NAMES)

    def facts(self) -> list[int]:
        out = list(self.agents)
        out += [
            int(self.lost0),
            int(self.lost1),
            int(self.occ0),
            int(self.next_id0),
            int(self.next_id1),
            int(self.hand0),
            int(self.hand1),
            int(self.deck0),
            int(self.deck1),
            int(self.decoys0),
            int(self.decoys1),
            int(self.special0),
            int(self.special1),
            int(self.ruri),
            int(self.equipment),
            int(self.phase),
            int(self.side),
            int(self.ending),
            int(self.winner),
            int(self.card),
            int(self.extra),
            int(self.mover),
            int(self.entered),
            int(self.won),
            int(self.bait_held),
            int(self.agent1),
            int(self.from1),
            int(self.to1),
            int(self.agent2),
            int(self.from2),
            int(self.to2),
            int(self.revolver_asked),
            int(self.asked_side),
            int(self.drawn1),
            int(self.drawn2),
            int(self.source1),
            int(self.source2),
            int(self.placed),
            int(self.drafter),
            -1,
        ]
        out += list(self.pile0)
        out.append(-1)
        out += list(self.pile1)
        bottoms = self.bottoms
        if bottoms is not None and any(bottoms):
            for cards in bottoms:
                out.append(-2)
                out += list(cards)
        return out

    def clone(self) -> State:
        return State(self.board, self.options, self)
