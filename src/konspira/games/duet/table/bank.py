"""The bank: what is left by face, and where each spent token went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from konspira.games.duet import Duet
from konspira.games.duet.rules.position import OVER
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.cards import below
from konspira.games.duet.table.case import Case, Spent
from konspira.games.duet.table.voice import Voice


@dataclass(frozen=True, slots=True)
class Token:
    art: str  # a symbol of art.svg
    label: str


@dataclass(frozen=True, slots=True)
class Bank:
    left: Sequence[Token]
    spent: Sequence[Token]
    total: int
    turns: str
    mistakes: str
    spoken: str
    grave: bool  # the next miss costs two, or the game


def counted(game: Duet, seen: Seen, case: Case, words: Sequence[str], voice: Voice) -> Bank:
    checks, bystanders = int(seen.checks), int(seen.bystanders)
    left = [Token("d-check", voice.say("web.bank.check"))] * checks
    left += [Token("d-by", voice.say("web.bank.bystander"))] * bystanders
    return Bank(
        left=left,
        spent=[_spent(seen, spent, words, voice) for spent in case.spent],
        total=len(left),
        turns="" if seen.sudden else voice.count("web.bank.turns", len(left)),
        mistakes=_mistakes(game, seen, voice),
        spoken=voice.say(
            "web.bank.spoken", checks=checks, bystanders=bystanders, spent=len(case.spent)
        ),
        grave=seen.phase != OVER and not bystanders,
    )


def _mistakes(game: Duet, seen: Seen, voice: Voice) -> str:
    """What the next miss costs (CD-12.5 to CD-12.8, CD-18.6, CD-10.6)."""
    if seen.sudden:
        return voice.say("web.bank.sudden")
    if game.rules.turns == game.rules.mistakes and seen.bystanders:
        return ""
    if seen.bystanders:
        return voice.count("web.bank.mistakes", int(seen.bystanders))
    return voice.say("web.bank.double" if seen.checks >= 2 else "web.bank.deadly")


def _spent(seen: Seen, spent: Spent, words: Sequence[str], voice: Voice) -> Token:
    turn = voice.say("web.bank.turn", turn=spent.turn) + " " if spent.turn else ""
    if spent.side < 0:
        return Token("d-gone-penalty", turn + voice.say("web.bank.penalty"))
    if spent.cell < 0:
        return Token("d-gone-check", turn + voice.of("web.bank.kept", spent.side))
    art = "d-gone-down" if spent.side == below(seen.viewer) else "d-gone-up"
    return Token(art, turn + voice.say("web.bank.on", word=words[spent.cell].upper()))
