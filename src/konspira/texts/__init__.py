"""The house's own texts: what is said around every game. Each game keeps its own beside it."""

from __future__ import annotations

from importlib import resources

from konspira.engine.texts import LANGUAGES, Texts, parsed


def house(language: str) -> Texts:
    text = (resources.files(__package__) / f"{language}.po").read_text("utf-8")
    return Texts(language, parsed(text, f"{language}.po"))


__all__ = ["LANGUAGES", "house"]
