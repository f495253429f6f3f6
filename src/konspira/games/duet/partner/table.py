"""The game as one seat knows it: its own half of the key, and all that is public."""

from __future__ import annotations

from dataclasses import dataclass, field

from konspira.engine.chance import Stream
from konspira.engine.knowledge import Knowledge
from konspira.games.duet import Duet
from konspira.games.duet.partner.outlook import Outlook
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.duet.rules.components import (
    AGENTS,
    CELLS,
    GREEN,
    PAIRS,
    colour_in,
    size,
)
from konspira.games.duet.rules.guessing import touchable
from konspira.games.duet.rules.position import NUMBER_AT, WORD_AT
from konspira.games.duet.rules.sampler import Evidence
from konspira.games.duet.rules.state import State


@dataclass
class Given:
    """A clue, what its guesser could touch when it was given, and what he touched."""

    giver: int
    word: str
    number: int
    open: list[int]
    touches: list[tuple[int, int]] = field(default_factory=list)  # cell, colour


class Table:
    """CD-20.3: what may be used, and nothing else."""

    def __init__(self, game: Duet, known: Knowledge) -> None:
        sampler = game.sampler(known)
        # Any state that fits has the same public table; its other half of the key is not read.
        state = sampler.sample(Stream("public"))
        self.game = game
        self.me = known.viewer
        self.partner = 1 - self.me
        self.phase = int(state.phase)
        self.words = tuple(game.box.words[place] for place in state.words)
        self.own = list(sampler.evidence.colours[self.me])
        self.possible = [self._possible(sampler.evidence, cell) for cell in range(int(CELLS))]
        self.covered = int(state.covered)
        self.checks = int(state.checks)
        self.bystanders = int(state.bystanders)
        self.guesses = int(state.guesses)
        self.agents = int(AGENTS - size(state.covered))
        self.done = [bool(state.finished >> side & 1) for side in (0, 1)]
        self.open = [_cells(int(touchable(state, side))) for side in (0, 1)]
        self.visible = [self.words[cell] for cell in _cells(int(state.visible()))]
        self.given = self._given(sampler.base, known, state.clues)

    def _given(self, base: State | None, known: Knowledge, clues: list[int]) -> list[Given]:
        open_to = [set(range(int(CELLS))) for _ in (0, 1)]
        found: list[Given] = []
        before = len(clues) - sum(
            kind_of(move) == codes.CLUE for entry in known.told for move in entry
        )
        for clue in clues[:before]:  # given before the position that play began from
            giver = clue & 1
            found.append(self._clue(giver, clue, self.open[1 - giver]))
        if base is not None:
            open_to = [set(_cells(int(touchable(base, side)))) for side in (0, 1)]
        rest = iter(clues[before:])
        for entry in known.told:
            for move in entry:
                if kind_of(move) == codes.CLUE:
                    clue = next(rest)
                    found.append(self._clue(clue & 1, clue, sorted(open_to[1 - (clue & 1)])))
                elif kind_of(move) == codes.SHOWN:
                    cell, colour, side = int(a_of(move)), int(b_of(move)), int(c_of(move))
                    if found and found[-1].giver != side:
                        found[-1].touches.append((cell, colour))
                    open_to[side].discard(cell)
                    if colour == GREEN:
                        open_to[1 - side].discard(cell)
        return found

    def _clue(self, giver: int, clue: int, cells: list[int]) -> Given:
        word = self.game.box.vocabulary.word(clue >> WORD_AT)
        return Given(giver, word, clue >> NUMBER_AT & 15, list(cells))

    def _possible(self, evidence: Evidence, cell: int) -> list[float]:
        """1 for each colour that the cell can have on my partner's side."""
        pairs = int(evidence.pairs_at(cell))
        found = [0.0, 0.0, 0.0]
        for pair in range(int(PAIRS)):
            if pairs >> pair & 1:
                found[int(colour_in(pair, self.partner))] = 1.0
        return found

    def outlook(self) -> Outlook:
        mine = len(self.greens())
        return Outlook(mine, self.agents - mine, self.checks, self.bystanders)

    def greens(self) -> list[int]:
        """My words that my partner has still to find."""
        return [cell for cell in self.open[self.partner] if self.own[cell] == GREEN]


def _cells(cells: int) -> list[int]:
    return [cell for cell in range(int(CELLS)) if cells >> cell & 1]
