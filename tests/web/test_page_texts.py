"""No text of the pages is missing, none is unused, and gaps are filled alike in every language."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import konspira
from konspira import bots
from konspira.bots.contest import Problem
from konspira.engine.texts import LANGUAGES
from konspira.server import happenings
from konspira.web import live, options, pages
from konspira.web.texts import pages as texts

WEB = Path(konspira.__file__).parent / "web"
SAID = re.compile(r"""\b(?:say|many)\((?:"([\w.:-]+)"|'([\w.:-]+)')[,)]""")
PUT_TOGETHER = re.compile(r"""\b(?:say|many)\((?:"([\w.-]+\.)"|'([\w.-]+\.)') ~""")
SCRIPT = re.compile(r'\bsay\("([\w-]+)"')
EITHER = re.compile(r"""say\("([\w.-]+)" if .*? else "([\w.-]+)"\)""")
WHOLE = re.compile(r"[a-z]+(\.[\w-]+)+")

GAMES = tuple(konspira.GAMES)
# The beginnings of keys that templates put together → all they can become.
FAMILIES: dict[str, set[str]] = {
    "game.": {f"game.{key}{part}" for key in GAMES for part in ("", ".meta", ".lead")},
    "home.stage.": {"home.stage.lobby", "home.stage.playing", "home.stage.over"},
    "home.fact.": {
        f"home.fact.{fact}{part}"
        for fact in ("account", "bots", "dice", "device")
        for part in ("", ".why")
    },
    "lobby.seats.": {f"lobby.seats.{key}" for key in GAMES},
    "lobby.ink.": {f"lobby.ink.{ink}" for ink in range(5)},
    "at.after-first.": {f"at.after-first.{key}" for key in GAMES},
    "at.forfeit.": {f"at.forfeit.{kind}" for kind in get_args(Problem)},
    "at.happened.": {f"at.happened.{kind}" for kind in live.SPOKEN[1:]},
    "at.gone.claim.": {f"at.gone.claim.{end}" for end in live.WITHOUT},
    "at.gone.sure.": {f"at.gone.sure.{end}" for end in live.WITHOUT},
    "thought.scale.": {"thought.scale.chance", "thought.scale.points"},
    "wrong.": {f"wrong.{one}{part}" for one in pages.PROBLEMS for part in ("", ".why")},
}


def templates() -> Iterator[str]:
    for path in sorted((WEB / "templates").rglob("*.html")):
        yield path.read_text("utf-8")


def said_in_templates() -> set[str]:
    found: set[str] = set()
    for text in templates():
        found |= {one or other for one, other in SAID.findall(text)}
        found |= {key for pair in EITHER.findall(text) for key in pair}
        for one, other in PUT_TOGETHER.findall(text):
            found |= FAMILIES[one or other]
    return found


def said_in_modules() -> set[str]:
    found: set[str] = set()
    modules = [*WEB.rglob("*.py"), *(WEB.parent / "server").rglob("*.py")]
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr in ("say", "many") and node.args:
                    found |= set(strings(node.args[0]))
    return found


def strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def said_by_script() -> set[str]:
    modules = (WEB / "static" / "script").glob("*.js")
    return {f"script.{key}" for one in modules for key in SCRIPT.findall(one.read_text("utf-8"))}


def said_of_options() -> set[str]:
    found = {f"option.clock.{clock}" for clock in options.CLOCKS} | {"option.wins.choice"}
    found |= {
        f"option.duet.words.{fault}" for fault in ("doubled", "no_letter", "odd_sign", "too_long")
    }
    for key in GAMES:
        for name in (*options.OFFERED[key], *options.FINE[key]):
            said = f"option.{key}.{name}"
            found.add(said)
            for value in options.choices(key)[name]:
                if isinstance(value, bool) or said == "option.duet.lang":
                    continue
                if isinstance(value, int):
                    found.add(f"{said}.choice")
                elif said != "option.duet.mission" or value == "none":
                    found.add(f"{said}.{value}")
    return found


def said_of_people() -> set[str]:
    """Seats, computer players, and through whose eyes a replay is seen."""
    seats = {"seat.A", "seat.B", "seat.ONI", "seat.GOV", *(f"seat.P{n}" for n in range(1, 5))}
    levels = {*bots.NAMES, "recruit", "agent", "master"}
    eyes = {"replay.watch", "replay.open", "bot.recruit.why.duet"}
    return seats | eyes | {f"bot.{name}{part}" for name in levels for part in ("", ".why")}


def ours(key: str) -> bool:
    """The server and plain tables also speak in the words of rooms and of the engine."""
    return key.partition(".")[0] not in ("refusal", "room", "mission", "lobby-event")


def used() -> set[str]:
    return (
        said_in_templates()
        | {key for key in said_in_modules() if WHOLE.fullmatch(key) and ours(key)}
        | said_by_script()
        | said_of_options()
        | said_of_people()
        | {f"lobby.event.{kind}" for kind in happenings.KINDS}
    )


def optional() -> set[str]:
    """A word of help beside an option, where one is needed."""
    return {f"{key}.help" for key in said_of_options()}


@pytest.mark.parametrize("text", ["silent", "was silent for 120 seconds"])
def test_a_forfeit_is_told_also_in_the_words_of_an_older_room(text: str) -> None:
    line = live.Said("all", 0, "Tin", text, kind="forfeit")
    why = "its program gave no answer in time" if text == "silent" else text
    assert f">Tin forfeits the game: {why}.<" in live.said(line, texts("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing(language: str) -> None:
    assert sorted(used() - set(texts(language).messages)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_unused(language: str) -> None:
    assert sorted(set(texts(language).messages) - used() - optional()) == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_fills_the_same_gaps(language: str) -> None:
    english, other = texts("en").messages, texts(language).messages
    for key in english:
        assert gaps(english[key]) == gaps(other[key]), key


def gaps(forms: list[str]) -> set[str]:
    # A form for one may say "one" in letters.
    return {
        name
        for form in forms[-1:]
        for _, name, _, _ in string.Formatter().parse(form)
        if name is not None
    }


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_was_left_in_english(language: str) -> None:
    """Names of games and what is written alike in both languages aside."""
    english, other = texts("en").messages, texts(language).messages
    alike = {key for key in english if english[key] == other[key]}
    names = {
        "game.kyoto",
        "game.rogue",
        "game.duet",
        "seat.ONI",
        "option.rogue.module.shadow_watch",
    }
    cognates = {"pl": {"page.menu", "lobby.start", "bot.agent"}, "hu": set[str]()}
    agents = {f"seat.P{n}" for n in range(1, 5)} if language == "pl" else set()
    assert alike == names | cognates[language] | agents
