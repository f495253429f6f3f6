"""One text for each code and for each position (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from konspira.engine.contract import BadText, NotAMove
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.box import Box, Options
from konspira.games.duet.rules.codes import a_of, b_of, c_of, code, kind_of, word_of
from konspira.games.duet.rules.components import CELLS, COLOUR_LETTERS, HIDDEN, KEY_FIELD
from konspira.games.duet.rules.position import MARKED, NUMBER_AT, OVER, WORD_AT
from konspira.games.duet.rules.sampler import Evidence
from konspira.games.duet.rules.setup import resume_deal
from konspira.games.duet.rules.state import State

SIDES = ("A", "B")
COLOURS = ("green", "black", "beige")
PHASES = (
    "words",
    "keys",
    "first-clue",
    "clue",
    "answer",
    "guess",
    "questioned",
    "confessed",
    "sudden-death",
    "over",
)
ENDINGS = (
    "",
    "VICTORY",
    "ASSASSIN",
    "SUDDEN_DEATH_MISS",
    "SHORTAGE",
    "RESIGNED",
    "ABANDONED",
    "VOID",
)
CELL_NAMES = [f"{'abcde'[cell % 5]}{cell // 5 + 1}" for cell in range(25)]
CELL_OF = {name: cell for cell, name in enumerate(CELL_NAMES)}
BARE = {
    codes.STOP: "stop",
    codes.ACCEPT: "accept",
    codes.OBJECT: "object",
    codes.AGREE: "agree",
    codes.DISAGREE: "disagree",
    codes.WAIVE: "waive",
    codes.CHARGE: "charge",
    codes.QUESTION: "question",
    codes.CONFESS: "confess",
    codes.RESTART: "restart",
    codes.RESIGN: "resign",
    codes.TIMEOUT: "timeout",
}
FLAGS = ("answered", "penalised", "questioned", "confessed", "sudden")
FIELDS = 13
LONGEST_CLUE = 40
# What a clue cannot have in it: what separates moves in records and positions.
APART = re.compile(r'[|#;"\\]')
ESCAPED = re.compile(r"%([0-9a-f]{6})")


def slug(word: str) -> str:
    """A word without spaces and separators, for positions and options."""
    return "".join(
        sign if sign.isalnum() or sign in "-'" else "_" if sign == " " else f"%{ord(sign):06x}"
        for sign in word
    )


def unslug(text: str) -> str:
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)), text.replace("_", " "))


@lru_cache(maxsize=32)
def slugs(words: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, int]]:
    """The slugs of a list, and the place of each; the same for all rooms."""
    found = tuple(slug(word) for word in words)
    return found, {text: place for place, text in enumerate(found)}


class Notation:
    """Texts of one game: words come from its list and its vocabulary."""

    def __init__(self, box: Box, normal: Callable[[str], str], several: bool) -> None:
        """`normal` spells a clue in its one form (CD-17.3); `several`: names of several words
        count as one (CD-6.12)."""
        self.box = box
        self.normal = normal
        self.several = several
        self.slugs, self.place_of = slugs(tuple(box.words))

    def text(self, move: int) -> str:
        kind, a, b, c = kind_of(move), a_of(move), b_of(move), c_of(move)
        if kind in BARE:
            return BARE[kind]
        match kind:
            case codes.CLUE:
                head = "clue!" if a & codes.INSISTED else "clue"
                word = self.box.vocabulary.word(word_of(move))
                return f"{head} {word} {a & codes.NUMBER}"
            case codes.TOUCH:
                return f"touch {CELL_NAMES[a]}"
            case codes.WORD:
                return f"word {CELL_NAMES[a]} {self.slugs[word_of(move)]}"
            case codes.KEY:
                return f"key {CELL_NAMES[a]} {_letter(b)}{_letter(c)}"
            case codes.SHOWN:
                return f"shown {SIDES[c]} {CELL_NAMES[a]} {COLOURS[b]}"
            case codes.FINISHED:
                return f"finished {SIDES[a]}"
            case codes.SUDDEN_DEATH_BEGINS:
                return "sudden-death"
            case codes.ENDED:
                return f"end {ENDINGS[a]}"
        raise ValueError(f"no code of this game: kind {kind}")

    def read(self, text: str, seat: int) -> int:
        """The move or outcome of chance with this text; NotAMove if there is none."""
        words = text.split()
        if words and words[0] in ("clue", "clue!"):
            return self._read_clue(words, seat)
        try:
            found = self._read(words, seat)
        except (KeyError, ValueError, IndexError):
            found = -1
        if found < 0 or self.text(found) != " ".join(words):
            raise NotAMove("not_a_move", text=text[:80])
        return found

    def _read(self, words: list[str], seat: int) -> int:
        head, rest = words[0], words[1:]
        for kind, name in BARE.items():
            if head == name:
                return code(seat, kind)
        match head:
            case "touch":
                return code(seat, codes.TOUCH, CELL_OF[rest[0]])
            case "word":
                place = self.place_of[rest[1]]
                return code(codes.CHANCE, codes.WORD, CELL_OF[rest[0]]) | (place << 16)
            case "key":
                first, second = (COLOUR_LETTERS.index(letter) for letter in rest[1])
                return code(codes.CHANCE, codes.KEY, CELL_OF[rest[0]], first, second)
        return -1

    def _read_clue(self, words: list[str], seat: int) -> int:
        """CD-5.1: a word and a whole number."""
        if len(words) < 3:
            raise NotAMove("clue_form")
        number = words[-1]
        if len(number) != 1 or number not in "0123456789":  # CD-5.8
            raise NotAMove("clue_number", number=number[:20])
        word = " ".join(self.normal(" ".join(words[1:-1])).split())
        if not any(sign.isalnum() for sign in word) or not word.isprintable():
            raise NotAMove("clue_form")
        if len(word) > LONGEST_CLUE or APART.search(word) or "+" in word.split():
            raise NotAMove("clue_form")
        if " " in word and not self.several:
            raise NotAMove("one_word")
        a = int(number) | (codes.INSISTED if words[0] == "clue!" else 0)
        return code(seat, codes.CLUE, a) | (self.box.vocabulary.number(word) << 16)

    # Positions -------------------------------------------------------------------------------

    def position(self, p: State) -> str:
        """The one text of a position: thirteen fields, see docs/notation.md."""
        fields = [
            PHASES[p.phase],
            "/".join(self.slugs[place] for place in p.words) or "-",
            *(
                "".join(
                    COLOUR_LETTERS[p.colour(side, cell)] if cell < p.drawn else "."
                    for cell in range(CELLS)
                )
                for side in (0, 1)
            ),
            _cells(lambda cell: p.covered >> cell & 1 and 1 + (p.found1 >> cell & 1), ".ab"),
            _cells(lambda cell: (p.marker0 >> cell & 1) + (p.stack0 >> cell & 1), ".12"),
            _cells(lambda cell: (p.marker1 >> cell & 1) + (p.stack1 >> cell & 1), ".12"),
            f"{p.checks}c+{p.bystanders}b",
            f"{p.held0}/{p.held1}",
            str(p.penalties),
            ",".join(self._clue(clue) for clue in p.clues) or "-",
            ",".join(slug(self.box.vocabulary.word(word)) for word in p.accepted) or "-",
            _turn(p),
        ]
        return " ".join(fields)

    def _clue(self, clue: int) -> str:
        word = slug(self.box.vocabulary.word(clue >> WORD_AT))
        mark = "!" if clue & MARKED else ""
        return f"{SIDES[clue & 1]}:{word}:{clue >> NUMBER_AT & 15}{mark}"

    def from_position(self, text: str, options: Options) -> State:
        """The state with this text. BadText says what cannot be."""
        fields = text.split()
        if len(fields) != FIELDS:
            raise BadText(f"a position has {FIELDS} fields, this one has {len(fields)}")
        state = State(self.box, options)
        try:
            self._fill(state, fields)
        except BadText:
            raise
        except (KeyError, ValueError, IndexError, OverflowError, NotAMove):
            raise BadText(f"this position cannot be read: {text[:120]}") from None
        if self.position(state) != " ".join(fields):
            raise BadText("this position is not in its one and only form")
        state.base = " ".join(fields)
        state.watch()
        resume_deal(state)
        return state

    def _fill(self, p: State, fields: list[str]) -> None:
        p.phase = PHASES.index(fields[0])
        if fields[1] != "-":
            p.words = [self.place_of[word] for word in fields[1].split("/")]
        for cell in range(CELLS):
            first, second = fields[KEY_FIELD][cell], fields[KEY_FIELD + 1][cell]
            if first != ".":
                p.paint(cell, COLOUR_LETTERS.index(first), COLOUR_LETTERS.index(second))
                p.drawn += 1
        covers = _read_cells(fields[4], ".ab")
        p.covered = _set(covers, 1) | _set(covers, 2)
        p.found1 = _set(covers, 2)
        at_a, at_b = _read_cells(fields[5], ".12"), _read_cells(fields[6], ".12")
        p.stack0, p.stack1 = _set(at_a, 2), _set(at_b, 2)
        p.marker0, p.marker1 = _set(at_a, 1) | p.stack0, _set(at_b, 1) | p.stack1
        checks, _, bystanders = fields[7].partition("c+")
        p.checks, p.bystanders = int(checks), int(bystanders.removesuffix("b"))
        p.held0, p.held1 = (int(number) for number in fields[8].split("/"))
        p.penalties = int(fields[9])
        if fields[10] != "-":
            p.clues = [self._read_given(clue) for clue in fields[10].split(",")]
        if fields[11] != "-":
            number = self.box.vocabulary.number
            p.accepted = [number(unslug(word)) for word in fields[11].split(",")]
        if fields[12] != "-":
            for part in fields[12].split(";"):
                _read_turn(p, part)

    def _read_given(self, text: str) -> int:
        side, word, number = text.split(":")
        mark = MARKED if number.endswith("!") else 0
        count = "0123456789".index(number.removesuffix("!"))
        known = self.box.vocabulary.number(unslug(word))
        return SIDES.index(side) | (count << NUMBER_AT) | mark | (known << WORD_AT)

    def tell_position(self, text: str, viewer: int) -> str:
        """The position as a viewer knows it: `?` where something is hidden (section 16)."""
        fields = text.split()
        if fields[0] == PHASES[OVER]:
            return text
        covers = fields[4] if fields[4] != "-" else "." * 25
        for side in (0, 1):
            if side == viewer:
                continue
            other = 1 - side
            markers = fields[5 + other] if fields[5 + other] != "-" else "." * 25
            # What the other side has touched of this key is public.
            fields[KEY_FIELD + side] = "".join(
                letter
                if letter == "." or covers[cell] == "ab"[other] or markers[cell] != "."
                else "?"
                for cell, letter in enumerate(fields[KEY_FIELD + side])
            )
        return " ".join(fields)

    def evidence(self, told: str) -> Evidence:
        """What a told position says of the key."""
        evidence = Evidence()
        if not told:
            return evidence
        fields = told.split()
        for side in (0, 1):
            for cell, letter in enumerate(fields[KEY_FIELD + side]):
                if letter in COLOUR_LETTERS:
                    evidence.colours[side][cell] = COLOUR_LETTERS.index(letter)
        for at, letters in ((4, ".ab"), (5, ".12"), (6, ".12")):
            marks = _read_cells(fields[at], letters)
            evidence.touched |= _set(marks, 1) | _set(marks, 2)
            if at == 4:
                evidence.covered = _set(marks, 1) | _set(marks, 2)
        evidence.dealt = "." not in fields[KEY_FIELD]
        evidence.over = fields[0] == PHASES[OVER]
        for part in fields[12].split(";"):
            if part.startswith("finished="):
                for name in part.partition("=")[2]:
                    evidence.finish(SIDES.index(name), -1)
        return evidence


def _letter(colour: int) -> str:
    return "?" if colour == HIDDEN else COLOUR_LETTERS[colour]


def _cells(value: Callable[[int], int], letters: str) -> str:
    text = "".join(letters[value(cell)] for cell in range(25))
    return "-" if text == letters[0] * 25 else text


def _read_cells(text: str, letters: str) -> list[int]:
    if text == "-":
        return [0] * 25
    if len(text) != CELLS:
        raise BadText(f"25 cells expected, not {len(text)}: {text!r}")
    return [letters.index(letter) for letter in text]


def _set(values: list[int], value: int) -> int:
    return sum(1 << cell for cell, found in enumerate(values) if found == value)


def _sides(sides: int) -> str:
    return "".join(name for side, name in enumerate(SIDES) if sides >> side & 1)


def _turn(p: State) -> str:
    """The turn under way, and what has been announced."""
    parts = []
    if p.givers:
        parts.append(f"givers={_sides(p.givers)}")
    if p.guesses:
        parts.append(f"guesses={p.guesses}")
    parts += [name for name in FLAGS if getattr(p, name)]
    if p.offers:
        parts.append(f"offers={_sides(p.offers)}")
    if p.finished:
        parts.append(f"finished={_sides(p.finished)}")
    if p.ending:
        parts.append(f"end={ENDINGS[p.ending]}")
    return ";".join(parts) or "-"


def _read_turn(p: State, part: str) -> None:
    name, _, value = part.partition("=")
    sides = sum(1 << SIDES.index(side) for side in value) if set(value) <= set(SIDES) else 0
    match name:
        case "givers":
            p.givers = sides
        case "guesses":
            p.guesses = int(value)
        case "offers":
            p.offers = sides
        case "finished":
            p.finished = sides
        case "end":
            p.ending = ENDINGS.index(value)
        case _:
            if name not in FLAGS:
                raise BadText(f"{name!r} is nothing of a turn")
            setattr(p, name, True)
