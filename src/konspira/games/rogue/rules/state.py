"""The state of a game: which moves are legal, and what each one does."""

from __future__ import annotations

import hashlib
from enum import Enum

from mypy_extensions import i64

from konspira.engine.chance import advanced, drawn
from konspira.engine.contract import NOBODY, NotLegal, Outcome
from konspira.games.rogue.rules import agenda, codes
from konspira.games.rogue.rules.agent_board import lose, pay
from konspira.games.rogue.rules.android import (
    duel,
    duel_defend,
    duel_hits,
    location_falls,
    raid,
    raid_hits,
    raid_roll,
)
from konspira.games.rogue.rules.attack import (
    arm,
    armings,
    attack_assassin,
    attack_criminal,
    call,
    calls,
    fight,
    revealed,
    roll,
)
from konspira.games.rogue.rules.cards import (
    card_leaves,
    card_possible,
    card_total,
    chance_card,
    return_to_bag,
    see,
)
from konspira.games.rogue.rules.city_phase import (
    activate,
    activations,
    assassin_acts,
    assassin_kills,
    check_assassins,
    checks,
    city_criminal,
    city_end,
    city_police,
    flee,
    flights,
    next_assassin,
)
from konspira.games.rogue.rules.codes import CHANCE, a_of, actor_of, b_of, c_of, code, kind_of
from konspira.games.rogue.rules.components import (
    ALL,
    AMMO,
    ARREST,
    ATTACK,
    ATTACK_AGENT,
    ATTACK_ANDROID,
    ATTACK_LOCATION,
    BUY,
    CARD,
    DEFUSE,
    FACE_UP,
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    INFLUENCE,
    NO_SEAT,
    OLD,
    SEARCH,
    SEIZE,
    TURN_IN,
    bit,
)
from konspira.games.rogue.rules.custody import (
    arrest,
    defences,
    defend,
    seize,
    seize_take,
    taken,
    takes,
    turn_in,
)
from konspira.games.rogue.rules.defuse import (
    check,
    circuit,
    cut_wire,
    cuttings,
    defuse,
    place,
    placements,
    wires_cut,
)
from konspira.games.rogue.rules.detonation import (
    bomb_gone,
    detonate,
    loss,
    tick_bombs,
    tick_chosen,
    ticks,
    ticks_over,
)
from konspira.games.rogue.rules.effects import (
    captives,
    informants,
    lose_informant,
    lowerings,
)
from konspira.games.rogue.rules.identity import reveal, reveal_token, reveals, screened
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
    RESIGNED,
    RESOLVING,
    REVEALING,
    RUNNING,
    TAKING,
    TICKING,
    TIME,
    Past,
    Position,
)
from konspira.games.rogue.rules.scoring import finish, score
from konspira.games.rogue.rules.search import (
    buy,
    coloured,
    colours,
    keep_dice,
    pick,
    picks,
    purchases,
    resolutions,
    resolve,
    resolve_on,
    roll_again,
    search,
    search_reroll,
    search_roll,
)
from konspira.games.rogue.rules.setup import (
    deal_tokens,
    precinct_slot,
    put_tile,
    set_tiles,
    set_up,
    setup_pick,
    setup_total,
)
from konspira.games.rogue.rules.time_phase import (
    assign,
    assign_dice,
    assignments,
    disc_drawn,
    disc_pick,
    disc_possible,
    draw_discs,
    in_bag,
    new_round,
    next_disc,
    place_discs,
    put_bomb,
    roll_events,
    timer_set,
)
from konspira.games.rogue.rules.turn import (
    fight as fight_gangsters,
)
from konspira.games.rogue.rules.turn import (
    fights,
    investigate,
    move,
    patrol_moves,
    patrol_on,
    reinforce,
    screen,
    stop,
    turn_moves,
    turn_on,
    turns,
    use,
)


class Ending(Enum):
    """By which rule a game ended."""

    INFLUENCE = 1
    STAMINA = 2
    SHARED = 3
    RESIGNED = 4
    TIME = 5


SEAT_NAMES = ("P1", "P2", "P3", "P4")


