"""The property tests of RA-30: what must hold in every position, as sentences."""

from __future__ import annotations

from konspira.games.rogue.rules import agenda, codes
from konspira.games.rogue.rules.components import (
    BOMB,
    CARD,
    CREDITS,
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    OLD,
    SHOWN_ANDROID,
    SHOWN_HUMAN,
    STATUS,
    SUPPLY,
    size,
)
from konspira.games.rogue.rules.defuse import has_boost, height, on_sheet
from konspira.games.rogue.rules.identity import androids, limit_reached
from konspira.games.rogue.rules.position import CHANCE_ASKED, OVER
from konspira.games.rogue.rules.scoring import informants_of
from konspira.games.rogue.rules.state import State


def conserved(s: State) -> list[str]:
    return [*_discs(s), *_credits(s), *_cards(s), *_dice(s), *_sheet(s), *_people(s)]


def _discs(s: State) -> list[str]:
    """(i): 14 discs, each criminal once."""
    broken = []
    drawn = [disc & 15 for disc in s.drawn]
    for criminal in range(6):
        places = (s.bag_criminals >> criminal & 1) + drawn.count(criminal)
        places += 1 if s.of(criminal, STATUS) else 0
        if places != 1:
            broken.append(f"criminal {criminal + 1} is in {places} places")
    assassins = s.bag_assassins + s.reserve_assassins + len(s.assassins) + drawn.count(6)
    if assassins != s.box.assassins:
        broken.append(f"there are {assassins} assassins, not {s.box.assassins}")
    bombs = s.bag_bombs + s.reserve_bombs + len(s.bombs) + drawn.count(int(BOMB))
    if s.phase == CHANCE_ASKED and s.chance == codes.TIMER:
        bombs += 1  # its timer is being rolled
    bombs += sum(step & 63 == agenda.TIME_BOMB for step in s.agenda)
    if bombs != s.box.bombs:
        broken.append(f"there are {bombs} bombs, not {s.box.bombs}")
    return broken


def _credits(s: State) -> list[str]:
    """(ii)."""
    total = s.credits + sum(s.get(seat, CREDITS) for seat in range(int(s.seats)))
    if total != s.box.credits_total or s.credits < 0:
        return [f"there are {total} credits, {s.credits} in the supply"]
    return []


def _cards(s: State) -> list[str]:
    """(iii), and what nobody has seen fits what is missing."""
    whole = int(s.box.shadow_easy + s.box.shadow_hard)
    if not s.options.shadow_watch:
        whole = len(s.box.criminals)
    owed = [step for step in s.agenda if step & 63 == agenda.SHOW_CARD]
    in_play = len(owed) + sum(s.of(criminal, STATUS) > 0 for criminal in range(6))
    known = sum(int(size(mask)) for mask in s.scored) + int(size(s.removed)) + len(s.bottom)
    broken = []
    if s.deck + in_play + known != whole:
        broken.append(f"there are {s.deck + in_play + known} cards, not {whole}")
    new = s.deck + sum(not step >> 12 & 63 for step in owed)
    old = sum(step >> 12 & 63 for step in owed)
    for criminal in range(6):
        if s.of(criminal, STATUS) and not s.of(criminal, CARD):
            if s.of(criminal, OLD):
                old += 1
            else:
                new += 1
    if s.easy + s.hard != new or s.old_easy + s.old_hard != old:
        broken.append(f"{s.easy} easy and {s.hard} hard cards are unseen, but {new} are hidden")
    for left, stratum in ((s.easy, s.box.easy), (s.hard, s.box.hard)):
        if not 0 <= left <= size(s.unseen & stratum):
            broken.append(f"{left} cards are unseen of {size(s.unseen & stratum)} possible ones")
    return broken


def _dice(s: State) -> list[str]:
    """(iv): at most three special dice of a colour."""
    for colour in range(3):
        used = sum(value & 3 == colour for value in s.dice)
        # In the check of a bomb the circuit dice are both on the sheet and in the hand.
        if not any(step & 63 == agenda.CIRCUIT for step in s.agenda):
            used += int(on_sheet(s, colour)) if s.sheet else 0
        if used > 3:
            return [f"{used} dice of colour {colour} are in use"]
    return []


def _sheet(s: State) -> list[str]:
    """(vi): at most one live column that is not full."""
    live = [c for c in s.sheet if c and not has_boost(c) and height(c) < s.box.rows]
    return ["two columns of the bomb sheet are live"] if len(live) > 1 else []


def _people(s: State) -> list[str]:
    broken = []
    tokens = 0
    for seat in range(int(s.seats)):
        if s.get(seat, SUPPLY) + informants_of(s, seat) > s.box.informants:
            broken.append(f"seat {seat} has too many informants")
        fields = (HIDDEN_ANDROID, HIDDEN_HUMAN, SHOWN_ANDROID, SHOWN_HUMAN)
        values = [int(s.get(seat, field)) for field in fields]
        if min(values) < 0:
            broken.append(f"seat {seat} has less than no tokens")
        tokens += sum(values)
    if s.phase == OVER or s.base or s.round == 0 or not s.options.android_mode:
        return broken
    if limit_reached(s):
        if tokens:
            broken.append("the limit of androids is reached, but there are tokens")
    elif tokens != s.seats * s.box.tokens_each:
        broken.append(f"there are {tokens} identity tokens and {androids(s)} androids")
    return broken
