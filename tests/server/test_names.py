"""Rooms have names that can be said aloud, in the language of whoever opens them."""

import pytest

from konspira.server import names


@pytest.mark.parametrize(
    ("adjective", "forms"),
    [
        ("Cichy", "Cichy Cicha Ciche"),
        ("Wąski", "Wąski Wąska Wąskie"),
        ("Drugi", "Drugi Druga Drugie"),
        ("Ostatni", "Ostatni Ostatnia Ostatnie"),
        ("Milczący", "Milczący Milcząca Milczące"),
    ],
)
def test_a_polish_adjective_follows_its_noun(adjective: str, forms: str) -> None:
    assert " ".join(names._declined(adjective, gender) for gender in "mfn") == forms


def test_polish_nouns_stand_under_their_gender() -> None:
    ends = {"f": "a", "n": "om"}
    for gender, last in ends.items():
        assert all(noun[-1] in last for noun in names.PL_SECOND[gender])
    assert not [noun for noun in names.PL_SECOND["m"] if noun[-1] in "aoe"]


@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_a_name_is_two_words(language: str) -> None:
    assert all(len(names.invented(language).split()) == 2 for _ in range(200))


def test_no_word_is_listed_twice() -> None:
    pl = [noun for nouns in names.PL_SECOND.values() for noun in nouns]
    lists = [names.FIRST, names.SECOND, names.PL_FIRST, pl, names.HU_FIRST, names.HU_SECOND]
    assert [len(words) for words in lists] == [len(set(words)) for words in lists]
