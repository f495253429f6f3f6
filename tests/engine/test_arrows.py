"""The arrows between packages point one way; rules touch no I/O, no clock, no randomness."""

import ast
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "konspira"

# Who may import whom, besides himself. `root` is konspira/__init__.py, the front door.
ARROWS = {
    "root": {"engine", "games"},
    "engine": set[str](),
    "games": {"engine"},
    "table": {"engine", "games", "texts", "web"},
    "bots": {"root", "engine", "games"},
    "research": {"root", "engine", "games"},
    "web": {"root", "engine", "texts"},
    "texts": {"engine"},
    "terminal": {"root", "engine", "games", "bots", "texts"},
    "server": {"root", "engine", "games", "table", "bots", "web", "texts"},
    "cli": {
        "root",
        "engine",
        "games",
        "table",
        "bots",
        "research",
        "web",
        "texts",
        "terminal",
        "server",
    },
}

# Rooms that work on text and values alone.
PURE = (
    "engine/*",
    "games/*/rules/*",
    "games/*/notation.py",
    "games/*/view.py",
    "games/*/story.py",
    "games/*/play.py",
)
# Rooms that may open files.
FILES = (
    "games/*/load.py",
    "games/*/words/*",
    "games/*/judge/*",
    "texts/*",
    "web/assets.py",
    "web/tables.py",
    "web/texts/*",
    "terminal/files.py",
    "cli.py",
    "cli/*",
    "server/*",
)

# What a pure room may import from outside. A list of the allowed, not of the forbidden: a module
# that nobody thought of must not slip through. Add to it only what has no world behind it.
HARMLESS = frozenset(
    [
        "__future__",
        "abc",
        "array",
        "base64",
        "binascii",
        "bisect",
        "collections",
        "contextlib",
        "copy",
        "dataclasses",
        "decimal",
        "difflib",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "heapq",
        "hmac",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "statistics",
        "string",
        "struct",
        "textwrap",
        "types",
        "typing",
        "unicodedata",
        "zlib",
        "msgspec",
        "mypy_extensions",
        "typing_extensions",
        "yaml",
    ]
)
WORLDLY_CALLS = frozenset({"open", "print", "input", "breakpoint", "eval", "exec", "__import__"})
FILE_CALLS = frozenset({"read_text", "read_bytes", "write_text", "write_bytes"})
# With one of these at hand `x.open(...)` opens a file; without, it may be an open decision.
FILE_MODULES = frozenset({"pathlib", "io", "os", "codecs", "gzip", "bz2", "lzma"})
FILE_IMPORTS = ("importlib.resources", "importlib_resources", "pkgutil")


def matches(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def room(parts: tuple[str, ...]) -> str:
    """The room of a module or path, given below konspira: ("games", "kyoto", "view") → games."""
    if not parts or parts == ("__init__",):
        return "root"
    if parts[0] == "games" and len(parts) > 2 and parts[2] == "table":
        return "table"
    return "cli" if parts[0] == "__main__" else parts[0]


def imports(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything imported, also by name at run time."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            base += node.module.split(".") if node.module else []
            for alias in node.names:
                yield node.lineno, ".".join([*base, alias.name])
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            for argument in node.args[:1]:
                text = argument.values[0] if isinstance(argument, ast.JoinedStr) else argument
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield node.lineno, text.value.rstrip(".")


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def complaints(path: str, text: str) -> list[str]:
    """What is wrong with the module at `path` (below konspira), one line each."""
    tree = ast.parse(text, path)
    parts = tuple(path.removesuffix(".py").split("/"))
    here = room(parts)
    pure, opens = matches(path, PURE), matches(path, FILES)
    found: list[tuple[int, str]] = []
    outside: set[str] = set()
    if here not in ARROWS:
        found.append((1, f"no arrows are known for {here}"))
    for line, name in imports(tree, ("konspira", *parts[:-1])):
        top, *below = name.split(".")
        if top != "konspira":
            outside.add(top)
            if pure and top not in HARMLESS:
                found.append((line, f"a pure room imports {top}"))
            if not opens and f"{name}.".startswith(tuple(f"{file}." for file in FILE_IMPORTS)):
                found.append((line, f"imports {name}, but does not open files"))
            continue
        there = target_room(tuple(below))
        if there != here and there not in ARROWS.get(here, ()):
            found.append((line, f"{here} imports {there}"))
        if pure and there == "games" and opens_files(below):
            found.append((line, f"a pure room imports {name}, which opens files"))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name, plain = called(node), isinstance(node.func, ast.Name)
        if pure and plain and name in WORLDLY_CALLS:
            found.append((node.lineno, f"a pure room calls {name}"))
        elif not opens and (
            name in FILE_CALLS or (name == "open" and (plain or outside & FILE_MODULES))
        ):
            found.append((node.lineno, f"calls {name}, but does not open files"))
    return [f"{path}:{line}: {what}" for line, what in dict.fromkeys(sorted(found))]


def target_room(below: tuple[str, ...]) -> str:
    # `from konspira import game` takes a name from the front door; `import engine` enters a room.
    there = room(below)
    return there if there in ARROWS or (SOURCE / there).is_dir() else "root"


def opens_files(below: list[str]) -> bool:
    # The last part may be a name inside the module.
    return any(matches("/".join(below[:end]) + ".py", FILES) for end in range(len(below) + 1))


def sources() -> list[str]:
    return sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))


