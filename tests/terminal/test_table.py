"""Whole games at the terminal: to the end, in every language, saved, resumed, left."""

import itertools
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from konspira.cli import opened
from konspira.engine import record
from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY
from konspira.engine.log import entries
from konspira.engine.texts import LANGUAGES
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.rules.state import State
from konspira.terminal import kyoto
from konspira.terminal.paint import WIPED, Paint
from konspira.terminal.table import Table
from konspira.texts import house
from tests.terminal.sitting import Sitting, sat

ALL = ("special_agents=true", "neutral_agent=true", "equipment=true")
OPTIONS = tuple(itertools.chain.from_iterable(("--option", option) for option in ALL))
PLACED = "3R 2R 3 2 1 0"


def answers(seed: int, count: int = 900) -> list[str]:
    """Numbers of choices; where a number is too high, the next line answers."""
    luck = Stream(f"answers {seed}")
    return [str(1 + luck.below(3)) for _ in range(count)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [(), OPTIONS], ids=["base", "advanced"])
@pytest.mark.parametrize("seat", ["ONI", "GOV"])
def test_game_is_played_to_its_end(
    sit: Sitting, language: str, options: tuple[str, ...], seat: str
) -> None:
    lines = [PLACED, *answers(1)]
    arguments = ("play", "kyoto", "--lang", language, "--bot", "random", "--seed", "5")
    code, out, err = sit(lines, *arguments, "--seat", seat, *options)
    assert (code, err) == (0, "")
    assert out.rstrip().endswith(house(language).say("terminal.over"))
    assert max(len(line) for line in out.splitlines()) <= 80


def test_same_seed_gives_the_same_game(sit: Sitting) -> None:
    lines = [PLACED, *answers(2)]
    runs = [sit(lines, "play", "--seed", "9", "--lang", "en") for _ in range(2)]
    assert runs[0] == runs[1]


def test_table_of_a_study_layout(sit: Sitting) -> None:
    _, out, _ = sit(["3R 2", *answers(3)], "play", "--option", "layout=study-3x4", "--seed", "2")
    assert "Their hand:" in out  # its hands are open
    assert out.rstrip().endswith(house("en").say("terminal.over"))


# One screen, two people ------------------------------------------------------------------------


def test_hand_over_shows_nothing(sit: Sitting) -> None:
    lines = []
    for placed in (PLACED, "0 1 2 3 2R 3R"):
        lines += ["", placed, ""]
    # Each answer, then Enter for whatever hand-over follows: an empty line only draws again.
    lines += list(itertools.chain.from_iterable((a, "", "") for a in answers(4)))
    arguments = ("play", "--hot-seat", "--seed", "11", "--lang", "en", *OPTIONS)
    code, out, _ = sit(lines, *arguments)
    assert code == 0
    names = {"Oniwaban": "O", "Meiji Government": "G"}
    pattern = "(" + "|".join(names) + "), it is your turn at the screen.*? Press Enter. "
    running = out[: out.rindex(WIPED)]  # after the last wiping everything is open
    parts = running.split(WIPED)
    at, handed = 1, []
    while at < len(parts):
        prompt = re.fullmatch(pattern, parts[at])
        assert prompt is not None, parts[at][:200]
        handed.append(names[prompt[1]])
        own, other = handed[-1], "G" if handed[-1] == "O" else "O"
        shown = parts[at + 1]
        assert f"{own}(" in shown or "start cell" in shown
        assert f"{other}(" not in shown
        assert "Their hand" not in shown
        at += 2
    assert parts[0] == ""
    assert handed[:2] == ["O", "G"]
    assert len(handed) > 6
    assert all(one != two for one, two in itertools.pairwise(handed))


def test_two_people_have_no_bot(sit: Sitting) -> None:
    code, _, err = sit([], "play", "--hot-seat", "--bot", "random")
    assert code == 2
    assert err == "konspira: --hot-seat has no bot, and no seat to choose\n"


# Save and resume -------------------------------------------------------------------------------


