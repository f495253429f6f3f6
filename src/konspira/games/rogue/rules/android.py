"""Chapters 23 and 24: attacks between agents and androids, attacks on locations."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import (
    DUEL_DEFEND,
    DUEL_HITS,
    GAIN_INFLUENCE,
    LOCATION_FALLS,
    LOSE,
    RAID_HITS,
    RAID_ROLL,
)
from konspira.games.rogue.rules.agent_board import active
from konspira.games.rogue.rules.attack import ask_ammo, hits_rolled, take_dice
from konspira.games.rogue.rules.cards import return_to_bag
from konspira.games.rogue.rules.codes import DESTROYED, HITS, INFORMANT_OUT
from konspira.games.rogue.rules.components import DICE, INFLUENCE, PISTOL, STAMINA, bit
from konspira.games.rogue.rules.custody import ask_defence, cars_rolled
from konspira.games.rogue.rules.detonation import set_off, sweep_assassins
from konspira.games.rogue.rules.position import DEFENDERS, Position


def duel(p: Position, target: i64) -> None:
    """RA-23.8, RA-24.3."""
    load_pistols(p)
    p.push(DUEL_DEFEND, target)
    ask_ammo(p)


def load_pistols(p: Position) -> None:
    p.green = min(active(p, p.turn, PISTOL), DICE)


def duel_defend(p: Position, target: i64) -> None:
    take_dice(p)
    p.push(DUEL_HITS, target)
    ask_defence(p, target, DICE - p.green)


def duel_hits(p: Position, target: i64) -> None:
    """RA-23.9, RA-23.10."""
    made = hits_rolled(p) - cars_rolled(p, DEFENDERS)
    p.dice = []
    made = max(made, 0)
    p.happen(HITS, p.turn, made)
    if made > 0:
        if made >= p.get(target, STAMINA):
            p.push(GAIN_INFLUENCE, p.turn)
        p.push(LOSE, target, made)


def raid(p: Position) -> None:
    """RA-23.11."""
    load_pistols(p)
    p.push(RAID_ROLL)
    ask_ammo(p)


def raid_roll(p: Position) -> None:
    take_dice(p)
    p.push(RAID_HITS)


def raid_hits(p: Position) -> None:
    made = hits_rolled(p)
    p.dice = []
    p.happen(HITS, p.turn, made)
    slot = p.at(p.turn)
    while made > 0 and p.informants[slot]:
        p.happen(INFORMANT_OUT, (p.informants[slot] & 7) - 1, slot)
        p.remove_informant(slot, False)
        made -= 1
    if made >= 2:  # RA-23.12
        p.push(LOCATION_FALLS, slot)
        set_off(p, slot)


def location_falls(p: Position, slot: i64) -> None:
    """RA-23.12 (b) to (d); (a) has happened."""
    sweep_assassins(p, slot)
    p.destroyed |= bit(slot)
    p.happen(DESTROYED, slot)
    p.add(p.turn, INFLUENCE, 1)
    while p.informants[slot]:  # RA-22.4: there are no slots any more
        p.happen(INFORMANT_OUT, (p.informants[slot] & 7) - 1, slot)
        p.remove_informant(slot, False)
    criminal: i64 = 0
    while criminal < 6:
        if p.criminal_at(criminal) == slot:
            return_to_bag(p, criminal)
        criminal += 1
