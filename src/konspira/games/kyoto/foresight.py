"""Judges a table after both sides have played on a little.

A play is chosen as a person would: a side knows its own agents, but only guesses who the hidden
ones opposite are, from what was seen of them. If it knew them, every bluff would look foolish.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE
from konspira.engine.playable import Playable
from konspira.games.kyoto.belief import IDENTITIES, PAWNS
from konspira.games.kyoto.evaluation import Eye
from konspira.games.kyoto.rules.codes import (
    DONE,
    LEAVE_CARD,
    NO_ACTIVATE,
    PLAY,
    SWAP_TWO,
    a_of,
    b_of,
    c_of,
    kind_of,
)
from konspira.games.kyoto.rules.components import DECLARED_FALSE, ID_SHIFT, IDENTITY, REVEALED
from konspira.games.kyoto.rules.position import (
    ACTIVATING,
    AFTER_PLAY,
    FAN_ASKED,
    OVER,
    PUSHING,
    TAKING_BACK,
    TURN,
    Position,
)
from konspira.games.kyoto.rules.state import State

# With the last cards in hand a game is played to its end, which is near: who has none left loses.
LONGEST: Final = 14  # plays
FEW: Final[i64] = 8  # agents on the board
UNSURE: Final = 0.001  # what wins for sure goes before what wins if the guess is right
TRADES: Final = 14  # of identities, until a guess hardly knows where it began


class Foresight(Eye):
    """`near`, `far`: how many plays are made before a table is judged, each in half of all rounds.
    Near, more can be looked at; far, more is seen. `late`: how many more once few are left.
    `guesses`: at who is hidden opposite, for each play. `seems`: for each pawn of either side how
    likely each identity seems to the other one; empty if all are as likely."""

    def __init__(
        self,
        weights: list[float],
        near: int,
        far: int,
        late: int,
        guesses: int,
        luck: Stream,
        seems: list[float],
    ) -> None:
        super().__init__(weights)
        self.near = near
        self.far = far
        self.late = late
        self.luck = luck
        self.plays = near
        self.guesses = guesses
        self.seems = seems
        self.began: i64 = 0  # where its luck stood when the round began

    def begin(self) -> None:
        self.plays = self.far if self.luck.below(2) else self.near
        self.began = self.luck.state

    def again(self) -> None:
        self.luck.state = self.began

    def chances(self, state: Playable) -> list[float]:
        assert isinstance(state, State)
        plies = 0
        most = self.plays
        if self.late and _few(state):
            most += self.late
        while state.phase == TURN and (plies < most or _last_cards(state, plies)):
            self.answer(state)
            plies += 1
        if state.phase == OVER:
            return [1.0, 0.0] if state.winner == 0 else [0.0, 1.0]
        return super().chances(state)

    def answer(self, state: State) -> None:
        """The side to move makes its best play, and the next turn begins."""
        state.apply(self._best(state))
        self.go_on(state)

    def go_on(self, state: State) -> None:
        """To the next turn."""
        luck = self.luck
        while state.phase != OVER and state.phase != TURN:
            if state.actor() == CHANCE:
                state.apply(state.chance_pick(luck.below(state.chance_total())))
            else:
                state.apply(self.pick(state, state.moves(), luck))

    def _best(self, state: State) -> int:
        """By guesses at the agents opposite. Of plays that are alike one is enough; Decoy is left
        out, and Swap unless it may win at once (SK-6.4.5)."""
        moves = state.moves()
        tried: list[int] = []
        totals: list[float] = []
        seen: set[int] = set()
        for move in moves:
            total = 0.0
            if kind_of(move) == PLAY:
                step = self.alike(move)
                if step in seen:
                    continue
                seen.add(step)
                if _hidden(state, c_of(move)):
                    total = -UNSURE
            elif kind_of(move) != SWAP_TWO or not _arrived(state, a_of(move), b_of(move)):
                continue
            tried.append(move)
            totals.append(total)
        n = len(tried)
        if n == 0:
            return moves[self.luck.below(len(moves))]
        for _ in range(self.guesses):
            guess = self._guessed(state)
            for at in range(n):
                totals[at] += self.after(guess, tried[at])
        best = 0
        for at in range(n):
            if totals[at] > totals[best]:
                best = at
        return tried[best]

    def pick(self, state: Playable, moves: list[int], luck: Stream) -> int:
        """What follows a play: a push, another play with the Fan, and no item by chance."""
        assert isinstance(state, State)
        n = len(moves)
        if n > 1:
            phase = state.phase
            if phase == PUSHING or phase == FAN_ASKED:
                return self._followed(state, moves)
            if phase == AFTER_PLAY:
                for move in moves:
                    if kind_of(move) == DONE:
                        return move
            if phase == ACTIVATING or phase == TAKING_BACK:
                at = luck.below(n)
                idle = kind_of(moves[at]) == NO_ACTIVATE or kind_of(moves[at]) == LEAVE_CARD
                return moves[(at + 1) % n] if idle else moves[at]
        return super().pick(state, moves, luck)

    def _followed(self, state: State, moves: list[int]) -> int:
        guess = self._guessed(state)
        best = moves[0]
        highest = -1.0
        for move in moves:
            value = self.after(guess, move)
            if value > highest:
                highest = value
                best = move
        return best

    def _guessed(self, state: State) -> State:
        guess = state.clone()
        exchange(guess, 1 - state.side, self.luck)
        if self.seems:
            suspect(guess, 1 - state.side, self.luck, self.seems)
        return guess


def _last_cards(state: State, plies: int) -> bool:
    """Both decks are empty: the hands are all there is (SK-8.9)."""
    return state.deck0 == 0 and state.deck1 == 0 and plies < LONGEST


def _few(state: State) -> bool:
    both = state.occ(0) | state.occ(1)
    many: i64 = 0
    while both:
        many += both & 1
        both >>= 1
    return many <= FEW


def _hidden(state: State, cell: i64) -> bool:
    """Does a hidden enemy of the mover stand here?"""
    agent: i64 = state.agents[cell]
    return state.occ(1 - state.side) >> cell & 1 != 0 and not agent & REVEALED


def _arrived(state: State, one: i64, two: i64) -> bool:
    """Does one of the mover's two agents stand on the enemy's home row?"""
    board = state.board
    home = board.rows - 1 if state.side == 0 else 0
    return one // board.columns == home or two // board.columns == home


def exchange(p: Position, side: i64, luck: Stream) -> None:
    """The hidden agents of a side take each other's identities."""
    cells = _unknown(p, side)
    at = len(cells) - 1
    while at > 0:
        _trade(p, cells[at], cells[luck.below(at + 1)])
        at -= 1


