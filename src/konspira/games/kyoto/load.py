"""Reads layouts and the box from data files and says clearly what is wrong with them."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from konspira.engine.contract import BadText
from konspira.engine.texts import LANGUAGES, Texts, parsed
from konspira.games.kyoto.rules.board import Board

SIDES = ("ONI", "GOV")
TYPES = "RGYBNOM"
IDENTITIES = ("3R", "3", "2R", "2", "1", "0")
CARDS = (
    "red",
    "green",
    "yellow",
    "blue",
    "joker",
    "defence",
    "tunnel",
    "attack",
    "swap",
    "decoy",
)
SPECIAL_AGENTS = ("none", "tomoyo", "yoko", "ayane", "anju", "chiharu", "iroha", "ruri")
EQUIPMENT = ("typescript", "revolver", "wiretap", "fan", "stunner", "anaesthetic")
NAMED = (
    {f"card.{name}" for name in CARDS}
    | {f"agent.{name}" for name in SPECIAL_AGENTS[1:]}
    | {f"equipment.{name}" for name in EQUIPMENT}
)
NOT_LAYOUTS = ("box.yaml", "names.yaml", "rules.yaml")
# The sampler keeps the marks of so many Decoys in one number.
MOST_DECOYS = 4
STATUSES = ("house", "printed", "research")
BOX_STATUSES = ("confirmed", "inferred", "house", "printed")

LAYOUT_KEYS = {"id", "status", "columns", "rows", "start", "home_row", "territory"}
STUDY_KEYS = {"agents", "bait", "hand", "open_hands", "locations", "tactics"}
BOX_KEYS = {"agents", "hand", "bait", "locations", "tactics", "special_agents", "equipment"}


def _read(text: str, where: str) -> Any:
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise BadText(f"{where}{line}: this is not YAML") from None
    if not isinstance(value, dict):
        raise BadText(f"{where}: expected keys and values")
    return value


def layouts(folder: Path | None = None) -> list[str]:
    """The names of the layouts that come with the game, or of those in a folder of one's own."""
    if folder is None:
        own = resources.files(__package__) / "data" / "layouts"
        return sorted(entry.name.removesuffix(".yaml") for entry in own.iterdir())
    return sorted(path.stem for path in _layout_files(folder))


def _layout_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.yaml") if path.name not in NOT_LAYOUTS)


def rules() -> Any:
    """The ledger of the game's rules, as it stands in the data."""
    return yaml.safe_load((resources.files(__package__) / "data" / "rules.yaml").read_text("utf-8"))


def learned(name: str) -> Any:
    """Figures counted in games of bots (tools/train_kyoto.py), for the strong player."""
    path = resources.files(__package__) / "data" / "learned" / name
    return json.loads(path.read_text("utf-8"))


def board(layout: str, folder: Path | None = None) -> Board:
    """A layout by name: from a folder of one's own if it is there, else from the game's data."""
    data = resources.files(__package__) / "data"
    box = _read((data / "box.yaml").read_text("utf-8"), "box.yaml")
    if folder is not None:
        wrong, _ = check_folder(folder)
        if wrong:
            raise BadText(wrong[0])
        if (folder / "box.yaml").exists():
            box = _read((folder / "box.yaml").read_text("utf-8"), "box.yaml")
        for path in _layout_files(folder):
            if path.stem == layout:
                return built(_read(path.read_text("utf-8"), str(path)), box, str(path))
    if layout not in layouts():
        known = layouts() + (layouts(folder) if folder is not None else [])
        raise BadText(f"there is no layout {layout!r}; there are: {', '.join(known)}")
    value = _read((data / "layouts" / f"{layout}.yaml").read_text("utf-8"), f"{layout}.yaml")
    return built(value, box, f"{layout}.yaml")


def names(folder: Path, language: str) -> Texts:
    """The owner's names of cards, special agents and equipment in a language."""
    path = folder / "names.yaml"
    if not path.exists():
        return Texts(language, {})
    value = _read(path.read_text("utf-8"), str(path))
    problems = names_problems(value)
    if problems:
        raise BadText(f"{path}: {problems[0]}")
    return Texts(language, {key: [name] for key, name in (value.get(language) or {}).items()})


