"""One text for each code and for each position (docs/notation.md)."""

from __future__ import annotations

import re

from konspira.engine.contract import BadText, NotAMove
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.board import Board, Options
from konspira.games.kyoto.rules.codes import a_of, b_of, c_of, code, kind_of
from konspira.games.kyoto.rules.components import IDENTITY
from konspira.games.kyoto.rules.position import DECOY_ASKED, NOWHERE, OVER
from konspira.games.kyoto.rules.state import State

SIDES = ("ONI", "GOV")
IDENTITIES = ("3R", "3", "2R", "2", "1", "0")
CARDS = (
    "red",
    "green",
    "yellow",
    "blue",
    "joker",
    "defence",
    "tunnel",
    "attack",
    "swap",
    "decoy",
)
KINDS = ("location", "tactics")
SPECIAL_AGENTS = ("none", "tomoyo", "yoko", "ayane", "anju", "chiharu", "iroha", "ruri")
EQUIPMENT = ("typescript", "revolver", "wiretap", "fan", "stunner", "anaesthetic")
ENDINGS = ("", "CAPTURE", "BAIT", "ESCAPE", "STUCK", "STUNNED", "RESIGNED", "TIME")
PHASES = (
    "dealing",
    "placing",
    "neutral",
    "picking",
    "ruri",
    "turn",
    "pushing",
    "revolver",
    "activating",
    "fan",
    "decoy",
    "taking-back",
    "after-play",
    "refilling",
    "drawing",
    "looking",
    "keeping",
    "over",
)

BARE = {
    codes.NO_SPRING: "no-spring",
    codes.LEAVE_CARD: "leave-card",
    codes.HOLD_FIRE: "hold-fire",
    codes.NO_ACTIVATE: "no-activate",
    codes.NO_FAN: "no-fan",
    codes.DONE: "done",
    codes.RESIGN: "resign",
    codes.TIMEOUT: "timeout",
}


