"""What a viewer reads at the terminal, and other games that tell this viewer the same."""

from typing import Any

from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY
from konspira.engine.knowledge import knowledge
from konspira.engine.log import follow, opening
from konspira.terminal.table import Face


def walked(game: Any, seed: str, every: int = 9) -> list[Any]:
    """States of a random game, one in a few, compounds complete."""
    luck = Stream(seed)
    state = game.start(seed)
    states = []
    while state.outcome() is None:
        if luck.below(every) == 0 and state.drafting() == NOBODY:
            states.append(state.clone())
        moves = state.moves()
        state.play(moves[luck.below(len(moves))])
    return [*states, state]


def screen(game: Any, face: Face, state: Any, viewer: int) -> list[str]:
    """All that the terminal prints for a viewer who is asked."""
    seen = game.view(state, viewer)
    lines = face.screen(seen, 80, low=False)
    if viewer < game.seats:
        lines += face.pile(seen)
    for sentences in face.story(knowledge(game, state, viewer)):
        lines += sentences
    if state.asks(viewer):
        moves = state.moves(viewer)
        lines.append(face.question(seen, moves))
        for label, items in face.choices(seen, moves):
            lines += [label, *(text for _, text in items)]
    return lines


def retold(game: Any, state: Any, viewer: int, luck: Stream) -> Any:
    """Another game that tells the viewer the same, played through."""
    base, codes = game.sampler(knowledge(game, state, viewer)).story(luck)
    other, setup = opening(game, base)
    log = [setup]
    for code in codes:
        follow(other, log, code)
    return other
