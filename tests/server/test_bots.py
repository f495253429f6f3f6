"""Computer players at a live table: hints, what they thought, practice, and workers that die."""

import asyncio
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.nursery import OpenHouse, opened
from tests.server.table import PATIENCE, Guest, Live

Frame = dict[str, Any]


async def asked(line: Live, table: Frame | None = None) -> Frame:
    """The next table that asks this viewer, or the last one."""
    while table is None or (not table.get("over") and (table["ask"] or {}).get("decision", -1) < 0):
        table = await line.next("table")
    return table


async def answered(line: Live, table: Frame) -> Frame:
    """Any answer to what is asked; the next table that asks. Where both sides are asked, the other
    one may have been faster."""
    ask, moves = table["ask"], [table["ask"]["moves"][0]]
    while True:
        draft = {"t": "draft", "n": len(moves), "decision": ask["decision"], "moves": moves}
        await line.send(draft)
        drafted = await line.next("drafted", "refused")
        if drafted["t"] == "refused":
            return await forestalled(line, drafted)
        if drafted["complete"]:
            break
        moves.append(drafted["ask"]["moves"][0])
    sent = {"t": "move", "id": f"{time.monotonic()}", "decision": ask["decision"], "moves": moves}
    answer = await line.told(sent)
    return await asked(line) if answer["t"] == "done" else await forestalled(line, answer)


async def forestalled(line: Live, refused: Frame) -> Frame:
    """Where both sides were asked, the other one was faster; the next table that asks."""
    assert refused["reason"] in ("answered_already", "not_asked"), refused
    return await asked(line, [frame for frame in line.heard if frame["t"] == "table"][-1])


def alone(house: OpenHouse, game: str, bot: str, **facts: Any) -> tuple[Guest, str]:
    guest = Guest(house.url)
    return guest, guest.post("/open", game=game, alone=True, bot=bot, **facts)["room"]


@pytest.mark.parametrize("game", ["kyoto", "rogue", "duet"])
def test_a_hint_is_told_to_all_and_never_played(house: OpenHouse, game: str) -> None:
    async def run() -> None:
        guest, room = alone(house, game, "random")
        line = await guest.live(room)
        watching = await Guest(house.url).live(room)
        table = await asked(line)
        while table["ask"]["kind"] == "first-clue":  # which the other side may give meanwhile
            table = await asked(line)
        ask = table["ask"]
        await line.send({"t": "hint", "id": "h1", "decision": ask["decision"]})
        hint = await line.next("hint", "refused")
        assert hint["t"] == "hint", hint
        moves = [step["m"] for step in hint["steps"]]
        assert all(step["l"] for step in hint["steps"])
        heard = await watching.next("side")
        assert (heard["kind"], heard["to"], heard["seat"]) == ("hint", "all", 0)
        # Asked again it is the same, and nobody is told twice.
        await line.send({"t": "hint", "id": "h2", "decision": ask["decision"]})
        assert [step["m"] for step in (await line.next("hint"))["steps"]] == moves
        assert sum(frame["t"] == "side" for frame in line.heard) == 1
        # It was not played; whoever wants to may.
        sent = {"t": "move", "id": "m", "decision": ask["decision"], "moves": moves}
        assert (await line.told(sent))["t"] == "done"
        assert "k-event" in guest.get(f"/r/{room}")

    asyncio.run(run())


@pytest.mark.parametrize(
    "facts",
    [
        {"game": "kyoto", "hints": False},
        {"game": "duet", "options": {"level": "ranked"}},
    ],
)
def test_no_hints_where_the_host_forbids_them(house: OpenHouse, facts: Frame) -> None:
    async def run() -> None:
        guest, room = alone(house, bot="random", **facts)
        line = await guest.live(room)
        ask = (await asked(line))["ask"]
        hint = {"t": "hint", "id": "h", "decision": ask["decision"]}
        assert (await line.told(hint))["reason"] == "no_hints"
        assert 'data-do="hint"' not in guest.get(f"/r/{room}")
        assert not [frame for frame in line.heard if frame["t"] == "side"]

    asyncio.run(run())


@pytest.mark.parametrize("game", ["kyoto", "rogue", "duet"])
@pytest.mark.parametrize("bot", ["master", "recruit"])
def test_what_a_bot_thought_is_shown_after_the_end(house: OpenHouse, game: str, bot: str) -> None:
    async def run() -> None:
        # In Kyoto a running game is leafed through only where all agree to it.
        wishes = {"rogue": {"players": 3, "mode": "android"}, "kyoto": {"open_log": True}}
        options = wishes.get(game, {})
        guest, room = alone(house, game, bot, options=options)
        line = await guest.live(room)
        table = await asked(line)
        # A recruit often weighs nothing at all; in ten answers it surely does once.
        for turn in range(3 if bot == "master" else 10):
            if table.get("over"):  # a touch has met the assassin
                break
            if turn < 3:
                running = [replayed(guest, room, at) for at in range(table["seq"] + 1)]
                assert not any("thought" in one for one in running)
                assert "k-thought" not in guest.get(f"/r/{room}/replay")
            table = await answered(line, table)
        if not table.get("over"):
            await line.told({"t": "aside", "id": "r", "move": "resign"})
        if game == "rogue":  # the others play on
            await over(line)
        found = replayed(guest, room, 0)
        thoughts = [replayed(guest, room, at).get("thought") for at in range(found["last"] + 1)]
        kept = [thought for thought in thoughts if thought]
        assert kept
        assert all(thought["player"] == bot for thought in kept)
        shown = [at for at, thought in enumerate(thoughts) if thought]
        assert "k-thought" in guest.get(f"/r/{room}/replay?at={shown[-1]}")
        if bot == "master":  # a recruit may have done without a thought
            at = next(at for at in shown if weighed(thoughts[at]))
            page = guest.get(f"/r/{room}/replay?at={at}&as=watch")
            assert "k-weighed" in page
            assert "k-odds" in page or "k-things" in page

    asyncio.run(run())


