"""Who is spoken of, and to whom: sentences in the viewer's voice, safe to put into a page."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from konspira.engine.texts import Texts
from konspira.games.duet.notation import SIDES
from konspira.web.table import Moment, Sitter


class Voice:
    """Speaks to one viewer. A sentence with `.you` at the end of its key is the one for himself."""

    def __init__(self, words: Texts, viewer: int, sitters: Sequence[Sitter]) -> None:
        self.words = words
        self.viewer = viewer
        self.groups = [sitter.members > 1 for sitter in sitters]
        self.names = [
            (sitters[side].called(words) if side < len(sitters) else "")
            or words.say(f"side.{letter}")
            for side, letter in enumerate(SIDES)
        ]

    def say(self, key: str, **facts: object) -> str:
        """Plain text, for names that are spoken and for prompts."""
        return self.words.say(key, **facts)

    def tell(self, key: str, **facts: object) -> Markup:
        """The sentence as HTML: everything in it is escaped but what is already markup."""
        return Markup.escape(self.words.messages[key][0]).format(**facts)

    def count(self, key: str, n: int, **facts: object) -> str:
        return self.words.many(key, n, **facts)

    def yours(self, side: int) -> bool:
        return side == self.viewer

    def group(self, side: int) -> bool:
        """Do several people share this side?"""
        return side < len(self.groups) and self.groups[side]

    def within(self, key: str, side: int, gap: str = "name") -> str:
        """The name in a gap of this sentence. Of several people the side is named, so that one verb
        fits. It has an article in some languages, with a capital only where a sentence begins."""
        if self.names[side] != self.words.say(f"side.{SIDES[side]}") and not self.group(side):
            return self.names[side]
        name = self.words.say(f"side.{SIDES[side]}.who")
        before = self.words.messages[key][0].partition(f"{{{gap}}}")[0].rstrip()
        return name if not before or before[-1] in ".!?" else name[0].lower() + name[1:]

    def of(self, key: str, side: int, **facts: object) -> str:
        """What a side does: to the side itself, or to others with its name."""
        if self.yours(side):
            return self.say(f"{key}.you", **facts)
        return self.say(key, name=self.within(key, side), **facts)

    def tell_of(self, key: str, side: int, **facts: object) -> Markup:
        if self.yours(side):
            return self.tell(f"{key}.you", **facts)
        return self.tell(key, name=bold(self.within(key, side)), **facts)


def bold(text: object) -> Markup:
    return Markup("<b>{}</b>").format(text)


def voice(words: Texts, moment: Moment) -> Voice:
    return Voice(words, moment.viewer, moment.sitters)
