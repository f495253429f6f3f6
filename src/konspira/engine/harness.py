"""What every game must pass. Checks give problems as sentences; none is good.

Games are played at random from a `Stream`; a check sees states on the way. Secrecy is checked by
`messages`: all that is ever sent to a viewer, in one place, compared on states and on whole games
that the viewer cannot tell apart. `posterior` holds the checks of how likely these are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from konspira.engine.chance import Stream
from konspira.engine.contract import (
    CHANCE,
    NOBODY,
    SEVERAL,
    SPECTATOR,
    BadText,
    Game,
    MoveError,
    NotAMove,
    State,
    actor_of,
    odds,
)
from konspira.engine.knowledge import decode, from_entries
from konspira.engine.log import Entry, follow, opening
from konspira.engine.record import parsed, render, replayed, verified

LONGEST = 10_000
"""No game of the house comes near so many moves and outcomes of chance."""

Problems = Iterator[str]
Messages = dict[str, bytes]


def viewers(game: Game) -> list[int]:
    return [*range(game.seats), SPECTATOR]


# Playing at random.


def stepped(state: State, luck: Stream) -> int:
    """What happens next if all is left to luck."""
    if state.actor() == CHANCE:
        return state.chance_pick(luck.below(state.chance_total()))
    moves = state.moves()
    return moves[luck.below(len(moves))]


def eager(game: Game, state: State, luck: Stream, wished: tuple[str, ...]) -> int:
    """The same, but three times of four what is wished for is played when it can be: what is
    rare in games at random has to be sought."""
    moves = [move for move in state.moves() if game.text(move).startswith(wished)]
    if not moves or luck.below(4) == 0:
        return stepped(state, luck)
    return moves[luck.below(len(moves))]


def walk(
    game: Game, luck: Stream, wished: tuple[str, ...] = ()
) -> Iterator[tuple[State, list[Entry]]]:
    """A game at random: its state and log at the start and after each code. One game in sixteen
    is broken off by an aside or a clock."""
    state, setup = opening(game)
    log = [setup]
    patience = luck.below(100) if luck.below(16) == 0 else LONGEST
    yield state, log
    for _ in range(LONGEST):
        if state.outcome() is not None:
            return
        patience -= 1
        code = eager(game, state, luck, wished) if wished else stepped(state, luck)
        if patience < 0 and state.actor() != CHANCE and state.drafting() == NOBODY:
            seat = luck.below(game.seats)
            asides = [*game.asides(state, seat), game.timeout(seat)]
            code = asides[luck.below(len(asides))]
        follow(state, log, code)
        yield state, log


# One state.


def well_asked(game: Game, state: State) -> Problems:
    """Who acts, who is asked and what is listed fit together."""
    actor = state.actor()
    asked = [seat for seat in range(game.seats) if state.asks(seat)]
    moves = state.moves()
    if (actor == NOBODY) != (state.outcome() is not None):
        yield f"actor() says {actor}, outcome() {state.outcome()}"
    if actor == CHANCE:
        weights = [weight for _, weight in odds(state)]
        if not weights or min(weights) <= 0 or sum(weights) != state.chance_total():
            yield f"the weights of chance are {weights} of {state.chance_total()}"
        if any(actor_of(code) != CHANCE for code, _ in odds(state)):
            yield "an outcome of chance is not chance's"
    expected = [actor] if actor < game.seats else asked if actor == SEVERAL else []
    if asked != expected or (actor == SEVERAL and len(asked) < 2):
        yield f"actor() says {actor}, but seats {asked} are asked"
    for seat in range(game.seats):
        own = state.moves(seat)
        if own != [move for move in moves if actor_of(move) == seat]:
            yield f"moves({seat}) is not the part of moves() that is this seat's"
        waiting = state.drafting() not in (NOBODY, seat)
        if bool(own) != (seat in asked and not waiting):
            yield f"seat {seat} is {'not ' * (seat not in asked)}asked and has {len(own)} moves"
    if len(set(moves)) != len(moves):
        yield "a move is listed twice"
    for seat in range(game.seats):
        if set(game.asides(state, seat)) & set(moves):
            yield f"an aside of seat {seat} is listed among the moves"


def clones(game: Game, state: State, luck: Stream) -> Problems:
    """A clone is the same, plays the same, and has a life of its own."""
    before, moves = state.hash(), list(state.moves())
    clone = state.clone()
    if clone.hash() != before or clone.moves() != moves or clone.history() != state.history():
        yield "a clone differs from its state"
    if state.outcome() is not None:
        return
    other = state.clone()
    code = stepped(clone, luck)
    clone.apply(code)
    if state.hash() != before or state.moves() != moves:
        yield f"playing {game.text(code)!r} on a clone changed the state"
        return
    after = clone.hash()
    other.play(code)
    if other.actor() == clone.actor() and other.hash() != after:
        yield f"play and apply of {game.text(code)!r} differ"


def serialises(game: Game, state: State) -> Problems:
    """A position text leads back to the very state, and is its only text."""
    text = game.position(state)
    try:
        again = game.from_position(text)
    except BadText as error:
        yield f"its own position cannot be read: {error} in {text!r}"
        return
    if again.hash() != state.hash():
        yield f"the position read back has another hash: {text!r}"
    if again.moves() != state.moves() or odds(again) != odds(state):
        yield f"the position read back has other moves: {text!r}"
    if game.position(again) != text:
        yield f"the position read back has another text: {text!r}"
    for viewer in viewers(game):
        if seen(game, again, viewer) != seen(game, state, viewer):
            yield f"the position read back looks otherwise to {viewer}: {text!r}"


def reads_back(game: Game, state: State) -> Problems:
    """Every move has exactly one text."""
    codes = state.moves() or [code for code, _ in odds(state)]
    for seat in {actor_of(code) for code in codes}:
        own = [code for code in codes if actor_of(code) == seat]
        if seat < game.seats:
            own += [*game.asides(state, seat), game.timeout(seat)]
        texts = [game.text(code) for code in own]
        if len(set(texts)) != len(own):
            yield f"two moves of {seat} have one text among {texts}"
        for code, text in zip(own, texts, strict=True):
            try:
                again = game.read(text, seat)
            except MoveError as error:
                yield f"{text!r} cannot be read back: {error}"
                continue
            if again != code:
                yield f"{text!r} is read back as {game.text(again)!r} ({again}, not {code})"


def refuses(game: Game, state: State, luck: Stream, heard: Sequence[str]) -> Problems:
    """Texts and codes that are not legal now are refused, and nothing changes."""
    for text in garbled(heard, luck):
        seat = luck.below(game.seats)
        answer = refused(game, state, text, seat)
        if isinstance(answer, Exception) and not isinstance(answer, MoveError):
            yield f"{text!r} of seat {seat} is refused by {answer!r}"
    codes = state.moves() or [code for code, _ in odds(state)]
    for _ in range(3 if codes else 0):
        code = codes[luck.below(len(codes))] ^ (1 << luck.below(28))
        if code not in codes and not _unasked(game, state, code):
            error = tried(state, code)
            if not isinstance(error, MoveError):
                yield f"code {code} is refused by {error!r}"


def tried(state: State, code: int) -> Exception:
    """How a move that is not legal now is refused, with nothing changed by it."""
    clone = state.clone()
    moves = list(clone.moves())
    try:
        clone.play(code)
    except MoveError as error:
        if clone.hash() == state.hash() and clone.moves() == moves:
            return error
        return AssertionError("it was refused, but changed the state")
    except Exception as error:
        return error
    return AssertionError("it was played, but was not listed")


def _unasked(game: Game, state: State, code: int) -> bool:
    """Is this legal without being listed: an aside, or open text?"""
    seat = actor_of(code)
    if seat >= game.seats:
        return False
    if code == game.timeout(seat) or code in game.asides(state, seat):
        return True
    return bool(game.words([code]))


def garbled(heard: Sequence[str], luck: Stream) -> list[str]:
    """A text heard in this game, and texts like it that may be no moves."""
    if not heard:
        return ["", "?"]
    text = heard[luck.below(len(heard))]
    words = text.split()
    other = heard[luck.below(len(heard))].split()
    at = luck.below(len(words))
    changed = [*words[:at], other[luck.below(len(other))], *words[at + 1 :]]
    return [
        text,
        " ".join(changed),
        " ".join([*words, other[-1]]),
        " ".join(words[:at]),
        text[: luck.below(len(text)) + 1] + ("", " ", "\u0301", "\0", "9")[luck.below(5)],
    ]


def refused(game: Game, state: State, text: str, seat: int) -> Exception | None:
    """What a seat is answered that plays this text now; nothing if it may."""
    try:
        code = game.read(text, seat)
    except MoveError as error:
        return error if isinstance(error, NotAMove) else TypeError("read() raises NotAMove only")
    except Exception as error:
        return error
    if code in state.moves(seat) or _unasked(game, state, code):
        return None
    answer = tried(state, code)
    if not isinstance(answer, MoveError):
        return answer
    try:
        return game.refusal(state, code)
    except Exception as error:
        return error


def keeps_count(game: Game, state: State) -> Problems:
    yield from game.conserved(state)


# One game.


def records(game: Game, state: State, log: list[Entry]) -> Problems:
    """The record of a game is read back and replayed to the same end, in the same words."""
    text = render(game, log, state)
    again, log_again, differing = replayed(game, parsed(text))
    yield from (f"its own record differs: {problem}" for problem in differing)
    if not differing and (log_again != log or render(game, log_again, again) != text):
        yield "its own record leads elsewhere"


def verifies(game: Game, state: State, log: list[Entry]) -> Problems:
    _, problems = verified(render(game, log, state), lambda record: game)
    yield from (f"its own record is not verified: {problem}" for problem in problems)


@dataclass(slots=True)
class Questions:
    """Decision ids seen in one game: one id is one question for good. Its answers may become
    fewer while it is open, when several seats act at once."""

    known: dict[tuple[int, int], tuple[str, list[int], bool]] = field(default_factory=dict)

    def see(self, game: Game, state: State) -> Problems:
        if state.drafting() != NOBODY:
            return
        for seat in range(game.seats):
            if state.asks(seat):
                kind, moves = game.decision_kind(state, seat), state.moves(seat)
                name = seat, state.decision_id(seat)
                asked = (kind, moves, state.actor() == SEVERAL)
                before, answers, several = self.known.setdefault(name, asked)
                fewer = several and set(moves) <= set(answers)
                if kind != before or (moves != answers and not fewer):
                    yield f"decision {name[1]} of seat {seat} was another question before"


# Secrecy.


def seen(game: Game, state: State, viewer: int) -> bytes:
    return msgspec.json.encode(game.spelled(game.view(state, viewer)))


def messages(
    game: Game,
    state: State,
    viewer: int,
    heard: Sequence[str] = (),
    log: list[Entry] | None = None,
) -> Messages:
    """Everything a viewer is sent at this moment, by kind. What is sent anywhere is made here
    too, so that it is compared. `heard`: texts to be refused; `log`: for its newest entry."""
    sent: dict[str, object] = {
        "moves": [(move, game.text(move)) for move in state.moves(viewer)],
        "decisions": [
            (seat, state.decision_id(seat), game.decision_kind(state, seat))
            for seat in range(game.seats)
            if state.asks(seat)
        ],
        "position": game.tell_position(game.position(state), viewer),
        "outcome": str(state.outcome()),
    }
    if viewer != SPECTATOR:
        sent["asides"] = [game.text(code) for code in game.asides(state, viewer)]
        sent["refusals"] = [_answer(refused(game, state, text, viewer)) for text in heard]
    if log is not None:
        told = [
            [game.tell(code, viewer) for code in entry.codes]
            for entry in log[-1:]
            if not entry.open or entry.seat == viewer
        ]
        sent["entry"] = (len(log), log[-1].seat, told, [[*map(game.text, part)] for part in told])
    encoded = {kind: msgspec.json.encode(content) for kind, content in sent.items()}
    encoded["view"] = seen(game, state, viewer)
    return encoded


def _answer(error: Exception | None) -> object:
    if isinstance(error, MoveError):
        return type(error).__name__, error.reason, error.facts
    return repr(error)


def whole_messages(game: Game, state: State, viewer: int, log: list[Entry]) -> Messages:
    """The same, and all that speaks of the whole game: knowledge, and the record as told."""
    over = state.outcome() is not None
    known = from_entries(game, log, viewer, state.base_text(), over)
    sent = messages(game, state, viewer, log=log)
    sent["knowledge"] = known.encode()
    sent["record"] = msgspec.json.encode([[*map(game.text, entry)] for entry in known.told])
    return sent


def differing(mine: Messages, theirs: Messages) -> list[str]:
    """The kinds of message that are not the same bytes."""
    kinds = [*mine, *(kind for kind in theirs if kind not in mine)]
    return [kind for kind in kinds if mine.get(kind) != theirs.get(kind)]


def addressed(state: State, viewer: int) -> bool:
    """Is this viewer sent anything now? Not while chance has a say, nor in others' compounds."""
    return state.actor() != CHANCE and state.drafting() in (NOBODY, viewer)


