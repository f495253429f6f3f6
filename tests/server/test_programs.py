"""Programs in a seat of a live table, over pipes and over the socket: they play whole games, and
those that crash, hang or play nonsense lose that game with a reason and hurt nothing else."""

import asyncio
import json
import random
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from examples.client import Client, at_random, post
from konspira.engine.contract import BadText
from konspira.server.programs import named
from tests.nursery import Nursery, OpenHouse
from tests.server.table import Frame, Guest, Live
from tests.server.test_bots import answered, asked

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SECONDS = 2.0


def program(source: str, form: str = "exec") -> str:
    return f"{form}:{shlex.quote(sys.executable)} -c {shlex.quote(source)}"


SILENT = "import sys\nfor line in sys.stdin: pass"
WRONG = {
    "crashes": ("import sys; sys.exit(3)", "ended"),
    "shouts": ("import sys\nfor line in sys.stdin: print('hello', flush=True)", "nonsense"),
    "flies": (
        'import sys\nfor line in sys.stdin: print(\'{"moves": ["fly"]}\', flush=True)',
        "illegal",
    ),
    "hangs": (SILENT, "silent"),
    "floods": ("import sys\nfor line in sys.stdin: print('x' * 100000, flush=True)", "nonsense"),
    "missing": ("", "ended"),
}
PROGRAMS = {
    **{name: program(source) for name, (source, _) in WRONG.items()},
    "missing": "exec:./no-such-program",
    "steps": f"exec:{shlex.quote(sys.executable)} {EXAMPLES}/json_bot.py",
    "words": f"text:{shlex.quote(sys.executable)} {EXAMPLES}/text_bot.py",
}