def names_problems(value: Any) -> list[str]:
    """Names are given by language: `pl: {card.red: …, agent.yoko: …, equipment.fan: …}`."""
    problems = []
    for language, given in value.items():
        if language not in LANGUAGES:
            problems.append(f"{language!r} is none of {', '.join(LANGUAGES)}")
        elif not isinstance(given, dict):
            problems.append(f"{language} must have keys with names")
        else:
            for key, name in given.items():
                if key not in NAMED:
                    problems.append(f"{language}: nothing is called {key!r} (as card.red)")
                elif not isinstance(name, str) or not name.strip() or len(name) > 40:
                    problems.append(f"{language}: {key} needs a name of up to 40 letters")
                elif "{" in name or "}" in name:
                    problems.append(f"{language}: {key} may not have braces")
    return problems


def texts(language: str) -> Texts:
    """Everything a player reads of this game, in one language."""
    where = f"{language}.po"
    text = (resources.files(__package__) / "texts" / where).read_text("utf-8")
    return Texts(language, parsed(text, where))


def check_folder(folder: Path) -> tuple[list[str], list[str]]:
    """What is wrong with a folder of data files, and what is only worth a look."""
    wrong: list[str] = []
    notes: list[str] = []
    own = resources.files(__package__) / "data" / "box.yaml"
    box_file = folder / "box.yaml"
    box = _read(own.read_text("utf-8"), "box.yaml")
    if box_file.exists():
        try:
            box = _read(box_file.read_text("utf-8"), str(box_file))
        except (BadText, UnicodeDecodeError) as error:
            return [str(error)], notes
        wrong += [f"{box_file}: {problem}" for problem in box_problems(box)]
    files = _layout_files(folder)
    names_file = folder / "names.yaml"
    if names_file.exists():
        try:
            given = _read(names_file.read_text("utf-8"), str(names_file))
            wrong += [f"{names_file}: {problem}" for problem in names_problems(given)]
        except (BadText, UnicodeDecodeError) as error:
            wrong.append(str(error))
    if not files and not box_file.exists() and not names_file.exists():
        wrong.append(
            f"{folder}: no data file here (expected box.yaml, names.yaml, or layouts as *.yaml)"
        )
    for path in files:
        try:
            value = _read(path.read_text("utf-8"), str(path))
        except (BadText, UnicodeDecodeError) as error:
            wrong.append(str(error))
            continue
        problems = layout_problems(value)
        if not problems and value["id"] != path.stem:
            problems = [f"the id {value['id']!r} must be the file's name, {path.stem!r}"]
        wrong += [f"{path}: {problem}" for problem in problems]
        if not problems and not _turns(value):
            notes.append(f"{path}: not the same after a half turn: one side may be favoured")
    return wrong, notes


def built(value: Any, box: Any, where: str) -> Board:
    """A board from checked values."""
    problems = box_problems(box) + layout_problems(value)
    if problems:
        raise BadText(f"{where}: {problems[0]}")
    columns = list(value["columns"])
    rows = sorted(value["rows"])
    types = [TYPES.index(letter) for row in rows for letter in value["rows"][row]]
    hand = value.get("hand", box["hand"])
    decks = {**box["locations"], **box["tactics"]}
    decks.update(value.get("locations", {}))
    decks.update(value.get("tactics", {}))
    packed = 0
    for card, name in enumerate(CARDS):
        packed |= int(decks[name]) << (6 * card)
    identities = [str(name) for name in value.get("agents", box["agents"]["identities"])]
    special = [2] * len(SPECIAL_AGENTS)
    gear = [2] * len(EQUIPMENT)
    for side, name in enumerate(SIDES):
        for agent in box["special_agents"][name]:
            special[SPECIAL_AGENTS.index(agent)] = side
        for item in box["equipment"][name]:
            gear[EQUIPMENT.index(item)] = side
    return Board(
        value["id"],
        len(columns),
        len(rows),
        types,
        [[_cell(cell, columns, rows) for cell in value["start"][side]] for side in SIDES],
        [rows.index(value["home_row"][side]) for side in SIDES],
        [[rows.index(row) for row in value["territory"][side]] for side in SIDES],
        [IDENTITIES.index(name) for name in identities],
        packed,
        hand["size"],
        hand["locations"],
        hand["tactics"],
        bool(value.get("open_hands", False)),
        value.get("bait", box["bait"]["false_agents"]),
        special,
        gear,
    )


