"""One game at a terminal: people and bots in turn, each shown only what their seat may know."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from konspira.bots import Player
from konspira.engine import record
from konspira.engine.contract import CHANCE, NOBODY, Game, Luck, MoveError, Outcome, PlaysOn, State
from konspira.engine.knowledge import Knowledge, knowledge
from konspira.engine.log import answered
from konspira.engine.texts import Texts
from konspira.terminal import files
from konspira.terminal.paint import (
    BOLD,
    DIM,
    FRESH,
    WIPED,
    Paint,
    flowed,
    padded,
    width_of,
    wrapped,
)
from konspira.terminal.typed import bare, understood

Groups = list[tuple[str, list[tuple[int, str]]]]
COMMANDS = ("help", "log", "moves", "pile", "back", "wait", "save", "lang", "resign", "quit")
LOG_LINES = 6


class Face(Protocol):
    """How one game looks in a terminal, in one language."""

    words: Texts
    people_first: bool  # where people and bots may act at once

    def screen(self, seen: Any, width: int, low: bool) -> list[str]: ...

    def pile(self, seen: Any) -> list[str]: ...

    def story(self, known: Knowledge) -> list[list[str]]: ...

    def question(self, seen: Any, moves: list[int]) -> str: ...

    def choices(self, seen: Any, moves: list[int]) -> Groups: ...

    def parts(self, text: str, state: State, seat: int) -> list[str]: ...

    def noted(self, text: str) -> str: ...

    def aloud(self, text: str, state: State, seat: int) -> tuple[int, str]:
        """An aside that another person at the table says out of turn, with the question whether
        it was said; or -1."""

    def doubt(self, state: State, move: int) -> tuple[str, bool]:
        """What a person should hear before this move (or nothing), and whether it stops it."""

    def topics(self) -> dict[str, str]: ...

    def rules(self, width: int) -> list[str]: ...


class Left(Exception):
    """The person has left the table."""


class Table:
    """The state, who sits where, and what is on the screen."""

    def __init__(
        self,
        game: Game,
        state: State,
        bots: dict[int, tuple[str, Player]],
        luck: Luck,
        faces: Callable[[str], Face],
        language: str,
        paint: Paint,
        save: Path | None = None,
        tags: dict[str, str] | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.bots = bots
        self.luck = luck
        self.faces = faces
        self.face = faces(language)
        self.paint = paint
        self.save = save
        self.tags = tags or {}
        self.people = [seat for seat in range(game.seats) if seat not in bots]
        self.at_screen = self.people[0] if len(self.people) == 1 else NOBODY
        self.ahead = NOBODY  # who acts first, of several who may
        self.read: dict[int, int] = {}  # how many entries of the log each person has read

    # Talking ------------------------------------------------------------------------------------

    @property
    def words(self) -> Texts:
        return self.face.words

    @property
    def width(self) -> int:
        return max(80, min(shutil.get_terminal_size((80, 24)).columns, 120))

    @property
    def height(self) -> int:
        """Text that does not go to a screen has all the room there is."""
        return shutil.get_terminal_size().lines if sys.stdout.isatty() else sys.maxsize

    def tell(self, *lines: str) -> None:
        print(*lines, sep="\n")

    def tell_wrapped(self, text: str) -> None:
        self.tell(*wrapped(text, self.width))

    def ask(self, prompt: str) -> str:
        sys.stdout.flush()
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            raise Left from None

    # The game -----------------------------------------------------------------------------------

    def run(self) -> Outcome | None:
        """Play to the end, or until the person leaves (None)."""
        try:
            self._chance()
            while self.state.outcome() is None:
                self._step()
            self._show_end()
        except (Left, KeyboardInterrupt):
            self.leave()
            return None
        return self.state.outcome()

    def _step(self) -> None:
        asked = [seat for seat in range(self.game.seats) if self.state.asks(seat)]
        first = self.face.people_first
        asked.sort(key=lambda seat: (seat != self.ahead, (seat in self.bots) == first))
        self.ahead = NOBODY
        seat = asked[0]
        if isinstance(self.game, PlaysOn) and self.game.left(self.state, seat):
            self._commit(seat, self.game.default_moves(self.state, seat))
        elif seat in self.bots:
            self._commit(seat, self._thought(seat))
        else:
            self._person(seat)

    def _commit(self, seat: int, moves: list[int]) -> None:
        state = self.state
        self.state = answered(self.game, state, seat, state.decision_id(seat), moves)
        self._chance()
        if self.save is not None:
            self._write(self.save)

    def _chance(self) -> None:
        state = self.state
        while state.actor() == CHANCE:
            state.play(state.chance_pick(self.luck.below(state.chance_total())))

    def _thought(self, seat: int) -> list[int]:
        draft = self.state.clone()
        moves: list[int] = []
        choose = self.bots[seat][1]
        while not moves or draft.drafting() == seat:
            known = knowledge(self.game, draft, seat)
            moves.append(choose(self.game, known, draft.moves(seat), self.luck))
            draft.play(moves[-1])
        return moves

    # A person's decision ------------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        if self.at_screen != seat:
            self._hand_over(seat)
        draft: list[int] = []
        show = True
        while True:
            state = self._drafted(draft)
            if draft and state.drafting() != seat:
                self._commit(seat, draft)
                return
            listed = self._offer(state, seat, show)
            show = False
            typed = self.ask("› ")
            if not typed:
                show = True
                continue
            name, _, rest = typed.partition(" ")
            command = self._command(name)
            if command == "back":
                if draft:
                    draft.pop()
                    show = True
                else:
                    self.tell(self.words.say("terminal.nothing-to-undo"))
            elif command == "wait":
                others = [other for other in range(self.game.seats) if self.state.asks(other)]
                others.remove(seat)
                if others and not draft:
                    self.ahead = others[0]
                    return
                self.tell(self.words.say("terminal.nobody-else"))
            elif command == "resign":
                if self.sure("terminal.sure-resign"):
                    self.state = self.state.clone()
                    self.state.play(self.game.asides(self.state, seat)[0])
                    if self.save is not None:
                        self._write(self.save)
                    return
            elif command:
                show = self._obey(command, rest.strip(), seat, state, listed)
            elif not draft and (heard := self._heard(typed, seat)) is not None:
                if heard:
                    return
            else:
                draft, show = self._moved(draft, typed, state, seat, listed)

    def _heard(self, typed: str, seat: int) -> bool | None:
        """What somebody else at the table says: was it played? None if it is no such thing."""
        move, question = self.face.aloud(typed, self.state, seat)
        asides = [self.game.asides(self.state, other) for other in self.people]
        if not any(move in listed for listed in asides):
            return None
        if not self.sure_of(question):
            return False
        self.state = self.state.clone()
        self.state.play(move)
        if self.save is not None:
            self._write(self.save)
        return True

    def _drafted(self, draft: list[int]) -> State:
        state = self.state.clone()
        for move in draft:
            state.play(move)
        return state

    def _moved(
        self, draft: list[int], typed: str, state: State, seat: int, listed: list[int]
    ) -> tuple[list[int], bool]:
        """The draft with what was typed added to it: all of it, or nothing."""
        added: list[int] = []
        trial = state.clone()
        try:
            for number, part in enumerate(self.face.parts(typed, state, seat) or [typed]):
                if number and trial.drafting() != seat:
                    raise MoveError("compound_over")
                shown = self._shown(trial, seat)
                numbers = [] if number else listed
                noted = self.face.noted(part)
                move = understood(self.game, trial, seat, part, numbers, shown, noted)
                doubt, stops = self.face.doubt(trial, move)
                if doubt and stops:
                    self.tell_wrapped(doubt)
                    return draft, False
                if doubt and not self.sure_of(doubt):
                    return draft, False
                trial.play(move)
                added.append(move)
        except MoveError as error:
            self.tell_wrapped(self.words.refusal(error))
            return draft, False
        return draft + added, True

    def _shown(self, state: State, seat: int) -> dict[int, str]:
        """Each move as the list of choices has it."""
        groups = self.face.choices(self.game.view(state, seat), state.moves(seat))
        return {move: f"{label} {text}".strip() for label, items in groups for move, text in items}

    def _command(self, word: str) -> str:
        """A command in English or in the language of the table."""
        for name in COMMANDS:
            if bare(word) in (name, bare(self.words.say(f"terminal.command.{name}"))):
                return name
        return ""

    def _obey(self, command: str, rest: str, seat: int, state: State, listed: list[int]) -> bool:
        """Do what is asked; true when the table has to be drawn again."""
        say = self.words.say
        match command:
            case "help":
                self._help(rest)
            case "log":
                known = knowledge(self.game, self.state, seat)
                self.tell("", *self._log_lines(self.face.story(known), 0, 0))
            case "moves":
                self._written_out(state, seat, listed)
            case "pile":
                self.tell_wrapped("\n".join(self.face.pile(self.game.view(state, seat))))
            case "save":
                path = Path(rest) if rest else self.save or Path("konspira.game")
                if self._write(path):
                    self.tell_wrapped(say("terminal.saved", path=path))
            case "lang":
                try:
                    self.face = self.faces(rest)
                except KeyError:
                    self.tell(say("terminal.languages"))
                    return False
                return True
            case "quit":
                raise Left
        return False

    def sure(self, key: str, **facts: object) -> bool:
        return self.sure_of(self.words.say(key, **facts))

    def sure_of(self, sentence: str) -> bool:
        answer = self.ask(sentence + " ")
        return bare(answer) in ("y", "yes", self.words.say("terminal.yes"))

    # What is shown ------------------------------------------------------------------------------

    def _offer(self, state: State, seat: int, show: bool) -> list[int]:
        """The table and the question, if they are to be drawn; the moves by their numbers."""
        moves = state.moves(seat)
        seen = self.game.view(state, seat)
        groups = self.face.choices(seen, moves)
        listed = [move for _, items in groups for move, _ in items]
        if show:
            question = wrapped(self.paint(self.face.question(seen, moves), BOLD), self.width)
            self._draw(state, seat, question, self._choices(groups, listed))
        return listed

    def _draw(self, state: State, seat: int, question: list[str], choices: list[str]) -> None:
        """The table, what has happened, the question and the choices. Where the screen is too low
        for all of it, less of the log, then a lower board, then the choices above the board: the
        board and the question stay in sight."""
        if sys.stdout.isatty():
            print(FRESH, end="")
        seen = self.game.view(state, seat)
        told = self.face.story(knowledge(self.game, self.state, seat))
        new = seat not in self.read
        read = self.read.get(seat, len(told) - LOG_LINES)
        self.read[seat] = len(told)
        hint = self._hint("terminal.what") if question and new else []
        below = ["", *question, *choices, *hint] if question else []
        for least, low in ((LOG_LINES, False), (1, False), (1, True)):
            board = ["", *self.face.screen(seen, self.width, low)]
            log = self._log_lines(told, read, least)
            happened = ["", *log] if log else []
            if len(board) + len(happened) + len(below) < self.height:
                break
        else:
            if choices:
                hint += self._hint("terminal.above")
                self.tell(*choices, *happened, *board, "", *question, *hint)
                return
        self.tell(*board, *happened, *below)

    def _hint(self, key: str) -> list[str]:
        return [self.paint(line, DIM) for line in wrapped(self.words.say(key), self.width)]

    def _log_lines(self, told: list[list[str]], read: int, least: int) -> list[str]:
        """The log; with `least`, what is new and at least so many lines."""
        lines: list[tuple[bool, str]] = []
        for at, sentences in enumerate(told):
            if sentences:
                lines.append((at >= read, " ".join(sentences)))
        if least:
            new = sum(fresh for fresh, _ in lines)
            lines = lines[-max(least, new) :]
        shown: list[str] = []
        for fresh, text in lines:
            mark = "»" if fresh and least else "·"
            body = wrapped(f"{mark} {text}", self.width, "  ")
            shown += body if fresh else [self.paint(line, DIM) for line in body]
        return shown

    def _choices(self, groups: Groups, listed: list[int]) -> list[str]:
        number = {move: self.paint(str(at), BOLD) for at, move in enumerate(listed, 1)}
        widest = min(24, max(len(label) for label, _ in groups))
        lines: list[str] = []
        for label, items in groups:
            texts = [f"{number[move]} {text}" for move, text in items]
            lines += flowed("  " + padded(label, widest), texts, self.width)
        return lines

    def _written_out(self, state: State, seat: int, listed: list[int]) -> None:
        shown = self._shown(state, seat)
        widest = max(width_of(text) for text in shown.values())
        for number, move in enumerate(listed, 1):
            words = padded(shown[move], widest)
            self.tell(f"{number:4}  {words}   {self.game.text(move)}")

    def _help(self, word: str) -> None:
        say = self.words.say
        topics = self.face.topics()
        listed = ", ".join(say(name_key) for name_key in topics.values())
        if not word:
            self.tell("", *wrapped(say("terminal.help"), self.width), "")
            self.tell(*self.face.rules(self.width), "")
            self.tell_wrapped(say("terminal.topics", topics=listed))
            return
        wanted = bare(word)
        names = {key: (bare(key), bare(say(name_key))) for key, name_key in topics.items()}
        for fit in (
            lambda name: name == wanted,
            lambda name: name.startswith(wanted),
            lambda name: f" {wanted}" in name,
        ):
            for key, name_key in topics.items():
                if any(fit(name) for name in names[key]):
                    self.tell("", self.paint(say(name_key), BOLD))
                    self.tell_wrapped(say(f"{name_key}.help"))
                    return
        self.tell_wrapped(say("terminal.no-topic", topics=listed))

    # Between persons ----------------------------------------------------------------------------

    def _hand_over(self, seat: int) -> None:
        """Nothing of either seat is on the screen, or above it, until the next one confirms."""
        if self.at_screen != NOBODY:
            self._draw(self.state, self.at_screen, [], [])
            self.ask("\n" + self.words.say("terminal.your-part-is-over") + " ")
        name = self.words.say(f"side.{self.game.seat_name(seat)}")
        print(WIPED, end="")
        self.ask(self.words.say("terminal.hand-over", name=name) + " ")
        print(WIPED, end="")
        self.at_screen = seat

    def _show_end(self) -> None:
        viewer = self.people[0] if len(self.people) == 1 else self.game.seats - 1
        if len(self.people) > 1:
            print(WIPED, end="")
        self._draw(self.state, viewer, [], [])
        self.tell("", self.words.say("terminal.over"))

    def leave(self) -> None:
        if len(self.people) > 1:
            print(WIPED, end="")
        self.tell("", self.words.say("terminal.goodbye"))
        if self.save is not None and self._write(self.save):
            self.tell_wrapped(self.words.say("terminal.saved", path=self.save))

    def _write(self, path: Path) -> bool:
        seats = " ".join(
            f"{self.game.seat_name(seat)}={self.bots[seat][0] if seat in self.bots else 'person'}"
            for seat in range(self.game.seats)
        )
        if not files.free(path):
            self.tell_wrapped(self.words.say("terminal.another-file", path=path))
            return False
        try:
            files.write(path, record.written(self.game, self.state, {"Seats": seats} | self.tags))
        except (OSError, ValueError) as error:
            known = isinstance(error, OSError) and error.strerror
            reason = known or self.words.say("terminal.no-file")
            self.tell_wrapped(self.words.say("terminal.not-saved", path=path, reason=reason))
            return False
        return True
