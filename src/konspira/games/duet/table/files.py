"""What lies beside the words: the two seats, and every clue with what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from konspira.engine.contract import OPEN_TABLE
from konspira.games.duet import Duet
from konspira.games.duet.notation import CELL_NAMES, COLOURS, SIDES
from konspira.games.duet.rules.components import GREEN
from konspira.games.duet.rules.position import (
    CLUE,
    FIRST_CLUE,
    NUMBER_AT,
    OVER,
    SUDDEN_DEATH,
    WORD_AT,
)
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.cards import KINDS, below
from konspira.games.duet.table.case import Case, Turn
from konspira.games.duet.table.prompts import left_to_clue
from konspira.games.duet.table.voice import Voice
from konspira.web.table import Moment


@dataclass(frozen=True, slots=True)
class Seat:
    at: str  # "you" (below) or "them" (above)
    letter: str
    name: str
    role: str
    held: int
    held_words: str
    finished: str


@dataclass(frozen=True, slots=True)
class Found:
    """A touched word under its clue: `how` is hit, miss or dead."""

    word: str
    how: str
    said: str


@dataclass(frozen=True, slots=True)
class Clue:
    number: int
    word: str
    count: int
    insisted: bool
    penalised: bool
    touches: Sequence[Found]
    now: bool = False
    meant: Sequence[str] = ()  # in a replay: what its giver said afterwards


@dataclass(frozen=True, slots=True)
class Pile:
    at: str
    letter: str
    title: str
    note: str
    turns: Sequence[Clue]


def seat(game: Duet, seen: Seen, side: int, at: str, voice: Voice) -> Seat:
    finished = ""
    if seen.finished >> side & 1 and seen.phase != OVER:
        finished = voice.of("web.seat.finished", side)
    return Seat(
        at=at,
        letter=SIDES[side],
        name=voice.say("web.seat.you") if voice.yours(side) else voice.names[side],
        role=_role(seen, side, voice),
        held=seen.held[side],
        held_words=voice.count("web.seat.clean", seen.held[side]),
        finished=finished,
    )


def _role(seen: Seen, side: int, voice: Voice) -> str:
    """What this side is doing, by what everybody knows; to itself also what is left to clue."""
    if seen.phase == OVER:
        return ""
    parts = []
    if seen.phase in (FIRST_CLUE, CLUE):
        parts.append("web.seat.gives" if seen.asked >> side & 1 else "web.seat.will-guess")
    elif seen.phase == SUDDEN_DEATH:
        parts.append("web.seat.touches" if seen.asked >> side & 1 else "web.seat.looks-on")
    elif seen.clues:
        parts.append("web.seat.gave" if seen.clues[-1] & 1 == side else "web.seat.guesses")
    said = [voice.of(key, side) for key in parts]
    if voice.yours(side) and not seen.sudden and not seen.finished >> side & 1:
        said.append(voice.count("web.seat.left", left_to_clue(seen, side)))
    return " · ".join(said)


def piles(game: Duet, moment: Moment, case: Case, words: Sequence[str], voice: Voice) -> list[Pile]:
    """The clues by giver, the viewer's own first. What a clue was meant for is told where a
    replay shows what its giver knew."""
    seen: Seen = moment.seen
    you = below(seen.viewer)
    found = []
    for side, at in ((you, "mine"), (1 - you, "theirs")):
        knows = seen.viewer in (side, OPEN_TABLE)
        turns = [
            filed(game, turn, words, voice, not turn.over, meant(moment, turn) if knows else ())
            for turn in case.turns
            if turn.giver == side
        ]
        found.append(
            Pile(
                at=at,
                letter=SIDES[side],
                title=voice.of("web.clues.of", side),
                note=voice.of("web.clues.guesses", 1 - side),
                turns=turns,
            )
        )
    return found


def meant(moment: Moment, turn: Turn) -> list[int]:
    """The cells that the giver of a clue says it was meant for."""
    return [
        cell
        for cell, name in enumerate(CELL_NAMES)
        if (f"meant-{turn.number}-{name}", turn.giver) in moment.pinned
    ]


def filed(
    game: Duet,
    turn: Turn,
    words: Sequence[str],
    voice: Voice,
    now: bool = False,
    meaning: Sequence[int] = (),
) -> Clue:
    touches = [
        Found(
            words[touch.cell],
            "hit"
            if touch.colour == GREEN
            else "dead"
            if KINDS[touch.colour] == "assassin"
            else "miss",
            voice.say(f"colour.{COLOURS[touch.colour]}"),
        )
        for touch in turn.touches
    ]
    word = game.box.vocabulary.word(turn.word)
    return Clue(
        turn.number,
        word,
        turn.count,
        turn.insisted,
        turn.penalised,
        touches,
        now,
        [words[cell] for cell in meaning],
    )


def spoken_clue(game: Duet, turn: Turn | None) -> Clue | None:
    """The clue under way, as it stands in the dock."""
    if turn is None:
        return None
    word = game.box.vocabulary.word(turn.word)
    return Clue(turn.number, word, turn.count, turn.insisted, turn.penalised, ())


def last_clue(game: Duet, seen: Seen) -> tuple[str, int]:
    clue = seen.clues[-1]
    return game.box.vocabulary.word(clue >> WORD_AT), clue >> NUMBER_AT & 15
