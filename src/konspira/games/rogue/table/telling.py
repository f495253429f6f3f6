"""What stands beside the words of the log, and which codes are told together, loudly or not."""

from __future__ import annotations

from typing import Final

import markupsafe

from konspira.games.rogue.rules import codes
from konspira.games.rogue.story import SILENT

SYMBOL_ART: Final = ("fuel", "ammo", "evid", "car", "gun", "agt", "heal", "cred", "exp", "bst")
# What stands beside the words of an event.
ART: Final = {
    codes.LOOK: "s-eye",
    codes.LOOKED: "s-eye",
    codes.TURN_UP: "s-file",
    codes.SHOWN: "s-file",
    codes.TIMER: "s-clock",
    codes.PLACED: "s-bag",
    codes.HITS: "s-exp",
    codes.DEFEATED: "s-tick",
    codes.ASSASSIN_OUT: "s-tick",
    codes.LOST_STAMINA: "s-heart",
    codes.HOSPITAL: "s-heal",
    codes.EFFECT: "s-file",
    codes.WALKED: "s-range",
    codes.ESCAPED: "s-range",
    codes.CARD_OUT: "s-x",
    codes.CARD_UNDER: "s-undo",
    codes.ASSASSIN_WALKED: "assassin",
    codes.TICKED: "s-clock",
    codes.EXPLODED: "s-exp",
    codes.INFORMANT_OUT: "s-inf",
    codes.POLICE_MOVED: "police",
    codes.TURNED_IN: "s-file",
    codes.PAID_OUT: "s-cred",
    codes.TAKEN: "s-cuff",
    codes.DEFUSED: "s-tick",
    codes.IS_ANDROID: "s-sha",
    codes.TOKENS_OUT: "s-x",
    codes.DESTROYED: "y-ember",
    codes.CLOCK_OUT: "s-clock",
    codes.SHUFFLED: "s-loop",
    codes.RESERVE_IN: "s-bag",
    codes.SCORE: "s-infl",
    codes.ENDED: "s-star",
    codes.BACK_IN_BAG: "s-bag",
    codes.GANGSTERS: "s-gang",
    codes.SAFE: "s-tick",
}
ROLLED: Final = '<span class="rolled">'
HEAD: Final = '<span class="lh">'
FOUND: Final = -1  # the end of a search has no code of its own
LOUD: Final = frozenset([codes.EXPLODED, codes.IS_ANDROID, codes.DESTROYED, codes.ENDED])
# Told together with others of their kind.
GATHERED: Final = frozenset(
    [codes.ROLL, codes.DRAW, codes.EVENT_DIE, codes.PICK, codes.PLACE_DIE, codes.TOKEN]
)
OF_NONE: Final = frozenset([codes.SPEND_AMMO, codes.DEFEND, codes.CALL])
QUIET: Final = (SILENT | {codes.TILE}) - GATHERED
# The city speaks for itself: everything after the last turn of a round.
STIRRING: Final = frozenset(
    [
        codes.WALKED,
        codes.ESCAPED,
        codes.ASSASSIN_WALKED,
        codes.POLICE_MOVED,
        codes.TICKED,
        codes.LOST_STAMINA,
        codes.INFORMANT_OUT,
        codes.EXPLODED,
    ]
)


def escape(text: str) -> str:
    """Plain text as HTML, a plain str again: `format` of a Markup is many times slower."""
    return str(markupsafe.escape(text))


def capital(line: str) -> str:
    """A sentence may begin with a word that is small elsewhere, bold or not."""
    at = len("<b>") if line.startswith("<b>") else 0
    return line[:at] + line[at : at + 1].upper() + line[at + 1 :]


def with_art(art: str, line: str) -> str:
    return f'<svg class="ic" aria-hidden="true"><use href="#ra-{art}"/></svg>{line}'
