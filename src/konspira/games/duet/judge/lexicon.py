"""What the judge knows of one language: lemmas, kin, compounds, names and abbreviations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

from konspira.games.duet.judge.automaton import Automaton, apply
from konspira.games.duet.judge.suffixes import Stem, Suffixes

Parts = tuple[str, ...]
_LONGEST = 40  # letters; no word of the three languages comes near
_CACHE = 8192
_IN_COMPOUNDS = "Y"  # the dictionary's flag
_FARTHEST = 4  # steps of derivation; beyond, nobody feels a kinship

Steps = Mapping[str, int]


class Source(Protocol):
    """Where lemmas come from: a table of forms, or stems with suffix rules."""

    def lemmas(self, word: str) -> frozenset[str]: ...

    def seams(self, lemma: str) -> Parts: ...

    def name(self, word: str) -> bool: ...

    def abbreviation(self, word: str) -> bool: ...


class FormTable:
    """Every form is listed with the way to its lemma (English, Polish)."""

    def __init__(self, forms: Automaton, endings: tuple[str, ...] = ()) -> None:
        self._forms = forms
        self._endings = endings

    def lemmas(self, word: str) -> frozenset[str]:
        for ending in self._endings:
            if word.endswith(ending):
                word = word.removesuffix(ending)
                break
        edits = self._forms.values(word)
        return frozenset(apply(word, edit) for edit in edits if edit[0] != "!")

    def seams(self, lemma: str) -> Parts:
        return ()

    def name(self, word: str) -> bool:
        return "!n" in self._forms.values(word)

    def abbreviation(self, word: str) -> bool:
        return "!a" in self._forms.values(word)


class SuffixTable:
    """Stems are listed, forms are undone by rule (Hungarian)."""

    def __init__(self, suffixes: Suffixes) -> None:
        self._suffixes = suffixes

    def lemmas(self, word: str) -> frozenset[str]:
        return frozenset(stem.lemma for stem in self._suffixes.stems(word))

    def seams(self, lemma: str) -> Parts:
        listed = self._suffixes.listed(lemma)
        for stem in listed:
            if stem.seams:
                cuts = (0, *stem.seams, len(lemma))
                return tuple(lemma[a:b] for a, b in pairwise(cuts))
        return () if listed else self._split(lemma)

    def _split(self, word: str) -> Parts:
        """A compound that no list has: two words written solid, the most even seam first."""
        middle = len(word) / 2
        for cut in sorted(range(2, len(word) - 1), key=lambda at: abs(at - middle)):
            left, right = word[:cut], word[cut:]
            if any(map(_joins, self._suffixes.listed(left))):
                stems = self._suffixes.stems(right)
                # Irregular stems lack the flag; a long second part hardly comes about by chance.
                if any(map(_joins, stems)) or (len(right) > 4 and any(map(_nominal, stems))):
                    return left, right
        return ()

    def name(self, word: str) -> bool:
        stems = self._suffixes.stems(word)
        return bool(stems) and all("n" in stem.marks for stem in stems)

    def abbreviation(self, word: str) -> bool:
        listed = self._suffixes.listed(word)
        return bool(listed) and all("a" in stem.marks for stem in listed)


def _joins(stem: Stem) -> bool:
    """The dictionary lets the word stand in a compound, and it is no name."""
    return _IN_COMPOUNDS in stem.flags and not set("nu") & set(stem.marks)


def _nominal(stem: Stem) -> bool:
    return "s" in stem.marks and "n" not in stem.marks


class Lexicon:
    """One language, with the answers about recent words remembered."""

    def __init__(self, source: Source, kin: Automaton, parts: Automaton) -> None:
        self._source = source
        self._kin = kin
        self._parts = parts
        self.lemmas = lru_cache(_CACHE)(self._lemmas)
        self.family = lru_cache(_CACHE)(self._family)
        self.pieces = lru_cache(_CACHE)(self._pieces)

    def _lemmas(self, word: str) -> frozenset[str]:
        """All lemmas of which the word is a form; none if the language does not have it."""
        if len(word) > _LONGEST:
            return frozenset()
        found = self._source.lemmas(word)
        if found:
            return found
        return frozenset((word,)) if self.parts_of(word) else found

    def knows(self, word: str) -> bool:
        return bool(self.lemmas(word))

    def common(self, word: str) -> bool:
        """A word of its own: more than a name or an abbreviation."""
        return self.knows(word) and not self._source.name(word) and not self.abbreviation(word)

    def abbreviation(self, word: str) -> bool:
        return self._source.abbreviation(word)

    def bases(self, lemma: str) -> Parts:
        """What the lemma is derived from, one step up."""
        return tuple(apply(lemma, edit) for edit in self._kin.values(lemma))

    def parts_of(self, lemma: str) -> Parts:
        """The meaningful parts of a compound; empty for any other word."""
        listed = self._parts.values(lemma)
        if listed:
            return tuple(listed[0].split())
        return self._source.seams(lemma)

    def _family(self, lemma: str) -> Steps:
        """The lemma and everything that it goes back to, with the number of steps."""
        found = {lemma: 0}
        fresh = [lemma]
        for step in range(1, _FARTHEST + 1):
            fresh = [base for word in fresh for base in self.bases(word) if base not in found]
            found.update(dict.fromkeys(fresh, step))
        return found

    def _pieces(self, lemma: str) -> Steps:
        """The families of all parts of the compounds that the lemma is or comes from."""
        found: dict[str, int] = {}
        for ancestor in self.family(lemma):
            for part in self.parts_of(ancestor):
                for stem in self.citation(part):
                    merge(found, self.family(stem))
        return found

    def citation(self, word: str) -> Iterable[str]:
        """The lemma that a word on a card stands for: itself, wherever it can."""
        lemmas = self.lemmas(word)
        return (word,) if word in lemmas or not lemmas else lemmas


def merge(into: dict[str, int], more: Steps) -> None:
    for lemma, steps in more.items():
        into[lemma] = min(steps, into.get(lemma, steps))


def apart(one: Steps, other: Steps) -> int | None:
    """Steps of derivation between two families by their nearest common ancestor, if any."""
    fewer, more = sorted((one, other), key=len)
    found = [steps + more[lemma] for lemma, steps in fewer.items() if lemma in more]
    return min(found, default=None)
