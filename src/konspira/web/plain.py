"""A table for any game: what is seen as lists, moves as buttons. For games that have no looks, and
for whoever wants none (`/r/ROOM?plain`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
    views: dict[int, View] = field(default_factory=dict)  # by viewer

    def regions(self, moment: Moment) -> dict[str, str]:
        buttons = [_button(place, self.game.text(move)) for place, move in enumerate(moment.moves)]
        writing = _writing(self.words) if self._open_text(moment) else ""
        view = self.views.setdefault(moment.viewer, View())
        return {
            "view": view.drawn(self.game.spelled(moment.seen)),
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
        names = [
            sitter.name or self.game.seat_name(seat) for seat, sitter in enumerate(moment.sitters)
        ]
        view = self.views.setdefault(moment.viewer, View())
        return view.story(moment.known.told, lambda code: self._sentence(names, code), names)

    def _sentence(self, names: Sequence[str], code: int) -> str:
        who = actor_of(code)
        return _told(names[who] if who < len(names) else "", self.game.text(code))

    def rules(self, moment: Moment) -> str:
        return _no_rules(self.words)

    def label(self, moment: Moment, move: int) -> str:
        return self.game.text(move)

    def odds(self, moment: Moment, truth: Moment, belief: Mapping[str, object]) -> list[Odds]:
        return []


class View:
    """What one viewer is shown. Most of it is as it was at the move before, and kept from there."""

    __slots__ = ("_names", "_parts", "_story", "_told")

    def __init__(self) -> None:
        self._parts: dict[str, tuple[object, str]] = {}
        self._names: list[str] = []
        self._told: list[Sequence[int]] = []
        self._story: list[list[str]] = []

    def drawn(self, spelled: Mapping[str, object]) -> Parted:
        """Single facts first, then what there are many of; each of those can be sent by itself."""
        many = {name: value for name, value in spelled.items() if _are_many(value)}
        facts = {name: value for name, value in spelled.items() if name not in many}
        parts = {"view-facts": self._part("view-facts", "div", facts, 0)}
        shell = place("view-facts")
        for name, value in many.items():
            assert isinstance(value, Sequence)
            own = {f"view-{name}-{n}": one for n, one in enumerate(value)}
            parts |= {part: self._part(part, "li", one, 1) for part, one in own.items()}
            rows = "".join(map(place, own))
            shell += f'<h3 class="plain-many">{_safe(name)}</h3><ul class="plain-list">{rows}</ul>'
        return Parted.of(shell, parts)

    def _part(self, part: str, tag: str, value: object, level: int) -> str:
        before = self._parts.get(part)
        if before is not None and before[0] == value:
            return before[1]
        html = f'<{tag} id="{part}">{_listed(value, level)}</{tag}>'
        self._parts[part] = value, html
        return html

    def story(
        self,
        told: Sequence[Sequence[int]],
        sentence: Callable[[int], str],
        names: list[str],
    ) -> list[list[str]]:
        """An entry that was told before is not put into words again."""
        if names != self._names:
            self._names, self._told, self._story = names, [], []
        same = 0
        while same < min(len(told), len(self._told)) and told[same] == self._told[same]:
            same += 1
        self._told = list(told)
        fresh = [[sentence(code) for code in entry] for entry in told[same:]]
        self._story = self._story[:same] + fresh
        return self._story


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
