"""CD-17.4 step 8 and CD-17.6: likeness of letters, for pairs that no lexicon decides."""

from __future__ import annotations

from functools import lru_cache

_CONTAINED = 4

# CD-17.6: both members of an alternation are read as one sign. Longer spellings come first.
_POLISH = (
    *(("dź", "d"), ("dz", "d"), ("rz", "r"), ("cz", "k"), ("sz", "ch"), ("ść", "st")),
    *(("ż", "g"), ("c", "k"), ("ó", "o"), ("ą", "ę"), ("ł", "l"), ("ń", "n"), ("ś", "s")),
)
_ENDINGS = """
    ban ben ba be ból ből ra re ról ről nak nek nál nél hoz hez höz tól től val vel ért ig
    ként kor ok ek ök ak k ot et öt at t om em öm am m od ed öd ad d ja je a e unk ünk tok tek
    tök juk jük uk ük i s os es ös as ság ség ó ő ás és ka ke cska cske ász ész ik ni tt ott
    ett ött nk ják jék ná né na ne j jon jen jön hat het tat tet
"""
_HUNGARIAN_ENDINGS = frozenset(_ENDINGS.split())
_LONGEST_ENDING = 4
_SHORTEST_STEM = 3


def _shared(one: str, other: str) -> int:
    size = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        size += 1
    return size


@lru_cache(4096)
def _polish(word: str) -> str:
    for spelled, read in _POLISH:
        word = word.replace(spelled, read)
    return word


@lru_cache(4096)
def _hungarian(word: str) -> str:
    for _ in range(3):
        for size in range(_LONGEST_ENDING, 0, -1):
            if len(word) - size >= _SHORTEST_STEM and word[-size:] in _HUNGARIAN_ENDINGS:
                word = word[:-size]
                break
    return word


def alike(one: str, other: str, lang: str, known: bool) -> bool:
    """Whether two words look akin. Of known ones the lemmas come, so no ending is taken off."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= _CONTAINED and shorter in longer:
        return True
    if lang == "pl":
        one, other = _polish(one), _polish(other)
        least, share = 4, 60
    elif lang == "hu":
        if not known:
            one, other = _hungarian(one), _hungarian(other)
        least, share = 3, 70
    else:
        least, share = 4, 70
    size = _shared(one, other)
    return size >= least and 100 * size >= share * min(len(one), len(other))
