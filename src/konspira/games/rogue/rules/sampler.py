"""Draws states and whole games that fit what one viewer was told.

Hidden are only the identity tokens of others and the cards that others have investigated, and
chance dealt both. Cards: draws without replacement may be made in any order, so what the viewer
does not know is put back and drawn last. Tokens: a hand of others is as likely as there are ways
to deal it, among those that hold what was revealed; which token a player chose to reveal is no
evidence.
"""

from __future__ import annotations

from mypy_extensions import i64

from konspira.engine.contract import Luck
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.box import Box, Options
from konspira.games.rogue.rules.cards import card_pick, card_total, see
from konspira.games.rogue.rules.codes import BLANK, CHANCE, HOUSE, a_of, b_of, c_of, code, kind_of
from konspira.games.rogue.rules.components import (
    CARD,
    HIDDEN_ANDROID,
    HIDDEN_HUMAN,
    OLD,
    SHOWN_ANDROID,
    SHOWN_HUMAN,
    bit,
)
from konspira.games.rogue.rules.identity import limit_reached
from konspira.games.rogue.rules.state import State


def ways(n: i64, k: i64) -> i64:
    """How many sets of k out of n there are."""
    if k < 0 or k > n:
        return 0
    product: i64 = 1
    at: i64 = 0
    while at < k:
        product = product * (n - at) // (at + 1)
        at += 1
    return product


