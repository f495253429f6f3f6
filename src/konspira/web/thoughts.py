"""What a bot thought at a move, for people who look back: candidates as bars, beliefs as odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from konspira.engine.texts import Texts
from konspira.web.drawing import drawn
from konspira.web.table import Odds

SHOWN = 6  # candidates; the one that was played is always among them
SHADES = 10


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was weighed. Values are a chance to win, or points of the bot's own."""

    label: str
    value: float
    tries: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the answer. Without candidates: it had no choice, or made none."""

    label: str
    legal: int
    weighed: int
    scale: str
    candidates: Sequence[Candidate]


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    value: str
    length: int  # of a hundred
    tries: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Thought:
    """A whole answer with its reasons."""

    bot: str
    side: str
    steps: Sequence[Step]
    odds: Sequence[Odds]


def thought(found: Thought, texts: Texts) -> str:
    return drawn(
        "thought.html",
        texts,
        thought=found,
        bars=[bars(step, texts) for step in found.steps],
        shade=lambda share: round(share * SHADES),
        percent=percent,
    )


def bars(step: Step, texts: Texts) -> list[Bar]:
    """The best ones, and the one that was played."""
    shown = [one for at, one in enumerate(step.candidates) if at < SHOWN or one.chosen]
    if step.scale == "chance":
        return [
            Bar(one.label, percent(one.value), _of_100(one.value), one.tries, one.chosen)
            for one in shown
        ]
    values = [one.value for one in shown]
    low, high = min(values, default=0.0), max(values, default=0.0)
    reach = (high - low) or 1.0
    return [
        Bar(
            one.label,
            texts.decimal(one.value, "+.1f"),
            _of_100(0.15 + 0.85 * (one.value - low) / reach),  # even the least is to be seen
            one.tries,
            one.chosen,
        )
        for one in shown
    ]


def _of_100(share: float) -> int:
    return round(100 * min(1.0, max(0.0, share)))


def percent(share: float) -> str:
    return f"{_of_100(share)}%"
