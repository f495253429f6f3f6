"""The pages around Duet: a team's mission map (chapter 12) and the board of the day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from konspira.engine.contract import BadText
from konspira.engine.texts import LANGUAGES, Texts
from konspira.games.duet import load
from konspira.games.duet.campaign import STANDARD, Campaign, Mission
from konspira.games.duet.table import atlas
from konspira.web.drawing import beside
from konspira.web.pages import Visit

QUICK = 5  # wins in fewer turns are shown only if there are any

draw = beside("konspira.games.duet.table")


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game, as everybody may know it. `day`: year, month, day."""

    room: str
    mission: str  # "" is the standard game
    tokens: int
    how: str
    won: bool
    turns: int
    found: int
    sudden: bool
    day: tuple[int, int, int]
    names: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Running:
    room: str
    mission: str
    started: bool
    names: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Team:
    """A team's file: its games in the order they ended."""

    key: str
    name: str
    link: str
    since: tuple[int, int, int]
    played: Sequence[Played] = ()
    running: Sequence[Running] = ()


@dataclass(frozen=True, slots=True)
class Day:
    """One day's board. `counted` are first attempts only; `open`: may they be shown?"""

    date: str  # ISO
    before: str
    after: str  # empty: that day has not come
    today: bool
    open: bool
    counted: Sequence[Played] = ()
    yours: Played | None = None


@dataclass(frozen=True, slots=True)
class City:
    name: str
    label: str
    par: str
    state: str
    spoken: str
    x: int
    y: int
    half: float  # of the label's width
    plate: float
    chosen: bool
    row: int  # mistakes; -1: as many as turns


@dataclass(frozen=True, slots=True)
class Attempt:
    city: str
    won: bool
    verdict: str
    how: str
    day: str
    room: str


def progress(team: Team) -> tuple[Campaign, list[Played]]:
    """CD-12.11, CD-12.15: what the team has completed, and the games that counted."""
    campaign = Campaign(load.missions(), team.name)
    counted = []
    for game in team.played:
        try:
            if campaign.enter(game.mission or None, game.tokens, game.won, game.how):
                counted.append(game)
        except BadText:
            continue  # a mission that was not open
    return campaign, counted


def may_start(team: Team, mission: str) -> bool:
    campaign, _ = progress(team)
    return mission in campaign.open_missions()


def hall(teams: Sequence[tuple[str, str]], visit: Visit, words: Texts) -> str:
    """Where a team is founded; `teams` are those of this guest, key and name."""
    cities = _cities(Campaign(load.missions()), STANDARD, words)
    plan = load.missions()
    return draw(
        "hall.html",
        words,
        visit=visit,
        teams=teams,
        cities=cities,
        threads=atlas.threads(plan, set()),
    )


def page(team: Team, at: str, lang: str, visit: Visit, words: Texts) -> str:
    """The map with one mission chosen; `lang`: the words to be offered first."""
    campaign, counted = progress(team)
    plan = campaign.map
    chosen = plan.missions.get(at) or _suggested(campaign)
    won = set(campaign.completed)
    cities = _cities(campaign, chosen.name, words)
    rows: dict[int, list[City]] = {}
    for city in cities:
        rows.setdefault(city.row, []).append(city)
    attempts = [_attempt(game, words) for game in reversed(counted)]
    tries = [
        _attempt(game, words)
        for game in reversed(counted)
        if (game.mission or STANDARD) == chosen.name
    ]
    states = Counter(city.state for city in cities)
    return draw(
        "campaign.html",
        words,
        visit=visit,
        team=team,
        picked=at in plan.missions,
        since=date(team.since, words),
        cities=cities,
        threads=atlas.threads(plan, won),
        states=states,
        rows=rows,
        chosen=next(city for city in cities if city.chosen),
        brief=_brief(chosen, campaign, words),
        tries=tries,
        attempts=attempts,
        running=[(game, _city(game.mission or STANDARD, words)) for game in team.running],
        lang_of_words=lang,
        word_langs=LANGUAGES,
    )


