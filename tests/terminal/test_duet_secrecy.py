"""What a side of Duet reads at the terminal is the same whatever the other half of the key is."""

import pytest

from konspira.engine.chance import Stream
from konspira.engine.contract import SPECTATOR, MoveError
from konspira.engine.knowledge import knowledge
from konspira.engine.texts import LANGUAGES
from konspira.games.duet import Duet
from konspira.games.duet.rules.state import State
from konspira.games.duet.story import Story
from konspira.terminal.duet import Face, texts
from konspira.terminal.paint import Paint
from konspira.terminal.typed import understood
from konspira.texts import house
from tests.terminal.telling import retold, screen

WORDS = {language: house(language) | texts(language) for language in LANGUAGES}
GAMES = {
    "base": Duet(),
    "mission": Duet(lang="pl", mission="berlin", slack=True),
    "hungarian": Duet(lang="hu", tokens=11),
}


def argued(game: Duet, seed: str) -> list[State]:
    """States of a random game in which people insist, question, confess and ask for a restart."""
    luck = Stream(seed)
    state = game.start(seed)
    states: list[State] = []
    while state.outcome() is None and len(states) < 60:
        states.append(state.clone())
        asides = [aside for seat in (0, 1) for aside in game.asides(state, seat)[1:]]
        asides = [aside for aside in asides if game.text(aside) != "restart" or not state.offers]
        if asides and luck.below(4) == 0:
            state.play(asides[luck.below(len(asides))])
            continue
        moves = state.moves()
        move = moves[luck.below(len(moves))]
        text = game.text(move)
        if text.startswith("clue ") and luck.below(4) == 0:
            move = game.read(text.replace("clue ", "clue! "), move & 15)
        state.play(move)
    return states


@pytest.mark.parametrize("name", GAMES)
def test_screen_depends_on_knowledge_alone(name: str) -> None:
    """CD-16.1, T-63: screens, log, questions and choices, byte for byte."""
    game = GAMES[name]
    differing = 0
    for number in range(6):
        luck = Stream(f"retold {number}")
        face = Face(game, WORDS[LANGUAGES[number % 3]], Paint(True))
        for state in argued(game, f"secret {number}"):
            for viewer in (0, 1, SPECTATOR):
                other = retold(game, state, viewer, luck)
                differing += other.hash() != state.hash()
                assert screen(game, face, state, viewer) == screen(game, face, other, viewer)
                low = [face.screen(game.view(one, viewer), 80, True) for one in (state, other)]
                assert low[0] == low[1]
    assert differing > 50  # else the test would show nothing


@pytest.mark.parametrize("name", GAMES)
def test_answers_to_what_is_typed_depend_on_knowledge_alone(name: str) -> None:
    """CD-16.1: refusals, the judge's doubts, and the words of a partner."""
    game = GAMES[name]
    refused = 0
    for number in range(3):
        luck = Stream(f"typed {number}")
        face = Face(game, WORDS[LANGUAGES[number % 3]], Paint(True))
        for state in argued(game, f"typing {number}")[::4]:
            for seat in (0, 1):
                other = retold(game, state, seat, luck)
                for text in (
                    "stop",
                    "question",
                    "confess",
                    "restart",
                    "zzyzx 3",
                    *some(game, state),
                ):
                    answers = [heard(game, face, one, seat, text) for one in (state, other)]
                    assert answers[0] == answers[1]
                    refused += answers[0].startswith("no: ")
    assert refused > 100


def some(game: Duet, state: State) -> list[str]:
    """Words on the table, as touches and as clues."""
    words = [game.box.words[place] for place in state.words]
    return [*words[::3], f"{words[0]} 2", f"clue! {words[1]} 2"]


def heard(game: Duet, face: Face, state: State, seat: int, text: str) -> str:
    part = face.parts(text, state, seat)[0]
    shown = {
        move: f"{label} {said}"
        for label, items in face.choices(game.view(state, seat), state.moves(seat))
        for move, said in items
    }
    try:
        move = understood(game, state, seat, part, [], shown, face.noted(part))
    except MoveError as error:
        return "no: " + face.words.refusal(error)
    return f"{move} {face.doubt(state, move)} {face.aloud(text, state, seat)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_can_be_told(language: str) -> None:
    game = GAMES["base"]
    told = 0
    for number in range(8):
        state = argued(game, f"told {number}")[-1]
        for viewer in (0, 1, SPECTATOR):
            lines = Story(game.notation, WORDS[language]).lines(knowledge(game, state, viewer).told)
            told += sum(len(sentences) for sentences in lines)
    assert told > 100
