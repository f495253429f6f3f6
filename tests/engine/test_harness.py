"""The harness passes the three fixtures, and catches what is planted in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from konspira.engine import harness
from konspira.engine.chance import Stream
from konspira.engine.contract import NOBODY, NotAMove, NotLegal, actor_of
from konspira.engine.harness import Effort, addressed, simulate, viewers, walk
from konspira.engine.knowledge import Knowledge, decode, from_entries, knowledge
from konspira.engine.log import answered, entries
from konspira.engine.posterior import (
    Fit,
    Honesty,
    TooMany,
    by_history,
    by_state,
    fit_samples,
    fit_stories,
    fitting,
    posterior,
)
from konspira.engine.record import parsed, replayed, written
from tests.fixtures.base import ENDED, Rejection, code, kind_of
from tests.fixtures.bottoms import Bottoms
from tests.fixtures.guards import ATTACK, GUARD, Guards
from tests.fixtures.hints import HINT, Hints

FIXTURES = (Hints, Guards, Bottoms)


@pytest.mark.parametrize("fixture", FIXTURES)
def test_a_fixture_passes_the_whole_harness(fixture: type[Any]) -> None:
    tally = simulate(fixture(), 25, "fixture", lambda problem: None, Effort(games=2))
    assert tally.problems == []
    assert tally.pairs > 50
    assert tally.retold > 30


def positions(game: Any, seed: str, games: int, one_in: int) -> Iterator[Knowledge]:
    """What viewers know at unfinished moments of random games, where more than one state fits."""
    luck = Stream(seed)
    for _ in range(games):
        for state, log in walk(game, luck):
            if state.outcome() is None and luck.below(one_in) == 0:
                for viewer in viewers(game):
                    if addressed(state, viewer) and state.drafting() == NOBODY:
                        known = from_entries(game, log, viewer, state.base_text(), False)
                        if len(fitting(game, known, 3000)) > 1:
                            yield known


@pytest.mark.parametrize("fixture", FIXTURES)
def test_samples_and_stories_follow_the_posterior(fixture: type[Any]) -> None:
    game, luck = fixture(), Stream("fit")
    samples, stories, honesty = Fit(), Fit(), Honesty()
    for known in positions(game, "fit", 3, 8):
        fit_samples(game, known, samples, luck, 120, 3000)
        with suppress(TooMany):
            fit_stories(game, known, stories, luck, 60, 3000, by_history)
        honesty.ask(game, known, luck, 15, 3000)
    assert samples.freedom > 20
    assert stories.freedom > 20
    assert [*samples.problems("sample"), *stories.problems("story"), *honesty.problems()] == []


def test_the_enumeration_weighs_by_odds_and_hidden_choices() -> None:
    """B gives a count of 1: from 3 counts if her number is 3, from one if it is 1."""
    game = Hints()
    state = game.start()
    for text, seat in (("deal 3", 15), ("deal 6", 15)):
        state.play(game.read(text, seat))
    for text, seat in (("hint lamp", 0), ("count 1", 0), ("hint rain", 1), ("count 1", 1)):
        state.play(game.read(text, seat))
    chances: Counter[int] = Counter()
    for fits, chance in fitting(game, knowledge(game, state, 0), 100):
        chances[fits["number1"][0]] += chance  # type: ignore[index, assignment]
    whole = 1 + 1 / 2 + 1 / 3
    assert chances == pytest.approx({1: 1 / whole, 2: 1 / 2 / whole, 3: 1 / 3 / whole})


def test_too_many_states_are_not_enumerated() -> None:
    game = Guards()
    state = game.start()
    for seat in range(3):
        state.play(code(seat, GUARD, 1))
    known = knowledge(game, state, 0)
    assert len(posterior(game, known)) == 9
    assert len(posterior(game, known, key=by_history)) == 9
    with pytest.raises(TooMany):
        posterior(game, known, most=8)


# Open text.


def test_a_word_nobody_has_said_before_is_a_move() -> None:
    game = Hints()
    state = game.start(seed=1)
    for seat, word in ((0, "zeppelin"), (1, "quay")):
        decision = state.decision_id(seat)
        moves = [game.read(f"hint {word}", seat), game.read("count 1", seat)]
        assert moves[0] not in state.moves()
        state = answered(game, state, seat, decision, moves)
    again, log, problems = replayed(Hints(), parsed(written(game, state)))
    assert problems == []
    assert again.hash() == state.hash()
    assert [*map(game.text, log[-1].moves)] == ["hint quay", "count 1"]


def test_knowledge_with_a_new_word_is_read_in_another_house() -> None:
    game, elsewhere = Hints(), Hints()
    state = game.start(seed=1)
    for seat, word in ((0, "zeppelin"), (1, "quay")):
        for text in (f"hint {word}", "count 1"):
            state.play(game.read(text, seat))
    known = decode(knowledge(game, state, 1).encode())
    assert known.words == ["quay", "zeppelin", "quay"]
    sampled = elsewhere.sampler(known).sample(Stream(1))
    assert elsewhere.view(sampled, 1) == game.view(state, 1)


def test_a_hint_is_not_told_before_the_other_has_given_one() -> None:
    game = Hints()
    state = game.start(seed=1)
    for text in ("hint zeppelin", "count 1"):
        state.play(game.read(text, 0))
    known = knowledge(game, state, 1)
    assert known.words == []
    assert b"zeppelin" not in harness.whole_messages(game, state, 1, entries(game, state))["record"]


# What the harness must catch.


class SharedClone(Guards):
    def fresh(self, luck: Stream | None) -> Any:
        state = super().fresh(luck)
        vars(state)["clone"] = lambda: state
        return state


class ForgetsTheDie(Guards):
    def position(self, state: Any) -> str:
        clone = state.clone()
        clone.facts["die"] = []
        return str(clone.text())


class Stumbles(Guards):
    def view(self, state: Any, viewer: int) -> dict[str, Any]:
        return {**super().view(state, viewer), "die": 12 // state["attacks"][0]}


class OneTextForAll(Guards):
    def text(self, move: int) -> str:
        return super().text(move).replace("attack 3", "attack 2")


class ReadsLoosely(Guards):
    def read(self, text: str, seat: int) -> int:
        try:
            return super().read(text, seat)
        except NotAMove:
            return int(text)


class PlaysAnything(Guards):
    def fresh(self, luck: Stream | None) -> Any:
        state = super().fresh(luck)
        clone = state.clone

        def loose() -> Any:
            other = clone()
            vars(other)["play"] = other.apply
            return other

        vars(state)["clone"] = loose
        return state


class LosesALife(Guards):
    def conserved(self, state: Any) -> list[str]:
        return super().conserved(state) if max(state["lives"]) > 1 else ["a life is missing"]


class OneQuestion(Guards):
    def fresh(self, luck: Stream | None) -> Any:
        state = super().fresh(luck)
        vars(state)["ask"] = lambda *seats: None
        return state


class ShowsGuards(Guards):
    def view(self, state: Any, viewer: int) -> dict[str, Any]:
        return {**super().view(state, viewer), "guards": dict(enumerate(state["guard"]))}


class ShowsLengths(Guards):
    def view(self, state: Any, viewer: int) -> dict[str, Any]:
        return {**super().view(state, viewer), "note": "." * sum(state["guard"])}


class ExplainsTooMuch(Guards):
    def refusal(self, state: Any, move: int) -> Any:
        return NotLegal("not_now", guards=sum(state["guard"]))


class AsksBySecrets(Guards):
    def decision_kind(self, state: Any, seat: int) -> str:
        return super().decision_kind(state, seat) + ("!" if 3 in state["guard"] else "")


class TellsPositions(Guards):
    def tell_position(self, text: str, viewer: int) -> str:
        return text


class TellsGuards(Guards):
    """Blanked but for its size: who watches learns whether the guard is above 1."""

    def tell(self, move: int, viewer: int) -> int:
        told = super().tell(move, viewer)
        return told if told == move else code(actor_of(move), GUARD, 9 * (move >> 8 > 1))

    def sampler(self, known: Knowledge) -> Rejection:
        if any(kind_of(move) == ENDED for entry in known.told for move in entry):
            return super().sampler(known)
        for entry in known.told:
            entry[:] = [super(TellsGuards, self).tell(move, known.viewer) for move in entry]
        return Rejection(_honest, known)


class StopsEarly(Guards):
    def sampler(self, known: Knowledge) -> Any:
        sampler = super().sampler(known)
        sampler.groups = [group for group in sampler.groups if kind_of(group[0]) != ATTACK][:3]
        return sampler


_honest = Guards()

STATE_FAULTS = {
    SharedClone: "on a clone changed the state",
    ForgetsTheDie: "read back",
    Stumbles: "ZeroDivisionError",
    OneTextForAll: "have one text",
    ReadsLoosely: "is refused by ValueError",
    PlaysAnything: "it was played, but was not listed",
    LosesALife: "a life is missing",
    OneQuestion: "was another question before",
}
LEAKS = {
    ShowsGuards: "sees by view",
    ShowsLengths: "sees by view",
    ExplainsTooMuch: "sees by refusals",
    AsksBySecrets: "sees by decisions",
    TellsPositions: "sees by position",
    TellsGuards: "retold",
    StopsEarly: "retelling",
}


@pytest.mark.parametrize(("planted", "sentence"), STATE_FAULTS.items())
def test_a_planted_fault_is_caught(planted: type[Any], sentence: str) -> None:
    tally = simulate(planted(), 6, "planted", lambda problem: None, Effort(resample=0, retell=0))
    assert any(sentence in problem for problem in tally.problems), tally.problems[:5]


@pytest.mark.parametrize(("planted", "sentence"), LEAKS.items())
def test_a_planted_leak_is_caught(planted: type[Any], sentence: str) -> None:
    effort = Effort(state=0, games=1)
    tally = simulate(planted(), 6, "planted", lambda problem: None, effort)
    assert any(sentence in problem for problem in tally.problems), tally.problems[:5]


def test_a_game_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "LONGEST", 7)
    tally = simulate(Guards(), 1, 1, lambda problem: None, Effort(0, 0, 0))
    assert any("is not over after 7 codes" in problem for problem in tally.problems)


def test_hints_by_a_counting_table_would_be_seen_elsewhere() -> None:
    """Why a word's number comes from the word: the fingerprint of games is the same in every
    house, whatever was said there before."""
    busy = Hints()
    busy.intern("zeppelin")
    assert harness.digest(busy, 3, 1) == harness.digest(Hints(), 3, 1)
    assert busy.text(code(0, HINT, busy.intern("zeppelin"))) == "hint zeppelin"
    assert by_state(busy.start(seed=2)) == by_state(Hints().start(seed=2))
