"""Codenames Duet at the terminal: two people, one screen, and a group's campaign."""

import re
from pathlib import Path

import pytest

from konspira.engine.chance import Stream
from konspira.engine.contract import SPECTATOR
from konspira.engine.texts import LANGUAGES
from konspira.games.duet import Duet
from konspira.games.duet.campaign import read
from konspira.games.duet.load import missions
from konspira.terminal.duet import Face, texts
from konspira.terminal.paint import Paint
from konspira.texts import house
from tests.terminal.sitting import sat

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


@pytest.mark.parametrize(
    ("language", "said", "yes", "no"),
    [
        ("en", "confess", "yes", "no"),
        ("pl", "przyznaję", "tak", "nie"),
        ("hu", "bevallom", "igen", "nem"),
    ],
)
def test_a_giver_confesses_at_his_partners_screen(
    language: str, said: str, yes: str, no: str
) -> None:
    """CD-18.4 step 5: at any moment of the turn; the partner waives it or takes the penalty."""
    words = WORDS[language]
    confession = words.say("log.confess", side=words.say("side.A.who"))
    arguments = ["play", "duet", "--hot-seat", "--seed", "c", "--lang", language]
    begin = ["", "zzyzx 2", yes, "", "", said]
    _, out, _ = sat([*begin, no, "quit"], *arguments)
    assert confession not in " ".join(out.split())
    _, out, _ = sat([*begin, yes, "charge", "quit"], *arguments)
    assert confession in " ".join(out.split())
    assert "8 ○" in out
    _, out, _ = sat([*begin, yes, "waive", "quit"], *arguments)
    assert confession in " ".join(out.split())
    assert "8 ○" not in out
    # There is nothing to confess before a clue.
    _, out, _ = sat(["", said, "quit"], *arguments)
    assert confession not in " ".join(out.split())


def test_questions_and_restarts_are_typed_in_the_tables_language() -> None:
    """CD-18.4 steps 4 and 6, CD-18.3."""
    arguments = ["play", "duet", "--hot-seat", "--seed", "c", "--lang", "pl"]
    begin = ["", "zzyzx 2", "tak", "", ""]
    _, out, _ = sat([*begin, "kwestionuję", "", "", "jest prawidłowa", "quit"], *arguments)
    assert "kwestionuje wskazówkę" in out
    assert "obstaje przy wskazówce" in out
    _, out, _ = sat(["", "zzyzx 2", "tak", "", "", "restart", "quit"], *arguments)
    assert "chce zacząć od nowa" in out


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
