"""Rules as data: a position, what is played, what must hold (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import yaml

from konspira.engine.contract import (
    CHANCE,
    NOBODY,
    SEVERAL,
    SPECTATOR,
    BadText,
    MoveError,
    State,
    actor_of,
)

KEYS = {"title", "id", "rules", "game", "options", "position", "seed", "note", "steps"}
STEPS = {"play", "chance", "refuse", "expect"}
EXPECTATIONS = {"acting", "decision", "outcome", "legal", "told", "view", "truth", "alike"}
MISSING = "absent"


class Lined(dict[str, Any]):
    """A mapping that remembers the line of each key."""

    line: int = 0
    lines: dict[str, int]

    def line_of(self, key: str) -> int:
        return self.lines.get(key, self.line)


class _Loader(yaml.SafeLoader):
    pass


def _mapping(loader: _Loader, node: yaml.MappingNode) -> Lined:
    value = Lined()
    value.line = node.start_mark.line + 1
    value.lines = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, Hashable):
            raise BadText(f"line {key_node.start_mark.line + 1}: a key must be a word")
        name = key_node.value if isinstance(key_node, yaml.ScalarNode) else str(key)
        if name in value:
            raise BadText(f"line {key_node.start_mark.line + 1}: {name!r} is there twice")
        value.lines[name] = key_node.start_mark.line + 1
        value[name] = loader.construct_object(value_node, deep=True)
    return value


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)
# Identities such as 3 and 0, and words such as no, are texts here.
_KEPT = ("tag:yaml.org,2002:null", "tag:yaml.org,2002:merge")
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag in _KEPT]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@dataclass(slots=True)
class Scenario:
    """One scenario with the place it came from."""

    where: str
    value: Lined

    @property
    def title(self) -> str:
        return str(self.value.get("title", ""))

    @property
    def rules(self) -> list[str]:
        return [str(rule) for rule in self.value.get("rules") or []]

    def fail(self, key: str, sentence: str, part: Lined | None = None) -> BadText:
        """A BadText with file and line."""
        line = (part if part is not None else self.value).line_of(key)
        return BadText(f"{self.where}, line {line}: {sentence}")


def load(text: str, where: str) -> list[Scenario]:
    """All scenarios of a file. BadText says what cannot be read, with file and line."""
    try:
        documents = list(yaml.load_all(text, Loader=_Loader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "this is not YAML"
        raise BadText(f"{where}{line}: {problem}") from None
    except BadText as error:
        raise BadText(f"{where}, {error}") from None
    scenarios = []
    for document in documents:
        if document is None:
            continue
        if not isinstance(document, Lined):
            raise BadText(f"{where}: a scenario is a list of keys with values")
        scenario = Scenario(where, document)
        _check(scenario)
        scenarios.append(scenario)
    if not scenarios:
        raise BadText(f"{where}: there is no scenario in this file")
    return scenarios


def _check(scenario: Scenario) -> None:
    value = scenario.value
    for key in value:
        if key not in KEYS:
            raise scenario.fail(key, f"unknown key {key!r} (known: {', '.join(sorted(KEYS))})")
    for key in ("title", "game", "rules", "steps"):
        if key not in value:
            raise BadText(f"{scenario.where}, line {value.line}: the scenario has no {key!r}")
    if not isinstance(value["steps"], list):
        raise scenario.fail("steps", "steps must be a list")
    if not isinstance(value["rules"], list):
        raise scenario.fail("rules", "rules must be a list of rule IDs")
    for step in value["steps"]:
        if not isinstance(step, Lined) or len(step) != 1 or next(iter(step)) not in STEPS:
            line = step.line if isinstance(step, Lined) else value.line_of("steps")
            raise BadText(
                f"{scenario.where}, line {line}: a step is one of {', '.join(sorted(STEPS))}"
            )
        if "expect" in step:
            if not isinstance(step["expect"], Lined):
                raise scenario.fail("expect", "expect needs keys with values", step)
            for key in step["expect"]:
                if key not in EXPECTATIONS:
                    known = ", ".join(sorted(EXPECTATIONS))
                    raise scenario.fail(
                        key, f"unknown expectation {key!r} (known: {known})", step["expect"]
                    )


def run(scenario: Scenario, find: Callable[..., Any]) -> list[str]:
    """Play a scenario. The list says what differs, each with its line; empty is good."""
    return _Run(scenario, find).differences()


class _Run:
    def __init__(self, scenario: Scenario, find: Callable[..., Any]) -> None:
        self.scenario = scenario
        value = scenario.value
        chosen = value.get("options") or Lined()
        if not isinstance(chosen, Lined):
            raise scenario.fail("options", "options needs keys with values")
        options = {key: _plain(option) for key, option in chosen.items()}
        try:
            self.game: Any = find(str(value["game"]), **options)
        except BadText as error:
            key = "options" if "options" in value else "game"
            raise scenario.fail(key, str(error)) from None
        self.found: list[str] = []
        self.told: list[int] = []
        self.before: State | None = None
        self.state = self._set_up()

    def _set_up(self) -> State:
        value = self.scenario.value
        state: State
        if "position" in value:
            position = value["position"]
            try:
                text = position if isinstance(position, str) else self.game.set_up(position)
                state = self.game.from_position(text)
            except BadText as error:
                line = getattr(error, "line", None) or value.line_of("position")
                raise BadText(f"{self.scenario.where}, line {line}: {error}") from None
            self.told = state.witnessed()
        else:
            seed = value.get("seed")
            if seed is not None and not isinstance(seed, str):
                raise self.scenario.fail("seed", "a seed is a number or a word")
            state = self.game.start(seed)
        state.watch()
        return state

    def differences(self) -> list[str]:
        for step in self.scenario.value["steps"]:
            kind, content = next(iter(step.items()))
            line = step.line_of(kind)
            if kind == "expect":
                self._expect(content)
            elif kind == "refuse":
                self._refuse(content, line)
            elif not self._play(str(content), line, kind == "chance"):
                break
            self.found += [self._at(line, broken) for broken in self.game.conserved(self.state)]
        return self.found

    def _at(self, line: int, sentence: str) -> str:
        return f"{self.scenario.where}, line {line}: {sentence}"

    def _bad(self, line: int, sentence: str) -> BadText:
        return BadText(self._at(line, sentence))

    def _seat(self, name: str, line: int) -> int:
        for seat in range(self.game.seats):
            if self.game.seat_name(seat) == name:
                return seat
        if name == "spectator":
            return SPECTATOR
        raise self._bad(line, f"there is no seat {name!r}")

    def _codes(self, text: str, line: int, chance: bool) -> list[int]:
        """`SEAT move + move`, or an outcome of chance."""
        if chance:
            seat, rest = CHANCE, text
        else:
            name, _, rest = text.partition(" ")
            seat = self._seat(name, line)
        try:
            return [self.game.read(part.strip(), seat) for part in rest.split(" + ")]
        except MoveError as error:
            raise self._bad(line, f"{text!r}: {error}") from None

    def _play(self, text: str, line: int, chance: bool) -> bool:
        codes = self._codes(text, line, chance)
        before = self.state.clone()
        if not chance or self.before is None:
            self.before = before
            self.told = []
        for code in codes:
            try:
                self.state.play(code)
            except MoveError:
                reason = "chance cannot do this now" if chance else ""
                if not chance:
                    reason = self.game.refusal(self.state, code).reason
                self.found.append(self._at(line, f"{text!r} was refused: {reason}"))
                return False
        self.told += self.state.witnessed()
        return True

    def _refuse(self, content: Any, line: int) -> None:
        if not isinstance(content, Lined) or not {"move"} <= set(content) <= {"move", "reason"}:
            raise self._bad(line, "refuse needs a move and its reason")
        text = str(content["move"])
        name, _, rest = text.partition(" ")
        seat = self._seat(name, line)
        state = self.state.clone()
        before = state.hash()
        wanted = content.get("reason")
        parts = [part.strip() for part in rest.split(" + ")]
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            try:
                code = self.game.read(part, seat)
            except MoveError as error:
                if not last or wanted != error.reason:
                    self.found.append(self._at(line, f"{part!r} is {error.reason}"))
                return
            try:
                state.play(code)
            except MoveError:
                reason = self.game.refusal(state, code).reason
                if not last:
                    self.found.append(self._at(line, f"{part!r} was refused too early: {reason}"))
                elif wanted is not None and reason != wanted:
                    self.found.append(
                        self._at(line, f"{part!r} was refused for {reason!r}, not {wanted!r}")
                    )
                elif number == 0 and state.hash() != before:
                    self.found.append(self._at(line, f"refusing {part!r} changed the state"))
                return
        self.found.append(self._at(line, f"{text!r} was accepted"))

    # Expectations -----------------------------------------------------------------------------

    def _expect(self, wanted: Lined) -> None:
        for key, content in wanted.items():
            line = wanted.line_of(key)
            getattr(self, f"_expect_{key}")(content, line)

    def _differ(self, line: int, what: str, wanted: object, found: object) -> None:
        if wanted != found:
            self.found.append(self._at(line, f"{what}: expected {wanted!r}, found {found!r}"))

    def _expect_acting(self, wanted: Any, line: int) -> None:
        actor = self.state.actor()
        if actor == SEVERAL:
            found = [
                self.game.seat_name(seat)
                for seat in range(self.game.seats)
                if self.state.asks(seat)
            ]
        elif actor == CHANCE:
            found = ["chance"]
        elif actor == NOBODY:
            found = ["nobody"]
        else:
            found = [self.game.seat_name(actor)]
        self._differ(line, "acting", wanted if isinstance(wanted, list) else [wanted], found)

    def _expect_decision(self, wanted: Any, line: int) -> None:
        actor = self.state.actor()
        seat = actor if actor < self.game.seats else 0
        self._differ(line, "decision", wanted, self.game.decision_kind(self.state, seat))

    def _expect_outcome(self, wanted: Any, line: int) -> None:
        outcome = self.state.outcome()
        found = str(outcome) if outcome else "none"
        self._differ(line, "outcome", wanted, found)

    def _expect_legal(self, wanted: Any, line: int) -> None:
        for part in wanted if isinstance(wanted, list) else [wanted]:
            self._legal(part, line)

    def _legal(self, wanted: Any, line: int) -> None:
        known = {"seat", "starting", "has", "lacks", "exactly", "count"}
        if not isinstance(wanted, Lined) or set(wanted) - known or "seat" not in wanted:
            raise self._bad(line, f"legal needs a seat and some of {', '.join(sorted(known))}")
        seat = self._seat(wanted["seat"], line)
        start = wanted.get("starting")
        texts = [self.game.text(move) for move in self.state.moves(seat)]
        if start is not None:
            texts = [text for text in texts if text == start or text.startswith(f"{start} ")]
        for text in wanted.get("has") or []:
            if text not in texts:
                self.found.append(self._at(line, f"{text!r} is not legal"))
        for text in wanted.get("lacks") or []:
            try:
                self.game.read(text, seat)
            except MoveError as error:
                raise self._bad(line, f"{text!r}: {error}") from None
            if text in texts:
                self.found.append(self._at(line, f"{text!r} is legal"))
        if "exactly" in wanted:
            exact = wanted["exactly"] or []
            self._differ(line, "legal moves", sorted(exact), sorted(texts))
        if "count" in wanted:
            self._differ(line, "number of legal moves", wanted["count"], str(len(texts)))

    def _told_texts(self, viewer: int) -> list[str]:
        return [self.game.text(self.game.tell(code, viewer)) for code in self.told]

    def _expect_told(self, wanted: Any, line: int) -> None:
        """What the viewers were told since the last play: all of it, or (has, lacks) parts."""
        for name, content in self._by_viewer(wanted, "told", line):
            texts = self._told_texts(self._seat(name, line))
            if isinstance(content, list):
                self._differ(line, f"told to {name}", content, texts)
                continue
            if not isinstance(content, Lined) or set(content) - {"has", "lacks"}:
                raise self._bad(line, f"told to {name} needs a list, or has and lacks")
            for text in content.get("has") or []:
                if text not in texts:
                    self.found.append(self._at(line, f"{name} was not told {text!r}: {texts}"))
            for text in content.get("lacks") or []:
                if text in texts:
                    self.found.append(self._at(line, f"{name} was told {text!r}"))

    def _by_viewer(self, wanted: Any, what: str, line: int) -> list[tuple[str, Any]]:
        if not isinstance(wanted, Lined):
            raise self._bad(line, f"{what} needs viewers")
        return list(wanted.items())

    def _expect_alike(self, wanted: Any, line: int) -> None:
        """Had another move been played, these viewers would have been told the same."""
        if not isinstance(wanted, Lined) or set(wanted) != {"to", "play"} or self.before is None:
            raise self._bad(line, "alike needs `to` viewers and another `play`, after a play")
        other = self.before.clone()
        other.watch()
        for code in self._codes(str(wanted["play"]), line, chance=False):
            try:
                other.play(code)
            except MoveError:
                reason = self.game.refusal(other, code).reason
                self.found.append(self._at(line, f"{wanted['play']!r} was refused: {reason}"))
                return
        codes = other.witnessed()
        mine = [code for code in self.told if actor_of(code) != CHANCE]
        theirs = [code for code in codes if actor_of(code) != CHANCE]
        for name in wanted["to"]:
            viewer = self._seat(name, line)
            first = [self.game.tell(code, viewer) for code in mine]
            second = [self.game.tell(code, viewer) for code in theirs]
            if first != second:
                self.found.append(self._at(line, f"{name} can tell the two moves apart"))

    def _expect_view(self, wanted: Any, line: int) -> None:
        for name, content in self._by_viewer(wanted, "view", line):
            view = self.game.view(self.state, self._seat(name, line))
            self._paths(self.game.spelled(view), content, f"view of {name}", line)

    def _expect_truth(self, wanted: Any, line: int) -> None:
        self._paths(self.game.truth(self.state), wanted, "truth", line)

    def _paths(self, table: Any, wanted: Any, what: str, line: int) -> None:
        if not isinstance(wanted, Lined):
            raise self._bad(line, f"{what} needs paths with values")
        for path, value in wanted.items():
            at = wanted.line_of(path)
            found = _look(table, path)
            self._differ(at, f"{what}, {path}", _spelled(value), _spelled(found))


def _look(value: Any, path: str) -> Any:
    """Follow a path: keys, and `key=value` to find the member of a list. Missing is `absent`."""
    for part in path.split("."):
        if isinstance(value, list):
            key, _, wanted = part.partition("=")
            if not wanted:
                if not part.isdigit() or int(part) >= len(value):
                    return MISSING
                value = value[int(part)]
                continue
            matching = [
                member
                for member in value
                if isinstance(member, dict) and _spelled(member.get(key)) == wanted
            ]
            if not matching:
                return MISSING
            value = matching[0]
        elif isinstance(value, dict):
            if part not in value:
                return MISSING
            value = value[part]
        else:
            return MISSING
    return value


def _spelled(value: Any) -> Any:
    """Values as scenario files write them: texts, lists and mappings of texts."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    if isinstance(value, dict):
        return {str(key): _spelled(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_spelled(part) for part in value]
    return str(value)


def _plain(value: Any) -> Any:
    """An option's value: true, false, a number, or a word."""
    if value in ("true", "false"):
        return value == "true"
    if isinstance(value, str) and value.isdigit():
        return int(value)
    return value
