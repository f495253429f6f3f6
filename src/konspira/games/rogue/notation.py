"""One text for each code (docs/notation.md)."""

from __future__ import annotations

from konspira.engine.contract import CHANCE, NotAMove
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.box import Box
from konspira.games.rogue.rules.codes import a_of, b_of, c_of, code, kind_of

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
FACES = tuple(f"{symbol}{'' if n == 1 else n}" for symbol in SYMBOLS for n in (1, 2))


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
