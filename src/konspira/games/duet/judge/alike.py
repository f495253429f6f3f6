"""CD-17.4 step 8 and CD-17.6: likeness of letters, for pairs that no lexicon decides."""

from __future__ import annotations

_CONTAINED = 4

# CD-17.6: both members of an alternation are read as one sign. Longer spellings come first.
_POLISH = (
    *(("dź", "d"), ("dz", "d"), ("rz", "r"), ("cz", "k"), ("sz", "ch"), ("ść", "st")),
    *(("ż", "g"), ("c", "k"), ("ó", "o"), ("ą", "ę"), ("ł", "l"), ("ń", "n"), ("ś", "s")),
)
_HUNGARIAN_ENDINGS = tuple(
    sorted(
        """ban ben ba be ból ből ra re ról ről nak nek nál nél hoz hez höz tól től val vel ért ig
        ként kor ok ek ök ak k ot et öt at t om em öm am m od ed öd ad d ja je a e unk ünk tok tek
        tök juk jük uk ük i s os es ös as ság ség ó ő ás és ka ke cska cske ász ész ik ni tt ott
        ett ött nk ják jék ná né na ne j jon jen jön hat het tat tet""".split(),
        key=len,
        reverse=True,
    )
)


def _shared(one: str, other: str) -> int:
    size = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        size += 1
    return size


def _polish(word: str) -> str:
    for spelled, read in _POLISH:
        word = word.replace(spelled, read)
    return word


def _hungarian(word: str) -> str:
    for _ in range(3):
        for ending in _HUNGARIAN_ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word.removesuffix(ending)
                break
    return word


def alike(one: str, other: str, lang: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= _CONTAINED and shorter in longer:
        return True
    if lang == "pl":
        one, other = _polish(one), _polish(other)
        least, share = 4, 60
    elif lang == "hu":
        one, other = _hungarian(one), _hungarian(other)
        least, share = 3, 70
    else:
        least, share = 4, 70
    size = _shared(one, other)
    return size >= least and 100 * size >= share * min(len(one), len(other))
