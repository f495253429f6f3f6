"""Small closed word classes per language: function words, place words, spelling words."""

from __future__ import annotations

from typing import NamedTuple


class Profile(NamedTuple):
    """`little`: words of a card that do not count as content (OP-21)."""

    little: frozenset[str]
    place: frozenset[str]
    spelling: frozenset[str]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


PROFILES = {
    "en": Profile(
        little=_set("a an the of in on at by to for from with and or de la le el los las"),
        place=_set(
            """row column corner middle center centre left right top bottom first second third
            fourth fifth last edge above below diagonal next adjacent beside upper lower grid"""
        ),
        spelling=_set(
            """letter rhyme syllable vowel consonant alphabet anagram palindrome prefix suffix
            spelling homophone acronym initial"""
        ),
    ),
    "pl": Profile(
        little=_set("w we z ze na do od o u i a po za nad pod przy dla bez oraz lub de la"),
        place=_set(
            """rząd kolumna róg środek lewo prawo lewy prawy góra dół górny dolny pierwszy drugi
            trzeci czwarty piąty ostatni krawędź brzeg skos przekątna obok środkowy wiersz"""
        ),
        spelling=_set(
            """litera rym sylaba samogłoska spółgłoska alfabet anagram palindrom przedrostek
            przyrostek pisownia głoska rymować zgłoska"""
        ),
    ),
    "hu": Profile(
        little=_set("a az egy és vagy de la"),
        place=_set(
            """sor oszlop sarok közép középső bal jobb balra jobbra fent lent felső alsó első
            második harmadik negyedik ötödik utolsó széle szél átló mellett fölött alatt szélső"""
        ),
        spelling=_set(
            """betű rím szótag magánhangzó mássalhangzó ábécé anagramma palindrom előtag utótag
            helyesírás rímel kezdőbetű"""
        ),
    ),
}