def _cell(name: Any, columns: list[str], rows: list[int]) -> int:
    text = str(name)
    return rows.index(int(text[1:])) * len(columns) + columns.index(text[0])


def _is_cell(name: Any, columns: list[Any], rows: list[Any]) -> bool:
    text = str(name)
    return text[:1] in columns and text[1:].isdigit() and int(text[1:]) in rows


def layout_problems(value: Any) -> list[str]:
    """SK-1.8: every reason to reject a layout, as sentences."""
    missing = sorted(LAYOUT_KEYS - set(value))
    if missing:
        return [f"missing: {', '.join(missing)}"]
    study = value["status"] == "research"
    problems = []
    if value["status"] not in STATUSES:
        problems.append(f"status {value['status']!r} is none of {', '.join(STATUSES)}")
    known = LAYOUT_KEYS | (STUDY_KEYS if study else {"names"})
    for key in sorted(set(value) - known, key=str):
        only = " (only with status: research)" if key in STUDY_KEYS else ""
        problems.append(f"unknown key {key!r}{only}")
    if not isinstance(value["id"], str):
        problems.append("id must be a name")
    columns, rows = value["columns"], value["rows"]
    if not isinstance(columns, list) or not isinstance(rows, dict):
        return [*problems, "columns must be a list of letters, rows a row number with its cells"]
    if sorted(columns, key=str) != [chr(97 + i) for i in range(len(columns))] or sorted(
        rows, key=str
    ) != list(range(1, len(rows) + 1)):
        return [*problems, "columns must be a, b, c, … and rows 1, 2, 3, …"]
    if not study and (len(columns), len(rows)) != (5, 6):
        problems.append(f"the board must be 5 × 6, not {len(columns)} × {len(rows)}")
    if not 4 <= len(columns) * len(rows) <= 60:
        problems.append("a board has from 4 to 60 cells")
    for row, cells in rows.items():
        if not isinstance(cells, list) or len(cells) != len(columns):
            return [*problems, f"row {row} must have {len(columns)} cells"]
        for letter in cells:
            if not isinstance(letter, str) or len(letter) != 1 or letter not in TYPES:
                problems.append(f"row {row}: unknown type {letter!r} (known: {', '.join(TYPES)})")
    if problems:
        return problems
    problems += _ground_problems(value, columns, rows)
    if study:
        problems += _study_problems(value)
    return problems


def _ground_problems(value: Any, columns: list[Any], rows: Any) -> list[str]:
    problems: list[str] = []
    for key in ("start", "home_row", "territory"):
        if not isinstance(value[key], dict) or set(value[key]) != set(SIDES):
            return [f"{key} must have ONI and GOV"]
    study = value["status"] == "research"
    count = len(value.get("agents", ())) if study and "agents" in value else 6
    for side in SIDES:
        ground = value["territory"][side]
        if not isinstance(ground, list) or not all(row in rows for row in ground):
            return [f"territory of {side}: expected a list of rows"]
        if value["home_row"][side] not in ground:
            problems.append(f"the home row of {side} is not in its territory")
        start = value["start"][side]
        if not isinstance(start, list):
            return [f"start of {side}: expected a list of cells"]
        if len(start) != count or len(set(map(str, start))) != count:
            problems.append(f"{side} must have {count} different start cells, not {len(start)}")
        enemy_hq = "M" if side == "ONI" else "O"
        for cell in start:
            if not _is_cell(cell, columns, rows):
                problems.append(f"start of {side}: there is no cell {cell!r}")
                continue
            row = int(str(cell)[1:])
            if row not in ground:
                problems.append(f"start cell {cell} of {side} is outside its territory")
            elif rows[row][columns.index(str(cell)[0])] == enemy_hq:
                problems.append(f"start cell {cell} of {side} is an enemy headquarters")
    if set(value["territory"]["ONI"]) & set(value["territory"]["GOV"]):
        problems.append("the territories overlap")
    return problems


