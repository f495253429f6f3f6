"""Chapters 2.2 and 9: picking special agents, and what their cards change for good."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.kyoto.rules.codes import NEUTRAL, PICK, PICKED, RURI_COLOUR, code
from konspira.games.kyoto.rules.components import BLUE, CHIHARU, RURI, count, one
from konspira.games.kyoto.rules.position import RURI_PICK, Position

NEUTRAL_SIDE: i64 = 2


def neutral_in_play(p: Position) -> bool:
    """Is there a neutral card to offer (SK-2.8)?"""
    return p.options.neutral_agent and p.board.special_sides[RURI] == NEUTRAL_SIDE


def picks(p: Position, side: i64, out: list[int]) -> None:
    """SK-2.7, SK-2.8: three own cards; the neutral one for ONI if GOV passed it on."""
    agent: i64 = 1
    while agent <= 7:
        whose: i64 = p.board.special_sides[agent]
        passed_on = side == 0 and p.special1 != RURI and neutral_in_play(p)
        if whose == side or (whose == NEUTRAL_SIDE and passed_on):
            out.append(int(code(side, PICK, agent)))
        agent += 1


def neutral_choices(out: list[int]) -> None:
    out.append(int(code(1, NEUTRAL, 1)))
    out.append(int(code(1, NEUTRAL, 0)))


def picked(p: Position) -> None:
    """Both have picked: the cards are shown together and take effect."""
    p.happen(PICKED, 0, p.special0)
    p.happen(PICKED, 1, p.special1)
    take_effect(p)


def take_effect(p: Position) -> None:
    """What the picked cards change on the board for good."""
    side: i64 = 0
    while side < 2:
        agent = p.special(side)
        if agent == CHIHARU:  # SK-9.5
            territory: i64 = p.board.territory[side]
            kept_out = p.board.neutral & territory
            if side == 0:
                p.closed0 = 0
                p.closed1 |= kept_out
                p.barred1 |= kept_out
            else:
                p.closed1 = 0
                p.closed0 |= kept_out
                p.barred0 |= kept_out
        elif agent == RURI and p.ruri <= BLUE:
            protected: i64 = p.board.colour[p.ruri]  # SK-9.7.1
            if side == 0:
                p.shield0 = protected
            else:
                p.shield1 = protected
        side += 1


def asks_ruri(p: Position) -> bool:
    """SK-9.7: Ruri's owner chooses a card, after the picks are shown (SK-OP-37)."""
    side: i64 = 0
    while side < 2:
        if p.special(side) == RURI:
            p.ask(side, RURI_PICK)
            return True
        side += 1
    return False


def ruri_colours(p: Position, side: i64, out: list[int]) -> None:
    colour: i64 = 0
    while colour <= BLUE:
        if count(p.deck(side), colour):  # SK-OP-30
            out.append(int(code(side, RURI_COLOUR, colour)))
        colour += 1


def choose_ruri(p: Position, side: i64, colour: i64) -> None:
    p.add_to_deck(side, -one(colour))
    p.ruri = colour
    take_effect(p)
