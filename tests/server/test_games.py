"""A program plays a whole game of each kind over the WebSocket, a bot opposite."""

import asyncio
import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from examples.client import Client, at_random, opened, post
from tests.nursery import OpenHouse

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("kyoto", {}),
    ("kyoto", {"special_agents": True, "neutral_agent": True, "equipment": True}),
    ("rogue", {"players": 2}),
    ("rogue", {"players": 4, "mode": "android"}),
    ("rogue", {"players": 3, "module": "shadow_watch"}),
    ("duet", {"lang": "hu"}),
    ("duet", {"slack": True, "mission": "none"}),
]


@pytest.mark.parametrize(("game", "options"), KINDS)
def test_a_whole_game_in_form_json(house: OpenHouse, game: str, options: dict[str, Any]) -> None:
    client = opened(house.url, game, options)
    table = asyncio.run(client.play(at_random(random.Random(7))))
    assert table["over"]
    assert table["outcome"]
    assert table["ask"] is None


@pytest.mark.parametrize("game", ["kyoto", "rogue", "duet"])
def test_a_whole_game_in_form_html(house: OpenHouse, game: str) -> None:
    """Clicks: every move is one of the offers, and goes as a draft where the compound goes on."""
    options = {"players": 2} if game == "rogue" else {}
    client = opened(house.url, game, options)
    regions = asyncio.run(clicked(client, random.Random(3)))
    assert "prompt" in regions
    assert "tray" in regions


async def clicked(client: Client, luck: random.Random) -> dict[str, str]:
    """To the end by offers; the page as it then stands."""
    url = client.house.replace("http", "ws", 1) + f"/r/{client.room}/live"
    regions: dict[str, str] = {}
    sent = 0
    headers = {"Authorization": f"Bearer {client.secret}"}
    async with connect(url, additional_headers=headers, max_size=None) as socket:
        await socket.send(json.dumps({"t": "hello", "form": "html", "lang": "pl"}))
        async for text in socket:
            frame = json.loads(text)
            assert frame["t"] != "error"
            # Somebody may be faster where several are asked; the clue is a word that lies nowhere.
            assert frame.get("reason", "answered_already") == "answered_already"
            if frame["t"] not in ("table", "drafted"):
                continue
            if frame.get("fresh"):
                regions = {}
            regions |= frame["regions"]
            if frame.get("over"):
                return regions
            ask = frame["ask"]
            if not ask or ask["decision"] < 0 or ask["decision"] == sent:
                continue
            draft = ask["draft"]
            if not ask["complete"]:
                offers = [offer for offer in ask["offers"] if "{text}" not in offer["m"]]
                offer = luck.choice(offers) if offers else {"m": "clue vozgub 1", "more": False}
                draft = [*draft, offer["m"]]
                if offer["more"]:
                    asked = {"t": "draft", "n": 1, "decision": ask["decision"], "moves": draft}
                    await socket.send(json.dumps(asked))
                    continue
            sent = ask["decision"]
            move = {"t": "move", "id": f"c{sent}", "decision": sent, "moves": draft}
            await socket.send(json.dumps(move))
    raise AssertionError("the connection ended before the game")


def test_two_programs_at_one_table(house: OpenHouse) -> None:
    room = post(f"{house.url}/open", {"game": "kyoto"})["room"]
    at = f"{house.url}/r/{room}"
    secrets = [post(f"{at}/sit", {"seat": seat, "name": "x"})["secret"] for seat in (0, 1)]
    post(f"{at}/start", {}, secrets[1])
    clients = [Client(house.url, room, secret) for secret in secrets]
    watcher = Client(house.url, room)

    async def all_at_once() -> list[dict[str, Any]]:
        return await asyncio.gather(
            *(one.play(at_random(random.Random(at))) for at, one in enumerate(clients)),
            watcher.play(lambda ask: []),
        )

    tables = asyncio.run(all_at_once())
    assert len({table["seq"] for table in tables}) == 1
    assert len({table["outcome"] for table in tables}) == 1
