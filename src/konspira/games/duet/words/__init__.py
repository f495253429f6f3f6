"""The words on the cards: our own lists, lists pasted by a host, and the deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from unicodedata import combining

from konspira.games.duet.judge.load import LANGUAGES, lexicon, word_list
from konspira.games.duet.judge.normal import normal
from konspira.games.duet.judge.profiles import PROFILES
from konspira.games.duet.judge.steps import card

__all__ = [
    "BOARD",
    "LANGUAGES",
    "Custom",
    "NoDeal",
    "Problem",
    "clashing",
    "custom",
    "deal",
    "load",
]

BOARD = 25  # CD-3.1
_LONGEST = 30
_TRIES = 20
_INSIDE = " -‐‑–'’.&"  # besides letters and digits, what stands inside words and names


class Problem(NamedTuple):
    """What is wrong with a line of a pasted list; `line` counts from 1, 0 is the whole list."""

    line: int
    kind: str  # "empty", "no_letter", "odd_sign", "too_long", "doubled", "too_few"
    text: str


class Custom(NamedTuple):
    """A pasted list: the words that can be used, and everything that was wrong."""

    words: tuple[str, ...]
    problems: list[Problem]

    @property
    def usable(self) -> bool:
        return len(self.words) >= BOARD


class NoDeal(ValueError):
    """The list has no 25 words that may lie side by side (CD-17.10)."""


def load(lang: str) -> tuple[str, ...]:
    """Our own words of a language."""
    return tuple(word_list(lang).split("\n")[:-1])


def custom(text: str) -> Custom:
    """OP-35: one word a line; what cannot be used is reported, never silently dropped."""
    words: dict[str, str] = {}
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), start=1):
        shown = " ".join(line.split())
        word = normal(shown)
        if not shown:
            problems.append(Problem(number, "empty", ""))
        elif not any(sign.isalpha() for sign in word):
            problems.append(Problem(number, "no_letter", shown))
        elif not all(sign.isalnum() or sign in _INSIDE or combining(sign) for sign in shown):
            problems.append(Problem(number, "odd_sign", shown))
        elif len(shown) > _LONGEST:
            problems.append(Problem(number, "too_long", shown))
        elif word in words:
            problems.append(Problem(number, "doubled", shown))
        else:
            words[word] = shown
    if len(words) < BOARD:
        problems.append(Problem(0, "too_few", str(len(words))))
    return Custom(tuple(words.values()), problems)


def deal(words: Sequence[str], pick: Callable[[int], int], lang: str) -> tuple[str, ...]:
    """25 different words, no two of which share a lemma or a content word (CD-17.10).

    `pick(n)` gives a whole number below n, each as likely as the others.
    """
    marks = {word: _marks(word, lang) for word in dict.fromkeys(words)}
    for _ in range(_TRIES):
        dealt = _drawn(marks, pick)
        if dealt:
            return dealt
    # So narrow a list that chance fails: words that clash with few others first, then shuffled.
    clashes = {a: sum(bool(marks[a] & marks[b]) for b in marks) for a in marks}
    ranked = iter(sorted(marks, key=clashes.__getitem__))
    rest = {word: marks[word] for word in ranked}
    dealt = _drawn(rest, lambda size: 0)
    if not dealt:
        raise NoDeal("no 25 of these words may lie side by side")
    return tuple(_shuffled(list(dealt), pick))


def clashing(words: Sequence[str], lang: str) -> list[tuple[int, int]]:
    """The pairs of words, by their places, that may not lie on one board (CD-17.10)."""
    bearers: dict[str, list[int]] = {}
    pairs: set[tuple[int, int]] = set()
    for place, word in enumerate(words):
        for mark in _marks(word, lang):
            others = bearers.setdefault(mark, [])
            pairs.update((other, place) for other in others)
            others.append(place)
    return sorted(pairs, key=lambda pair: (pair[1], pair[0]))


def _drawn(marks: dict[str, set[str]], pick: Callable[[int], int]) -> tuple[str, ...] | None:
    """Draws one by one and lays a word that clashes with the board aside."""
    heap = list(marks)
    dealt: list[str] = []
    taken: set[str] = set()
    while heap and len(dealt) < BOARD:
        word = heap.pop(pick(len(heap)))
        if not marks[word] & taken:
            dealt.append(word)
            taken |= marks[word]
    return tuple(dealt) if len(dealt) == BOARD else None


def _shuffled(words: list[str], pick: Callable[[int], int]) -> list[str]:
    return [words.pop(pick(len(words))) for _ in range(len(words))]


def _marks(word: str, lang: str) -> set[str]:
    known = lexicon(lang)
    content = card(word, PROFILES[lang]).words
    return {normal(word), *content, *(lemma for part in content for lemma in known.lemmas(part))}
