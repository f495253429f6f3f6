"""Chapters 12 and 13 of Duet: the mission map, groups, and data that must fit the lexicon."""

import pytest

import konspira
from konspira.engine.contract import BadText
from konspira.games.duet import Duet, load
from konspira.games.duet.campaign import Campaign, read
from konspira.games.duet.rules.groups import binds
from konspira.games.duet.words import clashing
from konspira.games.duet.words import load as own_words

MAP = load.missions()


def test_26_missions() -> None:
    """CD-12.13, CD-1.5."""
    listed = {
        "prague 9–9, moscow 8–8, bangkok 7–7, singapore 6–6, cairo 9–5, baghdad 8–5, dubai 7–5, "
        "mumbai 6–5, yakutsk 8–4, shanghai 7–4, hong-kong 6–4, casablanca 9–3, bogota 8–3, "
        "rio-de-janeiro 7–3, berlin 11–2, london 10–2, montreal 9–2, los-alamos 8–2, "
        "washington 7–2, cape-town 10–1, sydney 9–1, tokyo 8–1, paris 11–0, madrid 10–0, "
        "monte-carlo 9–0, vatican 8–0"
    }
    assert {", ".join(map(str, MAP.missions.values()))} == listed
    assert len(MAP.missions) == 26


def test_default_graph() -> None:
    """T-46: CD-12.14, CD-OP-1: 26 nodes, 25 lines, connected."""
    assert sum(map(len, MAP.joined.values())) == 2 * 25
    reached, todo = {"prague"}, ["prague"]
    while todo:
        new = MAP.joined[todo.pop()] - reached
        reached |= new
        todo += new
    assert reached == set(MAP.missions)
    assert MAP.joined["prague"] == {"berlin", "cairo", "moscow"}


def test_every_mission_can_be_played() -> None:
    for name, mission in MAP.missions.items():
        state = konspira.game("duet", mission=name).start(1)
        assert (state.checks, state.bystanders) == (
            mission.turns - mission.mistakes,
            mission.mistakes,
        )


def test_open_missions() -> None:
    """T-44, T-45: CD-12.11, CD-12.1, CD-OP-20."""
    campaign = Campaign(MAP, "us")
    assert campaign.open_missions() == ["prague"]
    assert campaign.enter(None, 9, False, "ASSASSIN")
    assert campaign.open_missions() == ["prague"]
    assert campaign.enter(None, 9, True, "VICTORY")
    assert campaign.open_missions() == ["prague", "moscow", "cairo", "berlin"]
    assert campaign.enter("moscow", 9, True, "VICTORY")
    assert campaign.open_missions() == ["prague", "moscow", "bangkok", "cairo", "yakutsk", "berlin"]
    assert campaign.enter("prague", 9, False, "SHORTAGE")
    assert campaign.completed == ["prague", "moscow"]
    with pytest.raises(BadText, match="vatican is not open yet"):
        campaign.enter("vatican", 9, True, "VICTORY")


@pytest.mark.parametrize("tokens", [10, 11])
def test_easier_games_complete_nothing(tokens: int) -> None:
    """T-43: CD-12.1."""
    campaign = Campaign(MAP)
    assert not campaign.enter(None, tokens, True, "VICTORY")
    assert campaign.completed == []


def test_void_games_do_not_count() -> None:
    """CD-18.4."""
    campaign = Campaign(MAP)
    assert not campaign.enter(None, 9, False, "VOID")
    assert campaign.log == []


@pytest.mark.parametrize("name", ["Jakarta", "jakarta", " JAKARTA ", "Bangkok"])
def test_jakarta_is_bangkok(name: str) -> None:
    """T-47: CD-OP-2."""
    assert str(MAP.find(name)) == "bangkok 7–7"
    assert konspira.game("duet", mission=name).options()["mission"] == "bangkok"


def test_names_as_people_write_them() -> None:
    assert MAP.find("Rio de Janeiro").name == "rio-de-janeiro"
    assert MAP.find("Bogotá").name == "bogota"
    with pytest.raises(BadText, match="there is no mission 'Atlantis'"):
        MAP.find("Atlantis")


def test_campaign_file() -> None:
    """CD-12.15: the group's name and its wins and losses, read back as written."""
    campaign = Campaign(MAP, "the Łódź cell")
    campaign.enter(None, 9, True, "VICTORY")
    campaign.enter("cairo", 9, False, "SUDDEN_DEATH_MISS")
    again = read(campaign.text(), MAP)
    assert (again.group, again.log) == (campaign.group, campaign.log)
    assert again.text() == campaign.text()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "this is no campaign"),
        ("konspira duet campaign\n", "line 2"),
        ("konspira duet campaign\ngroup x\nwon oz VICTORY\n", "line 3"),
        ("konspira duet campaign\ngroup x\nwon vatican VICTORY\n", "was not open yet"),
    ],
)
def test_bad_campaign_file(text: str, problem: str) -> None:
    with pytest.raises(BadText, match=problem):
        read(text, MAP)


def test_the_map_is_data() -> None:
    """CD-OP-1: lines can be replaced without touching code."""
    value = {
        "missions": {"prague": {"turns": 9, "mistakes": 9}, "oz": {"turns": 3, "mistakes": 0}},
        "first": "prague",
        "lines": [{"join": ["prague", "oz"]}],
    }
    assert load.mapped(value, "x").joined["prague"] == {"oz"}
    with pytest.raises(BadText, match="which is no mission"):
        load.mapped(value | {"lines": [{"join": ["prague", "atlantis"]}]}, "x")


def test_touch_of_a_group() -> None:
    """T-71: CD-13.1, CD-13.4, CD-13.5, CD-OP-33."""
    assert not binds(0, 3, False)  # two pins, and nobody confirms
    assert binds(1, 3, False)
    assert not binds(1, 3, True)
    assert not binds(2, 4, True)
    assert binds(2, 3, True)
    assert binds(1, 1, True)


@pytest.mark.parametrize("lang", load.LANGUAGES)
def test_stored_clashes_are_the_lexicons(lang: str) -> None:
    """CD-17.10: the data that spares every deal a lexicon."""
    listed, pairs = load.words(lang)
    assert listed == own_words(lang)
    assert sorted(tuple(sorted(pair)) for pair in pairs) == sorted(clashing(listed, lang))


def test_mission_and_tokens_exclude_each_other() -> None:
    with pytest.raises(BadText, match="a mission brings its own tokens"):
        Duet(mission="cairo", tokens=10)
    with pytest.raises(BadText, match="tokens is 9, 10 or 11"):
        Duet(tokens=12)
