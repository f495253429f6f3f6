"""A real house for tests: the server in a process of its own, on a free port, with a fresh folder.

    with house.opened(tmp_path) as open_house:
        ... open_house.url ...

As a program (`python -m tests.house FOLDER PORT …`) it is that process.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from konspira.server import serving
from konspira.server.house import House

ROOT = Path(__file__).resolve().parents[1]
READY = "open"


@dataclass(slots=True)
class OpenHouse:
    """A running server; `kill` is `kill -9`."""

    process: subprocess.Popen[str]
    port: int
    folder: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def live(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()


def free_port() -> int:
    """Below the range from which the system takes ports for connections."""
    while True:
        port = random.randrange(20000, 32768)
        with contextlib.closing(socket.socket()) as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def begun(
    folder: Path,
    *,
    port: int = 0,
    pace: float = 0.0,
    more: tuple[str, ...] = (),
    program: str = "tests.house",
) -> OpenHouse:
    """A server process, once it answers. `program`: the module that is it."""
    port = port or free_port()
    command = [sys.executable, "-m", program, str(folder), str(port), "--pace", str(pace)]
    paths = [str(ROOT), *(path for path in sys.path if path)]
    process = subprocess.Popen(
        [*command, *more],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    if line.strip() != READY:
        process.kill()
        raise RuntimeError(f"the house did not open: {line!r}")
    return OpenHouse(process, port, folder)


@contextlib.contextmanager
def opened(
    folder: Path,
    *,
    pace: float = 0.0,
    more: tuple[str, ...] = (),
    program: str = "tests.house",
) -> Iterator[OpenHouse]:
    house = begun(folder, pace=pace, more=more, program=program)
    try:
        yield house
    finally:
        house.stop()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("port", type=int)
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--idle", type=float, default=600.0)
    parser.add_argument("--rate", type=float, default=1000.0)
    options = parser.parse_args()
    house = House(options.folder, pace=options.pace, idle=options.idle, rate=options.rate)
    listening = None
    for _ in range(100):  # the port of a killed house is free again after a moment
        with contextlib.suppress(Exception):
            listening = serving.bound("127.0.0.1", options.port)
            break
        time.sleep(0.05)
    assert listening is not None
    serving.serve(house, listening, lambda: print(READY, flush=True))


if __name__ == "__main__":
    main()
