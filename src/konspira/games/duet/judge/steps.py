"""CD-17.4: the eleven steps, first hit wins."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from konspira.games.duet.judge.alike import alike
from konspira.games.duet.judge.exceptions import Exceptional, Exceptions
from konspira.games.duet.judge.lexicon import Lexicon, Steps, apart, merge
from konspira.games.duet.judge.normal import bare, normal
from konspira.games.duet.judge.profiles import Profile
from konspira.games.duet.judge.verdict import Kind, Level, Reason, Verdict

_BAD = {"Cc", "Cf", "Cn", "Co", "Cs", "So", "Sk"}
_KINDS: dict[str, tuple[Kind, str]] = {"BLOCK": ("BLOCK", "denied"), "WARN": ("WARN", "opaque")}
_FELT = 3  # steps of derivation up to which a kinship is plain
_COMPOUND: tuple[int, Kind, str, str] = (7, "BLOCK", "CD-6.7", "compound")


class Table(NamedTuple):
    """All that the steps may look at besides the clue and the visible words."""

    lang: str
    lexicon: Lexicon
    exceptions: Exceptions
    profile: Profile
    level: Level
    options: Collection[str]


class Card(NamedTuple):
    """A visible word as printed, and its content words (OP-21)."""

    printed: str
    words: tuple[str, ...]


def card(printed: str, profile: Profile) -> Card:
    words = tuple(normal(printed).split())
    content = tuple(word for word in words if word not in profile.little)
    return Card(printed, content or words)


def judged(clue: str, number: object, board: Sequence[str], table: Table) -> Verdict:
    word = normal(clue)
    refused = _shape(clue, word, table) or _number(number)
    if refused:
        return refused
    pieces = tuple(p for p in word.replace("-", " ").split() if p not in table.profile.little)
    pieces = pieces or tuple(word.replace("-", " ").split()) or (word,)
    cards = [card(printed, table.profile) for printed in board]
    return (
        _visible(word, cards, table)
        or _kinship(word, pieces, cards, table)
        or _foreign(word, pieces, table)
        or _about_form(word, pieces, table)
        or Verdict("OK", reason=Reason("ok", {"clue": word}))
    )


def _shape(clue: str, word: str, table: Table) -> Verdict | None:  # step 1
    if not word:
        return Verdict("BLOCK", "CD-5.1", None, Reason("empty", {}))
    if any(unicodedata.category(sign) in _BAD for sign in word):
        return Verdict("BLOCK", "CD-5.1", None, Reason("signs", {}))
    if len(word.split()) > 1 and "multiword_names" not in table.options:
        return Verdict("BLOCK", "CD-5.1", None, Reason("several_words", {"clue": word}))
    known = [len(part) > 1 and table.lexicon.knows(part) for part in word.split("-")]
    if len(known) > 1 and all(known) and "hyphenated" not in table.options:
        return Verdict("BLOCK", "CD-5.1", None, Reason("hyphen", {"clue": word}))
    if "acronyms" not in table.options:
        dotted = "." in word and all(len(letter) < 2 for letter in word.split("."))
        if dotted or table.lexicon.abbreviation(word):
            return Verdict("BLOCK", "CD-5.1", None, Reason("abbreviation", {"clue": word}))
    return None


def _number(number: object) -> Verdict | None:  # step 2, CD-5.8
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= 9:
        return None
    return Verdict("BLOCK", "CD-5.8", None, Reason("number", {}))


def _visible(word: str, cards: Sequence[Card], table: Table) -> Verdict | None:  # step 3
    for card in cards:
        if word == " ".join(card.words) or word in card.words or word == normal(card.printed):
            return _hit("BLOCK", "CD-6.4", card, "visible", word)
    if not table.lexicon.common(word):
        for card in cards:  # CD-17.3, OP-24: typed without marks
            if word in map(bare, card.words):
                return _hit("BLOCK", "CD-6.4", card, "visible", word)
    return None


def _kinship(
    word: str, pieces: tuple[str, ...], cards: Sequence[Card], table: Table
) -> Verdict | None:  # steps 4-8
    found: list[tuple[bool, int, Verdict]] = []
    for card in cards:
        for visible in card.words:
            hit = _pair(word, pieces, visible, table)
            if hit:
                step, kind, rule, key = hit
                # CD-17.9: at the casual level only steps 1-3 block.
                shown: Kind = "WARN" if table.level == "casual" else kind
                found.append((shown != "BLOCK", step, _hit(shown, rule, card, key, word)))
    return min(found, key=lambda hit: hit[:2])[2] if found else None


def _pair(
    word: str, pieces: tuple[str, ...], visible: str, table: Table
) -> tuple[int, Kind, str, str] | None:
    lexicon = table.lexicon
    seen = tuple(lexicon.citation(visible))
    lemmas = frozenset[str]().union(*(lexicon.lemmas(p) or (p,) for p in pieces))
    by_hand = _by_hand(table.exceptions, seen, lemmas)
    if by_hand:
        kind = _KINDS.get(by_hand.verdict)
        return (4, kind[0], by_hand.rule, kind[1]) if kind else None
    form = bool(lemmas & (lexicon.lemmas(visible) or {visible}))
    above, within = _joined(lexicon.family, seen), _joined(lexicon.pieces, seen)
    family = _joined(lexicon.family, lemmas)
    kinship = (
        (4, "CD-6.5", "form", 0 if form else None),
        (5, "CD-6.5", "family", apart(family, above)),
        (6, "CD-6.6", "part", apart(family, within)),
        (7, "CD-6.7", "compound", _nearest(_joined(lexicon.pieces, lemmas), above, within)),
    )
    for step, rule, key, steps in kinship:
        if steps is not None and steps <= _FELT:
            # Of a clue in several pieces each piece is a part, whatever it is by itself.
            return (step, "BLOCK", rule, key) if len(pieces) == 1 else _COMPOUND
    if any(steps is not None for *_, steps in kinship):
        return 8, "WARN", "CD-6.5", "opaque"  # CD-17.7
    known = lexicon.knows(visible) and all(map(lexicon.knows, pieces))
    spelled = lemmas if known else {word, *pieces}
    if any(alike(one, visible, table.lang, known) for one in spelled):
        if not known or not _recorded(lemmas, seen, lexicon):
            return 8, "WARN", "CD-6.5", "similar"
    return None


def _joined(steps_of: Callable[[str], Steps], lemmas: Collection[str]) -> Steps:
    found: dict[str, int] = {}
    for lemma in lemmas:
        merge(found, steps_of(lemma))
    return found


def _nearest(inside: Steps, above: Steps, within: Steps) -> int | None:
    found = [steps for steps in (apart(inside, above), apart(inside, within)) if steps is not None]
    return min(found, default=None)


def _by_hand(
    exceptions: Exceptions, seen: Collection[str], clue: Collection[str]
) -> Exceptional | None:
    # A clue that can also be read as a form of the visible word itself stays a form.
    return None if set(seen) & set(clue) else exceptions.of(seen, clue)


def _recorded(clue: Collection[str], seen: Collection[str], lexicon: Lexicon) -> bool:
    """The longer one's origin is on record and is another one, or it would have been found."""
    longer = clue if max(map(len, clue)) >= max(map(len, seen)) else seen
    return all(lexicon.bases(lemma) or lexicon.parts_of(lemma) for lemma in longer)


def _foreign(word: str, pieces: tuple[str, ...], table: Table) -> Verdict | None:  # step 9
    if all(len(p) == 1 or p.isdecimal() or table.lexicon.knows(p) for p in (pieces or (word,))):
        return None
    return Verdict("WARN", "CD-6.8", None, Reason("unknown", {"clue": word}))


def _about_form(word: str, pieces: tuple[str, ...], table: Table) -> Verdict | None:  # step 10
    for piece in pieces:
        key = next(_forbidden_subject(piece, table), None)
        if key:
            return Verdict("WARN", "CD-6.1", None, Reason(key, {"clue": word}))
    return None


def _forbidden_subject(word: str, table: Table) -> Iterator[str]:
    if len(word) == 1 and word.isalpha():
        yield "letter"
    if any(sign.isnumeric() for sign in word):
        yield "numeral"
    lemmas = {word, *table.lexicon.lemmas(word)}
    if lemmas & table.profile.place:
        yield "place"
    if lemmas & table.profile.spelling:
        yield "spelling"


def _hit(kind: Kind, rule: str, card: Card, key: str, word: str) -> Verdict:
    return Verdict(kind, rule, card.printed, Reason(key, {"clue": word, "word": card.printed}))
