"""A house for all tests of a module: a real process, real sockets."""

from collections.abc import Iterator

import pytest

from tests.nursery import Nursery, OpenHouse, nursery


@pytest.fixture(scope="session")
def forked() -> Iterator[Nursery]:
    with nursery() as found:
        yield found


@pytest.fixture(scope="module")
def house(forked: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    running = forked.begin(tmp_path_factory.mktemp("house"))
    yield running
    running.stop()
