"""A table for any game: what is seen as lists, moves as buttons. For games that have no looks, and
for whoever wants none (`/r/ROOM?plain`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import escape

from konspira.engine.contract import Game, Judging, NotLegal, actor_of
from konspira.engine.texts import Texts
from konspira.web.drawing import drawn
from konspira.web.table import Moment, Odds, Offer, Parted, Prompt, Table, place


def table(game: Game, words: Texts) -> Table:
    return Plain(game, words)


@dataclass(slots=True)
class Plain:
    game: Game
    words: Texts

    def regions(self, moment: Moment) -> dict[str, str]:
        buttons = [_button(place, self.game.text(move)) for place, move in enumerate(moment.moves)]
        writing = _writing(self.words) if self._open_text(moment) else ""
        return {
            "view": _view(self.game.spelled(moment.seen)),
            "tray": f'<ul class="plain-moves">{"".join(buttons)}</ul>{writing}',
        }

    def _open_text(self, moment: Moment) -> bool:
        """Where a word may be asked for, the moves are not all there are."""
        return bool(moment.kind) and isinstance(self.game, Judging)

    def prompt(self, moment: Moment) -> Prompt:
        path = [self.game.text(move) for move in moment.draft]
        title = self.words.say("at.choose" if moment.kind else "at.wait")
        return Prompt(title, moment.kind, path)

    def offers(self, moment: Moment) -> list[Offer]:
        moves = [self._offer(f"move-{number}", move) for number, move in enumerate(moment.moves)]
        if self._open_text(moment):
            moves.append(Offer("{text}", (), self.words.say("at.own-words")))
        sure = self.words.say("at.sure")
        return moves + [self._offer(f"aside-{move}", move, sure) for move in moment.asides]

    def _offer(self, touch: str, move: int, sure: str = "") -> Offer:
        text = self.game.text(move)
        return Offer(text, (touch,), text, sure)

    def why(self, moment: Moment, touched: Sequence[str]) -> str:
        return self.words.refusal(NotLegal("not_now"))

    def remark(self, moment: Moment, text: str, touched: Sequence[str]) -> str:
        return ""

    def story(self, moment: Moment) -> list[list[str]]:
        return [[self._sentence(moment, code) for code in entry] for entry in moment.known.told]

    def _sentence(self, moment: Moment, code: int) -> str:
        who = actor_of(code)
        name = ""
        if who < self.game.seats:
            name = moment.sitters[who].name or self.game.seat_name(who)
        return _told(name, self.game.text(code))

    def rules(self, moment: Moment) -> str:
        return _no_rules(self.words)

    def label(self, moment: Moment, move: int) -> str:
        return self.game.text(move)

    def odds(self, moment: Moment, truth: Moment, belief: Mapping[str, object]) -> list[Odds]:
        return []


def _view(spelled: Mapping[str, object]) -> Parted:
    """Single facts first, then what there are many of; each of those can be sent by itself."""
    many = {name: value for name, value in spelled.items() if _are_many(value)}
    facts = {name: value for name, value in spelled.items() if name not in many}
    parts = {"view-facts": f'<div id="view-facts">{_listed(facts, 0)}</div>'}
    shell = place("view-facts")
    for name, value in many.items():
        assert isinstance(value, Sequence)
        own = {f"view-{name}-{n}": _listed(one, 1) for n, one in enumerate(value)}
        parts |= {part: f'<li id="{part}">{inside}</li>' for part, inside in own.items()}
        rows = "".join(map(place, own))
        shell += f'<h3 class="plain-many">{_safe(name)}</h3><ul class="plain-list">{rows}</ul>'
    return Parted.of(shell, parts)


def _are_many(value: object) -> bool:
    several = isinstance(value, Sequence) and not isinstance(value, str) and bool(value)
    return several and isinstance(value[0], Mapping)  # type: ignore[index]


def _listed(value: object, level: int) -> str:
    """Names with what they stand for; lists of such; lists of words in one line."""
    if isinstance(value, Mapping):
        rows = "".join(
            f"<div><dt>{_safe(str(name))}</dt><dd>{_listed(part, level + 1)}</dd></div>"
            for name, part in value.items()
        )
        return f'<dl class="plain plain-{level}">{rows}</dl>'
    if isinstance(value, str) or not isinstance(value, Sequence):
        return _safe(str(value))
    if _are_many(value):
        rows = "".join(f"<li>{_listed(part, level + 1)}</li>" for part in value)
        return f'<ul class="plain-list">{rows}</ul>'
    return _safe(", ".join(map(str, value)) or "–")


# Of what a table says most was said before.


@lru_cache(maxsize=4096)
def _safe(text: str) -> str:
    return str(escape(text))


@lru_cache(maxsize=4096)
def _button(place: int, label: str) -> str:
    safe = _safe(label)
    button = f'<button class="k-btn" type="button" data-touch="move-{place}">{safe}</button>'
    return f"<li>{button}</li>"


@lru_cache(maxsize=4096)
def _told(name: str, text: str) -> str:
    return (f"<b>{_safe(name)}</b> " if name else "") + _safe(text)


@lru_cache(maxsize=8)
def _writing(words: Texts) -> str:
    return drawn("plain-writing.html", words)


@lru_cache(maxsize=8)
def _no_rules(words: Texts) -> str:
    return drawn("plain-rules.html", words)
