"""What a told code is seen to do on the table while it is told (`data-does`, web/table.py)."""

from __future__ import annotations

from konspira.engine.contract import actor_of
from konspira.games.rogue.notation import SLOTS
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import a_of, b_of, kind_of
from konspira.games.rogue.rules.components import ALL, ASSASSIN, BOMB
from konspira.games.rogue.table.past import Past


def does(past: Past, code: int) -> str:
    """Ids of pieces and tiles with the classes they get; the past is that before the code."""
    a, b = int(a_of(code)), int(b_of(code))
    path = past.game.box.path
    match int(kind_of(code)):
        case codes.STEP:
            return f"piece-fig-{actor_of(code) + 1} at-{SLOTS[a]}"
        case codes.WALKED:
            return f"piece-crim-{a + 1} at-{SLOTS[b]}"
        case codes.ESCAPED:
            return f"piece-crim-{a + 1} gone"
        case codes.DEFEATED:
            return f"piece-crim-{a + 1} struck"
        case codes.ASSASSIN_WALKED:
            where = "gone" if b == ALL else f"at-{SLOTS[path[b]]}"
            return next((f"{_assassin(n)} {where}" for n, at in past.assassins if at == a), "")
        case codes.ASSASSIN_OUT:
            return f"{_on(past, a)[0]} gone" if _on(past, a) else ""
        case codes.POLICE_MOVED:
            return "; ".join([f"piece-police at-{SLOTS[a]}", *_all_gone(past, a)])
        case codes.TICKED:
            return f"{past.fuses.seen(code)} ticks"
        case codes.EXPLODED | codes.DESTROYED:
            things = [f"tile-{SLOTS[a]} boom", f"{past.fuses.seen(code)} gone"]
            return "; ".join([*things, *_all_gone(past, a)])
        case codes.LOST_STAMINA:
            return f"piece-fig-{a + 1} struck"
        case codes.HOSPITAL:
            hospital = past.slots.get(int(past.game.box.hospital))
            return "" if hospital is None else f"piece-fig-{a + 1} at-{SLOTS[hospital]}"
        case codes.INFORMANT_OUT:
            return f"piece-informant-{SLOTS[b]}-0 gone"
        case codes.BACK_IN_BAG if a < ASSASSIN:
            return f"piece-crim-{a + 1} gone"
        case codes.BACK_IN_BAG if a == BOMB:
            return f"{past.fuses.seen(code)} gone"
        case codes.DEFUSED:
            return f"{past.fuses.seen(code)} gone"
    return ""


def _assassin(number: int) -> str:
    return f"piece-assassin-{number}"


def _on(past: Past, slot: int) -> list[str]:
    path = past.game.box.path
    return [_assassin(number) for number, at in past.assassins if path[at] == slot]


def _all_gone(past: Past, slot: int) -> list[str]:
    return [f"{thing} gone" for thing in _on(past, slot)]
