"""Words as numbers. The number of a word comes from the word alone, never from the order in which
words were met: codes and knowledge are the same in every process, and betray no draft."""

from __future__ import annotations

import hashlib

from konspira.engine.contract import NotAMove


class Vocabulary:
    """The words one game has met."""

    def __init__(self) -> None:
        self.words: dict[int, str] = {}

    def number(self, word: str) -> int:
        """The number of a word, in 36 bits; the word is known from now on."""
        digest = hashlib.blake2b(word.encode(), digest_size=5).digest()
        number = int.from_bytes(digest, "big") >> 4
        if self.words.setdefault(number, word) != word:
            raise NotAMove("word_clash", word=word)
        return number

    def word(self, number: int) -> str:
        return self.words[number]

    def knows(self, number: int) -> bool:
        return number in self.words
