"""Chapter 3: set-up, and RA-20.1, RA-26.2, RA-26.3."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import (
    DEAL_TOKENS,
    NEW_ROUND,
    SET_LEADER,
    SET_POLICE,
    SET_TILES,
)
from konspira.games.rogue.rules.city import CENTRE, PRECINCT_SLOTS, STANDARD_SLOTS
from konspira.games.rogue.rules.codes import CHANCE, LEADER, POLICE, TILE, TOKEN, code
from konspira.games.rogue.rules.components import (
    AT,
    CREDITS,
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    STAMINA,
    SUPPLY,
    size,
)
from konspira.games.rogue.rules.position import Position


def set_up(p: Position) -> None:
    """Everything that needs no chance; the rest is put on the agenda."""
    box = p.box
    put_tile(p, CENTRE, box.hq)
    seat: i64 = 0
    while seat < p.seats:  # RA-3.2
        track: i64 = 0
        while track < 6:
            p.put(seat, track, box.track_start[track])
            track += 1
        p.put(seat, STAMINA, box.stamina_start)
        p.put(seat, CREDITS, box.credits_start)
        p.put(seat, SUPPLY, box.informants)
        p.put(seat, AT, CENTRE)
        seat += 1
    p.credits = box.credits_total - box.credits_start * p.seats  # RA-3.3
    p.bag_criminals = 63  # RA-3.7
    p.bag_assassins = box.assassins
    p.bag_bombs = box.bombs
    set_deck(p)
    if p.options.shadow_watch:  # RA-26.3
        p.bag_assassins -= 1
        p.bag_bombs -= 1
        p.reserve_assassins = 1
        p.reserve_bombs = 1
    p.push(NEW_ROUND)
    if p.options.android_mode:
        p.push(DEAL_TOKENS)
    p.push(SET_LEADER)
    p.push(SET_POLICE)
    p.push(SET_TILES)


def set_deck(p: Position) -> None:
    """RA-3.6, RA-26.2: which cards can be in the deck, and how many of each stratum are."""
    box = p.box
    p.unseen = box.easy | box.hard
    if not p.options.shadow_watch:
        p.easy = size(box.easy)
        p.hard = size(box.hard)
    else:
        if p.options.without_blue:
            p.unseen &= ~box.blue_cards
        p.easy = box.shadow_easy
        p.hard = box.shadow_hard
    p.deck = p.easy + p.hard


def put_tile(p: Position, slot: i64, tile: i64) -> None:
    p.tiles[slot] = int(tile)
    p.slots[tile] = int(slot)


def set_tiles(p: Position, laid: i64) -> None:
    if laid < 12:
        p.push(SET_TILES, laid + 1)
        p.ask_chance(TILE, PRECINCT_SLOTS[laid] if laid < 6 else STANDARD_SLOTS[laid - 6], laid)


def tiles_left(p: Position) -> list[int]:
    """The shuffled tiles that have no place yet, of the kind that is laid now."""
    found: list[int] = []
    for tile, slot in enumerate(p.slots):
        if slot < 0 and tile != p.box.hq:
            if (p.box.tiles[tile].number > 0) == (p.chance_b < 6):
                found.append(tile)
    return found


def tokens_left(p: Position) -> list[int]:
    """Human and android tokens not dealt yet (RA-20.1)."""
    humans = p.box.humans
    androids = p.box.androids
    if p.seats == 3:
        humans -= p.box.removed_humans
        androids -= p.box.removed_androids
    seat: i64 = 0
    while seat < p.seats:
        humans -= p.get(seat, HIDDEN_HUMAN)
        androids -= p.get(seat, HIDDEN_ANDROID)
        seat += 1
    return [int(humans), int(androids)]


def deal_tokens(p: Position, dealt: i64) -> None:
    if dealt < p.seats * p.box.tokens_each:
        p.push(DEAL_TOKENS, dealt + 1)
        p.ask_chance(TOKEN, dealt // p.box.tokens_each)


def setup_total(p: Position) -> i64:
    if p.chance == TILE:
        return len(tiles_left(p))
    if p.chance == POLICE:
        return 6
    if p.chance == LEADER:
        return p.seats
    left = tokens_left(p)
    return left[0] + left[1]


def setup_pick(p: Position, ticket: i64) -> i64:
    if p.chance == TILE:
        return code(CHANCE, TILE, p.chance_a, tiles_left(p)[ticket])
    if p.chance == POLICE:
        return code(CHANCE, POLICE, ticket + 1)
    if p.chance == LEADER:
        return code(CHANCE, LEADER, ticket)
    humans: i64 = tokens_left(p)[0]
    return code(CHANCE, TOKEN, p.chance_a, 0 if ticket < humans else 1)


def precinct_slot(p: Position, number: i64) -> i64:
    """Where the precinct with this number lies (RA-2.4)."""
    tile: i64 = 0
    while p.box.tiles[tile].number != number:
        tile += 1
    return p.slots[tile]
