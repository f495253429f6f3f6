"""What people without a name are called, and how numbers are written."""

from konspira.games.duet.table.voice import Voice
from konspira.web import live
from konspira.web.table import Sitter
from konspira.web.tables import words_of


def test_in_the_chat_a_nameless_player_is_called_by_the_side() -> None:
    said = live.Said("all", 0, "", "hi", 0, side="ONI")
    assert ">Oniwaban<" in live.said(said, words_of("kyoto", "en"))
    watching = live.Said("all", 0, "", "hi")
    assert words_of("kyoto", "en").say("lobby.nameless") in live.said(
        watching, words_of("kyoto", "en")
    )


def test_a_side_of_duet_has_the_article_that_its_place_needs() -> None:
    nobody = Voice(words_of("duet", "hu"), 0, [])
    assert nobody.within("web.why.first-clue", 1) == "a B oldal"
    assert nobody.within("web.why.guess", 1) == "A B oldal"
    assert nobody.within("web.why.clue", 0) == "Az A oldal"  # a second sentence
    ada = Voice(words_of("duet", "hu"), 0, [Sitter("Ada"), Sitter("Bruno")])
    assert ada.within("web.why.first-clue", 1) == "Bruno"
    both = [Sitter("Ada"), Sitter("Bruno, Cili", members=2)]
    assert Voice(words_of("duet", "hu"), 0, both).within("web.why.first-clue", 1) == "a B oldal"


def test_a_fraction_is_written_as_the_language_does() -> None:
    written = [words_of("kyoto", lang).decimal(-1.5, "+.1f") for lang in ("en", "pl", "hu")]
    assert written == ["−1.5", "−1,5", "−1,5"]
