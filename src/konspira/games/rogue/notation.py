"""One text for each code and for each position (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Callable

from konspira.engine.contract import CHANCE, BadText, NotAMove
from konspira.games.rogue.rules import agenda, codes
from konspira.games.rogue.rules.box import Box, Options
from konspira.games.rogue.rules.codes import a_of, b_of, c_of, code, kind_of
from konspira.games.rogue.rules.components import (
    AT,
    CARD,
    ENDS,
    FACE_UP,
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    KNOWN,
    MARKS,
    NO_SEAT,
    NO_SLOT,
    OLD,
    PLACE,
    SHOWED,
    SHOWN_ANDROID,
    SHOWN_HUMAN,
    STATUS,
    UNMASKED,
    size,
)
from konspira.games.rogue.rules.position import (
    ACTED,
    CHANCE_ASKED,
    DEFENDERS,
    OVER,
    PICKED,
    RUNNING,
)
from konspira.games.rogue.rules.state import State

SEATS = ("P1", "P2", "P3", "P4")
SLOTS = ("T1", "T2", "T3", "M1", "M2", "M3", "M4", "M5", "B1", "B2", "B3", "B4", "B5")
TRACKS = ("fuel", "ammo", "evidence", "car", "gun", "agent")
FIELD_NAMES = (*TRACKS, "stamina", "credits", "influence")
SYMBOLS = ("fuel", "ammo", "evid", "car", "gun", "agt", "heal", "cred", "exp", "bst")
COLOURS = ("red", "green", "black")
DISCS = ("C1", "C2", "C3", "C4", "C5", "C6", "assassin", "bomb")
HOWS = ("", "boost", "ammo")
TOKENS = ("human", "android")
EFFECTS = (
    "none",
    "lose_own_informant",
    "lose_any_informant",
    "tick_all_bombs",
    "reveal_identity",
    "lose_stamina",
    "lose_ammo",
    "lose_fuel",
    "lose_evidence",
    "lose_credits",
    "gain_credits",
    "gain_evidence",
    "brace",
    "exposed",
    "slip_away",
    "flee",
    "call_assassin",
    "plant_bomb",
    "no_green",
    "extra_green",
    "no_retaliation",
    "free_captive",
    "downgrade",
    "short_leash",
    "jammed_gun",
    "dry_tank",
    "silenced_sources",
    "blacklisted",
    "watched",
    "shaken",
    "marked",
)
ENDINGS = ("", "INFLUENCE", "STAMINA", "SHARED", "RESIGNED", "TIME")
PHASES = (
    "running",
    "chance",
    "assigning",
    "turn",
    "patrolling",
    "fighting",
    "calling",
    "arming",
    "defending",
    "taking",
    "colouring",
    "rerolling",
    "resolving",
    "buying",
    "placing",
    "cutting",
    "losing-own",
    "losing-any",
    "lowering",
    "freeing",
    "fleeing",
    "activating",
    "ticking",
    "revealing",
    "over",
)
STEPS = {
    int(value): name.lower().replace("_", "-")
    for name, value in vars(agenda).items()
    if name.isupper()
}
STEP_NUMBERS = {name: number for number, name in STEPS.items()}

# What a code says, word by word. A face of a die takes two fields, all others one.
MOVES: dict[int, tuple[str, ...]] = {
    codes.ASSIGN: ("assign", "disc", "number"),
    codes.STEP: ("go", "slot"),
    codes.STOP: ("stop",),
    codes.INVESTIGATE: ("investigate", "disc"),
    codes.ATTACK_CRIMINAL: ("attack", "disc"),
    codes.ATTACK_ASSASSIN: ("attack-assassin", "path"),
    codes.ARREST: ("arrest", "disc"),
    codes.SEIZE: ("seize", "seat", "number"),
    codes.TURN_IN: ("turn-in",),
    codes.SEARCH: ("search",),
    codes.BUY: ("buy", "field"),
    codes.DEFUSE: ("defuse", "number"),
    codes.ATTACK_ANDROID: ("attack-android", "seat"),
    codes.ATTACK_AGENT: ("attack-agent", "seat"),
    codes.ATTACK_LOCATION: ("attack-location",),
    codes.SCREEN: ("screen", "seat"),
    codes.REINFORCE: ("reinforce", "slot"),
    codes.END_TURN: ("end-turn",),
    codes.SPEND_AMMO: ("ammo", "number"),
    codes.DEFEND: ("defend", "number"),
    codes.CALL: ("call", "number"),
    codes.TAKE: ("take", "disc"),
    codes.COLOUR: ("colour", "colour"),
    codes.PICK: ("pick", "colour", "face"),
    codes.ROLL_AGAIN: ("reroll",),
    codes.KEEP_DICE: ("keep",),
    codes.RESOLVE: ("resolve", "face", "how"),
    codes.DONE: ("done",),
    codes.PLACE_DIE: ("place", "colour", "wire", "column"),
    codes.CUT: ("cut",),
    codes.LEAVE_BOMB: ("leave",),
    codes.LOSE_INFORMANT: ("lose-informant", "slot", "seat"),
    codes.LOWER: ("lower", "field"),
    codes.FREE: ("free", "disc"),
    codes.FLEE_FIRST: ("flee", "path"),
    codes.ACTIVATE: ("activate", "path"),
    codes.TICK: ("tick", "slot", "number"),
    codes.REVEAL: ("reveal", "token"),
    codes.RESIGN: ("resign",),
    codes.TIMEOUT: ("timeout",),
}
CHANCES: dict[int, tuple[str, ...]] = {
    codes.TILE: ("tile", "slot", "tile"),
    codes.POLICE: ("police", "number"),
    codes.LEADER: ("leader", "seat"),
    codes.TOKEN: ("token", "seat", "token"),
    codes.DRAW: ("draw", "disc"),
    codes.EVENT_DIE: ("die", "number"),
    codes.TIMER: ("timer", "number", "slot"),
    codes.ROLL: ("roll", "colour", "face"),
    codes.LOOK: ("look", "disc", "card", "seat"),
    codes.TURN_UP: ("turn-up", "disc", "card"),
}
EVENTS: dict[int, tuple[str, ...]] = {
    codes.ROUND: ("round", "number", "seat"),
    codes.TURN: ("turn", "seat"),
    codes.PLACED: ("placed", "disc", "slot"),
    codes.LOOKED: ("looked", "disc", "card", "seat"),
    codes.SHOWN: ("shown", "disc", "card"),
    codes.HITS: ("hits", "seat", "number"),
    codes.DEFEATED: ("defeated", "disc"),
    codes.ASSASSIN_OUT: ("assassin-out", "slot"),
    codes.LOST_STAMINA: ("lost-stamina", "seat", "number"),
    codes.HOSPITAL: ("hospital", "seat"),
    codes.EFFECT: ("effect", "disc", "effect", "number"),
    codes.WALKED: ("walked", "disc", "slot"),
    codes.ESCAPED: ("escaped", "disc"),
    codes.CARD_OUT: ("card-out", "disc", "card"),
    codes.CARD_UNDER: ("card-under", "disc", "card"),
    codes.ASSASSIN_WALKED: ("assassin-walked", "path", "path"),
    codes.TICKED: ("ticked", "slot", "number"),
    codes.EXPLODED: ("exploded", "slot"),
    codes.INFORMANT_OUT: ("informant-out", "seat", "slot"),
    codes.POLICE_MOVED: ("police-moved", "slot"),
    codes.TURNED_IN: ("turned-in", "seat", "card"),
    codes.PAID_OUT: ("paid-out", "seat", "number"),
    codes.TAKEN: ("taken", "seat", "disc"),
    codes.DEFUSED: ("defused", "seat", "slot"),
    codes.IS_ANDROID: ("is-android", "seat"),
    codes.TOKENS_OUT: ("tokens-out",),
    codes.DESTROYED: ("destroyed", "slot"),
    codes.CLOCK_OUT: ("clock-out", "seat", "effect"),
    codes.SHUFFLED: ("shuffled",),
    codes.RESERVE_IN: ("reserve-in",),
    codes.SCORE: ("score", "seat", "number"),
    codes.ENDED: ("ended", "ending"),
    codes.BACK_IN_BAG: ("back-in-bag", "disc", "slot"),
    codes.GANGSTERS: ("gangsters", "seat", "slot", "number"),
    codes.SAFE: ("safe", "slot"),
}
FORMS = {**MOVES, **CHANCES, **EVENTS}
MOVE_KINDS = {form[0]: kind for kind, form in MOVES.items()}
CHANCE_KINDS = {form[0]: kind for kind, form in CHANCES.items()}

HIDDEN = "?"
NOTHING = "-"
LONG_NUMBER = re.compile(r"\d{7}")
FACES = tuple(f"{symbol}{'' if n == 1 else n}" for symbol in SYMBOLS for n in (1, 2))

# Small numbers of the play under way, written where they are not 0.
COUNTERS = (
    "credits",
    "taken_off",
    "justice",
    "used1",
    "used2",
    "patrols",
    "visited",
    "steps",
    "number",
    "flags",
    "brace",
    "green",
    "called",
    "spent",
    "rerolls",
    "whites",
    "ignored",
    "bomb",
    "chance_a",
    "chance_b",
    "gone",
    "winners",
)
FLAGS = ("turn_over", "armoured", "hurt")


class Notation:
    """Texts of one box: tiles and cards have the ids of its data."""

    def __init__(self, box: Box, tiles: list[str], cards: list[str]) -> None:
        self.box = box
        self.tiles = tiles
        self.cards = cards
        self.path = [SLOTS[slot] for slot in box.path]
        self.path[-1] += "*"  # RA-2.7: T2 at the end of the path
        self.words: dict[str, list[str]] = {
            "disc": list(DISCS),
            "slot": list(SLOTS),
            "path": self.path,
            "seat": list(SEATS),
            "field": list(FIELD_NAMES),
            "colour": list(COLOURS),
            "how": list(HOWS),
            "token": list(TOKENS),
            "wire": ["E", "X"],
            "tile": tiles,
            "card": cards,
            "effect": list(EFFECTS),
            "ending": list(ENDINGS),
            "number": [str(number) for number in range(64)],
            "column": [str(number + 1) for number in range(10)],
        }

    def text(self, move: int) -> str:
        form = FORMS.get(int(kind_of(move)))
        if form is None:
            raise ValueError(f"no code of this game: kind {kind_of(move)}")
        fields = [int(a_of(move)), int(b_of(move)), int(c_of(move))]
        words = [form[0]]
        for kind in form[1:]:
            value = fields.pop(0)
            if kind == "face":
                amount = fields.pop(0)
                words.append(f"{SYMBOLS[value]}{'' if amount == 1 else amount}")
            elif kind in ("card", "token") and value == codes.BLANK:
                words.append(HIDDEN)
            elif kind == "path" and value == codes.BLANK:
                words.append("off")
            else:
                words.append(self.words[kind][value])
        return " ".join(word for word in words if word)

    def read(self, text: str, seat: int) -> int:
        """The move or outcome of chance with this text; NotAMove if there is none."""
        words = text.split()
        try:
            found = self._read(words, seat)
        except (KeyError, ValueError, IndexError):
            found = -1
        if found < 0 or self.text(found) != text:
            raise NotAMove("not_a_move", text=text[:80])
        return found

    def _read(self, words: list[str], seat: int) -> int:
        kinds = CHANCE_KINDS if seat == CHANCE else MOVE_KINDS
        kind = kinds[words[0]]
        fields: list[int] = []
        rest = words[1:]
        for part in FORMS[kind][1:]:
            if part == "how" and not rest:
                fields.append(0)
            elif part == "face":
                number = FACES.index(rest.pop(0))
                fields += [number // 2, number % 2 + 1]
            else:
                fields.append(self.words[part].index(rest.pop(0)))
        if rest:
            return -1
        return int(code(seat, kind, *fields))

    # Positions -------------------------------------------------------------------------------

    def position(self, p: State) -> str:
        """The one text of a position: seventeen fields, see docs/notation.md."""
        fields = [
            PHASES[p.phase] if p.phase != CHANCE_ASKED else f"chance:{CHANCES[p.chance][0]}",
            _seat(p.asked),
            f"{p.round}/{_seat(p.leader)}/{_seat(p.turn)}/{_seat(p.drafter)}",
            self._city(p),
            SLOTS[p.police] if p.police != NO_SLOT else NOTHING,
            ";".join(_board(p, seat) for seat in range(int(p.seats))),
            ",".join(self._criminal(p, criminal) for criminal in range(6)),
            ",".join(
                f"{SLOTS[slot]}:{''.join(str(part) for part in (pair & 7, pair >> 3) if part)}"
                for slot, pair in enumerate(p.informants)
                if pair
            )
            or NOTHING,
            ",".join(self.path[one & 15] + _acted(one) for one in p.assassins) or NOTHING,
            ",".join(f"{SLOTS[one & 15]}.{one >> 4 & 15}{_acted(one)}" for one in p.bombs)
            or NOTHING,
            _bag(p),
            ";".join(self._cards(mask) for mask in p.scored),
            self._cards(p.removed),
            ".".join(self.cards[card] for card in p.bottom) or NOTHING,
            self._cards(p.old_unseen) if p.old_unseen else NOTHING,
            ",".join(_clock(clock) for clock in p.clocks) or NOTHING,
            self._play(p),
            ",".join(_step(step) for step in p.agenda) or NOTHING,
        ]
        return " ".join(fields)

    def _city(self, p: State) -> str:
        return ",".join(
            (self.tiles[tile] if tile >= 0 else NOTHING) + ("!" if p.destroyed >> slot & 1 else "")
            for slot, tile in enumerate(p.tiles)
        )

    def _cards(self, mask: int) -> str:
        found = [name for card, name in enumerate(self.cards) if mask >> card & 1]
        return ".".join(found) or NOTHING

    def _criminal(self, p: State, criminal: int) -> str:
        """`u` untamed, `d` defeated, `c` captive; card (`.`: not drawn yet); `^` face up, `=`
        known to all, `o` from the old deck; the seats that investigated."""
        status = int(p.of(criminal, STATUS))
        if status == 0:
            return NOTHING
        place = int(p.of(criminal, PLACE))
        card = int(p.card_of(criminal))
        text = "-udc"[status] + (SEATS[place] if status == 3 else self.path[place]) + ":"
        text += "." if card < 0 else self.cards[card]
        for field, sign in ((FACE_UP, "^"), (KNOWN, "="), (OLD, "o")):
            if p.of(criminal, field):
                text += sign
        marks = int(p.of(criminal, MARKS))
        if marks:
            text += "~" + "".join(str(seat + 1) for seat in range(4) if marks >> seat & 1)
        return text

    def _play(self, p: State) -> str:
        parts: list[str] = []
        if p.ending:
            parts.append(f"end={ENDINGS[p.ending]}")
        for name in COUNTERS:
            value = getattr(p, name)
            if value:
                parts.append(f"{name}={value}")
        parts += [name for name in FLAGS if getattr(p, name)]
        if p.drawn:
            parts.append("drawn=" + ",".join(f"{DISCS[d & 15]}.{d >> 4}" for d in p.drawn))
        if p.event_dice:
            parts.append("dies=" + ",".join(map(str, p.event_dice)))
        if p.dice:
            parts.append("dice=" + ",".join(map(_die, p.dice)))
        if p.sheet:
            parts.append("sheet=" + ",".join(_column(column) for column in p.sheet))
        return ";".join(parts) or NOTHING

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
            card, signs, marks = _split_criminal(rest)
            if card in self.cards and "^" not in signs and "=" not in signs:
                if str(viewer + 1) not in marks:
                    criminals[at] = f"{head}:{HIDDEN}{signs}" + (f"~{marks}" if marks else "")
                    if "o" in signs:
                        kept = [] if fields[14] == NOTHING else fields[14].split(".")
                        fields[14] = ".".join(sorted([*kept, card], key=self.cards.index))
        fields[6] = ",".join(criminals)
        return " ".join(fields)

    def from_position(self, text: str, options: Options) -> State:
        """The state with this text. BadText says what cannot be."""
        fields = text.split()
        if len(fields) != 18:
            raise BadText(f"a position has 18 fields, this one has {len(fields)}")
        if LONG_NUMBER.search(text):
            raise BadText("a number in this position is too long")
        state = State(self.box, options)
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
        p.asked = _read_seat(fields[1])
        number, leader, turn, drafter = fields[2].split("/")
        p.round = int(number)
        p.leader, p.turn, p.drafter = map(_read_seat, (leader, turn, drafter))
        for slot, name in enumerate(fields[3].split(",")):
            if name != NOTHING:
                tile = self.tiles.index(name.removesuffix("!"))
                p.tiles[slot] = tile
                p.slots[tile] = slot
                p.destroyed |= (1 << slot) if name.endswith("!") else 0
        p.police = SLOTS.index(fields[4]) if fields[4] != NOTHING else NO_SLOT
        boards = fields[5].split(";")
        if len(boards) != p.seats:
            raise BadText(f"a position of {len(boards)} players, but there are {p.seats}")
        for seat, board in enumerate(boards):
            _read_board(p, seat, board)
        for criminal, part in enumerate(fields[6].split(",")):
            if part != NOTHING:
                self._read_criminal(p, criminal, part)
        for part in _list(fields[7]):
            slot_name, _, owners = part.partition(":")
            pair = [int(owner) for owner in owners]
            p.informants[SLOTS.index(slot_name)] = pair[0] | (pair[1] << 3 if pair[1:] else 0)
        for part in _list(fields[8]):
            p.assassins.append(self.path.index(part.removesuffix("+")) | _read_acted(part))
        for part in _list(fields[9]):
            slot_name, _, timer = part.removesuffix("+").partition(".")
            p.bombs.append(SLOTS.index(slot_name) | int(timer) << 4 | _read_acted(part))
        _read_bag(p, fields[10])
        p.scored = [self._read_cards(part) for part in fields[11].split(";")]
        p.removed = self._read_cards(fields[12])
        p.bottom = [self.cards.index(card) for card in _list(fields[13], ".")]
        p.old_unseen = self._read_cards(fields[14])
        p.clocks = [_read_clock(part) for part in _list(fields[15])]
        for part in _list(fields[16], ";"):
            name, _, value = part.partition("=")
            _fill_play(p, name, value)
        p.agenda = [_read_step(part) for part in _list(fields[17])]

    def _read_cards(self, text: str) -> int:
        return sum(1 << self.cards.index(card) for card in set(_list(text, ".")))

    def _read_criminal(self, p: State, criminal: int, text: str) -> None:
        head, _, rest = text.partition(":")
        card, signs, marks = _split_criminal(rest)
        status = "-udc".index(head[0], 1)
        p.set(criminal, STATUS, status)
        place = SEATS.index(head[1:]) if status == 3 else self.path.index(head[1:])
        p.set(criminal, PLACE, place)
        p.set(criminal, CARD, 0 if card == "." else self.cards.index(card) + 1)
        for field, sign in ((FACE_UP, "^"), (KNOWN, "="), (OLD, "o")):
            p.set(criminal, field, int(sign in signs))
        p.set(criminal, MARKS, sum(1 << (int(seat) - 1) for seat in set(marks)))

    def _fill_deck(self, p: State) -> None:
        """What nobody has seen follows from what lies open."""
        box = self.box
        whole = int(box.easy | box.hard)
        easy, hard = int(size(box.easy)), int(size(box.hard))
        if p.options.shadow_watch:
            easy, hard = int(box.shadow_easy), int(box.shadow_hard)
            if p.options.without_blue:
                whole &= ~int(box.blue_cards)
        located = [card for card in range(len(self.cards)) if p.removed >> card & 1]
        located += p.bottom
        located += [c for mask in p.scored for c in range(len(self.cards)) if mask >> c & 1]
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
                raise BadText(f"card {self.cards[card]} is there twice, or not in this game")
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


def _list(text: str, separator: str = ",") -> list[str]:
    return [] if text == NOTHING else text.split(separator)


def _seat(seat: int) -> str:
    return SEATS[seat] if seat < len(SEATS) else NOTHING


def _read_seat(text: str) -> int:
    return int(NO_SEAT) if text == NOTHING else SEATS.index(text)


def _acted(value: int) -> str:
    return "+" if value & ACTED else ""


def _read_acted(text: str) -> int:
    return int(ACTED) if text.endswith("+") else 0


def _board(p: State, seat: int) -> str:
    """Slot, tracks, stamina, credits, influence, informants, ends / tokens / flags."""
    numbers = [str(p.get(seat, field)) for field in range(int(AT))]
    ends = int(p.get(seat, ENDS))
    tokens = (
        "h" * int(p.get(seat, HIDDEN_HUMAN))
        + "a" * int(p.get(seat, HIDDEN_ANDROID))
        + "H" * int(p.get(seat, SHOWN_HUMAN))
        + "A" * int(p.get(seat, SHOWN_ANDROID))
    )
    flags = "".join(sign for field, sign in ((UNMASKED, "!"), (SHOWED, "+")) if p.get(seat, field))
    head = f"{SLOTS[p.at(seat)]}.{'.'.join(numbers)}.{ends}"
    return f"{head}/{tokens or NOTHING}/{flags or NOTHING}"


def _read_board(p: State, seat: int, text: str) -> None:
    head, tokens, flags = text.split("/")
    slot, *numbers = head.split(".")
    *fields, ends = map(int, numbers)
    if len(fields) != AT:
        raise ValueError(text)
    for field, value in enumerate(fields):
        limit = p.box.track_max[field] if field < 6 else 63
        if not 0 <= value <= limit or (field == 6 and not 1 <= value <= p.box.stamina_max):
            raise BadText(f"{SEATS[seat]} cannot have {value} there: {head}")
        p.put(seat, field, value)
    p.put(seat, AT, SLOTS.index(slot))
    p.put(seat, ENDS, ends)
    for field, letter in (
        (HIDDEN_HUMAN, "h"),
        (HIDDEN_ANDROID, "a"),
        (SHOWN_HUMAN, "H"),
        (SHOWN_ANDROID, "A"),
    ):
        p.put(seat, field, tokens.count(letter))
    p.put(seat, UNMASKED, int("!" in flags))
    p.put(seat, SHOWED, int("+" in flags))


def _split_criminal(rest: str) -> tuple[str, str, str]:
    """Card, signs and marks of a criminal in a position."""
    body, _, marks = rest.partition("~")
    card = body.rstrip("^=o")
    return card, body[len(card) :], marks


def _bag(p: State) -> str:
    criminals = "".join(str(n + 1) for n in range(6) if p.bag_criminals >> n & 1) or NOTHING
    text = f"{criminals}/{p.bag_assassins}/{p.bag_bombs}"
    if p.reserve_assassins or p.reserve_bombs:
        text += f"/{p.reserve_assassins}/{p.reserve_bombs}"
    return text


def _read_bag(p: State, text: str) -> None:
    criminals, *counts = text.split("/")
    if criminals != NOTHING:
        p.bag_criminals = sum(1 << (int(number) - 1) for number in set(criminals))
    numbers = [*map(int, counts), 0, 0]
    p.bag_assassins, p.bag_bombs, p.reserve_assassins, p.reserve_bombs = numbers[:4]


def _clock(clock: int) -> str:
    text = f"{SEATS[clock & 15]}.{EFFECTS[clock >> 4 & 63]}.{DISCS[clock >> 10 & 15]}"
    return text + ("+" if clock >> 14 else "")


def _read_clock(text: str) -> int:
    seat, effect, disc = text.removesuffix("+").split(".")
    fresh = 1 << 14 if text.endswith("+") else 0
    return SEATS.index(seat) | EFFECTS.index(effect) << 4 | DISCS.index(disc) << 10 | fresh


def _step(step: int) -> str:
    fields = [step >> 6 & 63, step >> 12 & 63, step >> 18]
    while fields and not fields[-1]:
        fields.pop()
    return ".".join([STEPS[step & 63], *map(str, fields)])


def _read_step(text: str) -> int:
    name, *fields = text.split(".")
    a, b, c = [*map(int, fields), 0, 0, 0][:3]
    return int(agenda.step(STEP_NUMBERS[name], a, b, c))


def _die(value: int) -> str:
    """Colour and face (nothing before the roll); `v` a defender's, `+` picked."""
    text = COLOURS[value & 3]
    if value >> 2 & 15:
        amount = value >> 6 & 15
        text += f".{SYMBOLS[(value >> 2 & 15) - 1]}{'' if amount == 1 else amount}"
    return text + (":v" if value & DEFENDERS else "") + ("+" if value & PICKED else "")


