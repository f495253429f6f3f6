"""Which things are touched for a move, and how the move is said in a list.

The set of things settles the move, whatever the order; no move's set holds another's. An agent
is touched by the cell she stands in: starts hold an own agent and ends do not, so that a cell
says by itself which of the two it is.
"""

from __future__ import annotations

from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, EQUIPMENT, IDENTITIES, KINDS, SPECIAL_AGENTS
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.components import ANJU, ATTACK
from konspira.games.kyoto.rules.seen import Seen
from konspira.web.table import Offer

# Answers that are a button of their own.
ALONE = {
    codes.NO_SPRING: "no-spring",
    codes.LEAVE_CARD: "leave-card",
    codes.HOLD_FIRE: "hold-fire",
    codes.NO_ACTIVATE: "no-activate",
    codes.NO_FAN: "no-fan",
    codes.DONE: "done",
    codes.RESIGN: "aside-resign",
}
SWAPPED = ("", "swap-leave", "swap-exchange")
ON_ENEMIES = {
    codes.USE_WIRETAP: "wiretap",
    codes.USE_STUNNER: "stunner",
    codes.USE_ANAESTHETIC: "anaesthetic",
}
# Two agents, or a location card, may be touched for a plain move too: these begin with their card.
FIRST = {codes.SWAP_TWO: "card-swap", codes.LAY_DECOY: "card-decoy"}


# What the touches of a move are, in the order of `things`.
STEPS = {
    codes.PLAY: ("card", "agent", "cell"),
    codes.PUSH: ("enemy", "cell"),
    codes.SWAP_TWO: ("card", "swapped", "swapped", "secret"),
    codes.LAY_DECOY: ("card", "mark", "mark-2"),
    codes.SPRING: ("decoy", "cell"),
    codes.FAN_PLAY: ("card", "cell"),
    codes.USE_WIRETAP: ("gear", "enemy"),
    codes.USE_STUNNER: ("gear", "enemy"),
    codes.USE_ANAESTHETIC: ("gear", "enemy"),
}


def sign(identity: int) -> str:
    return IDENTITIES[identity].replace("R", "●")


