"""One room: its sheet, the state of its game and its log. It does no I/O and reads no clock.

A change is prepared as a `Step`, which is written to disk by the house and only then taken. So
what a room shows is always on disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from operator import attrgetter
from typing import Final, cast

import msgspec

from konspira.engine.commitment import CommittedStream
from konspira.engine.contract import (
    CHANCE,
    HOUSE,
    Forgets,
    Game,
    Judging,
    MoveError,
    NotLegal,
    PlaysOn,
    State,
)
from konspira.engine.knowledge import Knowledge, from_entries
from konspira.engine.log import Entry, answered, opening
from konspira.engine.undo import can_undo
from konspira.server import frames
from konspira.server.lines import Line
from konspira.server.sheet import Sheet

POSITION_EVERY: Final = 20
# Decision ids go on growing when the game goes on from elsewhere: the same id must never be another
# question.
NEXT_AGE: Final = 1 << 20
LONG_ENOUGH: Final = 64  # refusals that are remembered for a resend


@dataclass(slots=True)
class Kept:
    """An entry with its number; taken back by an undo it stays in the log."""

    kind: str
    entry: Entry
    undone: int = -1  # undo: which entry it took back
    taken_back: bool = False


@dataclass(slots=True)
class Step:
    """A change that is checked and applied to a copy, but not yet on disk."""

    line: Line
    state: State
    entry: Entry
    drawn: int
    sheet: Sheet | None = None
    thought: bytes = b""  # of the bot whose answer it is, for after the end


@dataclass(slots=True)
class Room:
    sheet: Sheet
    game: Game
    state: State | None = None
    kept: list[Kept] = field(default_factory=list)
    drawn: int = 0  # outcomes of chance so far
    age: int = 0  # undos, and changes of the rules
    done: dict[tuple[str, str], int] = field(default_factory=dict)  # (member, client id) → seq
    refused: dict[tuple[str, str], MoveError] = field(default_factory=dict)
    clock: list[int] = field(default_factory=list)  # ms left of each seat's game, at `counted`
    counted: int = 0
    asked_at: dict[int, tuple[int, int]] = field(default_factory=dict)  # seat → decision, when
    chains: dict[int, bytearray] = field(default_factory=dict)
    last_told: dict[int, tuple[int, bytes]] = field(default_factory=dict)  # viewer → entry, JSON
    before: State | None = None  # the last move, until somebody asks whether it can be undone
    _undoable: int = -1
    _undo_known: bool = False
    base: str = ""  # the position it went on from, after the rules have changed
    first: int = 0  # the entry of its set-up
    positions: dict[int, str] = field(default_factory=dict)  # a finished game of other rules

    # What is so ---------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        return len(self.kept) - 1

    @property
    def over(self) -> bool:
        return self.state is not None and self.state.outcome() is not None

    @property
    def closed_log(self) -> bool:
        """The game runs, and nobody leafs through all of it (SK-12.13)."""
        closed = _is(type(self.game), Forgets) and cast("Forgets", self.game).closed_log()
        return closed and not self.over

    def log(self) -> list[Entry]:
        """The game as it stands: without what was taken back."""
        return [self.kept[n].entry for n in self.numbers()]

    def numbers(self) -> list[int]:
        """The numbers of the entries of `log()`."""
        return [
            n
            for n in range(self.first, len(self.kept))
            if not self.kept[n].taken_back and self.kept[n].kind != "undo"
        ]

    def everybody(self) -> set[str]:
        return {member.id for _, member in self.sheet.members()}

    def asked(self) -> list[int]:
        if self.state is None:
            return []
        return [seat for seat in range(self.game.seats) if self.state.asks(seat)]

    def is_out(self, seat: int) -> bool:
        """Has this seat left a game that goes on? What is asked of it is answered by the rules."""
        return _is(type(self.game), PlaysOn) and self.game.left(self.state, seat)  # type: ignore[attr-defined]

    def decision(self, seat: int) -> int:
        assert self.state is not None
        return self.state.decision_id(seat) + NEXT_AGE * self.age

    def known(self, viewer: int) -> Knowledge:
        assert self.state is not None
        return from_entries(self.game, self.log(), viewer, self.state.base_text(), self.over)

    def told(self, n: int, viewer: int) -> bytes:
        """Entry n as this viewer was told it, as JSON. It never changes afterwards."""
        number, found = self.last_told.get(viewer, (-1, b""))
        if number == n:
            return found
        one = self.kept[n]
        game = self.game
        seat = one.entry.seat
        found = msgspec.json.encode(
            frames.Entry(
                n,
                one.kind,
                "" if seat == HOUSE else game.seat_name(seat),
                [game.text(game.tell(code, viewer)) for code in one.entry.codes],
                one.undone if one.undone >= 0 else None,
            )
        )
        self.last_told[viewer] = n, found
        return found

    def hash(self, n: int, viewer: int) -> str:
        """The chain over what this viewer was told up to entry n."""
        chain = self.chains.setdefault(viewer, bytearray())
        while len(chain) <= 8 * n:
            at = len(chain) // 8
            chain += linked(bytes(chain[-8:]), self.told(at, viewer))
        return chain[8 * n : 8 * n + 8].hex()

    # What is answered ---------------------------------------------------------------------------

    def first_answer(self, by: str, client: str) -> int | MoveError | None:
        """What was answered to this client's id before: a number, a refusal, or nothing."""
        if not client:
            return None
        return self.done.get((by, client), self.refused.get((by, client)))

    def refuse(self, by: str, client: str, error: MoveError) -> None:
        if client:
            self.refused[by, client] = error
            while len(self.refused) > LONG_ENOUGH:
                self.refused.pop(next(iter(self.refused)))

    def read(self, seat: int, decision: int, texts: Sequence[str]) -> list[int]:
        """The codes of move texts, if this decision is open."""
        state = self._running()
        if not state.asks(seat):
            raise NotLegal("not_asked")
        if self.decision(seat) != decision:
            raise NotLegal("answered_already")
        return [self.game.read(text, seat) for text in texts]

    def answer(
        self, seat: int, decision: int, moves: Sequence[int], now: int, by: str, client: str = ""
    ) -> Step:
        """A seat's answer to a decision. MoveError: refused."""
        state = self._running()
        if state.asks(seat) and self.decision(seat) != decision:
            raise NotLegal("answered_already")
        if _is(type(self.game), Judging):
            for move in moves:
                self.game.hear(state, move)  # type: ignore[attr-defined]
        answered(self.game, state, seat, state.decision_id(seat) if state.asks(seat) else 0, moves)
        return self._step("move", seat, moves, now, by, client, decision)

    def aside(self, seat: int, code: int, now: int, by: str, client: str = "") -> Step:
        """A move that is legal unasked: an aside of the game, or the clock's."""
        state = self._running()
        try:
            state.clone().play(code)
        except MoveError:
            raise self.game.refusal(state, code) from None
        return self._step("aside", seat, [code], now, by, client, -1)

    def undo(self, seat: int, seq: int, now: int, by: str, client: str = "") -> Step:
        self._running()
        if not self.may_undo(seat) or seq != self.undoable:
            raise NotLegal("cannot_undo")
        log = self.log()[:-1]
        state = replayed(self.game, log, self.base)
        entry = Entry(seat, hash=state.hash())
        line = self.line("undo", entry, state, now, by, client, -1)
        line.undone = seq
        return Step(line, state, entry, self.drawn)

    def begin(self, sheet: Sheet, now: int) -> Step:
        """The set-up, by the chance that sheet and nonces have committed to."""
        state, entry = opening(self.game)
        drawn = self._chance(sheet, state, 0)
        entry.codes = state.witnessed()
        entry.hash = state.hash()
        if sheet.clocks.per_game:
            self.clock = [sheet.clocks.per_game * 1000] * self.game.seats
        self.counted = now
        line = self.line("setup", entry, state, now, "", "", -1)
        return Step(line, state, entry, drawn, sheet)

    def _running(self) -> State:
        if self.state is None:
            raise NotLegal("not_begun")
        if self.over:
            raise NotLegal("over")
        return self.state

    def _step(
        self,
        kind: str,
        seat: int,
        moves: Sequence[int],
        now: int,
        by: str,
        client: str,
        decision: int,
    ) -> Step:
        assert self.state is not None
        state = self.state.clone()
        state.watch()
        entry = Entry(seat, list(moves))
        for move in moves:
            state.apply(move)
        drawn = self._chance(self.sheet, state, self.drawn)
        entry.codes = state.witnessed()
        entry.hash = state.hash()
        line = self.line(kind, entry, state, now, by, client, decision)
        sheet = None
        outcome = state.outcome()
        if outcome is not None:
            sheet = self.sheet.copy()
            sheet.over = True
            sheet.result = str(outcome)
        return Step(line, state, entry, drawn, sheet)

    def _chance(self, sheet: Sheet, state: State, drawn: int) -> int:
        """Chance has its say; the new number of outcomes drawn."""
        if state.actor() != CHANCE:
            return drawn
        stream = CommittedStream(
            bytes.fromhex(sheet.secret), [bytes.fromhex(nonce) for nonce in sheet.nonces]
        )
        stream.counter = drawn
        while state.actor() == CHANCE:
            state.apply(state.chance_pick(stream.below(state.chance_total())))
        return stream.counter

    def line(
        self, kind: str, entry: Entry, state: State, now: int, by: str, client: str, decision: int
    ) -> Line:
        game = self.game
        seq = len(self.kept)
        whole = seq % POSITION_EVERY == 0 or state.outcome() is not None
        return Line(
            seq,
            kind,
            entry.seat,
            now,
            sum(1 << seat for seat in range(game.seats) if state.asks(seat)),
            f"{entry.hash:016x}",
            game.version,
            [game.text(move) for move in entry.moves],
            [game.text(code) for code in entry.chance],
            entry.codes,
            by,
            client,
            decision,
            position=game.position(state) if whole else "",
            clock=self.left(now),
        )

    def left(self, now: int) -> list[int]:
        """Of each seat's game clock, in ms."""
        if not self.clock:
            return []
        running = [] if self.sheet.paused else self.asked()
        return [
            max(0, left - (now - self.counted)) if seat in running else left
            for seat, left in enumerate(self.clock)
        ]

    def count_from(self, now: int) -> None:
        self.counted = now
        self.count(now)

    def count(self, now: int, waited: int = 0) -> None:
        """Settle the clocks; `waited` ms count for nobody."""
        self.clock = self.left(now)
        self.counted = now
        if not self.sheet.clocks.any:
            return
        asked = {}
        for seat in self.asked():
            decision, since = self.asked_at.get(seat, (-1, now))
            current = self.decision(seat)
            asked[seat] = (current, since + waited if decision == current else now)
        self.asked_at = asked

    # Taking a step ------------------------------------------------------------------------------

    def after(self, step: Step) -> Room:
        """The room as it will be once the step is on disk."""
        ahead = Room(*_all_of(self))
        ahead.kept = list(self.kept)
        ahead.done = dict(self.done)
        ahead.last_told = {}
        ahead.chains = {viewer: bytearray(chain) for viewer, chain in self.chains.items()}
        ahead.take(step)
        return ahead

    def take(self, step: Step) -> None:
        """The step is on disk: from now on it is so."""
        line = step.line
        if step.sheet is not None:
            self.sheet = step.sheet
        self.before = self.state if line.kind == "move" else None
        self.keep(line, step.entry)
        self.state = step.state
        self.drawn = step.drawn
        self.settle(line)

    def settle(self, line: Line) -> None:
        """When it was, and which message is answered by it, also if it comes again."""
        self.clock = line.clock
        self.count_from(line.at)
        self._remember(line)

    def _remember(self, line: Line) -> None:
        if line.client:
            self.done[line.by, line.client] = line.seq

    def keep(self, line: Line, entry: Entry) -> None:
        self.kept.append(Kept(line.kind, entry, line.undone))
        if line.kind == "undo":
            self.kept[line.undone] = replace(self.kept[line.undone], taken_back=True)
            self.age += 1
        if line.kind == "rules":
            self.base, self.first = line.position, line.seq
            self.age += 1
        self._remember(line)
        self._undo_known = False

    @property
    def undoable(self) -> int:
        """The entry that its seat may take back, or -1; only ever the last one of the game. Found
        when somebody asks: it takes longer than a move, which is on disk before that."""
        if not self._undo_known:
            self._undoable = self._last_undoable()
            self._undo_known, self.before = True, None
        return self._undoable

    def _last_undoable(self) -> int:
        numbers = self.numbers()
        if self.over or len(numbers) < 2:
            return -1
        *earlier, last = (self.kept[n].entry for n in numbers)
        if self.sheet.chairs[last.seat].bot or self.is_out(last.seat):
            return -1
        before = self.before or replayed(self.game, earlier, self.base)
        return numbers[-1] if can_undo(self.game, before, earlier, last) else -1

    def may_undo(self, seat: int) -> bool:
        """Whether this seat may take back `undoable`."""
        if self.kept[-1].kind == "move" and self.kept[-1].entry.seat != seat:
            return False
        return self.undoable >= 0 and self.kept[self.undoable].entry.seat == seat


_all_of: Final = attrgetter(*(one.name for one in fields(Room)))


@cache
def _is(game: type, protocol: type) -> bool:
    """Asked for every move; a protocol is slow to ask."""
    return issubclass(game, protocol)


def linked(before: bytes, told: bytes) -> bytes:
    """The next link of a viewer's chain."""
    return hashlib.blake2b((before or bytes(8)) + told, digest_size=8).digest()


def replayed(game: Game, log: Sequence[Entry], base: str = "") -> State:
    """The state after these entries, the first of which is the set-up."""
    state, _ = opening(game, base)
    for entry in log:
        for code in (*entry.moves, *entry.chance):
            state.apply(code)
    state.witnessed()
    return state
