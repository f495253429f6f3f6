"""The 25 cards as one viewer sees them, each with a spoken name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from konspira.games.duet.notation import CELL_NAMES, COLOURS, SIDES
from konspira.games.duet.rules.components import BLACK, CELLS, HIDDEN
from konspira.games.duet.rules.position import ASSASSIN, OVER, SUDDEN_DEATH_MISS
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.case import Case
from konspira.games.duet.table.voice import Voice

KINDS = ("agent", "assassin", "bystander")
VOWELS = frozenset("aąáeęéiíoóöőuúüűy")
ONE_LINE = 12  # letters; a longer word is broken
NARROW = 9  # on a phone
PORTRAITS = 15  # CD-1.3: as many as there are agent covers


@dataclass(frozen=True, slots=True)
class Marker:
    """A bystander token on a word; its arrow points at the side that missed."""

    to: str  # "you" (below) or "them" (above)
    letter: str
    stack: bool


@dataclass(frozen=True, slots=True)
class Key:
    """A colour of the key that may be shown, and whose."""

    letter: str
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class Card:
    touch: str
    word: str
    letters: int  # of the longest line
    narrow: int  # the same on a phone
    keys: tuple[Key, ...]
    portrait: int  # 0: not covered
    finder: str  # letter and turn, such as B3
    finder_to: str
    markers: tuple[Marker, ...]
    closed: bool
    lost: bool  # the touch that lost the game
    fresh: bool
    spoken: str


def below(viewer: int) -> int:
    """The side drawn at the lower edge: the viewer's own."""
    return viewer if viewer in (0, 1) else 0


def laid_out(seen: Seen, case: Case, words: Sequence[str], voice: Voice) -> list[Card]:
    order = {cell: at % PORTRAITS + 1 for at, cell in enumerate(case.covers(seen))}
    return [
        _card(seen, case, cell, words[cell], order.get(cell, 0), voice)
        for cell in range(min(int(CELLS), len(words)))
    ]


def _card(seen: Seen, case: Case, cell: int, word: str, portrait: int, voice: Voice) -> Card:
    you = below(seen.viewer)
    markers = tuple(
        Marker("you" if side == you else "them", SIDES[side], bool(seen.stacks[side] >> cell & 1))
        for side in (1 - you, you)
        if seen.markers[side] >> cell & 1
    )
    found = case.finder(cell)
    side = 0 if seen.found[0] >> cell & 1 else 1
    finder = ""
    if portrait:
        turn = str(found.turn) if found and found.turn else ""
        finder = SIDES[side] + turn
    touched = [touch for touch in case.latest if touch.cell == cell]
    lost = seen.ending in (ASSASSIN, SUDDEN_DEATH_MISS) and bool(touched)
    if lost:
        lost = touched[-1].colour == BLACK or seen.ending == SUDDEN_DEATH_MISS
    line = word if portrait else broken(word, NARROW)
    keys = shown_keys(seen, cell, voice)
    return Card(
        touch=f"cell-{CELL_NAMES[cell]}",
        word=line,
        letters=_longest(word if portrait else broken(word, ONE_LINE)),
        narrow=_longest(line),
        keys=keys,
        portrait=portrait,
        finder=finder,
        finder_to="you" if side == you else "them",
        markers=markers,
        closed=len(markers) == 2 and not portrait,
        lost=lost,
        fresh=bool(touched),
        # As it is written, hyphens and all: a name begins with what is seen.
        spoken=_spoken(seen, case, cell, line.upper(), keys, voice),
    )


def shown_keys(seen: Seen, cell: int, voice: Voice) -> tuple[Key, ...]:
    """A seat sees its own side; after the end, and at an open table, both are shown, the upper
    side's first. What was touched of the other side is said by cover and marker alone."""
    sides = [seen.viewer] if seen.viewer in (0, 1) else []
    if seen.phase == OVER or seen.viewer > 1:
        sides = [1 - below(seen.viewer), below(seen.viewer)]
        if any(HIDDEN in seen.keys[side] for side in sides):
            sides = []
    return tuple(
        Key(SIDES[side], KINDS[colour], voice.say(f"colour.{COLOURS[colour]}"))
        for side in sides
        if (colour := seen.keys[side][cell]) != HIDDEN
    )


def _spoken(seen: Seen, case: Case, cell: int, word: str, keys: Sequence[Key], voice: Voice) -> str:
    """Word, place, what lies on it, and what the own key says of it."""
    name = CELL_NAMES[cell]
    parts = [voice.say("web.card.place", word=word, column=name[0], row=name[1])]
    covered = [side for side in (0, 1) if seen.found[side] >> cell & 1]
    if covered:
        found = case.finder(cell)
        if found and found.turn:
            parts.append(voice.of("web.card.found", covered[0], turn=found.turn))
        else:
            parts.append(voice.of("web.card.found-late", covered[0]))
    marked = [side for side in (0, 1) if seen.markers[side] >> cell & 1]
    if len(marked) == 2 and not covered:
        parts.append(voice.say("web.card.closed"))
    else:
        parts += [voice.of("web.card.marker", side) for side in marked]
    if not covered and not marked:
        parts.append(voice.say("web.card.open"))
    for key in keys:
        side = SIDES.index(key.letter)
        parts.append(voice.of("web.card.key", side, colour=key.label))
    return " ".join(parts)


def _longest(line: str) -> int:
    return min(18, max(len(part) for part in line.replace("\u00ad", "- ").split()))


@lru_cache(maxsize=1024)
def broken(word: str, most: int) -> str:
    """A word of more letters than a line has gets a soft hyphen near its middle, before a consonant
    that a vowel follows; words of several parts break at their spaces."""
    return " ".join(_broken(part) if len(part) > most else part for part in word.split())


def _broken(part: str) -> str:
    low = part.casefold()
    places = [
        at
        for at in range(3, len(part) - 3)
        if low[at] not in VOWELS and low[at + 1] in VOWELS and low[at - 1].isalpha()
    ]
    middle = min(places, key=lambda at: abs(2 * at - len(part)), default=len(part) // 2)
    return part[:middle] + "\u00ad" + part[middle:]
