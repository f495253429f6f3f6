"""The rules drawer: what a player needs to know at this table."""

from __future__ import annotations

from dataclasses import dataclass

from konspira.engine.texts import Texts
from konspira.games.duet import Duet

# Each chapter with the rules it restates.
CHAPTERS = {
    "goal": "CD-10.1",
    "key": "CD-2",
    "clue": "CD-5",
    "valid": "CD-6",
    "touch": "CD-7",
    "tokens": "CD-8",
    "signs": "CD-7.4–7.6, CD-8.2–8.3",
    "mission": "CD-12.4–12.8",
    "finished": "CD-9",
    "sudden": "CD-10.4",
    "score": "CD-11",
    "penalty": "CD-18",
    "slack": "CD-14",
    "groups": "CD-13",
    "talk": "CD-15.2",
}


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    text: str
    rules: str


def drawer(game: Duet, words: Texts) -> list[Chapter]:
    """Only what holds at this table: no slack without the variant, no double price without it."""
    left_out = set() if game.rules.slack else {"slack"}
    left_out.add("score" if game.mission else "mission")
    return [
        Chapter(
            f"rule-{name}",
            words.say(f"web.rule.{name}"),
            words.say(
                f"web.rule.{name}.text", turns=game.rules.turns, mistakes=game.rules.mistakes
            ),
            rules,
        )
        for name, rules in CHAPTERS.items()
        if name not in left_out
    ]