class Sampler:
    """Fits one viewer's knowledge of a game that began at its start."""

    def __init__(self, box: Box, options: Options, viewer: int, told: list[list[int]]) -> None:
        self.box = box
        self.options = options
        self.viewer = viewer
        self.codes: list[int] = []  # moves and chance; unknown cards and tokens are blank
        self.looks: list[int] = []  # where in it a card is unknown
        self.tokens: list[int] = []  # where in it a token is unknown
        seats = int(options.players)
        self.shown_human = [0] * seats
        self.shown_android = [0] * seats
        self._read(told)
        self.hands: list[list[int]] = []  # androids of each seat's unknown tokens
        self.weights: list[int] = []
        self._list_hands()
        self.present = self._present()

    def _read(self, told: list[list[int]]) -> None:
        """Takes moves and chance, and fills in what was shown later."""
        open_looks = [-1] * 6  # by criminal: where its card was looked at by others
        for entry in told:
            for known in entry:
                kind = kind_of(known)
                a = a_of(known)
                if known & 15 == HOUSE:
                    shows = (
                        kind == codes.SHOWN
                        or kind == codes.CARD_OUT
                        or kind == codes.CARD_UNDER
                        or (kind == codes.LOOKED and b_of(known) != BLANK)
                    )
                    if shows and open_looks[a] >= 0:
                        at = open_looks[a]
                        seat = c_of(self.codes[at])
                        self.codes[at] = int(code(CHANCE, codes.LOOK, a, b_of(known), seat))
                        open_looks[a] = -1
                    continue
                if kind == codes.LOOK and b_of(known) == BLANK:
                    open_looks[a] = len(self.codes)
                elif kind == codes.TOKEN and b_of(known) == BLANK:
                    self.tokens.append(len(self.codes))
                elif kind == codes.REVEAL and a:
                    self.shown_android[known & 15] += 1
                elif kind == codes.REVEAL:
                    self.shown_human[known & 15] += 1
                self.codes.append(known)
        self.looks = sorted([at for at in open_looks if at >= 0])

    def _list_hands(self) -> None:
        """All ways to share out the androids the viewer does not know, with their weights."""
        left = self.box.humans + self.box.androids
        androids = self.box.androids
        if self.options.players == 3:
            left -= self.box.removed_humans + self.box.removed_androids
            androids -= self.box.removed_androids
        for known in self.codes:
            if kind_of(known) == codes.TOKEN and b_of(known) != BLANK:
                left -= 1
                androids -= b_of(known)
        sizes = [0] * int(self.options.players)
        for at in self.tokens:
            sizes[a_of(self.codes[at])] += 1
        if self.tokens:
            self._share([], 1, sizes, left - len(self.tokens), androids)

    def _share(
        self, hand: list[int], weight: i64, sizes: list[int], undealt: i64, androids: i64
    ) -> None:
        seat = len(hand)
        if seat == len(sizes):
            weight *= ways(undealt, androids)
            if weight > 0:
                self.hands.append(hand)
                self.weights.append(int(weight))
            return
        size = sizes[seat]
        least: i64 = self.shown_android[seat] if size else 0
        most: i64 = size - self.shown_human[seat] if size else 0
        while least <= most:
            if least <= androids:
                more = hand.copy()
                more.append(int(least))
                self._share(more, weight * ways(size, least), sizes, undealt, androids - least)
            least += 1

    def _present(self) -> State:
        """The present state. Unknown cards are ones that nobody sees in this game."""
        filled = self.codes.copy()
        if self.hands:
            self._deal(filled, self.hands[0], None)
        shown: i64 = 0
        for known in filled:
            kind = kind_of(known)
            if (kind == codes.LOOK or kind == codes.TURN_UP) and b_of(known) != BLANK:
                shown |= bit(b_of(known))
        state = State(self.box, self.options)
        state.start(0)
        for at in range(len(filled)):
            known = filled[at]
            if kind_of(known) == codes.LOOK and b_of(known) == BLANK:
                card: i64 = 0
                pool = state.unseen & ~shown
                while not pool >> card & 1:
                    card += 1
                shown |= bit(card)
                known = int(code(CHANCE, codes.LOOK, a_of(known), card, c_of(known)))
            state.apply(known)
        return state

    def _deal(self, filled: list[int], hand: list[int], luck: Luck | None) -> None:
        """Put a hand's androids on the places where tokens were dealt."""
        for seat in range(len(hand)):
            androids = hand[seat]
            places = [at for at in self.tokens if a_of(filled[at]) == seat]
            while places:
                pick = 0 if luck is None else luck.below(len(places))
                at = places.pop(pick)
                filled[at] = int(code(CHANCE, codes.TOKEN, seat, 1 if androids > 0 else 0))
                androids -= 1

    def _hand(self, luck: Luck) -> list[int]:
        ticket = luck.below(sum(self.weights))
        at = 0
        while ticket >= self.weights[at]:
            ticket -= self.weights[at]
            at += 1
        return self.hands[at]

    def sample(self, luck: Luck) -> State:
        """A state that fits, without its past."""
        state = self.present.clone()
        state.past = None
        if self.hands:
            self._hold(state, self._hand(luck))
        self._redraw(state, luck)
        return state

    def _hold(self, state: State, hand: list[int]) -> None:
        if limit_reached(state):  # RA-20.5: the tokens have left the game
            return
        dealt = [0] * len(hand)
        for at in self.tokens:
            dealt[a_of(self.codes[at])] += 1
        for seat in range(len(hand)):
            if dealt[seat]:
                androids = hand[seat]
                humans = dealt[seat] - androids
                state.put(seat, HIDDEN_ANDROID, androids - state.get(seat, SHOWN_ANDROID))
                state.put(seat, HIDDEN_HUMAN, humans - state.get(seat, SHOWN_HUMAN))

    def _redraw(self, state: State, luck: Luck) -> list[int]:
        """Put the unknown cards back, and draw them again by the odds of the urn."""
        for at in self.looks:
            criminal = a_of(self.codes[at])
            card = state.card_of(criminal)
            easy: i64 = 1 if self.box.easy >> card & 1 else 0
            if state.of(criminal, OLD):
                state.old_unseen |= bit(card)
                state.old_easy += easy
                state.old_hard += 1 - easy
            else:
                state.unseen |= bit(card)
                state.easy += easy
                state.hard += 1 - easy
        found: list[int] = []
        for at in self.looks:
            criminal = a_of(self.codes[at])
            old = state.of(criminal, OLD) == 1
            card = card_pick(state, old, luck.below(int(card_total(state, old))))
            see(state, old, card)
            state.set(criminal, CARD, card + 1)
            found.append(int(card))
        return found

    def story(self, luck: Luck) -> tuple[str, list[int]]:
        """A whole game that fits."""
        filled = self.codes.copy()
        if self.hands:
            self._deal(filled, self._hand(luck), luck)
        cards = self._redraw(self.present.clone(), luck)
        for at, card in zip(self.looks, cards, strict=True):
            known = filled[at]
            filled[at] = int(code(CHANCE, codes.LOOK, a_of(known), card, c_of(known)))
        return "", filled
