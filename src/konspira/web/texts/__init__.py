"""What pages say around every game."""

from __future__ import annotations

from functools import cache
from importlib import resources

from konspira.engine.texts import LANGUAGES, Texts, parsed

# Each language by its own name.
NAMES = {"en": "English", "pl": "Polski", "hu": "Magyar"}


@cache
def pages(language: str) -> Texts:
    text = (resources.files(__package__) / f"{language}.po").read_text("utf-8")
    return Texts(language, parsed(text, f"{language}.po"))


__all__ = ["LANGUAGES", "NAMES", "pages"]
