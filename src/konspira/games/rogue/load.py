"""Reads the box from data files and says clearly what is wrong with them."""

from __future__ import annotations

from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from konspira.engine.contract import BadText
from konspira.engine.texts import Texts, parsed
from konspira.games.rogue import notation
from konspira.games.rogue.notation import FIELD_NAMES, SLOTS
from konspira.games.rogue.rules.box import Box, Criminal, Tile
from konspira.games.rogue.rules.city import ADJACENT
from konspira.games.rogue.rules.components import FIRST_CLOCK

Data = dict[str, dict[str, Any]]

FILES = ("tiles", "dice", "criminals", "agent_board", "bomb_sheet", "setup")
STATUSES = ("confirmed", "inferred", "house", "research")
SYMBOLS = tuple(symbol.upper() for symbol in notation.SYMBOLS)
COLOURS = (*notation.COLOURS, "white")
UPGRADES = ("engine", "shield", "pistol", "scouting", "armour")
UPGRADE_TRACKS = ("car", "car", "gun", "agent", "agent")
SYNDICATES = ("blue", "red", "green", "yellow", "purple", "orange", "white")
EFFECTS = tuple(
    f"clock:{name}" if number >= FIRST_CLOCK else name
    for number, name in enumerate(notation.EFFECTS)
)
NUMBERED = frozenset(EFFECTS[5:14]) | {"flee"}
LIMITLESS = frozenset(EFFECTS[5:10])  # these may lose `all`
# What makes sense only while an attack goes on, and what only after it failed.
WHILE_ATTACKING = frozenset(
    {"brace", "exposed", "no_green", "extra_green", "no_retaliation", "slip_away"}
)
AFTER_FAILURE = frozenset({"flee"})
EVERYTHING = 63
SWITCHES: dict[str, tuple[object, ...]] = {
    "apex_exemption_assassins": (True, False),
    "track_end_bonus": ("upgrades_once", "all_each_arrival"),
    "clock_until": ("end_of_next_turn", "start_of_next_turn"),
    "police_takes_criminals": (False, True),
    "android_stop_after_second": (False, True),
    "columns_any_order": (False, True),
    "patrol_may_return_to_start": (False, True),
}


def _read(text: str, where: str) -> dict[str, Any]:
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise BadText(f"{where}{line}: this is not YAML") from None
    if not isinstance(value, dict):
        raise BadText(f"{where}: expected keys and values")
    return value


@cache
def own_data() -> Data:
    """The data files that come with the game. Read, do not change them."""
    folder = resources.files(__package__) / "data"
    return {
        name: _read((folder / f"{name}.yaml").read_text("utf-8"), f"{name}.yaml") for name in FILES
    }


@cache
def data(folder: Path | None = None) -> Data:
    """The game's own data, or that of a folder, whose files stand in front of the game's."""
    if folder is None:
        return own_data()
    found, wrong = _laid_over(folder)
    if not wrong:
        wrong = problems(found)
    if wrong:
        raise BadText(wrong[0])
    return found


def _laid_over(folder: Path) -> tuple[Data, list[str]]:
    """The files of a folder in front of the game's own, and which of them cannot be read."""
    found = dict(own_data())
    wrong: list[str] = []
    files = sorted(folder.rglob("*.yaml"))
    for path in files:
        if path.stem == "rules":
            continue  # what the rules are called, not what is in the box
        if path.stem not in FILES:
            wrong.append(f"{path}: no data file of this game (there are {', '.join(FILES)})")
            continue
        try:
            found[path.stem] = _read(path.read_text("utf-8"), str(path))
        except BadText as error:
            wrong.append(str(error))
        except UnicodeDecodeError:
            wrong.append(f"{path}: this is no text in UTF-8")
    if not files:
        wrong.append(f"{folder}: no data file here (expected {', '.join(FILES)} as *.yaml)")
    return found, wrong


def rules() -> Any:
    """The ledger of the game's rules, as it stands in the data."""
    return yaml.safe_load((resources.files(__package__) / "data" / "rules.yaml").read_text("utf-8"))


@cache
def box(folder: Path | None = None) -> Box:
    return built(data(folder))


