"""A house for all tests of a module: a real process, real sockets."""

from collections.abc import Iterator

import pytest

from tests.house import OpenHouse, opened


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with opened(tmp_path_factory.mktemp("house")) as running:
        yield running