@pytest.fixture(scope="module")
def hosting(forked: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    folder = tmp_path_factory.mktemp("hosting")
    running = forked.begin(folder, programs=PROGRAMS, program_seconds=SECONDS)
    yield running
    running.stop()


async def forfeited(line: Live) -> tuple[str, Frame]:
    """The reason that the table was told, and the last table."""
    reason = ""
    table: Frame = {}
    while not reason or not table.get("over"):
        frame = await line.next("side", "table")
        if frame["t"] == "table":
            table = frame
        elif frame["kind"] == "forfeit":
            reason = frame["text"]
    return reason, table


def test_what_goes_wrong_costs_that_game_only(hosting: OpenHouse) -> None:
    """All of them at once, beside a room where people play on."""

    async def watched(name: str) -> tuple[str, Frame]:
        guest = Guest(hosting.url)
        room = guest.post("/open", game="kyoto", alone=True, bot=name)["room"]
        line = await guest.live(room)
        found = await forfeited(line)
        told = f"{name} przegrywa walkowerem: program"
        assert told in guest.ask(f"/r/{room}", None, **{"Accept-Language": "pl"})[1]
        return found

    async def played() -> None:
        guest = Guest(hosting.url)
        room = guest.post("/open", game="kyoto", alone=True, bot="random")["room"]
        line = await guest.live(room)
        table = await asked(line)
        for _ in range(5):
            table = await answered(line, table)

    async def run() -> list[tuple[str, Frame]]:
        *found, _ = await asyncio.gather(*(watched(name) for name in WRONG), played())
        return found  # type: ignore[return-value]

    for (name, (_, expected)), (reason, table) in zip(
        WRONG.items(), asyncio.run(run()), strict=True
    ):
        assert reason == expected, name
        assert table["outcome"] == "ONI won by TIME"


@pytest.mark.parametrize(
    ("game", "bot"), [("kyoto", "steps"), ("kyoto", "words"), ("duet", "words")]
)
def test_a_program_of_the_host_plays(hosting: OpenHouse, game: str, bot: str) -> None:
    async def run() -> None:
        guest = Guest(hosting.url)
        room = guest.post("/open", game=game, alone=True, bot=bot)["room"]
        line = await guest.live(room)
        table = await asked(line)
        for _ in range(4):
            if table.get("over"):
                break
            table = await answered(line, table)
        heard = [frame for frame in line.heard if frame["t"] == "side"]
        assert heard == []
        entries = [frame["entry"] for frame in line.heard if frame["t"] == "table"]
        other = "GOV" if game == "kyoto" else "B"
        assert [one for one in entries if one.get("seat") == other]
        assert f">{bot}<" in guest.get(f"/r/{room}")

    asyncio.run(run())


def test_a_program_joins_a_room_by_its_link(hosting: OpenHouse) -> None:
    host = Guest(hosting.url)
    room = host.post("/open", game="kyoto")["room"]
    host.post(f"/r/{room}/sit", seat=0, name="Host")
    link = f"{hosting.url}/r/{room}?seat=1&program=1"
    assert link.replace("&", "&amp;") in host.get(f"/r/{room}")
    client = subprocess.Popen(
        [sys.executable, str(EXAMPLES / "client.py"), "--join", link, "--seed", "1"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert client.stdout is not None
    client.stdout.readline()
    assert "A program · " in host.get(f"/r/{room}")
    host.post(f"/r/{room}/start")

    async def run() -> Frame:
        line = await host.live(room)
        table = await asked(line)
        for _ in range(3):
            table = await answered(line, table)
        await line.told({"t": "aside", "id": "r", "move": "resign"})
        return table

    asyncio.run(run())
    said = client.stdout.read()
    assert client.wait(20) == 0
    assert "GOV won by RESIGNED" in said
    client.stdout.close()


NONSENSE: list[list[Any]] = [
    [{"t": "move", "id": str(n), "decision": 0, "moves": ["fly"]} for n in range(3)],
    ["hello", "{", "[]"],
]


@pytest.mark.parametrize("said", [*NONSENSE, []])
def test_a_program_on_the_line_that_cannot_go_on(hosting: OpenHouse, said: list[Any]) -> None:
    async def run() -> None:
        guest = Guest(hosting.url)
        room = guest.post("/open", game="kyoto")["room"]
        guest.post(f"/r/{room}/sit", seat=0, name="Host")
        facts = {"seat": 1, "name": "Tin", "program": True}
        seated = await asyncio.to_thread(post, f"{hosting.url}/r/{room}/sit", facts)
        guest.post(f"/r/{room}/start")
        line = await guest.live(room)
        table = await asked(line)
        if said:
            client = Client(hosting.url, room, seated["secret"])
            socket = await client.connected()
            while client.question() is None:
                client.hear(json.loads(await socket.recv()))
            ask = client.question()
            assert ask is not None
            for one in said:
                here = {"decision": ask["decision"]}
                await socket.send(json.dumps({**one, **here}) if isinstance(one, dict) else one)
        reason, last = await forfeited(line)
        assert reason == ("illegal" if said else "silent")
        assert last["outcome"] == "ONI won by TIME"
        assert table["seq"] <= 1

    asyncio.run(run())


def test_a_program_that_falls_silent_in_mid_game_loses(hosting: OpenHouse) -> None:
    """Its first answers came quickly: the terms of those are over before that of the last one."""

    async def run() -> Frame:
        opened = await asyncio.to_thread(post, f"{hosting.url}/open", {"game": "kyoto"})
        at = f"{hosting.url}/r/{opened['room']}"
        both = []
        for seat in (0, 1):
            facts = {"seat": seat, "name": "ab"[seat], "program": seat == 1}
            secret = (await asyncio.to_thread(post, f"{at}/sit", facts))["secret"]
            both.append(Client(hosting.url, opened["room"], secret))
        await asyncio.to_thread(post, f"{at}/start", {}, both[0].secret)
        luck, answers = random.Random(1), 0

        def choose(ask: Frame) -> list[str]:
            nonlocal answers
            answers += 1
            if answers > 12:
                raise EOFError
            return [luck.choice(ask["moves"])]

        person = asyncio.create_task(both[0].play(at_random(luck)))
        with pytest.raises(EOFError):
            await both[1].play(choose)
        return await asyncio.wait_for(person, 6 * SECONDS)

    assert asyncio.run(run())["outcome"] == "ONI won by TIME"


@pytest.mark.parametrize("word", ["x", "x=y", "x=exec:", "x=run:y", "master=exec:y", "=exec:y"])
def test_a_bot_of_the_host_needs_a_name_and_a_command(word: str) -> None:
    with pytest.raises(BadText, match="--bot"):
        named([word])
    assert named(["Tin Man=text:python bot.py"]) == {"Tin Man": "text:python bot.py"}
