"""Rogue Agent at the terminal: played to its end, left by some, its secrets kept."""

import re

import pytest

from konspira.engine.chance import Stream
from konspira.engine.contract import SPECTATOR
from konspira.engine.texts import LANGUAGES
from konspira.games.rogue import Rogue
from konspira.terminal.paint import WIPED, Paint
from konspira.terminal.rogue import Face, texts
from konspira.texts import house
from tests.terminal.sitting import Sitting
from tests.terminal.telling import retold, screen, walked

WORDS = {language: house(language) | texts(language) for language in LANGUAGES}
TABLES: list[tuple[str, ...]] = [
    ("players=2",),
    ("players=3",),
    ("players=4", "mode=android"),
    ("players=2", "module=shadow_watch"),
]


def answers(seed: int, count: int = 3000) -> list[str]:
    """Numbers of choices, low ones first; an empty line draws again or takes the screen."""
    luck = Stream(f"answers {seed}")
    return [str(1 + luck.below(4)) for _ in range(count)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES, ids=" ".join)
def test_a_game_is_played_to_its_end(sit: Sitting, table: tuple[str, ...], language: str) -> None:
    options = [word for option in table for word in ("--option", option)]
    arguments = ("play", "rogue", "--lang", language, "--bot", "random", "--seed", "4")
    code, out, err = sit(answers(1), *arguments, *options)
    assert (code, err) == (0, "")
    assert out.rstrip().endswith(house(language).say("terminal.over"))
    assert max(len(line) for line in out.splitlines()) <= 80


def handed(out: str) -> list[str]:
    """Who was asked to take the screen, in order."""
    pattern = re.escape(house("en").say("terminal.hand-over", name="NAME"))
    return re.findall(re.escape(WIPED) + pattern.replace("NAME", "(.+?)"), out)


@pytest.mark.parametrize("players", [3, 4])
def test_who_has_resigned_is_not_asked_again(sit: Sitting, players: int) -> None:
    """The others play on to the end; what the city asks of the seat is answered for it."""
    names = [WORDS["en"].say(f"side.P{seat + 1}") for seat in range(players)]
    lines = ["", "resign", "yes"]
    for answer in answers(2):
        lines += ["", "", answer]
    arguments = ("play", "rogue", "--hot-seat", "--lang", "en", "--seed", "8")
    code, out, err = sit(lines, *arguments, "--option", f"players={players}")
    assert (code, err) == (0, "")
    order = handed(out)
    assert order.count(order[0]) == 1
    assert set(order) == set(names)
    assert len(order) > 3 * (players - 1)
    assert out.rstrip().endswith(house("en").say("terminal.over"))


def test_bots_finish_the_game_of_a_person_who_resigned(sit: Sitting) -> None:
    arguments = ("play", "rogue", "--bot", "random", "--lang", "en", "--seed", "8")
    code, out, err = sit(["1", "resign", "yes"], *arguments)
    assert (code, err) == (0, "")
    assert out.rstrip().endswith(house("en").say("terminal.over"))


def test_two_people_and_a_bot(sit: Sitting) -> None:
    lines = []
    for answer in answers(3):
        lines += ["", "", answer]
    arguments = ("play", "rogue", "--seat", "P1,P3", "--bot", "random", "--lang", "en")
    code, out, err = sit(lines, *arguments, "--seed", "6")
    assert (code, err) == (0, "")
    assert set(handed(out)) == {WORDS["en"].say("side.P1"), WORDS["en"].say("side.P3")}


GAMES = [
    Rogue(players=2),
    Rogue(players=3, module="shadow_watch"),
    Rogue(players=3, mode="android"),
    Rogue(players=4, mode="android"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.seats} {game.options()['mode']}")
def test_screen_depends_on_knowledge_alone(game: Rogue) -> None:
    """RA-27.11: boards, cards, log, question and choices."""
    differing = 0
    for number in range(3):
        luck = Stream(f"retold {number}")
        for state in walked(game, f"secret {number}", every=24)[:-1]:
            for viewer in (*range(game.seats), SPECTATOR):
                other = retold(game, state, viewer, luck)
                differing += other.hash() != state.hash()
                words = WORDS[LANGUAGES[number % len(LANGUAGES)]]
                face = Face(game, words, Paint(True))
                assert screen(game, face, state, viewer) == screen(game, face, other, viewer)
    assert differing > (
        30 if game.options()["mode"] == "android" else 3
    )  # else the test would show nothing
