"""The computer player of Duet (section 20): what it believes, what it touches, what it says."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from konspira import bots
from konspira.engine.chance import Stream
from konspira.engine.knowledge import decode, knowledge
from konspira.engine.log import follow, opening
from konspira.games.duet import Duet, judge
from konspira.games.duet.partner import giver
from konspira.games.duet.partner.belief import posterior
from konspira.games.duet.partner.guesser import STOP, Touch, touch_or_stop
from konspira.games.duet.partner.outlook import Outlook, winning
from konspira.games.duet.partner.reading import Reading
from konspira.games.duet.partner.table import Table
from konspira.games.duet.play import choose, ready, weighed
from konspira.games.duet.rules import codes
from konspira.games.duet.rules.codes import a_of, kind_of, word_of
from konspira.games.duet.rules.components import BEIGE, GREEN
from konspira.games.duet.rules.state import State

# Six words with plain links, and a crowd of words that have little to do with them.
WOLVES = {"a1": "wolf", "b1": "fox", "c1": "violin", "d1": "trumpet", "e1": "oven", "e5": "harp"}
CROWD = (
    "receipt envelope brick ladder zipper passport gravel eraser receipt locker shelf lottery "
    "copper tile button velvet bumper wrench index magnet hinge cement diary stamp poster "
    "panther otter moose deer coin diet rumor jazz oath jury"
)
GAME = Duet(words=list(dict.fromkeys([*WOLVES.values(), *CROWD.split()])))
LANGUAGES = ("en", "pl", "hu")
LUCK = Stream("partner")


def set_up(position: Mapping[str, object], game: Duet = GAME) -> State:
    state = game.from_position(game.set_up(position))
    assert isinstance(state, State)
    return state


def reading(state: State, seat: int, game: Duet = GAME) -> Reading:
    return Reading(Table(game, knowledge(game, state, seat)))


def chosen(state: State, seat: int, game: Duet = GAME) -> str:
    known = knowledge(game, state, seat)
    return game.text(choose(game, known, state.moves(seat), LUCK))


def played(game: Duet, seed: str, turns: int = 99) -> list[State]:
    """The states in which a computer was asked, in a game of two computers."""
    state = game.start(seed)
    met: list[State] = []
    while state.outcome() is None and len(state.clues) <= turns:
        met.append(state.clone())
        seat = state.moves()[0] & 15
        state.play(choose(game, knowledge(game, state, seat), state.moves(seat), LUCK))
    return met


@cache
def every() -> list[tuple[Duet, State, int]]:
    """Each moment of a game in each language, with whoever is asked."""
    moments: list[tuple[Duet, State, int]] = []
    for lang in LANGUAGES:
        game = Duet(lang=lang)
        moments += [(game, state, state.moves()[0] & 15) for state in played(game, f"{lang} 1")]
    return moments


# Belief --------------------------------------------------------------------------------------


def test_belief_without_clues_is_the_count_of_keys() -> None:
    """CD-20.1, CD-20.2, CD-2.9: own colours are evidence, not a filter; and so is an announcement
    that has come or has not."""
    for game, state, seat in every()[::3]:
        known = knowledge(game, state, seat)
        table = Table(game, known)
        weights = [list(row) for row in table.possible]
        done = table.done[table.partner]
        belief = posterior(table.own, weights, table.covered, done)
        counts = game.sampler(known).belief(table.partner)
        for cell in range(25):
            exact = [count / sum(counts[cell]) for count in counts[cell]]
            assert belief[cell] == pytest.approx(exact, abs=1e-9)


def test_belief_with_weights_is_a_weighted_count() -> None:
    """CD-20.2: clue evidence under the same constraints, against weighted samples."""
    state = set_up({"found": {"A": ["c3"], "B": ["a1"]}, "bank": "0c+7b", "give": "A"})
    known = knowledge(GAME, state, 0)
    table = Table(GAME, known)
    weights = [list(row) for row in table.possible]
    weights[3][BEIGE] = weights[12][GREEN] = weights[24][BEIGE] = 0.25
    belief = posterior(table.own, weights, table.covered, False)
    sampler = GAME.sampler(known)
    luck = Stream("weighted")
    sums = [[0.0] * 3 for _ in range(25)]
    for _ in range(4000):
        key = [pair % 3 for pair in sampler.key(luck)]
        weight = 1.0
        for cell, colour in enumerate(key):
            weight *= weights[cell][colour]
        for cell, colour in enumerate(key):
            sums[cell][colour] += weight
    for cell in range(25):
        total = sum(sums[cell])
        assert belief[cell] == pytest.approx([part / total for part in sums[cell]], abs=0.06)


def test_only_knowledge_counts() -> None:
    """CD-20.3, CD-20.4, CD-15.5: another key under the same knowledge, the same answer; no code."""
    luck = Stream("other keys")
    for game, state, seat in every()[::7]:
        base, story = game.sampler(knowledge(game, state, seat)).story(luck)
        other, setup = opening(game, base)
        log = [setup]
        for code in story:
            follow(other, log, code)
        assert isinstance(other, State)
        assert chosen(state, seat, game) == chosen(other, seat, game)


# Touching ------------------------------------------------------------------------------------

BEST = [Touch(0, (0.4, 0.0, 0.6), False), Touch(1, (0.1, 0.1, 0.8), False)]


def test_the_free_extra_guess() -> None:
    """T-68: CD-20.7: in the standard game a miss costs no more tokens than a stop."""
    for tokens in (2, 5, 9):
        assert touch_or_stop(BEST, Outlook(3, 4, 0, tokens), True) == 0


def test_the_assassin_outweighs_the_free_guess() -> None:
    """CD-20.7: P(green) times gain against P(black) times the value of the position."""
    risky = [Touch(0, (0.4, 0.35, 0.25), False)]
    assert touch_or_stop(risky, Outlook(3, 4, 0, 7), True) == STOP
    hopeless = [Touch(0, (0.4, 0.35, 0.25), False)]
    assert touch_or_stop(hopeless, Outlook(0, 1, 0, 1), True) == 0  # the last agent wins at once


def test_shortage_is_weighed() -> None:
    """T-69: CD-20.7, CD-12.8: with 1c+0b and two agents open a miss loses the game."""
    here = Outlook(1, 1, 1, 0)
    assert here.missed() is None
    assert touch_or_stop(BEST, here, True) == STOP
    sure = [Touch(0, (0.97, 0.0, 0.03), False), *BEST[1:]]
    assert touch_or_stop(sure, Outlook(2, 1, 1, 0), True) in (0, STOP)
    assert touch_or_stop([Touch(0, (0.4, 0.0, 0.6), False)], Outlook(0, 1, 1, 0), True) == STOP
    # Where the miss can be paid, the same word is worth it.
    assert touch_or_stop(BEST, Outlook(1, 1, 0, 2), True) == 0


def test_shortage_at_the_table() -> None:
    """T-69 as a position: two agents open, bank 1c+0b, one correct guess, nothing sure."""
    game = Duet(mission="paris")
    position: dict[str, object] = {
        "found": {
            "B": ["a1", "b1", "c1", "d1", "e1", "a2", "b2"],
            "A": ["e2", "c3", "d3", "e3", "a4", "b4"],
        },
        "bank": "1c+0b",
        "guess": "A 5 1",
        "guesses": 1,
    }
    assert chosen(set_up(position, game), 1, game) == "stop"


def test_stopping_is_dearer_where_mistakes_are_few() -> None:
    """CD-20.7: the threshold rises with the double price."""
    doubtful = [Touch(0, (0.3, 0.02, 0.68), False)]
    assert touch_or_stop(doubtful, Outlook(5, 6, 0, 6), True) == 0
    assert touch_or_stop(doubtful, Outlook(5, 6, 6, 0), True) == STOP


def test_the_first_guess_is_forced_and_the_safest_over_all_clues() -> None:
    """CD-20.8, CD-20.9: after a clue that says nothing, the open rest of an older clue."""
    position: dict[str, object] = {
        "words": WOLVES,
        "found": {"B": ["a1"]},
        "bank": "0c+7b",
        "held": "0/2",
        "clues": ["A animal 2", "B winter 1"],
        "guess": "A zzyzx 1",
    }
    assert chosen(set_up(position), 1) == "touch b1"


def test_a_zero_clue_warns() -> None:
    """CD-5.3, CD-20.3: words near a clue with 0 are shunned, and yet something is touched."""
    calm = set_up({"words": WOLVES, "guess": "A music 2"})
    assert chosen(calm, 1) in ("touch c1", "touch d1", "touch e5")
    warned = set_up({"words": WOLVES, "guess": "A music 0"})
    assert chosen(warned, 1) not in ("touch c1", "touch d1", "touch e5")
    assert chosen(warned, 1).startswith("touch")


SUDDEN: dict[str, object] = {
    "words": WOLVES,
    "found": {"A": ["e2", "c3", "d3", "e3", "a4", "b4"], "B": ["a1", "c1", "d1", "e1", "a2", "b2"]},
    "bank": "0c+0b",
    "clues": ["A animal 2", "B food 1"],
    "sudden": "true",
}


def test_sudden_death_goes_by_certainty() -> None:
    """CD-20.10: the surest word; and it waits where its partner is likely to be surer."""
    state = set_up(SUDDEN)
    assert chosen(state, 1) == "touch b1"
    belief = reading(state, 1).belief()
    table = Table(GAME, knowledge(GAME, state, 1))
    assert max(table.open[1], key=lambda cell: belief[cell][GREEN]) == 1
    # A knows that b1 is green for him, and that B knows of an animal; he has nothing so good.
    assert not ready(GAME, knowledge(GAME, state, 0))
    assert ready(GAME, knowledge(GAME, state, 1))


def test_finished_side() -> None:
    """CD-20.11, CD-2.10: no open word is green for a partner who is finished; and where the
    computer's own side is finished it is never asked for a clue."""
    for game, state, seat in every():
        if state.finished >> (1 - seat) & 1:
            belief = reading(state, seat, game).belief()
            table = Table(game, knowledge(game, state, seat))
            assert all(belief[cell][GREEN] == 0 for cell in table.open[seat])
        if state.finished >> seat & 1:
            assert not game.text(state.moves(seat)[0]).startswith("clue")


