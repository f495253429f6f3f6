"""The story with its cells and cards marked up."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup, escape

from konspira.engine.contract import OPEN_TABLE, SPECTATOR
from konspira.engine.knowledge import Knowledge
from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, Notation
from konspira.games.kyoto.rules.codes import BLANK_LOCATION
from konspira.games.kyoto.story import Story

# The word joiner keeps an opening bracket on the line of its chip.
CHIP = Markup(
    '<span class="tag c-{card}">\u2060<svg viewBox="0 0 48 48" aria-hidden="true">'
    '<use href="#em-{card}"/></svg>{name}</span>'
)
TACTICS = Markup('<span class="tag is-tactic">{name}</span>')
BOLD = Markup("<b>{}</b>")


class Marked(Story):
    """Sentences as HTML, made from texts that are escaped already."""

    def _card(self, card: int) -> str:
        name = Markup(super()._card(card))
        if card >= BLANK_LOCATION:
            return name
        if CARDS.index("defence") <= card:
            return TACTICS.format(name=name)
        return CHIP.format(card=CARDS[card], name=name)

    def _special(self, agent: int) -> str:
        return BOLD.format(Markup(super()._special(agent)))

    def _identity(self, identity: int) -> str:
        return BOLD.format(Markup(super()._identity(identity)))

    def _sign(self, identity: int) -> str:
        return BOLD.format(super()._sign(identity))


@lru_cache(maxsize=16)
def _escaped(words: Texts) -> Texts:
    """The same texts, safe to stand in HTML with marked facts in their gaps."""
    return Texts(
        words.language,
        {key: [str(escape(form)) for form in forms] for key, forms in words.messages.items()},
    )


def sentences(game: Kyoto, words: Texts, known: Knowledge) -> list[list[str]]:
    notation = Notation(game.board)
    notation.cells = [BOLD.format(cell) for cell in notation.cells]
    viewer = known.viewer if known.viewer < game.seats else SPECTATOR
    open_log = game.open_log or known.viewer == OPEN_TABLE
    return Marked(notation, _escaped(words), viewer, open_log).lines(known.told)
