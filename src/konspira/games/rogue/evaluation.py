"""How good a table is for each seat, in points, and how a turn goes on by habit.

The worth of a seat is its score and what it can still make of what it has: credits become
informants, captives are turned in, criminals within reach are fought. The weights are given from
outside; chances to win follow from how far the seats are apart and how much is still to come.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from konspira.engine.chance import Stream
from konspira.engine.playable import Judge, Playable
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.agent_board import active
from konspira.games.rogue.rules.city import ADJACENT, CENTRE, LAST_POSITION, adjacent
from konspira.games.rogue.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import (
    AGENT,
    AMMO,
    BOOST,
    CAPTIVE,
    CAR,
    CREDITS,
    DEFEATED,
    ENGINE,
    EVIDENCE,
    EXPLOSION,
    FUEL,
    GUN,
    IN_BAG,
    NO_SEAT,
    PISTOL,
    PLACE,
    STAMINA,
    STATUS,
    SUPPLY,
    bit,
)
from konspira.games.rogue.rules.position import (
    ARMING,
    COLOURING,
    CUTTING,
    DEFENDING,
    FIGHTING,
    ON_TURN,
    PATROLLING,
    PLACING,
    REROLLING,
    RESOLVING,
    REVEALING,
    Position,
)
from konspira.games.rogue.rules.sampler import Sampler
from konspira.games.rogue.rules.scoring import bonus, score
from konspira.games.rogue.rules.search import PLAIN, WITH_BOOST
from konspira.games.rogue.rules.setup import precinct_slot
from konspira.games.rogue.rules.state import State

# The weights, by place.
INFORMANT: Final = 0  # that can still be placed
CREDIT: Final = 1  # that finds no informant
BOUNTY: Final = 2  # a credit of it
DELIVERED: Final = 3  # how sure a captive is, with HQ in reach
LYING: Final = 4  # a defeated criminal in reach
FOUGHT: Final = 5  # a fight in reach
FUEL_WORTH: Final = 6
AMMO_WORTH: Final = 7
EVIDENCE_WORTH: Final = 8
CAR_WORTH: Final = 9
GUN_WORTH: Final = 10
AGENT_WORTH: Final = 11
HEALTH: Final = 12
DANGER: Final = 13
SPREAD: Final = 14  # points that one seat is ahead by chance at the end
SPREAD_A_ROUND: Final = 15
AGENT_TURN: Final = 16  # what a turn to come is worth
ANDROID_TURN: Final = 17
RAIDED: Final = 18  # a location in reach
WEIGHTS: Final = 19

STAMINA_WORTH: Final = [0.0, -1.5, -0.8, -0.35, -0.1, 0.0, 0.1]


def _steps() -> list[int]:
    """Steps between any two slots."""
    steps = [99] * 169
    for start in range(13):
        steps[start * 13 + start] = 0
        todo = [start]
        for slot in todo:
            for other in ADJACENT[slot]:
                if steps[start * 13 + other] == 99:
                    steps[start * 13 + other] = steps[start * 13 + slot] + 1
                    todo.append(other)
    return steps


STEPS: Final = _steps()


def distance(one: i64, other: i64) -> i64:
    return STEPS[one * 13 + other]


def rounds_left(p: Position) -> i64:
    """Rounds after this one; in Shadow Watch a guess."""
    if not p.options.shadow_watch:
        last = p.box.rounds_android if p.options.android_mode else p.box.rounds_agent
        return last - p.round
    most: i64 = 0
    seat: i64 = 0
    while seat < p.seats:
        most = max(most, p.scored_count(seat))
        seat += 1
    missing = min(p.options.turned_in_goal - most, p.box.shadow_lost - p.taken_off)
    return max(min(2 * missing, p.box.shadow_rounds - p.round), 0)


def turn_to_come(p: Position, seat: i64) -> bool:
    """In this round."""
    if p.turn == NO_SEAT:
        return True
    return (seat - p.leader + p.seats) % p.seats >= (p.turn - p.leader + p.seats) % p.seats


def resolution(moves: list[int]) -> int:
    """Gains first; then explosions, not plainly if there is another way."""
    last = moves[0]
    for move in moves:
        if a_of(move) == EXPLOSION:
            if c_of(move) != PLAIN or a_of(last) != EXPLOSION:
                last = move
        elif c_of(move) == WITH_BOOST:
            return move
    for move in moves:
        if a_of(move) != EXPLOSION:
            return move
    return last


class Eye(Judge):
    """Judges tables at the beginning of a turn, after so many decisions at least; until then
    everybody follows habits."""

    def __init__(self, weights: list[float], hitting: list[float], depth: int = 0) -> None:
        self.weights = weights
        self.depth = depth
        # The chance of so many hits and more, by green dice, black dice, hits.
        self.hitting = hitting

    def ripe(self, state: Playable, plies: int) -> bool:
        assert isinstance(state, State)
        if plies < self.depth or state.phase != ON_TURN:
            return False
        return state.justice == 0 and state.patrols == 0

    def chances(self, state: Playable) -> list[float]:
        assert isinstance(state, State)
        rounds = rounds_left(state)
        spread = self.weights[SPREAD] + self.weights[SPREAD_A_ROUND] * float(rounds)
        seats = int(state.seats)
        worths = [0.0] * seats
        best = -1e9
        for seat in range(seats):
            if state.gone & bit(seat):
                worths[seat] = -1e9
                continue
            worths[seat] = self.worth(state, seat, rounds) / spread
            best = max(best, worths[seat])
        total = 0.0
        for seat in range(seats):
            worths[seat] = math.exp(max(worths[seat] - best, -60.0))
            total += worths[seat]
        return [worth / total for worth in worths]

    def worth(self, p: State, seat: i64, rounds: i64) -> float:
        """In points at the end of the game."""
        weights = self.weights
        to_come = turn_to_come(p, seat)
        turns = rounds + (1 if to_come else 0)
        stamina = p.get(seat, STAMINA)
        value = float(score(p, seat))
        value += weights[FUEL_WORTH] * float(p.get(seat, FUEL))
        value += weights[AMMO_WORTH] * float(p.get(seat, AMMO))
        value += weights[EVIDENCE_WORTH] * float(p.get(seat, EVIDENCE))
        value += weights[CAR_WORTH] * float(p.get(seat, CAR))
        value += weights[GUN_WORTH] * float(p.get(seat, GUN))
        value += weights[AGENT_WORTH] * float(p.get(seat, AGENT))
        if turns < 3:  # what cannot be used any more is worth less
            value -= (value - float(score(p, seat))) * (0.9 - 0.3 * float(turns))
        health = weights[HEALTH] if turns > 0 else 0.1 * weights[HEALTH]
        value += health * STAMINA_WORTH[stamina if stamina < 6 else 6]
        credit = p.get(seat, CREDITS)
        if p.is_agent(seat):
            placed = min(turns, p.get(seat, SUPPLY))
            placed = min(placed, credit // 2)
            value += weights[INFORMANT] * float(placed)
            credit -= 2 * placed
            value += weights[AGENT_TURN] * float(turns)
            value += self.prospects(p, seat, turns)
        else:
            value += weights[ANDROID_TURN] * float(turns)
            value += self.raids(p, seat, turns)
        value += weights[CREDIT] * float(credit if credit < 6 else 6)
        if not to_come:
            value -= weights[DANGER] * self.danger(p, seat, stamina)
        return value

    def reach(self, p: State, seat: i64, slot: i64, turns: i64) -> float:
        """How much of a thing on a slot is still worth to a seat that has to go there."""
        if turns == 0:
            return 0.0
        steps = distance(p.at(seat), slot)
        near = 2 + active(p, seat, ENGINE)
        if steps > near and not (steps <= 2 * near and p.get(seat, FUEL) > 0):
            if turns == 1:
                return 0.05
            return 0.5
        share = 1.0 - 0.04 * float(steps)
        if slot == p.police:
            share *= 0.6
        return share

    def prospects(self, p: State, seat: i64, turns: i64) -> float:
        """Captives, defeated criminals and fights."""
        weights = self.weights
        value = 0.0
        held: i64 = 0
        bounty = 0.0
        best = 0.0
        second = 0.0
        ammo = min(p.get(seat, AMMO), 3)
        row = (active(p, seat, PISTOL) * 4 + ammo) * 6
        criminal: i64 = 0
        while criminal < 6:
            status = p.of(criminal, STATUS)
            if status == IN_BAG:
                criminal += 1
                continue
            card = p.card_of(criminal)
            if status == CAPTIVE:
                if p.of(criminal, PLACE) == seat:
                    held |= bit(card)
                    bounty += float(p.box.criminals[card].bounty)
                criminal += 1
                continue
            share = self.reach(p, seat, p.criminal_at(criminal), turns)
            if status == DEFEATED:
                prize = 1.2 + weights[BOUNTY] * float(p.box.criminals[card].bounty)
                found = weights[LYING] * prize * share
            else:
                if card >= 0:
                    sure = self.hitting[row + p.box.criminals[card].stamina]
                else:
                    sure = 0.5 * (self.hitting[row + 2] + self.hitting[row + 3])
                found = weights[FOUGHT] * sure * share * (1.0 + weights[LYING])
            if found > best:
                second = best
                best = found
            elif found > second:
                second = found
            criminal += 1
        for assassin in p.assassins:
            share = self.reach(p, seat, p.box.path[assassin & 15], turns)
            found = weights[FOUGHT] * self.hitting[row + 2] * share
            if found > best:
                second = best
                best = found
            elif found > second:
                second = found
        value += best + 0.5 * second
        if held:
            scored = p.scored[seat]
            now = bonus(p, seat)
            p.scored[seat] = int(scored | held)
            more = float(bonus(p, seat) - now)
            p.scored[seat] = scored
            share = self.reach(p, seat, CENTRE, turns)
            if p.get(seat, STAMINA) < 3:
                share *= 0.8
            value += weights[DELIVERED] * share * (more + weights[BOUNTY] * bounty)
        return value

    def raids(self, p: State, seat: i64, turns: i64) -> float:
        """The two best locations an android can attack."""
        best = 0.0
        second = 0.0
        ammo = min(p.get(seat, AMMO), 3)
        row = (active(p, seat, PISTOL) * 4 + ammo) * 6
        slot: i64 = 0
        while slot < 13:
            tile = p.tile_at(slot)
            if tile.slots > 0 and not p.is_destroyed(slot):
                pair: i64 = p.informants[slot]
                needed: i64 = 2 if pair == 0 else (3 if pair < 8 else 4)
                found = self.hitting[row + needed] * self.reach(p, seat, slot, turns)
                if found > best:
                    second = best
                    best = found
                elif found > second:
                    second = found
            slot += 1
        return self.weights[RAIDED] * (best + 0.5 * second)

    def danger(self, p: State, seat: i64, stamina: i64) -> float:
        """What the City phase will do to somebody who cannot move any more."""
        slot = p.at(seat)
        if p.safe(seat, slot):
            return 0.0
        loss: i64 = 0
        bombed = False
        path = p.box.path
        if p.is_agent(seat) and slot != p.police and not p.untamed_at(slot):
            harm = 2 - p.own_informants(seat, slot)
            for assassin in p.assassins:
                at: i64 = assassin & 15
                ahead: i64 = 0
                while ahead < 3 and at + ahead <= LAST_POSITION:
                    if path[at + ahead] == slot and harm > 0:
                        loss += harm
                    ahead += 1
        cleared = precinct_slot(p, p.tile_at(p.police).number % 6 + 1)
        for bomb in p.bombs:
            here: i64 = bomb & 15
            if (bomb >> 4) & 15 == 1 and here != cleared:
                if here == slot:
                    loss += 4
                    bombed = True
                elif adjacent(here, slot):
                    loss += 2
                    bombed = True
        if loss == 0:
            return 0.0
        lost = 0.0
        if bombed or loss >= stamina:
            criminal: i64 = 0
            while criminal < 6:
                if p.of(criminal, STATUS) == CAPTIVE and p.of(criminal, PLACE) == seat:
                    lost += 1.5
                criminal += 1
        if loss >= stamina:
            return lost + 1.0
        before: float = STAMINA_WORTH[stamina if stamina < 6 else 6]
        after: float = STAMINA_WORTH[stamina - loss]
        return lost + before - after

    # Habits -------------------------------------------------------------------------------------

    def pick(self, state: Playable, moves: list[int], luck: Stream) -> int:
        assert isinstance(state, State)
        if len(moves) == 1:
            return moves[0]
        phase = state.phase
        if phase == ON_TURN:
            return self._act(state, moves, luck)
        if phase == PATROLLING:
            return self._walk(state, moves, luck)
        if phase == REROLLING:
            return self._reroll(moves)
        if phase == RESOLVING:
            return resolution(moves)
        if phase == ARMING:
            return moves[len(moves) - 1 - luck.below(2)]
        if phase == REVEALING:
            return moves[0]
        if phase == COLOURING:
            return moves[0] if luck.below(4) else moves[luck.below(len(moves))]
        if phase == FIGHTING:
            if state.get(state.asked, STAMINA) < 4:
                return moves[-1]
        elif phase == PLACING:
            return self._place(state, moves, luck)
        elif phase == CUTTING:
            return moves[0 if luck.below(5) < 3 else 1]
        return moves[luck.below(len(moves))]

    def _act(self, p: State, moves: list[int], luck: Stream) -> int:
        """What a sensible player does next in a turn."""
        best = moves[-1]  # the end of the turn
        highest = 0.0
        agent = p.is_agent(p.turn)
        row = (active(p, p.turn, PISTOL) * 4 + min(p.get(p.turn, AMMO), 3)) * 6
        fresh = p.patrols == 0
        for move in moves:
            kind = kind_of(move)
            worth = 0.0
            if kind == codes.TURN_IN:
                worth = 9.0
            elif kind == codes.ARREST:
                worth = 8.0
            elif kind == codes.ATTACK_CRIMINAL:
                card = p.card_of(a_of(move))
                stamina = p.box.criminals[card].stamina if card >= 0 else 2
                worth = 7.0 * self.hitting[row + stamina]
            elif kind == codes.ATTACK_ASSASSIN:
                worth = 6.0 * self.hitting[row + 2]
            elif kind == codes.ATTACK_LOCATION:
                pair: i64 = p.informants[p.at(p.turn)]
                worth = 7.0 * self.hitting[row + (2 if pair == 0 else (3 if pair < 8 else 4))]
            elif kind == codes.ATTACK_AGENT or kind == codes.ATTACK_ANDROID:
                worth = 2.5
            elif kind == codes.SEIZE:
                worth = 2.0 + float(b_of(move))
            elif kind == codes.STEP:
                if fresh or (p.justice < 2 and luck.below(3) == 0):
                    worth = self._toward(p, a_of(move)) * (2.2 if fresh else 1.2)
            elif kind == codes.SEARCH:
                worth = 2.0
            elif kind == codes.BUY:
                worth = 4.0 if p.get(p.turn, EVIDENCE) > 5 else 0.7
            elif kind == codes.REINFORCE:
                worth = 0.9  # it ends the turn, so what is worth more comes first
            elif kind == codes.DEFUSE:
                worth = 0.25 * float(a_of(move))
            elif kind == codes.SCREEN:
                worth = 0.6
            if kind != codes.REINFORCE:
                worth *= 0.5 + luck.unit()
            if worth > highest:
                highest = worth
                best = move
        if not agent and kind_of(best) == codes.END_TURN and luck.below(2):
            return moves[luck.below(len(moves))]
        return best

    def _toward(self, p: State, slot: i64) -> float:
        """How much nearer a slot is to where the seat wants to go, in half steps."""
        seat = p.turn
        here = p.at(seat)
        held = False
        near: i64 = 99
        nearer: i64 = 99
        criminal: i64 = 0
        while criminal < 6:
            status = p.of(criminal, STATUS)
            if status == CAPTIVE:
                if p.of(criminal, PLACE) == seat:
                    held = True
            elif status != IN_BAG:
                there = p.criminal_at(criminal)
                near = min(near, distance(here, there))
                nearer = min(nearer, distance(slot, there))
            criminal += 1
        if held:
            near = distance(here, CENTRE)
            nearer = distance(slot, CENTRE)
        elif not p.is_agent(seat):
            tile = p.tile_at(slot)
            return 1.0 if tile.slots > 0 and not p.is_destroyed(slot) else 0.3
        worth = 1.2 if nearer < near else (0.3 if nearer == near else 0.1)
        if p.is_destroyed(slot):
            return 0.5 * worth
        tile = p.tile_at(slot)
        if slot != p.police:
            worth -= 0.12 * float(tile.gangsters)
        if p.informants[slot] < 8 and tile.slots > 0 and p.get(seat, CREDITS) > 1:
            worth += 0.3
        if tile.number == 0 and p.justice < 2:
            worth += 0.2  # something to search
        return worth

    def _walk(self, p: State, moves: list[int], luck: Stream) -> int:
        best = moves[-1]  # to stop
        highest = 0.8
        for move in moves:
            if kind_of(move) == codes.STEP:
                worth = self._toward(p, a_of(move)) * (0.5 + luck.unit())
                if worth > highest:
                    highest = worth
                    best = move
        return best

    def _reroll(self, moves: list[int]) -> int:
        """Explosions are rolled again: where they do not hurt, they are worth nothing."""
        for move in moves:
            if kind_of(move) == codes.PICK and b_of(move) == EXPLOSION:
                return move
        return moves[-1]

    def _place(self, p: State, moves: list[int], luck: Stream) -> int:
        """No new column without need."""
        count: i64 = 0
        for move in moves:
            at = c_of(move)
            if at < len(p.sheet) and p.sheet[at]:
                count += 1
        if count == 0:
            return moves[luck.below(len(moves))]
        ticket: i64 = luck.below(int(count))
        for move in moves:
            at = c_of(move)
            if at < len(p.sheet) and p.sheet[at]:
                if ticket == 0:
                    return move
                ticket -= 1
        return moves[0]


class Sensible(State):
    """A state that lists only moves a sensible player thinks of: so a search sees further."""

    def _list(self) -> list[int]:
        every = super()._list()
        if len(every) < 2:
            return every
        phase = self.phase
        kept: list[int] = []
        if phase == ON_TURN:
            kept = self._turn(every)
        elif phase == PATROLLING:
            for move in every:
                if kind_of(move) != codes.INVESTIGATE:
                    kept.append(move)
        elif phase == REROLLING:
            kept = self._rerolls(every)
        elif phase == RESOLVING:
            kept.append(resolution(every))
        elif phase == FIGHTING or phase == DEFENDING:
            kept.append(every[0])
            kept.append(every[-1])
        elif phase == PLACING:
            for move in every:
                at = c_of(move)
                if at < len(self.sheet) and self.sheet[at]:
                    kept.append(move)
        return kept if kept else every

    def _turn(self, every: list[int]) -> list[int]:
        """What is always good is done at once; what is hardly ever good is not thought of."""
        first: list[int] = []
        kept: list[int] = []
        seat = self.turn
        turns = rounds_left(self) + 1
        may_place = False
        may_search = False
        for move in every:
            kind = kind_of(move)
            if kind == codes.TURN_IN or kind == codes.ARREST:
                first.append(move)
            elif kind == codes.REINFORCE:
                may_place = True
            elif kind == codes.SEARCH:
                may_search = True
        if first:
            return first
        for move in every:
            kind = kind_of(move)
            if kind == codes.END_TURN:
                if may_place or (may_search and self.justice == 0):
                    continue
            elif kind == codes.INVESTIGATE:
                continue
            elif kind == codes.DEFUSE:
                if a_of(move) < 3:
                    continue
            elif kind == codes.BUY:
                field = a_of(move)
                if field == AMMO:
                    if self.get(seat, AMMO) > 3:
                        continue
                elif field < STAMINA and self.get(seat, CREDITS) < 2 * turns + 2:
                    continue
            kept.append(move)
        return kept

    def _rerolls(self, every: list[int]) -> list[int]:
        """Explosions always; upgrades and boosts perhaps; what is a gain, never."""
        kept: list[int] = []
        for move in every:
            if kind_of(move) != codes.PICK:
                kept.append(move)
            elif b_of(move) == EXPLOSION:
                return [move]
            elif b_of(move) == BOOST or CAR <= b_of(move) <= AGENT:
                kept.append(move)
        return kept


class Worlds:
    """States that fit what a seat knows, seen by a sensible player."""

    def __init__(self, sampler: Sampler) -> None:
        self.sampler = sampler

    def sample(self, luck: Stream) -> State:
        state = self.sampler.sample(luck)
        return Sensible(state.box, state.options, state)