# Clues ---------------------------------------------------------------------------------------


def clues() -> list[tuple[Duet, State, int]]:
    return [
        (game, state, seat)
        for game, state, seat in every()
        if kind_of(state.moves(seat)[0]) == codes.CLUE
    ]


def test_numbers_are_honest() -> None:
    """CD-20.4: the number is how many uncovered green words of its own it means."""
    for game, state, seat in clues():
        best = giver.best(reading(state, seat, game))
        assert best.number == len(set(best.meant)) >= 1
        for cell in best.meant:
            assert state.colour(seat, cell) == GREEN
            assert not state.covered >> cell & 1
        move = choose(game, knowledge(game, state, seat), state.moves(seat), LUCK)
        assert game.text(move) == f"clue {best.word} {best.number}"


def test_a_computer_gives_no_doubtful_clue() -> None:
    """CD-18.7: neither BLOCK nor WARN, by the judge of the room."""
    for game, state, seat in clues():
        move = choose(game, knowledge(game, state, seat), state.moves(seat), LUCK)
        visible = state.visible()
        board = [game.box.words[state.words[cell]] for cell in range(25) if visible >> cell & 1]
        word = game.box.vocabulary.word(word_of(move))
        assert judge(word, a_of(move) & 15, board, game.lang).verdict == "OK"


