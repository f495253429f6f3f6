"""Shadows in Kyoto as a terminal shows it: made from what one viewer sees, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from konspira.engine.contract import Game, NotLegal, State
from konspira.engine.knowledge import Knowledge
from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto, load
from konspira.games.kyoto.notation import (
    CARDS,
    EQUIPMENT,
    IDENTITIES,
    KINDS,
    PHASES,
    SIDES,
    SPECIAL_AGENTS,
)
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.rules.state import State as KyotoState
from konspira.games.kyoto.story import Story
from konspira.terminal.paint import BOLD, DIM, Paint, centred, cut, flowed, padded, wrapped
from konspira.terminal.typed import MARKS, bare

PLACES = ("red", "green", "yellow", "blue", "neutral", "hq-oni", "hq-gov")
GROUND = ("48;5;52", "48;5;22", "48;5;58", "48;5;18", "48;5;240", "48;5;234", "48;5;234")
NAME_INK = ("38;5;217", "38;5;157", "38;5;229", "38;5;153", "38;5;255", "38;5;114", "38;5;180")
CARD_INK = ("38;5;203", "38;5;113", "38;5;221", "38;5;75", "38;5;255")
SIDE_INK = ("1;38;5;120", "1;38;5;227")
LETTERS = ("O", "G")
CELL = 10
BOARD = 3 + 5 * (CELL + 1) + 1
FLAGS = ((16, "~"), (32, "*"), (64, "+"))
# a1-a2, a1xa2 and a1a2 mean what a1 a2 means.
BETWEEN_CELLS = re.compile(r"(?<=\b[a-zA-Z]\d)[-–>x:]*(?=[a-zA-Z]\d\b)")
STATES = ("", "○", "●", "×")
ALONE = {
    codes.NO_SPRING: "move.no-spring",
    codes.LEAVE_CARD: "move.leave-card",
    codes.HOLD_FIRE: "move.hold-fire",
    codes.NO_ACTIVATE: "move.no-activate",
    codes.NO_FAN: "move.no-fan",
    codes.DONE: "move.done",
}
Groups = list[tuple[str, list[tuple[int, str]]]]


def texts(language: str) -> Texts:
    return load.texts(language)


def sign(identity: int) -> str:
    return IDENTITIES[identity].replace("R", "●")


def _place(order: list[str], label: str) -> int:
    return order.index(label) if label in order else len(order)


class Face:
    """How this game looks in one language."""

    people_first = False

    def __init__(self, game: Kyoto, words: Texts, paint: Paint) -> None:
        self.game = game
        self.words = words
        self.paint = paint
        self.cells = game.notation.cells
        self.spoken = self._spoken()

    def _spoken(self) -> dict[str, str]:
        say = self.words.say
        names = {bare(say(key)): word for word, key in self.topics().items()}
        names |= {bare(say(f"kind.{word}")): word for word in KINDS}
        names |= {bare(say("move.leave")): "leave", bare(say("move.exchange")): "exchange"}
        # A word of the notation stays what it is.
        return {name: word for name, word in names.items() if name not in CARDS}

    # The table ----------------------------------------------------------------------------------

    def screen(self, seen: Seen, width: int, low: bool) -> list[str]:
        """The board with both sides beside it, the viewer's own side below, and the hand."""
        own = seen.viewer if seen.viewer < 2 else 0
        board = self._board(seen, own, low)
        room = width - BOARD - 2
        beside = self._side(seen, 1 - own, room)
        below = self._side(seen, own, room)
        beside += [""] * (len(board) - len(beside) - len(below)) + below
        rows = max(len(board), len(beside))
        board += [" " * BOARD] * (rows - len(board))
        lines = [f"{left}  {right}".rstrip() for left, right in zip(board, beside, strict=False)]
        theirs = self._hand(seen, 1 - own, "table.their-hand", width)
        return [*lines, *theirs, *self._hand(seen, own, "table.your-hand", width)]

    def _board(self, seen: Seen, own: int, low: bool) -> list[str]:
        board = self.game.board
        columns, rows = int(board.columns), int(board.rows)
        across = list(range(columns)) if own == 0 else list(reversed(range(columns)))
        up = list(reversed(range(rows))) if own == 0 else list(range(rows))
        letters = " ".join(centred(chr(97 + column), CELL) for column in across)
        pawns = self._pawns(seen)
        lines = [padded(f"    {letters}", BOARD), self._rule("┌┬┐", columns)]
        for at, row in enumerate(up):
            if at:
                border = board.territory[own] >> (row * columns) & 1
                above = board.territory[own] >> (up[at - 1] * columns) & 1
                if border != above:
                    lines.append(self._rule("╞╪╡", columns))
                elif not low:
                    lines.append(self._rule("├┼┤", columns))
            cells = [row * columns + column for column in across]
            names = [self._name(cell) for cell in cells]
            stands = [pawns.get(cell, self._ground(cell, " " * CELL)) for cell in cells]
            lines.append(self._row(" ", names))
            lines.append(self._row(str(row + 1), stands))
        lines.append(self._rule("└┴┘", columns))
        return [padded(line, BOARD) for line in lines]

    def _rule(self, ends: str, columns: int) -> str:
        bar = "═" if ends[0] == "╞" else "─"
        line = "   " + ends[0] + ends[1].join([bar * CELL] * columns) + ends[2]
        return line if bar == "═" else self.paint(line, DIM)

    def _row(self, label: str, cells: list[str]) -> str:
        wall = self.paint("│", DIM)
        return f" {label} {wall}{wall.join(cells)}{wall}"

    def _ground(self, cell: int, text: str, ink: str = "") -> str:
        kind = self.game.board.types[cell]
        style = GROUND[kind] + (f";{ink}" if ink else "")
        return self.paint(text, style)

    def _name(self, cell: int) -> str:
        kind = self.game.board.types[cell]
        name = self.words.say(f"place.{PLACES[kind]}.short")
        return self._ground(cell, padded(cut(name, CELL), CELL), NAME_INK[kind])

    def _pawns(self, seen: Seen) -> dict[int, str]:
        """Each cell with somebody in it; two where a confrontation waits."""
        stands: dict[int, list[tuple[str, int]]] = {}
        for numbers in (seen.pawns, seen.attackers):
            for at in range(0, len(numbers), 5):
                cell, side, public_id, flags, identity = numbers[at : at + 5]
                mark = self._pawn(side, public_id, flags, identity)
                stands.setdefault(cell, []).append((mark, side))
        drawn: dict[int, str] = {}
        for cell, pawns in stands.items():
            if len(pawns) == 1:
                mark, side = pawns[0]
                drawn[cell] = self._ground(cell, centred(mark, CELL), SIDE_INK[side])
            else:
                text = "×".join(mark.split("#")[0] for mark, _ in reversed(pawns))
                drawn[cell] = self._ground(cell, centred(cut(text, CELL), CELL), "1;38;5;231")
        return drawn

    def _pawn(self, side: int, public_id: int, flags: int, identity: int) -> str:
        """`O(3●)#4`: known to its owner only; `O[3●]`: shown to all; `O ?`: hidden."""
        marks = "".join(letter for flag, letter in FLAGS if flags & flag)
        if identity >= len(IDENTITIES):
            return f"{LETTERS[side]} ?{marks}#{public_id}"
        ends = "[]" if flags & 8 else "()"
        return f"{LETTERS[side]}{ends[0]}{sign(identity)}{ends[1]}{marks}#{public_id}"

    def _side(self, seen: Seen, side: int, room: int) -> list[str]:
        say = self.words.say
        name = say(f"side.{SIDES[side]}")
        ready = seen.ready[side] and PHASES[seen.phase] in ("placing", "picking")
        lines = [
            self.paint(f"{LETTERS[side]} {cut(name, room - 2)}", SIDE_INK[side]),
            say(
                "table.hand",
                locations=seen.hand_locations[side],
                tactics=seen.hand_tactics[side],
            ),
            say(
                "table.decks",
                locations=seen.deck_locations[side],
                tactics=seen.deck_tactics[side],
            ),
            self._discards(seen, side),
        ]
        if ready:
            lines.append(say("table.ready"))
        lost = [sign(bit) for bit in range(len(IDENTITIES)) if seen.lost[side] >> bit & 1]
        if lost:
            lines.append(say("table.detained", agents=" ".join(lost)))
        lines += self._decoys(seen, side)
        if seen.specials[side]:
            agent = SPECIAL_AGENTS[seen.specials[side]]
            text = say(f"agent.{agent}")
            if agent == "ruri" and seen.ruri < len(CARDS):
                text += f" ({say(f'card.{CARDS[seen.ruri]}')})"
            lines.append(f"★ {text}")
        for item, key in enumerate(EQUIPMENT):
            state = seen.equipment >> (2 * item) & 3
            if state and self.game.board.equipment_sides[item] == side:
                mark = STATES[state]
                style = BOLD if mark == "●" else DIM
                lines.append(self.paint(f"{mark} {say(f'equipment.{key}')}", style))
        return [lines[0], *(cut(line, room) if "\x1b" not in line else line for line in lines[1:])]

    def _discards(self, seen: Seen, side: int) -> str:
        if seen.tops[side] < 0:
            return self.words.say("table.no-discards")
        top = self.words.say(f"card.{CARDS[seen.tops[side]]}")
        return self.words.say("table.discards", n=seen.pile_sizes[side], top=top)

    def _decoys(self, seen: Seen, side: int) -> list[str]:
        say = self.words.say
        counts, marks = seen.mark_counts[side], seen.decoys[side]
        lines = []
        slot = 0
        while counts >> (3 * slot):
            hidden = "?" * (counts >> (3 * slot) & 7)
            if marks >= 0:
                own = marks >> (6 * slot) & 63
                names = [say(f"card.{CARDS[m - 1]}") for m in (own & 7, own >> 3) if m]
                hidden = ", ".join(names)
            lines.append(say("table.decoy", number=slot + 1, marks=hidden))
            slot += 1
        return lines

    def _hand(self, seen: Seen, side: int, key: str, width: int) -> list[str]:
        hand = seen.hands[side]
        if hand < 0:
            return []
        cards = []
        for card, word in enumerate(CARDS):
            copies = hand >> (6 * card) & 63
            if copies:
                name = self.words.say(f"card.{word}") + (f" ×{copies}" if copies > 1 else "")
                cards.append(self._card(card, name))
        return flowed(self.paint(self.words.say(key), BOLD), cards, width)

    def _card(self, card: int, text: str) -> str:
        return self.paint(text, CARD_INK[card] if card < len(CARD_INK) else "38;5;183")

    def pile(self, seen: Seen) -> list[str]:
        """The viewer's own discards (SK-12.3a), and what Tomoyo put under the decks (SK-12.1c)."""
        say = self.words.say
        cards = ", ".join(self._named(card) for card in seen.piles[seen.viewer] or b"")
        lines = [say("table.your-pile", cards=cards or "–")]
        for kind, bottom in zip(KINDS, seen.bottoms, strict=False):
            if bottom:
                names = ", ".join(self._named(card) for card in bottom)
                lines.append(say("table.your-bottom", kind=say(f"kind.{kind}"), cards=names))
        return lines

    # The log ------------------------------------------------------------------------------------

    def story(self, known: Knowledge) -> list[list[str]]:
        game = self.game
        story = Story(game.notation, self.words, known.viewer, game.open_log)
        return story.lines(known.told)

    # Questions and answers ----------------------------------------------------------------------

    def question(self, seen: Seen, moves: Sequence[int]) -> str:
        kind = PHASES[seen.phase]
        cell = self.cells[seen.mover] if seen.mover >= 0 else ""
        if kind == "revolver" and seen.attackers:
            cell = self.cells[seen.attackers[0]]
        order = example = ""
        if kind == "placing" and moves:
            start = self._cells_to_fill(seen.viewer, moves)
            cell, order = start[0], " ".join(start)
            example = " ".join(IDENTITIES[b_of(move)] for move in moves)
        card = self.words.say(f"card.{CARDS[seen.card]}") if seen.card < len(CARDS) else ""
        asked = self.words.say(
            f"decision.{kind}", cell=cell, card=card, order=order, example=example
        )
        if len(moves) == 1 and kind_of(moves[0]) in ALONE:
            asked += " " + self.words.say("decision.only")
        return asked

    def choices(self, seen: Seen, moves: Sequence[int]) -> Groups:
        """The moves by what they have in common, each with a short text."""
        groups: dict[str, list[tuple[int, str]]] = {}
        held = {seen.pawns[at] for at in range(0, len(seen.pawns), 5)}
        for move in moves:
            label, text = self._choice(move, held)
            groups.setdefault(label, []).append((move, text))
        # Cards in the order of the hand, then the rest; doing nothing comes last.
        order = [self._named(card) for card in range(len(CARDS))]
        return sorted(groups.items(), key=lambda group: (not group[0], _place(order, group[0])))

    def _choice(self, move: int, held: set[int]) -> tuple[str, str]:
        say, cells = self.words.say, self.cells
        kind, a, b, c = kind_of(move), a_of(move), b_of(move), c_of(move)
        if kind in ALONE:
            return "", say(ALONE[kind])
        match kind:
            case codes.PLAY:
                return self._named(a), cells[b] + ("×" if c in held else "→") + cells[c]
            case codes.FAN_PLAY:
                way = "×" if c in held else "→"
                return f"{say('equipment.fan')}, {self._named(a)}", cells[b] + way + cells[c]
            case codes.PUSH:
                return say("move.push"), cells[a] + ("×" if b in held else "→") + cells[b]
            case codes.SWAP_TWO:
                choice = say("move.leave" if c == 1 else "move.exchange")
                return self._named(8), f"{cells[a]}↔{cells[b]} {choice}"
            case codes.LAY_DECOY:
                return self._named(9), " & ".join(self._named(m - 1) for m in (a, b) if m)
            case codes.SPRING:
                return say("move.spring", number=a + 1, mark=self._named(b)), f"→{cells[c]}"
            case codes.PLACE:
                return cells[a], sign(b)
            case codes.PICK:
                return say("move.pick"), say(f"agent.{SPECIAL_AGENTS[a]}")
            case codes.NEUTRAL:
                return "", say("move.keep-neutral" if a else "move.pass-neutral")
            case codes.RURI_COLOUR:
                return say("agent.ruri"), self._named(a)
            case codes.REFILL:
                decks = [say(f"kind.{KINDS[deck]}") for deck in (a, b) if deck < 2]
                return say("move.draw"), " & ".join(decks)
            case codes.KEEP:
                return "", say("move.keep", kept=self._named(a), other=self._named(b))
            case codes.TAKE_BACK:
                return "", say("move.take-back", card=self._named(a))
            case codes.FIRE:
                return say("move.fire"), sign(a)
            case codes.ACTIVATE:
                return say("move.activate"), say(f"equipment.{EQUIPMENT[a]}")
            case codes.USE_TYPESCRIPT:
                return say("equipment.typescript"), self._named(a)
            case codes.USE_WIRETAP:
                return say("equipment.wiretap"), cells[a]
            case codes.USE_STUNNER:
                return say("equipment.stunner"), cells[a]
        return say("equipment.anaesthetic"), cells[a]

    def _named(self, card: int) -> str:
        return self.words.say(f"card.{CARDS[card]}")

    def parts(self, text: str, state: State, seat: int) -> list[str]:
        """A whole compound typed in one line: parts with a plus between them, or identities in the
        order of the start cells."""
        words = text.upper().replace("●", "R").split()
        assert isinstance(state, KyotoState)
        placing = self.game.decision_kind(state, seat) == "placing"
        if placing and len(words) > 1 and set(words) <= set(IDENTITIES):
            moves = state.moves(seat)
            left = {IDENTITIES[b_of(move)] for move in moves}
            if len(set(words)) < len(words) or not set(words) <= left:
                raise NotLegal("place_in_order")
            start = self._cells_to_fill(seat, moves)
            # The last identity goes to the last cell by itself.
            named = zip(start[: len(left) - 1], words, strict=False)
            return [f"place {cell} {who}" for cell, who in named]
        text = BETWEEN_CELLS.sub(" ", text)
        return [part.strip() for part in text.split("+") if part.strip()]

    def noted(self, text: str) -> str:
        """Names of this language, whole or shortened, replaced by the words of the notation."""
        words = []
        for word in text.translate(MARKS).split():
            plain = bare(word)
            begun = {noted for name, noted in self.spoken.items() if name.startswith(plain)}
            if plain in self.spoken:
                words.append(self.spoken[plain])
            elif len(plain) > 2 and len(begun) == 1:
                words.append(begun.pop())
            else:
                words.append(word)
        return " ".join(words)

    def _cells_to_fill(self, seat: int, moves: Sequence[int]) -> list[str]:
        start = list(self.game.board.start[seat])
        return [self.cells[cell] for cell in start[start.index(a_of(moves[0])) :]]

    def aloud(self, text: str, state: State, seat: int) -> tuple[int, str]:
        return -1, ""

    def doubt(self, state: State, move: int) -> tuple[str, bool]:
        return "", False

    # Help ---------------------------------------------------------------------------------------

    def topics(self) -> dict[str, str]:
        """What can be explained: the word in the notation → the key of its name."""
        found = {key: f"card.{key}" for key in CARDS}
        found |= {key: f"agent.{key}" for key in SPECIAL_AGENTS[1:]}
        found |= {key: f"equipment.{key}" for key in EQUIPMENT}
        found |= {key: f"identity.{key}" for key in IDENTITIES}
        found |= {key: f"place.{key}" for key in PLACES[4:]}
        return found

    def rules(self, width: int) -> list[str]:
        text = self.words.say("help.rules") + "\n\n" + self.words.say("help.legend")
        return wrapped(text, width)


def face(game: Game, words: Texts, paint: Paint) -> Face:
    assert isinstance(game, Kyoto)
    if game.data is not None:
        words |= load.names(game.data, words.language)
    return Face(game, words, paint)