def test_saved_game_is_resumed_where_it_was(sit: Sitting, tmp_path: Path) -> None:
    lines = [PLACED, "1", "1", "2", "1"]
    arguments = ("play", "--seed", "3", "--bot", "random", "--lang", "en", *OPTIONS)
    code, out, _ = sit([*lines, "save first.game", "quit"], *arguments)
    assert code == 0
    assert "The game is kept in first.game." in out
    saved = (tmp_path / "first.game").read_text("utf-8")
    found = record.parsed(saved)
    assert found.tags["Seats"] == "ONI=person GOV=random"
    assert sit([], "verify", "first.game")[0] == 0
    code, again, _ = sit(["log", "quit"], "play", "--resume", "first.game", "--lang", "en")
    assert code == 0
    assert "You have placed: a1 3●, b1 2●, c1 3, d1 2, e1 1, c2 0." in again
    assert (tmp_path / "first.game").read_text("utf-8") == saved
    code, _, err = sit([], "play", "duet", "--resume", "first.game")
    assert code == 2
    assert "is a game of kyoto" in err
    _, end, _ = sit(answers(5), "play", "kyoto", "--resume", "first.game", "--lang", "en")
    assert end.rstrip().endswith(house("en").say("terminal.over"))
    assert "won by" in sit([], "verify", "first.game")[1]


def test_game_is_kept_as_it_goes_and_when_input_ends(sit: Sitting, tmp_path: Path) -> None:
    arguments = ("play", "--seed", "3", "--bot", "random", "--save", "kept")
    assert sit([PLACED], *arguments)[0] == 0
    assert len(record.parsed((tmp_path / "kept").read_text("utf-8")).lines) == 3
    sit([PLACED, "1"], *arguments)
    assert len(record.parsed((tmp_path / "kept").read_text("utf-8")).lines) == 4


def test_draft_is_not_saved(sit: Sitting, tmp_path: Path) -> None:
    sit(["1", "1", "save half"], "play", "--seed", "3", "--bot", "random")
    assert len(record.parsed((tmp_path / "half").read_text("utf-8")).lines) == 2


def test_save_leaves_other_files_alone(sit: Sitting, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Aunt", "utf-8")
    _, out, _ = sit([PLACED, "save letter", "save no/such/folder"], "play", "--save", "letter")
    assert "letter is there already and is not a saved game" in out
    assert "could not be kept in no/such/folder" in out
    assert (tmp_path / "letter").read_text("utf-8") == "Dear Aunt"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda text: text.replace("2. ONI", "2. XXX"), "entry 2: there is no seat 'XXX'"),
        (lambda text: text[: len(text) // 2], "cannot be resumed"),
        (lambda text: text.replace("[Rules", "[Rulez"), "the record has no [Rules] tag"),
        (lambda text: text.replace("place a1 3R", "place a1 2R"), "entry 2: 'place b1 2R'"),
        (lambda text: text.replace("equipment=", "gadgets="), "kyoto has no option"),
        (lambda text: text.replace('[Rules "1"', '[Rules "0"'), "under rules version 0"),
        (lambda text: text.replace("GOV=random", "GOV=nobody"), "seats cannot be read"),
        (lambda _: "", "the record has no [Game] tag"),
        (lambda _: "\0\1", "neither a tag nor an entry"),
    ],
)
def test_corrupted_save_is_one_sentence(
    sit: Sitting, tmp_path: Path, change: Callable[[str], str], expected: str
) -> None:
    sit([PLACED, "1", "1", "1", "1"], "play", "--seed", "3", "--bot", "random", "--save", "game")
    text = (tmp_path / "game").read_text("utf-8")
    (tmp_path / "game").write_text(change(text), "utf-8")
    code, out, err = sit([], "play", "--resume", "game")
    assert (code, out) == (2, "")
    assert expected in err
    assert err.count("\n") == 1


# Leaving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_end_of_input_is_a_polite_leave(sit: Sitting, language: str) -> None:
    code, out, err = sit([], "play", "--lang", language)
    assert (code, err) == (0, "")
    assert out.rstrip().endswith(house(language).say("terminal.goodbye"))


