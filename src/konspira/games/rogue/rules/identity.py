"""Chapters 20 and 21: identity tokens and unmasking."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agent_board import lose_influence
from konspira.games.rogue.rules.cards import captives_back
from konspira.games.rogue.rules.codes import (
    CLOCK_OUT,
    INFORMANT_OUT,
    IS_ANDROID,
    REVEAL,
    TOKENS_OUT,
    code,
)
from konspira.games.rogue.rules.components import (
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    INFLUENCE,
    SHOWED,
    SHOWN_ANDROID,
    SHOWN_HUMAN,
    SUPPLY,
    UNMASKED,
)
from konspira.games.rogue.rules.position import REVEALING, Position


def androids(p: Position) -> i64:
    count: i64 = 0
    seat: i64 = 0
    while seat < p.seats:
        count += p.get(seat, UNMASKED)
        seat += 1
    return count


def limit_reached(p: Position) -> bool:
    """RA-20.5."""
    return androids(p) >= p.box.limit[p.seats]


def can_reveal(p: Position, seat: i64) -> bool:
    """RA-20.4, RA-20.5: told by what all can see."""
    if not p.options.android_mode or not p.is_agent(seat) or limit_reached(p):
        return False
    if p.get(seat, SHOWED):
        return False
    return p.get(seat, HIDDEN_ANDROID) + p.get(seat, HIDDEN_HUMAN) > 0


def reveal_token(p: Position, seat: i64) -> None:
    if can_reveal(p, seat):
        p.ask(seat, REVEALING)


def reveals(p: Position, out: list[int]) -> None:
    seat = p.asked
    if p.get(seat, HIDDEN_HUMAN):
        out.append(int(code(seat, REVEAL, 0)))
    if p.get(seat, HIDDEN_ANDROID):
        out.append(int(code(seat, REVEAL, 1)))


def reveal(p: Position, seat: i64, android: i64) -> None:
    """RA-20.3."""
    p.put(seat, SHOWED, 1)
    if not android:
        p.add(seat, HIDDEN_HUMAN, -1)
        p.add(seat, SHOWN_HUMAN, 1)
        return
    p.add(seat, HIDDEN_ANDROID, -1)
    p.add(seat, SHOWN_ANDROID, 1)
    if p.get(seat, SHOWN_ANDROID) == 2:
        unmask(p, seat)


def unmask(p: Position, seat: i64) -> None:
    """Chapter 21."""
    p.put(seat, UNMASKED, 1)
    p.happen(IS_ANDROID, seat)
    captives_back(p, seat)
    slot: i64 = 0
    while slot < 13:
        remove_all(p, seat, slot)
        slot += 1
    p.put(seat, SUPPLY, 0)
    kept: list[int] = []
    for clock in p.clocks:  # RA-21.5
        if clock & 15 == seat:
            p.happen(CLOCK_OUT, seat, (clock >> 4) & 63)
        else:
            kept.append(clock)
    p.clocks = kept
    if limit_reached(p):
        p.happen(TOKENS_OUT)
        other: i64 = 0
        while other < p.seats:
            for field in (HIDDEN_ANDROID, HIDDEN_HUMAN, SHOWN_ANDROID, SHOWN_HUMAN):
                p.put(other, field, 0)
            other += 1


def remove_all(p: Position, seat: i64, slot: i64) -> None:
    pair: i64 = p.informants[slot]
    if pair >> 3 == seat + 1:
        p.remove_informant(slot, True)
        p.happen(INFORMANT_OUT, seat, slot)
    if pair & 7 == seat + 1:
        p.remove_informant(slot, False)
        p.happen(INFORMANT_OUT, seat, slot)


def screened(p: Position, target: i64) -> None:
    """RA-20.8."""
    if not p.is_agent(target):
        p.add(p.turn, INFLUENCE, 1)
        lose_influence(p, target)
