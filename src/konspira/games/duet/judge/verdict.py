"""CD-17.1: what the judge answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from konspira.games.duet.judge.reasons import sentence

Kind = Literal["OK", "WARN", "BLOCK"]
Level = Literal["casual", "standard", "ranked"]
LEVELS: tuple[Level, ...] = ("casual", "standard", "ranked")


class Reason(NamedTuple):
    """A message key and its parameters; the interface puts it into words."""

    key: str
    params: dict[str, str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """OK, WARN or BLOCK, by which rule, because of which word on the board."""

    verdict: Kind
    rule: str | None = None
    word: str | None = None
    reason: Reason = field(default_factory=lambda: Reason("ok", {}))

    def reason_in(self, lang: str) -> str:
        return sentence(self.reason.key, lang, self.reason.params)
