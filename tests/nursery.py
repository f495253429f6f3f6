"""Many real houses for tests, one after the other: servers that are forked from one process which
has imported everything, so that starting one takes no time.

    with nursery() as forked:
        house = forked.begin(tmp_path)

As a program (`python -m tests.nursery`) this is that process. `tests.house` starts a single one.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from konspira.engine.contract import BadText
from konspira.server import serving
from konspira.server.house import House
from tests.house import free_port
from tests.server.canaries import Canaries

ROOT = Path(__file__).resolve().parents[1]
OPEN = "open"


@dataclass(slots=True)
class OpenHouse:
    """A running server; `kill` is `kill -9`."""

    nursery: Nursery
    pid: int
    port: int
    folder: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def alive(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self._gone(10)

    def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        if not self._gone(10):
            self.kill()

    def _gone(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while self.alive() and time.monotonic() < end:
            time.sleep(0.005)
        return not self.alive()


class Nursery:
    """The process that servers are forked from."""

    def __init__(self) -> None:
        paths = [str(ROOT), *(path for path in sys.path if path)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.nursery"],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )

    def begin(self, folder: Path, port: int = 0, **facts: Any) -> OpenHouse:
        """A server, once it answers. `facts` are those of House; `phases`: a file that hears of
        each step of a move; `die`: the step, and how often it is reached, at which it kills
        itself, however soon; `canary`: the seed of random names."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        port = port or free_port()
        wish = {"folder": str(folder), "port": port, "pace": 0.0, "rate": 10_000.0, **facts}
        self.process.stdin.write(json.dumps(wish).encode() + b"\n")
        house = OpenHouse(self, int(self.process.stdout.readline()), port, folder)
        living = True
        while not select.select([self.process.stdout], [], [], 0.1 if living else 0)[0]:
            if not living:
                assert "die" in facts, "the house did not open"
                return house
            living = house.alive()
        assert self.process.stdout.readline().decode().strip() == OPEN
        return house

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


@contextlib.contextmanager
def nursery() -> Iterator[Nursery]:
    found = Nursery()
    try:
        yield found
    finally:
        found.close()


@contextlib.contextmanager
def opened(folder: Path, **facts: Any) -> Iterator[OpenHouse]:
    """One house, as long as it is needed."""
    with nursery() as forked:
        house = forked.begin(folder, **facts)
        try:
            yield house
        finally:
            house.stop()


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever was killed leaves no trace
    for line in sys.stdin:
        wish = json.loads(line)
        if os.fork() == 0:
            try:
                _say(str(os.getpid()))
                _serve(wish)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)


def _say(line: str) -> None:
    """In one piece, and by the house itself: its number is there before it is open."""
    os.write(1, line.encode() + b"\n")


def _serve(wish: dict[str, Any]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    sys.stdin.close()
    threading.Thread(target=_not_outlive, args=(os.getppid(),), daemon=True).start()
    port = wish.pop("port")
    if "canary" in wish:
        Canaries(wish.pop("canary")).plant()
    if "phases" in wish or "die" in wish:
        wish["phase"] = _phase(wish.pop("phases", ""), wish.pop("die", None))
    house = House(Path(wish.pop("folder")), **wish)
    listening = None
    for _ in range(200):  # the port of a killed house is free again after a moment
        with contextlib.suppress(BadText):
            listening = serving.bound("127.0.0.1", port)
            break
        time.sleep(0.01)
    assert listening is not None
    serving.serve(house, listening, lambda: _say(OPEN))


def _not_outlive(nursery: int) -> None:
    while os.getppid() == nursery:
        time.sleep(0.5)
    os._exit(1)


def _phase(path: str, die: list[Any] | None) -> Any:
    """Writes each step down, where it outlives the process, and dies at the one asked for."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND) if path else -1
    left = {die[0]: int(die[1])} if die else {}

    def hear(phase: str, room: str) -> None:
        if file >= 0:
            os.write(file, f"{phase} {room}\n".encode())
        if phase in left:
            left[phase] -= 1
            if left[phase] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return hear


if __name__ == "__main__":
    main()