def resamples(
    game: Game, state: State, log: list[Entry], viewer: int, luck: Stream, heard: Sequence[str]
) -> Problems:
    """Byte equality: the viewer is sent the same on a state that fits what the viewer knows."""
    known = from_entries(game, log, viewer, state.base_text(), state.outcome() is not None)
    if decode(known.encode()) != known:
        yield "knowledge is not the same after a journey as bytes"
    mine = messages(game, state, viewer, heard)
    try:
        sampler = game.sampler(known)
        for _ in range(2):
            other = sampler.sample(luck)
            for kind in differing(mine, messages(game, other, viewer, heard)):
                yield f"viewer {viewer} sees by {kind} that a resampled state is another"
            for broken in game.conserved(other):
                yield f"resampled for viewer {viewer}: {broken}"
    except Exception as error:
        yield f"resampling for viewer {viewer} fails: {error!r}"


class Telling:
    """What each viewer was sent in a game, first to last, to compare retold games with."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.heard: list[Sequence[str]] = []
        self.sent: dict[int, list[Messages | None]] = {viewer: [] for viewer in viewers(game)}

    def tell(self, state: State, log: list[Entry], heard: Sequence[str]) -> None:
        self.heard.append(heard)
        for viewer, sent in self.sent.items():
            sent.append(self._message(state, log, viewer, heard))

    def _message(
        self, state: State, log: list[Entry], viewer: int, heard: Sequence[str]
    ) -> Messages | None:
        if not addressed(state, viewer):
            return None
        return messages(self.game, state, viewer, heard, log)

    def retold(self, state: State, log: list[Entry], viewer: int, luck: Stream) -> Problems:
        """A whole game that leads to a resampled state is told to the viewer as the true one."""
        game = self.game
        over = state.outcome() is not None
        known = from_entries(game, log, viewer, state.base_text(), over)
        at = 0
        try:
            base, codes = game.sampler(known).story(luck)
            other, setup = opening(game, base)
            told = [setup]
            for at, expected in enumerate(self.sent[viewer]):
                if at:
                    code = codes[at - 1]
                    if actor_of(code) == CHANCE:
                        legal = any(code == possible for possible, _ in odds(other))
                    else:
                        legal = code in other.moves() or _unasked(game, other, code)
                    if not legal:
                        yield f"retold to {viewer}: code {at} {game.text(code)!r} is not legal"
                        return
                    follow(other, told, code)
                sent = self._message(other, told, viewer, self.heard[at])
                if sent != expected:
                    kinds = differing(sent or {}, expected or {})
                    yield f"retold to {viewer}: after code {at} {', '.join(kinds)} differ"
                    return
            whole = whole_messages(game, other, viewer, told)
            for kind in differing(whole, whole_messages(game, state, viewer, log)):
                yield f"retold to {viewer}: {kind} differs at the end"
            if len(codes) != len(self.sent[viewer]) - 1:
                yield f"retold to {viewer}: {len(codes)} codes, not {len(self.sent[viewer]) - 1}"
        except Exception as error:
            yield f"retelling to {viewer} fails at code {at}: {error!r}"


# All of it.


@dataclass(slots=True)
class Effort:
    """How often a check is made: at one state in so many, or never (0)."""

    state: int = 1  # clone, position, notation, refusals, conservation
    resample: int = 8  # byte equality, for each viewer
    retell: int = 24  # a whole game, for each viewer
    games: int = 4  # in one game of so many there are retellings, and its record is verified


@dataclass(slots=True)
class Tally:
    """What was checked, and what is wrong."""

    games: int = 0
    states: int = 0
    moves: int = 0
    pairs: int = 0
    retold: int = 0
    longest: int = 0
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.games} games, longest {self.longest} codes; {self.states} states and "
            f"{self.moves} moves checked; {self.pairs} states resampled for a viewer, "
            f"{self.retold} games retold; {len(self.problems)} problems"
        )


THOROUGH = Effort()


def simulate(
    game: Game,
    games: int,
    seed: int | str,
    report: Callable[[str], None],
    effort: Effort = THOROUGH,
) -> Tally:
    """Play games at random and make every check; `report` hears each problem as it is found."""
    tally = Tally()

    def hear(problem: str) -> None:
        tally.problems.append(f"game {number} of seed {seed}, {problem}")
        report(tally.problems[-1])

    for number in range(games):
        try:
            for problem in _simulated(game, Stream(f"{seed} {number}"), effort, number, tally):
                hear(problem)
        except Exception as error:
            hear(f"broken off by {error!r}")
        tally.games += 1
    return tally


def _simulated(game: Game, luck: Stream, effort: Effort, number: int, tally: Tally) -> Problems:
    heard: list[str] = []
    questions = Questions()
    retelling = effort.retell > 0 and number % effort.games == 0
    telling = Telling(game)
    checks = Stream(f"checks {luck.below(1 << 30)}")  # so that effort does not change the games
    state, log, codes = game.start(), list[Entry](), -1
    for state, log in walk(game, luck):
        codes += 1
        at = f"code {codes}"
        moves = state.moves()
        if moves:
            heard.append(game.text(moves[checks.below(len(moves))]))
        if effort.state and checks.below(effort.state) == 0:
            tally.states += 1
            tally.moves += len(moves)
            for problem in _state_problems(game, state, checks, heard, questions):
                yield f"{at}: {problem}"
        fixed = [heard[checks.below(len(heard))] for _ in range(3)] if heard else []
        if effort.resample and checks.below(effort.resample) == 0:
            for viewer in viewers(game):
                if addressed(state, viewer):
                    tally.pairs += 1
                    for problem in resamples(game, state, log, viewer, checks, fixed):
                        yield f"{at}: {problem}"
        if retelling:
            telling.tell(state, log, fixed)
            if checks.below(effort.retell) == 0 or state.outcome() is not None:
                for viewer in viewers(game):
                    if addressed(state, viewer):
                        tally.retold += 1
                        for problem in telling.retold(state, log, viewer, checks):
                            yield f"{at}: {problem}"
    tally.longest = max(tally.longest, codes)
    if state.outcome() is None:
        yield f"the game is not over after {codes} codes"
    for problem in records(game, state, log):
        yield f"at the end: {problem}"
    if retelling:
        for problem in verifies(game, state, log):
            yield f"at the end: {problem}"


def _state_problems(
    game: Game, state: State, luck: Stream, heard: list[str], questions: Questions
) -> Problems:
    yield from well_asked(game, state)
    yield from questions.see(game, state)
    yield from clones(game, state, luck)
    yield from serialises(game, state)
    yield from reads_back(game, state)
    yield from refuses(game, state, luck, heard)
    yield from keeps_count(game, state)


def digest(game: Game, games: int, seed: int | str) -> str:
    """A fingerprint of games at random and all that is sent in them: equal in every process, with
    every hash seed, compiled and interpreted."""
    found = hashlib.blake2b(digest_size=16)
    for number in range(games):
        luck = Stream(f"{seed} {number}")
        for state, log in walk(game, luck):
            found.update(f"{state.hash():x} {game.position(state)}\n".encode())
            for viewer in viewers(game):
                if addressed(state, viewer):
                    for kind, sent in messages(game, state, viewer, log=log).items():
                        found.update(kind.encode() + sent)
            if state.actor() != CHANCE and luck.below(24) == 0:
                viewer = viewers(game)[luck.below(game.seats + 1)]
                if addressed(state, viewer):
                    known = from_entries(game, log, viewer, "", state.outcome() is not None)
                    sampler = game.sampler(known)
                    found.update(f"{sampler.story(luck)} {sampler.sample(luck).hash()}".encode())
    return found.hexdigest()
