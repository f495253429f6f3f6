"""Chapters 2 and 3 of Duet: the key, its draw, the deal of words, and what a seat may believe."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial

import pytest

from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, SPECTATOR, BadText, odds
from konspira.engine.knowledge import decode, knowledge
from konspira.games.duet import Duet
from konspira.games.duet.rules.components import PAIR_COUNTS, colour_in, pair_of
from konspira.games.duet.rules.sampler import Evidence, Keys
from konspira.games.duet.rules.state import State

GAME = Duet()
ALL_KEYS = 35_620_613_892_864_000


def pairs(state: State) -> list[int]:
    return [pair_of(state.colour(0, cell), state.colour(1, cell)) for cell in range(25)]


def test_every_key_has_the_nine_pairs() -> None:
    """T-01, T-02: CD-2.1, CD-2.3, CD-2.4, CD-2.5, CD-2.6, CD-1.2."""
    for seed in range(200):
        key = pairs(GAME.start(seed))
        assert [key.count(pair) for pair in range(9)] == [3, 1, 5, 1, 1, 1, 5, 1, 7]
        assert sum(0 in (colour_in(pair, 0), colour_in(pair, 1)) for pair in key) == 15
        assert sum(1 in (colour_in(pair, 0), colour_in(pair, 1)) for pair in key) == 5


def test_number_of_keys() -> None:
    """T-03: CD-2.7. The sampler that knows nothing counts them all."""
    nothing = Evidence()
    nothing.dealt = True
    assert Keys(nothing).total == ALL_KEYS
    product_of = 1
    for count in PAIR_COUNTS:
        product_of *= factorial(count)
    assert factorial(25) // product_of == ALL_KEYS == 1_144_066_000 * 31_135_104
    assert comb(25, 9) * comb(16, 3) == 1_144_066_000


def test_every_key_is_equally_likely() -> None:
    """CD-3.5, CD-OP-26: the odds of the 25 draws multiply to one in the number of keys."""
    luck = Stream("key")
    for _ in range(5):
        state = GAME.start()
        chance = Fraction(1)
        while state.actor() == CHANCE:
            move = state.chance_pick(luck.below(state.chance_total()))
            if len(state.words) == 25:
                chance *= Fraction(dict(odds(state))[move], state.chance_total())
            state.apply(move)
        assert chance == Fraction(1, ALL_KEYS)


def test_words_differ_and_each_is_as_likely() -> None:
    """CD-3.1, CD-1.1: 25 different words; each word that may still lie has one ticket."""
    state = GAME.start()
    assert state.chance_total() == len(GAME.box.words)
    assert len({state.chance_pick(ticket) for ticket in range(state.chance_total())}) == len(
        GAME.box.words
    )
    dealt = GAME.start("words")
    assert len(set(dealt.words)) == 25


@pytest.mark.parametrize("lang", ["en", "pl", "hu"])
def test_new_words_and_a_new_key_for_each_game(lang: str) -> None:
    """CD-3.7, CD-17.10."""
    game = Duet(lang=lang)
    starts = [game.start(seed) for seed in range(30)]
    assert len({tuple(state.words) for state in starts}) == 30
    assert len({tuple(pairs(state)) for state in starts}) == 30
    for state in starts:
        for place in state.words:
            assert not set(game.box.clashes[place]) & set(state.words)


WORDS = [f"w{number}" for number in range(26)]


def test_words_that_clash_never_meet() -> None:
    """CD-17.10: also where the list has just enough words, and chance must not run dry."""
    # w0 clashes with w1 and w2, which go together: w0 must stay in the box.
    game = Duet(words=WORDS, clashes="0-1,0-2")
    assert game.box.narrow
    for seed in range(20):
        assert sorted(game.start(seed).words) == list(range(1, 26))


def test_a_list_that_gives_no_deal_is_refused() -> None:
    """CD-OP-35."""
    with pytest.raises(BadText, match="no 25 of these words"):
        Duet(words=WORDS, clashes="0-1,2-3")
    with pytest.raises(BadText, match="too few"):
        Duet(words=WORDS[:24])
    with pytest.raises(BadText, match="doubled"):
        Duet(words=[*WORDS, "W1"])


def test_a_list_of_exactly_25_words_can_be_played() -> None:
    """CD-1.6, CD-6.2: where all words of the list lie on the table, numerals are suggested."""
    game = Duet(words=[*WORDS[:24], "New York"])
    state = game.start(1)
    assert game.text(state.moves()[0]) == "clue 1 1"
    assert "New_York" in str(game.options()["words"])
    again = Duet(**game.options())  # type: ignore[arg-type]
    assert again.options() == game.options()
    assert again.start(1).hash() == state.hash()


def test_a_list_with_few_words_left_suggests_those() -> None:
    """CD-1.6: two words of 27 are in the box, and no numeral beside them."""
    game = Duet(words=[*WORDS, "one more"])
    state = game.start(1)
    left = sorted(set(range(27)) - set(state.words))
    suggested = [game.text(move).split(" ", 1)[1].rsplit(" ", 1)[0] for move in state.moves(0)]
    assert sorted(suggested) == sorted(game.box.words[place].lower() for place in left)


def test_chance_in_the_middle_of_the_deal() -> None:
    """A seat that has seen part of its key samples the rest by what is left."""
    luck = Stream("middle")
    state = GAME.start()
    for _ in range(35):
        state.apply(state.chance_pick(luck.below(state.chance_total())))
    known = knowledge(GAME, state, 0)
    sampler = GAME.sampler(decode(known.encode()))
    for _ in range(20):
        other = sampler.sample(luck)
        assert [other.colour(0, cell) for cell in range(10)] == [
            state.colour(0, cell) for cell in range(10)
        ]
        assert min(other.pairs_left()) >= 0


# Belief --------------------------------------------------------------------------------------

START: dict[str, object] = {"guess": "A salad 3"}


def believed(position: Mapping[str, object], viewer: int, cell: int) -> list[Fraction]:
    """What the viewer believes of the other side at a cell: green, black, beige."""
    state = GAME.from_position(GAME.set_up(position))
    sampler = GAME.sampler(knowledge(GAME, state, viewer))
    counts = sampler.belief(1 - viewer)[cell]
    return [Fraction(count, sum(counts)) for count in counts]


@pytest.mark.parametrize(
    ("cell", "green", "black", "beige"),
    [(0, (3, 9), (1, 9), (5, 9)), (9, (1, 3), (1, 3), (1, 3)), (24, (5, 13), (1, 13), (7, 13))],
)
def test_prior(
    cell: int, green: tuple[int, int], black: tuple[int, int], beige: tuple[int, int]
) -> None:
    """T-65: CD-2.8, CD-2.9, CD-20.2: A's own green a1, black e2, beige e5."""
    assert believed({}, 0, cell) == [Fraction(*green), Fraction(*black), Fraction(*beige)]


