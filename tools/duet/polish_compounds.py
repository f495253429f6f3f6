"""Polish by rule: compounds with the linking -o-, and adjectives in -owy on an unchanged stem."""

from __future__ import annotations

import importlib
from collections import defaultdict
from collections.abc import Iterator

# Second parts that were looked through and do build compounds; the rest is mostly chance.
_HEADS = """
    dawca znawca zbiór stan twórca twórczy rys bicie stacja terapia portret kopia reporter
    pismo poczucie pogląd kształt wartość rolka rzeźba dzieło przestrzeń skóry brzeg ręczny kąt
    widz spis pisarz krzew dół duch zwierz dziób grono kwas wodór magnes technika stop pilot
    radar galeria ocena noc lód odporny biały niebieski zielony szary czerwony żółty brązowy
    miejski górski tapeta modelka letni roczny rodzinny osobowy kierunkowy piętrowy barwny
"""
HEADS = frozenset(_HEADS.split())
OPAQUE_FIRST = frozenset(["sam", "samo"])


def compounds(lemmas: set[str]) -> Iterator[tuple[str, str]]:
    zipf = importlib.import_module("wordfreq").zipf_frequency
    stems: dict[str, list[str]] = defaultdict(list)
    for word in lemmas:
        if len(word) > 3 and zipf(word, "pl") >= 2.8:
            stems[word[:-1] if word[-1] in "aoeyi" else word].append(word)
    for word in sorted(lemmas):
        for at in range(3, len(word) - 2):
            left, right = word[:at], word[at + 1 :]
            if word[at] == "o" and right in HEADS and left in stems and zipf(word, "pl") >= 1.5:
                first = max(stems[left], key=lambda lemma: zipf(lemma, "pl"))
                kept = right if left in OPAQUE_FIRST else f"{first} {right}"
                yield word, kept


def adjectives(lemmas: set[str]) -> Iterator[tuple[str, str]]:
    """hakowy from hak, kartowy from karta; a changed stem (różowy, róg) is left to the lexicon."""
    zipf = importlib.import_module("wordfreq").zipf_frequency
    for word in lemmas:
        stem = word.removesuffix("owy")
        if stem != word and len(stem) > 2:
            bases = [base for base in (stem, stem + "a", stem + "o") if base in lemmas]
            if bases:
                yield word, max(bases, key=lambda base: zipf(base, "pl"))
