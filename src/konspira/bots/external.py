"""Programs as players: JSON lines, or plain text for language models, over stdin and stdout.

What a program is told is what its seat knows, in the words of notation; see docs/bots.md. One that
crashes, hangs or plays what is not legal forfeits its game and nothing else.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
from typing import IO, Final

import msgspec
import yaml

from konspira.bots.contest import Forfeit, spoken
from konspira.engine.contract import HOUSE, Game, Judging, Luck, MoveError, State
from konspira.engine.knowledge import Knowledge

PROTOCOL: Final = 1
GRACE: Final = 5.0  # seconds beyond its time before a program counts as hung
LONGEST_LINE: Final = 1 << 16
OPEN: Final = ("first-clue", "clue")  # decisions that are answered with a word of one's own
ATTEMPTS: Final = 3  # a text that is no move is answered with why, so often


class Program:
    """One seat's process. It is started with the first question and ended with the game."""

    def __init__(self, name: str, command: str, plain: bool, seconds: float) -> None:
        self.name = name
        self.command = command
        self.plain = plain
        self.seconds = seconds
        self.process: subprocess.Popen[bytes] | None = None
        self.lines: queue.Queue[bytes] = queue.Queue()
        self.told = 0  # log entries sent so far

    def answer(self, game: Game, known: Knowledge, state: State, luck: Luck) -> list[int]:
        """`state` is asked for the seat's view and moves alone."""
        if self.process is None:
            self._start(game, known)
        seat = known.viewer
        draft = state.clone()
        moves: list[int] = []
        while True:
            texts = self._asked(game, known, draft, moves)
            for text in texts:
                if moves and draft.drafting() != seat:
                    raise Forfeit("illegal", "moves beyond the end of the answer")
                move = _read(game, draft, seat, text)
                draft.apply(move)
                moves.append(move)
            if draft.drafting() != seat:
                return moves

    def _asked(self, game: Game, known: Knowledge, draft: State, moves: list[int]) -> list[str]:
        seat = known.viewer
        legal = [game.text(move) for move in draft.moves(seat)]
        kind = game.decision_kind(draft, seat)
        view = game.spelled(game.view(draft, seat))
        news = [_entry(game, entry) for entry in known.told[self.told :]]
        self.told = len(known.told)
        if self.plain:
            self._send(prompt(game, seat, news, view, kind, legal))
            return [self._chosen(game, draft, seat, legal)]
        ask = {
            "decision": draft.decision_id(seat),
            "kind": kind,
            "draft": [game.text(move) for move in moves],
            "moves": legal,
        }
        frame = {"t": "table", "seq": len(known.told) - 1, "entries": news, "view": view}
        self._send(msgspec.json.encode({**frame, "ask": ask}).decode())
        return self._moves()

    def _moves(self) -> list[str]:
        line = self._line()
        try:
            frame = msgspec.json.decode(line, type=dict[str, object])
        except msgspec.MsgspecError:
            raise Forfeit("nonsense", f"said {_short(line)}, which is not JSON") from None
        moves = frame.get("moves")
        if not isinstance(moves, list) or not moves:
            raise Forfeit("nonsense", f"said {_short(line)}, which has no moves")
        return [str(move) for move in moves]

    def _chosen(self, game: Game, draft: State, seat: int, legal: list[str]) -> str:
        for _ in range(ATTEMPTS):
            said = self._line().decode("utf-8", "replace").strip()
            if said.isdecimal() and 1 <= int(said) <= len(legal):
                return legal[int(said) - 1]
            try:
                _read(game, draft, seat, said)
            except Forfeit as problem:
                self._send(f"{problem}. Answer with a number or a move.\n?")
            else:
                return said
        raise Forfeit("illegal", f"gave no legal move in {ATTEMPTS} answers")

    # The process ---------------------------------------------------------------------------

    def _start(self, game: Game, known: Knowledge) -> None:
        try:
            self.process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        except (OSError, ValueError) as error:
            raise Forfeit("ended", f"cannot be started: {error}") from None
        assert self.process.stdout is not None
        reader = threading.Thread(
            target=_listen, args=(self.process.stdout, self.lines), daemon=True
        )
        reader.start()
        if not self.plain:
            hello = {
                "t": "hello",
                "protocol": PROTOCOL,
                "game": game.key,
                "version": game.version,
                "options": known.options,
                "seat": known.viewer,
                "name": game.seat_name(known.viewer),
                "seconds": self.seconds,
            }
            self._send(msgspec.json.encode(hello).decode())

    def _send(self, text: str) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(text.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise Forfeit("ended", "has stopped listening") from None

    def _line(self) -> bytes:
        try:
            line = self.lines.get(timeout=self.seconds + GRACE)
        except queue.Empty:
            raise Forfeit("silent", f"was silent for {self.seconds + GRACE:g} seconds") from None
        if not line:
            assert self.process is not None
            with contextlib.suppress(subprocess.TimeoutExpired):  # it has closed its mouth only
                self.process.wait(1)
            code = self.process.returncode
            raise Forfeit(
                "ended",
                "says nothing more" if code is None else f"has ended with exit code {code}",
            )
        if len(line) >= LONGEST_LINE:
            raise Forfeit("nonsense", "talks without end")
        return line

    def leave(self) -> None:
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was still to be sent to a dead program
                    pipe.close()
        self.process = None


def _listen(pipe: IO[bytes], lines: queue.Queue[bytes]) -> None:
    try:
        while True:
            line = pipe.readline(LONGEST_LINE)
            lines.put(line)
            if not line:
                return
    except ValueError:  # closed under our hands: the game is over
        lines.put(b"")


def _read(game: Game, draft: State, seat: int, text: str) -> int:
    try:
        move = game.read(text, seat)
        if not _legal(game, draft, seat, move):
            raise Forfeit("illegal", f"{_short(text.encode())} is not legal now")
        if isinstance(game, Judging):
            game.hear(draft, move)
    except MoveError as error:
        raise Forfeit("illegal", f"said {_short(text.encode())}: {spoken(error)}") from None
    return move


def _legal(game: Game, draft: State, seat: int, move: int) -> bool:
    """One of the moves that were offered, or an open text of the program's own; no aside."""
    if move in draft.moves(seat):
        return True
    if not isinstance(game, Judging) or move in (game.timeout(seat), *game.asides(draft, seat)):
        return False
    try:
        draft.clone().play(move)
    except MoveError:
        return False
    return True


def _entry(game: Game, codes: list[int]) -> dict[str, object]:
    """A log entry as its reader was told it."""
    actor = codes[0] & 15 if codes else HOUSE
    seat = game.seat_name(actor) if actor < game.seats else ""
    return {"seat": seat, "told": [game.text(code) for code in codes]}


def _short(line: bytes) -> str:
    return repr(line.decode("utf-8", "replace").strip()[:60])


def prompt(
    game: Game,
    seat: int,
    news: list[dict[str, object]],
    view: dict[str, object],
    kind: str,
    legal: list[str],
) -> str:
    """All a language model needs for one decision. It ends with a line that is a question mark."""
    lines = [f"Game: {game.key}. You are {game.seat_name(seat)}.", "", "What happened since:"]
    for entry in news:
        told = "; ".join(str(text) for text in _list(entry["told"]))
        lines.append(f"- {entry['seat'] or 'house'}: {told}")
    lines += ["", "The table as you see it:", yaml.safe_dump(_plain(view), sort_keys=False)]
    lines += [f"Your decision: {kind}. Your moves:"]
    lines += [f"{number}. {text}" for number, text in enumerate(legal, 1)]
    if isinstance(game, Judging) and kind in OPEN:
        lines.append("These are examples: better answer with a move of this form of your own.")
    return "\n".join([*lines, "", "Answer with a number or a move, on one line.", "?"])


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _plain(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))
