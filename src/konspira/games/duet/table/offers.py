"""Legal moves and the things to touch for them."""

from __future__ import annotations

from konspira.engine.contract import actor_of
from konspira.games.duet import Duet
from konspira.games.duet.notation import BARE, CELL_NAMES
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, kind_of
from konspira.games.duet.rules.components import LARGEST_NUMBER
from konspira.games.duet.rules.seen import Seen
from konspira.games.duet.table.voice import Voice
from konspira.web.table import Moment, Offer

GIVING = ("first-clue", "clue")
ASIDES = (codes.RESIGN, codes.QUESTION, codes.CONFESS, codes.RESTART)
# What cannot be taken back asks once; the harmless half of a choice does not.
BINDING = (codes.STOP, codes.OBJECT, codes.AGREE, codes.CHARGE, *ASIDES)


def offered(game: Duet, moment: Moment, voice: Voice) -> list[Offer]:
    """Moves first, then asides. A clue is any word: ten numbers stand for all of them."""
    seen: Seen = moment.seen
    found: list[Offer] = []
    if moment.kind in GIVING:
        found += clues(game, voice)
    else:
        found += [_offer(game, seen, move, voice) for move in moment.moves]
    return found + [_offer(game, seen, aside, voice) for aside in moment.asides]


def clues(game: Duet, voice: Voice) -> list[Offer]:
    """CD-5.1, CD-5.8; insisting is not for ranked games (CD-18.4)."""
    numbers = range(int(LARGEST_NUMBER) + 1)
    found = [
        Offer(f"clue {{text}} {n}", (f"number-{n}",), voice.say("web.offer.clue", number=n))
        for n in numbers
    ]
    if game.level != "ranked":
        sure = voice.say("web.sure.insist")
        found += [
            Offer(
                f"clue! {{text}} {n}",
                (f"number-{n}", "insist"),
                voice.say("web.offer.insist", number=n),
                sure,
            )
            for n in numbers
        ]
    return found


def label(game: Duet, seen: Seen, move: int, voice: Voice) -> str:
    """A move in words; a clue with its word."""
    if kind_of(move) != codes.CLUE:
        return _offer(game, seen, move, voice).label
    word = game.box.vocabulary.word(codes.word_of(move)).upper()
    return voice.say("web.label.clue", word=word, number=int(a_of(move) & codes.NUMBER))


def _offer(game: Duet, seen: Seen, move: int, voice: Voice) -> Offer:
    kind = kind_of(move)
    if kind == codes.TOUCH:
        cell = a_of(move)
        word = game.box.words[seen.words[cell]].upper()
        label = voice.say("web.offer.touch", word=word)
        sure = "web.sure.touch-sudden" if seen.sudden else "web.sure.touch"
        if game.touch_needs_majority and voice.group(voice.viewer):  # CD-13.5
            sure = "web.sure.vote"
        return Offer(game.text(move), (touch_of(cell),), label, voice.say(sure, word=word))
    name = BARE[kind]
    touched = f"aside-{name}" if kind in ASIDES else name
    key = name
    if kind == codes.RESTART and seen.offers >> (1 - actor_of(move)) & 1:
        key = "restart-too"
    sure = voice.say(f"web.sure.{key}") if kind in BINDING else ""
    return Offer(game.text(move), (touched,), voice.say(f"web.offer.{key}"), sure)


def touch_of(cell: int) -> str:
    return f"cell-{CELL_NAMES[cell]}"
