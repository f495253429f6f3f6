"""Codenames Duet at the terminal: two people, one screen, and a group's campaign."""

import re
from pathlib import Path

import pytest

from konspira.engine.chance import Stream
from konspira.engine.contract import SPECTATOR
from konspira.engine.knowledge import knowledge
from konspira.engine.log import follow, opening
from konspira.engine.texts import LANGUAGES
from konspira.games.duet import Duet
from konspira.games.duet.campaign import read
from konspira.games.duet.load import missions
from konspira.games.duet.rules.state import State
from konspira.terminal.duet import Face, texts
from konspira.terminal.paint import Paint
from konspira.texts import house
from tests.terminal.sitting import sat

SOURCE = Path(__file__).resolve().parents[2] / "src/konspira/games/duet"
WIPED = "\x1b[H\x1b[2J\x1b[3J"
WORDS = {language: house(language) | texts(language) for language in LANGUAGES}


def greens(seed: str, lang: str = "en") -> list[list[str]]:
    """The green words of A and of B in the game that the terminal deals with this seed."""
    game = Duet(lang=lang)
    state, luck = game.start(), Stream(seed)
    while state.chance_total():
        state.play(state.chance_pick(luck.below(state.chance_total())))
    return [
        [game.box.words[state.words[cell]] for cell in range(25) if state.colour(side, cell) == 0]
        for side in (0, 1)
    ]


def winning(seed: str) -> list[str]:
    """What two people type who know everything: A's words, then the rest of B's."""
    first, second = greens(seed)
    typed = ["", "zzyzx 9", "yes", "", ""]
    for word in first:
        typed += [word, "yes"]
    typed += ["qqqq 9", "yes", "", ""]
    for word in second:
        if word not in first:
            typed += [word, "yes"]
    return typed


def test_hand_over_shows_nothing() -> None:
    """Between two people the screen, and what was scrolled away, is wiped before and after."""
    code, out, err = sat(
        ["", "zzyzx 2", "yes", "", "", "quit"],
        "play",
        "duet",
        "--hot-seat",
        "--seed",
        "h",
        "--lang",
        "en",
    )
    assert (code, err) == (0, "")
    parts = out.split(WIPED)
    between = [part for part in parts if "Nobody else looking?" in part]
    assert len(between) == 2
    for part in between:
        assert not re.search("[◆✖│]", part)
        assert "zzyzx" not in part


def test_each_screen_shows_one_half_of_the_key() -> None:
    game = Duet()
    state = game.start(3)
    for viewer in (0, 1):
        seen = game.view(state, viewer)
        screen = "\n".join(Face(game, WORDS["en"], Paint(False)).screen(seen, 80, False))
        body = screen.rsplit("\n", 1)[0]  # without the legend
        assert (body.count("◆"), body.count("✖"), body.count("·")) == (9, 3, 13)
    spectator = Face(game, WORDS["en"], Paint(False)).screen(game.view(state, SPECTATOR), 80, False)
    assert not re.search("[◆✖]", "\n".join(spectator[:-1]))


def test_waiting_lets_the_other_side_begin() -> None:
    """CD-4.2."""
    lines = ["", "wait", "", "", "zzyzx 2", "yes", "", "", "quit"]
    _, out, _ = sat(lines, "play", "duet", "--hot-seat", "--seed", "h", "--lang", "en")
    assert "Side B: “zzyzx 2”" in out


def test_the_judge_comes_before_the_rules() -> None:
    """CD-18.4: a blocked clue is not published; insisting publishes it with a mark."""
    word = greens("j")[0][0] + "s"
    lines = ["", f"{word} 2", f"clue! {word} 2", "", "", "object", "quit"]
    _, out, _ = sat(lines, "play", "duet", "--hot-seat", "--seed", "j", "--lang", "en")
    assert f"insist: clue! {word} 2" in out
    assert f"Side A insists: “{word} 2”" in out
    assert "one token is gone" in out


