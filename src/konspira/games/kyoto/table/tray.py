"""What is drawn in the dock: the answers to the question, and the viewer's hand."""

from __future__ import annotations

from konspira.engine.contract import SPECTATOR
from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, EQUIPMENT, IDENTITIES, KINDS, SIDES, SPECIAL_AGENTS
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, b_of, kind_of
from konspira.games.kyoto.rules.components import ANJU
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.table import pieces
from konspira.games.kyoto.table.drawing import drawn
from konspira.games.kyoto.table.pieces import SIDE_CLASSES, identity_of, seat_below
from konspira.games.kyoto.table.touches import ON_ENEMIES
from konspira.web.table import Moment


def tray(game: Kyoto, words: Texts, moment: Moment) -> str:
    seen: Seen = moment.seen
    viewer = seen.viewer
    hand = seen.hands[viewer] if viewer < len(SIDES) else -1
    moves: dict[int, list[int]] = {}
    for move in moment.moves:
        moves.setdefault(kind_of(move), []).append(move)
    # The Revolver asks for the attacker: these are the other side's agents.
    side = 1 - viewer if moment.kind == "revolver" else seat_below(viewer)
    return drawn(
        "tray.html",
        words,
        kind="" if moment.complete else moment.kind,
        hand=pieces.hand_of(hand) if hand >= 0 else [],
        watching=viewer == SPECTATOR,
        moves=moves,
        side=SIDE_CLASSES[side],
        anju=codes.LAY_DECOY in moves and seen.specials[viewer] == ANJU,
        identities=[identity_of(identity) for identity in game.board.identities],
        left=[IDENTITIES[b_of(move)] for move in moves.get(int(codes.PLACE), ())],
        picks=[SPECIAL_AGENTS[a_of(move)] for move in moves.get(int(codes.PICK), ())],
        colours=[CARDS[a_of(move)] for move in moves.get(int(codes.RURI_COLOUR), ())],
        draws=[
            (KINDS[a_of(move)], KINDS[b_of(move)])
            for move in moves.get(int(codes.REFILL), ())
            if b_of(move) < len(KINDS)
        ],
        decks=[KINDS[a_of(move)] for move in moves.get(int(codes.REFILL), ())],
        handy_decoys=_handy_decoys(words, seen) if int(codes.SPRING) in moves else [],
        handy_gear=_handy_gear(moves),
        pair=[CARDS[a_of(move)] for move in moves.get(int(codes.KEEP), ())],
        pile=[CARDS[a_of(move)] for move in moves.get(int(codes.USE_TYPESCRIPT), ())],
        played=CARDS[seen.card] if seen.card < len(CARDS) else "",
    )


def _handy_decoys(words: Texts, seen: Seen) -> list[tuple[int, str]]:
    """The Decoys that can be used, once more within reach of a thumb."""
    return [
        (decoy.number, ", ".join(words.say(f"card.{mark}") for mark in decoy.marks))
        for decoy in pieces.decoys(seen, seen.viewer)
    ]


def _handy_gear(moves: dict[int, list[int]]) -> list[str]:
    found = [EQUIPMENT[a_of(move)] for move in moves.get(int(codes.ACTIVATE), ())]
    found += ["typescript"] if int(codes.USE_TYPESCRIPT) in moves else []
    return found + [name for kind, name in ON_ENEMIES.items() if int(kind) in moves]
