"""What a live table sends in form `html` besides the game's own regions (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from zlib import crc32

from konspira.engine.texts import Texts
from konspira.web.drawing import drawn
from konspira.web.table import Moment, Offer, Sitter, Table

NO_TEXTS: Final = Texts("", {})  # what is drawn speaks no language of its own


@dataclass(frozen=True, slots=True)
class Said:
    """A line of a side log."""

    to: str  # "all" or "seat-0"
    n: int
    by: str
    text: str
    seat: int | None = None  # None: somebody who watches
    mine: bool = False
    time: str = ""  # "20:31"
    kind: str = "say"  # or something that happened: hint, forfeit, replaced
    side: str = ""  # what the game calls the seat: whoever has no name is called by it


SPOKEN = ("say", "hint", "forfeit", "replaced")  # kinds of lines that stand in the chat


# Somebody is away for too long: the others win, play on, or have lost together.
WITHOUT: Final = ("win", "on", "end")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as one viewer is shown it, in the lobby and at the table."""

    number: int
    side: str  # what the game calls it, in the viewer's language
    sitter: Sitter | None = None  # None: free
    ink: int = 0
    yours: bool = False
    asked: bool = False  # a decision of this seat is open, as everybody may know
    link: str = ""  # seats whoever opens it; empty if this viewer may not give it away
    left: float | None = None  # seconds on its clock
    running: bool = False
    absent_for: float | None = None  # seconds, once the table may go on without them
    without: str = ""  # what the table has by that: see WITHOUT
    polite: bool = False  # a computer player that lets people go first
    room_left: bool = False  # people sit here, and others may join them
    own_name: str = ""  # the viewer's, where several sit together
    wins: int = 0  # of the games before this one


@dataclass(frozen=True, slots=True)
class Pause:
    """Whether the clocks stand still, or who would like it."""

    paused: bool = False
    wanted: Sequence[str] = ()  # names
    agreed: bool = False  # the viewer is one of them


NO_PAUSE: Final = Pause()


@dataclass(frozen=True, slots=True)
class Rematch:
    """Once more; before the last possible game of a match both are asked for their sides."""

    sides_asked: bool = False
    answered: bool = False  # by the viewer
    silent: Sequence[str] = ()  # who has not answered, by name


def regions(table: Table, moment: Moment, texts: Texts) -> dict[str, str]:
    """The game's regions and the house's own."""
    own = {"prompt": prompt(table, moment, texts), "rules": table.rules(moment)}
    return own | table.regions(moment)


def prompt(table: Table, moment: Moment, texts: Texts) -> str:
    return drawn("prompt.html", texts, prompt=table.prompt(moment), asked=bool(moment.kind))


def log(
    table: Table, moment: Moment, texts: Texts, numbers: Sequence[int] | None = None
) -> dict[int, str]:
    """The lines of the log by the numbers of their entries (which leave out what was taken back).
    What is read counts on without a gap. An entry may have nothing to say."""
    lines = table.story(moment)
    return {
        number: _line(number, place, tuple(sentences))
        for place, (number, sentences) in enumerate(
            zip(numbers or range(len(lines)), lines, strict=False), numbers[0] if numbers else 0
        )
    }


@lru_cache(maxsize=8192)
def _line(number: int, place: int, sentences: tuple[str, ...]) -> str:
    """Most lines stay as they were told; only the newest has to be drawn."""
    return drawn("log-line.html", NO_TEXTS, number=number, place=place, sentences=sentences)


def digests(regions: Mapping[str, str], log: Mapping[int, str]) -> dict[str, int]:
    """What a page holds, in few bytes: a client that has it is not sent it again."""
    whole = "".join(log[number] for number in sorted(log))
    return {name: crc32(text.encode()) for name, text in {**regions, "log": whole}.items()}


