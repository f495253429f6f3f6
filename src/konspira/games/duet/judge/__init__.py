"""Is this clue valid? Section 17 of the Duet rules, over public data only (CD-17.2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from konspira.games.duet.judge.load import LANGUAGES, exceptions, lexicon
from konspira.games.duet.judge.profiles import PROFILES
from konspira.games.duet.judge.steps import Table, judged
from konspira.games.duet.judge.verdict import LEVELS, Level, Reason, Verdict

__all__ = ["LANGUAGES", "LEVELS", "OPTIONS", "Level", "Reason", "Verdict", "judge"]

# CD-6.12. `wordplay` is about meaning, which the computer does not judge.
OPTIONS = ("multiword_names", "acronyms", "hyphenated", "wordplay")


def judge(
    clue: str,
    number: object,
    board: Sequence[str],
    lang: str,
    level: Level = "standard",
    options: Collection[str] | Mapping[str, bool] | None = None,
) -> Verdict:
    """The verdict on a clue, given the visible words of the board."""
    if level not in LEVELS:
        raise ValueError(f"no level {level!r}; there are {', '.join(LEVELS)}")
    unknown = set(options or ()) - set(OPTIONS)
    if unknown:
        raise ValueError(f"no option {', '.join(sorted(unknown))}")
    if isinstance(options, Mapping):
        options = [option for option, on in options.items() if on]
    relaxed = frozenset(options or ())
    table = Table(lang, lexicon(lang), exceptions(lang), PROFILES[lang], level, relaxed)
    return judged(clue, number, board, table)
