"""Coroutines that are begun at once, not in the loop's next round."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Coroutine, Generator
from typing import Any


def begun(coroutine: Coroutine[Any, None, None]) -> asyncio.Task[None] | None:
    """Runs it as far as it goes without waiting; the task that goes on from there, if it waits."""
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(_going_on(coroutine, waits_for))


@types.coroutine
def _going_on(coroutine: Coroutine[Any, None, None], waits_for: Any) -> Generator[Any, None, None]:
    while True:
        try:
            try:
                yield waits_for
            except BaseException as error:
                waits_for = coroutine.throw(error)
            else:
                waits_for = coroutine.send(None)
        except StopIteration:
            return
