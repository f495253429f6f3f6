"""Duet speaks three languages: nothing is missing, nothing unused, gaps are alike."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import konspira
from konspira.engine.texts import LANGUAGES
from konspira.games.duet import load
from konspira.games.duet.judge.reasons import _SENTENCES, KEYS
from konspira.games.duet.notation import BARE, COLOURS, ENDINGS, PHASES, SIDES
from konspira.games.duet.rules import codes
from konspira.terminal.duet import TERMS
from konspira.texts import house

SOURCE = Path(konspira.__file__).parent
KEY = re.compile(r"(?:table|move|log|ending|campaign|help)\.[a-z][\w.-]*")
NOT_ASKED = {"words", "keys", "over"}
# Typed at a terminal as a command of the house, or never by a person.
UNTYPED = {BARE[codes.RESIGN], BARE[codes.TIMEOUT]}
SPEAKING = ("games/duet/story.py", "terminal/duet.py", "terminal/campaign.py")


def strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def reasons() -> set[str]:
    """Every reason that rules and notation give for a refusal."""
    found: set[str] = set()
    refusals = ast.parse((SOURCE / "games/duet/rules/refusal.py").read_text("utf-8"))
    for node in ast.walk(refusals):
        if isinstance(node, ast.Return) and node.value is not None:
            found |= {text for text in strings(node.value) if text.isidentifier()}
    for name in ("notation.py", "rules/vocabulary.py"):
        for node in ast.walk(ast.parse((SOURCE / "games/duet" / name).read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in ("NotAMove", "NotLegal") and node.args:
                    found |= {text for text in strings(node.args[0]) if text.isidentifier()}
    return found


def wanted() -> set[str]:
    keys: set[str] = set()
    for name in SPEAKING:
        for text in strings(ast.parse((SOURCE / name).read_text("utf-8"))):
            if KEY.fullmatch(text):
                keys.add(text)
    keys |= {f"side.{side}{form}" for side in SIDES for form in ("", ".who")}
    keys |= {f"colour.{colour}" for colour in COLOURS}
    keys |= {f"decision.{phase}" for phase in PHASES if phase not in NOT_ASKED}
    keys |= {f"ending.{ending}" for ending in ENDINGS[1:]}
    keys |= {f"move.{name}" for name in BARE.values() if name not in UNTYPED}
    keys |= {f"log.{name}" for name in BARE.values()}
    keys |= {f"mission.{name}" for name in load.missions().missions}
    keys |= {f"term.{term}{end}" for term in TERMS for end in ("", ".help")}
    return keys | {f"refusal.{reason}" for reason in reasons()}


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_and_none_is_unused(language: str) -> None:
    own = load.texts(language)
    everything = house(language) | own
    assert sorted(wanted() - set(everything.messages)) == []
    assert sorted(set(own.messages) - wanted()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_gaps_are_alike_and_sentences_translated(language: str) -> None:
    english, other = load.texts("en").messages, load.texts(language).messages
    assert english.keys() == other.keys()
    for key, forms in other.items():
        assert all(form.strip() for form in forms)
        assert all(gaps(form) == gaps(english[key][0]) for form in forms), key
        if language != "en" and not key.startswith(("mission.", "log.clue", "move.blocked")):
            assert forms != english[key] or " " not in forms[0], key


def test_words_to_type_are_one_thing_each() -> None:
    """Two answers that are spelled alike could not be told apart at the terminal."""
    for language in LANGUAGES:
        words = load.texts(language)
        typed = [words.say(f"move.{name}") for name in BARE.values() if name not in UNTYPED]
        assert len(set(typed)) == len(typed)


def test_the_judges_reasons_are_complete() -> None:
    """CD-17.1: every reason in every language, each used by some verdict, with the same gaps."""
    folder = SOURCE / "games/duet"
    modules = {*folder.glob("*.py"), *folder.glob("judge/*.py")} - {folder / "judge/reasons.py"}
    code = "".join(path.read_text("utf-8") for path in modules)
    for key in KEYS:
        sentences = _SENTENCES[key]
        assert sentences.keys() == set(LANGUAGES)
        assert len({frozenset(gaps(text)) for text in sentences.values()}) == 1
        assert f'"{key}"' in code, f"nobody says {key}"