def _study_problems(value: Any) -> list[str]:
    problems = []
    agents = [str(name) for name in value.get("agents", IDENTITIES)]
    if len(set(agents)) != len(agents) or not set(agents) <= set(IDENTITIES):
        problems.append(f"agents must be different ones of {', '.join(IDENTITIES)}")
    for key, cards in (("locations", CARDS[:5]), ("tactics", CARDS[5:])):
        if key in value:
            problems += _count_problems(key, value[key], cards)
    if "hand" in value:
        problems += _count_problems("hand", value["hand"], ("size", "locations", "tactics"))
    if not isinstance(value.get("bait", 1), int):
        problems.append("bait must be a number")
    return problems


def _count_problems(key: str, value: Any, names: tuple[str, ...]) -> list[str]:
    if not isinstance(value, dict) or set(value) - {"status"} != set(names):
        return [f"{key} must have {', '.join(names)}"]
    problems = [
        f"{key}: {name} must be a number from 0 to 60"
        for name in names
        if not isinstance(value[name], int) or not 0 <= value[name] <= 60
    ]
    if not problems and key in ("locations", "tactics"):
        if sum(value[name] for name in names) > 60:
            problems.append(f"{key}: a deck has at most 60 cards")
        if value.get("decoy", 0) > MOST_DECOYS:
            problems.append(f"{key}: at most {MOST_DECOYS} Decoys a side")
    return problems


def box_problems(box: Any) -> list[str]:
    """Every reason to reject a box."""
    missing = sorted(BOX_KEYS - set(box))
    if missing:
        return [f"missing: {', '.join(missing)}"]
    problems = [f"unknown key {key!r}" for key in sorted(set(box) - BOX_KEYS - {"names"}, key=str)]
    for key in sorted(BOX_KEYS):
        if not isinstance(box[key], dict) or box[key].get("status") not in BOX_STATUSES:
            return [*problems, f"{key} must have a status: {', '.join(BOX_STATUSES)}"]
    problems += _count_problems("locations", box["locations"], CARDS[:5])
    problems += _count_problems("tactics", box["tactics"], CARDS[5:])
    problems += _count_problems("hand", box["hand"], ("size", "locations", "tactics"))
    if sorted(map(str, box["agents"].get("identities", ()))) != sorted(IDENTITIES):
        problems.append(f"agents: identities must be {', '.join(IDENTITIES)}")
    if not isinstance(box["bait"].get("false_agents"), int):
        problems.append("bait: false_agents must be a number")
    problems += _sides_problems(box["special_agents"], SPECIAL_AGENTS[1:], "special_agents")
    problems += _sides_problems(box["equipment"], EQUIPMENT, "equipment")
    return problems


def _sides_problems(value: Any, names: tuple[str, ...], key: str) -> list[str]:
    sides = ["ONI", "GOV", "neutral"] if "neutral" in value else ["ONI", "GOV"]
    found = [name for side in sides for name in value.get(side) or ()]
    if sorted(map(str, found)) != sorted(names):
        return [f"{key}: each of {', '.join(names)} must be listed exactly once"]
    return []


def _turns(value: Any) -> bool:
    """Is the layout the same after a half turn, with the headquarters exchanged?"""
    cells = [letter for row in sorted(value["rows"]) for letter in value["rows"][row]]
    other = {"O": "M", "M": "O"}
    return cells == [other.get(letter, letter) for letter in reversed(cells)]
