"""Bots against each other in rounds: the same chance for everybody, seats exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import combinations
from typing import Final

import msgspec

import konspira
from konspira.bots.contest import Result, contest
from konspira.bots.entrants import seated
from konspira.bots.ratings import Sprt
from konspira.engine.contract import BadText, Game

FORMAT: Final = 1
RETRIES: Final = 3  # of a game whose worker died


class Setting(msgspec.Struct, frozen=True):
    """What an arena is asked to do; `games` is for each group of players that meet."""

    game: str
    options: dict[str, object]
    bots: list[str]
    games: int
    seconds: float
    seed: str
    sprt: tuple[float, float] | None
    format: int = FORMAT


class Fixture(msgspec.Struct, frozen=True):
    """One game to play. Those of a round have one seed and differ in who sits where."""

    meeting: int
    round: int
    players: list[str]  # by seat
    seed: str


class Played(msgspec.Struct, frozen=True):
    fixture: Fixture
    result: Result


class Report(msgspec.Struct):
    """An arena as it is kept: what was asked for, and all games so far."""

    setting: Setting
    played: list[Played] = []

    def encode(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()


def report(text: str, where: str) -> Report:
    try:
        return msgspec.json.decode(text, type=Report)
    except msgspec.MsgspecError as error:
        raise BadText(f"{where} is no report of an arena: {error}") from None


def gone_on(found: Report, setting: Setting, where: str) -> Report:
    """A kept arena with more games, or another test of when it is clear; all else has to be the
    same."""
    kept = msgspec.structs.asdict(found.setting)
    for name, value in msgspec.structs.asdict(setting).items():
        if name not in ("games", "sprt") and kept[name] != value:
            raise BadText(f"{where} holds another arena: its {name} is {kept[name]!r}")
    if setting.games < found.setting.games:
        raise BadText(f"{where} holds another arena: its games are {found.setting.games}")
    return Report(setting, found.played)


def meetings(setting: Setting, seats: int) -> list[list[str]]:
    """Who meets whom: all pairs in a game for two; else one against copies of the other, or all."""
    bots = setting.bots
    if len(bots) < 2:
        raise BadText("an arena needs two bots")
    if len(set(bots)) != len(bots):
        raise BadText("each bot of an arena is named once")
    if seats == 2:
        return [list(pair) for pair in combinations(bots, 2)]
    if len(bots) == 2:
        return [[bots[0], *[bots[1]] * (seats - 1)]]
    if len(bots) == seats:
        return [list(bots)]
    raise BadText(f"a game for {seats} is an arena for 2 or {seats} bots, not {len(bots)}")


def fixtures(setting: Setting, seats: int) -> Iterator[Fixture]:
    """All games, round by round; the meetings take turns."""
    groups = meetings(setting, seats)
    for number in range(-(-setting.games // seats)):
        for meeting, players in enumerate(groups):
            for turn in range(seats):
                seating = [players[(seat - turn) % seats] for seat in range(seats)]
                yield Fixture(meeting, number, seating, f"{setting.seed} {number}")


def opened(setting: Setting) -> Game:
    game: Game = konspira.game(setting.game, **setting.options)
    return game


def play(setting: Setting, fixture: Fixture) -> Played:
    """One game, in whatever process."""
    game = opened(setting)
    sitting = [seated(name, game.key, setting.seconds) for name in fixture.players]
    return Played(fixture, contest(game, sitting, fixture.seed))


class Arena:
    """Plays what is left of a report, and stops a meeting as soon as its test is decided."""

    def __init__(self, found: Report) -> None:
        self.report = found
        self.setting = found.setting
        self.game = opened(found.setting)
        self.seats = self.game.seats
        self.meetings = meetings(self.setting, self.seats)
        for name in self.setting.bots:
            seated(name, self.game.key, self.setting.seconds)  # a wrong name is said at once
        self.all = list(fixtures(self.setting, self.seats))

    def scores(self, meeting: int) -> list[float]:
        """The first player's share of each complete round, in order."""
        first = self.meetings[meeting][0]
        rounds: dict[int, list[float]] = {}
        for one in self.report.played:
            if one.fixture.meeting == meeting:
                rounds.setdefault(one.fixture.round, []).append(won(one.result, first))
        full = sorted(number for number, found in rounds.items() if len(found) == self.seats)
        return [sum(rounds[number]) / self.seats for number in full]

    def verdict(self, meeting: int) -> str:
        if self.setting.sprt is None:
            return ""
        return Sprt(*self.setting.sprt).verdict(self.scores(meeting))

    def left(self) -> list[Fixture]:
        done = {
            (one.fixture.meeting, one.fixture.round, tuple(one.fixture.players))
            for one in self.report.played
        }
        decided = {number for number in range(len(self.meetings)) if self.verdict(number)}
        return [
            fixture
            for fixture in self.all
            if fixture.meeting not in decided
            and (fixture.meeting, fixture.round, tuple(fixture.players)) not in done
        ]

    def run(self, workers: int, seen: Callable[[], None]) -> None:
        """Plays on; `seen` is called after every game."""
        if workers <= 1:
            while todo := self.left():
                for fixture in todo[: self.seats]:
                    self._enter(play(self.setting, fixture), seen)
            return
        for _ in range(RETRIES):
            try:
                with ProcessPoolExecutor(workers) as pool:
                    self._spread(pool, workers, seen)
                return
            except BrokenProcessPool:
                continue  # a worker died: what it played is played again
        raise BadText("the workers of the arena keep dying")

    def run_on(self, pool: Executor, workers: int, seen: Callable[[], None]) -> None:
        """The same on workers from elsewhere."""
        self._spread(pool, workers, seen)

    def _spread(self, pool: Executor, workers: int, seen: Callable[[], None]) -> None:
        running: list[Future[Played]] = []
        asked: set[tuple[int, int, tuple[str, ...]]] = set()
        while True:
            todo = [
                fixture
                for fixture in self.left()
                if (fixture.meeting, fixture.round, tuple(fixture.players)) not in asked
            ]
            while todo and len(running) < 2 * workers:
                fixture = todo.pop(0)
                asked.add((fixture.meeting, fixture.round, tuple(fixture.players)))
                running.append(pool.submit(play, self.setting, fixture))
            if not running:
                return
            self._enter(running.pop(0).result(), seen)

    def _enter(self, one: Played, seen: Callable[[], None]) -> None:
        self.report.played.append(one)
        seen()


def won(result: Result, name: str) -> float:
    """The share of a win that a player has."""
    if not result.winners:
        return 0.0
    return sum(result.players[seat] == name for seat in result.winners) / len(result.winners)


def series(game: Game, first: str, second: str, games: int, seed: str) -> list[Counter[str]]:
    """How the first player won, by seat taken: seats are exchanged after every game."""
    found: list[Counter[str]] = [Counter(), Counter()]
    for number in range(games):
        seat = number % 2
        names = (first, second) if seat == 0 else (second, first)
        result = played(game, names, f"{seed} {number}")
        if result.winners == [seat]:
            found[seat][result.how] += 1
    return found


def played(game: Game, names: Sequence[str], seed: str) -> Result:
    """One game; `names` are the players of the seats in order."""
    return contest(game, [seated(name, game.key, 0.1) for name in names], seed)
