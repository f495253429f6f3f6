"""The data of Rogue Agent: what is in the box, and what the loader refuses (RA-29.8)."""

import copy
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

import konspira
from konspira.engine.chance import Stream
from konspira.engine.contract import BadText
from konspira.engine.knowledge import knowledge
from konspira.games.rogue import load
from konspira.games.rogue.rules.city import ADJACENT
from konspira.games.rogue.story import Story

DATA = load.own_data()
CARDS = DATA["criminals"]["criminals"]
TILES = DATA["tiles"]["tiles"]


def test_the_box() -> None:
    """RA-1.1, RA-1.2, RA-1.7, RA-1.11, RA-1.12, RA-1.14, RA-29.4, RA-29.5, RA-29.7."""
    assert len(TILES) == 13
    assert sorted(tile["precinct"] for tile in TILES if tile["kind"] == "precinct") == [
        *range(1, 7)
    ]
    assert len({card["name"] for card in CARDS}) == len(CARDS) == 46
    easy = [card for card in CARDS if card["stamina"] <= 2]
    assert (len(easy), len([c for c in easy if c["syndicate"] != "blue"])) == (27, 26)
    icons = [card["reveal"]["icon"] for card in CARDS if "reveal" in card]
    assert (icons.count("red"), icons.count("white"), 46 - len(icons)) == (27, 13, 6)
    assert sum(card["bounty"] for card in CARDS) == 132
    assert len(load.box().faces) == 18


def test_counts_of_the_set_up() -> None:
    """RA-1.3, RA-1.4, RA-1.5, RA-1.6, RA-1.9, RA-1.15, RA-29.1, RA-29.2, RA-OP-1, RA-4.2."""
    setup = DATA["setup"]
    assert setup["discs"] == {"bombs": 4, "assassins": 4}
    assert 2 * 6 + 4 + 4 == 20
    assert setup["credits_total"] == 25
    assert setup["identity"]["android"] + setup["identity"]["human"] == 12
    assert setup["draw"] == {2: 2, 3: 2, 4: 3}
    board = DATA["agent_board"]
    assert [board[name]["max"] for name in ("fuel", "ammo", "evidence")] == [6, 6, 6]
    assert [board[name]["start"] for name in ("fuel", "car", "stamina")] == [2, 0, 6]
    for players, number in setup["draw"].items():
        game = konspira.game("rogue", players=players)
        state = game.from_position(game.set_up({"phase": "time"}))
        assert state.agenda[-1] >> 6 & 63 == number - 1  # the first disc is being drawn


def test_every_value_has_a_status() -> None:
    """RA-0.2."""
    for entry in [*TILES, *CARDS, *DATA["agent_board"].values()]:
        assert entry["status"] in load.STATUSES
    for name in ("dice", "bomb_sheet", "setup"):
        assert DATA[name]["status"] in load.STATUSES


def test_adjacency_is_mutual_and_the_path_walks_along_it() -> None:
    """RA-2.5, RA-2.6 (T-03, T-111)."""
    for slot, others in enumerate(ADJACENT):
        for other in others:
            assert slot in ADJACENT[other]
    path = load.box().path
    assert len(path) == 13
    assert path[0] == path[-1] == 1
    assert 5 not in path
    for one, other in pairwise(path):
        assert other in ADJACENT[one]


def changed(change: Callable[[Any], None]) -> list[str]:
    data = copy.deepcopy(DATA)
    change(data)
    return load.problems(data)


BROKEN: list[tuple[Callable[[Any], None], str]] = [
    (lambda d: d["tiles"]["tiles"].pop(), "there are 12 tiles, not 13"),
    (lambda d: d["tiles"]["tiles"][7].update(precinct=2), "not 1 to 6 once each"),
    (lambda d: d["tiles"]["tiles"][0].update(id="hall"), "there is no tile 'hq'"),
    (lambda d: d["tiles"]["tiles"][0].update(status="sure"), "hq: status 'sure' is none of"),
    (lambda d: d["tiles"]["tiles"][0].update(colour="blue"), "hq: unknown key 'colour'"),
    (lambda d: d["tiles"]["tiles"][2].update(slots=3), "there can be 0 to 2"),
    (lambda d: d["tiles"]["tiles"][3]["goods"][0].update(gives="love"), "nobody can sell 'love'"),
    (lambda d: d["dice"]["dice"]["red"].pop(), "red: 5 faces, not 6"),
    (lambda d: d["dice"]["dice"]["red"].append(["HAT", 1]), "there is no symbol 'HAT'"),
    (lambda d: d["criminals"]["criminals"].pop(), "there are 45 criminals, not 46"),
    (lambda d: d["criminals"]["criminals"][0].update(id="C02"), "card C02 is there twice"),
    (lambda d: d["criminals"]["criminals"][0].update(stamina=5), "C01: stamina is a number"),
    (lambda d: d["criminals"]["criminals"][0].update(retaliation="sing"), "no effect 'sing'"),
    (lambda d: d["criminals"]["criminals"][0].update(retaliation="brace:1"), "cannot be a retal"),
    (lambda d: d["criminals"]["criminals"][0].update(retaliation="flee:x"), "no effect 'flee:x'"),
    (lambda d: d["agent_board"]["gun"]["marks"][0].update(upgrade="wings"), "no upgrade of this"),
    (lambda d: d["agent_board"].pop("fuel"), "the tracks are"),
    (lambda d: d["bomb_sheet"].update(rows=2), "rows and columns are numbers from 3 to 9"),
    (lambda d: d["setup"]["event_path"].pop(), "the event path has 13 entries"),
    (lambda d: d["setup"]["event_path"].__setitem__(1, "B3"), "the event path"),
    (lambda d: d["setup"]["options"].update(clock_until="dawn"), "clock_until is one of"),
    (lambda d: d["setup"].pop("draw"), "a value is missing or of the wrong kind"),
]