def test_the_giver_keeps_away_from_the_assassin() -> None:
    """CD-20.5: the same word on the table is worse for a clue the blacker it is."""
    words = {"a1": "wolf", "b1": "fox"}
    values: list[dict[str, float]] = []
    for cell in ("a3", "e5", "c1"):  # KK, BB, GG
        others = dict.fromkeys(("a3", "e5", "c1"), "")
        others.update(zip([at for at in others if at != cell], ("receipt", "brick"), strict=True))
        state = set_up({"words": {**words, **others, cell: "panther"}})
        ranked = giver.ranked(reading(state, 0))
        values.append({clue.word: clue.value for clue in ranked if set(clue.meant) == {0, 1}})
    for word in ("hunter", "predator"):
        assert values[0][word] < values[1][word] < values[2][word]


def test_earlier_clues_still_attract() -> None:
    """CD-20.5: what the partner is drawn to by an older clue changes what a new one is worth."""
    fresh = set_up({"words": WOLVES, "bank": "0c+7b", "give": "A"})
    said = set_up(
        {
            "words": WOLVES,
            "bank": "0c+7b",
            "clues": ["A animal 2", "B winter 1"],
            "give": "A",
        }
    )
    assert giver.first_touch(reading(said, 0)) == 1.0
    assert giver.first_touch(reading(fresh, 0)) < 1.0


