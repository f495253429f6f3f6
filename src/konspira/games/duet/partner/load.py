"""The only module of the partner that opens files; everything is read once, when asked for."""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files

from konspira.games.duet.judge.load import lexicon
from konspira.games.duet.partner.meaning import Meanings, Vectors


def _read(name: str) -> bytes:
    return files(__package__).joinpath("data", name).read_bytes()


@cache
def _vectors() -> Vectors:
    return Vectors(_read("vectors.z"))


@cache
def meanings(lang: str) -> Meanings:
    lines = zlib.decompress(_read(f"{lang}.senses.z")).decode("utf-8").splitlines()
    glosses = dict(line.split("\t") for line in lines)
    clues = _read(f"{lang}.clues.txt").decode("utf-8").split()
    return Meanings(_vectors(), glosses, lexicon(lang), clues, lang == "en")