def texts(language: str) -> Texts:
    """Everything a player reads of this game, in one language."""
    where = f"{language}.po"
    text = (resources.files(__package__) / "texts" / where).read_text("utf-8")
    return Texts(language, parsed(text, where))


def check_folder(folder: Path) -> tuple[list[str], list[str]]:
    """What is wrong with a folder of data files, and what is only worth a look. A file that is
    not there is taken from the game's own data."""
    found, wrong = _laid_over(folder)
    notes: list[str] = []
    if not wrong:
        wrong += problems(found)
    if not wrong:
        built(found)
        guessed = sum(c["status"] == "house" for c in found["criminals"]["criminals"])
        if guessed:
            notes.append(f"{guessed} of 46 criminals are house data")
    return wrong, notes


def problems(data: Data) -> list[str]:
    """Everything that is wrong, one sentence each (RA-29.8)."""
    checks = (
        ("tiles", _tile_problems),
        ("dice", _dice_problems),
        ("criminals", _criminal_problems),
        ("agent_board", _board_problems),
        ("bomb_sheet", _sheet_problems),
        ("setup", _setup_problems),
    )
    wrong: list[str] = []
    for name, check in checks:
        try:
            wrong += [f"{name}.yaml: {problem}" for problem in check(data[name])]
        except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
            wrong.append(f"{name}.yaml: a value is missing or of the wrong kind ({error})")
    return wrong