class Touches:
    """Offers of one game in one language."""

    def __init__(self, game: Kyoto, words: Texts) -> None:
        self.game = game
        self.words = words
        self.cells = game.notation.cells

    def offer(self, move: int, seen: Seen) -> Offer:
        return Offer(
            self.game.text(move),
            self.things(move, seen),
            self.label(move, seen),
            self.sure(move, seen),
            first=FIRST.get(kind_of(move), ""),
            steps=tuple(
                self.words.say(f"web.step.{step}") for step in STEPS.get(kind_of(move), ())
            ),
        )

    def cell(self, cell: int) -> str:
        return f"cell-{self.cells[cell]}"

    def things(self, move: int, seen: Seen) -> tuple[str, ...]:
        kind, a, b, c = kind_of(move), a_of(move), b_of(move), c_of(move)
        if kind in ALONE:
            return (ALONE[kind],)
        if kind in ON_ENEMIES:
            return (f"equip-{ON_ENEMIES[kind]}", self.cell(a))
        match kind:
            case codes.PLACE:
                return (f"identity-{IDENTITIES[b]}", self.cell(a))
            case codes.NEUTRAL:
                return ("keep-neutral" if a else "pass-neutral",)
            case codes.PICK:
                return (f"pick-{SPECIAL_AGENTS[a]}",)
            case codes.RURI_COLOUR:
                return (f"colour-{CARDS[a]}",)
            case codes.PLAY:
                return (f"card-{CARDS[a]}", self.cell(b), self.cell(c))
            case codes.FAN_PLAY:  # who moves is settled (SK-10.8)
                return (f"card-{CARDS[a]}", self.cell(c))
            case codes.PUSH:
                return (self.cell(a), self.cell(b))
            case codes.SWAP_TWO:
                return ("card-swap", self.cell(a), self.cell(b), SWAPPED[c])
            case codes.LAY_DECOY:
                return self._decoy(seen, a, b)
            case codes.SPRING:
                return (f"decoy-{a + 1}", self.cell(c))
            case codes.REFILL if b < len(KINDS):
                return (f"draw-{KINDS[a]}-{KINDS[b]}",)
            case codes.REFILL:
                return (f"deck-{KINDS[a]}",)
            case codes.KEEP:
                return (f"pair-{CARDS[a]}",)
            case codes.TAKE_BACK:
                return ("take-back",)
            case codes.FIRE:
                return (f"identity-{IDENTITIES[a]}",)
            case codes.ACTIVATE:
                return (f"equip-{EQUIPMENT[a]}",)
        return ("equip-typescript", f"pile-{CARDS[a]}")

    def _decoy(self, seen: Seen, first: int, second: int) -> tuple[str, ...]:
        marked = ("card-decoy", f"card-{CARDS[first - 1]}")
        if seen.specials[seen.viewer] != ANJU:
            return marked
        # SK-9.4: with Anju one mark is only the beginning of two, unless it is said to be alone.
        if not second:
            return (*marked, "one-mark")
        if second == first:
            return (*marked, "marks-alike")
        return (*marked, f"card-{CARDS[second - 1]}")

    # Words --------------------------------------------------------------------------------------

    def label(self, move: int, seen: Seen) -> str:
        say, cells = self.words.say, self.cells
        kind, a, b, c = kind_of(move), a_of(move), b_of(move), c_of(move)
        if kind in ALONE:
            return say(f"web.choice.{ALONE[kind]}")
        if kind in ON_ENEMIES:
            return f"{say(f'equipment.{ON_ENEMIES[kind]}')}: {cells[a]}"
        match kind:
            case codes.PLACE:
                return f"{cells[a]}: {sign(b)}"
            case codes.NEUTRAL:
                return say("web.choice.keep-neutral" if a else "web.choice.pass-neutral")
            case codes.PICK:
                return say(f"agent.{SPECIAL_AGENTS[a]}")
            case codes.RURI_COLOUR:
                return self._card(a)
            case codes.PLAY | codes.FAN_PLAY:
                return f"{self._card(a)}: {self._way(b, c, seen)}"
            case codes.PUSH:
                return say("web.choice.push", way=self._way(a, b, seen))
            case codes.SWAP_TWO:
                pair = f"{self._card(8)}: {cells[a]}, {cells[b]}"
                return f"{pair}: {say(f'web.choice.{SWAPPED[c]}')}"
            case codes.LAY_DECOY:
                marks = ", ".join(self._card(mark - 1) for mark in (a, b) if mark)
                return f"{self._card(9)}: {marks}"
            case codes.SPRING:
                return say("web.choice.spring", number=a + 1, mark=self._card(b), cell=cells[c])
            case codes.REFILL:
                decks = [say(f"web.deck.{KINDS[deck]}") for deck in (a, b) if deck < len(KINDS)]
                return " + ".join(decks)
            case codes.KEEP:
                return say("web.choice.keep", kept=self._card(a), other=self._card(b))
            case codes.TAKE_BACK:
                return say("web.choice.take-back", card=self._card(a))
            case codes.FIRE:
                return say("web.choice.fire", identity=say(f"identity.{IDENTITIES[a]}"))
            case codes.ACTIVATE:
                return say("web.choice.activate", item=say(f"equipment.{EQUIPMENT[a]}"))
        return f"{say('equipment.typescript')}: {self._card(a)}"

    def sure(self, move: int, seen: Seen) -> str:
        """What shows something hidden cannot be taken back, and asks once. Attack does not: its
        two moves are confirmed together."""
        say, kind, cell = self.words.say, kind_of(move), self.cells
        if kind == codes.RESIGN:
            return say("web.sure.resign")
        if kind == codes.PICK:
            return say("web.sure.pick", agent=say(f"agent.{SPECIAL_AGENTS[a_of(move)]}"))
        if kind == codes.USE_WIRETAP:
            return say("web.sure.wiretap", cell=cell[a_of(move)])
        if kind == codes.FIRE:
            return say("web.sure.fire", identity=say(f"identity.{IDENTITIES[a_of(move)]}"))
        if kind in (codes.PLAY, codes.FAN_PLAY) and a_of(move) != ATTACK:
            end = c_of(move)
            if end in held(seen):
                return say("web.sure.attack", cell=cell[end])
            if self.game.board.home[1 - seen.viewer] >> end & 1:  # SK-8.5
                return say("web.sure.far-row", cell=cell[end])
        return ""

    def _card(self, card: int) -> str:
        return self.words.say(f"card.{CARDS[card]}")

    def _way(self, start: int, end: int, seen: Seen) -> str:
        between = " × " if end in held(seen) else " → "
        return self.cells[start] + between + self.cells[end]


def held(seen: Seen) -> set[int]:
    """The cells somebody stands in."""
    return {seen.pawns[at] for at in range(0, len(seen.pawns), 5)}