def test_ctrl_c_is_a_polite_leave(sit: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, out, _ = sit([], "play", "--lang", "en")
    assert code == 0
    assert out.rstrip().endswith(house("en").say("terminal.goodbye"))


def test_resigning_is_asked_twice(sit: Sitting) -> None:
    lines = [PLACED, "resign", "no", "resign", "yes"]
    _, out, _ = sit(lines, "play", "--seed", "1", "--lang", "en")
    assert out.count("Really give the game up?") == 2
    assert "You resign. You lose: you have resigned." in out


# Compounds -------------------------------------------------------------------------------------


def test_placement_step_by_step_can_be_taken_back(sit: Sitting) -> None:
    lines = ["place a1 3R", "place b1 2R", "back", "b1 0", "back", "back", "back", "quit"]
    _, out, _ = sit(lines, "play", "--seed", "1", "--bot", "random", "--lang", "en", "--save", "f")
    assert "There is nothing to take back." in out
    assert out.count("Who takes the start cell b1?") == 3
    assert "O(0)#2" in out
    assert "ONI:" not in Path("f").read_text("utf-8")


def attacking() -> tuple[Kyoto, State, int, int]:
    """A state in which an Attack with a push can be played, and both moves."""
    game = Kyoto()
    for seed in range(200):
        luck = Stream(f"attack {seed}")
        state = game.start(seed)
        while state.outcome() is None:
            moves = state.moves()
            for move in moves:
                if state.drafting() == NOBODY and game.text(move).startswith("attack"):
                    after = state.clone()
                    after.play(move)
                    if after.drafting() == move & 15:
                        return game, state, move, after.moves()[0]
            state.play(moves[luck.below(len(moves))])
    raise AssertionError("no Attack found")


@pytest.mark.parametrize("way", ["one line", "two lines", "taken back"])
def test_attack_and_push_are_one_entry(
    way: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, state, attack, push = attacking()
    first, second = game.text(attack), game.text(push)
    lines = {
        "one line": [f"{first} + {second}"],
        "two lines": [first, second],
        "taken back": [first, "back", f"{first} + push a1 a1", first, second],
    }[way]
    typed = iter(lines)
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    seat = attack & 15

    def face(language: str) -> kyoto.Face:
        return kyoto.Face(game, house(language) | kyoto.texts(language), Paint(False))

    # Both seats are people; the game stops at the first question to come after the attack.
    table = Table(game, state, {}, Stream("table"), face, "en", Paint(False))
    table.at_screen = seat
    before = len(entries(game, state))
    table._step()
    log = entries(game, table.state)
    assert log[before].moves == [attack, push]
    assert next(typed, None) is None
    assert ("There is no enemy agent" in capsys.readouterr().out) == (way == "taken back")


# Low screens -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "inner_rules", "first", "old_log"), [(60, 4, 0, 1), (36, 0, 0, 0), (24, 0, 2, 0)]
)
def test_low_screen_keeps_board_and_question_in_sight(
    sit: Sitting,
    monkeypatch: pytest.MonkeyPatch,
    height: int,
    inner_rules: int,
    first: int,
    old_log: int,
) -> None:
    monkeypatch.setattr(Table, "height", height)
    lines = [PLACED, "tun e2", "1"]
    _, out, _ = sit(lines, "play", "--seed", "4", "--bot", "random", "--lang", "en")
    shown = out[out.rindex("1 location  2 tactics") : out.rindex("\n› ")].split("\n› ")[1]
    assert shown.count("├") == inner_rules
    assert shown.count("· You have placed") == old_log
    parts = [shown.index("┌"), shown.index("Your turn:"), shown.index("1 a1→a2")]
    assert parts.index(min(parts)) == first
    assert (max(parts) == parts[1]) == (height == 24)
    if height > 24:
        assert shown.count("\n") < height
    else:
        assert shown[shown.index("┌") :].count("\n") < height - 1


# What is typed ---------------------------------------------------------------------------------


def test_short_long_and_bad_moves(sit: Sitting) -> None:
    lines = [
        PLACED,
        "b1 a2",  # two cards can do that
        "green c2 c3 c4",
        "green a1 e5",
        "GREEN A1 B2",
    ]
    arguments = ("play", "--seed", "3", "--bot", "random", "--lang", "en")
    _, out, _ = sit(lines, *arguments)
    assert "Several moves fit: Wild b1→a2, Attack b1→a2" in out
    assert "“green c2 c3 c4” is not a move of this game." in out
    assert "That is too far." in out
    assert "You play Residence, a1 → b2." in out
    _, out, _ = sit([PLACED, "tun e2"], *arguments)
    assert "You play Tunnel, c2 → e2." in out
    _, out, _ = sit([PLACED, "lang pl", "tunel e2"], *arguments)
    assert "Zagrywasz: Tunel, c2 → e2." in out


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("en", "Tunnel c2→e2", "You play Tunnel, c2 → e2."),
        ("en", "tunnel c2-e2", "You play Tunnel, c2 → e2."),
        ("en", "TunnelX c2", "“TunnelX c2” is not a move of this game."),
        ("en", "residence a1b2", "You play Residence, a1 → b2."),
        ("en", "99", "There is no choice 99: the numbers go from 1 to "),
        ("pl", "rez a1 b2", "Zagrywasz: Rezydencja, a1 → b2."),
        ("pl", "rez a1 e5", "To za daleko."),
        ("pl", "szynkwas a1 b2", "„szynkwas a1 b2” nie jest ruchem w tej grze."),
        ("hu", "alagut e2", "Kijátszod: Alagút, c2 → e2."),
        ("hu", "lakohaz a1 e5", "Ez túl messze van."),
        ("hu", "sugo alagut", "Taktika. Egy ügynököd a sorában"),
        ("hu", "súgó főhad", "Az Oniwaban főhadiszállása"),
        ("pl", "pomoc wachlarz", "Pancerny wachlarz"),
        ("pl", "poddaj się", "Na pewno chcesz poddać partię?"),
    ],
)
def test_moves_and_commands_as_people_type_them(
    sit: Sitting, language: str, line: str, said: str
) -> None:
    lines = [PLACED, line]
    _, out, _ = sit(lines, "play", "--seed", "3", "--bot", "random", "--lang", language)
    assert said in out


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["3R", "2R 3 2 1 0"], "You have placed: a1 3●, b1 2●, c1 3, d1 2, e1 1, c2 0."),
        (["3R 2R", "0 1 2"], "You have placed: a1 3●, b1 2●, c1 0, d1 1, e1 2, c2 3."),
        (["3R 2R 3 2 1 1"], "each agent is placed once"),
        (["3R", "3R 2R 3 2 1 0"], "each agent is placed once"),
    ],
)
def test_rest_of_a_placement_in_one_line(sit: Sitting, lines: list[str], said: str) -> None:
    _, out, _ = sit(lines, "play", "--seed", "3", "--bot", "random", "--lang", "en")
    assert said in " ".join(out.split())


