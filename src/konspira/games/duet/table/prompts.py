"""What is asked of the viewer, or who is waited for, and why."""

from __future__ import annotations

from konspira.games.duet import Duet
from konspira.games.duet.notation import ENDINGS, PHASES
from konspira.games.duet.rules.components import GREEN
from konspira.games.duet.rules.position import CLUE, FIRST_CLUE, OVER, SUDDEN_DEATH
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.case import Turn, retold
from konspira.games.duet.table.voice import Voice
from konspira.web.table import Moment, Prompt


def asked(game: Duet, moment: Moment, voice: Voice) -> Prompt:
    seen: Seen = moment.seen
    if seen.phase == OVER:
        return Prompt(voice.say(f"ending.{ENDINGS[seen.ending]}"), _after(seen, voice))
    if len(seen.words) < 25 or not seen.asked:
        return Prompt(voice.say("web.prompt.dealing"))
    turn = retold(seen, moment.known.told).turns[-1] if seen.clues else None
    if moment.kind:
        return _question(game, seen, moment.kind, turn, voice)
    return Prompt(_waiting(game, seen, turn, voice), _watching(seen, voice))


def _question(game: Duet, seen: Seen, kind: str, turn: Turn | None, voice: Voice) -> Prompt:
    clue = spoken(game, turn)
    other = 1 - seen.viewer
    key = f"web.prompt.{kind}"
    title = voice.say(key, name=voice.within(key, other), clue=clue)
    key = f"web.why.{kind}"
    if kind == "guess":
        if seen.guesses:
            title = voice.say("web.prompt.guess-on")
            key = "web.why.guess-on"
        elif not seen.checks + seen.bystanders:
            key = "web.why.guess-last"
        elif turn and turn.count == 0:
            key = "web.why.guess-zero"
    elif kind == "clue" and seen.finished >> other & 1:
        key = "web.why.clue-again"  # CD-9.2
    elif kind == "clue" and seen.asked == 3:
        key = "web.why.clue-slack"  # CD-14.2
    name = voice.within(key, other)
    return Prompt(title, voice.say(key, name=name, clue=clue, open=seen.open_agents))


def _waiting(game: Duet, seen: Seen, turn: Turn | None, voice: Voice) -> str:
    kind = PHASES[seen.phase]
    if seen.asked == 3:
        key = f"web.waiting.{kind}.both"
        return voice.say(key, a=voice.within(key, 0, "a"), b=voice.within(key, 1, "b"))
    key = f"web.waiting.{kind}"
    side = 0 if seen.asked == 1 else 1
    return voice.say(key, name=voice.within(key, side), clue=spoken(game, turn))


def _watching(seen: Seen, voice: Voice) -> str:
    """What a seated viewer may do, or should not do, meanwhile (CD-15.2)."""
    if seen.viewer > 1:
        return voice.say("web.why.watching")
    if seen.phase in (FIRST_CLUE, CLUE):
        if seen.finished >> seen.viewer & 1:
            return voice.say("web.why.waiting-finished")
        return voice.say("web.why.waiting-clue")
    if seen.phase == SUDDEN_DEATH:
        return voice.say("web.why.waiting-sudden")
    return voice.say("web.why.waiting-guess")


def _after(seen: Seen, voice: Voice) -> str:
    if seen.points > -99:
        return voice.say("ending.points", n=seen.points)
    return voice.count("web.end.open", int(seen.open_agents)) if seen.open_agents else ""


def spoken(game: Duet, turn: Turn | None) -> str:
    """A clue as people say it."""
    return f"{game.box.vocabulary.word(turn.word)} {turn.count}" if turn else ""


def left_to_clue(seen: Seen, side: int) -> int:
    """Own agents nobody has found yet: known to their own side alone (CD-16.3)."""
    covered = seen.found[0] | seen.found[1]
    return sum(
        colour == GREEN and not covered >> cell & 1 for cell, colour in enumerate(seen.keys[side])
    )
