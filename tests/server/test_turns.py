"""One table is drawn in one round of the loop."""

import asyncio
from collections import Counter

from konspira.server.turns import Turns


def test_in_one_round_one_is_drawn_and_everybody_has_a_turn() -> None:
    async def everybody() -> tuple[list[int], Counter[int]]:
        turns, rounds, round_ = Turns(), Counter[int](), 0
        order: list[int] = []

        async def draw(who: int) -> None:
            for _ in range(3):
                await turns.turn()
                order.append(who)
                rounds[round_] += 1

        drawing = [asyncio.create_task(draw(who)) for who in range(5)]
        while not all(one.done() for one in drawing):
            await asyncio.sleep(0)
            round_ += 1
        return order, rounds

    order, rounds = asyncio.run(everybody())
    assert set(order[:6]) == set(range(5))  # whoever was first asks again before the others do
    assert Counter(order) == dict.fromkeys(range(5), 3)
    assert set(rounds.values()) == {1}


def test_alone_there_is_nothing_to_wait_for() -> None:
    async def alone() -> bool:
        turns = Turns()
        others: list[str] = []
        asyncio.get_running_loop().call_soon(others.append, "somebody")
        await turns.turn()
        return not others

    assert asyncio.run(alone())


def test_who_gives_up_holds_nobody_up() -> None:
    async def given_up() -> None:
        turns = Turns()
        await turns.turn()
        leaving = asyncio.create_task(turns.turn())
        staying = asyncio.create_task(turns.turn())
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait_for(staying, 5)

    asyncio.run(given_up())
