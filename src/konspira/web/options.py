"""What a table can be set to before the start: the fields of the lobby, and their way back.

A room has the options of its game and settings of its own: `clock` ("none", "move:60" seconds for
each move, "game:900" seconds for the whole game), `wins` (games needed to win the match) and
`listed` (the room is shown at the front door).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import konspira
from konspira.engine.contract import BadText
from konspira.engine.texts import Texts
from konspira.web.texts import NAMES

CLOCKS = ("none", "move:60", "move:180", "move:86400", "game:600", "game:1200", "game:3600")
WINS = (1, 2, 3)
MOST_WORDS = 40_000  # letters of a pasted word list
MOST_PROBLEMS = 5  # that are told one by one

# What everybody may want to change, in the order it is shown; `FINE` are readings of open points.
OFFERED: dict[str, tuple[str, ...]] = {
    "kyoto": ("layout", "special_agents", "neutral_agent", "equipment", "open_log"),
    "rogue": ("players", "mode", "module", "length", "without_blue"),
    "duet": ("lang", "mission", "tokens", "level", "slack", "words"),
}
FINE: dict[str, tuple[str, ...]] = {
    "kyoto": ("attack_push_target",),
    "rogue": (
        "apex_exemption_assassins",
        "track_end_bonus",
        "clock_until",
        "police_takes_criminals",
        "android_stop_after_second",
        "columns_any_order",
        "patrol_may_return_to_start",
    ),
    "duet": (
        "multiword_names",
        "acronyms",
        "hyphenated",
        "wordplay",
        "touch_needs_majority",
    ),
}


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to choose in the lobby."""

    name: str
    kind: str  # "switch", "choice", "text"
    label: str
    value: str  # a switch is "on" or empty
    choices: Sequence[tuple[str, str]] = ()
    help: str = ""
    fine: bool = False
    problems: Sequence[str] = ()  # what is wrong with what was written there
    good: str = ""  # what will come of it


@cache
def choices(key: str) -> dict[str, tuple[object, ...]]:
    """What each option may be, as the game says it."""
    known: dict[str, tuple[object, ...]] = konspira.part(key).CHOICES
    if key != "kyoto":
        return known
    layouts = konspira.part("kyoto", "load").layouts()
    return known | {"layout": tuple(name for name in layouts if not name.startswith("study"))}


def fields(
    key: str, options: Mapping[str, object], settings: Mapping[str, object], texts: Texts
) -> list[Field]:
    """What the lobby shows, with what is chosen now. `options` as the game gives them."""
    found = []
    fixed = pinned(settings)
    for fine, names in ((False, OFFERED[key]), (True, FINE[key])):
        for name in names:
            if name in fixed:
                continue
            if name != "words" and name in options and _matters(key, name, options):
                found.append(_field(key, name, options[name], texts, fine))
    if key == "duet" and options.get("mission") == "none" and "words" not in fixed:
        words = str(settings.get("words", ""))
        label, help_ = texts.say("option.duet.words"), texts.say("option.duet.words.help")
        wrong, good = _said_of_words(words, options, texts)
        found.append(Field("words", "text", label, words, help=help_, problems=wrong, good=good))
    if key == "duet" and options.get("level") != "ranked":
        talk = "on" if settings.get("talk", True) else ""
        help_ = texts.say("option.duet.talk.help")
        found.append(Field("talk", "switch", texts.say("option.duet.talk"), talk, help=help_))
    if key == "kyoto":
        wins = tuple((str(n), texts.many("option.wins.choice", n)) for n in WINS)
        found.append(
            Field("wins", "choice", texts.say("option.wins"), str(settings.get("wins", 1)), wins)
        )
    clocks = tuple((clock, texts.say(f"option.clock.{clock}")) for clock in CLOCKS)
    chosen_clock = str(settings.get("clock", "none"))
    found.append(Field("clock", "choice", texts.say("option.clock"), chosen_clock, clocks))
    if options.get("level") != "ranked":
        hints = "on" if settings.get("hints", True) else ""
        help_ = texts.say("option.hints.help")
        found.append(Field("hints", "switch", texts.say("option.hints"), hints, help=help_))
    listed = "on" if settings.get("listed") else ""
    found.append(Field("listed", "switch", texts.say("option.listed"), listed))
    return sorted(found, key=lambda field: (field.fine, field.kind == "text"))


