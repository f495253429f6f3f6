"""Texts that people read: GNU gettext catalogues (.po) with keys as msgid, and their plurals."""

from __future__ import annotations

import json
from collections.abc import Callable

from konspira.engine.contract import BadText, MoveError


def _polish(n: int) -> int:
    if n == 1:
        return 0
    return 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2


def _two_forms(n: int) -> int:
    return int(n != 1)


PLURALS: dict[str, Callable[[int], int]] = {"en": _two_forms, "pl": _polish, "hu": _two_forms}
LANGUAGES = tuple(PLURALS)
POINTS = {"en": ".", "pl": ",", "hu": ","}  # between a number and its fraction


class Texts:
    """The sentences of one language, by key; `{gaps}` in them are filled with facts."""

    def __init__(self, language: str, messages: dict[str, list[str]]) -> None:
        self.language = language
        self.messages = messages

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def __or__(self, other: Texts) -> Texts:
        return Texts(self.language, self.messages | other.messages)

    def say(self, key: str, **facts: object) -> str:
        return self.messages[key][0].format(**facts)

    def many(self, key: str, n: int, **facts: object) -> str:
        return self.messages[key][PLURALS[self.language](n)].format(n=n, **facts)

    def decimal(self, value: float, form: str = ".1f") -> str:
        """A number with a fraction, as this language writes it."""
        return f"{value:{form}}".replace(".", POINTS[self.language]).replace("-", "−")

    def refusal(self, error: MoveError) -> str:
        """Why a move was refused, as a sentence."""
        return self.say(f"refusal.{error.reason}", **error.facts)


def parsed(text: str, where: str) -> dict[str, list[str]]:
    """The messages of a .po file, without its header; BadText names the line."""
    messages: dict[str, list[str]] = {}
    key: str | None = None
    forms: list[str] = []
    into = ""
    for at, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if line.startswith('"'):
            word, rest = "", line
        try:
            value = json.loads(rest)
        except ValueError:
            raise BadText(f"{where}, line {at}: expected a text in quotes") from None
        if word == "msgid":
            key, into, forms = value, "msgid", []
            if key in messages:
                raise BadText(f"{where}, line {at}: {key!r} is there twice")
        elif word == "msgid_plural" and key is not None:
            into = word
        elif word.startswith("msgstr") and key is not None:
            into = "msgstr"
            forms.append(value)
            messages[key] = forms
        elif not word and into == "msgstr":
            forms[-1] += value
        elif not word and into == "msgid" and key is not None:
            key += value
        else:
            raise BadText(f"{where}, line {at}: {word!r} does not belong here")
    messages.pop("", None)
    return messages
