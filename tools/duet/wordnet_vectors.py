"""Words as WordNet sees them: synonyms, kinds, parts and the words of the glosses, as vectors."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

np: Any = importlib.import_module("numpy")
sparse: Any = importlib.import_module("scipy.sparse")
svds: Any = importlib.import_module("scipy.sparse.linalg").svds

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
# Words on cards are nouns first; a sense counts less the rarer it is.
PART_WEIGHT = {"n": 1.0, "v": 0.3, "a": 0.5, "r": 0.2}
RARER = 0.7
RELATION = {
    "@": 1.0,
    "@i": 0.5,
    "~": 0.6,
    "~i": 0.1,
    "#p": 0.8,
    "%p": 0.8,
    "#m": 0.7,
    "%m": 0.7,
    "#s": 0.7,
    "%s": 0.7,
    "&": 0.7,
    "\\": 0.7,
    "+": 0.6,
    "$": 0.6,
    ";c": 0.6,
    "-c": 0.3,
    "=": 0.5,
    "!": 0.5,
    "^": 0.4,
    ">": 0.4,
    "*": 0.4,
    "<": 0.4,
}
IDLE = frozenset(
    "a an the of or and in to for with that is by as from on at be it its used which who usually "
    "not having are etc one especially often being some something someone you your their his her "
    "very can made make any other than into has have more most small large was were such this but "
    "about when out up".split()
)
ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"))


class Synset(NamedTuple):
    words: list[str]
    pointers: list[tuple[str, str, str]]
    gloss: str


def synsets(folder: Path) -> dict[tuple[str, str], Synset]:
    found: dict[tuple[str, str], Synset] = {}
    for name, part in PARTS.items():
        for line in (folder / f"data.{name}").read_text("utf-8").splitlines():
            if line.startswith(" "):
                continue
            head, gloss = line.split("|", 1)
            fields = head.split()
            size = int(fields[3], 16)
            words = [fields[4 + 2 * at].split("(")[0] for at in range(size)]
            at = 4 + 2 * size
            pointers = [
                (fields[at + 1 + 4 * n], fields[at + 3 + 4 * n], fields[at + 2 + 4 * n])
                for n in range(int(fields[at]))
            ]
            found[part, fields[0]] = Synset(words, pointers, gloss)
    return found


def senses(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """For each word its synsets, the commonest of each part of speech first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, part in PARTS.items():
        for line in (folder / f"index.{name}").read_text("utf-8").splitlines():
            if not line.startswith(" "):
                fields = line.split()
                offsets = fields[-int(fields[2]) :]
                found.setdefault(fields[0], []).extend((part, offset) for offset in offsets)
    return found


def _gloss_words(gloss: str, known: dict[str, int]) -> list[int]:
    found = []
    for word in re.findall("[a-z]+", gloss.lower()):
        plain = word
        if word not in known or (word.endswith("s") and word[:-1] in known):
            for ending, instead in ENDINGS:
                shorter = word.removesuffix(ending) + instead
                if word.endswith(ending) and shorter in known:
                    plain = shorter
                    break
        if plain in known and plain not in IDLE:
            found.append(known[plain])
    return found


def _rows_to_one(matrix: Any) -> Any:
    sums = np.asarray(matrix.sum(1)).ravel()
    sums[sums == 0] = 1
    return sparse.diags(1 / sums) @ matrix


def vectors(folder: Path, words: Sequence[str], dimensions: int) -> Any:
    """A row for each word. Words that share synsets, kinds, parts or gloss words lie close."""
    known = {word: at for at, word in enumerate(words)}
    listed = synsets(folder)
    place = {key: at for at, key in enumerate(listed)}
    size, count = len(words), len(listed)
    member: list[tuple[int, int, float]] = []
    for word, keys in senses(folder).items():
        if word in known:
            ranks = dict.fromkeys(PARTS.values(), 0)
            for key in keys:
                ranks[key[0]] += 1
                weight = PART_WEIGHT[key[0]] / ranks[key[0]] ** RARER
                member.append((known[word], place[key], weight))
    related: list[tuple[int, int, float]] = []
    said: list[tuple[int, int, float]] = []
    for key, synset in listed.items():
        for sign, part, offset in synset.pointers:
            if sign in RELATION:
                other = place["a" if part == "s" else part, offset]
                related.append((place[key], other, RELATION[sign]))
        for at in _gloss_words(synset.gloss, known):
            said.append((place[key], at, 1.0))
        for compound in synset.words:
            if "_" in compound:
                for at in _gloss_words(compound.replace("_", " "), known):
                    said.append((place[key], at, 1.0))
    members = _rows_to_one(_matrix(member, (size, count)))
    relations = _matrix(related, (count, count))
    relations.data = np.minimum(relations.data, 1)
    out = sparse.diags(1 / np.sqrt(np.asarray(relations.sum(1)).ravel() + 1e-9))
    into = sparse.diags(1 / np.sqrt(np.asarray(relations.sum(0)).ravel() + 1e-9))
    steps = out @ relations @ into
    reach = members @ (sparse.identity(count) + 0.6 * steps + 0.3 * (steps @ steps))
    glosses = _matrix(said, (count, size))
    glosses.data = np.minimum(glosses.data, 2)
    rarity = np.log(count / (np.asarray((glosses > 0).sum(0)).ravel() + 1))
    glosses = _rows_to_one(glosses @ sparse.diags(rarity / rarity.max()))
    near = reach @ members.T + 1.2 * (reach @ glosses)
    near = (near + 0.5 * near.T).tocoo()
    # How much oftener than by chance (positive pointwise mutual information), then its main axes.
    rows = np.asarray(near.tocsr().sum(1)).ravel() + 1e-12
    columns = np.asarray(near.tocsr().sum(0)).ravel() ** 0.75
    total = near.sum()
    columns *= total / columns.sum()
    surprise = np.log(np.maximum(near.data * total / (rows[near.row] * columns[near.col]), 1e-12))
    keep = surprise > 0
    kept = (surprise[keep], (near.row[keep], near.col[keep]))
    both = sparse.csr_matrix(kept, shape=(size, size))
    left, weights, _ = svds((both + both.T) / 2, k=dimensions, random_state=0)
    return (left * np.sqrt(weights))[:, ::-1]


def _matrix(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    rows, columns, values = zip(*entries, strict=True)
    return sparse.csr_matrix((values, (rows, columns)), shape=shape)
