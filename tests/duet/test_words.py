"""The word lists, pasted lists and the deal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from konspira.games.duet.judge import LANGUAGES
from konspira.games.duet.judge.load import lexicon
from konspira.games.duet.words import BOARD, NoDeal, Problem, custom, deal, load


@pytest.mark.parametrize("lang", LANGUAGES)
def test_at_least_400_words_each_known_to_the_language(lang: str) -> None:
    words = load(lang)
    assert len(words) == len(set(words)) >= 400
    for word in words:
        assert word.isalpha()
        assert word == word.casefold() == unicodedata.normalize("NFC", word)
        assert lexicon(lang).knows(word), word


def test_the_lists_are_no_translations_of_one_another() -> None:
    # Word for word the lists would then be of one length; loan words may still be the same.
    sizes = {len(load(lang)) for lang in LANGUAGES}
    assert len(sizes) == len(LANGUAGES)


@settings(max_examples=60, deadline=None)
@given(lang=st.sampled_from(LANGUAGES), data=st.data())
def test_deal_cd_17_10(lang: str, data: st.DataObject) -> None:
    random = data.draw(st.randoms(use_true_random=False))
    board = deal(load(lang), random.randrange, lang)
    assert len(set(board)) == BOARD
    assert set(board) <= set(load(lang))
    lemmas = [lexicon(lang).lemmas(word) for word in board]
    for at, one in enumerate(lemmas):
        for other in lemmas[at + 1 :]:
            assert not one & other


def test_deal_asks_only_for_what_it_draws() -> None:
    asked: list[int] = []

    def first(size: int) -> int:
        asked.append(size)
        return 0

    board = deal(load("en"), first, "en")
    assert board == load("en")[:BOARD]
    assert asked == list(range(len(load("en")), len(load("en")) - BOARD, -1))


def test_deal_keeps_forms_and_content_words_apart() -> None:
    words = ["mouse", "mice", "New York", "York", *load("en")[:24]]
    for shift in range(10):
        board = deal(words, lambda size, shift=shift: shift % size, "en")  # type: ignore[misc]
        assert not {"mouse", "mice"} <= set(board)
        assert not {"New York", "York"} <= set(board)


def test_deal_finds_the_one_way_out() -> None:
    # "mice" alone rules out nothing; the card of two words rules out both others.
    words = ["apple pear", "apple", "pear", *load("en")[:23]]
    assert set(deal(words, lambda size: 0, "en")) == set(words) - {"apple pear"}


def test_deal_says_that_a_list_cannot_give_one() -> None:
    with pytest.raises(NoDeal):
        deal([*load("en")[:24], load("en")[0] + "s"], lambda size: size - 1, "en")


def test_custom_list_op_35() -> None:
    text = "\n".join([*load("pl")[:25], "", "  ", "1234", "ŻABA", "żaba ", "Nowy  Jork"])
    found = custom(text)
    assert found.usable
    assert found.words == (*load("pl")[:25], "ŻABA", "Nowy Jork")
    assert found.problems == [
        Problem(26, "empty", ""),
        Problem(27, "empty", ""),
        Problem(28, "no_letter", "1234"),
        Problem(30, "doubled", "żaba"),
    ]


def test_custom_list_with_signs_that_no_word_has() -> None:
    found = custom("jack-o'-lantern\nSt. Louis\n<script>alert(1)</script>\nrock & roll\na = b")
    assert found.words == ("jack-o'-lantern", "St. Louis", "rock & roll")
    assert [(problem.line, problem.kind) for problem in found.problems] == [
        (3, "odd_sign"),
        (5, "odd_sign"),
        (0, "too_few"),
    ]


def test_custom_list_too_short() -> None:
    found = custom("apple\npear\nAPPLE\n")
    assert not found.usable
    assert found.words == ("apple", "pear")
    assert [problem.kind for problem in found.problems] == ["doubled", "too_few"]


def test_custom_list_keeps_marks_apart_cd_17_3() -> None:
    assert custom("kor\nkór\nkör").words == ("kor", "kór", "kör")


@settings(deadline=None)
@given(st.text())
def test_any_text_can_be_pasted(text: str) -> None:
    found = custom(text)
    assert found.usable == (len(found.words) >= BOARD)
    assert not any(problem.kind == "too_few" for problem in found.problems) or not found.usable