def replayed(guest: Guest, room: str, at: int, eyes: str = "") -> Frame:
    path = f"/r/{room}/replay?at={at}" + (f"&as={eyes}" if eyes else "")
    status, text, _ = guest.ask(path, None, Accept="application/json")
    assert status == 200
    found: Frame = json.loads(text)
    return found


def weighed(thought: Frame | None) -> bool:
    return thought is not None and any(
        reason["candidates"] and reason["belief"] for reason in thought["reasons"]
    )


async def over(line: Live) -> None:
    while not (await line.next("table")).get("over"):
        pass


def test_practice_begins_as_the_game_did(house: OpenHouse) -> None:
    async def run() -> None:
        guest, room = alone(house, "kyoto", "greedy", options={"open_log": True})
        line = await guest.live(room)
        table = await asked(line)
        for _ in range(3):
            table = await answered(line, table)
        at = table["seq"]
        assert guest.tried(f"/r/{room}/practice", at=2, seat=0, bot="recruit")[1]["reason"] == (
            "not_over"
        )
        await line.told({"t": "aside", "id": "r", "move": "resign"})
        last = replayed(guest, room, 0)["last"]
        refused = guest.tried(f"/r/{room}/practice", at=last, seat=0, bot="recruit")[1]
        assert refused["reason"] == "over"
        # In the other seat, and by somebody who was not there.
        for who, seat in ((guest, 0), (Guest(house.url), 1)):
            new = who.post(f"/r/{room}/practice", at=at, seat=seat, bot="recruit")["room"]
            again = await who.live(new)
            first = await again.next("table")
            assert first["seq"] >= at
            old, now = (replayed(who, one, at, str(seat)) for one in (room, new))
            assert (now["told"], now["view"]) == (old["told"], old["view"])
            table = await asked(again, first)
            table = await answered(again, table)
            assert "ractice" in who.get(f"/r/{new}")
            await again.told({"t": "aside", "id": "r", "move": "resign"})
            assert who.get(f"/r/{new}/verify").startswith('{"good":true')
            assert "Secret" not in who.get(f"/r/{new}/record")

    asyncio.run(run())


def workers(parent: int) -> list[int]:
    """Processes that the house has started to think."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(") ")[2].split()
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if int(fields[1]) == parent and b"spawn_main" in command:
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found by /proc")
def test_a_move_is_thought_again_if_its_worker_dies(tmp_path: Path) -> None:
    async def run(house: OpenHouse) -> None:
        guest, room = alone(house, "kyoto", "master")
        line = await guest.live(room)
        table = await asked(line)
        killed = 0
        for _ in range(3):
            answer = asyncio.create_task(answered(line, table))
            await asyncio.sleep(0.3)  # in the middle of its thoughts
            for worker in workers(house.pid):
                os.kill(worker, signal.SIGKILL)
                killed += 1
            table = await answer
            assert table["ask"]["decision"] >= 0
        assert killed

    with opened(tmp_path, pace=1.0) as house:
        asyncio.run(run(house))


def test_a_bot_says_what_its_clue_was_meant_for(tmp_path: Path) -> None:
    """CD-20.14: after the end, as people may; never before. The bot has the first clue, so the
    game cannot end before it has given one."""

    async def run(house: OpenHouse) -> None:
        guest, room = alone(house, "duet", "agent", options={"lang": "en"})
        while "/after-you" not in await asyncio.to_thread(guest.get, f"/r/{room}"):
            await asyncio.sleep(0.05)  # it thinks before it lets others go first
        await asyncio.to_thread(guest.post, f"/r/{room}/after-you")
        line = await guest.live(room)
        table = await asked(line)
        while not table["view"]["clues"]:
            table = await line.next("table")
        clue = table["view"]["clues"][0]
        assert clue["giver"] == "B"
        assert not [frame for frame in line.heard if frame["t"] == "side"]
        assert "Meant by" not in await asyncio.to_thread(guest.get, f"/r/{room}/replay")
        await line.told({"t": "aside", "id": "r", "move": "resign"})
        pins = [await line.next("side") for _ in range(clue["number"])]
        assert {(pin["kind"], pin["to"], pin["seat"]) for pin in pins} == {("pin", "all", 1)}
        meant = [pin["text"].rpartition("-")[::2] for pin in pins]
        assert {turn for turn, _ in meant} == {"meant-1"}
        assert len({cell for _, cell in meant}) == clue["number"]
        assert "Meant by" in await asyncio.to_thread(guest.get, f"/r/{room}")
        path = f"/r/{room}/replay?at=1"
        _, told, _ = await asyncio.to_thread(guest.ask, path, Accept="application/json")
        assert len(json.loads(told)["thought"]["reasons"][0]["belief"]["meant"]) == clue["number"]
        await line.close()

    with opened(tmp_path, pace=0.02) as house:
        asyncio.run(asyncio.wait_for(run(house), PATIENCE))