def test_pace() -> None:
    """CD-20.6: fewer tokens for the same agents ask for larger clues."""
    sizes = []
    for bank in ("0c+3b", "0c+8b"):
        total = 0
        for first in range(0, 24, 4):
            crowd = [*WOLVES.values(), *CROWD.split()][first : first + 9]
            words = dict(zip(("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2"), crowd, strict=False))
            state = set_up({"words": words, "bank": bank, "give": "A"})
            total += giver.best(reading(state, 0)).number
        sizes.append(total)
    assert sizes[0] > sizes[1]


def test_outlook() -> None:
    """CD-20.6, CD-12.6: more tokens are better, fewer agents are better, dear misses are worse."""
    assert winning(Outlook(4, 4, 0, 6), True) > winning(Outlook(4, 4, 0, 5), True)
    assert winning(Outlook(3, 4, 0, 6), True) > winning(Outlook(4, 4, 0, 6), True)
    assert winning(Outlook(4, 4, 0, 6), True) > winning(Outlook(4, 4, 6, 0), True)
    assert winning(Outlook(0, 0, 0, 0), True) == 1.0
    # With one clue left only one side's words can be found.
    assert winning(Outlook(2, 0, 0, 1), True) > winning(Outlook(1, 1, 0, 1), True)


# The partner's mind --------------------------------------------------------------------------


def after_touches(*cells: str) -> Reading:
    """A said "animal 2"; B touched these."""
    state = set_up({"words": WOLVES})
    state.play(GAME.read("clue animal 2", 0))
    for cell in cells:
        state.play(GAME.read(f"touch {cell}", 1))
    if state.asks(1):
        state.play(GAME.read("stop", 1))
    return reading(state, 0)


def test_surprises_widen_the_noise() -> None:
    """CD-20.12: who touches an oven for an animal is harder to read than who touches a fox."""
    assert after_touches("a1", "b1").noise < after_touches("e1").noise


def test_the_blend_is_learned() -> None:
    """CD-20.12: touches that one source explains and the other does not shift the weights."""
    known = GAME.meanings()
    found = 0
    for clue in known.clues[::40]:
        near = [known.strength(clue, word) for word in WOLVES.values()]
        by_text = max(range(6), key=lambda at: near[at][0])
        by_words = max(range(6), key=lambda at: near[at][1])
        if near[by_text][0] - near[by_words][0] < 2 or near[by_words][1] - near[by_text][1] < 2:
            continue
        shares = []
        for at in (by_text, by_words):
            state = set_up({"words": WOLVES})
            state.play(GAME.read(f"clue {clue} 1", 0))
            state.play(GAME.read(f"touch {list(WOLVES)[at]}", 1))
            shares.append(reading(state, 0).blend[0])
        assert shares[0] > shares[1]
        found += 1
    assert found >= 1


# Answers, words, delay, explanation ----------------------------------------------------------


def test_answers_of_a_computer() -> None:
    """CD-18.7: an insisted clue is accepted, a confession waived, its own clue stood by; it never
    questions one."""
    state = set_up({"words": WOLVES})
    state.play(GAME.read("clue! wolves 2", 0))
    assert chosen(state, 1) == "accept"
    state.play(GAME.read("accept", 1))
    state.play(GAME.read("confess", 0))
    assert chosen(state, 1) == "waive"
    state = set_up({"words": WOLVES})
    state.play(GAME.read("clue animal 2", 0))
    state.play(GAME.read("question", 1))
    assert chosen(state, 0) == "disagree"