def test_a_touch_asks_twice() -> None:
    """CD-OP-17."""
    word = greens("t")[0][0]
    lines = ["", "zzyzx 2", "yes", "", "", word, "no", "quit"]
    _, out, _ = sat(lines, "play", "duet", "--hot-seat", "--seed", "t", "--lang", "en")
    assert f"Touch “{word}”?" in out
    assert f"touches “{word}”" not in out


def test_a_campaign_is_remembered(tmp_path: Path) -> None:
    """CD-12.1, CD-12.11, CD-12.15."""
    path = tmp_path / "us.campaign"
    arguments = ["play", "duet", "--hot-seat", "--lang", "en", "--campaign", str(path)]
    code, out, err = sat(["quit"], *arguments, "--option", "mission=cairo")
    assert code == 2
    assert "cairo is not open yet" in err
    code, out, err = sat(winning("c"), *arguments, "--seed", "c")
    assert (code, err) == (0, "")
    assert "You have won together" in " ".join(out.split())
    assert "Mission accomplished: Prague." in out
    assert read(path.read_text("utf-8"), missions()).completed == ["prague"]
    code, out, err = sat(["", "quit"], *arguments, "--option", "mission=cairo")
    assert (code, err) == (0, "")
    path.write_text("nonsense", encoding="utf-8")
    code, _, err = sat(["quit"], *arguments)
    assert code == 2
    assert "this is no campaign" in err


def test_easier_games_leave_the_campaign_as_it_is(tmp_path: Path) -> None:
    """T-43: CD-12.1."""
    path = tmp_path / "us.campaign"
    arguments = ["play", "duet", "--hot-seat", "--lang", "en", "--campaign", str(path)]
    _, out, _ = sat(winning("c"), *arguments, "--seed", "c", "--option", "tokens=10")
    assert "You have won together" in " ".join(out.split())
    assert not path.exists()


def retold(game: Duet, state: State, viewer: int, luck: Stream) -> State:
    base, story = game.sampler(knowledge(game, state, viewer)).story(luck)
    other, setup = opening(game, base)
    log = [setup]
    for code in story:
        follow(other, log, code)
    assert isinstance(other, State)
    return other


@pytest.mark.parametrize("language", LANGUAGES)
def test_screen_depends_on_knowledge_alone(language: str) -> None:
    """CD-16.1 at the terminal."""
    game = Duet(lang=language)
    luck = Stream(f"screens {language}")
    face = Face(game, WORDS[language], Paint(True))
    for seed in range(6):
        state = game.start(seed)
        while state.outcome() is None:
            for viewer in (0, 1, SPECTATOR):
                other = retold(game, state, viewer, luck)
                screens = []
                for one in (state, other):
                    seen = game.view(one, viewer)
                    lines = face.screen(seen, 80, False)
                    for sentences in face.story(knowledge(game, one, viewer)):
                        lines += sentences
                    lines.append(face.question(seen, one.moves(viewer)))
                    lines += [label for label, _ in face.choices(seen, one.moves(viewer))]
                    screens.append(lines)
                assert screens[0] == screens[1]
            moves = state.moves()
            state.play(moves[luck.below(len(moves))])


def test_catalogues_have_the_same_keys_and_gaps() -> None:
    gaps = [
        {key: re.findall(r"{\w+}", forms[0]) for key, forms in texts(language).messages.items()}
        for language in LANGUAGES
    ]
    assert gaps[0].keys() == gaps[1].keys() == gaps[2].keys()
    for key, found in gaps[0].items():
        assert sorted(found) == sorted(gaps[1][key]) == sorted(gaps[2][key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence(language: str) -> None:
    code = (SOURCE / "rules/refusal.py").read_text("utf-8")
    code += (SOURCE / "notation.py").read_text("utf-8")
    code += (SOURCE / "rules/vocabulary.py").read_text("utf-8")
    keys = set(re.findall(r'return "(\w+)"|(?:or|else|if) "(\w+)"|NotAMove\("(\w+)"', code))
    names = {
        name for found in keys for name in found if "_" in name[1:-1] or name in ("over", "covered")
    }
    assert len(names) > 30
    for name in names:
        assert f"refusal.{name}" in WORDS[language], name
