"""Colour and width of text in a terminal. Colour is never the only sign of anything."""

from __future__ import annotations

import re
import textwrap
import unicodedata

ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
ITEM = re.compile(r" +(?:- |\S+(?: \S+)?  +)")
FRESH = "\x1b[H\x1b[2J"
# With the lines that were scrolled away: what the other player saw must be gone.
WIPED = "\x1b[H\x1b[2J\x1b[3J"


class Paint:
    """Styles are SGR numbers; without colour they are left out."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour and style and text else text


BOLD, DIM = "1", "2"


def width_of(text: str) -> int:
    plain = ANSI.sub("", text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in plain
    )


def padded(text: str, width: int) -> str:
    return text + " " * max(0, width - width_of(text))


def centred(text: str, width: int) -> str:
    room = max(0, width - width_of(text))
    return " " * (room // 2) + text + " " * (room - room // 2)


def cut(text: str, width: int) -> str:
    """Plain text that fits; an ellipsis says that something is missing."""
    return text if width_of(text) <= width else text[: max(0, width - 1)] + "…"


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Paragraphs as lines. An item of a list goes on under its own text."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        item = ITEM.match(paragraph)
        hanging = " " * len(item[0]) if item else indent
        lines += textwrap.wrap(
            paragraph, max(20, width), subsequent_indent=hanging, break_long_words=False
        ) or [""]
    return lines


def flowed(label: str, items: list[str], width: int) -> list[str]:
    """A label and its items, as many to a line as fit, aligned under each other."""
    start = width_of(label)
    lines = [label]
    for item in items:
        if width_of(lines[-1]) + 2 + width_of(item) > width and width_of(lines[-1]) > start:
            lines.append(" " * start)
        lines[-1] += "  " + item
    return lines
