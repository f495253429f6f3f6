"""The contents of the box as tables, made by `load` from data files, and how rules are read."""

from __future__ import annotations

from mypy_extensions import i64

from konspira.games.rogue.rules.components import bit

TRACKS = 6


class Options:
    """What was chosen for a game (RA-0.3, RA-5.1, RA-26)."""

    def __init__(
        self,
        players: int,
        android_mode: bool,
        shadow_watch: bool,
        turned_in_goal: int,
        without_blue: bool,
        assassins_start_at_apex: bool,
        bonus_each_arrival: bool,
        clock_until_start: bool,
        police_takes_criminals: bool,
        android_stop_after_second: bool,
        columns_any_order: bool,
        patrol_may_return: bool,
    ) -> None:
        self.players: i64 = players
        self.android_mode = android_mode
        self.shadow_watch = shadow_watch
        self.turned_in_goal: i64 = turned_in_goal
        self.without_blue = without_blue
        self.assassins_start_at_apex = assassins_start_at_apex
        self.bonus_each_arrival = bonus_each_arrival
        self.clock_until_start = clock_until_start
        self.police_takes_criminals = police_takes_criminals
        self.android_stop_after_second = android_stop_after_second
        self.columns_any_order = columns_any_order
        self.patrol_may_return = patrol_may_return


class Tile:
    """One location tile."""

    def __init__(
        self,
        number: int,
        slots: int,
        gangsters: int,
        human_shield: bool,
        android_shield: bool,
        search: list[int],
        whites: list[int],
        goods: list[list[int]],
        destroyed_slots: int,
        destroyed_gangsters: int,
    ) -> None:
        self.number: i64 = number  # of a precinct; 0: a standard location
        self.slots: i64 = slots
        self.gangsters: i64 = gangsters
        self.human_shield = human_shield
        self.android_shield = android_shield
        self.search = search  # red, green, black dice
        self.whites = whites  # dice of each white icon
        self.goods = goods  # field, amount, field of the price, price
        self.destroyed_slots: i64 = destroyed_slots
        self.destroyed_gangsters: i64 = destroyed_gangsters

    def searchable(self) -> bool:
        return bool(self.whites) or any(self.search)


class Criminal:
    """One criminal card."""

    def __init__(
        self,
        syndicate: int,
        stamina: int,
        bounty: int,
        reveal_icon: int,
        reveal: int,
        reveal_number: int,
        retaliation: int,
        retaliation_number: int,
        returns: bool,
    ) -> None:
        self.syndicate: i64 = syndicate  # the last one is wild
        self.stamina: i64 = stamina
        self.bounty: i64 = bounty
        self.reveal_icon: i64 = reveal_icon  # 0 none, 1 red, 2 white
        self.reveal: i64 = reveal
        self.reveal_number: i64 = reveal_number
        self.retaliation: i64 = retaliation
        self.retaliation_number: i64 = retaliation_number
        self.returns = returns


class Box:
    """Everything that is data."""

    def __init__(
        self,
        tiles: list[Tile],
        hq: int,
        hospital: int,
        faces: list[int],
        criminals: list[Criminal],
        wild: int,
        blue: int,
        track_max: list[int],
        track_start: list[int],
        marks: list[list[int]],
        stamina_max: int,
        stamina_start: int,
        heart: int,
        rows: int,
        columns: int,
        path: list[int],
    ) -> None:
        self.tiles = tiles
        self.hq: i64 = hq
        self.hospital: i64 = hospital
        self.faces = faces  # by colour and ticket: symbol | amount << 4
        self.criminals = criminals
        self.wild: i64 = wild
        self.blue: i64 = blue
        self.track_max = track_max
        self.track_start = track_start
        self.marks = marks  # by upgrade: where on its track it becomes active
        self.stamina_max: i64 = stamina_max
        self.stamina_start: i64 = stamina_start
        self.heart: i64 = heart
        self.rows: i64 = rows
        self.columns: i64 = columns
        self.path = path  # slot of each path position (RA-2.6)
        self.easy: i64 = 0  # cards of stamina 1 and 2 (RA-26.2)
        self.hard: i64 = 0
        self.blue_cards: i64 = 0
        self.returning: i64 = 0
        for card, criminal in enumerate(criminals):
            if criminal.stamina <= 2:
                self.easy |= bit(card)
            else:
                self.hard |= bit(card)
            if criminal.syndicate == blue:
                self.blue_cards |= bit(card)
            if criminal.returns:
                self.returning |= bit(card)
        # Counts of the set-up.
        self.draw: list[int] = [0, 0, 0, 0, 0]
        self.rounds_agent: i64 = 0
        self.rounds_android: i64 = 0
        self.bombs: i64 = 0
        self.assassins: i64 = 0
        self.androids: i64 = 0
        self.humans: i64 = 0
        self.tokens_each: i64 = 0
        self.removed_androids: i64 = 0
        self.removed_humans: i64 = 0
        self.limit: list[int] = [0, 0, 0, 0, 0]
        self.credits_total: i64 = 0
        self.credits_start: i64 = 0
        self.informants: i64 = 0
        self.shadow_easy: i64 = 0
        self.shadow_hard: i64 = 0
        self.shadow_lost: i64 = 0
        self.shadow_rounds: i64 = 0
