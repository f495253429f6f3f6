"""Ribbons across the table (announcements, sudden death, the end), and the closing report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from konspira.games.duet import Duet
from konspira.games.duet.notation import CELL_NAMES, COLOURS, ENDINGS, SIDES
from konspira.games.duet.rules.components import GREEN
from konspira.games.duet.rules.position import ASSASSIN, OVER, SUDDEN_DEATH_MISS, VICTORY, VOID
from konspira.games.duet.rules.scoring import STANDARD, reading
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.case import Case, Turn
from konspira.games.duet.table.files import Clue, filed, meant
from konspira.games.duet.table.voice import Voice
from konspira.games.duet.view import READINGS
from konspira.web.table import Moment


@dataclass(frozen=True, slots=True)
class Ribbon:
    name: str
    kind: str  # ok, warn, block, dark: the colour of its stamp
    stamp: str
    text: Markup


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score: what, how many, worth."""

    what: str
    sum: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn in the report, with who gave its clue."""

    giver: str
    letter: str
    intent: str  # the words before what it was meant for
    clue: Clue
    meant: Sequence[tuple[str, str]]  # what it can have been meant for: cell and word
    yours: bool  # the viewer gave it, and may say what it was meant for
    told: bool  # in a replay: `meant` is what the giver has said


@dataclass(frozen=True, slots=True)
class Report:
    won: bool
    title: str
    lines: Sequence[Line]
    total: str
    reading: str
    facts: Sequence[Line]
    chapters: Sequence[Chapter]
    sudden: str
    missed: Sequence[str]
    mission: str


def ribbons(game: Duet, seen: Seen, voice: Voice) -> list[Ribbon]:
    if seen.phase == OVER:
        return [_ending(game, seen, voice)]
    found = []
    if seen.sudden:
        text = voice.tell("web.ribbon.sudden", n=voice.count("web.end.open", int(seen.open_agents)))
        found.append(Ribbon("sudden", "block", voice.say("web.stamp.sudden"), text))
    for side, letter in enumerate(SIDES):
        if seen.finished >> side & 1:  # CD-9.1
            text = voice.tell_of("web.ribbon.finished", side)
            found.append(Ribbon(f"finished-{letter}", "ok", voice.say("web.stamp.finished"), text))
        if seen.offers >> side & 1:  # CD-18.3
            text = voice.tell_of("web.ribbon.restart", side)
            found.append(Ribbon(f"restart-{letter}", "warn", voice.say("web.stamp.restart"), text))
    return found


def _ending(game: Duet, seen: Seen, voice: Voice) -> Ribbon:
    ending = ENDINGS[seen.ending]
    kind = "ok" if seen.ending == VICTORY else "warn" if seen.ending == VOID else "dark"
    stamp = {"ok": "web.stamp.won", "warn": "web.stamp.void", "dark": "web.stamp.lost"}[kind]
    return Ribbon("end", kind, voice.say(stamp), voice.tell(f"ending.{ending}"))


def report(game: Duet, moment: Moment, case: Case, words: Sequence[str], voice: Voice) -> Report:
    """Chapter 11 for the standard game; turns, misses and tokens left for the others (OP-19)."""
    seen: Seen = moment.seen
    covered = seen.found[0] | seen.found[1]
    missed = [
        words[cell]
        for cell in range(len(words))
        if GREEN in (seen.keys[0][cell], seen.keys[1][cell]) and not covered >> cell & 1
    ]
    won = seen.ending == VICTORY
    scored = won and seen.points > -99
    said = ""
    if scored:
        said = voice.say(f"web.reading.{READINGS[reading(int(seen.points))]}")
    return Report(
        won=won,
        title=voice.say("web.report.title"),
        lines=_score(seen, voice) if scored else [],
        total=str(int(seen.points)) if scored else "",
        reading=said,
        facts=[*_facts(seen, voice), *_fatal(seen, case, words, voice)],
        chapters=[_chapter(game, turn, words, moment, voice) for turn in case.turns],
        sudden=", ".join(words[touch.cell] for touch in case.sudden),
        missed=missed,
        mission=voice.say(f"mission.{game.mission.name}") if game.mission and won else "",
    )


def _misses(seen: Seen) -> int:
    """CD-12.7: a stack counts as one."""
    return sum(int(cells).bit_count() for cells in seen.markers)


def _score(seen: Seen, voice: Voice) -> list[Line]:
    """CD-11.2 to CD-11.4, line by line."""
    turns, penalties = len(seen.clues), int(seen.penalties)
    left = max(0, STANDARD - turns - penalties)
    clean = min(turns, STANDARD - penalties) - _misses(seen)
    lines = [
        Line(voice.count("web.score.left", left), f"{left} × 3 = {3 * left}"),
        Line(voice.count("web.score.clean", clean), f"{clean} × 1 = {clean}"),
    ]
    if seen.sudden:
        lines.append(Line(voice.say("web.score.sudden"), "−1"))
    return lines


def _facts(seen: Seen, voice: Voice) -> list[Line]:
    numbers = {
        "found": f"{15 - int(seen.open_agents)}/15",
        "turns": str(len(seen.clues)),
        "misses": str(_misses(seen)),
        "tokens": str(int(seen.checks + seen.bystanders)),
        "penalties": str(int(seen.penalties)),
    }
    if not seen.penalties:
        del numbers["penalties"]
    return [Line(voice.say(f"web.fact.{name}"), number) for name, number in numbers.items()]


def _fatal(seen: Seen, case: Case, words: Sequence[str], voice: Voice) -> list[Line]:
    """The touch that lost the game is no miss with a marker."""
    if seen.ending not in (ASSASSIN, SUDDEN_DEATH_MISS) or not case.latest:
        return []
    touch = case.latest[-1]
    colour = voice.say(f"colour.{COLOURS[touch.colour]}")
    return [Line(voice.say("web.fact.fatal"), f"{words[touch.cell].upper()} ({colour})")]


def _intent(giver: int, voice: Voice) -> str:
    if voice.yours(giver):
        return voice.say("web.clues.meant")
    return voice.say("web.report.meant", name=voice.within("web.report.meant", giver))


def _chapter(game: Duet, turn: Turn, words: Sequence[str], moment: Moment, voice: Voice) -> Chapter:
    seen: Seen = moment.seen
    giver = voice.say("web.seat.you") if voice.yours(turn.giver) else voice.names[turn.giver]
    own = [cell for cell, colour in enumerate(seen.keys[turn.giver]) if colour == GREEN]
    if moment.replaying:
        own = meant(moment, turn)
    return Chapter(
        giver=giver,
        letter=SIDES[turn.giver],
        intent=_intent(turn.giver, voice),
        clue=filed(game, turn, words, voice),
        meant=[(CELL_NAMES[cell], words[cell]) for cell in own if cell not in turn.before],
        yours=voice.yours(turn.giver) and not moment.replaying,
        told=moment.replaying,
    )
