"""What a room answers when it does not do what somebody asked for."""

from __future__ import annotations

from functools import cache
from importlib import resources

from konspira.engine.texts import LANGUAGES, Texts, parsed


@cache
def rooms(language: str) -> Texts:
    text = (resources.files(__package__) / f"{language}.po").read_text("utf-8")
    return Texts(language, parsed(text, f"{language}.po"))


def spoken(wished: str) -> str:
    """The language that fits `Accept-Language` or a cookie best."""
    for part in wished.lower().replace("_", "-").split(","):
        code = part.split(";")[0].strip()[:2]
        if code in LANGUAGES:
            return code
    return "en"
