"""What a bot thought at an entry, once the game is over: read again in the words of the table."""

from __future__ import annotations

import msgspec

from konspira.bots.thought import Thought
from konspira.engine.contract import OPEN_TABLE, MoveError
from konspira.engine.knowledge import from_entries
from konspira.server import picture
from konspira.server.room import Room, replayed
from konspira.web import thoughts
from konspira.web.table import Moment, Odds, Table


def readable(room: Room, at: int) -> bool:
    """May what was thought at this entry be shown? Only after the end; and where the rules have
    changed since, the moves of then cannot be read any more."""
    return room.over and at > 0 and not room.positions


def explained(room: Room, at: int, said: bytes, table: Table, side: str) -> thoughts.Thought | None:
    """`said` as it was kept beside entry `at` of the game."""
    if not said or not readable(room, at):
        return None
    thought = msgspec.json.decode(said, type=Thought)
    game, log = room.game, room.log()
    before, seat = log[:at], log[at].seat
    state = replayed(game, before, room.base)
    known = from_entries(game, before, seat, state.base_text(), False)
    sitters = picture.sitters(room, room.everybody())
    steps: list[thoughts.Step] = []
    odds: list[Odds] = []
    truth = Moment(game, game.view(state, OPEN_TABLE), known, OPEN_TABLE, sitters, replaying=True)
    for text, reason in zip(thought.texts, thought.reasons, strict=True):
        kind = game.decision_kind(state, seat) if state.asks(seat) else ""
        moves = state.moves(seat) if kind else ()
        now = Moment(game, game.view(state, seat), known, seat, sitters, kind, moves)
        steps.append(_step(table, now, text, reason))
        if not odds:
            odds += table.odds(now, truth, _facts(reason.get("belief")))
        try:
            state.apply(game.read(text, seat))
        except MoveError:
            return None  # it was thought by other rules than these
    return thoughts.Thought(thought.player, side, steps, odds)


def _step(table: Table, now: Moment, text: str, reason: dict[str, object]) -> thoughts.Step:
    weighed = reason.get("candidates")
    candidates = [
        thoughts.Candidate(
            _label(table, now, str(one["move"])),
            float(one["value"]),
            int(one["tries"]),
            one["move"] == text,
        )
        for one in (weighed if isinstance(weighed, list) else [])
    ]
    return thoughts.Step(
        _label(table, now, text),
        _number(reason.get("legal")),
        _number(reason.get("weighed")),
        str(reason.get("scale", "chance")),
        candidates,
    )


def _label(table: Table, now: Moment, text: str) -> str:
    try:
        return table.label(now, now.game.read(text, now.viewer))
    except MoveError:
        return text


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _facts(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}
