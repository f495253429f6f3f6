"""A game once more, entry by entry, as each side or a spectator saw it; after the end also with
everything open. And its record, to take home and to verify."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from konspira.engine.contract import OPEN_TABLE, SPECTATOR
from konspira.engine.knowledge import from_entries
from konspira.engine.log import Entry
from konspira.engine.record import render
from konspira.server import picture
from konspira.server.lines import SideLine
from konspira.server.lobby import is_practice
from konspira.server.matches import score
from konspira.server.room import Room, replayed
from konspira.server.sheet import Refusal
from konspira.web.table import Moment

WATCH, OPEN = "watch", "open"


@dataclass(frozen=True, slots=True)
class Eyes:
    """Through whose eyes a replay is seen."""

    name: str  # a seat's number, "watch" or "open"
    viewer: int


def eyes(room: Room, held: Iterable[int]) -> list[Eyes]:
    """Who may be looked through now. While a game goes on: one's own seat, or a spectator's."""
    seats = range(room.game.seats) if room.over else sorted(held)
    found = [Eyes(str(seat), seat) for seat in seats]
    found.append(Eyes(WATCH, SPECTATOR))
    if room.over:
        found.append(Eyes(OPEN, OPEN_TABLE))
    return found


def pinned(lines: Iterable[SideLine]) -> set[tuple[str, int]]:
    """What stands pinned at the end of a side log, with the seat that pinned it."""
    found: set[tuple[str, int]] = set()
    for line in lines:
        if line.kind == "pin":
            (found.add if line.on else found.discard)((line.text, line.seat))
    return found


def moment(room: Room, at: int, viewer: int, pins: Iterable[SideLine] = ()) -> Moment:
    """The table after entry `at` of the game, as this viewer saw it then. `pins`: what was told
    to all, of which what was pinned after the end belongs to the story."""
    if room.state is None:
        raise Refusal("not_begun")
    if room.closed_log:
        raise Refusal("closed_log")
    log = room.log()
    if not 0 <= at < len(log):
        raise Refusal("no_entry")
    told: list[Entry] = log[: at + 1]
    game = room.game
    if at == len(log) - 1:
        state = room.state
    elif room.positions:
        # The rules have changed since: the board stands as it was last written down.
        number = room.numbers()[at]
        state = game.from_position(room.positions[max(n for n in room.positions if n <= number)])
    else:
        state = replayed(game, told, room.base)
    open_table = viewer == OPEN_TABLE
    return Moment(
        game,
        game.view(state, viewer),
        from_entries(
            game, told, viewer, state.base_text(), open_table or state.outcome() is not None
        ),
        viewer,
        picture.sitters(room, room.everybody()),
        wins=score(room.sheet, state.outcome()),
        wins_needed=room.sheet.wins_needed,
        replaying=True,
        pinned=pinned(pins) if room.over else (),
    )


def record(room: Room) -> str:
    """The whole game as text, with the secret of its chance: only after the end."""
    if room.state is None or not room.over:
        raise Refusal("not_over")
    sheet = room.sheet
    who = []
    for seat, chair in enumerate(sheet.chairs):
        sitter = chair.bot or "person"
        who.append(f"{room.game.seat_name(seat)}={sitter}")
    tags = {"Id": sheet.game_id, "Seats": " ".join(who)}
    if not room.base and not room.positions and not is_practice(sheet):
        # Chance that went on from elsewhere does not follow from the start.
        tags |= {
            "Commitment": sheet.commitment,
            "Secret": sheet.secret,
            "Nonces": " ".join(sheet.nonces),
        }
    return render(room.game, room.log(), room.state, tags)
