"""A room by itself: it comes back from its log, takes back what may be taken back, and goes on
when the rules have changed."""

import random

import pytest

import konspira
from konspira.engine.contract import SPECTATOR, Game, NotLegal
from konspira.server import replay
from konspira.server.restoring import go_on, restore
from konspira.server.room import Room
from tests.server.rooms import Desk, desk

GAMES = [("kyoto", {}), ("rogue", {"players": 3, "mode": "android"}), ("duet", {})]


@pytest.mark.parametrize(("key", "options"), GAMES)
def test_a_room_comes_back_from_its_log(key: str, options: dict[str, object]) -> None:
    table = desk(key, **options)
    luck = random.Random(5)
    while table.play(luck):
        if luck.random() < 0.05 or table.room.over:
            room, same = table.again()
            assert same
            assert room.state is not None
            assert table.room.state is not None
            assert room.state.hash() == table.room.state.hash()
            assert (room.seq, room.undoable) == (table.room.seq, table.room.undoable)
            for viewer in (0, 1, SPECTATOR):
                assert room.known(viewer) == table.room.known(viewer)
                assert room.hash(room.seq, viewer) == table.room.hash(room.seq, viewer)
            for seat in room.asked():
                assert room.decision(seat) == table.room.decision(seat)
    assert table.room.sheet.over


def test_chance_is_the_committed_one_also_after_coming_back() -> None:
    whole, broken = desk("kyoto"), desk("kyoto")
    luck, same_luck = random.Random(2), random.Random(2)
    while whole.play(luck):
        broken.room, _ = broken.again()
        broken.play(same_luck)
    assert [line.codes for line in whole.lines] == [line.codes for line in broken.lines]
    assert replay.record(whole.room) == replay.record(broken.room)


def test_placement_is_taken_back_and_made_again() -> None:
    table = desk("kyoto")
    room = table.room
    before = room.state.hash() if room.state else 0
    first = room.decision(0)
    table.play(random.Random(0))
    seat = room.kept[1].entry.seat
    assert room.undoable == 1
    with pytest.raises(NotLegal, match="cannot_undo"):
        room.undo(1 - seat, 1, 5, "m")
    table.take(room.undo(seat, 1, 5, "m", "u1"))
    assert room.state is not None
    assert room.state.hash() == before
    assert room.first_answer("m", "u1") == 2
    assert room.undoable == -1
    assert room.decision(0) != first  # an answer thought for the undone table is stale
    again, same = table.again()
    assert same
    assert again.state is not None
    assert again.state.hash() == before
    assert again.decision(seat) == room.decision(seat)
    luck = random.Random(4)
    while table.play(luck):
        pass
    assert len(room.log()) == len(room.kept) - 2
    assert room.numbers()[:2] == [0, 3]


def test_only_the_own_last_entry_is_taken_back() -> None:
    """Rogue Agent in Agent mode has no secrets: every open move without chance goes back."""
    table = desk("rogue", players=2)
    luck = random.Random(9)
    undone = 0
    while table.play(luck) and undone < 25:
        room = table.room
        if room.undoable >= 0 and luck.random() < 0.5:
            entry = room.kept[room.undoable].entry
            assert entry is room.log()[-1]
            assert not entry.chance
            with pytest.raises(NotLegal):
                room.undo(1 - entry.seat, room.undoable, 0, "m")
            before = room.log()[:-1]
            table.take(room.undo(entry.seat, room.undoable, 0, "m"))
            assert room.log() == before
            undone += 1
    assert undone > 5
    again, same = table.again()
    assert same
    assert again.log() == table.room.log()


def played(table: Desk, entries: int, seed: int) -> Desk:
    luck = random.Random(seed)
    while len(table.lines) < entries and table.play(luck):
        pass
    return table


def changed_rules() -> Game:
    """A patrol may end where it began, which it might not when the games were played."""
    game: Game = konspira.game("rogue", players=2, patrol_may_return_to_start=True)
    return game


def test_a_running_game_goes_on_when_the_rules_have_changed() -> None:
    other = changed_rules()
    changed = 0
    for seed in range(4):
        table = played(desk("rogue", players=2), 50, seed)
        room, same = table.again(other)
        if table.room.over or same:
            continue
        changed += 1
        step = go_on(room, table.lines, 1)
        room.take(step)
        assert step.line.kind == "rules"
        assert room.seq == len(table.lines)
        assert room.asked()
        # From here it is an ordinary game again, also after coming back.
        table.room, table.lines = room, [*table.lines, step.line]
        decision = room.decision(room.asked()[0])
        assert decision not in [line.decision for line in table.lines]
        luck = random.Random(seed)
        for _ in range(5):
            table.play(luck)
        again = Room(room.sheet.copy(), other)
        assert restore(again, table.lines, 1)
        assert again.state is not None
        assert room.state is not None
        assert again.state.hash() == room.state.hash()
    assert changed


def test_a_finished_game_of_other_rules_keeps_what_was_told() -> None:
    table = played(desk("rogue", players=2), 10**6, 1)
    room, same = table.again(changed_rules())
    assert same
    assert room.over
    assert room.positions
    assert [entry.codes for entry in room.log()] == [entry.codes for entry in table.room.log()]
    last = len(room.log()) - 1
    told = replay.moment(table.room, last // 2, 0).known
    assert replay.moment(room, last // 2, 0).known.told == told.told
    assert "Secret" not in replay.record(room)


def test_who_has_left_takes_nothing_back() -> None:
    """RA-28.1: the rules answer for a seat that left; it would only be answered again."""
    table = desk("rogue", players=3)
    room, luck, answered = table.room, random.Random(3), 0
    seat = room.asked()[0]
    table.take(room.aside(seat, room.game.timeout(seat), 1, "clock"))
    while answered < 6 and not room.over:
        if seat not in room.asked():
            table.play(luck)
            continue
        moves = room.game.default_moves(room.state, seat)  # type: ignore[attr-defined]
        table.take(room.answer(seat, room.decision(seat), moves, len(table.lines), "clock"))
        assert not room.may_undo(seat)
        answered += 1
    assert answered == 6
