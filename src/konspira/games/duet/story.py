"""What happened, in words: the log as one viewer may read it."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.texts import Texts
from konspira.games.duet.notation import BARE, COLOURS, ENDINGS, SIDES, Notation
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, actor_of, b_of, c_of, kind_of, word_of


class Story:
    """Tells told codes. Nothing here depends on the viewer but the codes themselves."""

    def __init__(self, notation: Notation, texts: Texts) -> None:
        self.notation = notation
        self.texts = texts
        self.board: list[str] = []

    def lines(self, told: Sequence[Sequence[int]], board: Sequence[str] = ()) -> list[list[str]]:
        """The sentences of each entry, in order; `board`: the words of a game that began from a
        position, and so was never dealt."""
        self.board = list(board)
        return [self._entry(entry) for entry in told]

    def _entry(self, entry: Sequence[int]) -> list[str]:
        dealt = [code for code in entry if kind_of(code) == codes.WORD]
        if dealt:
            words = self.notation.box.words
            self.board += [words[word_of(code)] for code in dealt]
            return [self.texts.say("log.dealt")]
        return [said for code in entry if (said := self._said(code))]

    def _said(self, code: int) -> str:
        say = self.texts.say
        kind = kind_of(code)
        if kind in BARE:
            return say(f"log.{BARE[kind]}", side=self._side(actor_of(code)))
        match kind:
            case codes.CLUE:
                key = "log.clue-insisted" if a_of(code) & codes.INSISTED else "log.clue"
                word = self.notation.box.vocabulary.word(word_of(code))
                side = self._side(actor_of(code))
                return say(key, side=side, word=word, number=a_of(code) & codes.NUMBER)
            case codes.SHOWN:
                colour = say(f"colour.{COLOURS[b_of(code)]}")
                word = self.board[a_of(code)]
                return say("log.touch", side=self._side(c_of(code)), word=word, colour=colour)
            case codes.FINISHED:
                return say("log.finished", side=self._side(a_of(code)))
            case codes.SUDDEN_DEATH_BEGINS:
                return say("log.sudden-death")
            case codes.ENDED:
                return say(f"ending.{ENDINGS[a_of(code)]}")
        return ""

    def _side(self, side: int) -> str:
        return self.texts.say(f"side.{SIDES[side]}.who")