@pytest.mark.parametrize(("change", "sentence"), BROKEN)
def test_what_is_wrong_is_said(change: Callable[[Any], None], sentence: str) -> None:
    assert any(sentence in problem for problem in changed(change))


def test_true_data_can_be_dropped_in(tmp_path: Path) -> None:
    cards = copy.deepcopy(DATA["criminals"])
    cards["criminals"][0] |= {"name": "Somebody", "status": "confirmed"}
    (tmp_path / "criminals.yaml").write_text(yaml.safe_dump(cards), "utf-8")
    assert load.check_folder(tmp_path) == ([], ["45 of 46 criminals are house data"])
    (tmp_path / "criminals.yaml").write_text("[", "utf-8")
    assert "this is not YAML" in load.check_folder(tmp_path)[0][0]
    (tmp_path / "criminals.yaml").unlink()
    assert "no data file here" in load.check_folder(tmp_path)[0][0]


def test_a_game_is_played_with_data_of_ones_own(tmp_path: Path) -> None:
    cards, tiles = copy.deepcopy(DATA["criminals"]), copy.deepcopy(DATA["tiles"])
    for number, card in enumerate(cards["criminals"]):
        card["name"] = f"Somebody {number}"
        card["bounty"] = 1
    next(tile for tile in tiles["tiles"] if tile["id"] == "hospital")["name"] = "Saint Nobody"
    for name, value in (("criminals", cards), ("tiles", tiles)):
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(value), "utf-8")
    game = konspira.game("rogue", data=tmp_path)
    assert {criminal.bounty for criminal in game.box.criminals} == {1}
    assert {criminal.bounty for criminal in konspira.game("rogue").box.criminals} != {1}
    assert game.options()["data"] == str(tmp_path)
    state = game.start(3)
    luck = Stream("own data")
    while state.outcome() is None:
        moves = state.moves()
        state.play(moves[luck.below(len(moves))])
    known = knowledge(game, state, 0)
    for language in ("en", "pl", "hu"):
        words = load.texts(language) | load.places(game.data, language)
        told = Story(game.notation, load.titles(game.data), words).lines(known.told)
        text = " ".join(line for entry in told for line in entry)
        assert "Somebody" in text
        assert words.say("tile.hospital") == "Saint Nobody"
        assert words.say("tile.hq") == load.texts(language).say("tile.hq")


def test_bad_data_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadText, match="no data file here"):
        konspira.game("rogue", data=tmp_path)
    (tmp_path / "dice.yaml").write_bytes(b"\xff")
    with pytest.raises(BadText, match="no text in UTF-8"):
        konspira.game("rogue", data=tmp_path)
    tiles = copy.deepcopy(DATA["tiles"])
    tiles["tiles"].pop()
    (tmp_path / "dice.yaml").unlink()
    (tmp_path / "tiles.yaml").write_text(yaml.safe_dump(tiles), "utf-8")
    with pytest.raises(BadText, match="12 tiles, not 13"):
        konspira.game("rogue", data=tmp_path)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 5}, "players is one of 2, 3, 4, not 5"),
        ({"players": 2, "mode": "android"}, "Android mode is for 3 or 4 players"),
        ({"mode": "robot"}, "mode is one of agent, android"),
        ({"mode": "android", "module": "shadow_watch"}, "played in Agent mode"),
        ({"length": "long"}, "belong to Shadow Watch"),
        ({"clock_until": "dawn"}, "clock_until is one of"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], sentence: str) -> None:
    """RA-0.3."""
    with pytest.raises(BadText, match=sentence):
        konspira.game("rogue", **options)