def _count(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _status(entry: Any, name: str) -> list[str]:
    status = entry.get("status")
    return [] if status in STATUSES else [f"{name}: status {status!r} is none of {STATUSES}"]


def _keys(entry: dict[str, Any], known: set[str], name: str) -> list[str]:
    return [f"{name}: unknown key {key!r}" for key in sorted(set(map(str, entry)) - known)]


TILE_KEYS = {
    "id",
    "kind",
    "name",
    "precinct",
    "search",
    "goods",
    "slots",
    "gangsters",
    "shield_human",
    "shield_android",
    "destroyed",
    "status",
}


def _tile_problems(value: dict[str, Any]) -> list[str]:
    tiles = value["tiles"]
    wrong: list[str] = []
    if len(tiles) != 13:
        wrong.append(f"there are {len(tiles)} tiles, not 13")
    ids = [tile["id"] for tile in tiles]
    wrong += [f"tile {name!r} is there twice" for name in sorted(set(ids)) if ids.count(name) > 1]
    for name in ("hq", "hospital"):
        if name not in ids:
            wrong.append(f"there is no tile {name!r}")
    numbers = sorted(tile["precinct"] for tile in tiles if tile["kind"] == "precinct")
    if numbers != [1, 2, 3, 4, 5, 6]:
        wrong.append(f"the precincts are numbered {numbers}, not 1 to 6 once each")
    for tile in tiles:
        name = tile["id"]
        wrong += _status(tile, name) + _keys(tile, TILE_KEYS, name)
        if tile["kind"] not in ("standard", "precinct"):
            wrong.append(f"{name}: kind is standard or precinct, not {tile['kind']!r}")
        if not isinstance(tile.get("name"), str):
            wrong.append(f"{name}: it has no name")
        if not _count(tile["slots"], 0, 2):
            wrong.append(f"{name}: {tile['slots']!r} informant slots; there can be 0 to 2")
        if not _count(tile.get("gangsters", 0), 0, 9):
            wrong.append(f"{name}: gangsters is a number from 0 to 9")
        dice = [0, 0, 0, 0]
        for icon in tile.get("search", []):
            if icon["colour"] not in COLOURS or not _count(icon["n"], 1, 3):
                wrong.append(f"{name}: a search icon shows 1 to 3 dice of {', '.join(COLOURS)}")
                continue
            dice[COLOURS.index(icon["colour"])] += icon["n"]
        if max(dice[:3]) > 3 or sum(dice) > 9:
            wrong.append(f"{name}: a search needs more dice than there are")
        gives = [good["gives"] for good in tile.get("goods", [])]
        if len(set(gives)) != len(gives):
            wrong.append(f"{name}: the same good is sold twice")
        for good in tile.get("goods", []):
            wrong += [f"{name}: {problem}" for problem in _good_problems(good)]
    return wrong


def _good_problems(good: Any) -> list[str]:
    if good["gives"] not in (*FIELD_NAMES[:6], "influence"):
        return [f"nobody can sell {good['gives']!r}"]
    if not _count(good["amount"], 1, 6):
        return [f"the amount of {good['gives']} is a number from 1 to 6"]
    price = good["price"]
    if len(price) != 1 or not set(price) <= {"credits", "fuel", "ammo", "evidence"}:
        return [f"the price of {good['gives']} is credits, fuel, ammo or evidence"]
    if not _count(next(iter(price.values())), 1, 25):
        return [f"the price of {good['gives']} is a number from 1 to 25"]
    return []


def _dice_problems(value: dict[str, Any]) -> list[str]:
    wrong = _status(value, "dice")
    dice = value["dice"]
    if sorted(dice) != sorted(COLOURS[:3]):
        wrong.append(f"the colours are {sorted(dice)}, not red, green and black")
        return wrong
    for colour, faces in dice.items():
        if len(faces) != 6:
            wrong.append(f"{colour}: {len(faces)} faces, not 6")
        for symbol, amount in faces:
            if symbol not in SYMBOLS:
                wrong.append(f"{colour}: there is no symbol {symbol!r}")
            elif amount not in (1, 2) or (symbol in ("EXP", "BST") and amount != 1):
                wrong.append(f"{colour}: {symbol} cannot be shown {amount} times")
    return wrong


CRIMINAL_KEYS = {
    "id",
    "name",
    "syndicate",
    "stamina",
    "bounty",
    "reveal",
    "retaliation",
    "returns",
    "status",
}


def _criminal_problems(value: dict[str, Any]) -> list[str]:
    cards = value["criminals"]
    wrong: list[str] = []
    if sorted(value["syndicates"]) != sorted(SYNDICATES):
        wrong.append(f"the syndicates are {sorted(value['syndicates'])}, not {sorted(SYNDICATES)}")
    if len(cards) != 46:
        wrong.append(f"there are {len(cards)} criminals, not 46")
    ids = [card["id"] for card in cards]
    wrong += [f"card {name} is there twice" for name in sorted(set(ids)) if ids.count(name) > 1]
    for card in cards:
        name = card["id"]
        wrong += _status(card, name) + _keys(card, CRIMINAL_KEYS, name)
        if card["syndicate"] not in SYNDICATES:
            wrong.append(f"{name}: there is no syndicate {card['syndicate']!r}")
        if not _count(card["stamina"], 1, 4):
            wrong.append(f"{name}: stamina is a number from 1 to 4")
        if not _count(card["bounty"], 0, 25):
            wrong.append(f"{name}: bounty is a number from 0 to 25")
        reveal = card.get("reveal")
        if reveal is not None:
            if reveal["icon"] not in ("red", "white"):
                wrong.append(f"{name}: the icon is red or white, not {reveal['icon']!r}")
            wrong += _effect_problems(name, "reveal", reveal["effect"])
        wrong += _effect_problems(name, "retaliation", card.get("retaliation", "none"))
    for without, title in ((None, ""), ("blue", " without blue")):
        pool = [card["stamina"] for card in cards if card["syndicate"] != without]
        if sum(s <= 2 for s in pool) < 20 or sum(s > 2 for s in pool) < 10:
            wrong.append(f"Shadow Watch needs 20 cards of stamina 1–2 and 10 of 3–4{title}")
    return wrong


def _effect_problems(name: str, when: str, text: Any) -> list[str]:
    try:
        effect, _ = effect_of(text)
    except ValueError:
        return [f"{name}: there is no effect {text!r}"]
    code = EFFECTS[effect]
    if when == "reveal" and (code in AFTER_FAILURE or code.startswith("clock:")):
        return [f"{name}: {code} cannot be a reveal effect"]
    if when == "retaliation" and code in WHILE_ATTACKING:
        return [f"{name}: {code} cannot be a retaliation"]
    return []


def effect_of(text: Any) -> tuple[int, int]:
    """An effect code with its number: `lose_ammo:2`, `lose_credits:all`, `clock:watched`."""
    if text in EFFECTS and text not in NUMBERED:
        return EFFECTS.index(text), 0
    code, _, number = str(text).partition(":")
    if code not in NUMBERED:
        raise ValueError(text)
    if number == "all" and code in LIMITLESS:
        return EFFECTS.index(code), EVERYTHING
    if not (number.isdigit() and 1 <= int(number) <= 12):
        raise ValueError(text)
    return EFFECTS.index(code), int(number)


def _board_problems(value: dict[str, Any]) -> list[str]:
    wrong: list[str] = []
    if sorted(value) != sorted(FIELD_NAMES[:7]):
        wrong.append(f"the tracks are {sorted(value)}, not {sorted(FIELD_NAMES[:7])}")
        return wrong
    for name, track in value.items():
        wrong += _status(track, name)
        if not _count(track["max"], 1, 15) or not _count(track["start"], 0, track["max"]):
            wrong.append(f"{name}: max is 1 to 15, and start lies on the track")
        for mark in track.get("marks", []):
            upgrade = mark["upgrade"]
            if upgrade not in UPGRADES or UPGRADE_TRACKS[UPGRADES.index(upgrade)] != name:
                wrong.append(f"{name}: {upgrade!r} is no upgrade of this track")
            if not _count(mark["at"], 1, track["max"]):
                wrong.append(f"{name}: the mark of {upgrade} does not lie on the track")
    stamina = value["stamina"]
    if not _count(stamina["heart"], 1, stamina["max"]) or stamina["start"] < 1:
        wrong.append("stamina: heart and start lie above the skull")
    return wrong


def _sheet_problems(value: dict[str, Any]) -> list[str]:
    wrong = _status(value, "bomb sheet")
    if not _count(value["rows"], 3, 9) or not _count(value["columns"], 3, 9):
        wrong.append("rows and columns are numbers from 3 to 9")
    return wrong


def _setup_problems(value: dict[str, Any]) -> list[str]:
    wrong = _status(value, "setup")
    path = value["event_path"]
    if len(path) != 13 or path[0] != "T2" or path[-1] != "T2":
        wrong.append("the event path has 13 entries and begins and ends on T2")
    elif "M3" in path or len(set(path)) != 12 or not set(path) <= set(SLOTS):
        wrong.append("the event path goes once through the twelve slots around M3")
    else:
        for one, other in pairwise(path):
            if SLOTS.index(other) not in ADJACENT[SLOTS.index(one)]:
                wrong.append(f"the event path steps from {one} to {other}, which do not touch")
    for players in (2, 3, 4):
        if not _count(value["draw"][players], 1, 6):
            wrong.append(f"draw: {players} players draw 1 to 6 discs")
    identity = value["identity"]
    each = identity["each"]
    if identity["android"] + identity["human"] < 4 * each:
        wrong.append(f"identity: four players cannot get {each} tokens each")
    removed = identity["remove_3p"]
    if identity["android"] + identity["human"] - removed["android"] - removed["human"] < 3 * each:
        wrong.append(f"identity: three players cannot get {each} tokens each")
    if 4 * value["credits_start"] > value["credits_total"]:
        wrong.append("credits: there are not enough to start with")
    for name, choices in SWITCHES.items():
        if value["options"][name] not in choices:
            given = ", ".join(map(str, choices))
            wrong.append(f"options: {name} is one of {given}, not {value['options'][name]!r}")
    wrong += _keys(value["options"], set(SWITCHES), "options")
    return wrong


def switches(data: Data) -> dict[str, object]:
    """How the open points are read unless a game says otherwise."""
    return {name: data["setup"]["options"][name] for name in SWITCHES}


def names(data: Data) -> tuple[list[str], list[str]]:
    """The ids of the tiles and of the criminal cards, in the order of their numbers."""
    return (
        [tile["id"] for tile in data["tiles"]["tiles"]],
        [card["id"] for card in data["criminals"]["criminals"]],
    )


def titles(data: Data) -> list[str]:
    """The names of the criminal cards: one form in every language."""
    return [card["name"] for card in data["criminals"]["criminals"]]


def places(data: Data, language: str) -> Texts:
    """The tiles that the owner of the data calls otherwise than we do."""
    ours = {tile["id"]: tile["name"] for tile in own_data()["tiles"]["tiles"]}
    return Texts(
        language,
        {
            f"tile.{tile['id']}": [tile["name"]]
            for tile in data["tiles"]["tiles"]
            if tile["name"] != ours.get(tile["id"])
        },
    )


def built(data: Data) -> Box:
    """A box from data; BadText says the first thing that is wrong."""
    wrong = problems(data)
    if wrong:
        raise BadText(wrong[0])
    tiles = data["tiles"]["tiles"]
    ids = [tile["id"] for tile in tiles]
    board = data["agent_board"]
    setup = data["setup"]
    faces: list[int] = []
    for colour in COLOURS[:3]:
        found = [SYMBOLS.index(s) | n << 4 for s, n in data["dice"]["dice"][colour]]
        faces += sorted(found)  # equal faces side by side: one outcome with a greater weight
    marks = [
        sorted(mark["at"] for mark in board[track].get("marks", []) if mark["upgrade"] == upgrade)
        for upgrade, track in zip(UPGRADES, UPGRADE_TRACKS, strict=True)
    ]
    made = Box(
        [_tile(tile) for tile in tiles],
        ids.index("hq"),
        ids.index("hospital"),
        faces,
        [_criminal(card) for card in data["criminals"]["criminals"]],
        SYNDICATES.index("white"),
        SYNDICATES.index("blue"),
        [board[name]["max"] for name in FIELD_NAMES[:6]],
        [board[name]["start"] for name in FIELD_NAMES[:6]],
        marks,
        board["stamina"]["max"],
        board["stamina"]["start"],
        board["stamina"]["heart"],
        data["bomb_sheet"]["rows"],
        data["bomb_sheet"]["columns"],
        [SLOTS.index(slot) for slot in setup["event_path"]],
    )
    made.draw = [0, 0, *(setup["draw"][players] for players in (2, 3, 4))]
    made.rounds_agent = setup["rounds"]["agent"]
    made.rounds_android = setup["rounds"]["android"]
    made.bombs = setup["discs"]["bombs"]
    made.assassins = setup["discs"]["assassins"]
    identity = setup["identity"]
    made.androids = identity["android"]
    made.humans = identity["human"]
    made.tokens_each = identity["each"]
    made.removed_androids = identity["remove_3p"]["android"]
    made.removed_humans = identity["remove_3p"]["human"]
    made.limit = [0, 0, 0, identity["limit"][3], identity["limit"][4]]
    made.credits_total = setup["credits_total"]
    made.credits_start = setup["credits_start"]
    made.informants = setup["informants"]
    watch = setup["shadow_watch"]
    made.shadow_easy = watch["easy"]
    made.shadow_hard = watch["hard"]
    made.shadow_lost = watch["lost"]
    made.shadow_rounds = watch["last_round"]
    return made


def _tile(tile: dict[str, Any]) -> Tile:
    dice = [0, 0, 0]
    whites: list[int] = []
    for icon in tile.get("search", []):
        if icon["colour"] == "white":
            whites.append(icon["n"])
        else:
            dice[COLOURS.index(icon["colour"])] += icon["n"]
    goods = []
    for good in tile.get("goods", []):
        ((field, price),) = good["price"].items()
        goods.append(
            [FIELD_NAMES.index(good["gives"]), good["amount"], FIELD_NAMES.index(field), price]
        )
    destroyed = tile.get("destroyed", {})
    return Tile(
        tile.get("precinct") or 0,
        tile["slots"],
        tile.get("gangsters", 0),
        bool(tile.get("shield_human", False)),
        bool(tile.get("shield_android", False)),
        dice,
        whites,
        goods,
        destroyed.get("slots", 0),
        destroyed.get("gangsters", 0),
    )


def _criminal(card: dict[str, Any]) -> Criminal:
    reveal = card.get("reveal")
    icon, (effect, number) = 0, (0, 0)
    if reveal is not None:
        icon = ("red", "white").index(reveal["icon"]) + 1
        effect, number = effect_of(reveal["effect"])
    retaliation, retaliation_number = effect_of(card.get("retaliation", "none"))
    return Criminal(
        SYNDICATES.index(card["syndicate"]),
        card["stamina"],
        card["bounty"],
        icon,
        effect,
        number,
        retaliation,
        retaliation_number,
        bool(card.get("returns", False)),
    )
