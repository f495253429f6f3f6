"""The judge's sentences in the three interface languages."""

from __future__ import annotations

_SENTENCES: dict[str, dict[str, str]] = {
    "ok": {
        "en": "Nothing speaks against this clue.",
        "pl": "Tej wskazówce nic nie można zarzucić.",
        "hu": "Semmi sem szól ez ellen a célzás ellen.",
    },
    "accepted": {
        "en": "You have both accepted this word before.",
        "pl": "To słowo już raz wspólnie przyjęliście.",
        "hu": "Ezt a szót egyszer már közösen elfogadtátok.",
    },
    "empty": {
        "en": "A clue needs a word.",
        "pl": "Wskazówka musi zawierać słowo.",
        "hu": "A célzáshoz kell egy szó.",
    },
    "signs": {
        "en": "A clue is a word: no emoji and no control characters.",
        "pl": "Wskazówka to słowo: bez emoji i znaków sterujących.",
        "hu": "A célzás egy szó: emoji és vezérlőkarakter nem lehet benne.",
    },
    "several_words": {
        "en": "A clue is a single word.",
        "pl": "Wskazówka to jedno słowo.",
        "hu": "A célzás egyetlen szó.",
    },
    "hyphen": {
        "en": "“{clue}” joins two words with a hyphen, so it counts as two.",
        "pl": "„{clue}” to dwa słowa połączone łącznikiem, więc liczy się jako dwa.",
        "hu": "A(z) „{clue}” két, kötőjellel összekapcsolt szó, ezért kettőnek számít.",
    },
    "abbreviation": {
        "en": "“{clue}” is an abbreviation; this table plays without them.",
        "pl": "„{clue}” to skrót, a przy tym stole gra się bez skrótów.",
        "hu": "A(z) „{clue}” rövidítés, ennél az asztalnál pedig rövidítés nélkül játszotok.",
    },
    "number": {
        "en": "The number must be a whole number from 0 to 9.",
        "pl": "Liczba musi być całkowita, od 0 do 9.",
        "hu": "A szám 0 és 9 közötti egész szám legyen.",
    },
    "visible": {
        "en": "{word} is still on the table.",
        "pl": "Słowo {word} wciąż leży na stole.",
        "hu": "A(z) {word} szó még az asztalon van.",
    },
    "form": {
        "en": "“{clue}” is a form of {word}, which is still on the table.",
        "pl": "„{clue}” to forma słowa {word}, które wciąż leży na stole.",
        "hu": "A(z) „{clue}” az asztalon lévő {word} szó egyik alakja.",
    },
    "family": {
        "en": "“{clue}” and {word} come from the same word.",
        "pl": "„{clue}” i {word} należą do tej samej rodziny wyrazów.",
        "hu": "A(z) „{clue}” és a(z) {word} ugyanabba a szócsaládba tartozik.",
    },
    "part": {
        "en": "{word} is made up of parts, and “{clue}” is one of them or a form of it.",
        "pl": "{word} to wyraz złożony, a „{clue}” jest jego członem lub formą tego członu.",
        "hu": "A(z) {word} összetett szó, a(z) „{clue}” pedig az egyik tagja vagy annak alakja.",
    },
    "compound": {
        "en": "“{clue}” is a compound that contains {word} or a part of it.",
        "pl": "„{clue}” to wyraz złożony, który zawiera słowo {word} lub jego człon.",
        "hu": "A(z) „{clue}” olyan összetett szó, amelyben benne van a(z) {word} vagy egy tagja.",
    },
    "similar": {
        "en": "“{clue}” looks much like {word}. If that is only chance, go ahead.",
        "pl": "„{clue}” bardzo przypomina słowo {word}. Jeśli to tylko przypadek, śmiało.",
        "hu": "A(z) „{clue}” nagyon hasonlít a(z) {word} szóra. Ha ez csak véletlen, mehet.",
    },
    "opaque": {
        "en": "“{clue}” and {word} share an old origin that few people still feel. Use it?",
        "pl": "„{clue}” i {word} mają wspólne, dziś już nieodczuwane pochodzenie. Na pewno?",
        "hu": "A(z) „{clue}” és a(z) {word} eredete közös, bár ezt ma már alig érezni. Biztos?",
    },
    "denied": {
        "en": "“{clue}” is too close to {word}: the pair is on the list of forbidden ones.",
        "pl": "„{clue}” jest zbyt bliskie słowu {word}: ta para jest na liście zakazanych.",
        "hu": "A(z) „{clue}” túl közel áll a(z) {word} szóhoz: a pár a tiltólistán van.",
    },
    "unknown": {
        "en": "“{clue}” is not in the word list. Would your partner use it in a sentence?",
        "pl": "Nie ma słowa „{clue}” w słowniku. Czy partner użyłby go w zwykłym zdaniu?",
        "hu": "A(z) „{clue}” nincs a szótárban. A társad használná egy hétköznapi mondatban?",
    },
    "letter": {
        "en": "A single letter may be used only for what it means, not for spelling.",
        "pl": "Pojedynczej litery wolno użyć tylko ze względu na znaczenie, nie na pisownię.",
        "hu": "Betűt csak a jelentése miatt szabad megadni, a helyesírás miatt nem.",
    },
    "numeral": {
        "en": "A numeral may be used only for what it means, not to count letters or cards.",
        "pl": "Liczebnika wolno użyć tylko ze względu na znaczenie, nie do liczenia liter i kart.",
        "hu": "Számot csak a jelentése miatt szabad megadni, betűk vagy lapok számolására nem.",
    },
    "place": {
        "en": "A clue may not point at a card's place on the table. Is “{clue}” about meaning?",
        "pl": "Wskazówka nie może mówić o miejscu karty na stole. Czy „{clue}” dotyczy znaczenia?",
        "hu": "A célzás nem utalhat a lapok helyére az asztalon. A(z) „{clue}” a jelentésről szól?",
    },
    "spelling": {
        "en": "A clue may not be about letters or sounds. Is “{clue}” about meaning?",
        "pl": "Wskazówka nie może dotyczyć liter ani brzmienia. Czy „{clue}” dotyczy znaczenia?",
        "hu": "A célzás nem szólhat betűkről vagy hangzásról. A(z) „{clue}” a jelentésről szól?",
    },
}

KEYS = tuple(_SENTENCES)

_VOWELS = "aáeéiíoóöőuúüű"


def _article(text: str) -> str:
    """Hungarian says az before a vowel; the sign after the article decides."""
    pieces = text.split("(z) ")
    done = pieces[0]
    for piece in pieces[1:]:
        first = next((sign for sign in piece.casefold() if sign.isalnum()), "")
        done += ("z " if first in _VOWELS and first else " ") + piece
    return done


def sentence(key: str, lang: str, params: dict[str, str]) -> str:
    """The sentence of a key; an interface language that is not there falls back to English."""
    texts = _SENTENCES[key]
    text = texts.get(lang, texts["en"])
    for name, value in params.items():
        text = text.replace("{" + name + "}", value)
    return _article(text) if lang == "hu" else text
