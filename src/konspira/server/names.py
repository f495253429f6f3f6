"""Rooms have names that can be said aloud: "Amber Sparrow". A name is no key; the link is.

A room is named in the language of whoever opens it, and keeps that name for all who come."""

from __future__ import annotations

import secrets
from typing import Final

FIRST: Final = (
    "Amber Ash Autumn Bitter Blue Brass Bright Broken Carbon Cedar Clever Coral Copper "
    "Crooked Crystal Distant Double Dusty Ebony Eleventh Empty Evening False Faint Foreign "
    "Frosted Gentle Gilded Glass Golden Grey Hidden Hollow Idle Indigo Iron Ivory Jade Last "
    "Lemon Lunar Marble Midnight Misty Morning Narrow Northern Old Olive Paper Patient Pale "
    "Polite Quiet Rainy Restless Ruby Rusty Sable Scarlet Second Secret Silent Silver Sleepy "
    "Smoky Snowy Southern Spare Steel Stray Sudden Tall Tidy Twelfth Velvet Vermilion Violet "
    "Wandering Wax Western Winter Wooden"
).split()
SECOND: Final = (
    "Almanac Anchor Badger Balcony Beacon Bridge Candle Canary Carriage Cello Chimney Cipher "
    "Compass Courier Crane Curtain Door Dossier Dove Elevator Falcon Fan Ferry Fountain Fox "
    "Garden Gate Glove Harbour Hat Heron Hotel Island Kettle Key Kiosk Ladder Lantern Ledger "
    "Letter Lighthouse Lock Magpie Market Mirror Moth Museum Needle Newspaper Orchard Otter "
    "Owl Parasol Parcel Passage Pawn Piano Pigeon Platform Porter Postcard Quill Raven Ribbon "
    "River Rook Sailor Shadow Signal Sparrow Spyglass Staircase Station Swallow Tavern Teacup "
    "Telegram Theatre Ticket Tower Train Trunk Tunnel Umbrella Vault Violin Walnut Waltz "
    "Whistle Willow Window"
).split()


# An adjective as it stands before a man; Polish gives it the gender of its noun.
PL_FIRST: Final = (
    "Bursztynowy Jesienny Gorzki Błękitny Mosiężny Jasny Pęknięty Cedrowy Sprytny Koralowy "
    "Miedziany Krzywy Kryształowy Daleki Podwójny Zakurzony Hebanowy Jedenasty Pusty Wieczorny "
    "Fałszywy Obcy Oszroniony Łagodny Złocony Szklany Złoty Szary Ukryty Leniwy Żelazny Jadeitowy "
    "Ostatni Cytrynowy Księżycowy Marmurowy Mglisty Poranny Wąski Północny Stary Oliwkowy "
    "Papierowy Cierpliwy Blady Uprzejmy Cichy Deszczowy Niespokojny Rubinowy Rdzawy Szkarłatny "
    "Drugi Tajny Milczący Srebrny Senny Dymny Śnieżny Południowy Zapasowy Stalowy Zbłąkany Nagły "
    "Wysoki Schludny Dwunasty Aksamitny Cynobrowy Fioletowy Wędrowny Woskowy Zachodni Zimowy "
    "Drewniany"
).split()
PL_SECOND: Final = {
    "m": (
        "almanach borsuk balkon most kanarek powóz komin szyfr kompas kurier żuraw gołąb sokół "
        "wachlarz prom lis ogród kapelusz hotel czajnik klucz kiosk list targ sad parasol pasaż "
        "pionek fortepian peron portier kruk żeglarz cień sygnał wróbel pociąg kufer tunel "
        "skarbiec orzech walc gwizdek dworzec telegram teatr bilet"
    ).split(),
    "f": (
        "kotwica świeca wiolonczela kurtyna teczka fontanna brama rękawiczka wyspa drabina "
        "latarnia sroka ćma igła gazeta wydra sowa paczka pocztówka wstążka rzeka wieża luneta "
        "jaskółka tawerna filiżanka księga wierzba czapla winda"
    ).split(),
    "n": "lustro okno pióro muzeum molo pianino skrzydło".split(),
}
HU_FIRST: Final = (
    "Őszi Keserű Kék Fényes Törött Okos Távoli Kettős Poros Tizenegyedik Üres Esti Hamis Halvány "
    "Idegen Deres Szelíd Aranyozott Szürke Rejtett Lusta Utolsó Holdfényes Éjféli Ködös Reggeli "
    "Keskeny Északi Régi Türelmes Sápadt Udvarias Csendes Esős Nyugtalan Rozsdás Skarlátvörös "
    "Második Titkos Néma Ezüstös Álmos Füstös Havas Déli Kóbor Magas Tizenkettedik Bársonyos "
    "Borostyánsárga Rézvörös Vándorló Nyugati Téli Görbe Ravasz Olajzöld Smaragdzöld Ibolyakék "
    "Kopott Festett Faragott"
).split()
HU_SECOND: Final = (
    "kalendárium horgony borz erkély híd gyertya kanári hintó cselló kémény rejtjel iránytű futár "
    "daru függöny ajtó akta galamb lift sólyom legyező komp szökőkút róka kert kapu kesztyű "
    "kikötő kalap kócsag szálloda sziget teáskanna kulcs létra lámpás levél világítótorony lakat "
    "szarka piac tükör lepke múzeum tű újság vidra bagoly napernyő csomag átjáró gyalog zongora "
    "peron hordár képeslap lúdtoll holló szalag folyó bástya matróz árnyék veréb távcső lépcső "
    "állomás fecske fogadó csésze távirat színház torony vonat bőrönd alagút esernyő hegedű dió "
    "keringő síp fűzfa ablak"
).split()


def invented(language: str = "en") -> str:
    if language == "pl":
        second, gender = secrets.choice([(one, of) for of in PL_SECOND for one in PL_SECOND[of]])
        return f"{_declined(secrets.choice(PL_FIRST), gender)} {second}"
    if language == "hu":
        return f"{secrets.choice(HU_FIRST)} {secrets.choice(HU_SECOND)}"
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"


def _declined(adjective: str, gender: str) -> str:
    """cichy, cicha, ciche; wąski, wąska, wąskie; ostatni, ostatnia, ostatnie."""
    if gender == "m":
        return adjective
    if adjective.endswith("y"):
        return adjective[:-1] + ("a" if gender == "f" else "e")
    if gender == "n":
        return adjective + "e"
    return (adjective[:-1] if adjective[-2] in "kg" else adjective) + "a"
