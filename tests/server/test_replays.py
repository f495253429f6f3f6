"""What can be looked at again: replays, records, and reports of a moment."""

import asyncio
import json
from pathlib import Path

import pytest

from konspira import cli
from konspira.engine.record import parsed
from tests.nursery import OpenHouse
from tests.server.table import Guest, seated


def test_a_running_game_is_not_leafed_through(house: OpenHouse) -> None:
    """SK-12.13: the other side's old cards are not to be looked up, unless all agree to it."""
    for options, status in (({}, 409), ({"open_log": True}, 200)):
        room, guests = seated(house.url, "kyoto", options=options)
        for query in ("", "?at=0", "?at=0&as=watch"):
            assert guests[0].ask(f"/r/{room}/replay{query}")[0] == status
            asked = guests[0].ask(f"/r/{room}/replay{query}", Accept="application/json")
            assert asked[0] == status
        assert Guest(house.url).ask(f"/r/{room}/replay")[0] == status
    for game in ("rogue", "duet"):
        room, guests = seated(house.url, game, **({"players": 2} if game == "rogue" else {}))
        assert guests[0].ask(f"/r/{room}/replay?at=0")[0] == 200


def test_a_finished_game_is_replayed_and_verified(house: OpenHouse, tmp_path: Path) -> None:
    room, guests = seated(house.url, "kyoto")
    stranger = Guest(house.url)
    assert stranger.ask(f"/r/{room}/record", Accept="application/json")[0] == 409

    async def play() -> None:
        lines = [await guest.live(room) for guest in guests]
        for _ in range(12):
            for seat, line in enumerate(lines):
                await line.send({"t": "ping"})
                await line.next("pong")
                tables = [frame for frame in line.heard if frame["t"] == "table"]
                ask = tables[-1]["ask"]
                if ask["decision"] >= 0:
                    moves = [ask["moves"][0]]
                    while True:
                        draft = {"t": "draft", "n": 1, "decision": ask["decision"], "moves": moves}
                        await line.send(draft)
                        drafted = await line.next("drafted")
                        if drafted["complete"]:
                            break
                        moves.append(drafted["ask"]["moves"][0])
                    move = {"t": "move", "decision": ask["decision"], "moves": moves}
                    await line.told({**move, "id": f"{seat} {ask['decision']}"})
        await lines[0].told({"t": "aside", "id": "end", "move": "resign"})
        for line in lines:
            await line.close()

    asyncio.run(play())
    last = json.loads(stranger.ask(f"/r/{room}/replay", Accept="application/json")[1])["last"]
    views: dict[str, list[object]] = {}
    for eyes in ("0", "1", "watch", "open"):
        for at in range(last + 1):
            path = f"/r/{room}/replay?at={at}&as={eyes}"
            text = stranger.ask(path, Accept="application/json")[1]
            views.setdefault(eyes, []).append(json.loads(text)["view"])
    assert views["0"][last - 1] != views["1"][last - 1] != views["open"][last - 1]
    page = stranger.get(f"/r/{room}/replay?at=3&as=open")
    assert 'data-step="next"' in page
    assert stranger.ask(f"/r/{room}/replay?at={last + 1}")[0] == 404
    assert json.loads(stranger.get(f"/r/{room}/verify")) == {
        "good": True,
        "problems": [],
        "checked": ["moves", "positions", "chance"],
    }
    text = stranger.get(f"/r/{room}/record")
    kept = tmp_path / "game.txt"
    kept.write_text(text, "utf-8")
    assert cli.main(["verify", str(kept)]) == 0
    assert len(parsed(text).tags["Nonces"].split()) == 2
    secret = parsed(text).tags["Secret"]
    kept.write_text(text.replace(secret, "0" * 64), "utf-8")
    assert cli.main(["verify", str(kept)]) == 1


@pytest.mark.parametrize("game", ["kyoto", "rogue", "duet"])
def test_a_report_is_a_scenario_that_runs(house: OpenHouse, tmp_path: Path, game: str) -> None:
    options = {"players": 2} if game == "rogue" else {}
    room, guests = seated(house.url, game, options=options)
    for guest in (guests[0], Guest(house.url)):
        kept = guest.post(f"/r/{room}/report", text='It: "hangs"\n- # here')
        text = (house.folder / "reports" / kept["file"]).read_text("utf-8")
        # SK-12.13: a whole position would show what was played long ago.
        assert kept.get("scenario") == (None if game == "kyoto" else text)
        path = tmp_path / "report.yaml"
        path.write_text(text, "utf-8")
        assert cli.main(["scenario", str(path)]) == 0
    assert list((house.folder / "reports").glob("*.yaml"))
