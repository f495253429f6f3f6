"""A problem at the table becomes a scenario: the moment, with only what its reporter may know.

What is hidden from the reporter is drawn anew from that viewer's knowledge, so the scenario can be
played, and says nothing about the real game that the reporter could not say.
"""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Any

import yaml

from konspira.engine.chance import Stream
from konspira.engine.contract import State
from konspira.engine.log import opening
from konspira.server.room import Room
from konspira.server.sheet import Refusal

LONGEST = 2000


class _Text(str):
    """Several lines, written as they are."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    pass


_Dumper.add_representer(
    _Text,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style="|"),
)


def scenario(room: Room, viewer: int, words: str, seed: str) -> str:
    """The scenario of this moment as YAML; BadText if no position can be drawn."""
    if room.state is None:
        raise Refusal("not_begun")
    game = room.game
    state = room.state if room.over else _alike(room, viewer, seed)
    known = room.known(viewer)
    told = [" + ".join(game.text(code) for code in entry) for entry in known.told[-10:]]
    note = [words[:LONGEST].strip() or "(nothing was written)", "", "What was told last:", *told]
    acting = [game.seat_name(seat) for seat in range(game.seats) if state.asks(seat)]
    expect: dict[str, Any] = {"acting": acting or "nobody"}
    if viewer < game.seats and state.asks(viewer):
        expect["legal"] = {
            "seat": game.seat_name(viewer),
            "count": str(len(state.moves(viewer))),
        }
    outcome = state.outcome()
    if outcome is not None:
        expect["outcome"] = str(outcome)
    value = {
        "title": "Reported: " + " ".join(words.split())[:70],
        "game": game.key,
        "rules": [],
        "options": {name: _plain(option) for name, option in game.options().items()},
        "note": _Text("\n".join(line.rstrip() for line in note)),
        "position": game.position(state),
        "steps": [{"expect": expect}],
    }
    text: str = yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100)
    return text


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _alike(room: Room, viewer: int, seed: str) -> State:
    """A state that this viewer cannot tell from the real one."""
    sampler = room.game.sampler(room.known(viewer))
    base, codes = sampler.story(Stream(seed))
    state, _ = opening(room.game, base)
    for code in codes:
        state.apply(code)
    return state


def keep(folder: Path, text: str) -> str:
    """Written beside the games; the name of the file."""
    reports = folder / "reports"
    reports.mkdir(exist_ok=True)
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(4)}.yaml"
    (reports / name).write_text(text, "utf-8")
    return name
