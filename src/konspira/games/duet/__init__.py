"""Codenames Duet."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.chance import Stream, seeded
from konspira.engine.contract import OPEN_TABLE, BadText, Codes, MoveError, NotLegal
from konspira.engine.knowledge import Knowledge
from konspira.games.duet import load
from konspira.games.duet.conservation import conserved
from konspira.games.duet.judge import LEVELS, Level, Reason, Verdict, judge
from konspira.games.duet.judge.normal import normal
from konspira.games.duet.notation import PHASES, SIDES, Notation, unslug
from konspira.games.duet.partner.load import meanings
from konspira.games.duet.partner.meaning import Meanings
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.box import Options
from konspira.games.duet.rules.components import CELLS
from konspira.games.duet.rules.refusal import reason
from konspira.games.duet.rules.sampler import Sampler, filled_text
from konspira.games.duet.rules.seen import Seen, seen
from konspira.games.duet.rules.state import State
from konspira.games.duet.setup import position_text
from konspira.games.duet.unpacked import Pairs, box
from konspira.games.duet.view import spelled
from konspira.games.duet.words import clashing, custom

__all__ = ["CHOICES", "Duet", "judge"]

OWN = "own"
NO_MISSION = "none"
CHOICES: dict[str, tuple[object, ...]] = {
    "words": (),
    "clashes": (),
    "lang": load.LANGUAGES,
    "tokens": (9, 10, 11),
    "mission": (NO_MISSION, *load.missions().missions),
    "slack": (False, True),
    "level": LEVELS,
    "multiword_names": (False, True),
    "acronyms": (False, True),
    "hyphenated": (False, True),
    "wordplay": (False, True),
    "touch_needs_majority": (False, True),
}


class Duet:
    """The game with its options chosen.

    `words`: a list of words, or nothing for our own of the language `lang`. `level` and the
    relaxations of CD-6.12 are for the judge; the rules read of them whether anybody can insist
    (CD-18.4) and whether a clue may have several words.
    """

    key = "duet"
    version = 1
    seats = 2

    def __init__(
        self,
        words: Sequence[str] | str | None = None,
        lang: str = "en",
        tokens: int = 9,
        mission: str | None = None,
        slack: bool = False,
        level: str = "standard",
        multiword_names: bool = False,
        acronyms: bool = False,
        hyphenated: bool = False,
        wordplay: bool = False,
        touch_needs_majority: bool = False,
        clashes: str | None = None,
    ) -> None:
        if tokens not in CHOICES["tokens"]:  # CD-3.2, CD-3.3
            raise BadText(f"tokens is 9, 10 or 11, not {tokens!r}")
        if level not in LEVELS:
            raise BadText(f"level is {', '.join(LEVELS)}, not {level!r}")
        self.mission = None if mission in (None, NO_MISSION) else load.missions().find(str(mission))
        if self.mission is not None and tokens != 9:
            raise BadText("a mission brings its own tokens")
        self.lang = lang
        self.tokens = tokens
        self.level: Level = LEVELS[LEVELS.index(level)]
        self.relaxed = {
            "multiword_names": multiword_names,
            "acronyms": acronyms,
            "hyphenated": hyphenated,
            "wordplay": wordplay,
        }
        self.touch_needs_majority = touch_needs_majority
        self.own = words is None or words == OWN
        listed, pairs = load.words(lang) if self.own else _given(words or (), lang, clashes)
        self.box = box(listed, pairs)
        if self.box.narrow and self.box.room(()) < CELLS:  # OP-35
            raise BadText("no 25 of these words may lie on one board")
        self.clashes = pairs
        turns, mistakes = tokens, tokens
        if self.mission is not None:
            turns, mistakes = self.mission.turns, self.mission.mistakes
        self.rules = Options(turns, mistakes, slack, level == "ranked")
        self.notation = Notation(self.box, normal, multiword_names)

    def seat_name(self, seat: int) -> str:
        return SIDES[seat]

    def options(self) -> dict[str, object]:
        chosen: dict[str, object] = {
            "words": OWN if self.own else "/".join(self.notation.slugs),
            "lang": self.lang,
            "tokens": self.tokens,
            "mission": self.mission.name if self.mission else NO_MISSION,
            "slack": self.rules.slack,
            "level": self.level,
            **self.relaxed,
            "touch_needs_majority": self.touch_needs_majority,
        }
        if not self.own:
            chosen["clashes"] = ",".join(f"{one}-{other}" for one, other in self.clashes)
        return chosen

    def start(self, seed: int | str | None = None) -> State:
        state = State(self.box, self.rules)
        state.start(0 if seed is None else seeded(seed))
        return state

    def decision_kind(self, state: State, seat: int) -> str:
        return PHASES[state.phase]

    def asides(self, state: State, seat: int) -> list[int]:
        kinds = (codes.RESIGN, codes.QUESTION, codes.CONFESS, codes.RESTART)
        found = [int(codes.code(seat, kind)) for kind in kinds]
        return [aside for aside in found if state.aside_is_legal(aside)]

    def timeout(self, seat: int) -> int:
        return int(codes.code(seat, codes.TIMEOUT))

    def tell(self, code: int, viewer: int) -> int:
        return int(codes.tell(code, viewer))

    def words(self, told: Codes) -> list[str]:
        spoken = self.box.vocabulary.words
        numbers = [codes.word_of(code) for code in told if codes.kind_of(code) == codes.CLUE]
        return list(dict.fromkeys(spoken[number] for number in numbers if number in spoken))

    def text(self, code: int) -> str:
        return self.notation.text(code)

    def read(self, text: str, seat: int) -> int:
        return self.notation.read(text, seat)

    def refusal(self, state: State, code: int) -> MoveError:
        return NotLegal(reason(state, code))

    def make_ready(self) -> None:
        judge("word", 1, (), self.lang, self.level, self.relaxed)

    def hear(self, state: State, code: int) -> None:
        """CD-18.4 step 1: a clue that is blocked is not published, unless it is insisted on."""
        if codes.kind_of(code) != codes.CLUE or codes.a_of(code) & codes.INSISTED:
            return
        word = self.box.vocabulary.word(codes.word_of(code))
        number = codes.a_of(code) & codes.NUMBER
        found = self.judged(word, number, state.words, state.visible(), state.accepted)
        if found.verdict == "BLOCK":
            raise NotLegal("blocked" if found.word else "no_clue", word=found.word or word)

    def judged(
        self, clue: str, number: int, places: Sequence[int], visible: int, accepted: Sequence[int]
    ) -> Verdict:
        """The judge's verdict over what lies visible. A word both have accepted once is free for
        the rest of the game (CD-18.4 step 3)."""
        spoken = self.box.vocabulary
        if normal(clue) in [spoken.word(word) for word in accepted]:
            return Verdict("OK", rule="CD-18.4", reason=Reason("accepted", {}))
        board = [self.box.words[at] for cell, at in enumerate(places) if visible >> cell & 1]
        return judge(clue, number, board, self.lang, self.level, self.relaxed)

    def position(self, state: State) -> str:
        return self.notation.position(state)

    def from_position(self, text: str) -> State:
        state = self.notation.from_position(text, self.rules)
        broken = conserved(state)
        if broken:
            raise BadText(f"an impossible position: {broken[0]}")
        return state

    def tell_position(self, text: str, viewer: int) -> str:
        return self.notation.tell_position(text, viewer)

    def view(self, state: State, viewer: int) -> Seen:
        return seen(state, viewer)

    def spelled(self, view: Seen) -> dict[str, object]:
        return spelled(view, self.notation)

    def truth(self, state: State) -> dict[str, object]:
        return spelled(seen(state, OPEN_TABLE), self.notation)

    def set_up(self, value: object) -> str:
        return position_text(value, self.notation, self.rules)

    def meanings(self) -> Meanings:
        """What words of this game's language mean, for players who live on clues."""
        return meanings(self.lang)

    def sampler(self, knowledge: Knowledge) -> Sampler:
        for word in knowledge.words:
            self.box.vocabulary.number(word)
        evidence = self.notation.evidence(knowledge.base)
        sampler = Sampler(self.box, self.rules, knowledge.told, evidence)
        if knowledge.base:
            sampler.base_text = knowledge.base
            text = filled_text(knowledge.base, sampler.key(Stream("base")))
            sampler.base = self.from_position(text)
        return sampler

    def conserved(self, state: State) -> list[str]:
        return conserved(state)


def _given(
    words: Sequence[str] | str, lang: str, clashes: str | None
) -> tuple[tuple[str, ...], Pairs]:
    """OP-35: a list of the table's own. `clashes` saves asking the lexicon again."""
    listed = [unslug(word) for word in words.split("/")] if isinstance(words, str) else words
    read = custom("\n".join(listed))
    if read.problems:
        first = read.problems[0]
        raise BadText(f"words: {first.kind.replace('_', ' ')}: {first.text!r}")
    if clashes is None:
        return read.words, tuple(clashing(read.words, lang))
    try:
        pairs = [pair.split("-") for pair in clashes.split(",") if pair]
        return read.words, tuple((int(one), int(other)) for one, other in pairs)
    except ValueError:
        raise BadText("clashes are pairs of places in the list, such as 3-17,5-8") from None
