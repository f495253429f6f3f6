"""Chapter 19: the end of the game."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.codes import ENDED, SCORE
from konspira.games.rogue.rules.components import INFLUENCE, NO_SEAT, STAMINA, bit
from konspira.games.rogue.rules.position import (
    INFLUENCE_WINS,
    OVER,
    SHARED,
    STAMINA_WINS,
    Position,
)


def syndicate_bonus(cards: i64) -> i64:
    """RA-19.4."""
    if cards <= 4:
        return cards * (cards + 1) // 2
    return 10 + 5 * (cards - 4)


def syndicates(p: Position, seat: i64) -> list[int]:
    """How many cards of each syndicate a player has turned in; the last one is wild."""
    counts = [0] * (int(p.box.wild) + 1)
    for card, criminal in enumerate(p.box.criminals):
        if p.has_card(seat, card):
            counts[criminal.syndicate] += 1
    return counts


def bonus(p: Position, seat: i64) -> i64:
    if not p.scored[seat]:
        return 0
    counts = syndicates(p, seat)
    wild = counts[-1]
    best = max(counts[:-1])
    total: i64 = 0
    given = False
    for count in counts[:-1]:
        if count == best and not given:  # RA-19.5
            given = True
            total += syndicate_bonus(count + wild)
        else:
            total += syndicate_bonus(count)
    return total


def informants_of(p: Position, seat: i64) -> i64:
    count: i64 = 0
    slot: i64 = 0
    while slot < 13:
        count += p.own_informants(seat, slot)
        slot += 1
    return count


def score(p: Position, seat: i64) -> i64:
    """RA-19.2."""
    return p.get(seat, INFLUENCE) + informants_of(p, seat) + bonus(p, seat)


def is_last_round(p: Position) -> bool:
    """RA-19.1, RA-26.1, RA-26.7."""
    if p.options.shadow_watch:
        if p.round >= p.box.shadow_rounds or p.taken_off >= p.box.shadow_lost:
            return True
        seat: i64 = 0
        while seat < p.seats:
            if p.scored_count(seat) >= p.options.turned_in_goal:
                return True
            seat += 1
        return False
    last = p.box.rounds_android if p.options.android_mode else p.box.rounds_agent
    return p.round >= last


def end_game(p: Position) -> None:
    """RA-19.7."""
    best: i64 = -1
    stamina: i64 = -1
    winners: i64 = 0
    equal: i64 = 0
    seat: i64 = 0
    while seat < p.seats:
        points = score(p, seat)
        p.happen(SCORE, seat, points if points < 63 else 63)
        if not p.gone & bit(seat):
            if points > best:
                best = points
                equal = 0
                stamina = -1
            if points == best:
                equal += 1
                left = p.get(seat, STAMINA)
                if left > stamina:
                    stamina = left
                    winners = 0
                if left == stamina:
                    winners |= bit(seat)
        seat += 1
    ending = INFLUENCE_WINS
    if equal > 1:
        ending = SHARED if winners & (winners - 1) else STAMINA_WINS
    finish(p, winners, ending)


def finish(p: Position, winners: i64, ending: i64) -> None:
    p.phase = OVER
    p.asked = NO_SEAT
    p.drafter = NO_SEAT
    p.turn = NO_SEAT
    p.agenda = []
    p.winners = winners
    p.ending = ending
    p.happen(ENDED, ending)
