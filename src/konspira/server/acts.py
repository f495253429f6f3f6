"""What a posted form or JSON object does to a room's sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from konspira import bots
from konspira.engine.contract import BadText
from konspira.server import lobby
from konspira.server.door import number, text
from konspira.server.house import House
from konspira.server.options import chosen
from konspira.server.sheet import Clocks, Refusal, Sheet, commit
from konspira.web import options as fields

SETTINGS: Final[tuple[str, ...]] = ("clock", "wins", "words", "hints")
TERM: Final = 120
LONGEST_CLOCK: Final = 7  # digits of seconds
LONGEST_TERM: Final = 7 * 86400

Sent = Mapping[str, Any]
Change = Callable[[Sheet], Any]


def clocks(settings: Mapping[str, object]) -> Clocks:
    """`move:60` is a minute for each move, `game:900` a quarter of an hour for all of them."""
    kind, _, seconds = str(settings.get("clock", "none")).partition(":")
    if kind == "none":
        return Clocks()
    fits = seconds.isdecimal() and len(seconds) <= LONGEST_CLOCK and int(seconds) > 0
    if kind not in ("move", "game") or not fits:
        raise BadText("clock is none, move:SECONDS or game:SECONDS")
    return Clocks(int(seconds), 0) if kind == "move" else Clocks(0, int(seconds))


def agreed(sheet: Sheet, sent: Sent, settings: dict[str, object]) -> None:
    """What a table agrees on besides the options of its game."""
    sheet.settings = settings
    sheet.clocks = clocks(settings)
    wins = number(settings, "wins", 1)
    if sheet.game == "kyoto" and wins in (1, 2, 3):
        if sheet.wins and wins != sheet.wins_needed:
            sheet.wins = []  # another match
        sheet.wins_needed = wins
    term = number(sent, "term", sheet.term)
    if not 0 <= term <= LONGEST_TERM:
        raise BadText(f"term is from 0 to {LONGEST_TERM} seconds")
    sheet.term = term


def set_options(house: House, sheet: Sheet, sent: Sent, who: str) -> None:
    """New options before the start, set by the host. Whoever has no seat any more stands up."""
    lobby.only_host(sheet, who)
    if sheet.started:
        raise Refusal("begun")
    settings = dict(sheet.settings)
    if isinstance(sent.get("options"), dict):
        options = chosen(sheet.game, sent["options"])
        settings |= {name: sent[name] for name in SETTINGS if name in sent}
    else:
        options, settings = fields.chosen(sheet.game, sent, settings)
    options |= fields.pinned(sheet.settings)
    game = house.shelf.game(sheet.game, options)
    sheet.options = game.options()
    agreed(sheet, sent, settings)
    lobby.resize(sheet, game.seats)
    commit(sheet, game)


def put_bot(house: House, sheet: Sheet, seat: int, bot: str, who: str) -> None:
    """Into a free seat, or out of its seat if no bot is named."""
    if bot:
        lobby.bring_bot(sheet, seat, known_bot(house, sheet.game, bot), who)
    else:
        lobby.take_bot_out(sheet, seat, who)


def known_bot(house: House, key: str, bot: str) -> str:
    """One of ours, or a program of the host."""
    if bot not in bots.offered(key) and bot not in house.programs.commands:
        known = ", ".join([*bots.offered(key), *house.programs.commands])
        raise BadText(f"{key} has no player {bot[:20]!r}; there are: {known}")
    return bot


def usual_bot(house: House, key: str, bot: str) -> str:
    return known_bot(house, key, bot) if bot else bots.usual(key)


def act(house: House, name: str, sent: Sent, who: str) -> Change | None:
    """The change that an address makes to a sheet; None if there is no such act."""
    match name:
        case "name":
            whose = number(sent, "seat") if "seat" in sent else None
            return lambda sheet: lobby.rename(
                sheet, who, text(sent, "name"), number(sent, "ink", 0), whose
            )
        case "leave":
            seat = number(sent, "seat") if "seat" in sent else None
            return lambda sheet: lobby.leave(sheet, who, seat)
        case "kick":
            return lambda sheet: lobby.kick(sheet, number(sent, "seat"), text(sent, "member"), who)
        case "bot":
            return lambda sheet: put_bot(house, sheet, number(sent, "seat"), text(sent, "bot"), who)
        case "options":
            return lambda sheet: set_options(house, sheet, sent, who)
        case "ready":
            return lambda sheet: lobby.ready(
                sheet,
                [one.id for one in lobby.only_seated(sheet, who).values()],
                text(sent, "nonce"),
            )
        case "pause":
            return lambda sheet: lobby.pause(sheet, who)
        case "resume":
            return lambda sheet: lobby.resume(sheet, who)
    return None
