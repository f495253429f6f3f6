"""Positions as people write them down (docs/scenarios.md), turned into position texts."""

from __future__ import annotations

from typing import Any

from konspira.engine.contract import BadText
from konspira.games.rogue.notation import (
    DISCS,
    EFFECTS,
    FIELD_NAMES,
    PHASES,
    SEATS,
    SLOTS,
    TRACKS,
    Notation,
)
from konspira.games.rogue.position_parts import read_column
from konspira.games.rogue.positions import Positions
from konspira.games.rogue.rules import agenda
from konspira.games.rogue.rules.box import Options
from konspira.games.rogue.rules.components import (
    AT,
    CARD,
    CREDITS,
    ENDS,
    FACE_UP,
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    KNOWN,
    MARKS,
    PLACE,
    SHOWED,
    SHOWN_ANDROID,
    SHOWN_HUMAN,
    STAMINA,
    STATUS,
    SUPPLY,
    UNMASKED,
)
from konspira.games.rogue.rules.position import CUTTING, ON_TURN, RUNNING
from konspira.games.rogue.rules.scoring import informants_of
from konspira.games.rogue.rules.setup import precinct_slot, put_tile
from konspira.games.rogue.rules.state import State

# The city of the examples.
LAYOUT = (
    "munitions",
    "p6",
    "motor_pool",
    "archive",
    "p2",
    "hq",
    "p4",
    "gun_arcade",
    "p1",
    "hospital",
    "p3",
    "synth_works",
    "p5",
)
ACTIONS = (
    "",
    "attack",
    "arrest",
    "seize",
    "turn-in",
    "search",
    "buy",
    "defuse",
    "attack-android",
    "attack-agent",
    "attack-location",
)
STATUSES = ("bag", "untamed", "defeated", "captive")
KEYS = {
    "phase",
    "round",
    "leader",
    "turn",
    "layout",
    "destroyed",
    "police",
    "criminals",
    "assassins",
    "bombs",
    "informants",
    "bag",
    "removed",
    "bottom",
    "clocks",
    "used",
    "justice",
    "patrols",
    "credits",
    "taken_off",
    "sheet",
    *SEATS,
}
SEAT_KEYS = {
    *FIELD_NAMES,
    "informants",
    "at",
    "scored",
    "tokens",
    "shown",
    "android",
    "showed",
    "ends",
}
CRIMINAL_KEYS = {"at", "status", "card", "face_up", "known", "investigated_by", "held_by"}


def _error(sentence: str, part: Any, key: str) -> BadText:
    error = BadText(sentence)
    line_of = getattr(part, "line_of", None)
    if line_of is not None:
        error.line = line_of(key)
    return error


def position_text(value: Any, positions: Positions, options: Options) -> str:
    """What is not said: the city of the examples, police on precinct 4, fresh agents on HQ, P1 to
    move in round 1, all discs not named in the bag, all cards not named unseen."""
    if not isinstance(value, dict):
        raise BadText("a position needs keys with values")
    _known(value, KEYS, "a position")
    notation = positions.notation
    p = State(notation.box, options)
    p.watch()
    try:
        _fill(p, value, notation)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        if isinstance(error, BadText):
            raise
        raise BadText(f"this position cannot be understood: {error}") from None
    return positions.position(p)


def _known(part: dict[str, Any], keys: set[str], what: str) -> None:
    for key in part:
        if key not in keys:
            raise _error(f"unknown key {key!r} in {what}", part, key)


def _fill(p: State, value: dict[str, Any], notation: Notation) -> None:
    seats = int(p.seats)
    layout = list(LAYOUT)
    for slot, tile in (value.get("layout") or {}).items():
        layout[SLOTS.index(slot)] = tile
    for at, tile in enumerate(layout):
        put_tile(p, at, notation.tiles.index(tile))
    for slot in value.get("destroyed") or []:
        p.destroyed |= 1 << SLOTS.index(slot)
    p.police = precinct_slot(p, int(value.get("police", 4)))
    p.round = int(value.get("round", 1))
    p.leader = SEATS.index(value.get("leader", "P1"))
    for seat in range(seats):
        _seat(p, seat, value.get(SEATS[seat]) or {}, notation)
    spent = sum(int(p.get(seat, CREDITS)) for seat in range(seats))
    p.credits = int(value.get("credits", int(p.box.credits_total) - spent))
    if p.credits + spent != p.box.credits_total:
        # The others have what the position does not name.
        missing = int(p.box.credits_total) - int(p.credits) - spent
        p.add(seats - 1, CREDITS, missing)
    _discs(p, value, notation)
    _cards(p, value, notation)
    for clock in value.get("clocks") or []:
        owner, effect, disc = clock.split()
        number = SEATS.index(owner) | EFFECTS.index(effect) << 4 | DISCS.index(disc) << 10
        p.clocks.append(number)
    p.taken_off = int(value.get("taken_off", 0))
    _phase(p, value)


