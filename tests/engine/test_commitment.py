"""Promise 4: a record replays and checks; nobody chose a die or a shuffle."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import konspira
from konspira.cli import recorded
from konspira.engine import record
from konspira.engine.chance import Stream
from konspira.engine.commitment import CommittedStream, commitment
from konspira.engine.contract import CHANCE, BadText

SECRET = bytes(range(32))
NONCES = [b"one seat", b"the other"]


def played(luck: Callable[[int], int]) -> tuple[Any, Any]:
    game = konspira.game("kyoto", equipment=True)
    state = game.start()
    choose = Stream(5)
    while state.outcome() is None:
        if state.actor() == CHANCE:
            state.play(state.chance_pick(luck(state.chance_total())))
        else:
            moves = state.moves()
            state.play(moves[choose.below(len(moves))])
    return game, state


def committed() -> str:
    game, state = played(CommittedStream(SECRET, NONCES).below)
    options = record.options_text(game.options())
    tags = {
        "Id": "room-1",
        "Commitment": commitment(SECRET, "room-1", options, game.version),
        "Secret": SECRET.hex(),
        "Nonces": " ".join(nonce.hex() for nonce in NONCES),
    }
    return record.written(game, state, tags)


def problems(text: str) -> list[str]:
    return record.verified(text, recorded)[1]


def test_a_committed_game_verifies() -> None:
    assert problems(committed()) == []


def test_another_secret_is_found_out() -> None:
    text = committed().replace(SECRET.hex(), (b"\1" * 32).hex())
    assert "commitment does not fit" in problems(text)[0]


def test_chosen_chance_is_found_out() -> None:
    game, state = played(Stream(1).below)
    options = record.options_text(game.options())
    tags = {
        "Commitment": commitment(SECRET, "", options, game.version),
        "Secret": SECRET.hex(),
        "Nonces": "00 01",
    }
    assert "committed stream says" in problems(record.written(game, state, tags))[0]


def test_other_options_are_found_out() -> None:
    text = committed().replace("equipment=true", "equipment=false")
    assert problems(text)


def test_a_changed_move_is_named() -> None:
    lines = committed().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("1. "))
    lines[at] = re.sub("place [ab][16] ", "place c3 ", lines[at], count=1)
    assert problems("\n".join(lines))[0].startswith("entry 1: ")


def test_a_changed_hash_is_named() -> None:
    lines = committed().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("7. "))
    lines[at] = lines[at][:-1] + ("0" if lines[at][-1] != "0" else "1")
    assert problems("\n".join(lines))[0].startswith("entry 7: the position differs")


def test_a_changed_result_is_named() -> None:
    text = committed()
    result = next(line for line in text.splitlines() if line.startswith("[Result"))
    assert "the rules" in problems(text.replace(result, '[Result "ONI won by LUCK"]'))[0]


@pytest.mark.parametrize(
    "text",
    ["", "nothing", '[Game "kyoto"]', '[Game "kyoto"]\n[Rules "1"]\n[Options ""]\n1. what', "\0"],
)
def test_what_is_no_record_is_said_in_one_sentence(text: str) -> None:
    with pytest.raises(BadText) as caught:
        record.verified(text, recorded)
    assert "\n" not in str(caught.value)


def test_numbers_are_uniform_and_depend_on_the_nonces() -> None:
    stream = CommittedStream(SECRET, NONCES)
    counts = [0] * 5
    for _ in range(5000):
        counts[stream.below(5)] += 1
    assert max(counts) - min(counts) < 200
    first = [CommittedStream(SECRET, [b"a"]).below(1 << 60) for _ in range(2)]
    assert first[0] == first[1]
    assert CommittedStream(SECRET, [b"b"]).below(1 << 60) != first[0]
    with pytest.raises(BadText):
        CommittedStream(b"short", [])