def _read_die(text: str) -> int:
    picked = int(PICKED) if text.endswith("+") else 0
    text = text.removesuffix("+")
    defender = int(DEFENDERS) if text.endswith(":v") else 0
    colour, _, face = text.removesuffix(":v").partition(".")
    value = COLOURS.index(colour) | picked | defender
    if face:
        number = FACES.index(face)
        value |= (number // 2 + 1) << 2 | (number % 2 + 1) << 6
    return value


# Cells of the bomb sheet: explosion and boost on a red, green or black die.
CELL_LETTERS = ("", "re", "ge", "ke", "rx", "gx", "kx")


def _column(column: int) -> str:
    text = ""
    while column:
        text += CELL_LETTERS[column & 7]
        column >>= 3
    return text or NOTHING


def read_column(text: str) -> int:
    column = 0
    for at in range(0, len(text) if text != NOTHING else 0, 2):
        column |= CELL_LETTERS.index(text[at : at + 2], 1) << (3 * at // 2)
    return column


def _fill_play(p: State, name: str, value: str) -> None:
    if name in COUNTERS:
        setattr(p, name, int(value))
    elif name in FLAGS and not value:
        setattr(p, name, True)
    else:
        readers: dict[str, Callable[[], None]] = {
            "end": lambda: setattr(p, "ending", ENDINGS.index(value, 1)),
            "drawn": lambda: setattr(p, "drawn", [_read_drawn(part) for part in value.split(",")]),
            "dies": lambda: setattr(p, "event_dice", [int(part) for part in value.split(",")]),
            "dice": lambda: setattr(p, "dice", [_read_die(part) for part in value.split(",")]),
            "sheet": lambda: setattr(p, "sheet", [read_column(x) for x in value.split(",")]),
        }
        readers[name]()


def _read_drawn(text: str) -> int:
    disc, _, number = text.partition(".")
    return DISCS.index(disc) | int(number) << 4
