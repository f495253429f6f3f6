"""Files a browser fetches, under addresses that change with their content.

`/static/<hash>/house.css` is `web/static/house.css`, `/static/<hash>/kyoto/look.css` is
`games/kyoto/table/look.css`. The hash is over the content, so an answer may be kept for ever
(`Cache-Control: public, max-age=31536000, immutable`). The modules of the script name each other
by relative addresses, so all of them stand behind one hash over all of them. A game's `art.svg`
has no address: it is drawn into the table page once, so that `<use href="#…">` finds its symbols
and colours reach them.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable

from konspira.engine.contract import BadText

KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


SCRIPT = "script"


def _own(folder: str) -> Traversable:
    return resources.files("konspira.web") / "static" / folder


def _file(path: str) -> Traversable:
    folder, _, name = path.rpartition("/")
    if folder in ("", SCRIPT):
        return _own(folder) / name
    return resources.files("konspira.games") / folder / "table" / name


@cache
def modules() -> list[str]:
    """The client script, `script/house.js` first of all."""
    names = sorted(entry.name for entry in _own(SCRIPT).iterdir())
    names.remove("house.js")
    return [f"{SCRIPT}/{name}" for name in ("house.js", *names)]


@cache
def _names() -> list[str]:
    own = [entry.name for entry in _own("").iterdir() if entry.is_file()]
    games = resources.files("konspira.games")
    looks = [
        f"{game.name}/look.css"
        for game in games.iterdir()
        if (game / "table" / "look.css").is_file()
    ]
    return sorted(own + looks + modules())


@cache
def _hash(path: str) -> str:
    hashed = modules() if path in modules() else [path]
    content = b"".join(_file(one).read_bytes() for one in hashed)
    return blake2b(content, digest_size=6).hexdigest()


def has(path: str) -> bool:
    return path.rpartition(".")[2] in KINDS and path in _names()


def address(path: str) -> str:
    """Where a page finds this file."""
    if not has(path):
        raise BadText(f"there is no file {path!r} to serve")
    return f"/static/{_hash(path)}/{path}"


def served(path: str) -> tuple[bytes, str]:
    """The content and its type, of what stands behind `/static/<hash>/`."""
    if not has(path):
        raise BadText(f"there is no file {path!r} to serve")
    return _file(path).read_bytes(), KINDS[path.rpartition(".")[2]]


@cache
def art(game: str) -> str:
    """A game's symbols, to be drawn into the page."""
    found = resources.files("konspira.games") / game / "table" / "art.svg"
    return found.read_text("utf-8") if found.is_file() else ""
