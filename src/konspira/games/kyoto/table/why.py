"""Why things cannot be touched together now, from what the viewer knows.

The rules explain a refused move themselves (`rules/refusal.py`); they look only at what the mover
may know, so they are asked on a state as the viewer sees it, with the unseen left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, EQUIPMENT
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import b_of, code, kind_of
from konspira.games.kyoto.rules.components import (
    ACTIVE,
    DECOY,
    DRUGGED,
    FAN,
    JOKER,
    RED,
    REVOLVER,
    STUNNED,
    SWAP,
    UNKNOWN,
    USED,
)
from konspira.games.kyoto.rules.position import FAN_ASKED, PUSHING, TURN
from konspira.games.kyoto.rules.refusal import reason
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.rules.special_agents import take_effect
from konspira.games.kyoto.rules.state import State

PLAYING = (TURN, FAN_ASKED)
# What the rules answer when they have no sentence of their own for it.
NO_SENTENCE = ("not_now", "not_asked", "over")


def supposed(game: Kyoto, seen: Seen, draft: Sequence[int]) -> State:
    """A state that looks like this to the viewer. What is hidden is not in it."""
    s = State(game.board, game.rules)
    s.phase, s.side, s.asked_side = seen.phase, seen.side, seen.viewer
    for at in range(0, len(seen.pawns), 5):
        cell, side, public_id, flags, identity = seen.pawns[at : at + 5]
        s.put(side, cell, (identity if identity != UNKNOWN else 0) | flags | public_id << 7)
    s.hand0, s.hand1 = (max(hand, 0) for hand in seen.hands)
    s.pile0, s.pile1 = (pile or b"" for pile in seen.piles)
    s.decoys0, s.decoys1 = (max(decoys, 0) for decoys in seen.decoys)
    s.special0, s.special1 = seen.specials
    s.ruri, s.equipment = seen.ruri, seen.equipment
    if seen.mover >= 0:
        s.mover = seen.mover
    if seen.phase == PUSHING:
        s.drafter = seen.viewer
        if seen.attackers:
            s.agent1 = seen.attackers[4] | seen.attackers[3] | seen.attackers[2] << 7
            s.from1, s.to1 = b_of(draft[-1]), seen.attackers[0]
    take_effect(s)
    return s


class Why:
    """Answers about one moment."""

    def __init__(
        self, game: Kyoto, words: Texts, seen: Seen, moves: Sequence[int], draft: Sequence[int]
    ) -> None:
        self.game = game
        self.words = words
        self.seen = seen
        self.moves = moves
        self.draft = draft
        self.seat = seen.viewer

    def answer(self, touched: Sequence[str]) -> str:
        """A sentence, or nothing if there is nothing particular to say."""
        cards = [CARDS.index(t[5:]) for t in touched if t.startswith("card-")]
        cells = [self.game.notation.cell_of[t[5:]] for t in touched if t.startswith("cell-")]
        gear = [EQUIPMENT.index(t[6:]) for t in touched if t.startswith("equip-")]
        if gear:
            return self._gear(gear[-1], cells)
        if any(t.startswith("decoy-") for t in touched):
            return self._spring(touched, cells)
        if any(t.startswith(("deck-", "draw-")) for t in touched):
            return self.words.say("web.why.draw-later")
        if self.seen.phase == PUSHING and cells:
            return self._push(cells)
        if self.seen.phase not in PLAYING or not (cards or cells):
            return ""
        if cards and cards[0] in (SWAP, DECOY):
            return self._set_down(cards, cells)
        own = [cell for cell in cells if self._side(cell) == self.seat]
        other = [cell for cell in cells if self._side(cell) != self.seat]
        if self.seen.phase == FAN_ASKED and not own and self.seen.mover >= 0:
            own = [int(self.seen.mover)]
        return self._move(cards, own, other)

    def _side(self, cell: int) -> int:
        """Whose agent stands here, or nobody's (-1)."""
        pawns = self.seen.pawns
        sides = [pawns[at + 1] for at in range(0, len(pawns), 5) if pawns[at] == cell]
        return sides[0] if sides else -1

    def _flags(self, cell: int) -> int:
        pawns = self.seen.pawns
        return sum(pawns[at + 3] for at in range(0, len(pawns), 5) if pawns[at] == cell)

    def _reason(self, move: int) -> str:
        found = reason(supposed(self.game, self.seen, self.draft), move)
        return "" if found in NO_SENTENCE else self.words.say(f"refusal.{found}")

    def _move(self, cards: Sequence[int], own: Sequence[int], other: Sequence[int]) -> str:
        say, cells = self.words.say, self.game.notation.cells
        kind = codes.PLAY if self.seen.phase == TURN else codes.FAN_PLAY
        if len(own) > 1:
            return say("refusal.own_agent_there")
        if len(other) > 1:
            return say("web.why.one-place")
        if len(cards) > 1:
            return say("web.why.one-card")
        named = {"card": self._card(cards[0])} if cards else {}
        if cards and own and other:
            return self._reason(code(self.seat, kind, cards[0], own[0], other[0]))
        if cards and other:
            if RED <= cards[0] <= JOKER and not self.game.board.keys[other[0]] >> cards[0] & 1:
                return say("refusal.wrong_colour")
            return say("web.why.card-cell", cell=cells[other[0]], **named)
        if cards and own:
            return self._still(own[0]) or say("web.why.card-agent", cell=cells[own[0]], **named)
        if own and other:
            still = self._still(own[0])
            return still or say("web.why.agent-cell", start=cells[own[0]], end=cells[other[0]])
        if own:
            return self._still(own[0]) or say("web.why.agent", cell=cells[own[0]])
        if other:
            return say("web.why.cell", cell=cells[other[0]])
        if self._drugged():
            return say("refusal.must_move_chosen")
        return say("web.why.card", **named)

    def _still(self, cell: int) -> str:
        """Why this agent cannot move at all."""
        if self._flags(cell) & STUNNED:
            return self.words.say("refusal.stunned")
        if self._drugged() and not self._flags(cell) & DRUGGED:
            return self.words.say("refusal.must_move_chosen")
        return ""

    def _drugged(self) -> bool:
        pawns = self.seen.pawns
        return any(
            pawns[at + 1] == self.seat and pawns[at + 3] & DRUGGED
            for at in range(0, len(pawns), 5)
        )  # fmt: skip

    def _set_down(self, cards: Sequence[int], cells: Sequence[int]) -> str:
        """Swap and Decoy (SK-6.4, SK-6.5)."""
        say = self.words.say
        if self.seen.phase == FAN_ASKED:  # SK-10.8.1
            return say("web.why.fan-moves")
        if self._drugged():
            return say("refusal.must_move_chosen")
        if cards[0] == DECOY:
            if any(kind_of(move) == codes.LAY_DECOY for move in self.moves):
                return say("web.why.decoy-mark")
            return say("refusal.decoy_needs_mark")
        strangers = [cell for cell in cells if self._side(cell) != self.seat]
        if len(cards) > 1 or strangers:
            return say("web.why.swap-own")
        if any(self._flags(cell) & STUNNED for cell in cells):
            return say("refusal.stunned")
        return say("refusal.swap_line")

    def _push(self, cells: Sequence[int]) -> str:
        say = self.words.say
        enemies = [cell for cell in cells if self._side(cell) == 1 - self.seat]
        others = [cell for cell in cells if cell not in enemies]
        if len(enemies) > 1:
            return say("refusal.pushed_onto_friend")
        if enemies and others:
            return self._reason(code(self.seat, codes.PUSH, enemies[0], others[0]))
        if enemies:
            attacked = self.seen.attackers[:1]
            return say("refusal.engaged" if attacked == enemies else "web.why.push-nowhere")
        return say("web.why.push-enemy")

    def _spring(self, touched: Sequence[str], cells: Sequence[int]) -> str:
        say = self.words.say
        if not any(kind_of(move) == codes.NO_SPRING for move in self.moves):
            return say("web.why.decoy-waits")
        slot = next(int(t[6:]) - 1 for t in touched if t.startswith("decoy-"))
        colour = self.game.board.types[self.seen.mover]
        marks = self.seen.decoys[self.seat] >> (6 * slot) & 63
        if colour + 1 not in (marks & 7, marks >> 3):
            return say("refusal.mark_does_not_match")
        if cells:
            return self._reason(code(self.seat, codes.SPRING, slot, colour, cells[0]))
        return say("web.why.no-way-back")

    def _gear(self, item: int, cells: Sequence[int]) -> str:
        say, name = self.words.say, EQUIPMENT[item]
        state = self.seen.equipment >> (2 * item) & 3
        named = {"item": say(f"equipment.{name}")}
        if self.game.board.equipment_sides[item] != self.seat:
            return say("web.why.theirs")
        if state == USED:
            return say("web.why.gear-used", **named)
        if state != ACTIVE:
            return say("web.why.gear-inactive", **named)
        if item in (REVOLVER, FAN):
            return say("web.why.revolver-waits" if item == REVOLVER else "web.why.fan-waits")
        if cells:
            return say("web.why.gear-target", **named)
        return say("web.why.gear-later", **named)

    def _card(self, card: int) -> str:
        return self.words.say(f"card.{CARDS[card]}")