def test_words_nobody_knows() -> None:
    """CD-1.6: on a list of nonsense it still plays legal and honest moves."""
    game = Duet(words=[f"q{number}zx" for number in range(40)])
    for state in played(game, "nonsense", turns=2):
        seat = state.moves()[0] & 15
        move = choose(game, knowledge(game, state, seat), state.moves(seat), LUCK)
        state.play(move)


@pytest.mark.parametrize(
    ("lang", "clue", "near", "far"),
    [
        ("en", "mice", "kitten", "piano"),  # a form
        ("pl", "zwierzęta", "wilk", "kreda"),
        ("pl", "kuchenny", "garnek", "bilet"),  # derived from what is known
        ("hu", "állatok", "farkas", "kréta"),
        ("hu", "hóvirág", "szirom", "zongora"),  # a compound
        ("hu", "Tengerben", "hajó", "kenyér"),
    ],
)
def test_clues_of_people_are_understood(lang: str, clue: str, near: str, far: str) -> None:
    """CD-20.3: forms, derived words and compounds are traced to what is known."""
    known = Duet(lang=lang).meanings()
    assert sum(known.strength(clue, near)) > sum(known.strength(clue, far)) + 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_our_lists_has_a_meaning(lang: str) -> None:
    game = Duet(lang=lang)
    known = game.meanings()
    assert [word for word in game.box.words if not known.senses(word)] == []
    assert [word for word in known.clues if not known.senses(word)] == []
    assert len(set(known.clues)) == len(known.clues) > 1000


def test_delay_says_nothing() -> None:
    """T-70: CD-15.5. An easy and a hard board: the same player draws no luck for either, so that
    what follows is the same, and an answer is never handed over before its time."""
    easy = {"a1": "wolf", "b1": "fox", "c1": "deer", "d1": "panther", "e1": "otter", "a2": "moose"}
    hard = {"a1": "wolf", "b1": "oven", "c1": "jazz", "d1": "coin", "e1": "diet", "a2": "rumor"}
    after = []
    for words in (easy, hard):
        luck = Stream("delay")
        known = knowledge(GAME, set_up({"words": words}), 0)
        state = set_up({"words": words})
        choose(GAME, decode(known.encode()), state.moves(0), luck)
        after.append([luck.below(1000) for _ in range(20)])
    assert after[0] == after[1]


def test_explanation() -> None:
    """CD-20.14: after the game, the words meant and what was believed at each touch."""
    for game, state, seat in every()[::4]:
        known = knowledge(game, state, seat)
        move = choose(game, known, state.moves(seat), LUCK)
        same, rows, belief = weighed(game, known, state.moves(seat), 4)
        assert same == move
        if kind_of(move) == codes.CLUE:
            assert rows[0][0] == move
            meant: Any = belief["meant"]
            assert len(meant) == a_of(move)
        elif kind_of(move) == codes.TOUCH:
            words: Any = belief["words"]
            assert move in [one for one, _ in rows]
            assert all(sum(shares) == pytest.approx(1, abs=0.01) for shares in words.values())


def test_a_weaker_partner_dares_less() -> None:
    for game, state, seat in every()[::4]:
        known = knowledge(game, state, seat)
        for level, most in (("recruit", 1), ("agent", 2)):
            choice = bots.player(level, "duet")(game, known, state.moves(seat), LUCK)
            if kind_of(choice) == codes.CLUE:
                assert a_of(choice) <= most
            else:
                assert choice in state.moves(seat)


def test_it_sits_down_by_name() -> None:
    assert bots.usual("duet") == "greedy"
    state = GAME.start("named")
    known = knowledge(GAME, state, 0)
    thought = bots.considered(GAME, bots.player("greedy", "duet"), known, bots.Budget(), LUCK)
    assert thought.texts[0].startswith("clue ")
    state.play(thought.moves[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sensible_partner(lang: str) -> None:
    """CD-20.13: the game above, which is always the same, finds more than an agent a clue. Win
    rates over many games: docs/duet-partner.md."""
    last = [state for game, state, _ in every() if game.lang == lang][-1]
    assert bin(last.covered).count("1") / len(last.clues) > 1.3
