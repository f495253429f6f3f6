"""No text is missing, none is unused, and gaps are filled alike in every language."""

import ast
import gettext
import re
import string
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import konspira
from konspira.engine.contract import BadText, NotAMove
from konspira.engine.texts import LANGUAGES, PLURALS, Texts, parsed
from konspira.games.kyoto import load
from konspira.games.kyoto.notation import (
    CARDS,
    ENDINGS,
    EQUIPMENT,
    IDENTITIES,
    KINDS,
    PHASES,
    SIDES,
    SPECIAL_AGENTS,
)
from konspira.terminal.kyoto import PLACES
from konspira.terminal.table import COMMANDS
from konspira.terminal.typed import bare
from konspira.texts import house

SOURCE = Path(konspira.__file__).parent
KEY = re.compile(r"[a-z]+(\.[\w-]+)+")
SPOKEN = frozenset(
    "terminal log card kind move table decision help side agent equipment identity place "
    "ending refusal".split()
)

# Keys that are put together from names: the pattern as it stands in the code → the names.
ASKED = set(PHASES) - {"dealing", "drawing", "looking", "over"}
TOPICS = [
    *(f"card.{card}" for card in CARDS),
    *(f"agent.{agent}" for agent in SPECIAL_AGENTS[1:]),
    *(f"equipment.{item}" for item in EQUIPMENT),
    *(f"identity.{identity}" for identity in IDENTITIES),
    *(f"place.{place}" for place in PLACES[4:]),
]
FAMILIES: dict[str, list[tuple[str, ...]]] = {
    "card.{}": [CARDS],
    "agent.{}": [SPECIAL_AGENTS[1:]],
    "equipment.{}": [EQUIPMENT],
    "identity.{}": [IDENTITIES],
    "place.{}": [PLACES[4:]],
    "place.{}.short": [PLACES],
    "kind.{}": [KINDS],
    "side.{}": [SIDES],
    "side.{}.who": [SIDES],
    "side.{}.whose": [SIDES],
    "decision.{}": [tuple(sorted(ASKED))],
    "ending.{}": [ENDINGS[1:]],
    "ending.{}.lost": [ENDINGS[1:]],
    "terminal.command.{}": [COMMANDS],
    "{}.help": [tuple(TOPICS)],
}


TO_OTHERS = {"log.place", "log.pick", "log.swap", "log.decoy", "log.decoy-two"}


def strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            parts = node.values
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in parts)


def speaking() -> list[Path]:
    """The modules that talk to players."""
    # The texts of Duet and of Rogue Agent are checked beside their own tables.
    others = {SOURCE / "terminal" / name for name in ("duet.py", "campaign.py", "rogue.py")}
    terminal = set((SOURCE / "terminal").glob("*.py")) - others
    return [*sorted(terminal), SOURCE / "games/kyoto/story.py"]


def used() -> set[str]:
    """Every key the code asks for."""
    keys: set[str] = set()
    for path in speaking():
        for text in strings(ast.parse(path.read_text("utf-8"))):
            if KEY.fullmatch(text) and text.split(".")[0] in SPOKEN:
                keys.add(text)
    for pattern, names in FAMILIES.items():
        keys |= {pattern.format(*chosen) for chosen in product(*names)}
    # A sentence about a side comes in two voices, unless it leaves out what the side itself knows.
    keys |= {f"{key}.you" for key in keys if said_by_side(key)}
    return keys | {f"refusal.{reason}" for reason in reasons()}


def said_by_side(key: str) -> bool:
    if key.endswith((".old", ".you")) or key in TO_OTHERS:
        return False
    if key.startswith("ending."):
        return not key.endswith(".lost")
    return key.startswith("log.")


