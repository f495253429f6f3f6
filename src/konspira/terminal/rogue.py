"""Rogue Agent as a terminal shows it: made from what one viewer sees, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.contract import Game, State
from konspira.engine.knowledge import Knowledge
from konspira.engine.texts import Texts
from konspira.games.rogue import Rogue, load
from konspira.games.rogue.notation import (
    COLOURS,
    DISCS,
    EFFECTS,
    FIELD_NAMES,
    FORMS,
    PHASES,
    SEATS,
    SLOTS,
    SYMBOLS,
    TOKENS,
)
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import a_of, b_of, c_of, kind_of
from konspira.games.rogue.rules.components import AT, CREDITS, INFLUENCE, STAMINA, SUPPLY
from konspira.games.rogue.rules.seen import Seen
from konspira.games.rogue.story import Story
from konspira.terminal.paint import BOLD, DIM, Paint, cut, flowed, padded, wrapped

ROWS = ((0, 1, 2), (3, 4, 5, 6, 7), (8, 9, 10, 11, 12))
CELL = 14
DIE_INK = ("38;5;203", "38;5;113", "38;5;250")
SEAT_INK = ("1;38;5;221", "1;38;5;141", "1;38;5;81", "1;38;5;209")
SIGNS = ("F", "A", "E", "car", "gun", "agt", "+", "$", "✹", "✕")
HOWS = ("", "move.with-boost", "move.with-ammo")
ACTIONS = (
    "patrol",
    "investigate",
    "attack",
    "custody",
    "search",
    "defuse",
    "reinforce",
    "android",
)
LEAVING = frozenset(
    [codes.END_TURN, codes.STOP, codes.KEEP_DICE, codes.DONE, codes.LEAVE_BOMB, codes.REINFORCE]
)
Groups = list[tuple[str, list[tuple[int, str]]]]


def texts(language: str) -> Texts:
    return load.texts(language)


class Face:
    """How this game looks in one language."""

    people_first = False

    def __init__(self, game: Rogue, words: Texts, paint: Paint) -> None:
        self.game = game
        self.words = words
        self.paint = paint
        self.titles = load.titles(game.data)
        self.syndicates = load.SYNDICATES

    # The table ----------------------------------------------------------------------------------

    def screen(self, seen: Seen, width: int, low: bool) -> list[str]:
        """The city, what is on the way, and a board for each player."""
        say = self.words.say
        head = say("table.round", round=int(seen.round), leader=SEATS[seen.leader])
        criminals = "".join(str(n + 1) for n in range(6) if seen.bag_criminals >> n & 1) or "–"
        bag = say(
            "table.bag",
            criminals=criminals,
            assassins=int(seen.bag_assassins),
            bombs=int(seen.bag_bombs),
        )
        lines = [self.paint(head, BOLD), *self._city(seen)]
        if not low:
            lines += [self.paint(line, DIM) for line in wrapped(say("table.legend"), width)]
            lines += wrapped(bag, width)
            lines += wrapped(
                say("table.supply", credits=int(seen.credits), deck=int(seen.deck)), width
            )
        for seat in range(len(seen.boards)):
            lines += self._board(seen, seat, width, low and seat != seen.viewer)
        if seen.dice:
            dice = [self._die(value) for value in seen.dice]
            lines += flowed(self.paint(say("table.dice"), BOLD), dice, width)
        if seen.sheet:
            lines += self._sheet(seen)
        return lines

    def _city(self, seen: Seen) -> list[str]:
        lines: list[str] = []
        for row in ROWS:
            cells = [self._cell(seen, slot) for slot in row]
            margin = " " * (CELL + 1) if len(row) == 3 else ""
            rule = self.paint("+" + "+".join(["-" * CELL] * len(row)) + "+", DIM)
            lines.append(margin + rule)
            wall = self.paint("|", DIM)
            for at in range(3):
                inside = wall.join(cell[at] for cell in cells)
                lines.append(f"{margin}{wall}{inside}{wall}")
        lines.append(self.paint("+" + "+".join(["-" * CELL] * 5) + "+", DIM))
        return lines

    def _cell(self, seen: Seen, slot: int) -> list[str]:
        """Name, who and what is there, informants."""
        tile = seen.tiles[slot]
        if tile < 0:
            return [padded(SLOTS[slot], CELL), " " * CELL, " " * CELL]
        shield = self.game.box.tiles[tile]
        signs = "#" * (seen.destroyed >> slot & 1)
        signs += "+" * shield.human_shield + "%" * shield.android_shield
        number = f"{shield.number} " if shield.number else ""
        name = self.words.say(f"tile.{self.game.notation.tiles[tile]}")
        title = f"{SLOTS[slot]} {number}{name}"
        first = padded(cut(title, CELL - len(signs)) + signs, CELL)
        figures = "".join(
            str(seat + 1) for seat, board in enumerate(seen.boards) if board[AT] == slot
        )
        things = ["!"] if seen.police == slot else []
        things += [figures] if figures else []
        things += self._discs(seen, slot)
        pair = seen.informants[slot]
        below = " ".join(f"i{part}" for part in (pair & 7, pair >> 3) if part)
        row = " ".join(things)
        if len(row) > CELL:
            below = " ".join([row[CELL:].strip(), below]).strip()
        return [first, padded(row[:CELL], CELL), padded(cut(below, CELL), CELL)]

    def _discs(self, seen: Seen, slot: int) -> list[str]:
        path = self.game.box.path
        found = []
        for number, status, place, *_ in seen.criminals:
            if status < 3 and path[place] == slot:
                found.append(f"{'C' if status == 1 else 'c'}{number + 1}")
        found += ["A" for one in seen.assassins if path[one & 15] == slot]
        found += [f"*{one >> 4 & 15}" for one in seen.bombs if one & 15 == slot]
        return found

    def _board(self, seen: Seen, seat: int, width: int, short: bool) -> list[str]:
        say = self.words.say
        board = seen.boards[seat]
        side = say(f"side.{SEATS[seat]}")
        name = f"{seat + 1} {say('table.you', name=side) if seat == seen.viewer else side}"
        person = say(
            "table.person",
            stamina=board[STAMINA],
            credits=board[CREDITS],
            influence=board[INFLUENCE],
            informants=board[SUPPLY],
            score=seen.scores[seat],
        )
        lines = wrapped(f"{name}: {person}", width, "  ")
        lines[0] = lines[0].replace(name, self.paint(name, SEAT_INK[seat]), 1)
        tracks = {FIELD_NAMES[field]: board[field] for field in range(6)}
        if not short:
            lines += wrapped("  " + say("table.board", **tracks), width, "  ")
        more = [say("table.android")] if seen.unmasked[seat] else []
        captives = [
            DISCS[n] for n, status, place, *_ in seen.criminals if (status, place) == (3, seat)
        ]
        if captives:
            more.append(say("table.captives", discs=", ".join(captives)))
        tokens = self._tokens(seen, seat)
        if tokens:
            more.append(say("table.tokens", tokens=tokens))
        clocks = [
            say(f"effect.{EFFECTS[clock >> 4 & 63]}") for clock in seen.clocks if clock & 15 == seat
        ]
        if clocks:
            more.append(say("table.clocks", effects=" ".join(clocks)))
        if more:
            lines += wrapped("  " + " · ".join(more), width, "  ")
        return lines

    def _tokens(self, seen: Seen, seat: int) -> str:
        say = self.words.say
        humans, androids = seen.tokens_shown[seat]
        shown = [say("token.human")] * humans + [say("token.android")] * androids
        own = seen.tokens_own[seat]
        if own:
            hidden = [say("token.human")] * own[0] + [say("token.android")] * own[1]
        else:
            hidden = [say("token.hidden")] * seen.tokens_hidden[seat]
        return ", ".join([*shown, *(f"({token})" for token in hidden)])

    def _die(self, value: int) -> str:
        symbol = value >> 2 & 15
        amount = value >> 6 & 15
        sign = "?" if not symbol else SIGNS[symbol - 1] + ("" if amount == 1 else f"×{amount}")
        letter = "RGB"[value & 3]
        return self.paint(f"[{letter} {sign}]", DIE_INK[value & 3])

    def _sheet(self, seen: Seen) -> list[str]:
        lines = [self.paint(self.words.say("table.sheet"), BOLD)]
        for row in range(int(self.game.box.rows)):
            cells = [column >> (3 * row) & 7 for column in seen.sheet]
            lines.append("  " + " ".join("·✹✹✹✕✕✕"[cell] for cell in cells))
        return lines

    def pile(self, seen: Seen) -> list[str]:
        """The criminals in play as far as the viewer knows them, and who turned in whom."""
        say = self.words.say
        lines: list[str] = []
        story = self._story()
        for number, status, place, card, *_ in seen.criminals:
            where = SEATS[place] if status == 3 else self.game.notation.path[place]
            name = self.titles[card] if card >= 0 else say("card.hidden")
            disc = say("disc.criminal", n=number + 1)
            lines.append(say("table.criminal", disc=disc, place=where, card=name))
            if card >= 0:
                lines += [f"  {line}" for line in self._card(card, story)]
        for seat, mask in enumerate(seen.scored):
            cards = [title for card, title in enumerate(self.titles) if mask >> card & 1]
            if cards:
                lines.append(say("table.scored", who=SEATS[seat], cards=", ".join(cards)))
        return lines or [say("table.no-criminals")]

    def _card(self, card: int, story: Story) -> list[str]:
        criminal = self.game.box.criminals[card]
        *reveal, retaliation = story.card(criminal)[: 2 if criminal.reveal_icon else 1]
        return [
            self.words.say(
                "table.strength",
                stamina=int(criminal.stamina),
                bounty=int(criminal.bounty),
                syndicate=self.words.say(f"syndicate.{self.syndicates[criminal.syndicate]}"),
            ),
            *reveal,
            self.words.say("table.retaliation", effect=retaliation),
        ]

    # The log ------------------------------------------------------------------------------------

    def _story(self) -> Story:
        return Story(self.game.notation, self.titles, self.words)

    def story(self, known: Knowledge) -> list[list[str]]:
        return self._story().lines(known.told)

    # Questions and answers ----------------------------------------------------------------------

    def question(self, seen: Seen, moves: Sequence[int]) -> str:
        disc = ""
        if moves and kind_of(moves[0]) == codes.ASSIGN:
            disc = self._disc(a_of(moves[0]))
        return self.words.say(f"decision.{PHASES[seen.phase]}", disc=disc, n=int(seen.number))

    def choices(self, seen: Seen, moves: Sequence[int]) -> Groups:
        """The moves by what they do; what ends something comes last."""
        groups: dict[str, list[tuple[int, str]]] = {}
        for move in sorted(moves, key=lambda move: kind_of(move) in LEAVING):
            kind = int(kind_of(move))
            label = self.words.say(f"move.{FORMS[kind][0]}")
            text = self._choice(seen, kind, move)
            if text:
                groups.setdefault(label, []).append((move, text))
            else:
                groups.setdefault("", []).append((move, label))
        return sorted(groups.items(), key=lambda group: group[0] == "")

    def _choice(self, seen: Seen, kind: int, move: int) -> str:
        say = self.words.say
        a, b, c = int(a_of(move)), int(b_of(move)), int(c_of(move))
        match kind:
            case codes.STEP | codes.REINFORCE:
                return self._slot(seen, a)
            case codes.LOSE_INFORMANT:
                return f"{self._slot(seen, a)} {SEATS[b]}"
            case codes.TICK:
                return f"{self._slot(seen, a)} {say('move.timer', n=b)}"
            case codes.SEIZE:
                return f"{SEATS[a]} {b}"
            case codes.BUY | codes.LOWER:
                return say(f"field.{FIELD_NAMES[a]}")
            case codes.COLOUR:
                return say(f"colour.{COLOURS[a]}")
            case codes.PICK:
                return f"{say(f'colour.{COLOURS[a]}')} {self._symbol(b, c)}"
            case codes.RESOLVE:
                return " ".join([self._symbol(a, b), *([say(HOWS[c])] if c else [])])
            case codes.PLACE_DIE:
                die = f"{'E✹X✕'[2 * b + 1]} {say(f'colour.{COLOURS[a]}')}"
                return f"{die} → {say('move.column', n=c + 1)}"
            case codes.ASSIGN:
                return str(b)
            case codes.REVEAL:
                return say(f"token.{TOKENS[a]}")
            case codes.INVESTIGATE | codes.ATTACK_CRIMINAL | codes.ARREST | codes.TAKE | codes.FREE:
                return self._known(seen, a)
            case codes.ATTACK_ASSASSIN | codes.FLEE_FIRST | codes.ACTIVATE:
                return self.game.notation.path[a]
            case codes.ATTACK_AGENT | codes.ATTACK_ANDROID | codes.SCREEN:
                return SEATS[a]
            case codes.SPEND_AMMO | codes.DEFEND | codes.CALL | codes.DEFUSE:
                return str(a)
        return ""

    def _slot(self, seen: Seen, slot: int) -> str:
        name = self.words.say(f"tile.{self.game.notation.tiles[seen.tiles[slot]]}")
        return f"{SLOTS[slot]} {name}"

    def _disc(self, disc: int) -> str:
        if disc < 6:
            return self.words.say("disc.criminal", n=disc + 1)
        return self.words.say("disc.assassin" if disc == 6 else "disc.bomb")

    def _known(self, seen: Seen, number: int) -> str:
        for disc, _, _, card, *_ in seen.criminals:
            if disc == number and card >= 0:
                return f"{DISCS[disc]} {self.titles[card]}"
        return DISCS[number]

    def _symbol(self, symbol: int, amount: int) -> str:
        name = self.words.say(f"symbol.{SYMBOLS[symbol]}")
        return name if amount == 1 else f"{name} ×{amount}"

    def parts(self, text: str, state: State, seat: int) -> list[str]:
        return [part.strip() for part in text.split("+") if part.strip()]

    def noted(self, text: str) -> str:
        return text

    # Help ---------------------------------------------------------------------------------------

    def aloud(self, text: str, state: State, seat: int) -> tuple[int, str]:
        return -1, ""

    def doubt(self, state: State, move: int) -> tuple[str, bool]:
        return "", False

    def topics(self) -> dict[str, str]:
        return {action: f"action.{action}" for action in ACTIONS}

    def rules(self, width: int) -> list[str]:
        return wrapped(
            self.words.say("help.rules") + "\n\n" + self.words.say("table.legend"), width
        )


def face(game: Game, words: Texts, paint: Paint) -> Face:
    assert isinstance(game, Rogue)
    return Face(game, words | load.places(game.data, words.language), paint)
