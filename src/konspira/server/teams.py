"""Rooms that belong together around Duet: a team's campaign, and the board of the day.

A series is only a name; what happened in it is read off its rooms. So a result is never written
twice, and a team's progress is as durable as the games themselves.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from konspira.engine.commitment import SECRET_BYTES
from konspira.engine.contract import BadText
from konspira.engine.texts import Texts
from konspira.games.duet.campaign import STANDARD
from konspira.games.duet.load import LANGUAGES, missions
from konspira.games.duet.table.campaign import Day, Played, Running, Team, may_start
from konspira.server.house import House
from konspira.server.lines import Part, Series
from konspira.server.lobby import named
from konspira.server.sheet import Refusal, Sheet
from konspira.server.sitting import now_ms

TEAM: Final = "team-"
DAY: Final = "day-"
KEY_BYTES: Final = 12
CLUES, COVERS, FLAGS = 10, 4, 12  # fields of a position text (docs/notation.md)


async def founded(house: House, name: str) -> str:
    """A new team; whoever has its key has the team."""
    wished = named(name)
    if not wished:
        raise BadText("a team needs a name")
    key = secrets.token_urlsafe(KEY_BYTES)
    await house.store.found(Series(TEAM + key, wished, now_ms()))
    return key


async def team(house: House, key: str, link: str) -> Team:
    """The team of this key. Refusal: there is none."""
    series = await house.store.series(TEAM + key)
    if series is None:
        raise Refusal("no_room")
    parts = await house.store.parts(series.id)
    return Team(
        key,
        series.name,
        link,
        day_of(series.opened),
        [ended(part) for part in parts if part.sheet.over],
        [running(part.sheet) for part in parts if not part.sheet.over],
    )


async def teams_of(house: House, person: str) -> list[tuple[str, str]]:
    found = await house.store.series_of(person)
    return [(one.id.removeprefix(TEAM), one.name) for one in found if one.id.startswith(TEAM)]


async def take_mission(
    house: House, of: Team, mission: str, lang: str, words: Texts | None = None
) -> Sheet:
    """A room for a mission that is open to this team (CD-12.11); `words`: of the language in
    which the room is named."""
    if mission not in missions().missions or not may_start(of, mission):
        raise BadText(f"{mission[:30]!r} is not open to this team")
    chosen: dict[str, object] = {"mission": "none" if mission == STANDARD else mission}

    def agree(sheet: Sheet) -> None:
        sheet.settings = {"series": TEAM + of.key, "pinned": {**chosen, "tokens": 9}}
        if words is not None:
            sheet.name = f"{words.say(f'mission.{mission}')} · {of.name}"

    return await house.create("duet", {**chosen, "lang": spoken(lang)}, agree)


def spoken(lang: str) -> str:
    if lang not in LANGUAGES:
        raise BadText(f"lang is {', '.join(LANGUAGES)}, not {lang[:10]!r}")
    return lang


def belonging(sheet: Sheet) -> tuple[str, str] | None:
    """Where the series of a room is shown, and the key of its name."""
    series = str(sheet.settings.get("series", ""))
    if series.startswith(TEAM):
        return f"/duet/campaign/{series.removeprefix(TEAM)}", "home.campaign"
    if series.startswith(DAY):
        at, _, lang = series.removeprefix(DAY).rpartition("-")
        return f"/duet/day?date={at}&words={lang}", "home.day"
    return None


# The board of the day ------------------------------------------------------------------------


def today() -> date:
    return datetime.now(UTC).date()


async def take_day(house: House, lang: str, words: Texts | None = None) -> Sheet:
    """A room with today's deal: its chance is the day's secret alone, without nonces, so that
    everybody in this house gets the same words and keys."""
    id_ = f"{DAY}{today().isoformat()}-{spoken(lang)}"
    series = await house.store.found(Series(id_, secrets.token_hex(SECRET_BYTES), now_ms()))

    def agree(sheet: Sheet) -> None:
        sheet.secret = series.name
        sheet.settings = {"series": id_, "same_deal": True, "pinned": dict(sheet.options)}
        if words is not None:
            sheet.name = f"{words.say('home.day')} · {today().isoformat()}"

    return await house.create("duet", {"lang": lang}, agree)


async def day(house: House, wished: str, lang: str, person: str) -> Day:
    """The results of a day. Those of today are sealed for who has not finished its board."""
    now = today()
    try:
        at = date.fromisoformat(wished) if wished else now
    except ValueError:
        raise BadText(f"a date is written like {now.isoformat()}, not {wished[:12]!r}") from None
    if at > now:
        raise BadText("that day has not come yet")
    parts = await house.store.parts(f"{DAY}{at.isoformat()}-{spoken(lang)}")
    counted = first_attempts(parts)
    mine = [part for part in parts if counts(part) and part.sheet.held(person)]
    return Day(
        date=at.isoformat(),
        before=(at - timedelta(days=1)).isoformat(),
        after=(at + timedelta(days=1)).isoformat() if at < now else "",
        today=at == now,
        open=at < now or bool(mine),
        counted=[ended(part) for part in counted],
        yours=ended(mine[0]) if mine else None,
    )


def first_attempts(parts: Sequence[Part]) -> list[Part]:
    """Finished games whose people had not sat at this board before."""
    seen: set[str] = set()
    found = []
    for part in sorted(parts, key=lambda part: (part.sheet.started or now_ms(), part.sheet.id)):
        people = {member.person for _, member in part.sheet.members()}
        if counts(part) and not people & seen:
            found.append(part)
        if part.sheet.started:
            seen |= people
    return found


def counts(part: Part) -> bool:
    """CD-18.4: a game that both wanted to start again counts for nothing."""
    return part.sheet.over and part.sheet.result != "void"


# What is read off a room -----------------------------------------------------------------------


def ended(part: Part) -> Played:
    """A finished game, read off the position that its last entry keeps."""
    sheet, last = part.sheet, part.last
    assert last is not None
    fields = last.position.split()
    clues = fields[CLUES]
    mission = str(sheet.options["mission"])
    how = sheet.result.rpartition(" ")[2].upper()
    return Played(
        room=sheet.id,
        mission="" if mission == "none" else mission,
        tokens=int(str(sheet.options["tokens"])),
        how=how,
        won=how == "VICTORY",
        turns=0 if clues == "-" else clues.count(",") + 1,
        found=sum(letter in "ab" for letter in fields[COVERS]),
        sudden="sudden" in fields[FLAGS].split(";"),
        day=day_of(last.at),
        names=[member.name for _, member in sheet.members()],
    )


def running(sheet: Sheet) -> Running:
    mission = str(sheet.options["mission"])
    return Running(
        sheet.id,
        "" if mission == "none" else mission,
        bool(sheet.started),
        [member.name for _, member in sheet.members()],
    )


def day_of(ms: int) -> tuple[int, int, int]:
    at = datetime.fromtimestamp(ms / 1000, UTC)
    return at.year, at.month, at.day