def test_one_own_black_found_green() -> None:
    """T-66: CD-2.10. A's blacks are e2 (KG), a3 (KK), b3 (KB)."""
    position = {"found": {"A": ["e2"]}, "bank": "0c+8b", "give": "A"}
    for cell in (10, 11):
        assert believed(position, 0, cell) == [0, Fraction(1, 2), Fraction(1, 2)]


def test_one_own_black_turned_out_beige() -> None:
    """CD-2.10."""
    position = {"markers": {"b3": "A"}, "bank": "0c+8b", "give": "A"}
    for cell in (9, 10):
        assert believed(position, 0, cell) == [Fraction(1, 2), Fraction(1, 2), 0]


def test_own_beige_group() -> None:
    """T-67: CD-20.2. A found c3 and d3 (BG) and missed on e5 (BB)."""
    position = {"found": {"A": ["c3", "d3"]}, "markers": {"e5": "A"}, "bank": "0c+7b"}
    for cell in (14, 15, 16, 17, 18, 23):
        expected = [Fraction(3, 10), Fraction(1, 10), Fraction(6, 10)]
        assert believed(position, 0, cell) == expected


LATE: dict[str, object] = {
    # A has found all six words that are green for B and not for himself, so B's open green word is
    # one of A's own. B has found four of these; that B did not announce says: not all three.
    "found": {"A": ["e2", "c3", "d3", "e3", "a4", "b4"], "B": ["a1", "b1", "d1", "e1"]},
    "markers": {"d4": "A", "e4": "A", "a5": "A"},
    "bank": "0c+2b",
    "give": "A",
}


