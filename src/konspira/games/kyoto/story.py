"""What happened, in words: the log as one viewer may read it."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.contract import HOUSE, SPECTATOR
from konspira.engine.texts import Texts
from konspira.games.kyoto.notation import (
    CARDS,
    ENDINGS,
    EQUIPMENT,
    IDENTITIES,
    KINDS,
    SIDES,
    SPECIAL_AGENTS,
    Notation,
)
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, actor_of, b_of, c_of, kind_of

# Kinds that say nothing a player would miss.
SILENT = (codes.PLACE, codes.REFILL, codes.LEAVE_CARD, codes.DONE, codes.BEGINS)

# One sentence each, with the side that acts or is concerned, and nothing to blank (SK-12.13).
PLAIN = {
    codes.NO_SPRING: "log.no-spring",
    codes.HOLD_FIRE: "log.hold-fire",
    codes.NO_ACTIVATE: "log.no-activate",
    codes.NO_FAN: "log.no-fan",
    codes.RESIGN: "log.resign",
    codes.TIMEOUT: "log.timeout",
    codes.STUCK_HERE: "log.stuck",
    codes.STUNNED_OUT: "log.stunned",
}


def last_round(told: Sequence[Sequence[int]], viewer: int) -> int:
    """SK-12.13, SK-OP-42: the entry after which the viewer's last-but-one turn was over."""
    turns: list[tuple[int, int]] = []  # (side, entry in which its turn began), the newest first
    own = 0
    for at in range(len(told) - 1, -1, -1):
        for code in reversed(told[at]):
            if kind_of(code) != codes.BEGINS:
                continue
            side = a_of(code)
            if turns and turns[-1][0] == side:  # it went on after an item
                turns[-1] = side, at
                continue
            turns.append((side, at))
            own += side == (viewer if viewer < 2 else turns[0][0])
            if own == 2:
                # The other side's turn begins in the very entry that ends the viewer's.
                return turns[-2][1] + 1
    return 0


