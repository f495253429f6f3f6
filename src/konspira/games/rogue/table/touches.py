"""What to touch for a move. Each move has one set of things; no set lies within another.

Things are named by what stands on the table: `tile-M3`, `crim-4`, `assassin-7` (a place of the
path), `bomb-B1-3` (slot and timer), `seat-P2`, `informant-T2-P1`, `track-ammo`, `good-fuel`,
`number-2`, `colour-red`, `die-…` (a die as it lies there), `wire-…` and `column-2` of the bomb
sheet, `token-human`, and the words of the tray, `act-…`.
"""

from __future__ import annotations

from collections.abc import Sequence

from konspira.games.rogue import Rogue
from konspira.games.rogue.notation import COLOURS, FIELD_NAMES, SEATS, SLOTS, SYMBOLS, TOKENS
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import AT, BOOST, EXPLOSION
from konspira.games.rogue.rules.search import PLAIN, WITH_AMMO, WITH_BOOST
from konspira.games.rogue.rules.seen import Seen

# Moves that are one word of the tray, and those that also need a target.
WORDS = {
    codes.STOP: "act-stop",
    codes.TURN_IN: "act-turn-in",
    codes.SEARCH: "act-search",
    codes.ATTACK_LOCATION: "act-attack-location",
    codes.REINFORCE: "act-reinforce",
    codes.END_TURN: "act-end-turn",
    codes.ROLL_AGAIN: "act-reroll",
    codes.KEEP_DICE: "act-keep",
    codes.DONE: "act-done",
    codes.CUT: "act-cut",
    codes.LEAVE_BOMB: "act-leave",
    codes.RESIGN: "aside-resign",
}
FINAL = frozenset([codes.ROLL_AGAIN, codes.KEEP_DICE, codes.DONE])


def tile(slot: int) -> str:
    return f"tile-{SLOTS[slot]}"


def criminal(number: int) -> str:
    return f"crim-{number + 1}"


def assassin(position: int) -> str:
    return f"assassin-{position}"


def bomb(slot: int, timer: int) -> str:
    return f"bomb-{SLOTS[slot]}-{timer}"


def seat(number: int) -> str:
    return f"seat-{SEATS[number]}"


def informant(slot: int, owner: int) -> str:
    return f"informant-{SLOTS[slot]}-{SEATS[owner]}"


def track(field: int) -> str:
    return f"track-{FIELD_NAMES[field]}"


def good(field: int) -> str:
    return f"good-{FIELD_NAMES[field]}"


def colour(number: int) -> str:
    return f"colour-{COLOURS[number]}"


def die(number: int, symbol: int, amount: int) -> str:
    """A die to be rolled again: dice of one colour and face are alike."""
    return f"die-{COLOURS[number]}-{SYMBOLS[symbol]}{amount}"


def face(symbol: int, amount: int) -> str:
    """A die to be resolved: colours do not matter any more."""
    return f"face-{SYMBOLS[symbol]}{amount}"


def wire(number: int, boost: int) -> str:
    return f"wire-{COLOURS[number]}-{SYMBOLS[BOOST if boost else EXPLOSION]}"


def column(number: int) -> str:
    return f"column-{number + 1}"


def token(number: int) -> str:
    return f"token-{TOKENS[number]}"


def number(count: int) -> str:
    return f"number-{count}"


def touches(game: Rogue, seen: Seen, moves: Sequence[int], move: int) -> tuple[str, ...]:
    """The things of one of these moves."""
    kind = int(kind_of(move))
    a, b, c = int(a_of(move)), int(b_of(move)), int(c_of(move))
    if kind in WORDS:
        return (WORDS[kind],)
    match kind:
        case codes.ASSIGN:
            # A die sends its disc to the precinct of its number: both are the same thing.
            return (tile(precinct(game, seen, b)),)
        case codes.STEP:
            return (tile(a),)
        case codes.INVESTIGATE:
            return ("act-investigate", criminal(a))
        case codes.ATTACK_CRIMINAL:
            return ("act-attack", criminal(a))
        case codes.ATTACK_ASSASSIN:
            return ("act-attack", assassin(a))
        case codes.ATTACK_AGENT | codes.ATTACK_ANDROID:
            return ("act-attack", seat(a))
        case codes.ARREST:
            return ("act-arrest", criminal(a))
        case codes.SCREEN:
            return ("act-screen", seat(a))
        case codes.SEIZE:
            return ("act-seize", seat(a), number(b))
        case codes.DEFUSE:
            return ("act-defuse", bomb(int(seen.boards[seen.turn][AT]), a))
        case codes.BUY:
            return (good(a),)
        case codes.SPEND_AMMO | codes.DEFEND | codes.CALL:
            return (number(a),)
        case codes.TAKE | codes.FREE:
            return (criminal(a),)
        case codes.COLOUR:
            return (colour(a),)
        case codes.PICK:
            return (die(a, b, c),)
        case codes.RESOLVE:
            return _resolve(moves, a, b, c)
        case codes.PLACE_DIE:
            return _place(moves, a, b, c)
        case codes.LOSE_INFORMANT:
            return (informant(a, b),)
        case codes.LOWER:
            return (track(a),)
        case codes.FLEE_FIRST | codes.ACTIVATE:
            return (assassin(a),)
        case codes.TICK:
            return (bomb(a, b),)
        case codes.REVEAL:
            return (token(a),)
    raise ValueError(f"no move of this table: {game.text(move)}")


def precinct(game: Rogue, seen: Seen, die_number: int) -> int:
    """The slot of the precinct with this number."""
    for slot, tile_there in enumerate(seen.tiles):
        if tile_there >= 0 and game.box.tiles[tile_there].number == die_number:
            return slot
    raise ValueError(f"no precinct {die_number}")


def _resolve(moves: Sequence[int], symbol: int, amount: int, how: int) -> tuple[str, ...]:
    """A face that can be resolved in one way only is touched alone."""
    thing = face(symbol, amount)
    ways = sum((a_of(move), b_of(move)) == (symbol, amount) for move in moves)
    if how == WITH_BOOST:
        return (face(int(BOOST), 1), thing)
    if how == WITH_AMMO:
        return (track(1), thing)
    assert how == PLAIN
    return (thing,) if ways == 1 else (thing, "act-plain")


def hands(moves: Sequence[int]) -> list[tuple[int, int]]:
    """The different dice that wait for a place on the bomb sheet: colour, boost or not."""
    found: list[tuple[int, int]] = []
    for move in moves:
        if kind_of(move) == codes.PLACE_DIE:
            one = (int(a_of(move)), int(b_of(move)))
            if one not in found:
                found.append(one)
    return found


def in_hand(moves: Sequence[int], shade: int, boost: int) -> str:
    """What a die of the bomb sheet is touched as: the last one with a single place stands for it,
    as a touch of any other brings it to its only place."""
    places = {int(c_of(move)) for move in moves if kind_of(move) == codes.PLACE_DIE}
    if len(hands(moves)) == 1 and len(places) == 1:
        return column(places.pop())
    return wire(shade, boost)


def _place(moves: Sequence[int], shade: int, boost: int, at: int) -> tuple[str, ...]:
    """The only die there is lies in the hand already."""
    if len(hands(moves)) == 1:
        return (column(at),)
    return (wire(shade, boost), column(at))
