"""Positions as people write them down (docs/scenarios.md), turned into position texts."""

from __future__ import annotations

import re
from typing import Any

from konspira.engine.contract import BadText, NotAMove
from konspira.games.duet.notation import CELL_NAMES, CELL_OF, SIDES, Notation, slug
from konspira.games.duet.rules.box import Options
from konspira.games.duet.rules.components import COLOUR_LETTERS, PAIR_COUNTS

KEYS = {
    "words",
    "key",
    "found",
    "markers",
    "bank",
    "held",
    "penalties",
    "clues",
    "guess",
    "guesses",
    "give",
    "sudden",
}
BANK = re.compile(r"^(\d+)c\+(\d+)b$")
CLUE = re.compile(r"^([AB]) (.+) (\d)$")
MARKER = re.compile(r"^([AB])([12]?)$")
FILLERS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11")


def _error(sentence: str, part: Any, key: str) -> BadText:
    error = BadText(sentence)
    line_of = getattr(part, "line_of", None)
    if line_of is not None:
        error.line = line_of(key)
    return error


def position_text(value: Any, notation: Notation, options: Options) -> str:
    """The text of a position given by finds, markers, the bank and so on."""
    if not isinstance(value, dict):
        raise BadText("a position needs keys such as found, bank, guess")
    for key in value:
        if key not in KEYS:
            raise _error(f"unknown key {key!r} in a position", value, key)
    return _Written(value, notation, options).text()


