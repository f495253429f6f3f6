"""The judge's verdict on a clue while it is typed: for its writer alone (CD-17.1)."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from konspira.games.duet import Duet
from konspira.games.duet.judge.normal import normal
from konspira.games.duet.notation import CELL_NAMES, LONGEST_CLUE
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.voice import Voice

# Not even insisting makes a clue of these: they cannot be written down as one (CD-5.1, CD-5.8).
NO_CLUE = ("empty", "signs", "several_words", "number")


@dataclass(frozen=True, slots=True)
class Ruled:
    """`kind` is ok, warn or block; `cell` the card it speaks of, if any."""

    kind: str
    sentence: Markup
    rule: str
    cell: str
    ways: str
    insist: bool


def ruled(game: Duet, seen: Seen, text: str, number: int, voice: Voice) -> Ruled | None:
    """None while there is nothing to judge."""
    if not text.strip():
        return None
    if len(normal(text)) > LONGEST_CLUE:
        sentence = Markup.escape(voice.say("web.verdict.too-long", most=LONGEST_CLUE))
        return Ruled("block", sentence, "", "", voice.say("web.verdict.block-ways"), insist=False)
    verdict = game.judged(text, number, seen.words, int(seen.visible), seen.accepted)
    kind = verdict.verdict.lower()
    ranked = kind == "block" and game.level == "ranked"
    insist = kind == "block" and not ranked and verdict.reason.key not in NO_CLUE
    ways = f"web.verdict.{kind}-ways" + ("-ranked" if ranked else "")
    return Ruled(
        kind=kind,
        sentence=Markup.escape(verdict.reason_in(voice.words.language)),
        rule=verdict.rule or "",
        cell=_cell(game, seen, verdict.word) if verdict.word else "",
        ways=voice.say(ways),
        insist=insist,
    )


def _cell(game: Duet, seen: Seen, word: str) -> str:
    """Where the word lies that a verdict speaks of."""
    for cell, place in enumerate(seen.words):
        if game.box.words[place] == word and seen.visible >> cell & 1:
            return CELL_NAMES[cell]
    return ""
