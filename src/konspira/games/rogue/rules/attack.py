"""Chapter 9: attack a criminal or an assassin; RA-26.5."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.agenda import (
    ATTACK_AMMO,
    ATTACK_CALL,
    ATTACK_HITS,
    ATTACK_REVEALED,
    ATTACK_ROLL,
)
from konspira.games.rogue.rules.agent_board import (
    active,
    helping_informants,
    lose_stamina,
    spendable,
)
from konspira.games.rogue.rules.cards import turn_up
from konspira.games.rogue.rules.codes import (
    ASSASSIN_OUT,
    CALL,
    DEFEATED,
    HITS,
    INFORMANT_OUT,
    SPEND_AMMO,
    code,
)
from konspira.games.rogue.rules.components import (
    AMMO,
    ASSASSIN,
    BLACK,
    BOOST,
    DICE,
    EXPLOSION,
    FACE_UP,
    GREEN,
    INFLUENCE,
    MARKS,
    PISTOL,
    PLACE,
    RED,
    STATUS,
    UNTAMED,
    bit,
)
from konspira.games.rogue.rules.components import (
    DEFEATED as IS_DEFEATED,
)
from konspira.games.rogue.rules.effects import carry_out
from konspira.games.rogue.rules.position import (
    ARMING,
    CALLING,
    DEFENDERS,
    ONE_MORE_GREEN,
    WITHOUT_GREEN,
    WITHOUT_RETALIATION,
    Position,
    symbol_of,
)


def attack_criminal(p: Position, criminal: i64) -> None:
    """RA-9.1, RA-9.2."""
    p.push(ATTACK_CALL, criminal, p.of(criminal, PLACE))
    if not p.of(criminal, FACE_UP):
        marked: i64 = 1 if p.of(criminal, MARKS) & bit(p.turn) else 0
        p.push(ATTACK_REVEALED, criminal, marked)
        turn_up(p, criminal)


def attack_assassin(p: Position, position: i64) -> None:
    p.push(ATTACK_CALL, ASSASSIN, position)


def revealed(p: Position, criminal: i64, marked: bool) -> None:
    """RA-9.2: a red icon works on those who have not investigated, a white one on the others."""
    card = p.box.criminals[p.card_of(criminal)]
    if card.reveal_icon == (2 if marked else 1):
        carry_out(p, criminal, card.reveal, card.reveal_number)


def still_there(p: Position, target: i64, position: i64) -> bool:
    """RA-9.4."""
    if p.turn_over:
        return False
    if target == ASSASSIN:
        return True
    return p.of(target, STATUS) == UNTAMED and p.of(target, PLACE) == position


def call(p: Position, target: i64, position: i64) -> None:
    """RA-9.5 begins; in Shadow Watch informants may be called (D-31)."""
    if not still_there(p, target, position):
        return
    if not p.flags & WITHOUT_GREEN:
        p.green = active(p, p.turn, PISTOL)
        if p.flags & ONE_MORE_GREEN:
            p.green += 1
        p.green = min(p.green, DICE)  # RA-4.15
    p.push(ATTACK_AMMO, target, position)
    if p.options.shadow_watch and target != ASSASSIN and not p.flags & WITHOUT_GREEN:
        free = DICE - p.green
        here = p.own_informants(p.turn, p.at(p.turn))
        p.number = here if here < free else free
        if p.number > 0:
            p.ask(p.turn, CALLING)


def calls(p: Position, out: list[int]) -> None:
    count: i64 = 0
    while count <= p.number:
        out.append(int(code(p.asked, CALL, count)))
        count += 1


def arm(p: Position, target: i64, position: i64) -> None:
    p.push(ATTACK_ROLL, target, position)
    ask_ammo(p)


def ask_ammo(p: Position) -> None:
    """RA-9.5: ammo is committed before rolling."""
    p.spent = 0
    have = spendable(p, p.turn, AMMO)
    p.number = have if have < DICE else DICE
    if p.number > 0:
        p.ask(p.turn, ARMING)


def armings(p: Position, out: list[int]) -> None:
    count: i64 = 0
    while count <= p.number:
        out.append(int(code(p.asked, SPEND_AMMO, count)))
        count += 1


def add_dice(p: Position, colour: i64, count: i64, flag: i64 = 0) -> None:
    """Dice taken to be rolled."""
    while count > 0:
        p.dice.append(int(colour | flag))
        count -= 1


def roll(p: Position, target: i64, position: i64) -> None:
    p.push(ATTACK_HITS, target, position)
    take_dice(p)


def take_dice(p: Position) -> None:
    p.dice = []
    add_dice(p, RED, DICE)
    add_dice(p, GREEN, p.green + p.called)
    add_dice(p, BLACK, p.spent)


def hits(explosions: i64, boosts: i64) -> i64:
    """RA-9.6."""
    return explosions + (boosts if boosts < explosions else explosions)


def hits_rolled(p: Position) -> i64:
    explosions: i64 = 0
    boosts: i64 = 0
    for value in p.dice:
        if not value & DEFENDERS:
            symbol = symbol_of(value)
            if symbol == EXPLOSION:
                explosions += 1
            elif symbol == BOOST:
                boosts += 1
    return hits(explosions, boosts)


def fight(p: Position, target: i64, position: i64) -> None:
    """RA-9.7 to RA-9.10."""
    seat = p.turn
    made = hits_rolled(p)
    p.dice = []
    p.happen(HITS, seat, made)
    slot = p.at(seat)
    if target == ASSASSIN:
        if made >= 2:
            p.assassins.remove(int(position))
            p.bag_assassins += 1
            p.happen(ASSASSIN_OUT, slot)
            p.add(seat, INFLUENCE, 1)
        elif not p.safe(seat, slot):
            lose_stamina(p, seat, 2 - helping_informants(p, seat, slot))
        return
    card = p.box.criminals[p.card_of(target)]
    needed = card.stamina + p.brace
    if made >= (needed if needed > 1 else 1):
        p.set(target, STATUS, IS_DEFEATED)
        p.happen(DEFEATED, target)
        p.add(seat, INFLUENCE, 1)
        return
    if p.called and p.own_informants(seat, slot):  # RA-26.5
        p.remove_informant(slot, p.informants[slot] & 7 != seat + 1)
        p.happen(INFORMANT_OUT, seat, slot)
    if not p.flags & WITHOUT_RETALIATION:
        carry_out(p, target, card.retaliation, card.retaliation_number)