def enumerated(state: State, viewer: int) -> list[list[int]]:
    """By brute force: every key of the partner that fits what the viewer knows."""
    other = 1 - viewer
    touched = state.marker(viewer) | (
        state.covered & ~state.found1 if viewer == 0 else state.found1
    )
    counts = [[0, 0, 0] for _ in range(25)]
    groups: list[list[tuple[tuple[int, int], ...]]] = []
    for colour in range(3):
        cells = [cell for cell in range(25) if state.colour(viewer, cell) == colour]
        free = [cell for cell in cells if not touched >> cell & 1]
        left = [PAIR_COUNTS[pair_of(colour, seen)] for seen in range(3)]
        for cell in cells:
            if touched >> cell & 1:
                left[state.colour(other, cell)] -= 1
        colours = [seen for seen in range(3) for _ in range(left[seen])]
        groups.append([tuple(zip(free, ways, strict=True)) for ways in set(permutations(colours))])
    known = {cell: int(state.colour(other, cell)) for cell in range(25) if touched >> cell & 1}
    finished = state.finished >> other & 1
    for parts in product(*groups):
        key = dict(known)
        for part in parts:
            key.update(part)
        uncovered = any(key[cell] == 0 and not state.covered >> cell & 1 for cell in range(25))
        if uncovered != bool(finished):
            for cell in range(25):
                counts[cell][key[cell]] += 1
    return counts


def reduced(counts: list[list[int]]) -> list[list[Fraction]]:
    return [[Fraction(count, sum(cell)) for count in cell] for cell in counts]


def test_announcement_that_did_not_come_is_evidence() -> None:
    """CD-9.1, CD-20.2: exact against every key that fits, and unlike the plain formula."""
    state = GAME.from_position(GAME.set_up(LATE))
    sampler = GAME.sampler(knowledge(GAME, state, 0))
    belief = reduced(sampler.belief(1))
    assert belief == reduced(enumerated(state, 0))
    # By the formula alone each of A's nine greens would be green for B with 3/9. Of the 84 ways
    # 4 have all three among the four covered words, and those are out.
    assert belief[5][0] == Fraction(28, 80)
    assert belief[0][0] == Fraction(28 - 3, 80)


def test_samples_follow_the_belief() -> None:
    """The draw has the odds of the count: 1,500 draws, five standard deviations."""
    for viewer in (0, 1, SPECTATOR):
        state = GAME.from_position(GAME.set_up(LATE))
        sampler = GAME.sampler(knowledge(GAME, state, viewer))
        for side in (0, 1):
            belief = reduced(sampler.belief(side))
            luck = Stream(f"draws {viewer}")
            seen = [[0, 0, 0] for _ in range(25)]
            for _ in range(1500):
                key = sampler.key(luck)
                for cell in range(25):
                    seen[cell][colour_in(key[cell], side)] += 1
            for cell in range(25):
                for colour in range(3):
                    chance = float(belief[cell][colour])
                    spread = (1500 * chance * (1 - chance)) ** 0.5
                    assert abs(seen[cell][colour] - 1500 * chance) <= 5 * spread + 1e-9


def test_announcement_that_came_is_evidence() -> None:
    """CD-9.1: the last word is green for the one who announced, and no open word is."""
    state = GAME.from_position(
        GAME.set_up(
            {
                "found": {"A": ["b1", "c1", "e2", "c3", "d3", "e3", "a4", "b4"]},
                "bank": "0c+5b",
                "guess": "A salad 2",
            }
        )
    )
    state.play(GAME.read("touch a1", 1))
    for viewer in (0, SPECTATOR):
        belief = GAME.sampler(knowledge(GAME, state, viewer)).belief(1)
        assert belief[0][0] > 0 == belief[0][1] == belief[0][2]
        open_cells = [cell for cell in range(25) if not state.covered >> cell & 1]
        assert all(belief[cell][0] == 0 for cell in open_cells)
