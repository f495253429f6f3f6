"""How a game looks in a browser: the contract between the pages and a game's `table/`.

Each game's folder has `table/__init__.py` with `def table(game, words) -> Table`, its templates, a
`look.css` and an `art.svg` (symbols). The page draws what `regions` gives; a thing that can be
touched is a `<button data-touch="cell-c4">` with a spoken name. The client script marks what can
be touched next and finds the move by what was touched; it knows no game. Everything here is made
from a `Moment`, which holds what its viewer may know and never a state.

Where it stands: each region is drawn into `<div class="k-region" id="region-NAME">` inside
`<div class="k-table" id="k-table">`; `look.css` lays these out under `[data-game=KEY]` (on body)
and sets the house's tokens again there. `art.svg` (one `<svg class="sprite" aria-hidden="true">`
of symbols) is drawn into the page once, for `<use href="#…">`. No inline styles or scripts: the
page's policy refuses them. Texts of the table may lie in `table/texts/<language>.po`; `words` has
them, the game's, the pages' and the house's. `guide.<kind>` there is what a guided first game says
when a decision of that kind is asked for the first time (`guide.start`: before all others).

What the script does with a region's HTML, by attribute:
    data-touch="cell-c4"   a thing to touch; gets class `can-touch` when it can be touched next,
                           `is-chosen` when it was (with aria-pressed, aria-disabled)
    data-back="2"          on a button: takes that move of the open compound back (0 is the first)
    data-drag              on a touchable: may be dragged onto another touchable
    data-grid="5"          on a parent: arrow keys walk over its touchables, five in a row
    data-text              on an input in the tray: the open text (`{text}` of an offer)
    data-number="number"   on a stepper (`<div><button data-by="-1">, <output>, <button
                           data-by="1">`, data-min, data-max): touches `number-N` for its value
    data-tip="rule-yoko"   hover, focus or long press shows that part of the rules drawer
    data-pin="cell-c4"     on a button: marks a thing for the own group; gets class `is-pinned`
                           and data-pinned with the names of who did
    data-moment="3"        shown over the table for so many seconds, then hidden; once per its id;
                           without a number it stays until somebody goes on
    data-first             on a moment: told before the rest of the table is drawn, which would
                           give away how it ends
    data-steps="0.8"       on a list in a moment: its children are told one by one
    data-does="piece-1 at-M4; tile-M4 boom"
                           on such a child: as it is told, things with these ids get these classes,
                           each in place of the one with the same beginning (`at-…`)
    data-do="go-on"        on a button in a moment: tells the rest at once, then ends it
    data-pause="2"         when several entries come at once, this one is shown so long first
Elements that move or must keep their focus have an `id`; the same id is the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from konspira.engine.contract import Game
from konspira.engine.knowledge import Knowledge
from konspira.engine.texts import Texts


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat, as everybody may see it."""

    name: str = ""  # chosen at the table; empty while nobody sits there
    bot: str = ""  # the computer player's name, empty for people
    present: bool = True
    members: int = 1  # people who share the seat: a group pins things for each other
    program: bool = False  # somebody's program answers for itself

    def called(self, words: Texts) -> str:
        """The name chosen at the table, or the computer player's; empty while nobody sits."""
        key = f"bot.{self.bot}"  # a program of the host has no text of ours
        return self.name or (words.say(key) if key in words else self.bot)


@dataclass(frozen=True, slots=True)
class Moment:
    """What one viewer is shown. While this viewer drafts a compound, it is the drafted table."""

    game: Game
    seen: Any  # game.view(state, viewer)
    known: Knowledge
    viewer: int  # a seat, SPECTATOR, or OPEN_TABLE in a replay after the end
    sitters: Sequence[Sitter]
    kind: str = ""  # the decision kind this viewer is asked, empty if not asked
    moves: Sequence[int] = ()
    asides: Sequence[int] = ()
    draft: Sequence[int] = ()  # moves of the open compound so far
    complete: bool = False  # the draft is a whole compound and waits for its confirmation
    wins: Sequence[int] = ()  # games won by each seat's people, this one included
    wins_needed: int = 0  # to win the match; below two there is none
    replaying: bool = False
    # In a replay after the end: what was pinned for all, as pin and the seat that did.
    pinned: Collection[tuple[str, int]] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal move and the things to touch for it. Touched in any order; one move has one set.

    `move` is the notation; `{text}` in it is filled from the text field of the dock. A move that
    ends a compound waits for a confirmation unless it is `final` (a "done" that was touched).
    """

    move: str
    touches: tuple[str, ...]
    label: str  # the move as a person reads it: in lists, for screen readers
    sure: str = ""  # asked once before a move that cannot be taken back
    final: bool = False
    enough: str = ""  # touching this is enough if no other move fits
    first: str = ""  # the thing that has to be touched before the others, if their order matters
    steps: tuple[str, ...] = ()  # what each touch is, in words: "a card", "an agent", "a cell"


PLACE: Final = re.compile("\0(.*?)\0")


class Parted(str):
    """A region with many small parts, of which mostly a few change: elements with ids of their
    own, which can be sent one by one."""

    shell: str
    parts: Mapping[str, str]

    @classmethod
    def of(cls, shell: str, parts: Mapping[str, str]) -> Parted:
        """`shell` has `place(id)` where the element with this id stands in it."""
        whole = cls(PLACE.sub(lambda found: parts[found[1]], shell))
        whole.shell, whole.parts = shell, parts
        return whole


def place(part: str) -> str:
    return f"\0{part}\0"


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked (or who is waited for), and why."""

    title: str
    why: str = ""
    path: Sequence[str] = field(default=())  # what of the compound is settled, in words


@dataclass(frozen=True, slots=True)
class Odds:
    """What a bot believed of something hidden: for each thing the chance of each possibility.
    `truth` of a row is what it really was, by the number of its column."""

    title: str
    columns: Sequence[str] = ()
    rows: Sequence[tuple[str, Sequence[float], int | None]] = ()  # name, shares, truth
    things: Sequence[str] = ()  # a plain list instead, such as the words a clue was meant for


class Table(Protocol):
    """One game with its options, in one language."""

    words: Texts

    def regions(self, moment: Moment) -> dict[str, str]:
        """The table as HTML by region id. Always the same ids, in the order they stand on the
        page; a region that did not change is not sent. Region `tray` is drawn in the dock."""

    def prompt(self, moment: Moment) -> Prompt: ...

    def offers(self, moment: Moment) -> list[Offer]:
        """One for each of `moment.moves` (for open texts: one for each way to complete one), then
        one for each of `moment.asides`."""

    def why(self, moment: Moment, touched: Sequence[str]) -> str:
        """Why these things cannot be touched together now, from what the viewer knows."""

    def remark(self, moment: Moment, text: str, touched: Sequence[str]) -> str:
        """HTML told to the writer of an open text while typing (a verdict); mostly empty."""

    def story(self, moment: Moment) -> list[list[str]]:
        """The sentences of each log entry, as HTML (names in bold, cards as chips)."""

    def rules(self, moment: Moment) -> str:
        """The rules drawer as HTML: each card and place explained, ids as `rule-…`."""

    def label(self, moment: Moment, move: int) -> str:
        """A move of this viewer as a person reads it, in the words of its offer."""

    def odds(self, moment: Moment, truth: Moment, belief: Mapping[str, Any]) -> list[Odds]:
        """What a bot in this seat believed (`Thought.reasons`), in words, beside the truth."""
