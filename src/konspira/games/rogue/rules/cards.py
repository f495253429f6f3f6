"""RA-6.8, RA-6.9 and RA-27: criminal cards. A card nobody has looked at is not drawn yet."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import SHOW_CARD
from konspira.games.rogue.rules.codes import (
    CARD_OUT,
    CARD_UNDER,
    CHANCE,
    CLOCK_OUT,
    LOOK,
    LOOKED,
    SHOWN,
    SHUFFLED,
    TURN_UP,
    code,
)
from konspira.games.rogue.rules.components import (
    CAPTIVE,
    CARD,
    FACE_UP,
    IN_BAG,
    KNOWN,
    MARKS,
    OLD,
    PLACE,
    STATUS,
    bit,
    size,
)
from konspira.games.rogue.rules.position import Position


def deal_card(p: Position, criminal: i64) -> bool:
    """The top card goes face down under the linking disc. False: there is none."""
    p.set(criminal, CARD, 0)
    p.set(criminal, FACE_UP, 0)
    p.set(criminal, MARKS, 0)
    p.set(criminal, KNOWN, 0)
    p.set(criminal, OLD, 0)
    if p.deck == 0 and not p.bottom:
        shuffle_removed(p)
    if p.deck:
        p.deck -= 1
        return True
    if not p.bottom:
        return False
    # All have seen which card lies here.
    p.set(criminal, CARD, p.bottom[0] + 1)
    p.set(criminal, KNOWN, 1)
    p.bottom = p.bottom[1:]
    return True


def shuffle_removed(p: Position) -> None:
    """RA-26.7. Face-down cards in play belong to the old deck from now on."""
    if p.removed == 0:
        return
    p.happen(SHUFFLED)
    p.old_unseen |= p.unseen
    p.old_easy += p.easy
    p.old_hard += p.hard
    criminal: i64 = 0
    while criminal < 6:
        if p.of(criminal, STATUS) != IN_BAG and not p.of(criminal, FACE_UP):
            p.set(criminal, OLD, 1)
        criminal += 1
    p.unseen = p.removed
    p.easy = size(p.removed & p.box.easy)
    p.hard = size(p.removed & p.box.hard)
    p.deck = p.easy + p.hard
    p.removed = 0


def look(p: Position, criminal: i64, seat: i64) -> None:
    """RA-7.14: chance draws the card if nobody has seen it before."""
    p.set(criminal, MARKS, p.of(criminal, MARKS) | bit(seat))
    if p.of(criminal, CARD):
        p.happen(LOOKED, criminal, p.card_of(criminal), seat)
    else:
        p.ask_chance(LOOK, criminal, seat)


def turn_up(p: Position, criminal: i64) -> None:
    """RA-9.2: face up for all."""
    if p.of(criminal, CARD):
        p.happen(SHOWN, criminal, p.card_of(criminal))
        p.set(criminal, FACE_UP, 1)
        p.set(criminal, OLD, 0)
    else:
        p.ask_chance(TURN_UP, criminal, p.of(criminal, OLD))


def weights(p: Position, old: bool) -> tuple[i64, i64]:
    """The weight of each easy and of each hard card. Cards of a stratum are as likely as each
    other, and a stratum is as likely as it has cards left in the game (RA-26.2)."""
    unseen = p.old_unseen if old else p.unseen
    easy = (p.old_easy if old else p.easy) * size(unseen & p.box.hard)
    hard = (p.old_hard if old else p.hard) * size(unseen & p.box.easy)
    if easy == hard or size(unseen & p.box.hard) == 0 or size(unseen & p.box.easy) == 0:
        return 1, 1
    divisor = easy
    rest = hard
    while rest:
        divisor, rest = rest, divisor % rest
    return easy // divisor, hard // divisor


def card_total(p: Position, old: bool) -> i64:
    """How many tickets chance has for a card nobody has seen."""
    easy, hard = weights(p, old)
    unseen = p.old_unseen if old else p.unseen
    return easy * size(unseen & p.box.easy) + hard * size(unseen & p.box.hard)


def card_pick(p: Position, old: bool, ticket: i64) -> i64:
    """The card with this ticket."""
    easy, hard = weights(p, old)
    unseen = p.old_unseen if old else p.unseen
    card: i64 = 0
    while unseen >> card:
        if unseen >> card & 1:
            weight = easy if p.box.easy >> card & 1 else hard
            if ticket < weight:
                return card
            ticket -= weight
        card += 1
    return -1


def card_possible(p: Position, old: bool, card: i64) -> bool:
    unseen = p.old_unseen if old else p.unseen
    if not unseen >> card & 1:
        return False
    if p.box.easy >> card & 1:
        return (p.old_easy if old else p.easy) > 0
    return (p.old_hard if old else p.hard) > 0


def see(p: Position, old: bool, card: i64) -> None:
    """A card is drawn: nobody else can get it."""
    easy: i64 = 1 if p.box.easy >> card & 1 else 0
    if old:
        p.old_unseen &= ~bit(card)
        p.old_easy -= easy
        p.old_hard -= 1 - easy
    else:
        p.unseen &= ~bit(card)
        p.easy -= easy
        p.hard -= 1 - easy


def chance_card(p: Position, ticket: i64) -> i64:
    """The code of a drawn card: looked at by one, or shown to all."""
    if p.chance == LOOK:
        card = card_pick(p, p.of(p.chance_a, OLD) == 1, ticket)
        return code(CHANCE, LOOK, p.chance_a, card, p.chance_b)
    return code(CHANCE, TURN_UP, p.chance_a, card_pick(p, p.chance_b == 1, ticket))


def return_to_bag(p: Position, criminal: i64) -> None:
    """RA-6.9."""
    leave_city(p, criminal)
    put_away(p, criminal, False)


def put_away(p: Position, criminal: i64, escaped: bool) -> None:
    """The card leaves play, shown to all (RA-OP-8), and the disc is free again."""
    p.bag_criminals |= bit(criminal)
    card = p.card_of(criminal)
    old = p.of(criminal, OLD)
    p.set(criminal, STATUS, IN_BAG)
    p.set(criminal, PLACE, 0)
    p.set(criminal, CARD, 0)
    p.set(criminal, FACE_UP, 0)
    p.set(criminal, MARKS, 0)
    p.set(criminal, KNOWN, 0)
    p.set(criminal, OLD, 0)
    if card >= 0:
        card_leaves(p, criminal, card, escaped)
    else:
        p.push(SHOW_CARD, criminal, old, 1 if escaped else 0)


def card_leaves(p: Position, criminal: i64, card: i64, escaped: bool) -> None:
    if escaped and p.box.returning >> card & 1:
        p.bottom.append(int(card))
        p.happen(CARD_UNDER, criminal, card)
    else:
        p.removed |= bit(card)
        p.happen(CARD_OUT, criminal, card)


def leave_city(p: Position, criminal: i64) -> None:
    """RA-9.11: clock effects of a criminal end when its disc leaves the map."""
    if not p.clocks:
        return
    kept: list[int] = []
    for clock in p.clocks:
        if (clock >> 10) & 15 == criminal:
            p.happen(CLOCK_OUT, clock & 15, (clock >> 4) & 63)
        else:
            kept.append(clock)
    p.clocks = kept


def captives_back(p: Position, seat: i64) -> None:
    """All captives of a player return to the bag."""
    criminal: i64 = 0
    while criminal < 6:
        if p.of(criminal, STATUS) == CAPTIVE and p.of(criminal, PLACE) == seat:
            return_to_bag(p, criminal)
        criminal += 1
