"""From what a person typed to a move: in full, shortened, or by number."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from konspira.engine.contract import Ambiguous, Game, MoveError, NotAMove, State

STROKES = str.maketrans("łŁ", "lL")  # a letter of its own, not one with an accent
MARKS = str.maketrans("→×↔&,()", "       ")


def bare(text: str) -> str:
    """Without case and accents: not every keyboard has them."""
    apart = unicodedata.normalize("NFD", text.translate(STROKES).casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    return bare(text.translate(MARKS)).split()


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
    except NotAMove as error:
        if error.reason == "not_a_move":
            return None
        raise
    if code in game.asides(state, seat):
        return code
    if not game.words([code]):
        return None
    try:
        state.clone().play(code)
    except MoveError:
        raise game.refusal(state, code) from None
    return code


def understood(
    game: Game,
    state: State,
    seat: int,
    text: str,
    listed: Sequence[int],
    shown: Mapping[int, str],
    noted: str,
) -> int:
    """The legal move that is meant. `listed` are the moves in the order of their numbers, `shown`
    is each as the table shows it, `noted` is the text with the words of the notation."""
    plain = " ".join(text.split())
    number = int(plain) if plain.isdecimal() and len(plain) < 6 else 0
    if 1 <= number <= len(listed):
        return listed[number - 1]
    moves = state.moves(seat)
    for move in moves:
        if game.text(move).casefold() == plain.casefold():
            return move
    unlisted = open_text(game, state, seat, plain)
    if unlisted is not None:
        return unlisted
    typed = words_of(plain)
    ways = [(move, (words_of(game.text(move)), words_of(shown[move]))) for move in moves]
    for whole in (True, False):
        found = [move for move, forms in ways if any(fits(typed, form, whole) for form in forms)]
        if typed and len(found) == 1:
            return found[0]
        if typed and found:
            some = ", ".join(shown[move] for move in found[:8]) + (" …" if len(found) > 8 else "")
            raise Ambiguous("ambiguous", moves=some)
    if plain.isdecimal() and listed:
        raise NotAMove("no_such_number", number=plain, last=len(listed))
    try:
        code = game.read(noted.lower(), seat)
    except NotAMove:
        try:
            code = game.read(noted, seat)
        except NotAMove:
            raise NotAMove("not_a_move", text=plain) from None
    raise game.refusal(state, code)