class _Written:
    def __init__(self, value: Any, notation: Notation, options: Options) -> None:
        self.value = value
        self.notation = notation
        self.options = options
        self.pairs = self._key()
        self.covers = ["."] * 25
        self.markers = [["."] * 25, ["."] * 25]
        self._finds()
        self._markers()

    def _cell(self, name: Any, part: Any) -> int:
        if name not in CELL_OF:
            raise _error(f"there is no cell {name!r}", part, str(name))
        return CELL_OF[name]

    def _key(self) -> list[str]:
        """The pairs said, then the rest in the order GG GK GB KG KK KB BG BK BB over free cells."""
        left = {
            first + second: PAIR_COUNTS[3 * a + b]
            for a, first in enumerate(COLOUR_LETTERS)
            for b, second in enumerate(COLOUR_LETTERS)
        }
        pairs = [""] * 25
        said = self.value.get("key") or {}
        for name, pair in said.items():
            if not left.get(pair):
                raise _error(f"{name}: there is no {pair!r} left", said, name)
            left[pair] -= 1
            pairs[self._cell(name, said)] = pair
        rest = iter([pair for pair, count in left.items() for _ in range(count)])
        return [pair or next(rest) for pair in pairs]

    def _finds(self) -> None:
        found = self.value.get("found") or {}
        for side in found:
            if side not in SIDES:
                raise _error(f"found by A or B, not {side!r}", found, side)
            for name in found[side]:
                self.covers[self._cell(name, found)] = side.lower()

    def _markers(self) -> None:
        markers = self.value.get("markers") or {}
        for name, arrows in markers.items():
            for arrow in arrows if isinstance(arrows, list) else [arrows]:
                at = MARKER.match(str(arrow))
                if not at:
                    raise _error(f"a marker points at A, B, A2 or B2, not {arrow!r}", markers, name)
                self.markers[SIDES.index(at[1])][self._cell(name, markers)] = at[2] or "1"

    def text(self) -> str:
        value = self.value
        bank = BANK.match(str(value.get("bank", self._full_bank())))
        if not bank:
            raise _error("a bank is written like 4c+2b", value, "bank")
        penalties = int(value.get("penalties", 0))
        misses = sum(letter != "." for side in self.markers for letter in side)
        on_words = sum(int(letter) for side in self.markers for letter in side if letter != ".")
        rest = int(self.options.turns) - int(bank[1]) - int(bank[2]) - on_words - penalties
        held = str(value.get("held", f"{max(0, rest)}/0"))
        turns_over = misses + sum(int(number) for number in held.split("/"))
        phase, turn, clues = self._turn(turns_over)
        return " ".join(
            [
                phase,
                "/".join(self._words()),
                "".join(pair[0] for pair in self.pairs),
                "".join(pair[1] for pair in self.pairs),
                _row(self.covers),
                *(_row(side) for side in self.markers),
                f"{int(bank[1])}c+{int(bank[2])}b",
                held,
                str(penalties),
                ",".join(clues) or "-",
                "-",
                ";".join(turn) or "-",
            ]
        )

    def _full_bank(self) -> str:
        turns, mistakes = int(self.options.turns), int(self.options.mistakes)
        return f"{turns - mistakes}c+{mistakes}b"

    def _words(self) -> list[str]:
        said = self.value.get("words") or {}
        placed = {self._cell(name, said): slug(str(word)) for name, word in said.items()}
        for cell, word in placed.items():
            if word not in self.notation.place_of:
                raise _error(f"{word!r} is not in the word list", said, CELL_NAMES[cell])
        taken = {self.notation.place_of[word] for word in placed.values()}
        words = []
        for cell in range(25):
            if cell not in placed:
                place = next(at for at in range(len(self.notation.slugs)) if self._free(at, taken))
                taken.add(place)
                placed[cell] = self.notation.slugs[place]
            words.append(placed[cell])
        return words

    def _free(self, place: int, taken: set[int]) -> bool:
        return place not in taken and not taken.intersection(self.notation.box.clashes[place])

    def _turn(self, turns_over: int) -> tuple[str, list[str], list[str]]:
        """Phase, the state of the turn, and all clues given; clues of turns that nobody
        described are numerals."""
        value = self.value
        turn: list[str] = []
        clues = [self._clue(text, "clues") for text in value.get("clues") or []]
        if "guess" in value:
            under_way = self._clue(value["guess"], "guess")
            clues = self._fillers(turns_over - len(clues), under_way[0], clues)
            clues.append(under_way)
            if int(value.get("guesses", 0)):
                turn.append(f"guesses={int(value['guesses'])}")
            phase = "guess"
        elif value.get("sudden") == "true":
            clues = self._fillers(turns_over - len(clues), "A", clues)
            turn.append("sudden")
            phase = "sudden-death"
        else:
            give = value.get("give", "A" if turns_over else "AB")
            if set(give) - set(SIDES) or not give:
                raise _error(f"give is A, B or AB, not {give!r}", value, "give")
            clues = self._fillers(turns_over - len(clues), give[0], clues)
            turn.append(f"givers={give}")
            phase = "clue" if clues else "first-clue"
        done = "".join(side for at, side in enumerate(SIDES) if self._finished(at))
        if done:
            turn.append(f"finished={done}")
        return phase, turn, clues

    def _fillers(self, missing: int, following: str, clues: list[str]) -> list[str]:
        """So many clues before those described, in turn, so that `following` gives next."""
        first = clues[0][0] if clues else following
        found: list[str] = []
        for number in range(max(0, missing)):
            first = "B" if first == "A" else "A"
            found.insert(0, f"{first}:{FILLERS[number]}:1")
        return found + clues

    def _clue(self, text: Any, key: str) -> str:
        given = CLUE.match(str(text))
        if not given:
            raise _error(f"a clue is written like `A salad 3`, not {text!r}", self.value, key)
        try:
            move = self.notation.read(f"clue {given[2]} {given[3]}", SIDES.index(given[1]))
        except NotAMove as error:
            raise _error(f"{text!r}: {error}", self.value, key) from None
        word = self.notation.text(move).split(" ", 1)[1].rsplit(" ", 1)[0]
        return f"{given[1]}:{slug(word)}:{given[3]}"

    def _finished(self, side: int) -> bool:
        return all(
            self.covers[cell] != "." for cell, pair in enumerate(self.pairs) if pair[side] == "G"
        )


def _row(letters: list[str]) -> str:
    text = "".join(letters)
    return "-" if text == "." * 25 else text
