"""Why something cannot be touched now, from what the viewer sees."""

from __future__ import annotations

from konspira.games.duet.notation import CELL_OF
from konspira.games.duet.rules.position import (
    ANSWER,
    CLUE,
    CONFESSED,
    FIRST_CLUE,
    MARKED,
    OVER,
    QUESTIONED,
    SUDDEN_DEATH,
)
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.voice import Voice


def why(seen: Seen, touched: list[str], voice: Voice) -> str:
    """A sentence; the same reasons as the rules give (rules/refusal.py)."""
    if seen.phase == OVER:
        return voice.say("refusal.over") if "refusal.over" in voice.words else ""
    if seen.viewer > 1:
        return voice.say("web.why.watching")
    for thing in touched:
        if thing.startswith("cell-") and thing[5:] in CELL_OF:
            return voice.say(_cell(seen, CELL_OF[thing[5:]]))
        if thing in ("aside-question", "aside-confess"):
            return voice.say(_complaint(seen, thing))
        if thing == "stop":
            return voice.say("refusal.guess_before_stop" if guessing(seen) else _waiting(seen))
    return voice.say(_waiting(seen))


def giver(seen: Seen) -> int:
    return seen.clues[-1] & 1


def guessing(seen: Seen) -> bool:
    """Is the viewer the guesser of the turn under way?"""
    return bool(seen.clues) and giver(seen) != seen.viewer


def _waiting(seen: Seen) -> str:
    """Which open question everything waits for."""
    if seen.phase in (FIRST_CLUE, CLUE):
        return "refusal.clue_first" if not seen.asked >> seen.viewer & 1 else "web.why.clue-now"
    if seen.phase == ANSWER:
        return "refusal.answer_first" if guessing(seen) else "web.why.waiting-answer"
    if seen.phase == QUESTIONED:
        return "refusal.question_open" if guessing(seen) else "web.why.answer-question"
    if seen.phase == CONFESSED:
        return "refusal.confession_open" if guessing(seen) else "web.why.waiting-answer"
    if seen.phase == SUDDEN_DEATH:
        return "refusal.nothing_to_find"
    return "refusal.giver_does_not_touch" if not guessing(seen) else "web.why.touch-one"


def _cell(seen: Seen, cell: int) -> str:
    if (seen.found[0] | seen.found[1]) >> cell & 1:
        return "refusal.covered"
    if seen.markers[seen.viewer] >> cell & 1:
        return "refusal.own_miss"
    return _waiting(seen)


def _complaint(seen: Seen, thing: str) -> str:
    """CD-18.4, steps 4 and 5."""
    name = thing.removeprefix("aside-")
    if not seen.clues or seen.phase in (FIRST_CLUE, CLUE, SUDDEN_DEATH):
        return f"refusal.no_clue_to_{name}"
    if seen.penalised:
        return "refusal.penalised_already"
    if name == "confess":
        return "refusal.confessed_already" if not guessing(seen) else "refusal.giver_confesses"
    if not guessing(seen):
        return "refusal.guesser_questions"
    if seen.clues[-1] & MARKED:
        return "refusal.insisted_on"
    return "refusal.touched_already" if seen.guesses else "refusal.questioned_already"