def test_newcomer_is_told_of_help_once(sit: Sitting) -> None:
    _, out, _ = sit(["", "3R", ""], "play", "--seed", "3", "--lang", "en")
    assert out.count("New to the game? Type help") == 1


def test_own_discards_can_be_looked_through(sit: Sitting) -> None:
    """SK-12.3a"""
    lines = [PLACED, "pile", "tun e2", "pile", "lang hu", "dobó"]
    _, out, _ = sit(lines, "play", "--seed", "3", "--bot", "random", "--lang", "en")
    assert "Your discard pile, the top card last: –" in out
    assert "Your discard pile, the top card last: Tunnel" in out
    assert "A dobott lapjaid, a legfelső az utolsó: Alagút" in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_explains_every_topic(sit: Sitting, language: str) -> None:
    words = kyoto.texts(language)
    game = opened("kyoto", [])
    topics = kyoto.Face(game, house(language) | words, Paint(False)).topics()
    lines = ["help", "help nonsense", *(f"help {topic}" for topic in topics)]
    lines += [f"help {words.say(key)}" for key in topics.values()]
    _, out, _ = sit(lines, "play", "--lang", language)
    flat = " ".join(out.split())
    for key in topics.values():
        assert flat.count(words.say(f"{key}.help").split(".")[0]) >= 2, key
    assert house(language).say("terminal.no-topic", topics="")[:20] in out


