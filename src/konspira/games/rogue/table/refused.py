"""Why something cannot be touched now, from what the viewer sees."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.games.rogue import Rogue
from konspira.games.rogue.notation import SEATS, SLOTS
from konspira.games.rogue.rules.city import ADJACENT
from konspira.games.rogue.rules.components import (
    ARREST,
    AT,
    ATTACK,
    ATTACK_AGENT,
    ATTACK_ANDROID,
    ATTACK_LOCATION,
    BLACKLISTED,
    BUY,
    CAPTIVE,
    CREDITS,
    DEFEATED,
    DEFUSE,
    DRY_TANK,
    EVIDENCE,
    FUEL,
    SEARCH,
    SEIZE,
    SUPPLY,
    TURN_IN,
    UNTAMED,
    WATCHED,
)
from konspira.games.rogue.rules.seen import Seen
from konspira.games.rogue.table.past import Past
from konspira.games.rogue.table.touches import touches
from konspira.web.table import Moment

# The actions of the tray with the type that counts for RA-8.3; the others are no justice actions.
TYPES = {
    "act-attack": ATTACK,
    "act-arrest": ARREST,
    "act-seize": SEIZE,
    "act-turn-in": TURN_IN,
    "act-search": SEARCH,
    "act-buy": BUY,
    "act-defuse": DEFUSE,
    "act-attack-location": ATTACK_LOCATION,
}
FREE_ACTIONS = ("act-investigate", "act-screen")


class Refused:
    """The keys of the reasons; `Names` says them."""

    def __init__(self, game: Rogue, moment: Moment, past: Past) -> None:
        self.game = game
        self.moment = moment
        self.past = past
        self.seen: Seen = moment.seen
        self.seat = moment.viewer

    def key(self, touched: Sequence[str]) -> str:
        if self.seen.ending:
            return "no.over"
        if not self.moment.kind:
            return "no.not-asked"
        if self.moment.kind == "patrolling":
            return self._patrolling(touched)
        if self.moment.kind != "turn":
            return "no.another-question"
        for thing in touched:
            if thing.startswith("tile-"):
                return self._tile(SLOTS.index(thing[5:]))
        named = ["act-buy" if thing.startswith("good-") else thing for thing in touched]
        acts = [thing for thing in named if thing.startswith("act-")]
        things = [thing for thing in named if thing not in acts]
        if acts and not things:
            return self.action(acts[-1])
        return self._thing(acts[-1] if acts else "", things[-1] if things else "")

    def _patrolling(self, touched: Sequence[str]) -> str:
        for thing in touched:
            if thing.startswith("tile-"):
                slot = SLOTS.index(thing[5:])
                if slot not in ADJACENT[self._at()]:
                    return "refusal.not_adjacent"
                return "refusal.visited_already"
        return "no.on-patrol"

    def _at(self) -> int:
        return self.seen.boards[self.seat][AT]

    def _left(self) -> int:
        watched = any(
            clock & 15 == self.seat and clock >> 4 & 63 == WATCHED and not clock >> 14
            for clock in self.seen.clocks
        )
        return (1 if watched else 2) - int(self.seen.justice)

    def _agent(self) -> bool:
        return not self.seen.unmasked[self.seat]

    def _clocked(self, effect: int) -> bool:
        return any(c & 15 == self.seat and c >> 4 & 63 == effect for c in self.seen.clocks)

    def _tile(self, slot: int) -> str:
        if slot == self._at():
            return "no.here-already"
        if self._left() <= 0 and self._agent():
            return "refusal.actions_used_up"
        if slot not in ADJACENT[self._at()]:
            return "refusal.not_adjacent"
        return "no.dry-tank" if self._clocked(int(DRY_TANK)) else "refusal.no_fuel"

    # Actions ------------------------------------------------------------------------------------

    def action(self, act: str) -> str:
        """Why an action of the tray is not there now; empty if only its target is missing."""
        board = self.seen.boards[self.seat]
        if act == "act-reinforce":
            return self._reinforce(board)
        if act == "act-end-turn":
            return ""
        agent = self._agent()
        if not agent and act in (*FREE_ACTIONS, "act-arrest", "act-seize", "act-turn-in"):
            return "refusal.androids_cannot"
        if not agent and act == "act-defuse":
            return "refusal.androids_cannot"
        if agent and act == "act-attack-location":
            return "refusal.only_androids"
        if self._left() <= 0:
            return "refusal.actions_used_up"
        if act in FREE_ACTIONS:
            return self._free(act, board)
        if agent and self._at() == self.seen.police:  # RA-8.2
            return "refusal.police_here"
        if self._used(act):
            return "refusal.done_here_already"
        return self._lacking(act, board)

    def _used(self, act: str) -> bool:
        """RA-8.3, RA-26.6."""
        if self.game.rules.shadow_watch:
            return False
        kinds = {TYPES[act]}
        if act == "act-attack":
            kinds |= {ATTACK_AGENT, ATTACK_ANDROID}
        here = [kind for kind, slot in self.past.used if slot == self._at()]
        return any(kind in kinds for kind in here)

    def _reinforce(self, board: Sequence[int]) -> str:
        """RA-17.1."""
        tile = self.game.box.tiles[self.seen.tiles[self._at()]]
        ruined = self.seen.destroyed >> self._at() & 1
        slots = tile.destroyed_slots if ruined else tile.slots
        pair = self.seen.informants[self._at()]
        if not self._agent():
            return "refusal.androids_cannot"
        if self._clocked(int(BLACKLISTED)):
            return "refusal.blacklisted"
        if slots == 0:
            return "refusal.destroyed_here" if ruined else "refusal.no_slot"
        if (pair > 0) + (pair > 7) >= slots:
            return "refusal.slots_full"
        if board[SUPPLY] == 0:
            return "refusal.no_informant"
        return "refusal.too_poor" if board[CREDITS] < 2 else ""

    def _free(self, act: str, board: Sequence[int]) -> str:
        needed = 2 if act == "act-investigate" else 4
        if board[EVIDENCE] < needed:
            return "refusal.no_evidence"
        return "no.nobody-to-investigate" if act == "act-investigate" else "no.nobody-to-screen"

    def _lacking(self, act: str, board: Sequence[int]) -> str:
        slot = self._at()
        tile = self.game.box.tiles[self.seen.tiles[slot]]
        ruined = self.seen.destroyed >> slot & 1
        match act:
            case "act-attack":
                return "no.nobody-to-attack"
            case "act-arrest":
                return "no.nobody-to-arrest"
            case "act-turn-in":
                at_hq = self.seen.tiles[slot] == self.game.box.hq
                return "no.no-captives" if at_hq else "refusal.not_hq"
            case "act-search":
                return "refusal.destroyed_here" if ruined else "refusal.nothing_to_search"
            case "act-buy":
                if ruined:
                    return "refusal.destroyed_here"
                if self._clocked(int(BLACKLISTED)):
                    return "refusal.blacklisted"
                return "refusal.cannot_buy" if tile.goods else "no.nothing-sold"
            case "act-seize":
                if tile.human_shield:
                    return "refusal.safe_here"
                return "refusal.no_fuel" if board[FUEL] == 0 else "no.nobody-to-seize"
            case "act-defuse":
                return "no.no-bomb"
            case "act-attack-location":
                return "refusal.destroyed_here" if ruined else "refusal.no_slot"
        return "no.another-question"

    # Things -------------------------------------------------------------------------------------

    def _thing(self, act: str, thing: str) -> str:
        if act:
            missing = self.action(act)
            if missing and act not in {t for o in self._offered() for t in o}:
                return missing
        name, _, rest = thing.partition("-")
        match name:
            case "crim":
                return self._criminal(act, int(rest) - 1)
            case "assassin":
                place = self.game.box.path[int(rest)]
                return self.action("act-attack") if place == self._at() else "no.elsewhere"
            case "bomb":
                slot = SLOTS.index(rest.split("-")[0])
                return self.action("act-defuse") if slot == self._at() else "no.elsewhere"
            case "seat":
                return self._seat(SEATS.index(rest))
        return "no.another-question"

    def _offered(self) -> list[tuple[str, ...]]:
        moves = self.moment.moves
        return [touches(self.game, self.seen, moves, move) for move in moves]

    def _criminal(self, act: str, number: int) -> str:
        for disc, status, place, *_ in self.seen.criminals:
            if disc != number:
                continue
            if status == CAPTIVE:
                return "no.own-captive" if place == self.seat else "no.captive"
            if self.game.box.path[place] != self._at():
                if act == "act-investigate" and status == UNTAMED:
                    return "no.not-in-sight"
                return "no.elsewhere"
            if status == DEFEATED:
                return "no.defeated" if act == "act-attack" else self.action("act-arrest")
            if act == "act-investigate":
                return "refusal.nothing_to_investigate"
            return "no.untamed" if act == "act-arrest" else self.action("act-attack")
        return "no.another-question"

    def _seat(self, other: int) -> str:
        if other == self.seat:
            return "no.yourself"
        if self.seen.boards[other][AT] != self._at():
            return "no.elsewhere"
        tile = self.game.box.tiles[self.seen.tiles[self._at()]]
        android = bool(self.seen.unmasked[other])
        if self._agent() != android:
            return "no.not-your-enemy"
        shield = tile.android_shield if android else tile.human_shield
        return "refusal.safe_here" if shield else self.action("act-attack")
