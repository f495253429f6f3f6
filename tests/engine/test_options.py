"""The page of options names all there are, what they may be, and what holds by default."""

import re
from pathlib import Path

import pytest

import konspira

PAGE = Path(__file__).parents[2] / "docs" / "options.md"
MISSIONS = "mission"


def chapter(key: str) -> str:
    [found] = re.findall(rf"^## {key}: (.*?)(?=^## |\Z)", PAGE.read_text("utf-8"), re.S | re.M)
    return str(found)


def rows(key: str) -> dict[str, list[str]]:
    """The values of each option, as they are written."""
    found: dict[str, list[str]] = {}
    for names, values in re.findall(r"^\| (`.+?) \| (.+?) \|", chapter(key), re.M):
        for name in re.findall(r"`(\w+)`", names):
            found[name] = re.findall(r"`([^`]+)`", values)
    return found


def spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("key", ["kyoto", "rogue", "duet"])
def test_every_option_stands_on_the_page(key: str) -> None:
    there = rows(key)
    choices = konspira.choices(key)
    assert there.keys() == choices.keys()
    for name, values in choices.items():
        if values and name != MISSIONS:
            assert sorted(there[name]) == sorted(map(spelled, values)), name
    for name, value in konspira.game(key).options().items():
        assert there[name][0] == spelled(value), name


def test_every_mission_stands_on_the_page() -> None:
    cities = chapter("duet").partition("The cities:")[2]
    assert re.findall(r"`([^`]+)`", cities) == list(konspira.choices("duet")[MISSIONS][1:])
