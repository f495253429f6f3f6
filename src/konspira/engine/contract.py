"""What a game is: the contract between rules and everybody who uses them.

A *code* is a small int that says one thing which happened: a move of a seat, an outcome of
chance, or an event (what everybody can see follow from a move). Its low four bits are the actor.
`tell(code, viewer)` blanks what the viewer may not know and gives a code again, so one text
function serves records (full codes) and viewers (told codes).

The posterior of `sample` is defined by the contract alone:

    weight(history) = product of the odds of chance
                      x for each move m of another seat: 1 / |{legal m' : told alike}|

over all histories that tell the viewer exactly what was told. What a seat chose openly is no
evidence of what it holds; what it chose in secret is uniform over what it could have chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol, runtime_checkable

OPEN_TABLE: Final = 12  # a viewer for whom nothing is hidden: never a person
HOUSE: Final = 13
SPECTATOR: Final = 14
CHANCE: Final = 15

# What `actor()` answers besides a seat and CHANCE.
SEVERAL: Final = 16
NOBODY: Final = 17


def actor_of(code: int) -> int:
    return code & 15


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and by which rule. `winners` is empty when everybody lost together."""

    winners: tuple[int, ...]
    how: Enum
    names: tuple[str, ...] = ()
    points: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        return self.winners[0] if len(self.winners) == 1 else None

    def __str__(self) -> str:
        if self.how.name == "VOID":
            return "void"
        if not self.winners:
            return f"lost by {self.how.name}"
        who = " and ".join(self.names[seat] if self.names else str(seat) for seat in self.winners)
        return f"{who} won by {self.how.name}"


@dataclass(frozen=True, slots=True)
class Decision:
    """An open question. A move answers a decision id; an id is never used for another question."""

    id: int
    seat: int
    kind: str


class MoveError(ValueError):
    """A move was refused. `reason` is the key of a sentence, `facts` fill its gaps."""

    def __init__(self, reason: str, **facts: str | int) -> None:
        self.reason = reason
        self.facts = facts
        super().__init__(reason if not facts else f"{reason} {facts}")


class NotAMove(MoveError):
    """The text is no move of this game at all."""


class NotLegal(MoveError):
    """A move of this game, but not now."""


class Ambiguous(MoveError):
    """More than one legal move fits the text."""


class BadText(ValueError):
    """A position, record or scenario that cannot be read: one clear sentence."""

    line: int | None = None


class State(Protocol):
    """One moment of a game. Rules implement it; everybody plays through it."""

    def actor(self) -> int:
        """The seat to act, CHANCE, SEVERAL seats at once, or NOBODY after the end."""

    def asks(self, seat: int) -> bool:
        """Is a decision of this seat open?"""

    def decision_id(self, seat: int) -> int:
        """The id of this seat's open decision."""

    def moves(self, seat: int = -1) -> list[int]:
        """All legal moves (of one seat, or of all to act). Read, do not change, the list."""

    def play(self, move: int) -> None:
        """Check and play a move, an outcome of chance or an aside; MoveError leaves all as it was.
        A state started with a seed then plays chance itself."""

    def apply(self, move: int) -> None:
        """As `play` for a move known to be legal; chance is left to the caller."""

    def chance_total(self) -> int:
        """The sum of the weights of chance's outcomes."""

    def chance_pick(self, ticket: int) -> int:
        """The outcome that holds ticket number `ticket` of `chance_total()`."""

    def drafting(self) -> int:
        """The seat in the middle of a compound, or NOBODY."""

    def clone(self) -> State: ...

    def hash(self) -> int: ...

    def outcome(self) -> Outcome | None: ...

    def base_text(self) -> str:
        """The position this state was set up from, or nothing if it began at the start."""

    def history(self) -> list[int]:
        """Every code played since then, chance included."""

    def watch(self) -> None:
        """From now on gather what happens (moves, chance, events) for `witnessed`."""

    def witnessed(self) -> list[int]:
        """What happened since the last call, in order."""


