"""One text for each position (docs/notation.md)."""

from __future__ import annotations

import re

from konspira.engine.contract import BadText
from konspira.games.rogue.notation import (
    CHANCE_KINDS,
    CHANCES,
    HIDDEN,
    PHASES,
    SEATS,
    SLOTS,
    Notation,
)
from konspira.games.rogue.position_parts import (
    NOTHING,
    acted_text,
    bag_text,
    board_text,
    clock_text,
    listed,
    play_text,
    read_acted,
    read_bag,
    read_board,
    read_clock,
    read_play,
    read_seat,
    read_step,
    seat_text,
    split_criminal,
    step_text,
)
from konspira.games.rogue.rules import agenda
from konspira.games.rogue.rules.box import Options
from konspira.games.rogue.rules.components import (
    CARD,
    FACE_UP,
    KNOWN,
    MARKS,
    NO_SLOT,
    OLD,
    PLACE,
    STATUS,
    size,
)
from konspira.games.rogue.rules.position import CHANCE_ASKED, OVER, RUNNING
from konspira.games.rogue.rules.state import State

LONG_NUMBER = re.compile(r"\d{7}")


class Positions:
    """Texts of positions, with the names of one box."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    def position(self, p: State) -> str:
        """The one text of a position: eighteen fields, see docs/notation.md."""
        fields = [
            PHASES[p.phase] if p.phase != CHANCE_ASKED else f"chance:{CHANCES[p.chance][0]}",
            seat_text(p.asked),
            f"{p.round}/{seat_text(p.leader)}/{seat_text(p.turn)}/{seat_text(p.drafter)}",
            self._city(p),
            SLOTS[p.police] if p.police != NO_SLOT else NOTHING,
            ";".join(board_text(p, seat) for seat in range(int(p.seats))),
            ",".join(self._criminal(p, criminal) for criminal in range(6)),
            ",".join(
                f"{SLOTS[slot]}:{''.join(str(part) for part in (pair & 7, pair >> 3) if part)}"
                for slot, pair in enumerate(p.informants)
                if pair
            )
            or NOTHING,
            ",".join(self.notation.path[one & 15] + acted_text(one) for one in p.assassins)
            or NOTHING,
            ",".join(f"{SLOTS[one & 15]}.{one >> 4 & 15}{acted_text(one)}" for one in p.bombs)
            or NOTHING,
            bag_text(p),
            ";".join(self._cards(mask) for mask in p.scored),
            self._cards(p.removed),
            ".".join(self.notation.cards[card] for card in p.bottom) or NOTHING,
            self._cards(p.old_unseen) if p.old_unseen else NOTHING,
            ",".join(clock_text(clock) for clock in p.clocks) or NOTHING,
            play_text(p),
            ",".join(step_text(step) for step in p.agenda) or NOTHING,
        ]
        return " ".join(fields)

    def _city(self, p: State) -> str:
        return ",".join(
            (self.notation.tiles[tile] if tile >= 0 else NOTHING)
            + ("!" if p.destroyed >> slot & 1 else "")
            for slot, tile in enumerate(p.tiles)
        )

    def _cards(self, mask: int) -> str:
        found = [name for card, name in enumerate(self.notation.cards) if mask >> card & 1]
        return ".".join(found) or NOTHING

    def _criminal(self, p: State, criminal: int) -> str:
        """`u` untamed, `d` defeated, `c` captive; card (`.`: not drawn yet); `^` face up, `=`
        known to all, `o` from the old deck; the seats that investigated."""
        status = int(p.of(criminal, STATUS))
        if status == 0:
            return NOTHING
        place = int(p.of(criminal, PLACE))
        card = int(p.card_of(criminal))
        text = "-udc"[status] + (SEATS[place] if status == 3 else self.notation.path[place]) + ":"
        text += "." if card < 0 else self.notation.cards[card]
        for field, sign in ((FACE_UP, "^"), (KNOWN, "="), (OLD, "o")):
            if p.of(criminal, field):
                text += sign
        marks = int(p.of(criminal, MARKS))
        if marks:
            text += "~" + "".join(str(seat + 1) for seat in range(4) if marks >> seat & 1)
        return text

    def tell_position(self, text: str, viewer: int) -> str:
        """The position as a viewer knows it: `?` where something is hidden (chapter 27)."""
        fields = text.split()
        if fields[0] == PHASES[OVER]:
            return text
        boards = fields[5].split(";")
        for seat, board in enumerate(boards):
            if seat != viewer:
                head, tokens, flags = board.split("/")
                boards[seat] = f"{head}/{re.sub('[ah]', HIDDEN, tokens)}/{flags}"
        fields[5] = ";".join(boards)
        criminals = fields[6].split(",")
        for at, criminal in enumerate(criminals):
            head, _, rest = criminal.partition(":")
            card, signs, marks = split_criminal(rest)
            if card in self.notation.cards and "^" not in signs and "=" not in signs:
                if str(viewer + 1) not in marks:
                    criminals[at] = f"{head}:{HIDDEN}{signs}" + (f"~{marks}" if marks else "")
                    if "o" in signs:
                        kept = [] if fields[14] == NOTHING else fields[14].split(".")
                        fields[14] = ".".join(sorted([*kept, card], key=self.notation.cards.index))
        fields[6] = ",".join(criminals)
        return " ".join(fields)

    def from_position(self, text: str, options: Options) -> State:
        """The state with this text. BadText says what cannot be."""
        fields = text.split()
        if len(fields) != 18:
            raise BadText(f"a position has 18 fields, this one has {len(fields)}")
        if LONG_NUMBER.search(text):
            raise BadText("a number in this position is too long")
        state = State(self.notation.box, options)
        try:
            self._fill(state, fields)
            self._fill_deck(state)
            written = self.position(state)
            state.base = text
            state.watch()
            if state.phase == RUNNING:
                state.resume()
            self._check(state)
        except BadText:
            raise
        except (KeyError, ValueError, IndexError, OverflowError, AssertionError):
            raise BadText(f"this position cannot be read: {text[:120]}") from None
        if written != text:
            raise BadText("this position is not in its one and only form")
        return state

    def _check(self, p: State) -> None:
        if p.phase == OVER:
            if not p.ending:
                raise BadText("the game is over, but it is not said how")
            return
        if not p.agenda:
            raise BadText("nothing waits on the agenda, but the game is not over")
        if p.phase != CHANCE_ASKED and not 0 <= p.asked < p.seats:
            raise BadText("a question is open, but nobody is asked")
        if not (p.chance_total() > 0 if p.phase == CHANCE_ASKED else p.clone().moves()):
            raise BadText(f"nobody can go on from this position (phase {PHASES[p.phase]})")

    def _fill(self, p: State, fields: list[str]) -> None:
        phase, _, chance = fields[0].partition(":")
        p.phase = PHASES.index(phase)
        p.chance = CHANCE_KINDS[chance] if chance else 0
        p.asked = read_seat(fields[1])
        number, leader, turn, drafter = fields[2].split("/")
        p.round = int(number)
        p.leader, p.turn, p.drafter = map(read_seat, (leader, turn, drafter))
        for slot, name in enumerate(fields[3].split(",")):
            if name != NOTHING:
                tile = self.notation.tiles.index(name.removesuffix("!"))
                p.tiles[slot] = tile
                p.slots[tile] = slot
                p.destroyed |= (1 << slot) if name.endswith("!") else 0
        p.police = SLOTS.index(fields[4]) if fields[4] != NOTHING else NO_SLOT
        boards = fields[5].split(";")
        if len(boards) != p.seats:
            raise BadText(f"a position of {len(boards)} players, but there are {p.seats}")
        for seat, board in enumerate(boards):
            read_board(p, seat, board)
        for criminal, part in enumerate(fields[6].split(",")):
            if part != NOTHING:
                self._read_criminal(p, criminal, part)
        for part in listed(fields[7]):
            slot_name, _, owners = part.partition(":")
            pair = [int(owner) for owner in owners]
            p.informants[SLOTS.index(slot_name)] = pair[0] | (pair[1] << 3 if pair[1:] else 0)
        for part in listed(fields[8]):
            p.assassins.append(self.notation.path.index(part.removesuffix("+")) | read_acted(part))
        for part in listed(fields[9]):
            slot_name, _, timer = part.removesuffix("+").partition(".")
            p.bombs.append(SLOTS.index(slot_name) | int(timer) << 4 | read_acted(part))
        read_bag(p, fields[10])
        p.scored = [self._read_cards(part) for part in fields[11].split(";")]
        p.removed = self._read_cards(fields[12])
        p.bottom = [self.notation.cards.index(card) for card in listed(fields[13], ".")]
        p.old_unseen = self._read_cards(fields[14])
        p.clocks = [read_clock(part) for part in listed(fields[15])]
        for part in listed(fields[16], ";"):
            name, _, value = part.partition("=")
            read_play(p, name, value)
        p.agenda = [read_step(part) for part in listed(fields[17])]

    def _read_cards(self, text: str) -> int:
        return sum(1 << self.notation.cards.index(card) for card in set(listed(text, ".")))

    def _read_criminal(self, p: State, criminal: int, text: str) -> None:
        head, _, rest = text.partition(":")
        card, signs, marks = split_criminal(rest)
        status = "-udc".index(head[0], 1)
        p.set(criminal, STATUS, status)
        place = SEATS.index(head[1:]) if status == 3 else self.notation.path.index(head[1:])
        p.set(criminal, PLACE, place)
        p.set(criminal, CARD, 0 if card == "." else self.notation.cards.index(card) + 1)
        for field, sign in ((FACE_UP, "^"), (KNOWN, "="), (OLD, "o")):
            p.set(criminal, field, int(sign in signs))
        p.set(criminal, MARKS, sum(1 << (int(seat) - 1) for seat in set(marks)))

    def _fill_deck(self, p: State) -> None:
        """What nobody has seen follows from what lies open."""
        box = self.notation.box
        whole = int(box.easy | box.hard)
        easy, hard = int(size(box.easy)), int(size(box.hard))
        if p.options.shadow_watch:
            easy, hard = int(box.shadow_easy), int(box.shadow_hard)
            if p.options.without_blue:
                whole &= ~int(box.blue_cards)
        located = [card for card in range(len(self.notation.cards)) if p.removed >> card & 1]
        located += p.bottom
        located += [
            c for mask in p.scored for c in range(len(self.notation.cards)) if mask >> c & 1
        ]
        in_play = sum(step & 63 == agenda.SHOW_CARD for step in p.agenda)
        undrawn = in_play
        for criminal in range(6):
            if p.of(criminal, STATUS):
                in_play += 1
                if p.of(criminal, CARD):
                    located.append(int(p.card_of(criminal)))
        seen = 0
        for card in located:
            if seen >> card & 1 or not whole >> card & 1:
                raise BadText(
                    f"card {self.notation.cards[card]} is there twice, or not in this game"
                )
            seen |= 1 << card
        p.unseen = whole & ~seen & ~p.old_unseen
        p.easy = easy - sum(box.easy >> card & 1 for card in located)
        p.hard = hard - sum(box.hard >> card & 1 for card in located)
        p.deck = easy + hard - len(located) - undrawn
        undrawn = sum(
            1 for criminal in range(6) if p.of(criminal, STATUS) and not p.of(criminal, CARD)
        )
        p.deck -= undrawn
        old = sum(step & 63 == agenda.SHOW_CARD and step >> 12 & 63 for step in p.agenda)
        old += sum(
            1
            for criminal in range(6)
            if p.of(criminal, STATUS) and p.of(criminal, OLD) and not p.of(criminal, CARD)
        )
        if p.old_unseen or old:
            new_easy = int(size(p.unseen & box.easy))
            new_hard = int(size(p.unseen & box.hard))
            p.old_easy, p.old_hard = p.easy - new_easy, p.hard - new_hard
            p.easy, p.hard = new_easy, new_hard
        if min(p.deck, p.easy, p.hard, p.old_easy, p.old_hard) < 0:
            raise BadText("there are more cards in this position than in the game")