def _seat(p: State, seat: int, part: dict[str, Any], notation: Notation) -> None:
    _known(part, SEAT_KEYS, f"a board ({SEATS[seat]})")
    box = p.box
    for field, name in enumerate(FIELD_NAMES):
        usual = [*box.track_start, box.stamina_start, box.credits_start, 0][field]
        p.put(seat, field, int(part.get(name, usual)))
    if not 1 <= p.get(seat, STAMINA) <= box.stamina_max:
        raise _error(f"stamina is 1 to {box.stamina_max}", part, "stamina")
    p.put(seat, SUPPLY, int(part.get("informants", box.informants)))
    p.put(seat, AT, SLOTS.index(part.get("at", "M3")))
    p.put(seat, ENDS, sum(1 << TRACKS.index(track) for track in part.get("ends") or []))
    hidden, shown = str(part.get("tokens", "")), str(part.get("shown", ""))
    p.put(seat, HIDDEN_HUMAN, hidden.count("h"))
    p.put(seat, HIDDEN_ANDROID, hidden.count("a"))
    p.put(seat, SHOWN_HUMAN, shown.count("h"))
    p.put(seat, SHOWN_ANDROID, shown.count("a"))
    p.put(seat, UNMASKED, int(part.get("android") == "true"))
    p.put(seat, SHOWED, int(part.get("showed") == "true"))
    if p.get(seat, UNMASKED):
        p.put(seat, SUPPLY, 0)
    for card in part.get("scored") or []:
        p.scored[seat] = int(p.scored[seat] | 1 << notation.cards.index(card))


def _discs(p: State, value: dict[str, Any], notation: Notation) -> None:
    for disc, part in (value.get("criminals") or {}).items():
        _known(part, CRIMINAL_KEYS, f"a criminal ({disc})")
        criminal = DISCS.index(disc)
        status = STATUSES.index(part.get("status", "captive" if "held_by" in part else "untamed"))
        p.set(criminal, STATUS, status)
        if status == 3:
            p.set(criminal, PLACE, SEATS.index(part["held_by"]))
        else:
            p.set(criminal, PLACE, notation.path.index(part["at"]))
        if "card" in part:
            p.set(criminal, CARD, notation.cards.index(part["card"]) + 1)
        up = part.get("face_up", "true" if status > 1 else "false") == "true"
        p.set(criminal, FACE_UP, int(up))
        p.set(criminal, KNOWN, int(part.get("known") == "true"))
        marks = sum(1 << SEATS.index(seat) for seat in part.get("investigated_by") or [])
        p.set(criminal, MARKS, marks)
        if (up or marks) and not p.of(criminal, CARD):
            raise _error(f"{disc} is known to somebody: name its card", value["criminals"], disc)
    p.assassins = [notation.path.index(place) for place in value.get("assassins") or []]
    for bomb in value.get("bombs") or []:
        slot, timer = bomb.split()
        p.bombs.append(SLOTS.index(slot) | int(timer) << 4)
    for slot, owners in (value.get("informants") or {}).items():
        pair = [SEATS.index(owner) + 1 for owner in owners]
        p.informants[SLOTS.index(slot)] = pair[0] | (pair[1] << 3 if pair[1:] else 0)
    _supplies(p, value)
    bag = sum(1 << n for n in range(6) if not p.of(n, STATUS))
    p.bag_criminals = bag
    p.bag_assassins = int(p.box.assassins) - len(p.assassins)
    p.bag_bombs = int(p.box.bombs) - len(p.bombs)
    if p.options.shadow_watch and value.get("bag") != "all":
        p.bag_assassins -= 1
        p.bag_bombs -= 1
        p.reserve_assassins = 1
        p.reserve_bombs = 1


def _supplies(p: State, value: dict[str, Any]) -> None:
    """What is not said: informants that are not in the city are in supply, none are lost."""
    for seat in range(int(p.seats)):
        placed = int(informants_of(p, seat))
        if "informants" not in (value.get(SEATS[seat]) or {}):
            p.add(seat, SUPPLY, -placed)
        elif p.get(seat, SUPPLY) + placed > p.box.informants:  # RA-17.3
            raise _error(
                f"{SEATS[seat]} has {p.box.informants} informants in the game, not "
                f"{p.get(seat, SUPPLY) + placed}",
                value,
                SEATS[seat],
            )


def _cards(p: State, value: dict[str, Any], notation: Notation) -> None:
    p.removed = sum(1 << notation.cards.index(card) for card in value.get("removed") or [])
    p.bottom = [notation.cards.index(card) for card in value.get("bottom") or []]


def _phase(p: State, value: dict[str, Any]) -> None:
    phase = str(value.get("phase", "turn"))
    if phase == "time":
        p.round -= 1
        p.phase = RUNNING
        p.agenda = [int(agenda.step(agenda.NEW_ROUND))]
        return
    if phase == "city":
        p.phase = RUNNING
        steps = (
            agenda.CITY_END,
            agenda.CITY_BOMBS,
            agenda.CITY_POLICE,
            agenda.CITY_ASSASSINS,
            agenda.CITY_CRIMINAL,
        )
        p.agenda = [int(agenda.step(step)) for step in steps]
        return
    if phase not in (PHASES[ON_TURN], PHASES[CUTTING]):
        raise _error("phase is turn, city, time or cutting", value, "phase")
    seat = SEATS.index(value.get("turn", SEATS[p.leader]))
    p.turn = seat
    p.asked = seat
    p.phase = PHASES.index(phase)
    taken = (seat - int(p.leader)) % int(p.seats) + 1
    p.agenda = [int(agenda.step(agenda.TURNS, taken)), int(agenda.step(agenda.TURN_ON))]
    used = []
    for action in value.get("used") or []:
        name, slot = action.split()
        used.append(ACTIONS.index(name, 1) | SLOTS.index(slot) << 4)
    p.used1, p.used2 = [*used, 0, 0][:2]
    p.justice = int(value.get("justice", len(used)))
    p.patrols = int(value.get("patrols", 0))
    if "sheet" in value:
        columns = [read_column(column) for column in value["sheet"]]
        p.sheet = columns + [0] * (int(p.box.columns) - len(columns))