class Notation:
    """Texts of one board: cells are named by column letter and row number."""

    def __init__(self, board: Board) -> None:
        columns = int(board.columns)
        self.board = board
        self.cells = [
            f"{chr(97 + cell % columns)}{cell // columns + 1}" for cell in range(int(board.cells))
        ]
        self.cell_of = {name: cell for cell, name in enumerate(self.cells)}
        self.texts: dict[int, str] = {}  # those of codes that were asked for: there are not many

    def text(self, move: int) -> str:
        found = self.texts.get(move)
        if found is None:
            found = self.texts[move] = self._spelled(move)
        return found

    def _spelled(self, move: int) -> str:
        kind, a, b, c = kind_of(move), a_of(move), b_of(move), c_of(move)
        if kind in BARE:
            return BARE[kind]
        cell = self._cell
        match kind:
            case codes.PLACE:
                return f"place {cell(a)}" + (f" {IDENTITIES[b]}" if b < 6 else "")
            case codes.PICK:
                return "pick" if a == codes.BLANK else f"pick {SPECIAL_AGENTS[a]}"
            case codes.NEUTRAL:
                return f"{'keep' if a else 'pass'}-neutral"
            case codes.RURI_COLOUR:
                return f"ruri {CARDS[a]}"
            case codes.PLAY:
                return f"{_card(a)} {cell(b)} {cell(c)}"
            case codes.FAN_PLAY:
                return f"fan {_card(a)} {cell(b)} {cell(c)}"
            case codes.PUSH:
                return f"push {cell(a)} {cell(b)}"
            case codes.SWAP_TWO:
                return f"swap {cell(a)} {cell(b)}{('', ' leave', ' exchange')[c]}"
            case codes.LAY_DECOY:
                marks = [_mark(mark) for mark in (a, b) if mark]
                return f"decoy {' '.join(marks)}"
            case codes.SPRING:
                return f"spring {a + 1} {CARDS[b]} {cell(c)}"
            case codes.REFILL:
                return f"draw {KINDS[a]}" + (f" {KINDS[b]}" if b < 2 else "")
            case codes.KEEP:
                return f"keep {_card(a)} bottom {_card(b)}"
            case codes.TAKE_BACK:
                return f"take-back {CARDS[a]}"
            case codes.FIRE:
                return f"fire {IDENTITIES[a]}"
            case codes.ACTIVATE:
                return f"activate {EQUIPMENT[a]}"
            case codes.USE_TYPESCRIPT:
                return f"typescript {CARDS[a]}"
            case codes.USE_WIRETAP:
                return f"wiretap {cell(a)}"
            case codes.USE_STUNNER:
                return f"stunner {cell(a)}"
            case codes.USE_ANAESTHETIC:
                return f"anaesthetic {cell(a)}"
        return self._happening(kind, a, b, c)

    def _happening(self, kind: int, a: int, b: int, c: int) -> str:
        cell = self._cell
        side = SIDES[a]
        match kind:
            case codes.DEAL:
                return f"deal {side} {_card(b)}"
            case codes.LOOK:
                return f"look {side} {_card(b)}"
            case codes.TAKEN:
                return f"taken {side} {_card(b)}"
            case codes.PAIRED:
                return f"paired {side} {_card(b)}"
            case codes.SHOWN:
                return f"shown {side} {cell(b)} {IDENTITIES[c]}"
            case codes.BEATEN:
                return f"won {side} {cell(b)}"
            case codes.HELD:
                return f"lost {side} {cell(b)} {cell(c)}"
            case codes.SHOT:
                return f"shot {side} {cell(b)}"
            case codes.FALSE_HERE:
                return f"false {side} {cell(b)}"
            case codes.ESCAPED:
                return f"escaped {side} {cell(b)} {IDENTITIES[c]}"
            case codes.HAND_SHOWN:
                return f"hand {side} {CARDS[b]} {c}"
            case codes.PICKED:
                return f"picked {side} {SPECIAL_AGENTS[b]}"
            case codes.STUCK_HERE:
                return f"stuck {side}"
            case codes.STUNNED_OUT:
                return f"stunned {side}"
            case codes.BEGINS:
                return f"turn {side}"
            case codes.ENDED:
                return f"end {side} {ENDINGS[b]}"
        raise ValueError(f"no code of this game: kind {kind}")

    def _cell(self, cell: int) -> str:
        return self.cells[cell]

    def read(self, text: str, seat: int) -> int:
        """The move or outcome of chance with this text; NotAMove if there is none."""
        words = text.split()
        try:
            found = self._read(words, seat)
        except (KeyError, ValueError, IndexError):
            found = -1
        if found < 0 or self.text(found) != " ".join(words):
            raise NotAMove("not_a_move", text=text[:80])
        return found

    def _read(self, words: list[str], seat: int) -> int:
        head, rest = words[0], words[1:]
        cells = self.cell_of
        for kind, name in BARE.items():
            if head == name:
                return code(seat, kind)
        if head in CARDS[:8]:
            return code(seat, codes.PLAY, CARDS.index(head), cells[rest[0]], cells[rest[1]])
        match head:
            case "fan":
                card = CARDS[:8].index(rest[0])
                return code(seat, codes.FAN_PLAY, card, cells[rest[1]], cells[rest[2]])
            case "place":
                return code(seat, codes.PLACE, cells[rest[0]], IDENTITIES.index(rest[1]))
            case "pick":
                return code(seat, codes.PICK, SPECIAL_AGENTS.index(rest[0], 1))
            case "keep-neutral":
                return code(seat, codes.NEUTRAL, 1)
            case "pass-neutral":
                return code(seat, codes.NEUTRAL, 0)
            case "ruri":
                return code(seat, codes.RURI_COLOUR, CARDS[:4].index(rest[0]))
            case "push":
                return code(seat, codes.PUSH, cells[rest[0]], cells[rest[1]])
            case "swap":
                choice = ("leave", "exchange").index(rest[2]) + 1
                return code(seat, codes.SWAP_TWO, cells[rest[0]], cells[rest[1]], choice)
            case "decoy":
                marks = [CARDS[:4].index(name) + 1 for name in rest]
                return code(seat, codes.LAY_DECOY, marks[0], marks[1] if len(marks) > 1 else 0)
            case "spring":
                return code(
                    seat, codes.SPRING, int(rest[0]) - 1, CARDS[:4].index(rest[1]), cells[rest[2]]
                )
            case "draw":
                second = KINDS.index(rest[1]) if len(rest) > 1 else 7
                return code(seat, codes.REFILL, KINDS.index(rest[0]), second)
            case "keep":
                return code(seat, codes.KEEP, CARDS.index(rest[0]), CARDS.index(rest[2]))
            case "take-back":
                return code(seat, codes.TAKE_BACK, CARDS[:4].index(rest[0]))
            case "fire":
                return code(seat, codes.FIRE, IDENTITIES.index(rest[0]))
            case "activate":
                return code(seat, codes.ACTIVATE, EQUIPMENT.index(rest[0]))
            case "typescript":
                return code(seat, codes.USE_TYPESCRIPT, CARDS.index(rest[0]))
            case "wiretap":
                return code(seat, codes.USE_WIRETAP, cells[rest[0]])
            case "stunner":
                return code(seat, codes.USE_STUNNER, cells[rest[0]])
            case "anaesthetic":
                return code(seat, codes.USE_ANAESTHETIC, cells[rest[0]])
            case "deal" | "look":
                kind = codes.DEAL if head == "deal" else codes.LOOK
                side = SIDES.index(rest[0])
                return code(codes.CHANCE, kind, side, CARDS.index(rest[1]))
        return -1

    # Positions -------------------------------------------------------------------------------

    def position(self, state: State) -> str:
        """The one text of a position: sixteen fields, see docs/notation.md."""
        p = state
        fields = [
            PHASES[p.phase],
            SIDES[p.side],
            *(self._agents(p, side) for side in (0, 1)),
            *(_cards(pile) for pile in (p.hand0, p.hand1, p.deck0, p.deck1)),
            *(_pile(pile) for pile in (p.pile0, p.pile1)),
            *(_decoys(decoys) for decoys in (p.decoys0, p.decoys1)),
            f"{_set(p.lost0)}/{_set(p.lost1)}",
            f"{p.next_id0}/{p.next_id1}",
            self._advanced(p),
            self._play(p),
        ]
        return " ".join(fields)

    def _agents(self, p: State, side: int) -> str:
        found = []
        for cell, name in enumerate(self.cells):
            if p.occ(side) >> cell & 1:
                found.append(f"{name}{_pawn(p.agents[cell])}")
        return ",".join(found) or "-"

    def _advanced(self, p: State) -> str:
        """Special agents, Ruri's colour, equipment, known bottoms of decks."""
        parts = [SPECIAL_AGENTS[p.special0], SPECIAL_AGENTS[p.special1]]
        parts.append(CARDS[p.ruri] if p.ruri < 4 else "-")
        parts.append("".join(str(p.equipment >> (2 * item) & 3) for item in range(6)))
        parts += [_pile(cards) for cards in p.bottoms or (b"", b"", b"", b"")]
        plain = "none/none/-/000000/-/-/-/-"
        text = "/".join(parts)
        return "-" if text == plain else text

    def _play(self, p: State) -> str:
        """The play step under way, and questions in the middle of it."""
        parts = []
        for name, value in (("card", p.card), ("extra", p.extra)):
            if value < 10:
                parts.append(f"{name}={CARDS[value]}")
        if p.mover != NOWHERE:
            parts.append(f"mover={self.cells[p.mover]}")
        parts += [
            name
            for name, flag in (
                ("entered", p.entered),
                ("won", p.won),
                ("bait", p.bait_held),
                ("revolver", p.revolver_asked),
            )
            if flag
        ]
        for name, agent, start, end in (
            ("first", p.agent1, p.from1, p.to1),
            ("second", p.agent2, p.from2, p.to2),
        ):
            if agent:
                parts.append(f"{name}={self.cells[start]}{self.cells[end]}{_pawn(agent)}")
        if p.asked_side != p.side:
            parts.append(f"asked={SIDES[p.asked_side]}")
        for name, card in (("drawn1", p.drawn1), ("drawn2", p.drawn2)):
            if card < 10:
                parts.append(f"{name}={CARDS[card]}")
        if p.source1 or p.source2:
            parts.append(f"source={p.source1}{p.source2}")
        if p.placed:
            parts.append(f"placed={p.placed}")
        if p.drafter != NOWHERE:
            parts.append(f"drafter={SIDES[p.drafter]}")
        if p.ending:
            parts.append(f"end={ENDINGS[p.ending]},{SIDES[p.winner]}")
        return ";".join(parts) or "-"

    def tell_position(self, text: str, viewer: int) -> str:
        """The position as a viewer knows it: `?` where something is hidden (section 12)."""
        fields = text.split()
        for side in (0, 1):
            if side == viewer:
                continue
            if not self.board.open_hands:
                for at in (4 + side, 6 + side):
                    cards = _read_cards(fields[at])
                    locations = sum(cards >> (6 * card) & 63 for card in range(5))
                    tactics = sum(cards >> (6 * card) & 63 for card in range(5, 10))
                    fields[at] = f"{locations}-{tactics}"
            fields[2 + side] = HIDDEN_PAWN.sub(":?", fields[2 + side])
            pile = fields[8 + side]
            fields[8 + side] = "?" * (len(pile) - 1) + pile[-1]  # SK-12.3a: size and top card
            fields[10 + side] = MARK.sub("?", fields[10 + side])
            if fields[14] != "-":
                parts = fields[14].split("/")
                for at in (4 + 2 * side, 5 + 2 * side):
                    parts[at] = CARD_LETTER.sub("?", parts[at])
                kept = side == 1 and parts[side] == "ruri"  # SK-2.9
                if fields[0] == "picking" and parts[side] != "none" and not kept:
                    parts[side] = "?"
                fields[14] = "/".join(parts)
        mover = SIDES.index(fields[1])
        parts = fields[15].split(";")
        for at, part in enumerate(parts):
            owner = 1 - mover if part.startswith("second=") else mover
            if owner != viewer:
                if part.startswith(("first=", "second=")):
                    parts[at] = HIDDEN_PAWN.sub(":?", part)
                elif part.startswith("drawn") and not self.board.open_hands:
                    name, _, card = part.partition("=")
                    parts[at] = f"{name}={KINDS[CARDS.index(card) // 5]}"
        fields[15] = ";".join(parts)
        return " ".join(fields)

    def from_position(self, text: str, options: Options) -> State:
        """The state with this text. BadText says what cannot be."""
        fields = text.split()
        if len(fields) != 16:
            raise BadText(f"a position has 16 fields, this one has {len(fields)}")
        if LONG_NUMBER.search(text):
            raise BadText("a number in this position is too long")
        state = State(self.board, options)
        try:
            self._fill(state, fields)
            written = self.position(state)
            state.base = " ".join(fields)
            state.watch()
            state.resume()
        except BadText:
            raise
        except (KeyError, ValueError, IndexError, OverflowError, AssertionError):
            shown = " ".join(fields)[:120]
            raise BadText(f"this position cannot be read: {shown}") from None
        if written != " ".join(fields):
            raise BadText("this position is not in its one and only form")
        self._check(state)
        return state

    def _check(self, p: State) -> None:
        """What a position says of the play under way must fit together."""
        if p.equipment and not p.options.equipment:
            raise BadText("equipment, but the option is off")
        if (p.special0 or p.special1) and not p.options.special_agents:
            raise BadText("special agents, but the option is off")
        if p.phase == OVER:
            if not p.ending:
                raise BadText("the game is over, but it is not said how")
            return
        if p.phase == DECOY_ASKED and not p.occ(p.side) >> p.mover & 1:
            raise BadText("a Decoy is asked for, but no agent has moved")
        try:
            open_question = p.clone().moves() or p.chance_total() > 0
        except (ValueError, IndexError, OverflowError, AssertionError):
            open_question = False
        if not open_question:
            raise BadText(f"nobody can go on from this position (phase {PHASES[p.phase]})")

    def _fill(self, p: State, fields: list[str]) -> None:
        p.phase = PHASES.index(fields[0])
        p.side = SIDES.index(fields[1])
        p.asked_side = p.side
        for side in (0, 1):
            if fields[2 + side] != "-":
                for pawn in fields[2 + side].split(","):
                    cell = self.cell_of[pawn[:2]]
                    if (p.occ0 | p.occ1) >> cell & 1:
                        raise BadText(f"two agents on {pawn[:2]}")
                    p.put(side, cell, _read_pawn(pawn[2:]))
        p.hand0, p.hand1, p.deck0, p.deck1 = (_read_cards(field) for field in fields[4:8])
        p.pile0, p.pile1 = _read_pile(fields[8]), _read_pile(fields[9])
        p.decoys0, p.decoys1 = _read_decoys(fields[10]), _read_decoys(fields[11])
        p.lost0, p.lost1 = (_read_set(part) for part in fields[12].split("/"))
        p.next_id0, p.next_id1 = (int(part) for part in fields[13].split("/"))
        if fields[14] != "-":
            parts = fields[14].split("/")
            p.special0, p.special1 = (SPECIAL_AGENTS.index(name) for name in parts[:2])
            if parts[2] != "-":
                p.ruri = CARDS[:4].index(parts[2])
            for item in range(6):
                p.set_equipment(item, int(parts[3][item]))
            bottoms = [_read_pile(part) for part in parts[4:8]]
            p.bottoms = bottoms if any(bottoms) else None
        if fields[15] != "-":
            for part in fields[15].split(";"):
                self._fill_play(p, *part.partition("="))

    def _fill_play(self, p: State, name: str, _: str, value: str) -> None:
        cells = self.cell_of
        match name:
            case "card":
                p.card = CARDS.index(value)
            case "extra":
                p.extra = CARDS.index(value)
            case "mover":
                p.mover = cells[value]
            case "entered":
                p.entered = True
            case "won":
                p.won = True
            case "bait":
                p.bait_held = True
            case "revolver":
                p.revolver_asked = True
            case "first":
                p.from1, p.to1 = cells[value[:2]], cells[value[2:4]]
                p.agent1 = _read_pawn(value[4:])
            case "second":
                p.from2, p.to2 = cells[value[:2]], cells[value[2:4]]
                p.agent2 = _read_pawn(value[4:])
            case "asked":
                p.asked_side = SIDES.index(value)
            case "drawn1":
                p.drawn1 = CARDS.index(value)
            case "drawn2":
                p.drawn2 = CARDS.index(value)
            case "source":
                p.source1, p.source2 = int(value[0]), int(value[1])
            case "placed":
                p.placed = int(value)
            case "drafter":
                p.drafter = SIDES.index(value)
            case "end":
                ending, winner = value.split(",")
                p.ending, p.winner = ENDINGS.index(ending, 1), SIDES.index(winner)
            case _:
                raise BadText(f"unknown part of a position: {name!r}")


