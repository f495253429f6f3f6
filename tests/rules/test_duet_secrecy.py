"""Section 16 of Duet over long games: people who find words, quarrel about clues, and win."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from konspira.engine import harness
from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, NOBODY, Game
from konspira.engine.harness import Questions, Telling, addressed, records, viewers
from konspira.engine.knowledge import decode, knowledge
from konspira.engine.log import Entry, follow, opening
from konspira.games.duet import Duet
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.state import State

OPTIONS: list[dict[str, object]] = [
    {},
    {"slack": True, "mission": "berlin"},
    {"mission": "paris", "lang": "pl"},
    {"tokens": 11, "lang": "hu", "multiword_names": True},
]
SAID = ("clue rain 2", "clue! rain 1", "clue śnieg 0", "clue! leo 3", "clue x-ray 9")


def lively(game: Duet, luck: Stream) -> Iterator[tuple[State, list[Entry]]]:
    """A game of people who mostly know what they touch, and use every right they have."""
    state, setup = opening(game)
    log = [setup]
    assert isinstance(state, State)
    yield state, log
    while state.actor() != NOBODY:
        follow(state, log, _next(game, state, luck))
        yield state, log


def _next(game: Duet, state: State, luck: Stream) -> int:
    if state.actor() == CHANCE:
        return state.chance_pick(luck.below(state.chance_total()))
    moves = state.moves()
    for seat in (0, 1):
        rights = [
            aside
            for aside in game.asides(state, seat)
            if codes.kind_of(aside) in (codes.QUESTION, codes.CONFESS, codes.RESTART)
        ]
        if rights and luck.below(8) == 0:
            return rights[luck.below(len(rights))]
    if codes.kind_of(moves[0]) == codes.CLUE and luck.below(2):
        seat = moves[luck.below(len(moves))] & 15
        return game.read(SAID[luck.below(len(SAID))], seat)
    good = [
        move
        for move in moves
        if codes.kind_of(move) == codes.TOUCH
        and state.colour(1 - (move & 15), codes.a_of(move)) == 0
    ]
    if good and luck.below(16):
        return good[luck.below(len(good))]
    if good and codes.kind_of(moves[-1]) != codes.STOP:  # no assassin by choice
        moves = [
            move
            for move in moves
            if state.colour(1 - (move & 15), codes.a_of(move)) != 1 or luck.below(8) == 0
        ] or good
    return moves[luck.below(len(moves))]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_lively_games_keep_every_promise(options: dict[str, object]) -> None:
    """CD-16.1, CD-16.2, CD-16.3 and the laws of the harness, where random play does not get."""
    game = Duet(**options)  # type: ignore[arg-type]
    luck, checks = Stream(f"lively {options}"), Stream("checks")
    endings: Counter[str] = Counter()
    announced = 0
    for number in range(12):
        telling, questions = Telling(game), Questions()
        problems: list[str] = []
        state = None
        for state, log in lively(game, luck):
            if state.actor() == CHANCE:
                telling.tell(state, log, ())
                continue
            problems += questions.see(game, state)
            problems += harness.well_asked(game, state)
            problems += harness.serialises(game, state)
            problems += harness.reads_back(game, state)
            problems += harness.clones(game, state, checks)
            problems += game.conserved(state)
            telling.tell(state, log, SAID)
            if checks.below(4) == 0 or state.outcome():
                for viewer in viewers(game):
                    problems += harness.resamples(game, state, log, viewer, checks, SAID)
            if (checks.below(12) == 0 or state.outcome()) and number % 3 == 0:
                for viewer in viewers(game):
                    if addressed(state, viewer):
                        problems += telling.retold(state, log, viewer, checks)
        assert state is not None
        problems += records(game, state, log)
        assert problems == []
        announced += state.finished != 0
        outcome = state.outcome()
        assert outcome is not None
        endings[outcome.how.name] += 1
    assert announced >= 2, "the walk no longer reaches finished sides"
    assert len(endings) >= 2, endings


OTHER_PROCESS = """
import sys
from konspira.engine.chance import Stream
from konspira.engine.knowledge import decode, knowledge
from konspira.games.duet import Duet
from konspira.games.duet.judge.load import lexicon
game = Duet()
for word in "zebra yacht xylophone".split():  # another order of meeting words
    game.read(f"clue {word} 1", 0)
state = game.start(5)
state.play(game.read("clue rain 2", 1))
state.play(state.moves()[3])
known = knowledge(game, state, int(sys.argv[1]))
fresh = Duet(**known.options)
other = fresh.sampler(decode(known.encode())).sample(Stream(1))
assert fresh.position(other)
assert lexicon.cache_info().currsize == 0, "play has loaded a lexicon"
sys.stdout.buffer.write(known.encode())
"""


@pytest.mark.parametrize("viewer", [0, 1, 14])
def test_knowledge_is_the_same_in_every_process(viewer: int) -> None:
    """The number of a clue word comes from the word, not from the order of meeting; a fresh
    process samples; no lexicon is loaded by play, sampling or dealing."""
    game = Duet()
    state = game.start(5)
    state.play(game.read("clue rain 2", 1))
    state.play(state.moves()[3])
    mine = knowledge(game, state, viewer)
    assert mine.words == ["rain"]
    assert decode(mine.encode()) == mine
    theirs = subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS, str(viewer)], capture_output=True, check=False
    )
    assert theirs.stderr == b""
    assert theirs.stdout == mine.encode()


def test_codes_are_small_enough_for_doubles() -> None:
    game: Game = Duet()
    assert game.read("clue! rain 9", 1) < 1 << 53


def test_two_touches_in_sudden_death_answer_their_own_questions() -> None:
    """CD-OP-12: the second touch still answers the question it was made for."""
    game = Duet()
    text = game.set_up({"found": {"B": ["a1"], "A": ["c3"]}, "bank": "0c+0b", "sudden": "true"})
    state = game.from_position(text)
    asked = state.decision_id(1)
    own = state.decision_id(0)
    state.play(game.read("touch d3", 0))
    assert state.decision_id(1) == asked
    assert state.decision_id(0) != own
    state.play(game.read("touch e1", 1))
    assert state.decision_id(1) != asked
