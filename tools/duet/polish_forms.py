"""Polish forms and lemmas, from SGJP through morfeusz2, pruned by hunspell-pl and wordfreq."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

from tools.duet.automaton_build import edit
from tools.duet.kin import nodes

COMMON_SURNAME = 1e-6
KNOWN_NAME = 1e-7
WORD = re.compile(r"[^\W\d_]+")

# SGJP splits past and conditional forms into stem and personal ending; people type them whole.
CONDITIONAL = ("by", "bym", "byś", "byśmy", "byście")


def personal(form: str, tag: str) -> Iterator[str]:
    """The personal past and conditional forms built on one past stem."""
    if not tag.startswith("praet"):
        return
    if ":sg" in tag:
        link = "e" if form.endswith("ł") else ""
        yield form + link + "m"
        yield form + link + "ś"
        yield from (form + ending for ending in CONDITIONAL[:3])
    if ":pl" in tag:
        yield form + "śmy"
        yield form + "ście"
        yield from (form + ending for ending in CONDITIONAL)


def forms(hunspell_pl: Path) -> set[tuple[str, str]]:
    """(form, edit to its lemma) pairs, and (form, mark) for what is a name or short form only."""
    pairs: set[tuple[str, str]] = set()
    marks: dict[str, set[str]] = {}
    for form, change, mark in _readings(hunspell_pl):
        pairs.add((form, change))
        marks.setdefault(form, set()).add(mark)
    for form, found in marks.items():
        if "" not in found:
            pairs.add((form, "!a" if found == {"!a"} else "!n"))
    return pairs


def _readings(hunspell_pl: Path) -> Iterator[tuple[str, str, str]]:
    morfeusz = importlib.import_module("morfeusz2").Morfeusz(expand_tags=False)
    frequency = importlib.import_module("wordfreq").get_frequency_dict("pl", "large")
    kept = set(nodes("pl"))
    text = hunspell_pl.read_text(encoding="iso-8859-2")
    listed = {line.split("/")[0].strip() for line in text.splitlines()[1:]}
    listed |= {word.capitalize() for word, often in frequency.items() if often > COMMON_SURNAME}
    listed |= set(frequency) | kept
    lemmas: set[str] = set()
    for word in listed:
        if not WORD.fullmatch(word):
            continue
        found = morfeusz.analyse(word)
        if all(end - start == 1 and start == 0 for start, end, _ in found):
            lemmas.update(reading[1] for _, _, reading in found if reading[2] != "ign")
    for lemma in sorted(lemmas):
        yield from _lemma(morfeusz.generate(lemma.split(":")[0]), lemma, frequency, kept)


def _lemma(
    readings: list[tuple[str, str, str, list[str], list[str]]],
    lemma: str,
    frequency: dict[str, float],
    kept: set[str],
) -> Iterator[tuple[str, str, str]]:
    shown = lemma.partition(":")[0]
    key = shown.lower()
    spelled: dict[str, str] = {}
    kinds: set[str] = set()
    often = 0.0
    tags = set()
    for form, of_lemma, tag, marks, _ in readings:
        if of_lemma != lemma or not WORD.fullmatch(form):
            continue
        kinds.update(marks)
        tags.add(tag.split(":")[0])
        for spelling in (form, *personal(form, tag)):
            spelled[spelling.lower()] = tag
            often = max(often, frequency.get(spelling.lower(), 0.0))
    if often == 0.0 and key not in kept:
        return
    name = shown[:1].isupper()
    # A name counts by its own frequency: its forms may be spelled as common words are.
    least = COMMON_SURNAME if kinds <= {"nazwisko"} else KNOWN_NAME
    if name and frequency.get(key, 0.0) < least:
        return
    short = tags == {"brev"} or (len(shown) > 1 and shown.isupper())
    mark = "!a" if short else "!n" if name else ""
    for form in spelled:
        yield form, edit(form, key), mark
