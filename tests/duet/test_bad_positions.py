"""A position with a slip in it is refused in a sentence, or can be played on."""

import konspira
from konspira.engine.chance import Stream
from konspira.engine.contract import BadText
from konspira.games.duet.rules.state import State

GAME = konspira.game("duet")


def positions() -> list[str]:
    luck = Stream("positions")
    found = []
    for seed in range(12):
        state = GAME.start(seed)
        found.append(GAME.position(state))
        while state.outcome() is None:
            moves = state.moves()
            state.play(moves[luck.below(len(moves))])
            found.append(GAME.position(state))
    return found


def slipped(text: str, other: str, luck: Stream) -> str:
    """One letter changed, lost or added, or one field of another position."""
    if luck.below(3) == 0:
        fields, others = text.split(), other.split()
        at = luck.below(len(fields))
        return " ".join([*fields[:at], others[at], *fields[at + 1 :]])
    at = luck.below(len(text))
    letter = other[luck.below(len(other))]
    return text[:at] + ("", letter)[luck.below(2)] + text[at + luck.below(2) :]


def test_slips() -> None:
    luck = Stream("slips")
    texts = positions()
    read = 0
    for _ in range(3000):
        text, other = texts[luck.below(len(texts))], texts[luck.below(len(texts))]
        try:
            state: State = GAME.from_position(slipped(text, other, luck))
        except BadText as error:
            assert str(error)
            continue
        read += 1
        while state.outcome() is None:
            moves = state.moves() or [state.chance_pick(0)]
            state.play(moves[luck.below(len(moves))])
            assert GAME.conserved(state) == []
    assert read > 50  # else the test would show nothing
