"""The only module of words and judge that opens files; everything is read once, when asked for."""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files

from konspira.games.duet.judge.automaton import Automaton
from konspira.games.duet.judge.exceptions import Exceptions
from konspira.games.duet.judge.lexicon import FormTable, Lexicon, Source, SuffixTable
from konspira.games.duet.judge.suffixes import Suffixes

LANGUAGES = ("en", "pl", "hu")


def _bytes(name: str) -> bytes:
    return zlib.decompress(files(__package__).joinpath("data", name).read_bytes())


def _checked(lang: str) -> str:
    if lang not in LANGUAGES:
        raise ValueError(f"no word language {lang!r}; there are {', '.join(LANGUAGES)}")
    return lang


@cache
def lexicon(lang: str) -> Lexicon:
    source: Source
    if _checked(lang) == "hu":
        source = SuffixTable(Suffixes(_bytes("hu.stems.z").decode("utf-8")))
    else:
        forms = Automaton(_bytes(f"{lang}.forms.z"))
        source = FormTable(forms, ("'s",) if lang == "en" else ())
    kin = Automaton(_bytes(f"{lang}.kin.z"))
    return Lexicon(source, kin, Automaton(_bytes(f"{lang}.parts.z")))


@cache
def exceptions(lang: str) -> Exceptions:
    text = files(__package__).joinpath("data", "exceptions.tsv").read_text(encoding="utf-8")
    return Exceptions.parse(text, _checked(lang))


@cache
def word_list(lang: str) -> str:
    folder = files("konspira.games.duet.words")
    return folder.joinpath(f"{_checked(lang)}.txt").read_text(encoding="utf-8")
