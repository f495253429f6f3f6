"""The mission map and the board of the day, as pages (chapter 12)."""

import re

import pytest

from konspira.engine.texts import LANGUAGES
from konspira.games.duet.load import missions
from konspira.games.duet.table import atlas
from konspira.games.duet.table.campaign import (
    Day,
    Played,
    Running,
    Team,
    day_page,
    hall,
    may_start,
    page,
    progress,
)
from konspira.web.pages import Visit
from konspira.web.tables import words_of

DAY = (2026, 11, 16)
CITY = re.compile(r'<a href="[^"]*at=([a-z-]+)" class="city (\w+)"')
VISIT = Visit("/duet/campaign/x")


def played(mission: str, won: bool, how: str = "", tokens: int = 9, turns: int = 7) -> Played:
    how = how or ("VICTORY" if won else "ASSASSIN")
    return Played("room", mission, tokens, how, won, turns, 15 if won else 9, False, DAY)


def team(*games: Played) -> Team:
    return Team("key", "Ada & <Bruno>", "https://house/duet/campaign/key", DAY, games)


def states(of: Team) -> dict[str, str]:
    return dict(CITY.findall(page(of, "", "en", VISIT, words_of("duet", "en"))))


def test_a_new_team_begins_in_prague() -> None:
    shown = states(team())
    assert len(shown) == 26
    assert [name for name, state in shown.items() if state == "open"] == ["prague"]
    assert may_start(team(), "prague")
    assert not may_start(team(), "cairo")


def test_a_won_mission_opens_its_lines() -> None:
    """T-44, T-45."""
    shown = states(team(played("", True)))
    assert shown["prague"] == "won"
    assert {name for name, state in shown.items() if state == "open"} == {
        "berlin",
        "cairo",
        "moscow",
    }
    more = states(team(played("", True), played("moscow", True)))
    assert {name for name, state in more.items() if state == "open"} == {
        "berlin",
        "cairo",
        "bangkok",
        "yakutsk",
    }


def test_what_does_not_count_opens_nothing() -> None:
    """CD-12.1: easier games; CD-18.4: void games; missions that were not open."""
    for game in (
        played("", True, tokens=10),
        played("", False, "VOID"),
        played("tokyo", True),
        played("", False),
    ):
        assert states(team(game))["cairo"] == "locked"
    campaign, counted = progress(team(played("tokyo", True), played("", False)))
    assert campaign.completed == []
    assert [game.mission for game in counted] == [""]


def test_every_thread_joins_two_cities_of_the_map() -> None:
    """T-46: 26 missions, 25 lines."""
    plan = missions()
    threads = atlas.threads(plan, {"prague", "moscow"})
    assert len(threads) == 25
    assert [thread.state for thread in threads].count("on") == 1
    assert [thread.state for thread in threads].count("next") == 4
    assert set(atlas.PLACES) == set(plan.missions)
    places = atlas.PLACES.values()
    assert all(40 < x < 1160 and 40 < y < 650 for x, y in places)
    apart = [abs(a - c) > 44 or abs(b - d) > 62 for a, b in places for c, d in places]
    assert apart.count(False) == 26, "two cities lie so close that one covers the other"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_speak_each_language(language: str) -> None:
    words = words_of("duet", language)
    games = [played("", True), played("cairo", False, "SUDDEN_DEATH_MISS"), played("cairo", True)]
    running = Running("other", "berlin", False)
    of = Team("key", "Ada & <Bruno>", "https://house/x", DAY, games, [running])
    for mission in missions().missions:
        html = page(of, mission, language, VISIT, words)
        assert words.say(f"mission.{mission}") in html
        assert "Ada &amp; &lt;Bruno&gt;" in html
        assert "<Bruno>" not in html
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        assert "style=" not in html
    assert "/duet/campaign/key" in hall([("key", "Ada")], VISIT, words)


def test_a_locked_mission_cannot_be_started_from_the_map() -> None:
    words = words_of("duet", "en")
    assert 'action="/duet/campaign/key/start"' not in page(team(), "tokyo", "en", VISIT, words)
    assert 'value="prague"' in page(team(), "prague", "en", VISIT, words)


def test_the_history_tells_wins_and_losses() -> None:
    words = words_of("duet", "en")
    html = page(team(played("", False, turns=5), played("", True)), "", "en", VISIT, words)
    assert html.count("is-won") + html.count("is-lost") == 2  # Cairo is chosen: no tries there
    assert "assassin in turn 5" in html


def test_the_results_of_a_day() -> None:
    words = words_of("duet", "en")
    games = [played("", True), played("", True), played("", False)]
    sealed = day_page(Day("2026-11-16", "2026-11-15", "", True, False, games), "en", VISIT, words)
    assert "sealed" in sealed
    assert "won in 7" not in sealed
    shown = day_page(
        Day("2026-11-16", "2026-11-15", "", True, True, games, games[0]), "en", VISIT, words
    )
    assert re.search(r'class="mine"><th scope="row">won in 7.*?<b>2</b>', shown)
    assert "3 games counted" in shown
