"""What lies in front of a side: a hanging scroll with its cards, equipment and captives."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.contract import SEVERAL
from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, KINDS, SIDES
from konspira.games.kyoto.rules.position import OVER
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.table import pieces
from konspira.games.kyoto.table.drawing import drawn
from konspira.games.kyoto.table.pieces import Side
from konspira.games.kyoto.table.prompt import called
from konspira.web.table import Moment


class Sides:
    def __init__(self, game: Kyoto, words: Texts) -> None:
        self.game = game
        self.words = words
        self.real = int(game.board.real).bit_count()
        self.bait = int(game.board.bait)

    def side(self, moment: Moment, side: int) -> str:
        seen: Seen = moment.seen
        found = pieces.side_of(self.game, seen, side)
        name = called(moment.sitters[side], side, self.words)
        return drawn(
            "side.html",
            self.words,
            side=found,
            name=name,
            side_name=self.words.say(f"side.{SIDES[side]}"),
            wins=moment.wins[side] if moment.wins else 0,
            needed=moment.wins_needed if moment.wins_needed > 1 else 0,
            lamp=self._lamp(found, seen),
            asked=not found.ready and _asked(seen, side),
            open_hand=found.hand if not found.own else None,
            real_slots=self.real,
            false_slots=self.bait,
            detention=self._detention(found, seen),
            tone=self._tone(found, seen),
            decoys=[(decoy, self._marks(decoy.marks)) for decoy in found.decoys],
            pile=self._pile(seen, side),
            bottoms=self._bottoms(found),
            kinds=KINDS,
        )

    def _lamp(self, side: Side, seen: Seen) -> str:
        """A small sign at the scroll of whoever is to decide."""
        if side.ready:
            return self.words.say("web.lamp.ready")
        if not _asked(seen, side.side):
            return ""
        turn = "turn" if seen.side == side.side or seen.actor == SEVERAL else "asked"
        return self.words.say(f"web.lamp.{turn}" + (".you" if side.own else ""))

    def _ready(self, side: Side, seen: Seen) -> tuple[bool, bool]:
        """Would one more real agent, one more false one, end the game?"""
        real = len(side.held_real) + 1 == self.real
        false = len(side.held_false) + 1 == self.bait
        return real and seen.phase != OVER, false and seen.phase != OVER

    def _tone(self, side: Side, seen: Seen) -> str:
        """Is that good or bad for the viewer?"""
        real, false = self._ready(side, seen)
        if real == false or seen.viewer >= len(SIDES):
            return ""
        return "good" if real == side.own else "bad"

    def _detention(self, side: Side, seen: Seen) -> str:
        """What the next capture would mean, said to the viewer."""
        you = ".you" if side.own else ".them" if seen.viewer < len(SIDES) else ""
        real, false = self._ready(side, seen)
        if not real and not false:
            return ""
        which = "either" if real and false else "real" if real else "false"
        return self.words.say(f"web.detention.{which}{you}")

    def _marks(self, marks: Sequence[str]) -> str:
        if not marks[0]:
            return self.words.many("web.decoy.hidden", len(marks))
        return self._cards(marks)

    def _pile(self, seen: Seen, side: int) -> str:
        """All of a discard pile, for its owner (SK-12.3a) and after the end."""
        pile = seen.piles[side]
        if not pile:
            return ""
        key = "table.your-pile" if side == seen.viewer else "web.tip.pile-open"
        return self.words.say(key, cards=self._cards([CARDS[card] for card in pile]))

    def _bottoms(self, side: Side) -> list[str]:
        """What is known of the bottom of each deck."""
        found = ["" for _ in KINDS]
        for at, cards in enumerate(side.bottoms):
            if cards:
                found[at] = self.words.say("web.tip.bottom", cards=self._cards(cards))
        return found

    def _cards(self, cards: Sequence[str]) -> str:
        return ", ".join(self.words.say(f"card.{card}") for card in cards)


def _asked(seen: Seen, side: int) -> bool:
    return seen.actor in (side, SEVERAL)