def day_page(day: Day, lang: str, visit: Visit, words: Texts) -> str:
    bins = Counter(_bin(game) for game in day.counted)
    quickest = min([game.turns for game in day.counted if game.won] or [QUICK])
    won = [f"won-{n}" for n in range(min(QUICK, quickest), 10)]
    names = [*won, "sudden", "assassin", "lost"]
    most = max(bins.values(), default=1)
    mine = _bin(day.yours) if day.yours else ""
    lines = []
    for name in names:
        label = (
            words.say("day.bin.won", n=name[4:])
            if name.startswith("won-")
            else words.say(f"day.bin.{name}")
        )
        lines.append((label, bins[name], round(20 * bins[name] / most), name == mine))
    year, month, number = (int(part) for part in day.date.split("-"))
    return draw(
        "day.html",
        words,
        visit=visit,
        day=day,
        date=date((year, month, number), words),
        bins=lines,
        yours=_attempt(day.yours, words) if day.yours else None,
        lang_of_words=lang,
        word_langs=LANGUAGES,
    )


def date(day: tuple[int, int, int], words: Texts) -> str:
    return words.say("web.date", year=day[0], month=day[1], day=day[2])


def _bin(game: Played) -> str:
    if game.won:
        return "sudden" if game.sudden else f"won-{game.turns}"
    return "assassin" if game.how == "ASSASSIN" else "lost"


def _suggested(campaign: Campaign) -> Mission:
    """What to try next: the first open mission that is not won, else the last one won."""
    fresh = [name for name in campaign.open_missions() if name not in campaign.completed]
    name = fresh[0] if fresh else campaign.completed[-1]
    return campaign.map.missions[name]


def _cities(campaign: Campaign, chosen: str, words: Texts) -> list[City]:
    at = atlas.places(campaign.map)
    open_now, won = campaign.open_missions(), campaign.completed
    found = []
    for name, mission in campaign.map.missions.items():
        state = "won" if name in won else "open" if name in open_now else "locked"
        label = _city(name, words)
        par = f"{mission.turns}–{mission.mistakes}"
        found.append(
            City(
                name=name,
                label=label,
                par=par,
                state=state,
                spoken=words.say(
                    "camp.city",
                    city=label,
                    turns=mission.turns,
                    mistakes=mission.mistakes,
                    state=words.say(f"camp.state.{state}"),
                ),
                x=at[name][0],
                y=at[name][1],
                half=max(30.0, 4.1 * len(label) + 4),
                plate=4.8 * len(par) + (6 if state == "open" else 15),
                chosen=name == chosen,
                row=-1 if mission.mistakes == mission.turns else mission.mistakes,
            )
        )
    return found


def _city(name: str, words: Texts) -> str:
    key = f"mission.{name}"
    return words.say(key) if key in words else name


def _brief(mission: Mission, campaign: Campaign, words: Texts) -> dict[str, object]:
    plan = campaign.map
    names = list(plan.missions)
    around = sorted(plan.joined[mission.name], key=names.index)
    new = [name for name in around if name not in campaign.open_missions()]
    if mission.name in campaign.completed:
        new = []
    limited = mission.mistakes < mission.turns
    key = f"camp.brief.{mission.name}"
    return {
        "case": names.index(mission.name) + 1,
        "joined": ", ".join(_city(name, words) for name in around),
        "text": words.say(key) if key in words else "",
        "checks": mission.turns - mission.mistakes,
        "bystanders": mission.mistakes,
        "stop": words.say("camp.stop.check" if limited else "camp.stop.plain"),
        "miss": words.say(
            "camp.miss.plain"
            if not limited
            else "camp.miss.some"
            if mission.mistakes
            else "camp.miss.none"
        ),
        "opens": ", ".join(_city(name, words) for name in new) or words.say("camp.opens.none"),
    }


def _attempt(game: Played, words: Texts) -> Attempt:
    return Attempt(
        city=_city(game.mission or STANDARD, words),
        won=game.won,
        verdict=words.say("camp.try.won" if game.won else "camp.try.lost"),
        how=words.say(f"camp.how.{game.how}", turns=game.turns, found=game.found),
        day=date(game.day, words),
        room=game.room,
    )
