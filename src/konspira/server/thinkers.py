"""Bots think in processes of their own, so that a room never waits for another room's bot."""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
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


def _ready(house: int) -> None:
    """A worker does not outlive its house, however that ended."""

    def watch() -> None:
        while os.getppid() == house:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


@lru_cache(maxsize=8)
def _game(key: str, options: bytes) -> Game:
    game: Game = konspira.game(key, **msgspec.json.decode(options))
    return game


def considered(name: str, knowledge: bytes, seconds: float, seed: int) -> list[str]:
    """In the worker: the answer of a bot to its open decision, as texts: a word that only the
    worker has heard of has no code elsewhere."""
    known = decode(knowledge)
    game = _game(known.game, msgspec.json.encode(known.options))
    who = bots.player(name, game.key)
    thought = bots.considered(game, who, known, bots.Budget(seconds), Stream(seed))
    return [game.text(move) for move in thought.moves]


class Thinkers:
    """`pace`: a bot answers so many seconds after it was asked, or after a multiple of them if
    the machine is busy. It is the same for easy and hard questions, so it tells nothing."""

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

    async def think(self, name: str, knowledge: bytes) -> list[str]:
        loop = asyncio.get_running_loop()
        began = loop.time()
        seed = secrets.randbits(60)
        for left in range(TRIES, 0, -1):
            pool = self._hired()
            try:
                moves = await loop.run_in_executor(
                    pool, considered, name, knowledge, 0.8 * self.pace, seed
                )
                break
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if left == 1:
                    raise
        if self.pace:
            over = (loop.time() - began) % self.pace
            await asyncio.sleep(self.pace - over)
        return moves

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