def odds(state: State) -> list[tuple[int, int]]:
    """Chance's outcomes with their integer weights, in order."""
    outcomes: list[tuple[int, int]] = []
    for ticket in range(state.chance_total()):
        code = state.chance_pick(ticket)
        if outcomes and outcomes[-1][0] == code:
            outcomes[-1] = (code, outcomes[-1][1] + 1)
        else:
            outcomes.append((code, 1))
    return outcomes


Codes = Sequence[int]


class Luck(Protocol):
    """A source of uniform numbers."""

    def below(self, n: int) -> int: ...


class Sampler(Protocol):
    """Draws states that fit one viewer's knowledge, by the posterior defined above."""

    def sample(self, luck: Luck) -> State:
        """A state that fits, without its past (fast; for search)."""

    def story(self, luck: Luck) -> tuple[str, list[int]]:
        """A whole game that fits, hidden parts filled in: its base text and its codes."""


class Game(Protocol):
    """A game with its options chosen: the one door through which all others use it."""

    key: str
    version: int
    seats: int

    def seat_name(self, seat: int) -> str: ...

    def options(self) -> dict[str, object]: ...

    def start(self, seed: int | str | None = None) -> Any:
        """A new game. With a seed chance plays itself; without, it is left to the caller."""

    def decision_kind(self, state: Any, seat: int) -> str: ...

    def asides(self, state: Any, seat: int) -> list[int]:
        """Legal unasked moves of a seat (resign, …), never in `moves()`."""

    def timeout(self, seat: int) -> int:
        """The aside the room enters when a seat's clock has run out."""

    def tell(self, code: int, viewer: int) -> int: ...

    def words(self, codes: Codes) -> list[str]:
        """The open texts these codes speak of (a clue), in order; empty in most games."""

    def text(self, code: int) -> str: ...

    def read(self, text: str, seat: int) -> int:
        """The code of a move text of this seat, legal or not. NotAMove if there is none."""

    def refusal(self, state: Any, code: int) -> MoveError:
        """Why this move is not legal now, saying nothing its seat may not know."""

    def position(self, state: Any) -> str: ...

    def tell_position(self, text: str, viewer: int) -> str:
        """A position text with all blanked that the viewer may not know."""

    def from_position(self, text: str) -> Any: ...

    def view(self, state: Any, viewer: int) -> object:
        """The table as this viewer may see it, built up from nothing, as plain values."""

    def spelled(self, view: Any) -> dict[str, object]:
        """The same with names, ready for JSON. One view, several encodings."""

    def truth(self, state: Any) -> dict[str, object]:
        """The table with everything open: for scenarios, and for replays after the end."""

    def set_up(self, value: Any) -> str:
        """The position text of a position as people write it down in scenarios."""

    def sampler(self, knowledge: Any) -> Any: ...

    def conserved(self, state: Any) -> list[str]:
        """Broken conservation laws, as sentences; empty when all is well."""


@runtime_checkable
class PlaysOn(Protocol):
    """A game that goes on when a seat has left: what is asked of that seat is answered for it."""

    def left(self, state: Any, seat: int) -> bool:
        """Has this seat resigned, or run out of time, while the others play on?"""

    def default_moves(self, state: Any, seat: int) -> list[int]:
        """What is played for a seat that does not answer: a move, or a whole compound."""


@runtime_checkable
class Judging(Protocol):
    """A game with open texts that are judged before they are played (Duet's clue). The rules do
    not judge: replay, search and sampling take a text as it was given."""

    def make_ready(self) -> None:
        """Reads what the judge needs, which may take a second: better before the first text."""

    def hear(self, state: Any, code: int) -> None:
        """Asked by whoever takes a move from a person or a program, before it is played. MoveError
        if the judge does not let it through; it looks at public facts only."""


@runtime_checkable
class Forgets(Protocol):
    """A game whose history people may read back only so far while it runs (SK-12.13)."""

    def closed_log(self) -> bool:
        """Has nobody agreed to an open one?"""

    def recalled(self, told: Sequence[Sequence[int]], viewer: int) -> int:
        """The first entry that the viewer may still read; by what everybody is told of all."""
