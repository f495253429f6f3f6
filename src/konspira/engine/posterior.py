"""The posterior of the contract by exact enumeration, and how samplers are held against it.

Only for small games: every history that tells the viewer what was told is followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from math import sqrt

from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, HOUSE, Game, State, actor_of, odds
from konspira.engine.knowledge import Knowledge, resample
from konspira.engine.log import opening

INTERVAL = 2.576
"""Standard deviations of a 99 % interval."""

Key = Callable[[State], Hashable]


class TooMany(ValueError):
    """More states fit at once than were asked for."""


def by_state(state: State) -> Hashable:
    return state.hash()


def by_history(state: State) -> Hashable:
    return tuple(state.history())


def groups(known: Knowledge) -> list[list[int]]:
    """What was told, cut before each move and each outcome of chance: these with their events."""
    cut: list[list[int]] = []
    for told in (code for entry in known.told for code in entry):
        if actor_of(told) != HOUSE:
            cut.append([])
        cut[-1].append(told)
    return cut


def fitting(
    game: Game, known: Knowledge, most: int, key: Key = by_state
) -> list[tuple[State, float]]:
    """Every state (or, by history, every game) that fits an unfinished game, with its chance.

    States with one key are one: what follows depends on nothing else.
    """
    if known.base:
        raise ValueError("games that began from a position are not enumerated")
    viewer = known.viewer
    state, _ = opening(game)
    now: dict[Hashable, tuple[State, float]] = {key(state): (state, 1.0)}
    for group in groups(known):
        after: dict[Hashable, tuple[State, float]] = {}
        for before, weight in now.values():
            for code, chance in continued(game, before, group[0], viewer):
                child = before.clone()
                child.watch()
                child.apply(code)
                if [game.tell(seen, viewer) for seen in child.witnessed()] == group:
                    name = key(child)
                    _, gathered = after.get(name, (child, 0.0))
                    after[name] = child, gathered + weight * chance
        if len(after) > most:
            raise TooMany(f"more than {most} states fit")
        now = after
    total = sum(weight for _, weight in now.values())
    return [(state, weight / total) for state, weight in now.values()]


def continued(game: Game, state: State, told: int, viewer: int) -> list[tuple[int, float]]:
    """The codes that can have been told so, with the weights of the contract."""
    actor = actor_of(told)
    if actor == CHANCE:
        total = state.chance_total()
        return [
            (code, weight / total)
            for code, weight in odds(state)
            if game.tell(code, viewer) == told
        ]
    if state.actor() == CHANCE:
        return []
    alike = [move for move in state.moves(actor) if game.tell(move, viewer) == told]
    if alike:
        return [(move, 1.0 / len(alike)) for move in alike]
    unlisted = [*game.asides(state, actor), game.timeout(actor)]
    return [(told, 1.0)] if told in unlisted or game.words([told]) else []


def posterior(
    game: Game, known: Knowledge, most: int = 20_000, key: Key = by_state
) -> dict[Hashable, float]:
    return {key(state): weight for state, weight in fitting(game, known, most, key)}


def replayed_story(game: Game, base: str, codes: list[int]) -> State:
    state, _ = opening(game, base)
    for code in codes:
        state.apply(code)
    return state


@dataclass(slots=True)
class Fit:
    """Counts of draws held against exact chances, over any number of positions."""

    positions: int = 0
    draws: int = 0
    statistic: float = 0.0
    freedom: int = 0
    strays: list[str] = field(default_factory=list)

    def add(self, expected: dict[Hashable, float], counts: Counter[Hashable]) -> None:
        """Chi-square; chances too small to count on by themselves are thrown together."""
        draws = counts.total()
        self.positions += 1
        self.draws += draws
        for found in counts.keys() - expected.keys():
            self.strays.append(f"{counts[found]} of {draws} draws are impossible: {found}")
        cells: list[tuple[float, int]] = []
        rare, rare_found = 0.0, 0
        for name, chance in expected.items():
            if chance * draws < 5.0:
                rare += chance * draws
                rare_found += counts[name]
            else:
                cells.append((chance * draws, counts[name]))
        if rare >= 5.0:
            cells.append((rare, rare_found))
        self.statistic += sum((found - wanted) ** 2 / wanted for wanted, found in cells)
        self.freedom += max(len(cells) - 1, 0)

    @property
    def surprise(self) -> float:
        """The statistic in standard deviations (Wilson and Hilferty)."""
        if not self.freedom:
            return 0.0
        spread = 2.0 / (9.0 * self.freedom)
        return float(((self.statistic / self.freedom) ** (1 / 3) - 1.0 + spread) / sqrt(spread))

    def problems(self, what: str) -> Iterator[str]:
        yield from (f"{what}: {stray}" for stray in self.strays)
        if self.surprise > INTERVAL:
            yield (
                f"{what}: chi-square {self.statistic:.0f} with {self.freedom} degrees of freedom "
                f"is {self.surprise:.1f} standard deviations off"
            )


def fit_samples(
    game: Game, known: Knowledge, fit: Fit, luck: Stream, draws: int, most: int
) -> None:
    """Hold `sample` against the posterior."""
    sampler = game.sampler(known)
    counts = Counter(by_state(sampler.sample(luck)) for _ in range(draws))
    fit.add(posterior(game, known, most), counts)


def fit_stories(
    game: Game,
    known: Knowledge,
    fit: Fit,
    luck: Stream,
    draws: int,
    most: int,
    key: Key = by_state,
) -> None:
    """Hold `story` against the posterior: by the state it leads to, or by the whole game."""
    sampler = game.sampler(known)
    stories = (sampler.story(luck) for _ in range(draws))
    counts = Counter(key(replayed_story(game, base, codes)) for base, codes in stories)
    fit.add(posterior(game, known, most, key), counts)


@dataclass(slots=True)
class Honesty:
    """With the truth drawn by the posterior: is a resampled state the truth as often as it is
    another resampled state? Oftener, and the sampler has seen the truth."""

    rounds: int = 0
    hits: int = 0
    matches: int = 0

    def ask(self, game: Game, known: Knowledge, luck: Stream, rounds: int, most: int) -> None:
        fits = fitting(game, known, most)
        for _ in range(rounds):
            truth, other = _drawn(fits, luck), _drawn(fits, luck)
            guess = resample(game, truth, known.viewer, luck).hash()
            self.rounds += 1
            self.hits += guess == truth.hash()
            self.matches += guess == resample(game, other, known.viewer, luck).hash()

    def problems(self) -> Iterator[str]:
        if not self.rounds:
            yield "no position was small enough to ask for the truth"
            return
        hit, match = self.hits / self.rounds, self.matches / self.rounds
        width = INTERVAL * sqrt((hit * (1 - hit) + match * (1 - match)) / self.rounds)
        if abs(hit - match) > width:
            yield (
                f"resampling gives the truth in {hit:.4f} and another resampled state in "
                f"{match:.4f} of {self.rounds} rounds; they may differ by {width:.4f}"
            )


def _drawn(fits: list[tuple[State, float]], luck: Stream) -> State:
    ticket = luck.unit()
    for state, weight in fits:
        ticket -= weight
        if ticket < 0.0:
            return state
    return fits[-1][0]
