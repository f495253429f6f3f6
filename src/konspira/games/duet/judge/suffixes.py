"""Hungarian word analysis: suffix chains stripped by rule until a listed stem is left."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
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
        self._ends: dict[str, list[_Rule]] = defaultdict(list)
        self._fronts: dict[str, list[_Rule]] = defaultdict(list)
        followers: set[str] = set()
        for line in rules.split("\n"):
            kind, flag, strip, add, condition, more = line.split("\t")
            rule = _Rule(flag, strip, condition, self._sets[more])
            (self._ends if kind == "SFX" else self._fronts)[add].append(rule)
            followers.update(rule.more)
        self._followers = followers
        self._longest = max(map(len, self._ends))

    def listed(self, word: str) -> list[Stem]:
        """The entries of the word itself."""
        raw = self._words.get(word)
        if raw is None:
            return []
        found = []
        for line in raw.split("\n"):
            fields = (line.split("\t") + ["", "", "", ""])[:4]
            seams = tuple(map(int, fields[2].split(","))) if fields[2] else ()
            flags = self._sets[fields[0]]
            found.append(Stem(word, flags, fields[1] or word, seams, fields[3]))
        return found

    def stems(self, word: str) -> list[Stem]:
        """Every listed stem that the word may be a form of, verb prefixes taken off too."""
        found = [stem for stem in self.listed(word) if "u" not in stem.marks]
        found += [stem for stem, _ in self._cut(word)]
        for size in range(1, min(len(word) - 1, 12)):
            fronts = self._fronts.get(word[:size])
            if fronts:
                wanted = {rule.flag for rule in fronts}
                rest = word[size:]
                for stem in self.listed(rest):
                    if wanted & set(stem.flags):
                        found.append(stem)
                for stem, more in self._cut(rest):
                    if wanted & set(stem.flags + more):
                        found.append(stem)
        return found

    def _cut(self, word: str) -> Iterator[tuple[Stem, str]]:
        """One or two suffixes off: the stem and what the suffixes allow besides."""
        for rule, shorter in self._undo(word):
            for stem in self.listed(shorter):
                if rule.flag in stem.flags:
                    yield stem, rule.more
            if rule.flag in self._followers:
                for inner, root in self._undo(shorter):
                    if rule.flag in inner.more:
                        for stem in self.listed(root):
                            if inner.flag in stem.flags:
                                yield stem, inner.more

    def _undo(self, word: str) -> Iterator[tuple[_Rule, str]]:
        for size in range(1, min(len(word) - 1, self._longest) + 1):
            for rule in self._ends.get(word[-size:], ()):
                shorter = word[:-size] + rule.strip
                if shorter in self._words or rule.flag in self._followers:
                    if _fits(rule.condition).search(shorter):
                        yield rule, shorter


@cache
def _fits(condition: str) -> re.Pattern[str]:
    # A hyphen in a class is itself there, no range.
    return re.compile("(?:" + condition.replace("-", r"\-") + ")$")