def _card(card: int) -> str:
    if card == codes.BLANK_LOCATION:
        return "location"
    if card == codes.BLANK_TACTICS:
        return "tactics"
    if card == codes.BLANK:
        return "?"
    return CARDS[card]


def _mark(mark: int) -> str:
    return "?" if mark == codes.BLANK else CARDS[mark - 1]


# An identity without the "!" of the revealed behind it.
HIDDEN_PAWN = re.compile(r":(?:3R|2R|[0-3])(?!!)(?=[~*+]*#)")
MARK = re.compile(r"[rgyb]")
CARD_LETTER = re.compile(r"[rgybjDTASY]")

# The longest run of digits in a position is that of the six equipment cards.
LONG_NUMBER = re.compile(r"\d{7}")

FLAG_LETTERS = ((8, "!"), (16, "~"), (32, "*"), (64, "+"))


def _pawn(agent: int) -> str:
    """Identity, flags (! revealed, ~ declared false, * stunned, + anaesthetised), public id."""
    flags = "".join(letter for flag, letter in FLAG_LETTERS if agent & flag)
    return f":{IDENTITIES[agent & IDENTITY]}{flags}#{agent >> 7}"


def _read_pawn(text: str) -> int:
    body, _, number = text[1:].partition("#")
    agent = int(number) << 7
    for flag, letter in FLAG_LETTERS:
        if letter in body:
            agent |= flag
            body = body.replace(letter, "")
    return agent | IDENTITIES.index(body)