def _said_of_words(
    words: str, options: Mapping[str, object], texts: Texts
) -> tuple[list[str], str]:
    """OP-35: what of a pasted list was left out, or why none of it can be used; and how many
    words will be used."""
    if not words:
        return [], ""
    pasted = _pasted(words)
    lines = [problem for problem in pasted.problems if problem.kind not in ("empty", "too_few")]
    said = [
        texts.say(f"option.duet.words.{problem.kind}", line=problem.line, text=problem.text[:40])
        for problem in lines[:MOST_PROBLEMS]
    ]
    if len(lines) > MOST_PROBLEMS:
        said.append(texts.say("option.duet.words.more", n=len(lines) - MOST_PROBLEMS))
    if not pasted.usable:
        said.insert(0, texts.say("option.duet.words.too_few", n=len(pasted.words)))
    elif options.get("words") == "own":
        said.insert(0, texts.say("option.duet.words.no_deal"))
    else:
        return said, texts.many("option.duet.words.used", len(pasted.words))
    return said, ""


def _pasted(words: str) -> Any:
    return konspira.part("duet", "words").custom(words)


def pinned(settings: Mapping[str, object]) -> dict[str, object]:
    """Options that this room cannot change: a mission of a campaign, the board of a day."""
    found = settings.get("pinned", {})
    return dict(found) if isinstance(found, dict) else {}


def _matters(key: str, name: str, options: Mapping[str, object]) -> bool:
    """Is there anything to choose, with the others as they are?"""
    if key == "rogue" and name in ("length", "without_blue"):
        return options["module"] == "shadow_watch"
    if key == "duet" and name in ("tokens", "words"):
        return options["mission"] == "none"
    return len(choices(key)[name]) > 1


def _field(key: str, name: str, value: object, texts: Texts, fine: bool) -> Field:
    said = f"option.{key}.{name}"
    label = texts.say(said)
    help_ = texts.say(f"{said}.help") if f"{said}.help" in texts else ""
    if isinstance(choices(key)[name][0], bool):
        return Field(name, "switch", label, "on" if value else "", help=help_, fine=fine)
    offered = tuple((str(one), _choice(said, one, texts)) for one in choices(key)[name])
    return Field(name, "choice", label, str(value), offered, help_, fine)


def _choice(said: str, value: object, texts: Texts) -> str:
    if isinstance(value, int):
        return texts.many(f"{said}.choice", value)
    if said == "option.duet.lang":
        return NAMES[str(value)]
    if said == "option.duet.mission" and value != "none":
        city = konspira.part("duet", "load").missions().missions[str(value)]
        return f"{texts.say(f'mission.{value}')} {city.turns}–{city.mistakes}"
    # An owner's layout has no text of ours.
    return texts.say(f"{said}.{value}") if f"{said}.{value}" in texts else str(value)


def chosen(
    key: str, form: Mapping[str, str], settings: Mapping[str, object]
) -> tuple[dict[str, object], dict[str, object]]:
    """The options and settings of a filled-in form; BadText if it holds what was never offered.

    Choices that exclude each other are settled for the later choice, not refused."""
    options: dict[str, object] = {}
    kept = dict(settings)
    for name in (*OFFERED[key], *FINE[key]):
        known = choices(key)[name]
        if name == "words":
            continue
        if known and isinstance(known[0], bool):
            options[name] = form.get(name) == "on"
        elif name in form:
            options[name] = _one_of(form[name], known, name)
    if form.get("clock", "none") not in CLOCKS:
        raise BadText(f"clock: {form['clock'][:20]!r} was not offered")
    kept["clock"] = form.get("clock", "none")
    kept["listed"] = form.get("listed") == "on"
    kept["hints"] = form.get("hints") == "on" or options.get("level") == "ranked"
    if key == "kyoto" and "wins" in form:
        kept["wins"] = _one_of(form["wins"], WINS, "wins")
    if key == "duet":
        kept["words"] = form.get("words", "")[:MOST_WORDS].strip()
        kept["talk"] = form.get("talk") == "on" or options.get("level") == "ranked"
        pasted = _pasted(str(kept["words"]))
        if pasted.usable and options.get("mission") == "none":
            options["words"] = list(pasted.words)
    _settle(key, options)
    try:
        konspira.game(key, **options)
    except BadText:
        if "words" not in options:
            raise
        del options["words"]  # OP-35: a list that cannot give a deal; the field says so
    return options, kept


def _one_of(text: str, known: Sequence[Any], name: str) -> Any:
    for value in known:
        if str(value) == text:
            return value
    raise BadText(f"{name}: {text[:40]!r} was not offered")


def _settle(key: str, options: dict[str, object]) -> None:
    if key == "kyoto" and options["neutral_agent"]:
        options["special_agents"] = True
    if key == "rogue":
        if options.get("mode") == "android":
            options["module"] = "none"
            if options.get("players") == 2:
                options["players"] = 3
        if options.get("module") != "shadow_watch":
            options.update(length="short", without_blue=False)
    if key == "duet" and options.get("mission", "none") != "none":
        options["tokens"] = 9
