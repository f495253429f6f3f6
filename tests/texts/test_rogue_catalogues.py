"""Rogue Agent speaks three languages: nothing is missing, nothing unused, gaps are alike."""

import ast
import re
import string
from pathlib import Path

import pytest

import konspira
from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY, SPECTATOR
from konspira.engine.knowledge import knowledge
from konspira.engine.texts import LANGUAGES, Texts
from konspira.games.rogue import load
from konspira.games.rogue.notation import EFFECTS, FIELD_NAMES, FORMS, MOVES, PHASES, SEATS, SYMBOLS
from konspira.games.rogue.rules import codes
from konspira.games.rogue.story import HOWS, SILENT, Story
from konspira.terminal.rogue import ACTIONS
from konspira.texts import house

SOURCE = Path(konspira.__file__).parent
KEY = re.compile(
    r"(?:log|card|token|path|disc|icon|effect|table|move|help)\.[a-z][\w.-]*|everything"
)
NOT_ASKED = {"running", "chance", "over"}


def reasons() -> set[str]:
    tree = ast.parse((SOURCE / "games/rogue/rules/refusal.py").read_text("utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and node.value is not None:
            for part in ast.walk(node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    found.add(part.value)
    return found


def wanted() -> set[str]:
    tiles, _ = load.names(load.own_data())
    keys = {f"tile.{tile}" for tile in tiles}
    keys |= {f"syndicate.{name}" for name in load.SYNDICATES}
    keys |= {f"field.{name}" for name in FIELD_NAMES}
    keys |= {f"upgrade.{name}" for name in load.UPGRADES}
    keys |= {f"symbol.{name}" for name in SYMBOLS}
    keys |= {f"effect.{name}" for name in EFFECTS}
    keys |= {f"decision.{phase}" for phase in PHASES if phase not in NOT_ASKED}
    keys |= {f"log.{form[0]}" for kind, form in FORMS.items() if kind not in SILENT}
    keys |= set(HOWS)
    keys -= {"log.ended"}
    for spoken in ("games/rogue/story.py", "terminal/rogue.py"):
        for node in ast.walk(ast.parse((SOURCE / spoken).read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if KEY.fullmatch(node.value):
                    keys.add(node.value)
    keys |= {f"side.{seat}" for seat in SEATS}
    keys |= {f"action.{action}{end}" for action in ACTIONS for end in ("", ".help")}
    keys |= {f"move.{form[0]}" for form in MOVES.values()} - {"move.resign", "move.timeout"}
    keys |= {f"colour.{name}" for name in ("red", "green", "black")}
    keys |= {f"token.{name}" for name in ("human", "android")}
    keys |= {f"ending.{name}" for name in ("INFLUENCE", "STAMINA", "SHARED", "RESIGNED", "TIME")}
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
    assert [k for k, forms in other.items() if gaps(forms[0]) != gaps(english[k][0])] == []
    if language != "en":
        same = [
            k for k, f in other.items() if f == english[k] and " " in re.sub(r"{\w+}", "", f[0])
        ]
        assert [key for key in same if key not in ("log.effect", "table.criminal")] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["agent", "android"])
def test_whole_games_can_be_told(language: str, mode: str) -> None:
    game = konspira.game("rogue", players=4, mode=mode)
    words: Texts = load.texts(language)
    state = game.start("told")
    luck = Stream("told")
    while state.actor() != NOBODY:
        state.play(state.moves()[luck.below(len(state.moves()))])
    for viewer in (0, SPECTATOR):
        told = knowledge(game, state, viewer).told
        lines = Story(game.notation, load.titles(game.data), words).lines(told)
        text = "\n".join(line for entry in lines for line in entry)
        assert len(text) > 2000
        assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_explains_itself(language: str) -> None:
    game = konspira.game("rogue")
    story = Story(game.notation, load.titles(game.data), load.texts(language))
    for criminal in game.box.criminals:
        assert all(sentence.strip() for sentence in story.card(criminal))


def test_a_hidden_card_is_told_as_hidden() -> None:
    game = konspira.game("rogue")
    story = Story(game.notation, load.titles(game.data), load.texts("en"))
    full = game.read("look C3 C41 P1", 15)
    assert story.sentence(game.tell(full, 1)) == "P1 looks at a hidden card (criminal 3)."
    assert story.sentence(game.tell(full, 0)) == "P1 looks at Doctor Kindling (criminal 3)."
    assert codes.kind_of(full) == codes.LOOK
