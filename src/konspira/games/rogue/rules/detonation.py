"""Chapter 16: the detonation of a bomb, and ticking timers."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import BOMB_GONE, DETONATE, LOSE, TICK_BOMBS, TICKS_OVER
from konspira.games.rogue.rules.agent_board import lose_stamina
from konspira.games.rogue.rules.cards import captives_back, return_to_bag
from konspira.games.rogue.rules.city import adjacent
from konspira.games.rogue.rules.codes import (
    BACK_IN_BAG,
    EXPLODED,
    INFORMANT_OUT,
    TICK,
    TICKED,
    code,
)
from konspira.games.rogue.rules.components import ALL, ASSASSIN
from konspira.games.rogue.rules.position import (
    ACTED,
    TICKING,
    Position,
    slot_of_bomb,
    timer_of,
)


def tick(p: Position, at: i64) -> None:
    """One timer goes down by 1; at 0 the bomb detonates."""
    bomb: i64 = p.bombs[at]
    slot = slot_of_bomb(bomb)
    bomb -= 16
    p.bombs[at] = int(bomb)
    p.happen(TICKED, slot, timer_of(bomb))
    if timer_of(bomb) == 0:
        p.push(DETONATE, slot)


def set_off(p: Position, slot: i64) -> None:
    """The oldest bomb on a slot, if there is one, detonates whatever its timer."""
    for at, bomb in enumerate(p.bombs):
        if bomb & 15 == slot:
            p.bombs[at] = int(slot)
            p.push(DETONATE, slot)
            return


def detonate(p: Position, slot: i64) -> None:
    """RA-16.1 to RA-16.6; who is hit, and how hard, is fixed before the first loss (RA-16.9)."""
    p.happen(EXPLODED, slot)
    clear_informants(p, slot)
    sweep_assassins(p, slot)
    p.push(BOMB_GONE, slot)
    steps = p.seats - 1
    while steps >= 0:
        seat = p.seat_after(p.leader, steps)
        at = p.at(seat)
        if not p.safe(seat, at):
            if at == slot:
                p.push(LOSE, seat, 4, 1)
            elif adjacent(at, slot):
                p.push(LOSE, seat, 2, 1)
        steps -= 1
    criminal: i64 = 0
    while criminal < 6:
        if p.criminal_at(criminal) == slot:
            p.taken_off += 1  # RA-26.1 (b)
            return_to_bag(p, criminal)
        criminal += 1


def clear_informants(p: Position, slot: i64) -> None:
    pair: i64 = p.informants[slot]
    while pair:
        p.happen(INFORMANT_OUT, (pair & 7) - 1, slot)
        pair >>= 3
    p.informants[slot] = 0


def sweep_assassins(p: Position, slot: i64) -> None:
    """All assassins on a slot return to the bag."""
    kept: list[int] = []
    for assassin in p.assassins:
        if p.box.path[assassin & 15] == slot:
            p.bag_assassins += 1
            p.happen(BACK_IN_BAG, ASSASSIN, slot)
        else:
            kept.append(assassin)
    p.assassins = kept


def loss(p: Position, seat: i64, amount: i64, by_bomb: bool) -> None:
    fallen = lose_stamina(p, seat, amount)
    if by_bomb and not fallen and p.is_agent(seat):
        captives_back(p, seat)  # RA-16.6


def bomb_gone(p: Position, slot: i64) -> None:
    """RA-16.7, RA-16.8."""
    kept: list[int] = []
    gone = False
    for bomb in p.bombs:
        if not gone and bomb & 15 == slot and (bomb >> 4) & 15 == 0:
            gone = True
        else:
            kept.append(bomb)
    p.bombs = kept
    p.bag_bombs += 1
    set_off(p, slot)


def tick_bombs(p: Position, slot: i64) -> None:
    """Bombs of one location, or all: once each, in an order chosen by the leader."""
    first: i64 = -1
    differ = False
    for at, bomb in enumerate(p.bombs):
        if not bomb & ACTED and (slot == ALL or bomb & 15 == slot):
            if first < 0:
                first = at
            elif p.bombs[first] != bomb:
                differ = True
    if first < 0:
        p.push(TICKS_OVER)
        return
    p.push(TICK_BOMBS, slot)
    if differ:  # D-23, D-25
        p.number = slot
        p.ask(p.leader, TICKING)
    else:
        act(p, first)


def ticks(p: Position, out: list[int]) -> None:
    listed: list[int] = []
    for bomb in p.bombs:
        if not bomb & ACTED and (p.number == ALL or bomb & 15 == p.number):
            if bomb not in listed:
                listed.append(bomb)
                out.append(int(code(p.leader, TICK, bomb & 15, (bomb >> 4) & 15)))


def tick_chosen(p: Position, slot: i64, timer: i64) -> None:
    wanted = int(slot | (timer << 4))
    act(p, p.bombs.index(wanted))


def act(p: Position, at: i64) -> None:
    p.bombs[at] = int(p.bombs[at] | ACTED)
    tick(p, at)


def ticks_over(p: Position) -> None:
    p.bombs = [int(bomb & ~ACTED) for bomb in p.bombs]
