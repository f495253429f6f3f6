"""Chapter 7 and SK-9.1: dealing, refilling, Tomoyo's pairs."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.kyoto.rules.codes import (
    CHANCE,
    DEAL,
    KEEP,
    LOOK,
    PAIRED,
    REFILL,
    TAKEN,
    code,
)
from konspira.games.kyoto.rules.components import (
    DEFENCE,
    JOKER,
    LOCATION,
    NO_CARD,
    SIX,
    TACTICS,
    TOMOYO,
    locations_in,
    one,
    tactics_in,
)
from konspira.games.kyoto.rules.position import (
    CARD_BYTES,
    DRAWING,
    KEEPING,
    LOOKING,
    REFILLING,
    Position,
)

NO_SECOND: i64 = 7


def bottom(p: Position, side: i64, kind: i64) -> bytes:
    """The cards at the bottom of a deck in the order in which they will be met (SK-9.1.3)."""
    bottoms = p.bottoms
    if bottoms is None:
        return b""
    return bottoms[2 * side + kind]


def unseen(p: Position, side: i64, kind: i64) -> i64:
    """How many cards lie above the bottom that was put there."""
    deck = p.deck(side)
    return locations_in(deck) if kind == LOCATION else tactics_in(deck)


def left(p: Position, side: i64, kind: i64) -> i64:
    """How many cards are in a deck."""
    if p.bottoms is None:
        return unseen(p, side, kind)
    return unseen(p, side, kind) + len(bottom(p, side, kind))


def deal_next(p: Position) -> bool:
    """SK-2.3: who draws which kind next at the set-up; False when both hands are dealt."""
    side: i64 = 0
    while side < 2:
        hand = p.hand(side)
        if locations_in(hand) < p.board.first_locations:
            p.side = side
            p.source1 = LOCATION
            return True
        if tactics_in(hand) < p.board.first_tactics:
            p.side = side
            p.source1 = TACTICS
            return True
        side += 1
    p.side = 0
    p.source1 = 0
    return False


def refilled(p: Position) -> bool:
    """SK-7.1 to SK-7.4: go on until the hand is full (True), or a question is open (False)."""
    side = p.side
    while True:
        hand = p.hand(side)
        if locations_in(hand) + tactics_in(hand) >= p.board.hand_size:  # SK-7.4
            return True
        options: list[int] = []
        refills(p, options)
        if not options:  # SK-7.3
            return True
        if len(options) > 1:
            p.ask(side, REFILLING)
            p.listed = options
            return False
        # Only one deck has cards, as all can see: nothing is asked.
        if not drawn_at_once(p, options[0]):
            return False


def refills(p: Position, out: list[int]) -> None:
    side = p.side
    locations = left(p, side, LOCATION)
    tactics = left(p, side, TACTICS)
    if p.special(side) == TOMOYO and locations + tactics > 1:  # SK-9.1.1, SK-9.1.2
        if locations > 1:
            out.append(int(code(side, REFILL, LOCATION, LOCATION)))
        if locations > 0 and tactics > 0:
            out.append(int(code(side, REFILL, LOCATION, TACTICS)))
        if tactics > 1:
            out.append(int(code(side, REFILL, TACTICS, TACTICS)))
        return
    if locations > 0:
        out.append(int(code(side, REFILL, LOCATION, NO_SECOND)))
    if tactics > 0:
        out.append(int(code(side, REFILL, TACTICS, NO_SECOND)))


def drawn_at_once(p: Position, move: i64) -> bool:
    """The deck is named. True: its known bottom gave the card at once."""
    p.source1 = (move >> 10) & 63
    p.source2 = (move >> 16) & 63
    if p.source2 != NO_SECOND:
        p.phase = LOOKING
        look_on(p)
        return False
    if unseen(p, p.side, p.source1):
        p.phase = DRAWING
        return False
    card = _from_bottom(p, p.side, p.source1)
    p.happen(TAKEN, p.side, card)
    p.add_to_hand(p.side, one(card))
    p.source1 = 0
    p.source2 = 0
    return True


def look_on(p: Position) -> None:
    """Go on turning up Tomoyo's pair: chance draws, unless only the known bottom is left."""
    side = p.side
    if p.drawn1 == NO_CARD and unseen(p, side, p.source1) == 0:
        p.drawn1 = _from_bottom(p, side, p.source1)
        p.happen(PAIRED, side, p.drawn1)
    if p.drawn1 != NO_CARD and p.drawn2 == NO_CARD and unseen(p, side, p.source2) == 0:
        p.drawn2 = _from_bottom(p, side, p.source2)
        p.happen(PAIRED, side, p.drawn2)
    if p.drawn2 != NO_CARD:
        p.ask(side, KEEPING)


def _from_bottom(p: Position, side: i64, kind: i64) -> i64:
    bottoms = p.bottoms
    assert bottoms is not None
    cards = bottoms[2 * side + kind]
    copy = list(bottoms)
    copy[2 * side + kind] = cards[1:]
    p.bottoms = copy
    return cards[0]


def keeps(p: Position, out: list[int]) -> None:
    out.append(int(code(p.side, KEEP, p.drawn1, p.drawn2)))
    if p.drawn1 != p.drawn2:
        out.append(int(code(p.side, KEEP, p.drawn2, p.drawn1)))


def keep(p: Position, card: i64, other: i64) -> None:
    """SK-9.1: one card into the hand, the other under the deck it came from."""
    side = p.side
    p.add_to_hand(side, one(card))
    kind = LOCATION if other <= JOKER else TACTICS
    bottoms = p.bottoms
    copy = [b"", b"", b"", b""] if bottoms is None else list(bottoms)
    copy[2 * side + kind] = copy[2 * side + kind] + CARD_BYTES[other]
    p.bottoms = copy
    p.drawn1 = NO_CARD
    p.drawn2 = NO_CARD
    p.source1 = 0
    p.source2 = 0


def source(p: Position) -> i64:
    """The kind of deck chance draws from now."""
    if p.phase == LOOKING and p.drawn1 != NO_CARD:
        return p.source2
    return p.source1


def pick(p: Position, ticket: i64) -> i64:
    """The card that holds this ticket of the deck drawn from."""
    card: i64 = 0 if source(p) == LOCATION else DEFENCE
    deck = p.deck(p.side) >> (6 * card)
    while deck:
        ticket -= deck & SIX
        if ticket < 0:
            break
        deck >>= 6
        card += 1
    return code(CHANCE, LOOK if p.phase == LOOKING else DEAL, p.side, card)


def drawn(p: Position, card: i64) -> None:
    """Chance has drawn a card."""
    side = p.side
    p.add_to_deck(side, -one(card))
    if p.phase == LOOKING:
        if p.drawn1 == NO_CARD:
            p.drawn1 = card
        else:
            p.drawn2 = card
        look_on(p)
        return
    p.add_to_hand(side, one(card))
    p.source1 = 0
    p.source2 = 0