class State(Position):
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

    def apply(self, move: int) -> None:
        before = self.past
        self.past = Past(before, move, 1 if before is None else before.length + 1)
        self.listed = None
        self.ply += 1
        if self.seen is not None:
            self.seen.append(move)
        if actor_of(move) == CHANCE:
            self._answer(move)
        else:
            kind = kind_of(move)
            if kind == codes.RESIGN or kind == codes.TIMEOUT:
                self._leave(actor_of(move), kind)
                return
            phase = self.phase
            self.phase = RUNNING
            self.asked = NO_SEAT
            if phase == ON_TURN or phase == PATROLLING:
                self._act(kind, move, phase == ON_TURN)
            else:
                self._decide(kind, move, phase)
        self._run()

    def _answer(self, move: i64) -> None:
        """What chance said."""
        kind = kind_of(move)
        a = a_of(move)
        b = b_of(move)
        at = self.chance_b
        self.phase = RUNNING
        self.chance = 0
        self.chance_a = 0
        self.chance_b = 0
        if kind == codes.ROLL:
            self.dice[at] = int(self.dice[at] | ((b + 1) << 2) | (c_of(move) << 6))
        elif kind == codes.DRAW:
            disc_drawn(self, a)
        elif kind == codes.EVENT_DIE:
            self.event_dice.append(int(a))
        elif kind == codes.TIMER:
            timer_set(self, b, a)
        elif kind == codes.LOOK:
            see(self, self.of(a, OLD) == 1, b)
            self.set(a, CARD, b + 1)
        elif kind == codes.TURN_UP:
            self._turned_up(a, b, at == 1)
        elif kind == codes.TILE:
            put_tile(self, a, b)
        elif kind == codes.POLICE:
            self.police = precinct_slot(self, a)
        elif kind == codes.LEADER:
            self.leader = a
        elif kind == codes.TOKEN:
            self.add(a, HIDDEN_ANDROID if b else HIDDEN_HUMAN, 1)

    def _turned_up(self, criminal: i64, card: i64, old: bool) -> None:
        see(self, old, card)
        last: i64 = self.agenda[-1]
        if last & 63 == agenda.SHOW_CARD:
            self.agenda.pop()
            card_leaves(self, criminal, card, last >> 18 == 1)
        else:
            self.set(criminal, CARD, card + 1)
            self.set(criminal, FACE_UP, 1)
            self.set(criminal, OLD, 0)

    def _act(self, kind: i64, m: i64, on_turn: bool) -> None:
        """D-02 and D-03."""
        a = a_of(m)
        if kind == codes.STEP:
            move(self, a, on_turn)
        elif kind == codes.STOP:
            stop(self)
        elif kind == codes.END_TURN:
            self.turn_over = True
        elif kind == codes.INVESTIGATE:
            investigate(self, a, not on_turn)
        elif kind == codes.SEARCH:
            use(self, SEARCH)
            search(self)
        elif kind == codes.BUY:
            use(self, BUY)
            buy(self, a)
        elif kind == codes.REINFORCE:
            reinforce(self)
        elif kind == codes.ATTACK_CRIMINAL:
            use(self, ATTACK)
            attack_criminal(self, a)
        elif kind == codes.ATTACK_ASSASSIN:
            use(self, ATTACK)
            attack_assassin(self, a)
        elif kind == codes.ARREST:
            use(self, ARREST)
            arrest(self, a)
        elif kind == codes.TURN_IN:
            use(self, TURN_IN)
            turn_in(self)
        elif kind == codes.SEIZE:
            use(self, SEIZE)
            seize(self, a, b_of(m))
        elif kind == codes.DEFUSE:
            use(self, DEFUSE)
            defuse(self, a)
        elif kind == codes.SCREEN:
            screen(self, a)
        elif kind == codes.ATTACK_ANDROID:
            use(self, ATTACK_ANDROID)
            duel(self, a)
        elif kind == codes.ATTACK_AGENT:
            use(self, ATTACK_AGENT)
            duel(self, a)
        elif kind == codes.ATTACK_LOCATION:
            use(self, ATTACK_LOCATION)
            raid(self)

    def _decide(self, kind: i64, m: i64, phase: i64) -> None:
        """All other decisions."""
        a = a_of(m)
        b = b_of(m)
        if kind == codes.RESOLVE:
            resolve(self, a, b, c_of(m))
        elif kind == codes.PICK:
            pick(self, a, b, c_of(m))
        elif kind == codes.ROLL_AGAIN:
            roll_again(self)
        elif kind == codes.KEEP_DICE:
            keep_dice(self)
        elif kind == codes.COLOUR:
            coloured(self, a)
        elif kind == codes.SPEND_AMMO:
            if phase == FIGHTING:
                fight_gangsters(self, actor_of(m), a)
            else:
                pay(self, actor_of(m), AMMO, a)
                self.spent = a
        elif kind == codes.PLACE_DIE:
            place(self, a, b, c_of(m))
        elif kind == codes.CUT:
            self.push(agenda.CUT_WIRE)
        elif kind == codes.LEAVE_BOMB:
            check(self)
        elif kind == codes.ASSIGN:
            assign(self, next_disc(self), b)
            assign_dice(self, self.leader)
        elif kind == codes.BUY:
            buy(self, a)
        elif kind == codes.DONE:
            self.drafter = NO_SEAT
        elif kind == codes.REVEAL:
            reveal(self, actor_of(m), a)
        elif kind == codes.DEFEND:
            defend(self, actor_of(m), a)
        elif kind == codes.TICK:
            tick_chosen(self, a, b)
        elif kind == codes.ACTIVATE:
            activate(self, self.assassins.index(int(a)))
        elif kind == codes.FLEE_FIRST:
            flee(self, self.assassins.index(int(a)))
        elif kind == codes.LOSE_INFORMANT:
            lose_informant(self, a, b)
        elif kind == codes.LOWER:
            lose(self, actor_of(m), a, 1)
        elif kind == codes.FREE:
            return_to_bag(self, a)
        elif kind == codes.TAKE:
            taken(self, a)
        elif kind == codes.CALL:
            self.called = a

    def _leave(self, seat: i64, kind: i64) -> None:
        """A seat leaves: it cannot win any more. The last one left has won."""
        self.gone |= bit(seat)
        left = (bit(self.seats) - 1) & ~self.gone
        if left & (left - 1) == 0:
            finish(self, left, RESIGNED if kind == codes.RESIGN else TIME)

    def _run(self) -> None:
        """Do what waits on the agenda until somebody, or chance, is asked."""
        while self.phase == RUNNING:
            if self.dice:
                for at, value in enumerate(self.dice):
                    if value & 60 == 0:
                        self.ask_chance(codes.ROLL, value & 3, at)
                        return
            step: i64 = self.agenda.pop()
            self._step(step & 63, (step >> 6) & 63, (step >> 12) & 63, step >> 18)

    def _step(self, kind: i64, a: i64, b: i64, c: i64) -> None:
        if kind == agenda.TURN_ON:
            turn_on(self)
        elif kind == agenda.PATROL_ON:
            patrol_on(self)
        elif kind == agenda.LOSE:
            loss(self, a, b, c == 1)
        elif kind == agenda.SEARCH_ROLL:
            search_roll(self)
        elif kind == agenda.SEARCH_REROLL:
            search_reroll(self)
        elif kind == agenda.SEARCH_RESOLVE:
            resolve_on(self, NO_SEAT)
        elif kind == agenda.REVEAL_TOKEN:
            reveal_token(self, a)
        elif kind == agenda.TURNS:
            turns(self, a)
        elif kind == agenda.ATTACK_REVEALED:
            revealed(self, a, b == 1)
        elif kind == agenda.ATTACK_CALL:
            call(self, a, b)
        elif kind == agenda.ATTACK_AMMO:
            arm(self, a, b)
        elif kind == agenda.ATTACK_ROLL:
            roll(self, a, b)
        elif kind == agenda.ATTACK_HITS:
            fight(self, a, b)
        elif kind == agenda.CITY_CRIMINAL:
            city_criminal(self, a)
        elif kind == agenda.FLED:
            checks(self, a)
        elif kind == agenda.CHECK_ASSASSINS:
            check_assassins(self, a)
        elif kind == agenda.TICK_BOMBS:
            tick_bombs(self, a)
        elif kind == agenda.TICKS_OVER:
            ticks_over(self)
        elif kind == agenda.NEXT_ASSASSIN or kind == agenda.CITY_ASSASSINS:
            next_assassin(self)
        elif kind == agenda.ASSASSIN_ACTS:
            assassin_acts(self, a, b)
        elif kind == agenda.ASSASSIN_KILLS:
            assassin_kills(self, a)
        else:
            self._rare_step(kind, a, b, c)

    def _rare_step(self, kind: i64, a: i64, b: i64, c: i64) -> None:
        if kind == agenda.DETONATE:
            detonate(self, a)
        elif kind == agenda.BOMB_GONE:
            bomb_gone(self, a)
        elif kind == agenda.SHOW_CARD:
            # The step stays on top until chance has answered.
            self.push(agenda.SHOW_CARD, a, b, c)
            self.ask_chance(codes.TURN_UP, a, b)
        elif kind == agenda.CUT_WIRE:
            cut_wire(self)
        elif kind == agenda.WIRES_CUT:
            wires_cut(self)
        elif kind == agenda.CIRCUIT:
            circuit(self)
        elif kind == agenda.SEIZE_TAKE:
            seize_take(self, a)
        elif kind == agenda.SCREENED:
            screened(self, a)
        elif kind == agenda.DUEL_DEFEND:
            duel_defend(self, a)
        elif kind == agenda.DUEL_HITS:
            duel_hits(self, a)
        elif kind == agenda.GAIN_INFLUENCE:
            self.add(a, INFLUENCE, 1)
        elif kind == agenda.RAID_ROLL:
            raid_roll(self)
        elif kind == agenda.RAID_HITS:
            raid_hits(self)
        elif kind == agenda.LOCATION_FALLS:
            location_falls(self, a)
        elif kind == agenda.TIME_BOMB:
            put_bomb(self, a)
        elif kind == agenda.CITY_POLICE:
            city_police(self)
        elif kind == agenda.CITY_BOMBS:
            self.push(agenda.TICK_BOMBS, ALL)
        elif kind == agenda.CITY_END:
            city_end(self)
        elif kind == agenda.NEW_ROUND:
            new_round(self)
        elif kind == agenda.DRAW_DISCS:
            draw_discs(self, a)
        elif kind == agenda.ROLL_EVENTS:
            roll_events(self)
        elif kind == agenda.ASSIGN_DICE:
            assign_dice(self, NO_SEAT)
        elif kind == agenda.PLACE_DISCS:
            place_discs(self)
        elif kind == agenda.SET_TILES:
            set_tiles(self, a)
        elif kind == agenda.SET_POLICE:
            self.ask_chance(codes.POLICE)
        elif kind == agenda.SET_LEADER:
            self.ask_chance(codes.LEADER)
        elif kind == agenda.DEAL_TOKENS:
            deal_tokens(self, a)

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        winners = tuple(seat for seat in range(int(self.seats)) if self.winners >> seat & 1)
        points = tuple(int(score(self, seat)) for seat in range(int(self.seats)))
        return Outcome(winners, Ending(int(self.ending)), SEAT_NAMES, points)

    def history(self) -> list[int]:
        moves: list[int] = []
        past = self.past
        while past is not None:
            moves.append(past.code)
            past = past.before
        moves.reverse()
        return moves

    def base_text(self) -> str:
        return self.base

    def watch(self) -> None:
        self.seen = []

    def witnessed(self) -> list[int]:
        seen = self.seen
        self.seen = []
        return [] if seen is None else seen

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
        """All that is true now, as numbers: two positions are the same if these are."""
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

    def hash(self) -> int:
        text = ",".join([str(fact) for fact in self.facts()])
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def clone(self) -> State:
        return State(self.box, self.options, self)