def _cards(pile: int) -> str:
    """Counts of the ten cards in their order, with a dash between locations and tactics."""
    counts = [pile >> (6 * card) & 63 for card in range(10)]
    return ".".join(map(str, counts[:5])) + "-" + ".".join(map(str, counts[5:]))


def _read_cards(text: str) -> int:
    counts = [int(number) for number in text.replace("-", ".").split(".")]
    if len(counts) != 10 or not all(0 <= number < 64 for number in counts):
        raise BadText(f"ten counts of cards expected, not {text!r}")
    return sum(number << (6 * card) for card, number in enumerate(counts))


LETTERS = "rgybjDTASY"


def _pile(pile: bytes) -> str:
    return "".join(LETTERS[card] for card in pile) or "-"


def _read_pile(text: str) -> bytes:
    return b"" if text == "-" else bytes(LETTERS.index(letter) for letter in text)


def _decoys(decoys: int) -> str:
    found = []
    while decoys:
        first, second = decoys & 7, decoys >> 3 & 7
        found.append(LETTERS[first - 1] + (LETTERS[second - 1] if second else ""))
        decoys >>= 6
    return ",".join(found) or "-"


def _read_decoys(text: str) -> int:
    packed = 0
    if text != "-":
        for slot, marks in enumerate(text.split(",")):
            numbers = [LETTERS[:4].index(letter) + 1 for letter in marks]
            packed |= (numbers[0] | (numbers[1] << 3 if len(numbers) > 1 else 0)) << (6 * slot)
    return packed


def _set(identities: int) -> str:
    return "+".join(name for bit, name in enumerate(IDENTITIES) if identities >> bit & 1) or "-"


def _read_set(text: str) -> int:
    return 0 if text == "-" else sum(1 << IDENTITIES.index(name) for name in text.split("+"))
