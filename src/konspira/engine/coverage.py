"""The ledger of a game's rules: which scenario or test shows which rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from konspira.engine.contract import BadText

RULE_ID = re.compile(r"\b(?:SK|RA|CD)-(?:OP-\d+|\d+(?:\.\d+)*[a-z]?)\b|\b(?:SK|RA|CD)-OP-\d+\b")


@dataclass(slots=True)
class Rule:
    """One rule of a reference: shown by scenarios and tests, or listed with a reason why not."""

    id: str
    title: str
    not_shown: str = ""
    shown_by: list[str] = field(default_factory=list)


def ledger(value: Any, where: str) -> list[Rule]:
    """The rules of a game from its data file's value."""
    if not isinstance(value, list):
        raise BadText(f"{where}: expected a list of rules")
    rules: list[Rule] = []
    for entry in value:
        if not isinstance(entry, dict) or not {"id", "title"} <= set(entry):
            raise BadText(f"{where}: each rule needs an id and a title, not {entry!r}")
        unknown = set(entry) - {"id", "title", "not_shown"}
        if unknown:
            raise BadText(f"{where}: {entry['id']} has an unknown key {sorted(unknown)[0]!r}")
        rules.append(Rule(str(entry["id"]), str(entry["title"]), str(entry.get("not_shown", ""))))
    ids = [rule.id for rule in rules]
    for rule_id in ids:
        if ids.count(rule_id) > 1:
            raise BadText(f"{where}: {rule_id} is listed twice")
    return rules


def cited(text: str) -> set[str]:
    """The rule IDs that a text speaks of."""
    return set(RULE_ID.findall(text))


def enter(rules: list[Rule], citations: Mapping[str, Iterable[str]]) -> list[str]:
    """Write who cites what into the ledger; the answer lists citations of rules not in it."""
    by_id = {rule.id: rule for rule in rules}
    prefixes = {rule.id.split("-")[0] for rule in rules}
    strangers = []
    for source, ids in citations.items():
        for rule_id in sorted(set(ids)):
            if rule_id in by_id:
                by_id[rule_id].shown_by.append(source)
            elif rule_id.split("-")[0] in prefixes:
                strangers.append(f"{source} cites {rule_id}, which is not in the ledger")
    return strangers


def gaps(rules: list[Rule]) -> list[str]:
    """What must not be: rules without a showing, and reasons that are no longer true."""
    found = []
    for rule in rules:
        if not rule.shown_by and not rule.not_shown:
            found.append(f"{rule.id} is shown by no scenario and no test: {rule.title}")
        if rule.shown_by and rule.not_shown:
            found.append(f"{rule.id} is said not to be shown, but {rule.shown_by[0]} cites it")
    return found


def lines(rules: list[Rule]) -> list[str]:
    """The ledger for people."""
    out = []
    for rule in rules:
        if rule.shown_by:
            how = f"{len(rule.shown_by):>3} shown by {rule.shown_by[0]}"
            if len(rule.shown_by) > 1:
                how += " …"
        elif rule.not_shown:
            how = f"  – not shown: {rule.not_shown}"
        else:
            how = "  0 GAP"
        out.append(f"{rule.id:<12} {rule.title[:52]:<52} {how}")
    return out
