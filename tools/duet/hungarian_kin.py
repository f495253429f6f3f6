"""Hungarian derivation by productive suffix, where both ends are in the dictionary."""

from __future__ import annotations

from collections.abc import Iterator

from konspira.games.duet.judge.suffixes import Suffixes

# Suffixes that hardly ever end a word by chance.
SURE = (
    *("ság", "ség", "talan", "telen", "atlan", "etlen", "tlan", "tlen", "cska", "cske", "ocska"),
    *("ecske", "ácska", "écske", "ikó", "ista", "ász", "ész", "ászat", "észet", "nyi", "beli"),
    *("asszony", "né"),
)
LINKED = ("os", "es", "ös", "as", "i", "ka", "ke", "oz", "ez", "öz", "az", "ozik", "ezik", "özik")
LENGTHENED = {"á": "a", "é": "e"}
SHORTEST = 3


def _bases(word: str, suffix: str) -> Iterator[str]:
    stem = word.removesuffix(suffix)
    yield stem
    if stem[-1:] in LENGTHENED:
        yield stem[:-1] + LENGTHENED[stem[-1]]


def derived(suffixes: Suffixes, table: str) -> Iterator[tuple[str, str]]:
    words = [line.split("\t")[0] for line in table.split("\n\n")[2].split("\n")]
    for word in words:
        if "-" in word:
            continue
        for suffix in (*SURE, *LINKED):
            if not word.endswith(suffix) or len(word) - len(suffix) < SHORTEST:
                continue
            for base in _bases(word, suffix):
                nouns = [s for s in suffixes.listed(base) if "s" in s.marks and "n" not in s.marks]
                if len(base) >= SHORTEST and nouns:
                    yield word, base
        # The same stem before an inflected derivative: bokros goes with bokrok, vizes with vizek.
        if word.endswith(("s", "i", "ű", "ú")) and len(word) > SHORTEST + 1:
            yield from _by_plural(word, suffixes)


def _by_plural(word: str, suffixes: Suffixes) -> Iterator[tuple[str, str]]:
    stem = word[:-1]
    for plural in (stem + "k", stem + "ok", stem + "ek", stem + "ak"):
        for found in suffixes.stems(plural):
            if found.word == plural and found.lemma not in (plural, word) and "s" in found.marks:
                yield word, found.lemma
