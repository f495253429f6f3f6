"""Shadows in Kyoto."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from konspira.engine.chance import seeded
from konspira.engine.contract import OPEN_TABLE, BadText, Codes, MoveError, NotLegal
from konspira.engine.knowledge import Knowledge
from konspira.games.kyoto import load
from konspira.games.kyoto.notation import PHASES, SIDES, Notation
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.board import Options
from konspira.games.kyoto.rules.components import count
from konspira.games.kyoto.rules.drawing import bottom
from konspira.games.kyoto.rules.position import OVER
from konspira.games.kyoto.rules.refusal import reason
from konspira.games.kyoto.rules.sampler import Sampler
from konspira.games.kyoto.rules.seen import Seen, seen
from konspira.games.kyoto.rules.state import State
from konspira.games.kyoto.setup import position_text
from konspira.games.kyoto.story import last_round
from konspira.games.kyoto.view import spelled

CHOICES: dict[str, tuple[object, ...]] = {
    "layout": (),
    "special_agents": (False, True),
    "neutral_agent": (False, True),
    "equipment": (False, True),
    "attack_push_target": ("no_friend", "strictly_empty"),
    "open_log": (False, True),
    "data": (),
}


class Kyoto:
    """The game with its options chosen."""

    key = "kyoto"
    version = 1
    seats = 2

    def __init__(
        self,
        layout: str = "kyoto-house-1",
        special_agents: bool = False,
        neutral_agent: bool = False,
        equipment: bool = False,
        attack_push_target: str = "no_friend",
        open_log: bool = False,
        data: str | Path | None = None,
    ) -> None:
        switches = {
            "special_agents": special_agents,
            "neutral_agent": neutral_agent,
            "equipment": equipment,
            "open_log": open_log,
        }
        for name, switch in switches.items():
            if not isinstance(switch, bool):
                raise BadText(f"{name} is true or false, not {switch!r}")
        if neutral_agent and not special_agents:
            raise BadText("neutral_agent needs special_agents")
        if attack_push_target not in CHOICES["attack_push_target"]:
            raise BadText(
                f"attack_push_target is no_friend or strictly_empty, not {attack_push_target!r}"
            )
        self.data = Path(data) if data else None
        self.board = load.board(layout, self.data)
        self.rules = Options(
            special_agents, neutral_agent, equipment, attack_push_target == "strictly_empty"
        )
        self.open_log = open_log
        self.notation = Notation(self.board)

    def seat_name(self, seat: int) -> str:
        return SIDES[seat]

    def options(self) -> dict[str, object]:
        own = {} if self.data is None else {"data": str(self.data)}
        return own | {
            "layout": self.board.name,
            "special_agents": self.rules.special_agents,
            "neutral_agent": self.rules.neutral_agent,
            "equipment": self.rules.equipment,
            "attack_push_target": "strictly_empty" if self.rules.strict_push else "no_friend",
            "open_log": self.open_log,
        }

    def start(self, seed: int | str | None = None) -> State:
        state = State(self.board, self.rules)
        state.start(0 if seed is None else seeded(seed))
        return state

    def decision_kind(self, state: State, seat: int) -> str:
        return PHASES[state.phase]

    def asides(self, state: State, seat: int) -> list[int]:
        return [] if state.phase == OVER else [int(codes.code(seat, codes.RESIGN))]

    def timeout(self, seat: int) -> int:
        return int(codes.code(seat, codes.TIMEOUT))

    def tell(self, code: int, viewer: int) -> int:
        return int(codes.tell(code, viewer, self.board.open_hands))

    def closed_log(self) -> bool:
        return not self.open_log

    def recalled(self, told: Sequence[Sequence[int]], viewer: int) -> int:
        return 0 if self.open_log else last_round(told, viewer)

    def words(self, told: Codes) -> list[str]:
        return []

    def text(self, code: int) -> str:
        return self.notation.text(code)

    def read(self, text: str, seat: int) -> int:
        return self.notation.read(text, seat)

    def refusal(self, state: State, code: int) -> MoveError:
        return NotLegal(reason(state, code))

    def position(self, state: State) -> str:
        return self.notation.position(state)

    def from_position(self, text: str) -> State:
        state = self.notation.from_position(text, self.rules)
        broken = self.conserved(state)
        if broken:
            raise BadText(f"an impossible position: {broken[0]}")
        return state

    def tell_position(self, text: str, viewer: int) -> str:
        return self.notation.tell_position(text, viewer)

    def view(self, state: State, viewer: int) -> Seen:
        return seen(state, viewer)

    def spelled(self, view: Seen) -> dict[str, object]:
        return spelled(view, self.notation)

    def truth(self, state: State) -> dict[str, object]:
        return spelled(seen(state, OPEN_TABLE), self.notation)

    def set_up(self, value: object) -> str:
        return position_text(value, self.notation)

    def sampler(self, knowledge: Knowledge) -> Sampler:
        if knowledge.base:
            raise BadText("a game set up from a position has no past to draw samples from")
        return Sampler(self.board, self.rules, knowledge.viewer, knowledge.told)

    def conserved(self, state: State) -> list[str]:
        """SK-7.6, SK-4.8, SK-6.3.4: what must hold in every position."""
        return conserved(state)


def conserved(s: State) -> list[str]:
    broken: list[str] = []
    if s.occ0 & s.occ1:
        broken.append("two agents stand in one cell")
    in_play = [card for card in (s.card, s.extra) if card < 10]
    for side in (0, 1):
        name = SIDES[side]
        cards = [0] * 10
        for card in range(10):
            cards[card] += count(s.hand(side), card) + count(s.deck(side), card)
        loose = list(s.pile(side)) + list(bottom(s, side, 0)) + list(bottom(s, side, 1))
        if s.side == side:
            loose += in_play + [card for card in (s.drawn1, s.drawn2) if card < 10]
        decoys = s.decoys(side)
        while decoys:
            loose += [9] + [mark - 1 for mark in (decoys & 7, decoys >> 3 & 7) if mark]
            decoys >>= 6
        if s.ruri < 4 and s.special(side) == 7:
            loose.append(int(s.ruri))
        for card in loose:
            cards[card] += 1
        total = [int(count(s.board.decks, card)) for card in range(10)]
        if cards != total:
            broken.append(f"the cards of {name} are {cards}, not {total}")
        broken += _agents_broken(s, side)
    return broken


def _agents_broken(s: State, side: int) -> list[str]:
    name = SIDES[side]
    found = []
    for cell, agent in enumerate(s.agents):
        if s.occ(side) >> cell & 1:
            found.append(agent & 7)
    if s.agent1 and s.side == side:
        found.append(int(s.agent1) & 7)
    if s.agent2 and s.side != side:
        found.append(int(s.agent2) & 7)
    for identity in range(6):
        if s.lost(side) >> identity & 1:
            found.append(identity)
    if len(set(found)) != len(found):
        return [f"an agent of {name} is there twice"]
    if not found and s.phase == OVER:
        return []  # somebody resigned before this side had placed
    if s.phase > 1 and not s.base and sorted(found) != sorted(s.board.identities):
        return [f"{name} has {len(found)} agents on the board and in detention"]
    return []
