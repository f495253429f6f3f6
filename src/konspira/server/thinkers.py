"""Bots think in processes of their own, so that a room never waits for another room's bot."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from math import ceil
from multiprocessing import get_context
from typing import Final

import msgspec

import konspira
from konspira import bots
from konspira.engine.chance import Stream
from konspira.engine.contract import Game
from konspira.engine.knowledge import decode

WORKERS: Final = 2
TRIES: Final = 3
MODEST: Final = 10  # how far workers stand back behind the house, which answers people
SHARE: Final = 0.8  # of the pace is thought; the rest is for finding out what can be played
HINT_SECONDS: Final = 1.0


def _ready(house: int) -> None:
    """A worker does not outlive its house, however that ended."""
    if hasattr(os, "nice"):
        os.nice(MODEST)

    def watch() -> None:
        while os.getppid() == house:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


@lru_cache(maxsize=8)
def _game(key: str, options: bytes) -> Game:
    game: Game = konspira.game(key, **msgspec.json.decode(options))
    return game


class Answer(msgspec.Struct, frozen=True):
    """As texts: a word that only the worker has heard of has no code elsewhere. `thought` is the
    whole of it with its reasons, encoded, to be kept until the game is over."""

    moves: list[str]
    thought: bytes
    ready: bool
    began: float  # by the machine's monotonic clock
    spent: float


def considered(name: str, knowledge: bytes, seconds: float, seed: int) -> Answer:
    """In the worker: the answer of a bot to its open decision."""
    began = time.monotonic()
    known = decode(knowledge)
    game = _game(known.game, msgspec.json.encode(known.options))
    who = bots.player(name, game.key)
    budget = bots.Budget(seconds)
    thought = bots.considered(game, who, known, budget, Stream(seed), whole=True)
    spent = time.monotonic() - began
    return Answer(thought.texts, thought.encode(), thought.ready, began, spent)


class Thinkers:
    """Answers are thought out one after the other by as many workers as there are; who comes
    first is answered first.

    `pace`: a bot answers so many seconds after its turn to think has come, or after a multiple of
    them if the machine is busy. It is the same for easy and hard questions, so it tells nothing;
    how long it had to wait for its turn depends on other rooms alone."""

    def __init__(self, pace: float, workers: int = WORKERS) -> None:
        self.pace = pace
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def _hired(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: the house has threads, and secrets in its memory.
            self._pool = ProcessPoolExecutor(
                self.workers, get_context("spawn"), initializer=_ready, initargs=(os.getpid(),)
            )
        return self._pool

    async def think(self, name: str, knowledge: bytes, breath: float = 1.0) -> Answer:
        """A bot's answer, when it is time to give it: people have looked at what was before for
        `breath` times its pace. BrokenProcessPool: whoever thinks about this dies of it."""
        answer = await self._asked(name, knowledge, SHARE * self.pace, secrets.randbits(60))
        if self.pace:
            pace = breath * self.pace
            due = answer.began + pace * max(1, ceil(answer.spent / pace))
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
        return answer

    async def hint(self, name: str, knowledge: bytes) -> Answer:
        """What such a bot would do, at once. Luck comes from the question, so that asking again
        is no way to more."""
        seconds = HINT_SECONDS if self.pace else 0.0
        seed = int.from_bytes(hashlib.sha256(knowledge).digest()[:7], "big")
        return await self._asked(name, knowledge, seconds, seed)

    async def _asked(self, name: str, knowledge: bytes, seconds: float, seed: int) -> Answer:
        loop = asyncio.get_running_loop()
        tries = TRIES
        while True:
            pool = self._hired()
            try:
                return await loop.run_in_executor(pool, considered, name, knowledge, seconds, seed)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                tries -= 1
                if not tries:
                    raise

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
