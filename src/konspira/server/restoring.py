"""A room as its log on disk has it, also when the rules have changed since it was written."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from konspira.engine.contract import CHANCE, HOUSE, NOBODY, BadText, MoveError, NotLegal, State
from konspira.engine.log import Entry, opening
from konspira.server.lines import Line
from konspira.server.room import Room, Step


def restore(room: Room, lines: Sequence[Line], now: int) -> bool:
    """False if the rules of today play it otherwise: then a running game has to `go_on`."""
    for line in lines:
        room.keep(line, Entry(line.seat, [], line.codes, int(line.hash, 16)))
    if not lines:
        return True
    room.drawn = sum(len(line.chance) for line in lines)
    room.clock = lines[-1].clock
    if room.sheet.left_after == lines[-1].seq:
        room.clock = room.sheet.left
    try:
        for n in room.numbers():
            line, entry = lines[n], room.kept[n].entry
            entry.moves = [room.game.read(text, line.seat) for text in line.moves]
        room.state = _checked(room)
    except (MoveError, BadText):
        if room.sheet.over:
            _freeze(room, lines)
            return True
        return False
    room.count_from(now)  # nobody's time runs while the house is closed
    return True


def _checked(room: Room) -> State:
    """The state after all entries; BadText where the rules differ from those of the log."""
    state, _ = opening(room.game, room.base)
    for entry in room.log():
        for code in (*entry.moves, *entry.chance):
            state.play(code)
        if state.hash() != entry.hash:
            raise BadText("the position differs")
    state.witnessed()
    return state


def _freeze(room: Room, lines: Sequence[Line]) -> None:
    """A finished game of other rules: what was told stands, positions as they were kept."""
    for n in room.numbers():
        with contextlib.suppress(MoveError):  # a text that is no move any more stays out
            room.kept[n].entry.moves = [room.game.read(t, lines[n].seat) for t in lines[n].moves]
    room.positions = {line.seq: line.position for line in lines if line.position}
    room.state = room.game.from_position(lines[-1].position)


def go_on(room: Room, lines: Sequence[Line], now: int) -> Step:
    """The rules have changed under a running game: it goes on from its last stored position, and
    as much of what followed is played as is still legal."""
    game = room.game
    kept = [line for line in lines if line.position and not room.kept[line.seq].taken_back]
    state: State = game.from_position(kept[-1].position)
    dropped = -1
    for line in lines[kept[-1].seq + 1 :]:
        if line.kind == "undo" or room.kept[line.seq].taken_back:
            continue
        after = state.clone()
        try:
            _played(room, after, line)
        except MoveError:
            dropped = line.seq
            break
        state = after
    # Read from its own text, so that it is the very state that a later restoring finds.
    state = game.from_position(game.position(state))
    entry = Entry(HOUSE, hash=state.hash())
    made = room.line("rules", entry, state, now, "", "", -1)
    made.position, made.undone = state.base_text(), dropped
    return Step(made, state, entry, room.drawn)


def _played(room: Room, state: State, line: Line) -> None:
    for text in line.moves:
        state.play(room.game.read(text, line.seat))
    for text in line.chance:
        state.play(room.game.read(text, CHANCE))
    if state.actor() == CHANCE or state.drafting() != NOBODY:
        raise NotLegal("not_now")
