"""Codenames Duet as a terminal shows it: made from what one viewer sees, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.contract import Game, State
from konspira.engine.knowledge import Knowledge
from konspira.engine.texts import Texts
from konspira.games.duet import Duet, judge, load
from konspira.games.duet.judge.normal import normal
from konspira.games.duet.notation import BARE, CELL_NAMES, PHASES, SIDES
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, kind_of, word_of
from konspira.games.duet.rules.components import HIDDEN
from konspira.games.duet.rules.position import MARKED, NUMBER_AT, WORD_AT
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.rules.state import State as DuetState
from konspira.games.duet.story import Story
from konspira.terminal.paint import BOLD, DIM, Paint, centred, cut, flowed, wrapped

Groups = list[tuple[str, list[tuple[int, str]]]]
SIGNS = ("◆", "✖", "·")
INK = ("1;38;5;120", "1;38;5;203", "38;5;180")
CELL = 14
TERMS = ("agent", "assassin", "bystander", "token", "insist", "question", "confess", "restart")


def texts(language: str) -> Texts:
    return load.texts(language)


class Face:
    """How this game looks in one language."""

    people_first = True  # OP-3: a computer would always be faster

    def __init__(self, game: Duet, words: Texts, paint: Paint) -> None:
        self.game = game
        self.words = words
        self.paint = paint

    # The table ----------------------------------------------------------------------------------

    def screen(self, seen: Seen, width: int, low: bool) -> list[str]:
        """The words with the viewer's own key, tokens, and every clue given; `low` leaves out the
        lines between the rows."""
        say = self.words.say
        lines = [self._rule("┌┬┐")]
        for row in range(5):
            cells = range(5 * row, 5 * row + 5)
            lines += [
                self._row(str(row + 1), [self._word(seen, cell) for cell in cells]),
                self._row(" ", [self._marks(seen, cell) for cell in cells]),
            ]
            if row == 4 or not low:
                lines.append(self._rule("├┼┤" if row < 4 else "└┴┘"))
        letters = " ".join(centred(letter, CELL) for letter in "abcde")
        tokens = [
            say("table.bank", checks=seen.checks, bystanders=seen.bystanders),
            say("table.open", n=seen.open_agents),
            say("table.held", a=seen.held[0], b=seen.held[1]),
        ]
        if seen.penalties:
            tokens.append(say("table.penalties", n=seen.penalties))
        if seen.sudden:
            tokens.append(self.paint(say("table.sudden"), BOLD))
        lines = [f"    {letters}", *lines, *flowed("", tokens, width), *self.pile(seen)]
        for side, name in enumerate(SIDES):
            if seen.finished >> side & 1:
                lines.append(say("table.finished", side=say(f"side.{name}")))
            if seen.offers >> side & 1:
                lines.append(say("table.restart", side=say(f"side.{name}.who")))
        if seen.points > -99:
            lines.append(say("ending.points", n=seen.points))
        return [*lines, self.paint(say("table.legend"), DIM)]

    def _rule(self, ends: str) -> str:
        return self.paint("   " + ends[0] + ends[1].join(["─" * CELL] * 5) + ends[2], DIM)

    def _row(self, label: str, cells: list[str]) -> str:
        wall = self.paint("│", DIM)
        return f" {label} {wall}{wall.join(cells)}{wall}"

    def _word(self, seen: Seen, cell: int) -> str:
        if cell >= len(seen.words):
            return " " * CELL
        text = centred(cut(self.game.box.words[seen.words[cell]].upper(), CELL), CELL)
        return self.paint(text, BOLD if seen.visible >> cell & 1 else DIM)

    def _marks(self, seen: Seen, cell: int) -> str:
        """Own colour (both after the end), who found it, whose miss it is."""
        own = [seen.viewer] if seen.viewer < 2 and not seen.ending else [0, 1]
        parts: list[str] = []
        for side in own:
            colour = seen.keys[side][cell]
            if colour != HIDDEN:
                sign = SIGNS[colour] + (SIDES[side] if len(own) > 1 else "")
                parts.append(self.paint(sign, INK[colour]))
        for side, name in enumerate(SIDES):
            if seen.found[side] >> cell & 1:
                parts.append(f"✓{name}")
            if seen.markers[side] >> cell & 1:
                parts.append(f"→{name}" + ("²" if seen.stacks[side] >> cell & 1 else ""))
        return centred(" ".join(parts), CELL)

    def pile(self, seen: Seen) -> list[str]:
        """Every clue so far."""
        say = self.words.say
        lines: list[str] = []
        for side, name in enumerate(SIDES):
            given = [self._clue(clue) for clue in seen.clues if clue & 1 == side]
            label = say("table.clues", side=say(f"side.{name}"))
            lines += flowed(label, given or [say("table.no-clues")], 80)
        return lines

    def _clue(self, clue: int) -> str:
        mark = "!" if clue & MARKED else ""
        return f"{self.game.box.vocabulary.word(clue >> WORD_AT)} {clue >> NUMBER_AT & 15}{mark}"

    # The log ------------------------------------------------------------------------------------

    def story(self, known: Knowledge) -> list[list[str]]:
        return Story(self.game.notation, self.words).lines(known.told)

    # Questions and answers ----------------------------------------------------------------------

    def question(self, seen: Seen, moves: Sequence[int]) -> str:
        side, word, number = "", "", 0
        if seen.clues:
            clue = seen.clues[-1]
            side = self.words.say(f"side.{SIDES[clue & 1]}.who")
            word = self.game.box.vocabulary.word(clue >> WORD_AT)
            number = clue >> NUMBER_AT & 15
        kind = PHASES[seen.phase]
        return self.words.say(f"decision.{kind}", side=side, word=word, number=number)

    def choices(self, seen: Seen, moves: Sequence[int]) -> Groups:
        groups: dict[str, list[tuple[int, str]]] = {}
        for move in moves:
            label, text = self._choice(seen, move)
            groups.setdefault(label, []).append((move, text))
        return list(groups.items())

    def _choice(self, seen: Seen, move: int) -> tuple[str, str]:
        say = self.words.say
        kind = kind_of(move)
        if kind == codes.CLUE:
            word = self.game.box.vocabulary.word(word_of(move))
            return say("move.clue"), f"{word} {a_of(move) & codes.NUMBER}"
        if kind == codes.TOUCH:
            return say("move.touch"), self.game.box.words[seen.words[a_of(move)]]
        return "", say(f"move.{BARE[kind]}")

    def parts(self, text: str, state: State, seat: int) -> list[str]:
        """A bare word is a touch, a word with a number is a clue."""
        assert isinstance(state, DuetState)
        typed = text.split()
        kind = PHASES[state.phase]
        if kind in ("first-clue", "clue") and len(typed) > 1 and typed[0] not in ("clue", "clue!"):
            return [f"clue {text}"]
        if kind in ("guess", "sudden-death"):
            if typed and typed[0] in ("touch", self.words.say("move.touch")):
                typed = typed[1:]
            wanted = normal(" ".join(typed))
            for cell, place in enumerate(state.words):
                if normal(self.game.box.words[place]) == wanted:
                    return [f"touch {CELL_NAMES[cell]}"]
        for name in BARE.values():
            if f"move.{name}" in self.words and text.casefold() == self.words.say(f"move.{name}"):
                return [name]
        return [text]

    def noted(self, text: str) -> str:
        return text

    def aloud(self, text: str, state: State, seat: int) -> tuple[int, str]:
        """CD-18.4: the giver confesses while his partner has the screen."""
        assert isinstance(state, DuetState)
        if self.parts(text, state, seat) != [BARE[codes.CONFESS]] or seat == state.giver():
            return -1, ""
        move = int(codes.code(1 - seat, codes.CONFESS))
        side = self.words.say(f"side.{SIDES[1 - seat]}.who")
        return move, self.words.say("move.sure-confess", side=side)

    def doubt(self, state: State, move: int) -> tuple[str, bool]:
        """What a person should hear before this move, and whether it stops the move: the judge's
        verdict on a clue (CD-18.4), and the second step of a touch (OP-17)."""
        assert isinstance(state, DuetState)
        say = self.words.say
        if kind_of(move) == codes.TOUCH:
            word = self.game.box.words[state.words[a_of(move)]]
            return say("move.sure-touch", word=word), False
        if kind_of(move) != codes.CLUE or a_of(move) & codes.INSISTED:
            return "", False
        word = self.game.box.vocabulary.word(word_of(move))
        number = a_of(move) & codes.NUMBER
        if word_of(move) in state.accepted:
            return "", False
        visible = state.visible()
        board = [
            self.game.box.words[place]
            for cell, place in enumerate(state.words)
            if visible >> cell & 1
        ]
        level = self.game.level
        found = judge(word, number, board, self.game.lang, level, self.game.relaxed)
        if found.verdict == "OK":
            return "", False
        reason = found.reason_in(self.words.language)
        if found.verdict == "WARN":
            return say("move.sure-clue", reason=reason), False
        if level == "ranked":
            return say("move.blocked", reason=reason), True
        return say("move.insist", reason=reason, word=word, number=number), True

    # Help ---------------------------------------------------------------------------------------

    def topics(self) -> dict[str, str]:
        return {key: f"term.{key}" for key in TERMS}

    def rules(self, width: int) -> list[str]:
        text = self.words.say("help.rules") + "\n\n" + self.words.say("help.legend")
        return wrapped(text, width)


def face(game: Game, words: Texts, paint: Paint) -> Face:
    assert isinstance(game, Duet)
    return Face(game, words, paint)