VOCABULARY = """
    help log moves back save lang resign quit yes 1 2 3 99999 3R 2R 0 place a1 b1 c2 b2 red green
    joker swap decoy attack push + draw location tactics leave exchange ● . .. / - pomoc súgó
"""
WORDS = st.sampled_from(VOCABULARY.split())
LINE = st.one_of(
    st.lists(WORDS, max_size=5).map(" ".join),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=30),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINE, max_size=12), st.sampled_from(LANGUAGES))
def test_no_line_breaks_the_table(lines: list[str], language: str) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        code, _, err = sat(
            [PLACED, *lines], "play", "--seed", "1", "--bot", "random", "--lang", language
        )
    assert (code, err) == (0, "")


# Matches ---------------------------------------------------------------------------------------


def test_match_exchanges_sides_and_is_resumed(sit: Sitting, tmp_path: Path) -> None:
    """SK-11.3: after each game sides are exchanged, until somebody has the wins."""
    lines = [PLACED, "resign", "yes", "", PLACED]
    arguments = ("play", "--wins", "2", "--seed", "3", "--lang", "en", "--save", "match")
    _, out, _ = sit(lines, *arguments)
    assert "Score: you 0, opponent 1." in out
    assert "Game 2, you: Meiji Government." in out
    tags = record.parsed((tmp_path / "match").read_text("utf-8")).tags
    assert (tags["Match"], tags["Seats"]) == ("2 1 0-1", "ONI=greedy GOV=person")
    code, out, _ = sit(["resign", "yes"], "play", "--resume", "match", "--lang", "en")
    assert code == 0
    assert out.rstrip().endswith(
        "Score: you 0, opponent 2.\nThe match is over. The winner: opponent."
    )


def test_last_game_of_a_match_asks_both(sit: Sitting) -> None:
    """SK-11.3: the sides of the last possible game are exchanged if both agree."""
    lose = ["", "resign", "yes"]
    lines = [*lose, "", *lose, "yes", "yes", "", *lose]
    _, out, _ = sit(lines, "play", "--hot-seat", "--wins", "2", "--seed", "3", "--lang", "en")
    assert out.count("Exchange sides once more") == 2
    assert "Game 3, player 1: Oniwaban." in out
    assert "The match is over. The winner: player 2." in out


@pytest.mark.parametrize("text", ["", "2 0", "9 0 0-0", "2 0 2-0", "2 5 0-0", "x"])
def test_bad_match_in_a_record_is_one_sentence(sit: Sitting, tmp_path: Path, text: str) -> None:
    sit([PLACED], "play", "--wins", "2", "--seed", "3", "--save", "match")
    saved = (tmp_path / "match").read_text("utf-8")
    (tmp_path / "match").write_text(saved.replace('[Match "2 0 0-0"]', f'[Match "{text}"]'))
    code, out, err = sit([], "play", "--resume", "match")
    assert (code, out, err.count("\n")) == (2, "", 1)


# Records that somebody has touched --------------------------------------------------------------


@pytest.fixture(scope="module")
def finished() -> str:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        sat([PLACED, *answers(6)], "play", "--bot", "random", "--seed", "5", "--save", "game")
        return Path("game").read_text("utf-8")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_touched_record_is_never_a_traceback(finished: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(finished)))
    cut = data.draw(st.integers(0, 40))
    new = data.draw(
        st.one_of(st.just(""), LINE, st.sampled_from(['"', "]", "\n", "#", " | ", "99"]))
    )
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("game").write_text(finished[:at] + new + finished[at + cut :], "utf-8")
        verified = sat([], "verify", "game")
        resumed = sat([], "play", "--resume", "game")
    assert verified[0] in (0, 1, 2)
    assert resumed[0] in (0, 2)
    for code, _, err in (verified, resumed):
        assert err.count("\n") == (code == 2)
