"""What is put together of changes is what would have been sent at once."""

import random
from copy import deepcopy
from typing import Any

import msgspec
import pytest

import konspira
from konspira.engine.contract import CHANCE, NOBODY, SPECTATOR
from konspira.server.changes import Change, changes

SETTINGS = [
    ("kyoto", {"special_agents": True, "neutral_agent": True, "equipment": True}),
    ("rogue", {"mode": "android", "players": 4}),
    ("rogue", {"module": "shadow_watch", "players": 2}),
    ("duet", {"lang": "hu"}),
]


def put_together(before: dict[str, Any], found: list[Change]) -> dict[str, Any]:
    """As a page does it (docs/protocol.md)."""
    view: Any = deepcopy(before)
    for path, value in found:
        *way, last = path
        parent = view
        for name in way:
            parent = parent[name]
        parent[last] = value
    return dict(view)


@pytest.mark.parametrize(("key", "options"), SETTINGS)
def test_changes_lead_from_one_view_to_the_next(key: str, options: dict[str, Any]) -> None:
    game = konspira.game(key, **options)
    luck = random.Random(5)
    sizes: list[tuple[int, int]] = []
    for seed in range(4):
        state = game.start(seed)
        before: dict[int, dict[str, Any]] = {}
        for _ in range(150):
            if state.actor() == NOBODY:
                break
            if state.actor() == CHANCE:
                state.apply(state.chance_pick(luck.randrange(state.chance_total())))
            else:
                moves = state.moves()
                if not moves:  # Duet: an open text is asked for
                    asked = next(seat for seat in (0, 1) if state.asks(seat))
                    state.apply(game.read(f"clue zamuv{seed}o {luck.randrange(1, 4)}", asked))
                else:
                    state.apply(luck.choice(moves))
            for viewer in (0, 1, SPECTATOR):
                view = game.spelled(game.view(state, viewer))
                if viewer in before:
                    found = changes(before[viewer], view)
                    if found is not None:
                        told = msgspec.json.decode(msgspec.json.encode(found))
                        assert msgspec.json.encode(
                            put_together(before[viewer], told)
                        ) == msgspec.json.encode(view)
                        sizes.append((len(msgspec.json.encode(found)), len(str(view))))
                before[viewer] = view
    assert len(sizes) > 40
    assert sum(size for size, _ in sizes) < sum(whole for _, whole in sizes) / 3


def test_what_comes_or_goes_changes_as_a_whole() -> None:
    before = {"a": 1, "rows": [{"x": 1}, {"x": 2}], "names": ["p", "q"]}
    assert changes(before, before) == []
    assert changes(before, {"a": 2, "rows": [{"x": 1}, {"x": 3}], "names": ["p", "r"]}) == [
        (["a"], 2),
        (["rows", 1, "x"], 3),
        (["names"], ["p", "r"]),
    ]
    assert changes(before, before | {"rows": [{"x": 1}, {"y": 0, "x": 2}]}) == [
        (["rows", 1], {"y": 0, "x": 2})
    ]
    assert changes(before, before | {"rows": [{"x": 1}]}) == [(["rows"], [{"x": 1}])]
    assert changes(before, {"b": 0} | before) is None
