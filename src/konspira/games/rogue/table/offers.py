"""Each legal move as a person reads it, with the things to touch for it."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.games.rogue import Rogue
from konspira.games.rogue.notation import FIELD_NAMES, FORMS
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import AT, BOOST, EXPLOSION
from konspira.games.rogue.rules.seen import Seen
from konspira.games.rogue.table.names import Names
from konspira.games.rogue.table.touches import FINAL, touches
from konspira.web.table import Moment, Offer

JUSTICE = frozenset(
    [
        codes.ATTACK_CRIMINAL,
        codes.ATTACK_ASSASSIN,
        codes.ATTACK_ANDROID,
        codes.ATTACK_AGENT,
        codes.ATTACK_LOCATION,
        codes.ARREST,
        codes.SEIZE,
        codes.TURN_IN,
        codes.SEARCH,
        codes.BUY,
        codes.DEFUSE,
    ]
)
HOWS = ("offer.resolve", "offer.resolve.boost", "offer.resolve.ammo")


def offers(game: Rogue, moment: Moment, names: Names) -> list[Offer]:
    seen: Seen = moment.seen
    moves = moment.moves
    return [
        Offer(
            game.text(move),
            touches(game, seen, moves, move),
            label(names, int(move)),
            sure(names, moment, int(move)),
            kind_of(move) in FINAL,
            enough=obvious(game, seen, moves, int(move)),
        )
        for move in (*moves, *moment.asides)
    ]


def obvious(game: Rogue, seen: Seen, moves: Sequence[int], move: int) -> str:
    """The word of an action with a single target, or a die with a single place, which need not be
    touched as well."""
    if move not in moves:
        return ""
    word = touches(game, seen, moves, move)[0]
    return word if word.startswith(("act-", "wire-")) else ""


def label(names: Names, move: int) -> str:
    """The move in words."""
    kind = int(kind_of(move))
    a, b, c = int(a_of(move)), int(b_of(move)), int(c_of(move))
    key = f"offer.{FORMS[kind][0]}"
    match kind:
        case codes.ASSIGN:
            return names.say(key, disc=names.disc(a), n=b)
        case codes.STEP | codes.REINFORCE:
            return names.say(key, place=names.place(a))
        case codes.INVESTIGATE | codes.ATTACK_CRIMINAL | codes.ARREST | codes.TAKE | codes.FREE:
            return names.say(key, criminal=names.criminal(a))
        case codes.ATTACK_ASSASSIN | codes.FLEE_FIRST | codes.ACTIVATE:
            return names.say(key, place=names.path(a))
        case codes.ATTACK_AGENT | codes.ATTACK_ANDROID | codes.SCREEN:
            return names.say(key, who=names.seat(a))
        case codes.SEIZE:
            return names.say(key, who=names.seat(a), n=b)
        case codes.DEFUSE | codes.SPEND_AMMO | codes.DEFEND | codes.CALL:
            return names.say(key, n=a)
        case codes.BUY:
            return bought(names, a)
        case codes.LOWER:
            return names.say(key, track=names.field(a))
        case codes.COLOUR:
            return names.say(key, colour=names.colour(a))
        case codes.PICK:
            return names.say(key, die=names.die(a, b, c))
        case codes.RESOLVE:
            return names.say(_how(a, c), face=names.symbol(a, b))
        case codes.PLACE_DIE:
            symbol = int(BOOST if b else EXPLOSION)
            return names.say(key, die=names.die(a, symbol, 1), n=c + 1)
        case codes.LOSE_INFORMANT:
            return names.say(key, place=names.place(a), who=names.seat(b))
        case codes.TICK:
            return names.say(key, place=names.place(a), n=b)
        case codes.REVEAL:
            return names.say(key, token=names.token(a))
    return names.say(key)


def _how(symbol: int, how: int) -> str:
    """An explosion is stopped, a gain is doubled."""
    if symbol == EXPLOSION and how == 1:
        return "offer.resolve.stop"
    return HOWS[how]


def bought(names: Names, field: int) -> str:
    """A good of the place, with its price."""
    seen = names.seen
    tile = names.game.box.tiles[seen.tiles[seen.boards[seen.turn][AT]]]
    for what, amount, coin, price in tile.goods:
        if what == field:
            return names.say(
                "offer.buy",
                what=names.field(what),
                n=amount,
                price=price,
                coin=names.say(f"coin.{FIELD_NAMES[coin]}"),
            )
    return names.field(field)


def gangsters(game: Rogue, seen: Seen, slot: int) -> int:
    """Who waits for an agent on this tile, before shield, informants and ammo (RA-7.9)."""
    tile = game.box.tiles[seen.tiles[slot]]
    if seen.police == slot:
        return 0
    ruined = seen.destroyed >> slot & 1
    return int(tile.destroyed_gangsters if ruined else tile.gangsters)


def sure(names: Names, moment: Moment, move: int) -> str:
    """Asked once before what is easily touched by mistake and costs something."""
    seen: Seen = moment.seen
    kind = kind_of(move)
    if kind == codes.RESIGN:
        return names.say("sure.resign")
    if moment.kind != "turn":
        return ""
    if kind == codes.STEP and seen.patrols > 0:  # RA-7.8
        slot = int(a_of(move))
        waiting = gangsters(names.game, seen, slot)
        key = "sure.patrol.gangsters" if waiting else "sure.patrol"
        return names.say(key, place=names.place(slot), n=waiting)
    idle = seen.justice == 0 and any(kind_of(other) in JUSTICE for other in moment.moves)
    if kind == codes.REINFORCE:  # RA-17.1: it ends the turn
        key = "sure.reinforce.idle" if idle else "sure.reinforce"
        return names.say(key, place=names.place(int(a_of(move))))
    if kind == codes.END_TURN and idle:
        return names.say("sure.end-turn")
    return ""
