"""After the end a bot says what its clues were meant for, as people may: by pins for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from konspira.engine.contract import OPEN_TABLE, actor_of
from konspira.games.duet import Duet
from konspira.games.duet.notation import CELL_NAMES
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import kind_of
from konspira.games.duet.rules.state import State
from konspira.server.answering import BOT
from konspira.server.lines import SideLine
from konspira.server.sitting import Sitting, now_ms
from konspira.server.talk import say

if TYPE_CHECKING:
    from konspira.server.house import House


async def told(house: House, sitting: Sitting) -> None:
    room = sitting.room
    game = room.game
    if not isinstance(game, Duet) or not isinstance(room.state, State) or not room.over:
        return
    board = [game.box.words[place] for place in game.view(room.state, OPEN_TABLE).words]
    turn = 0
    for number, entry in zip(room.numbers(), room.log(), strict=True):
        clues = [code for code in entry.codes if kind_of(code) == codes.CLUE]
        turn += len(clues)
        for clue in clues:
            seat = actor_of(clue)
            thought = await house.store.thought(room.sheet.id, number)
            for word in _meant(thought):
                if word in board:
                    pin = f"meant-{turn}-{CELL_NAMES[board.index(word)]}"
                    bot = room.sheet.chairs[seat].bot
                    line = SideLine(-1, "pin", BOT, bot, pin, now_ms(), seat, client=pin)
                    await say(house, sitting, "all", line)


def _meant(thought: bytes) -> list[str]:
    if not thought:
        return []
    reasons = msgspec.json.decode(thought).get("reasons", [])
    return [word for reason in reasons for word in reason.get("belief", {}).get("meant", [])]
