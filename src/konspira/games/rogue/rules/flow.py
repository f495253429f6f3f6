"""What each move does, and what follows until somebody is asked again."""

from __future__ import annotations

from mypy_extensions import i64

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
    attack_assassin,
    attack_criminal,
    call,
    fight,
    revealed,
    roll,
)
from konspira.games.rogue.rules.cards import card_leaves, return_to_bag, see
from konspira.games.rogue.rules.city_phase import (
    activate,
    assassin_acts,
    assassin_kills,
    check_assassins,
    checks,
    city_criminal,
    city_end,
    city_police,
    flee,
    next_assassin,
)
from konspira.games.rogue.rules.codes import CHANCE, a_of, actor_of, b_of, c_of, kind_of
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
from konspira.games.rogue.rules.custody import arrest, defend, seize, seize_take, taken, turn_in
from konspira.games.rogue.rules.defuse import check, circuit, cut_wire, defuse, place, wires_cut
from konspira.games.rogue.rules.detonation import (
    bomb_gone,
    detonate,
    loss,
    tick_bombs,
    tick_chosen,
    ticks_over,
)
from konspira.games.rogue.rules.effects import lose_informant
from konspira.games.rogue.rules.identity import reveal, reveal_token, screened
from konspira.games.rogue.rules.position import (
    FIGHTING,
    ON_TURN,
    PATROLLING,
    RESIGNED,
    RUNNING,
    TIME,
    Position,
)
from konspira.games.rogue.rules.scoring import finish
from konspira.games.rogue.rules.search import (
    buy,
    coloured,
    keep_dice,
    pick,
    resolve,
    resolve_on,
    roll_again,
    search,
    search_reroll,
    search_roll,
)
from konspira.games.rogue.rules.setup import deal_tokens, precinct_slot, put_tile, set_tiles
from konspira.games.rogue.rules.time_phase import (
    assign,
    assign_dice,
    disc_drawn,
    draw_discs,
    new_round,
    next_disc,
    place_discs,
    put_bomb,
    roll_events,
    timer_set,
)
from konspira.games.rogue.rules.turn import fight as fight_gangsters
from konspira.games.rogue.rules.turn import (
    investigate,
    move,
    patrol_on,
    reinforce,
    screen,
    stop,
    turn_on,
    turns,
    use,
)


class Flow(Position):
    """A position that moves on: what was chosen, rolled or drawn takes effect, then the agenda."""

    def apply(self, move: int) -> None:
        self.remember(move)
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
