"""From what a person typed to a move: in full, shortened, or by number."""

from __future__ import annotations

from collections.abc import Sequence

from konspira.engine.contract import Ambiguous, Game, MoveError, NotAMove, State


def fits(typed: Sequence[str], words: Sequence[str], whole: bool) -> bool:
    """Are the typed words, in order, among the words of the move (or beginnings of them)?"""
    rest = iter(words)
    return all(
        any(word == part if whole else word.startswith(part) for word in rest) for part in typed
    )


def open_text(game: Game, state: State, seat: int, text: str) -> int | None:
    """A legal move that is not listed: an aside, or words of one's own, which are never guessed
    from their beginnings."""
    try:
        code = game.read(text, seat)
    except MoveError:
        return None
    if code in game.asides(state, seat):
        return code
    if not game.words([code]):
        return None
    try:
        state.clone().play(code)
    except MoveError:
        raise game.refusal(state, code) from None
    return code


def understood(game: Game, state: State, seat: int, text: str, listed: Sequence[int]) -> int:
    """The legal move that is meant. `listed` are the moves in the order of their numbers."""
    words = text.split()
    plain = " ".join(words)
    if plain.isdecimal() and len(plain) < 6 and 1 <= int(plain) <= len(listed):
        return listed[int(plain) - 1]
    moves = state.moves(seat)
    texts = {move: game.text(move) for move in moves}
    for move, full in texts.items():
        if full.casefold() == plain.casefold():
            return move
    unlisted = open_text(game, state, seat, plain)
    if unlisted is not None:
        return unlisted
    folded = [word.casefold() for word in words]
    for whole in (True, False):
        found = [
            move for move, full in texts.items() if fits(folded, full.casefold().split(), whole)
        ]
        if len(found) == 1:
            return found[0]
        if found:
            some = ", ".join(texts[move] for move in found[:8]) + (" …" if len(found) > 8 else "")
            raise Ambiguous("ambiguous", moves=some)
    try:
        code = game.read(plain, seat)
    except NotAMove:
        code = game.read(plain.lower(), seat)
    raise game.refusal(state, code)