def said(line: Said, texts: Texts) -> str:
    side = f"side.{line.side}"
    by = line.by or texts.say(side if side in texts else "lobby.nameless")
    if line.kind == "say":
        return drawn("said.html", texts, line=line, by=by)
    # Rooms are older than these words: what was told then is told as it was.
    known = f"at.forfeit.{line.text}" in texts
    return drawn("happened.html", texts, line=line, by=by, known=known)


def seats(at: Sequence[Seat], texts: Texts) -> str:
    """Region `seats`: who sits where, who is there, whose turn it is, the clocks."""
    return drawn("seats.html", texts, seats=at)


def room(
    at: Sequence[Seat],
    key: str,
    may_act: bool,
    texts: Texts,
    pause: Pause,
    replaced: Sequence[int],
    rematch: Rematch | None,
) -> dict[str, str]:
    """The regions around the table, of a page and of a `room` frame. `may_act`: this viewer may
    replace whoever is away for too long, or end the wait. `replaced`: where a computer plays for
    this viewer."""
    return {
        "seats": seats(at, texts),
        "absent": _absent(at, key, may_act, texts, pause, replaced),
        "polite": _polite(at, key, may_act, texts),
        "group": _group(at, texts),
        "rematch": drawn("rematch.html", texts, rematch=rematch, room_key=key),
    }


def _group(at: Sequence[Seat], texts: Texts) -> str:
    """CD-13.5: whoever shares the own seat with others may write to them alone."""
    own = [seat for seat in at if seat.yours]
    shared = [seat for seat in own if len(own) == 1 and seat.sitter and seat.sitter.members > 1]
    return drawn("group.html", texts, seats=shared)


def _polite(at: Sequence[Seat], key: str, may_act: bool, texts: Texts) -> str:
    """Whoever is asked may let a computer player go first."""
    asked = may_act and any(seat.yours and seat.asked for seat in at)
    waiting = [seat for seat in at if seat.polite and asked]
    return drawn("polite.html", texts, waiting=waiting, room_key=key)


def _absent(
    at: Sequence[Seat],
    key: str,
    may_act: bool,
    texts: Texts,
    pause: Pause,
    replaced: Sequence[int],
) -> str:
    """What keeps the table from going on: people who are away, a pause. And what whoever was
    away for too long finds."""
    gone = [seat for seat in at if seat.absent_for is not None and may_act and not seat.yours]
    return "".join(
        (
            drawn("absent.html", texts, gone=gone, room_key=key),
            drawn("pause.html", texts, pause=pause, may_act=may_act, room_key=key),
            drawn("replaced.html", texts, replaced=replaced, room_key=key),
        )
    )


def ask(
    table: Table,
    moment: Moment,
    decision: int,
    going_on: Collection[int] = (),
    undo: int | None = None,
) -> dict[str, object]:
    """The question as the client script reads it. `going_on`: the moves after which the compound
    is still open, so that they are sent as a draft."""
    game = moment.game
    offers = table.offers(moment)
    beside = len(offers) - len(moment.asides)
    more = {game.text(move) for move in going_on}
    question: dict[str, Any] = {
        "decision": decision,
        "kind": moment.kind,
        "draft": [game.text(move) for move in moment.draft],
        "complete": moment.complete,
        "offers": [
            {**_offer(offer), "more": offer.move in more, "final": offer.final}
            for offer in offers[:beside]
        ],
        "asides": [_offer(offer) for offer in offers[beside:]],
    }
    # Few ways to put a move together: each is told once, and offers name theirs by its number.
    steps = list(dict.fromkeys(offer.steps for offer in offers[:beside] if offer.steps))
    if steps:
        question["steps"] = steps
        for offer, told in zip(offers[:beside], question["offers"], strict=True):
            if offer.steps:
                told["w"] = steps.index(offer.steps)
    if undo is not None:
        question["undo"] = undo
    return question


def _offer(offer: Offer) -> dict[str, object]:
    first = {"f": offer.first} if offer.first else {}
    enough = {"e": offer.enough} if offer.enough else {}
    said = {"m": offer.move, "t": list(offer.touches), "l": offer.label, "s": offer.sure}
    return {**said, **first, **enough}
