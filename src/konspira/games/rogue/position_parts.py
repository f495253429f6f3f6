"""The parts of a position text, each written and read (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Callable

from konspira.engine.contract import BadText
from konspira.games.rogue.notation import (
    COLOURS,
    DISCS,
    EFFECTS,
    ENDINGS,
    FACES,
    SEATS,
    SLOTS,
    SYMBOLS,
)
from konspira.games.rogue.rules import agenda
from konspira.games.rogue.rules.components import (
    AT,
    ENDS,
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    NO_SEAT,
    SHOWED,
    SHOWN_ANDROID,
    SHOWN_HUMAN,
    UNMASKED,
)
from konspira.games.rogue.rules.position import ACTED, DEFENDERS, PICKED
from konspira.games.rogue.rules.state import State

NOTHING = "-"
STEPS = {
    int(value): name.lower().replace("_", "-")
    for name, value in vars(agenda).items()
    if name.isupper()
}
STEP_NUMBERS = {name: number for number, name in STEPS.items()}

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


def listed(text: str, separator: str = ",") -> list[str]:
    return [] if text == NOTHING else text.split(separator)


def seat_text(seat: int) -> str:
    return SEATS[seat] if seat < len(SEATS) else NOTHING


def read_seat(text: str) -> int:
    return int(NO_SEAT) if text == NOTHING else SEATS.index(text)


def acted_text(value: int) -> str:
    return "+" if value & ACTED else ""


def read_acted(text: str) -> int:
    return int(ACTED) if text.endswith("+") else 0


def board_text(p: State, seat: int) -> str:
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


def read_board(p: State, seat: int, text: str) -> None:
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


def split_criminal(rest: str) -> tuple[str, str, str]:
    """Card, signs and marks of a criminal in a position."""
    body, _, marks = rest.partition("~")
    card = body.rstrip("^=o")
    return card, body[len(card) :], marks


def bag_text(p: State) -> str:
    criminals = "".join(str(n + 1) for n in range(6) if p.bag_criminals >> n & 1) or NOTHING
    text = f"{criminals}/{p.bag_assassins}/{p.bag_bombs}"
    if p.reserve_assassins or p.reserve_bombs:
        text += f"/{p.reserve_assassins}/{p.reserve_bombs}"
    return text


def read_bag(p: State, text: str) -> None:
    criminals, *counts = text.split("/")
    if criminals != NOTHING:
        p.bag_criminals = sum(1 << (int(number) - 1) for number in set(criminals))
    numbers = [*map(int, counts), 0, 0]
    p.bag_assassins, p.bag_bombs, p.reserve_assassins, p.reserve_bombs = numbers[:4]


def clock_text(clock: int) -> str:
    text = f"{SEATS[clock & 15]}.{EFFECTS[clock >> 4 & 63]}.{DISCS[clock >> 10 & 15]}"
    return text + ("+" if clock >> 14 else "")


def read_clock(text: str) -> int:
    seat, effect, disc = text.removesuffix("+").split(".")
    fresh = 1 << 14 if text.endswith("+") else 0
    return SEATS.index(seat) | EFFECTS.index(effect) << 4 | DISCS.index(disc) << 10 | fresh


def step_text(step: int) -> str:
    fields = [step >> 6 & 63, step >> 12 & 63, step >> 18]
    while fields and not fields[-1]:
        fields.pop()
    return ".".join([STEPS[step & 63], *map(str, fields)])


def read_step(text: str) -> int:
    name, *fields = text.split(".")
    a, b, c = [*map(int, fields), 0, 0, 0][:3]
    return int(agenda.step(STEP_NUMBERS[name], a, b, c))


def die_text(value: int) -> str:
    """Colour and face (nothing before the roll); `v` a defender's, `+` picked."""
    text = COLOURS[value & 3]
    if value >> 2 & 15:
        amount = value >> 6 & 15
        text += f".{SYMBOLS[(value >> 2 & 15) - 1]}{'' if amount == 1 else amount}"
    return text + (":v" if value & DEFENDERS else "") + ("+" if value & PICKED else "")


def read_die(text: str) -> int:
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


def column_text(column: int) -> str:
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


def play_text(p: State) -> str:
    """What is under way: counters, flags, dice, the bomb sheet."""
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
        parts.append("dice=" + ",".join(map(die_text, p.dice)))
    if p.sheet:
        parts.append("sheet=" + ",".join(column_text(column) for column in p.sheet))
    return ";".join(parts) or NOTHING


def read_play(p: State, name: str, value: str) -> None:
    if name in COUNTERS:
        setattr(p, name, int(value))
    elif name in FLAGS and not value:
        setattr(p, name, True)
    else:
        readers: dict[str, Callable[[], None]] = {
            "end": lambda: setattr(p, "ending", ENDINGS.index(value, 1)),
            "drawn": lambda: setattr(p, "drawn", [read_drawn(part) for part in value.split(",")]),
            "dies": lambda: setattr(p, "event_dice", [int(part) for part in value.split(",")]),
            "dice": lambda: setattr(p, "dice", [read_die(part) for part in value.split(",")]),
            "sheet": lambda: setattr(p, "sheet", [read_column(x) for x in value.split(",")]),
        }
        readers[name]()


def read_drawn(text: str) -> int:
    disc, _, number = text.partition(".")
    return DISCS.index(disc) | int(number) << 4
