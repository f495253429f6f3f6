"""Rogue Agent."""

from __future__ import annotations

from pathlib import Path

from konspira.engine.chance import seeded
from konspira.engine.contract import OPEN_TABLE, BadText, Codes, MoveError, NotLegal
from konspira.engine.knowledge import Knowledge
from konspira.games.rogue import load
from konspira.games.rogue.conserved import conserved
from konspira.games.rogue.defaults import default_moves
from konspira.games.rogue.notation import PHASES, SEATS, Notation
from konspira.games.rogue.positions import Positions
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.box import Options
from konspira.games.rogue.rules.components import bit
from konspira.games.rogue.rules.position import OVER
from konspira.games.rogue.rules.refusal import reason
from konspira.games.rogue.rules.sampler import Sampler
from konspira.games.rogue.rules.seen import Seen, seen
from konspira.games.rogue.rules.state import State
from konspira.games.rogue.setup import position_text
from konspira.games.rogue.view import spelled

CHOICES: dict[str, tuple[object, ...]] = {
    "players": (2, 3, 4),
    "mode": ("agent", "android"),
    "module": ("none", "shadow_watch"),
    "length": ("short", "long"),
    "without_blue": (False, True),
    **load.SWITCHES,
    "data": (),
}


class Rogue:
    """The game with its options chosen. Switches not named are read as setup.yaml says."""

    key = "rogue"
    version = 1

    def __init__(
        self,
        players: int = 3,
        mode: str = "agent",
        module: str = "none",
        length: str = "short",
        without_blue: bool = False,
        apex_exemption_assassins: bool | None = None,
        track_end_bonus: str | None = None,
        clock_until: str | None = None,
        police_takes_criminals: bool | None = None,
        android_stop_after_second: bool | None = None,
        columns_any_order: bool | None = None,
        patrol_may_return_to_start: bool | None = None,
        data: str | Path | None = None,
    ) -> None:
        self.folder = Path(data) if data else None
        self.data = load.data(self.folder)
        switches = load.switches(self.data)
        given: dict[str, object] = {
            "apex_exemption_assassins": apex_exemption_assassins,
            "track_end_bonus": track_end_bonus,
            "clock_until": clock_until,
            "police_takes_criminals": police_takes_criminals,
            "android_stop_after_second": android_stop_after_second,
            "columns_any_order": columns_any_order,
            "patrol_may_return_to_start": patrol_may_return_to_start,
        }
        switches |= {name: value for name, value in given.items() if value is not None}
        self._options: dict[str, object] = {
            "players": players,
            "mode": mode,
            "module": module,
            "length": length,
            "without_blue": without_blue,
            **switches,
        }
        for name, value in self._options.items():
            if value not in CHOICES[name]:
                choices = ", ".join(str(choice).lower() for choice in CHOICES[name])
                raise BadText(f"{name} is one of {choices}, not {value!r}")
        if mode == "android" and players < 3:
            raise BadText("Android mode is for 3 or 4 players")
        if module != "none" and mode != "agent":
            raise BadText("Shadow Watch is played in Agent mode")
        if module == "none" and (length != "short" or without_blue):
            raise BadText("length and without_blue belong to Shadow Watch")
        self.seats = players
        self.box = load.box(self.folder)
        goal = self.data["setup"]["shadow_watch"][length]
        self.rules = Options(
            players,
            mode == "android",
            module == "shadow_watch",
            goal,
            without_blue,
            bool(switches["apex_exemption_assassins"]),
            switches["track_end_bonus"] == "all_each_arrival",
            switches["clock_until"] == "start_of_next_turn",
            bool(switches["police_takes_criminals"]),
            bool(switches["android_stop_after_second"]),
            bool(switches["columns_any_order"]),
            bool(switches["patrol_may_return_to_start"]),
        )
        self.notation = Notation(self.box, *load.names(self.data))
        self.positions = Positions(self.notation)

    def seat_name(self, seat: int) -> str:
        return SEATS[seat]

    def options(self) -> dict[str, object]:
        own = {} if self.folder is None else {"data": str(self.folder)}
        return own | self._options

    def start(self, seed: int | str | None = None) -> State:
        state = State(self.box, self.rules)
        state.start(0 if seed is None else seeded(seed))
        return state

    def decision_kind(self, state: State, seat: int) -> str:
        return PHASES[state.phase]

    def asides(self, state: State, seat: int) -> list[int]:
        if state.phase == OVER or state.gone & bit(seat):
            return []
        return [int(codes.code(seat, codes.RESIGN))]

    def timeout(self, seat: int) -> int:
        """The aside for a player whose time is used up for good; a slow answer gets
        `default_moves` instead."""
        return int(codes.code(seat, codes.TIMEOUT))

    def left(self, state: State, seat: int) -> bool:
        return state.phase != OVER and state.gone & bit(seat) != 0

    def default_moves(self, state: State, seat: int) -> list[int]:
        """What is played for a seat that does not answer (RA-28); of a compound, all."""
        return default_moves(state, seat)

    def tell(self, code: int, viewer: int) -> int:
        return int(codes.tell(code, viewer))

    def words(self, told: Codes) -> list[str]:
        return []

    def text(self, code: int) -> str:
        return self.notation.text(code)

    def read(self, text: str, seat: int) -> int:
        return self.notation.read(text, seat)

    def refusal(self, state: State, code: int) -> MoveError:
        return NotLegal(reason(state, code))

    def position(self, state: State) -> str:
        return self.positions.position(state)

    def from_position(self, text: str) -> State:
        state = self.positions.from_position(text, self.rules)
        broken = self.conserved(state)
        if broken:
            raise BadText(f"an impossible position: {broken[0]}")
        return state

    def tell_position(self, text: str, viewer: int) -> str:
        return self.positions.tell_position(text, viewer)

    def view(self, state: State, viewer: int) -> Seen:
        return seen(state, viewer)

    def spelled(self, view: Seen) -> dict[str, object]:
        return spelled(view, self.notation)

    def truth(self, state: State) -> dict[str, object]:
        return spelled(seen(state, OPEN_TABLE), self.notation)

    def set_up(self, value: object) -> str:
        return position_text(value, self.positions, self.rules)

    def sampler(self, knowledge: Knowledge) -> Sampler:
        return Sampler(self.box, self.rules, knowledge.viewer, knowledge.told)

    def conserved(self, state: State) -> list[str]:
        """What must hold in every position: discs, credits, cards, dice, tokens."""
        return conserved(state)