def suspect(p: Position, side: i64, luck: Stream, seems: list[float]) -> None:
    """They trade identities until each is about as likely as it seems (Metropolis)."""
    cells = _unknown(p, side)
    n = len(cells)
    if n < 2:
        return
    first = side * PAWNS
    for _ in range(TRADES):
        one = luck.below(n)
        other = (one + 1 + luck.below(n - 1)) % n
        here: i64 = p.agents[cells[one]]
        there: i64 = p.agents[cells[other]]
        if here >> ID_SHIFT >= PAWNS or there >> ID_SHIFT >= PAWNS:
            continue
        mine = (first + (here >> ID_SHIFT)) * IDENTITIES
        yours = (first + (there >> ID_SHIFT)) * IDENTITIES
        identity = here & IDENTITY
        wanted = there & IDENTITY
        now = seems[mine + identity] * seems[yours + wanted]
        then = seems[mine + wanted] * seems[yours + identity]
        if then >= now or luck.unit() * now < then:
            _trade(p, cells[one], cells[other])


def _unknown(p: Position, side: i64) -> list[int]:
    """Where the hidden agents of a side stand whose identities the other side does not know."""
    rest = p.occ(side)
    cells: list[int] = []
    cell: i64 = 0
    while rest:
        if rest & 1:
            agent: i64 = p.agents[cell]
            if not agent & (REVEALED | DECLARED_FALSE):
                cells.append(int(cell))
        rest >>= 1
        cell += 1
    return cells


def _trade(p: Position, one: int, two: int) -> None:
    agents = p.agents
    mine: i64 = agents[one]
    yours: i64 = agents[two]
    agents[one] = int((mine & ~IDENTITY) | (yours & IDENTITY))
    agents[two] = int((yours & ~IDENTITY) | (mine & IDENTITY))
