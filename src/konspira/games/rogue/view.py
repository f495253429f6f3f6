"""The view with names: what pages draw and programs read. Made from `Seen` alone."""

from __future__ import annotations

from konspira.engine.contract import CHANCE, NOBODY
from konspira.games.rogue.notation import (
    COLOURS,
    DISCS,
    EFFECTS,
    ENDINGS,
    FIELD_NAMES,
    PHASES,
    SEATS,
    SLOTS,
    SYMBOLS,
    TRACKS,
    Notation,
)
from konspira.games.rogue.rules.components import AT, NO_SLOT, STAMINA, SUPPLY
from konspira.games.rogue.rules.position import ACTED, DEFENDERS, PICKED
from konspira.games.rogue.rules.seen import Seen

STATUSES = ("bag", "untamed", "defeated", "captive")
CELLS = ("", "E red", "E green", "E black", "X red", "X green", "X black")


def spelled(seen: Seen, notation: Notation) -> dict[str, object]:
    """A JSON-ready table. Hidden things are absent, not empty."""
    players = len(seen.boards)
    table: dict[str, object] = {
        "game": "rogue",
        "viewer": SEATS[seen.viewer] if seen.viewer < players else "spectator",
        "phase": PHASES[seen.phase],
        "acting": [] if seen.actor in (CHANCE, NOBODY) else [SEATS[seen.actor]],
        "round": int(seen.round),
        "leader": SEATS[seen.leader],
        "city": _city(seen, notation),
        "seats": {SEATS[seat]: _seat(seen, seat, notation) for seat in range(players)},
        "criminals": [_criminal(part, notation) for part in seen.criminals],
        "assassins": [
            {"slot": notation.path[one & 15].rstrip("*"), "path": notation.path[one & 15]}
            | ({"acted": True} if one & ACTED else {})
            for one in seen.assassins
        ],
        "bombs": [
            {"slot": SLOTS[one & 15], "timer": one >> 4 & 15}
            | ({"acted": True} if one & ACTED else {})
            for one in seen.bombs
        ],
        "bag": {
            "criminals": [DISCS[n] for n in range(6) if seen.bag_criminals >> n & 1],
            "assassins": int(seen.bag_assassins),
            "bombs": int(seen.bag_bombs),
        },
        "credits": int(seen.credits),
        "deck": int(seen.deck),
        "removed": _cards(seen.removed, notation),
    }
    if seen.police != NO_SLOT:
        table["police"] = SLOTS[seen.police]
    if seen.turn < players:
        table["turn"] = SEATS[seen.turn]
        table["justice"] = int(seen.justice)
        table["patrols"] = int(seen.patrols)
    if seen.steps:
        table["steps"] = int(seen.steps)
        table["visited"] = [name for n, name in enumerate(SLOTS) if seen.visited >> n & 1]
    if seen.reserve:
        table["reserve"] = int(seen.reserve)
    if seen.bottom:
        table["bottom"] = [notation.cards[card] for card in seen.bottom]
    if seen.clocks:
        table["clocks"] = [
            {
                "seat": SEATS[clock & 15],
                "effect": EFFECTS[clock >> 4 & 63],
                "criminal": DISCS[clock >> 10 & 15],
            }
            for clock in seen.clocks
        ]
    if seen.taken_off:
        table["taken_off"] = int(seen.taken_off)
    if seen.drawn:
        table["drawn"] = [
            {"disc": DISCS[disc & 15]} | ({"die": disc >> 4} if disc >> 4 else {})
            for disc in seen.drawn
        ]
    if seen.event_dice:
        table["event_dice"] = list(seen.event_dice)
    if seen.dice:
        table["dice"] = [_die(value) for value in seen.dice]
    if seen.sheet:
        table["sheet"] = [_column(column) for column in seen.sheet]
        table["defusing"] = int(seen.bomb)
    if seen.gone:
        table["gone"] = [SEATS[n] for n in range(players) if seen.gone >> n & 1]
    if seen.ending:
        table["outcome"] = {
            "winners": [SEATS[n] for n in range(players) if seen.winners >> n & 1],
            "how": ENDINGS[seen.ending],
        }
    return table


def _city(seen: Seen, notation: Notation) -> dict[str, object]:
    """What lies on each slot: its tile, and the informants, upper one first."""
    city: dict[str, object] = {}
    for slot, name in enumerate(SLOTS):
        if seen.tiles[slot] < 0:
            continue
        place: dict[str, object] = {"tile": notation.tiles[seen.tiles[slot]]}
        pair = seen.informants[slot]
        if pair:
            place["informants"] = [SEATS[part - 1] for part in (pair & 7, pair >> 3) if part]
        if seen.destroyed >> slot & 1:
            place["destroyed"] = True
        city[name] = place
    return city


def _seat(seen: Seen, seat: int, notation: Notation) -> dict[str, object]:
    board = seen.boards[seat]
    part: dict[str, object] = {
        name: board[field] for field, name in enumerate(FIELD_NAMES) if field <= STAMINA + 2
    }
    part["informants"] = board[SUPPLY]
    part["at"] = SLOTS[board[AT]]
    part["score"] = seen.scores[seat]
    part["scored"] = _cards(seen.scored[seat], notation)
    if seen.ends[seat]:
        part["ends"] = [name for n, name in enumerate(TRACKS) if seen.ends[seat] >> n & 1]
    humans, androids = seen.tokens_shown[seat]
    if humans or androids or seen.tokens_hidden[seat]:
        tokens: dict[str, object] = {
            "human": humans,
            "android": androids,
            "hidden": seen.tokens_hidden[seat],
        }
        if seen.tokens_own[seat]:
            tokens["hidden_human"], tokens["hidden_android"] = seen.tokens_own[seat]
        part["tokens"] = tokens
    if seen.unmasked[seat]:
        part["android"] = True
    if seen.showed[seat]:
        part["showed"] = True
    return part


def _cards(mask: int, notation: Notation) -> list[str]:
    return [name for card, name in enumerate(notation.cards) if mask >> card & 1]


def _criminal(part: list[int], notation: Notation) -> dict[str, object]:
    number, status, place, card, face_up, marks = part
    criminal: dict[str, object] = {"disc": DISCS[number], "status": STATUSES[status]}
    if status == 3:
        criminal["held_by"] = SEATS[place]
    else:
        criminal["path"] = notation.path[place]
        criminal["slot"] = notation.path[place].rstrip("*")
    if card >= 0:
        criminal["card"] = notation.cards[card]
    criminal["face_up"] = bool(face_up)
    if marks:
        criminal["investigated_by"] = [SEATS[n] for n in range(4) if marks >> n & 1]
    return criminal


def _die(value: int) -> dict[str, object]:
    die: dict[str, object] = {"colour": COLOURS[value & 3]}
    if value >> 2 & 15:
        die["symbol"] = SYMBOLS[(value >> 2 & 15) - 1]
        die["amount"] = value >> 6 & 15
    if value & DEFENDERS:
        die["defender"] = True
    if value & PICKED:
        die["picked"] = True
    return die


def _column(column: int) -> list[str]:
    cells: list[str] = []
    while column:
        cells.append(CELLS[column & 7])
        column >>= 3
    return cells
