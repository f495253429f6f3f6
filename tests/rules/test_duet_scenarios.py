"""Every scenario of Duet holds, and the list of the reference's own is complete."""

from pathlib import Path

import pytest

import konspira
from konspira.engine import scenario

FOLDER = Path(__file__).resolve().parents[2] / "scenarios/duet"
LOADED = [
    one
    for path in sorted(FOLDER.glob("*.yaml"))
    for one in scenario.load(path.read_text("utf-8"), path.name)
]
# T-01 to T-03 and T-65 to T-67 are in test_duet_key.py, T-43 to T-47 and T-71 in test_campaign.py,
# T-57 to T-59 and T-75 with the judge, T-68 to T-70 in tests/duet/test_partner.py.
ELSEWHERE = {1, 2, 3, 43, 44, 45, 46, 47, 57, 58, 59, 65, 66, 67, 68, 69, 70, 71, 75}


@pytest.mark.parametrize("one", LOADED, ids=lambda one: f"{one.value.get('id', '')} {one.title}")
def test_scenario(one: scenario.Scenario) -> None:
    assert scenario.run(one, konspira.game) == []


def test_none_is_missing() -> None:
    ids = {str(one.value.get("id", "")) for one in LOADED}
    assert {f"T-{number:02}" for number in set(range(1, 76)) - ELSEWHERE} <= ids