def test_there_is_something_to_check() -> None:
    assert "engine/__init__.py" in sources()


@pytest.mark.parametrize("path", sources())
def test_module_keeps_to_its_room(path: str) -> None:
    assert complaints(path, (SOURCE / path).read_text(encoding="utf-8")) == []


BAD = [
    ("engine/contract.py", "import konspira.games.kyoto", "engine imports games"),
    ("engine/contract.py", "from konspira import games", "engine imports games"),
    ("engine/contract.py", "from ..games import kyoto", "engine imports games"),
    ("engine/contract.py", "import konspira", "engine imports root"),
    ("engine/contract.py", "from konspira import game", "engine imports root"),
    ("games/kyoto/load.py", "from konspira.bots import search", "games imports bots"),
    ("games/kyoto/view.py", "from konspira.web import frame", "games imports web"),
    ("games/kyoto/view.py", "from .table import look", "games imports table"),
    ("games/kyoto/table/look.py", "import konspira.server.rooms", "table imports server"),
    ("games/kyoto/story.py", "from konspira.texts import house", "games imports texts"),
    ("terminal/table.py", "from konspira.cli import main", "terminal imports cli"),
    ("terminal/table.py", "open('x')", "calls open, but does not open files"),
    ("games/__init__.py", "import_module('konspira.server')", "games imports server"),
    ("games/__init__.py", "import_module(f'konspira.bots.{key}')", "games imports bots"),
    ("bots/search.py", "from konspira.server import rooms", "bots imports server"),
    ("bots/search.py", "def f():\n    import konspira.cli", "bots imports cli"),
    ("research/spiel.py", "from konspira.bots import search", "research imports bots"),
    ("server/app.py", "from konspira.research import spiel", "server imports research"),
    ("web/frame.py", "from konspira.games import kyoto", "web imports games"),
    ("__init__.py", "from konspira.server import app", "root imports server"),
    ("attic/old.py", "", "no arrows are known for attic"),
    ("engine/chance.py", "import random", "a pure room imports random"),
    ("engine/chance.py", "from time import monotonic", "a pure room imports time"),
    ("engine/deep/er.py", "import os.path as p", "a pure room imports os"),
    ("engine/record.py", "import pathlib", "a pure room imports pathlib"),
    ("games/kyoto/rules/turn.py", "if 1:\n    import secrets", "a pure room imports secrets"),
    ("games/kyoto/rules/turn.py", "import numpy", "a pure room imports numpy"),
    ("games/kyoto/rules/turn.py", "print(1)", "a pure room calls print"),
    ("games/kyoto/rules/turn.py", "from ..load import layout", "which opens files"),
    ("games/kyoto/notation.py", "import sys", "a pure room imports sys"),
    ("games/kyoto/view.py", "open('x')", "a pure room calls open"),
    ("games/kyoto/play.py", "import datetime", "a pure room imports datetime"),
    ("games/kyoto/play.py", "path.read_text()", "calls read_text, but does not open files"),
    ("games/kyoto/__init__.py", "open('x')", "calls open, but does not open files"),
    ("bots/arena.py", "import io\nio.open('x')", "calls open, but does not open files"),
    ("bots/arena.py", "from importlib import resources", "but does not open files"),
    ("research/batch.py", "import importlib.resources as r", "but does not open files"),
    ("web/frame.py", "from importlib.resources import files", "but does not open files"),
]

GOOD = [
    ("__init__.py", "from konspira.engine import contract\nfrom .games import kyoto"),
    ("__main__.py", "from konspira.cli import main"),
    ("cli.py", "import sys, konspira.server.app\nfrom konspira import game\nprint(open('x'))"),
    ("engine/chance.py", "import hashlib, hmac, struct, json, math\nfrom . import contract"),
    ("games/__init__.py", "import_module(f'konspira.games.{key}')"),
    ("games/kyoto/load.py", "from importlib.resources import files\nfiles('x').read_text()"),
    ("games/kyoto/rules/turn.py", "from konspira.games.kyoto.rules import board"),
    ("games/kyoto/rules/turn.py", "self.open(seat)"),
    ("games/kyoto/table/look.py", "from konspira.web import frame\nfrom .. import view"),
    ("games/duet/words/lists.py", "open('x')"),
    ("bots/arena.py", "import random, time\nfrom konspira import game"),
    ("server/app.py", "from konspira.bots import search\nfrom konspira.web import frame"),
]


@pytest.mark.parametrize(("path", "text", "expected"), BAD)
def test_planted_fault_is_found(path: str, text: str, expected: str) -> None:
    found = complaints(path, text)
    assert len(found) == 1
    assert expected in found[0]


@pytest.mark.parametrize(("path", "text"), GOOD)
def test_honest_module_passes(path: str, text: str) -> None:
    assert complaints(path, text) == []
