"""Who sits at a table is told apart by ink, also in a rematch."""

from konspira.server.rematch import next_sheet
from konspira.server.seating import inks
from konspira.server.sheet import Chair, Member, Sheet


def person(ink: int) -> Chair:
    return Chair([Member("m1", "x", "Ada", ink)])


def table(*chairs: Chair) -> Sheet:
    return Sheet("r", "kyoto", {}, "n", list(chairs), "g", "s", "c", over=True)


def test_a_bot_takes_an_ink_that_nobody_else_has() -> None:
    first = table(person(0), Chair(bot="agent"))
    assert inks(first) == [0, 1]
    # Sides are exchanged; each keeps the ink.
    assert inks(next_sheet(first, None, [1, 0], 0)) == [1, 0]
    assert inks(table(person(2), Chair(bot="agent"), Chair(), Chair(bot="agent"))) == [2, 1, 0, 3]
