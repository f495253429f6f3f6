"""What one viewer is shown: every frame of the game is made here, from a room and a viewer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

import msgspec

from konspira.engine.contract import Forgets, NotLegal, State
from konspira.engine.knowledge import Knowledge, from_entries
from konspira.engine.log import Entry, answered, follow
from konspira.server import frames
from konspira.server.changes import changes
from konspira.server.matches import score
from konspira.server.room import Room
from konspira.web import live
from konspira.web.table import Moment, Sitter, Table


@dataclass(frozen=True, slots=True)
class Drafted:
    """A seat's compound so far. `seen` stands before the last move of a whole one: what that
    move brings to light is not shown to somebody who may still go back."""

    state: State  # the table to draw, and whose moves are offered
    log: list[Entry]
    moves: list[int]
    complete: bool


def sitters(room: Room, present: Collection[str]) -> list[Sitter]:
    found = []
    for chair in room.sheet.chairs:
        here = chair.bot != "" or any(one.id in present for one in chair.members)
        names = ", ".join(one.name for one in chair.members if one.name)
        program = any(one.program for one in chair.members)
        found.append(Sitter(names, chair.bot, here, max(1, len(chair.members)), program))
    return found


def draft(room: Room, seat: int, decision: int, texts: Sequence[str]) -> Drafted:
    """The table with a seat's unfinished answer; MoveError if it is none."""
    codes = room.read(seat, decision, texts)
    assert room.state is not None
    state, log = room.state.clone(), [*room.log()]
    state.watch()
    complete = False
    for at, code in enumerate(codes):
        if at and state.drafting() != seat:
            raise NotLegal("compound_over")
        if code not in state.moves(seat):
            raise room.game.refusal(state, code)
        after = state.clone()
        after.apply(code)
        if after.drafting() != seat:
            complete = True
            if at + 1 < len(codes):
                raise NotLegal("compound_over")
            answered(room.game, room.state, seat, room.state.decision_id(seat), codes)
            break
        follow(state, log, code)
    return Drafted(state, log, codes, complete)


def going_on(state: State, seat: int, moves: Sequence[int]) -> set[int]:
    """The moves after which the compound is still open."""
    found = set()
    for move in moves:
        after = state.clone()
        after.apply(move)
        if after.drafting() == seat:
            found.add(move)
    return found


def asked(room: Room, viewer: int) -> bool:
    return viewer < room.game.seats and room.state is not None and room.state.asks(viewer)


def undo(room: Room, viewer: int) -> int | None:
    """The entry that this viewer may take back now."""
    return room.undoable if room.may_undo(viewer) else None


def asides(room: Room, viewer: int) -> list[int]:
    if viewer >= room.game.seats or room.over:
        return []
    return room.game.asides(room.state, viewer)


def moment(room: Room, viewer: int, present: Collection[str], drafted: Drafted | None) -> Moment:
    game = room.game
    state = drafted.state if drafted else room.state
    assert state is not None
    known: Knowledge
    if drafted:
        known = from_entries(game, drafted.log, viewer, state.base_text(), False)
    else:
        known = room.known(viewer)
    is_asked = asked(room, viewer)
    offered = is_asked and not (drafted and drafted.complete)
    return Moment(
        game,
        game.view(state, viewer),
        known,
        viewer,
        sitters(room, present),
        game.decision_kind(state, viewer) if is_asked else "",
        state.moves(viewer) if offered else (),
        asides(room, viewer),
        drafted.moves if drafted else (),
        drafted.complete if drafted else False,
        score(room.sheet, room.state.outcome() if room.state else None),
        room.sheet.wins_needed,
    )


# Form json -----------------------------------------------------------------------------------


def json_ask(room: Room, viewer: int, drafted: Drafted | None = None) -> frames.Ask | None:
    if viewer >= room.game.seats or room.over:
        return None
    game = room.game
    state = drafted.state if drafted else room.state
    assert state is not None
    is_asked = asked(room, viewer)
    moves = state.moves(viewer) if is_asked and not (drafted and drafted.complete) else []
    return frames.Ask(
        room.decision(viewer) if is_asked else -1,
        game.decision_kind(state, viewer) if is_asked else "",
        [game.text(move) for move in moves],
        [game.text(code) for code in asides(room, viewer)],
        undo(room, viewer),
        [game.text(move) for move in sorted(going_on(state, viewer, moves))],
    )


def json_view(room: Room, viewer: int) -> dict[str, object]:
    assert room.state is not None
    found: dict[str, object] = room.game.spelled(room.game.view(room.state, viewer))
    return found


def recall(room: Room, viewer: int) -> int:
    """The first entry that a person may read back now."""
    if not room.closed_log:
        return 0
    numbers = room.numbers()
    told = [room.kept[n].entry.codes for n in numbers]
    return numbers[cast("Forgets", room.game).recalled(told, viewer)]


def json_table(
    room: Room,
    viewer: int,
    since: int,
    view: dict[str, object],
    before: dict[str, object] | None = None,
    recalled: int = 0,
) -> frames.JsonTable:
    """The newest table, with every entry after `since`; of the view only what is not as
    `before`."""
    assert room.state is not None
    outcome = room.state.outcome()
    changed = None if before is None else changes(before, view)
    return frames.JsonTable(
        room.seq,
        room.hash(room.seq, viewer),
        msgspec.Raw(room.told(room.seq, viewer)),
        view if changed is None else msgspec.UNSET,
        json_ask(room, viewer),
        str(outcome) if outcome else "",
        outcome is not None,
        [msgspec.Raw(room.told(n, viewer)) for n in range(since + 1, room.seq)],
        changed or [],
        recalled,
    )


# Form html -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Page:
    """The whole table in one language, of which a connection is sent what changed."""

    regions: dict[str, str]
    log: dict[int, str]
    ask: dict[str, object] | None
    title: str
    yours: bool


def html_ask(
    room: Room, table: Table, now: Moment, drafted: Drafted | None = None
) -> dict[str, object] | None:
    viewer = now.viewer
    if viewer >= room.game.seats or room.over:
        return None
    state = drafted.state if drafted else room.state
    assert state is not None
    more = going_on(state, viewer, now.moves)
    decision = room.decision(viewer) if now.kind else -1
    return live.ask(table, now, decision, more, undo(room, viewer))


def page(room: Room, viewer: int, present: Collection[str], table: Table) -> Page:
    now = moment(room, viewer, present, None)
    texts = table.words
    log = live.log(table, now, texts, room.numbers())
    prompt = table.prompt(now).title
    return Page(
        live.regions(table, now, texts),
        log,
        html_ask(room, table, now),
        prompt,
        bool(now.kind),
    )