def reasons() -> set[str]:
    """Every reason that rules and engine give for a refusal."""
    found: set[str] = set()
    refusals = (SOURCE / "games/kyoto/rules/refusal.py").read_text("utf-8")
    for node in ast.walk(ast.parse(refusals)):
        if isinstance(node, ast.Return) and node.value is not None:
            found |= {text for text in strings(node.value) if text.isidentifier()}
    for path in SOURCE.rglob("*.py"):
        if "duet" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in ("NotLegal", "NotAMove", "Ambiguous", "MoveError") and node.args:
                    found |= {text for text in strings(node.args[0]) if text.isidentifier()}
    return found


def everything(language: str) -> Texts:
    return house(language) | load.texts(language)


def gaps(text: str) -> set[str]:
    found = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    # Which case of a side's name a sentence needs is a matter of its language.
    return {"who" if name == "whose" else name for name in found}


def test_families_are_those_of_the_code() -> None:
    found = {
        text
        for path in speaking()
        for text in strings(ast.parse(path.read_text("utf-8")))
        if "{}" in text and re.fullmatch(r"(?:[a-z]+|\{\})(\.(?:[\w-]+|\{\}))+", text)
    }
    assert found - {"{}.you"} == set(FAMILIES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing(language: str) -> None:
    assert sorted(used() - set(everything(language).messages)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_unused(language: str) -> None:
    assert sorted(set(everything(language).messages) - used()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_gaps_are_the_same_in_every_language(language: str) -> None:
    english, other = everything("en").messages, everything(language).messages
    wrong = [
        key for key, forms in other.items() for form in forms if gaps(form) != gaps(english[key][0])
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_left_in_english(language: str) -> None:
    english, other = everything("en").messages, everything(language).messages
    assert all(form.strip() for forms in other.values() for form in forms)
    if language != "en":
        # Names and signs may be the same; sentences may not.
        same = [k for k, forms in other.items() if forms == english[k] and " " in forms[0]]
        assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_those_of_the_header(language: str) -> None:
    for folder in (SOURCE / "texts", SOURCE / "games/kyoto/texts"):
        text = (folder / f"{language}.po").read_text("utf-8")
        found = re.search(r"Plural-Forms: nplurals=(\d); plural=(.+?);", text)
        assert found is not None
        rule = gettext.c2py(found[2])
        assert [PLURALS[language](n) for n in range(300)] == [int(rule(n)) for n in range(300)]


def test_plural_forms_are_chosen() -> None:
    forms = {"cards": ["{n} karta", "{n} karty", "{n} kart"]}
    said = [Texts("pl", forms).many("cards", n) for n in (1, 2, 5, 12, 22, 25, 101)]
    assert said == ["1 karta", "2 karty", "5 kart", "12 kart", "22 karty", "25 kart", "101 kart"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_places_fit_their_cells(language: str) -> None:
    words = load.texts(language)
    assert all(len(words.say(f"place.{place}.short")) <= 10 for place in PLACES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_begins_like_a_choice(language: str) -> None:
    """A choice typed as it is shown must not be taken for a command."""
    words = everything(language)
    commands = {bare(words.say(f"terminal.command.{name}")) for name in COMMANDS} | {*COMMANDS}
    shown = ("move.", "card.", "agent.", "equipment.", "kind.")
    choices = [forms[0] for key, forms in words.messages.items() if key.startswith(shown)]
    assert sorted(commands & {bare(text.split()[0]) for text in choices}) == []


def test_a_refusal_is_said_with_its_facts() -> None:
    said = house("en").refusal(NotAMove("not_a_move", text="fly {away}"))
    assert "fly {away}" in said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('msgid "a"\nmsgstr nothing', "line 2: expected a text in quotes"),
        ('msgstr "a"', "line 1: 'msgstr' does not belong here"),
        ('msgid "a"\nmsgstr "b"\nmsgid "a"\n', "line 3: 'a' is there twice"),
    ],
)
def test_a_bad_catalogue_is_named_by_line(text: str, expected: str) -> None:
    with pytest.raises(BadText, match=re.escape(expected)):
        parsed(text, "xx.po")
