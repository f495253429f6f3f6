"""Hungarian word analysis: suffix chains stripped by rule until a listed stem is left."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple


class Stem(NamedTuple):
    """A listed word: what may follow it, the lemma it stands for, its seams and marks."""

    word: str
    flags: str
    lemma: str
    seams: tuple[int, ...]
    marks: str


class _Rule(NamedTuple):
    flag: str
    strip: str
    condition: str
    more: str


# Ending as written, then what stood in its place on the stem, then the rules.
_Endings = dict[str, dict[str, list[_Rule]]]


class Suffixes:
    """The table is text: flag sets, rules and words, parted by empty lines."""

    def __init__(self, table: str) -> None:
        sets, rules, words = table.split("\n\n")
        self._sets: dict[str, str] = {"": ""}
        for line in sets.split("\n"):
            number, flags = line.split("\t")
            self._sets[number] = flags
        self._words: dict[str, str] = {}
        for line in words.split("\n"):
            word, _, rest = line.partition("\t")
            other = self._words.get(word)
            self._words[word] = rest if other is None else f"{other}\n{rest}"
        self._fronts: dict[str, set[str]] = defaultdict(set)
        followers: set[str] = set()
        ends: list[tuple[str, _Rule]] = []
        for line in rules.split("\n"):
            kind, flag, strip, add, condition, more = line.split("\t")
            if kind == "SFX":
                rule = _Rule(flag, strip, condition, self._sets[more])
                ends.append((add, rule))
                followers.update(rule.more)
            else:
                self._fronts[add].add(flag)
        self._ends = _by_ending(ends)
        # Of two suffixes the first allows another one, and the second is allowed by one.
        self._first = _by_ending((add, rule) for add, rule in ends if rule.more)
        self._second = _by_ending((add, rule) for add, rule in ends if rule.flag in followers)

    def listed(self, word: str) -> list[Stem]:
        """The entries of the word itself."""
        raw = self._words.get(word)
        if raw is None:
            return []
        found = []
        for line in raw.split("\n"):
            fields = [*line.split("\t"), "", "", ""]
            seams = tuple(map(int, fields[2].split(","))) if fields[2] else ()
            flags = self._sets[fields[0]]
            found.append(Stem(word, flags, fields[1] or word, seams, fields[3]))
        return found

    def stems(self, word: str) -> list[Stem]:
        """Every listed stem that the word may be a form of, verb prefixes taken off too."""
        found = [stem for stem in self.listed(word) if "u" not in stem.marks]
        found += [stem for stem, _ in self._cut(word)]
        for size in range(1, len(word) - 1):
            wanted = self._fronts.get(word[:size])
            if wanted:
                rest = word[size:]
                found += [stem for stem in self.listed(rest) if wanted & set(stem.flags)]
                found += [s for s, more in self._cut(rest) if wanted & set(s.flags + more)]
        return found

    def _cut(self, word: str) -> Iterator[tuple[Stem, str]]:
        """One or two suffixes off: the stem, and what the suffix next to it allows besides."""
        yield from self._cut_one(word, self._ends)
        for rules, shorter in _undone(word, self._second):
            for stem, more in self._cut_one(shorter, self._first):
                if any(rule.flag in more and _fits(rule, shorter) for rule in rules):
                    yield stem, more

    def _cut_one(self, word: str, ends: _Endings) -> Iterator[tuple[Stem, str]]:
        for rules, shorter in _undone(word, ends):
            if shorter in self._words:
                for stem in self.listed(shorter):
                    for rule in rules:
                        if rule.flag in stem.flags and _fits(rule, shorter):
                            yield stem, rule.more


def _by_ending(rules: Iterable[tuple[str, _Rule]]) -> _Endings:
    found: _Endings = {}
    for add, rule in rules:
        found.setdefault(add, {}).setdefault(rule.strip, []).append(rule)
    return found


def _undone(word: str, ends: _Endings) -> Iterator[tuple[list[_Rule], str]]:
    for at in range(1, len(word)):
        for strip, rules in ends.get(word[at:], {}).items():
            yield rules, word[:at] + strip


def _fits(rule: _Rule, stem: str) -> bool:
    return _pattern(rule.condition).search(stem) is not None


@cache
def _pattern(condition: str) -> re.Pattern[str]:
    # A hyphen in a class is itself there, no range.
    return re.compile("(?:" + condition.replace("-", r"\-") + ")$")
