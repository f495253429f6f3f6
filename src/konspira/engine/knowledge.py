"""What a viewer has learned, told in order from the start (perfect recall), and resampling."""

from __future__ import annotations

import msgspec

from konspira.engine.contract import BadText, Game, Luck, Sampler, State
from konspira.engine.log import Entry, entries


class Knowledge(msgspec.Struct, frozen=True):
    """Everything one viewer knows. Equal bytes mean: the viewer cannot tell the states apart.

    `base` is the viewer's known position if the game began from one, else empty. Each entry is
    a list of told codes: the moves of one log entry with the chance and events that followed.
    """

    game: str
    version: int
    options: dict[str, object]
    viewer: int
    base: str
    told: list[list[int]]
    words: list[str] = []

    def encode(self) -> bytes:
        return msgspec.json.encode(self)


def decode(data: bytes) -> Knowledge:
    try:
        return msgspec.json.decode(data, type=Knowledge)
    except msgspec.MsgspecError as error:
        raise BadText(f"this is no knowledge: {error}") from None


def knowledge(game: Game, state: State, viewer: int) -> Knowledge:
    """What the viewer has learned. After the end everything is shown to all."""
    log = entries(game, state)
    return from_entries(game, log, viewer, state.base_text(), state.outcome() is not None)


def from_entries(game: Game, log: list[Entry], viewer: int, base: str, over: bool) -> Knowledge:
    """The same from a log that is already at hand."""
    told = [
        list(entry.codes) if over else [game.tell(code, viewer) for code in entry.codes]
        for entry in log
        if not entry.open or entry.seat == viewer  # a compound is told when it is complete
    ]
    if base and not over:
        base = game.tell_position(base, viewer)
    words = game.words([code for entry in told for code in entry])
    return Knowledge(game.key, game.version, game.options(), viewer, base, told, words)


def resample(game: Game, state: State, viewer: int, luck: Luck) -> State:
    """A state the viewer cannot tell from this one; it sees the viewer's knowledge only."""
    sampler: Sampler = game.sampler(knowledge(game, state, viewer))
    return sampler.sample(luck)