class Story:
    """Tells told codes to one viewer. The other side is a name, the viewer is "you"."""

    def __init__(self, notation: Notation, texts: Texts, viewer: int, open_log: bool) -> None:
        self.notation = notation
        self.texts = texts
        self.viewer = viewer
        self.open_log = open_log

    def lines(self, told: Sequence[Sequence[int]]) -> list[list[str]]:
        """The sentences of each entry of the log, in order."""
        over = any(kind_of(code) == codes.ENDED for entry in told for code in entry)
        recent = 0 if over or self.open_log else last_round(told, self.viewer)
        return [self._entry(entry, at < recent) for at, entry in enumerate(told)]

    def _entry(self, entry: Sequence[int], old: bool) -> list[str]:
        said: list[str] = []
        if not entry:
            return said
        if kind_of(entry[0]) == codes.DEAL:
            return self._dealt(entry)
        if kind_of(entry[0]) == codes.PLACE:
            said.append(self._placed(entry))
        shown: list[str] = []
        looked: list[str] = []
        for code in entry:
            kind = kind_of(code)
            blank = old and actor_of(code) != self.viewer
            if kind == codes.HAND_SHOWN:
                shown.append(f"{self._card(b_of(code))} ×{c_of(code)}")
                if entry[-1] == code or not _continues(entry, code):
                    said.append(self._hand_shown(a_of(code), shown, old))
            elif kind in (codes.LOOK, codes.PAIRED):
                looked.append(self._card(b_of(code)))
                if len(looked) == 2:
                    said.append(self._by(a_of(code), "log.look", cards=", ".join(looked)))
            elif kind not in SILENT:
                said.append(self._sentence(code, kind, blank))
        return said

    def _by(self, side: int, key: str, **facts: object) -> str:
        """A sentence about a side: `key` names it, `key.you` speaks to it."""
        say = self.texts.say
        if side == self.viewer:
            return say(f"{key}.you", **facts)
        name = SIDES[side]
        return say(key, who=say(f"side.{name}.who"), whose=say(f"side.{name}.whose"), **facts)

    def _dealt(self, entry: Sequence[int]) -> list[str]:
        if self.viewer == SPECTATOR:
            return [self.texts.say("log.dealt")]
        own = [self._card(b_of(code)) for code in entry if a_of(code) == self.viewer]
        return [self.texts.say("log.dealt.you", cards=", ".join(own))]

    def _placed(self, entry: Sequence[int]) -> str:
        side = actor_of(entry[0])
        places = [code for code in entry if kind_of(code) == codes.PLACE]
        if b_of(places[0]) >= len(IDENTITIES):
            return self._by(side, "log.place")
        board = self.notation.board
        known = [b_of(code) for code in places]
        # The last identity goes to the last cell by itself.
        known += [identity for identity in board.identities if identity not in known]
        pairs = ", ".join(
            f"{self.notation.cells[cell]} {self._sign(identity)}"
            for cell, identity in zip(board.start[side], known, strict=True)
        )
        return self._by(side, "log.placed", pairs=pairs)

    def _hand_shown(self, side: int, cards: list[str], old: bool) -> str:
        if old and side != self.viewer:  # SK-12.8c: at that moment only
            return self._by(side, "log.hand.old")
        return self._by(side, "log.hand", cards=", ".join(cards))

    def _sentence(self, code: int, kind: int, old: bool) -> str:
        a, b, c = a_of(code), b_of(code), c_of(code)
        if kind in PLAIN:
            return self._by(a if actor_of(code) == HOUSE else actor_of(code), PLAIN[kind])
        if kind < codes.DEAL:
            return self._move(actor_of(code), kind, a, b, c, old)
        return self._happening(kind, a, b, c)

    def _move(self, seat: int, kind: int, a: int, b: int, c: int, old: bool) -> str:
        cell = self.notation.cells
        match kind:
            case codes.PICK:
                if a == codes.BLANK:
                    return self._by(seat, "log.pick")
                return self._by(seat, "log.picked", agent=self._special(a))
            case codes.NEUTRAL:
                return self._by(seat, "log.keep-neutral" if a else "log.pass-neutral")
            case codes.RURI_COLOUR:
                return self._by(seat, "log.ruri", card=self._card(a))
            case codes.PLAY:
                if old:
                    return self._by(seat, "log.play.old", start=cell[b], end=cell[c])
                return self._by(seat, "log.play", card=self._card(a), start=cell[b], end=cell[c])
            case codes.FAN_PLAY:
                if old:
                    return self._by(seat, "log.fan.old", start=cell[b], end=cell[c])
                return self._by(seat, "log.fan", card=self._card(a), start=cell[b], end=cell[c])
            case codes.PUSH:
                return self._by(seat, "log.push", start=cell[a], end=cell[b])
            case codes.SWAP_TWO:
                if old:
                    return self._by(seat, "log.swap.old", first=cell[a], second=cell[b])
                key = ("log.swap", "log.swap-leave", "log.swap-exchange")[c]
                return self._by(seat, key, first=cell[a], second=cell[b])
            case codes.LAY_DECOY:
                return self._decoy(seat, a, b, old)
            case codes.SPRING:
                if old:
                    return self._by(seat, "log.spring.old", end=cell[c])
                return self._by(seat, "log.spring", mark=self._card(b), end=cell[c])
            case codes.KEEP:
                return self._by(seat, "log.keep", kept=self._card(a), other=self._card(b))
            case codes.TAKE_BACK:
                if old:
                    return self._by(seat, "log.take-back.old")
                return self._by(seat, "log.take-back", card=self._card(a))
            case codes.FIRE:
                return self._by(seat, "log.fire", identity=self._identity(a))
            case codes.ACTIVATE:
                item = self.texts.say(f"equipment.{EQUIPMENT[a]}")
                return self._by(seat, "log.activate", item=item)
            case codes.USE_TYPESCRIPT:
                if old:
                    return self._by(seat, "log.typescript.old")
                return self._by(seat, "log.typescript", card=self._card(a))
            case codes.USE_WIRETAP:
                return self._by(seat, "log.wiretap", cell=cell[a])
            case codes.USE_STUNNER:
                return self._by(seat, "log.stunner", cell=cell[a])
        return self._by(seat, "log.anaesthetic", cell=cell[a])

    def _decoy(self, seat: int, first: int, second: int, old: bool) -> str:
        if old:
            return self._by(seat, "log.decoy.old")
        if first == codes.BLANK:
            return self._by(seat, "log.decoy-two" if second else "log.decoy")
        marks = ", ".join(self._card(mark - 1) for mark in (first, second) if mark)
        return self._by(seat, "log.decoy-marked", marks=marks)

    def _happening(self, kind: int, a: int, b: int, c: int) -> str:
        cell = self.notation.cells
        match kind:
            case codes.DEAL | codes.TAKEN:
                return self._by(a, "log.draw", card=self._card(b))
            case codes.SHOWN:
                return self._by(a, "log.shown", cell=cell[b], identity=self._identity(c))
            case codes.BEATEN:
                return self._by(a, "log.won", cell=cell[b])
            case codes.HELD:
                return self._by(a, "log.lost", cell=cell[b], back=cell[c])
            case codes.SHOT:
                return self._by(a, "log.shot", cell=cell[b])
            case codes.FALSE_HERE:
                return self._by(a, "log.false", cell=cell[b])
            case codes.ESCAPED:
                return self._by(a, "log.escaped", cell=cell[b], identity=self._identity(c))
            case codes.PICKED:
                return self._by(a, "log.shows", agent=self._special(b))
        if 1 - a == self.viewer:
            return self.texts.say(f"ending.{ENDINGS[b]}.lost")
        return self._by(a, f"ending.{ENDINGS[b]}")

    def _card(self, card: int) -> str:
        """A card, or the kind of its back."""
        if card >= codes.BLANK_LOCATION:
            return self.texts.say(f"kind.{KINDS[card - codes.BLANK_LOCATION]}")
        return self.texts.say(f"card.{CARDS[card]}")

    def _special(self, agent: int) -> str:
        return self.texts.say(f"agent.{SPECIAL_AGENTS[agent]}")

    def _identity(self, identity: int) -> str:
        return self.texts.say(f"identity.{IDENTITIES[identity]}")

    def _sign(self, identity: int) -> str:
        return IDENTITIES[identity].replace("R", "●")


def _continues(entry: Sequence[int], code: int) -> bool:
    """Does the showing of a hand go on after this card?"""
    following = entry[list(entry).index(code) + 1]
    return kind_of(following) == codes.HAND_SHOWN
