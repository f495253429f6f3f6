"""Whole games as text, and their verification (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from konspira.engine.commitment import CommittedStream, commitment
from konspira.engine.contract import (
    CHANCE,
    HOUSE,
    BadText,
    Game,
    MoveError,
    State,
    actor_of,
)
from konspira.engine.log import Entry, entries, follow, opening

TAG = re.compile(r'^\[(\w+) "([^"\n]*)"\]$')
LINE = re.compile(
    r"^(?P<number>\d+)\. (?P<who>\S+?):(?: (?P<moves>[^|#]+?))?"
    r"(?: \| (?P<chance>[^#]+?))?(?: #(?P<hash>[0-9a-f]{16}))?$"
)


@dataclass(slots=True)
class Record:
    """Tags (game, options, result, commitment, …) and the lines of the log."""

    tags: dict[str, str] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Line:
    """One entry of the log as text."""

    number: int
    who: str
    moves: list[str]
    chance: list[str]
    hash: str = ""

    def __str__(self) -> str:
        text = f"{self.number}. {self.who}:"
        if self.moves:
            text += " " + " + ".join(self.moves)
        if self.chance:
            text += " | " + "; ".join(self.chance)
        return f"{text} #{self.hash}" if self.hash else text


def options_text(options: dict[str, object]) -> str:
    return " ".join(f"{key}={_plain(value)}" for key, value in sorted(options.items()))


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def written(game: Game, state: State, tags: dict[str, str] | None = None) -> str:
    """The record of a game so far."""
    return render(game, entries(game, state), state, tags)


def render(game: Game, log: list[Entry], state: State, tags: dict[str, str] | None = None) -> str:
    outcome = state.outcome()
    head = {
        "Game": game.key,
        "Rules": str(game.version),
        "Options": options_text(game.options()),
        "Result": str(outcome) if outcome else "*",
    }
    if state.base_text():
        head["Position"] = state.base_text()
    head |= tags or {}
    record = Record(head)
    for number, entry in enumerate(log):
        if not entry.open:
            record.lines.append(line_of(game, number, entry))
    tag_lines = [f'[{name} "{value}"]' for name, value in record.tags.items()]
    return "\n".join([*tag_lines, "", *map(str, record.lines), ""])


def line_of(game: Game, number: int, entry: Entry) -> Line:
    who = "-" if entry.seat == HOUSE else game.seat_name(entry.seat)
    moves = [game.text(move) for move in entry.moves]
    return Line(number, who, moves, [game.text(c) for c in entry.chance], f"{entry.hash:016x}")


def parsed(text: str) -> Record:
    """Read a record; BadText names the line that cannot be read."""
    record = Record()
    for at, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line:
            continue
        if tag := TAG.match(line):
            record.tags[tag[1]] = tag[2]
        elif found := LINE.match(line):
            moves = found["moves"].split(" + ") if found["moves"] else []
            chance = found["chance"].split("; ") if found["chance"] else []
            number = int(found["number"])
            record.lines.append(Line(number, found["who"], moves, chance, found["hash"] or ""))
        else:
            raise BadText(f"line {at}: neither a tag nor an entry: {line[:60]!r}")
    for tag_name in ("Game", "Rules", "Options"):
        if tag_name not in record.tags:
            raise BadText(f"the record has no [{tag_name}] tag")
    if not record.lines:
        raise BadText("the record has no entries")
    return record


def replayed(game: Game, record: Record) -> tuple[State, list[Entry], list[str]]:
    """Play a record through the rules. The list says where it differs; empty is good."""
    state, setup = opening(game, record.tags.get("Position", ""))
    log = [setup]
    for at, line in enumerate(record.lines):
        where = f"entry {line.number}"
        if line.number != at:
            return state, log, [f"{where}: entry {at} expected"]
        if at == 0:
            if line.who != "-" or line.moves:
                return state, log, [f"{where}: the first entry is the set-up"]
        problem = _replay_line(game, state, log, line, at)
        if problem:
            return state, log, [f"{where}: {problem}"]
        if line.hash and line.hash != f"{log[-1].hash:016x}":
            return state, log, [f"{where}: the position differs (hash {log[-1].hash:016x})"]
    return state, log, []


def _replay_line(game: Game, state: State, log: list[Entry], line: Line, at: int) -> str:
    seats = [game.seat_name(seat) for seat in range(game.seats)]
    if at and line.who not in seats:
        return f"there is no seat {line.who!r}"
    seat = seats.index(line.who) if at else CHANCE
    texts = [(seat, text) for text in line.moves] + [(CHANCE, text) for text in line.chance]
    waiting = state.clone()
    done: list[int] = []
    for actor, text in texts:
        try:
            code = game.read(text, actor)
            if actor_of(code) != actor:
                return f"{text!r} is not for {line.who}"
            waiting.play(code)
        except MoveError as error:
            return f"{text!r} cannot be played: {error}"
        done.append(code)
    if at and not line.moves:
        return "an entry needs a move"
    if waiting.actor() == CHANCE:
        return "chance has not been told to its end"
    for code in done:
        follow(state, log, code)
    return ""


def chance_problem(game: Game, record: Record, log: list[Entry]) -> list[str]:
    """Does every outcome follow from the committed secret and the nonces?"""
    tags = record.tags
    if "Commitment" not in tags:
        return []
    if "Secret" not in tags:
        return ["the record has a commitment but not its secret (it is shown after the end)"]
    try:
        secret = bytes.fromhex(tags["Secret"])
        nonces = [bytes.fromhex(part) for part in tags.get("Nonces", "").split()]
        stream = CommittedStream(secret, nonces)
        version = int(tags["Rules"])
    except ValueError as error:
        return [f"secret, nonces or rules version cannot be read: {error}"]
    made = commitment(secret, tags.get("Id", ""), tags["Options"], version)
    if made != tags["Commitment"]:
        return ["the commitment does not fit the secret, game id, options and rules version"]
    state, _ = opening(game, tags.get("Position", ""))
    for number, entry in enumerate(log):
        for code in (*entry.moves, *entry.chance):
            if actor_of(code) == CHANCE:
                expected = state.chance_pick(stream.below(state.chance_total()))
                if expected != code:
                    return [
                        f"entry {number}: chance gave {game.text(code)!r}, but the committed "
                        f"stream says {game.text(expected)!r}"
                    ]
            state.apply(code)
    return []


def verified(text: str, find: Callable[[Record], Game]) -> tuple[Record, list[str]]:
    """Everything that is wrong with a record, first to last; empty is good."""
    record = parsed(text)
    game = find(record)
    problems: list[str] = []
    if record.tags["Rules"] != str(game.version):
        problems.append(
            f"written under rules version {record.tags['Rules']}, this is {game.version}"
        )
    state, log, differing = replayed(game, record)
    problems += differing
    if not differing:
        problems += chance_problem(game, record, log)
        outcome = state.outcome()
        result = str(outcome) if outcome else "*"
        if record.tags.get("Result", result) != result:
            problems.append(f"the record says {record.tags['Result']!r}, the rules {result!r}")
    return record, problems
