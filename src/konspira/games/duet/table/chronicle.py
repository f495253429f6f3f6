"""The log in words: one sentence for each thing that happened, in the viewer's voice."""

from __future__ import annotations

from markupsafe import Markup

from konspira.games.duet import Duet
from konspira.games.duet.notation import BARE, COLOURS, ENDINGS
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, actor_of, b_of, c_of, kind_of, word_of
from konspira.games.duet.rules.components import GREEN
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.voice import Voice, bold
from konspira.web.table import Moment


def lines(game: Duet, moment: Moment, voice: Voice) -> list[list[str]]:
    """The sentences of each entry, as HTML."""
    seen: Seen = moment.seen
    board = [game.box.words[place] for place in seen.words]
    past = Number()
    found = [
        [
            said
            for code in entry
            for said in (past.said(game, code, voice), _said(game, code, board, voice))
            if said
        ]
        for entry in moment.known.told
    ]
    if found:
        found[0] = [*_set_up(game, voice), *found[0]]
    return found


class Number:
    """CD-5.4: guesses past the number of a clue, which look as if somebody had peeked. Often an
    earlier clue of the same side has words to find still."""

    def __init__(self) -> None:
        self.clues: list[tuple[int, str, int]] = []  # giver, word, number
        self.left: list[int] = []  # words to find still, by clue
        self.over = False

    def said(self, game: Duet, code: int, voice: Voice) -> str:
        kind = kind_of(code)
        if kind == codes.CLUE:
            word = game.box.vocabulary.word(word_of(code))
            number = int(a_of(code) & codes.NUMBER)
            self.clues.append((actor_of(code), word, number))
            self.left.append(number)
        elif kind == codes.SUDDEN_DEATH_BEGINS:
            self.over = True
        elif kind == codes.SHOWN and self.clues and not self.over:
            return self._touched(c_of(code), bool(b_of(code) == GREEN), voice)
        return ""

    def _touched(self, side: int, green: bool, voice: Voice) -> str:
        giver, _, number = self.clues[-1]
        at = next((n for n, left in enumerate(self.left) if left and self.clues[n][0] == giver), -1)
        past = number > 0 and not self.left[-1]
        if green and (self.left[-1] or at >= 0):
            self.left[-1 if self.left[-1] else at] -= 1
        if not past:
            return ""
        if at < 0:
            return voice.tell_of("web.log.past", side)
        _, word, number = self.clues[at]
        return voice.tell_of("web.log.past-open", side, clue=bold(f"{word} {number}"))


def _set_up(game: Duet, voice: Voice) -> list[str]:
    turns, mistakes = int(game.rules.turns), int(game.rules.mistakes)
    name = f"mission.{game.mission.name}" if game.mission else "web.table.standard"
    return [
        Markup("{} {}–{}. {}").format(
            bold(voice.say(name)),
            turns,
            mistakes,
            voice.say("web.log.bank", checks=turns - mistakes, bystanders=mistakes),
        ),
        str(Markup.escape(voice.say("web.log.dealt"))),
    ]


def _said(game: Duet, code: int, board: list[str], voice: Voice) -> str:
    kind = kind_of(code)
    if kind in BARE:
        return voice.tell_of(f"web.log.{BARE[kind]}", actor_of(code))
    match kind:
        case codes.CLUE:
            key = "web.log.clue-insisted" if a_of(code) & codes.INSISTED else "web.log.clue"
            word = game.box.vocabulary.word(word_of(code))
            clue = bold(f"{word} {a_of(code) & codes.NUMBER}")
            return voice.tell_of(key, actor_of(code), clue=clue)
        case codes.SHOWN:
            word = bold(board[a_of(code)].upper())
            return voice.tell_of(f"web.log.touch-{COLOURS[b_of(code)]}", c_of(code), word=word)
        case codes.FINISHED:
            return voice.tell_of("web.log.finished", a_of(code))
        case codes.SUDDEN_DEATH_BEGINS:
            return voice.tell("web.log.sudden-death")
        case codes.ENDED:
            return voice.tell(f"ending.{ENDINGS[a_of(code)]}")
    return ""
