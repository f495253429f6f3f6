"""What a seat reads at the terminal is the same on every game it cannot tell from the true one."""

import pytest

from konspira.engine.chance import Stream
from konspira.engine.contract import SPECTATOR
from konspira.engine.knowledge import knowledge
from konspira.engine.texts import LANGUAGES
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.rules.state import State
from konspira.games.kyoto.story import Story
from konspira.terminal.kyoto import Face, texts
from konspira.terminal.paint import Paint
from konspira.texts import house
from tests.terminal.telling import retold, screen, walked

WORDS = {language: house(language) | texts(language) for language in LANGUAGES}
GAMES = [Kyoto(), Kyoto(special_agents=True, neutral_agent=True, equipment=True)]


@pytest.mark.parametrize("game", GAMES, ids=["base", "advanced"])
def test_screen_depends_on_knowledge_alone(game: Kyoto) -> None:
    differing = 0
    for number in range(6):
        luck = Stream(f"retold {number}")
        for state in walked(game, f"secret {number}"):
            if state.outcome() is not None:
                continue
            for viewer in (0, 1, SPECTATOR):
                other = retold(game, state, viewer, luck)
                differing += other.hash() != state.hash()
                words = WORDS[LANGUAGES[number % len(LANGUAGES)]]
                face = Face(game, words, Paint(True))
                assert screen(game, face, state, viewer) == screen(game, face, other, viewer)
    assert differing > 50  # else the test would show nothing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=["base", "advanced"])
def test_every_game_can_be_told(game: Kyoto, language: str) -> None:
    told = 0
    for number in range(30):
        state = walked(game, f"told {number}")[-1]
        for viewer in (0, 1, SPECTATOR):
            story = Story(game.notation, WORDS[language], viewer, False)
            lines = story.lines(knowledge(game, state, viewer).told)
            assert any(lines[-1])
            told += sum(len(sentences) for sentences in lines)
    assert told > 1000


def plays(game: Kyoto, state: State, viewer: int) -> list[tuple[int, bool]]:
    """Each play of a card that moves an agent: who made it, and is the card named?"""
    story = Story(game.notation, WORDS["en"], viewer, game.open_log)
    told = knowledge(game, state, viewer).told
    found = []
    for entry, sentences in zip(told, story.lines(told), strict=True):
        if game.text(entry[0]).split()[0] in ("red", "green", "yellow", "blue", "joker"):
            found.append((entry[0] & 15, "play" in sentences[0]))
    return found


@pytest.mark.parametrize("open_log", [False, True])
def test_older_cards_of_the_other_side_are_not_told(open_log: bool) -> None:
    """SK-12.13, SK-OP-42: from the end of the viewer's last-but-one turn on, cards are named."""
    game = Kyoto(open_log=open_log)
    blanked = 0
    for number in range(12):
        for state in walked(game, f"older {number}"):
            for viewer in (0, 1):
                moves = plays(game, state, viewer)
                hidden = [at for at, (_, named) in enumerate(moves) if not named]
                blanked += len(hidden)
                assert all(moves[at][0] != viewer for at in hidden)
                if open_log or state.outcome() is not None:
                    assert hidden == []
    assert (blanked > 0) != open_log


def test_last_full_round_is_told() -> None:
    """SK-12.13: in the viewer's own turn the other side's last card is named, older ones not."""
    game = Kyoto()
    checked = 0
    for number in range(12):
        for state in walked(game, f"round {number}"):
            viewer = int(state.side)
            if state.outcome() is not None or game.decision_kind(state, viewer) != "turn":
                continue
            told = knowledge(game, state, viewer).told
            kinds = ("turn ONI", "turn GOV")
            began = [
                (at, game.text(code))
                for at, entry in enumerate(told)
                for code in entry
                if game.text(code) in kinds
            ]
            if len(began) < 4:
                continue
            # The turn before this one is the other side's; the one before it the viewer's own.
            start = began[-2][0]
            lines = Story(game.notation, WORDS["en"], viewer, False).lines(told)
            for at, entry in enumerate(told):
                words = game.text(entry[0]).split() if entry else [""]
                if words[0] in ("red", "blue", "tunnel") and entry[0] & 15 != viewer:
                    checked += 1
                    named = "plays" in lines[at][0]
                    assert named == (at > start), (at, start, lines[at])
    assert checked > 20
