"""Dice are fair, and reproducible for equal keys."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import TABLE_STREAM, Dice, new_seed

CHI_SQUARE = {5: 20.52, 9: 27.88, 19: 43.82, 23: 49.73, 35: 66.62}
"""Critical values of chi-square at a probability of 1/1000, by degrees of freedom."""

GOLDEN_ROLLS = [4, 5, 6, 6, 6, 6, 5, 5, 3, 5, 6, 6, 2, 3, 2, 5, 2, 4, 3, 4]
GOLDEN_SHUFFLE = [8, 7, 0, 3, 4, 9, 5, 6, 1, 2]
GOLDEN_WORD = 2815692285


def chi_square(counts: Counter[object], kinds: int, draws: int) -> float:
    expected = draws / kinds
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (kinds - len(counts)) * expected


@pytest.mark.parametrize("seed", ["1", "2", "a long seed of letters", "семя"])
def test_die_is_fair(seed: str):
    dice = Dice.at(seed, TABLE_STREAM, 0)
    counts: Counter[object] = Counter(dice.roll() for _ in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert chi_square(counts, 6, 6000) < CHI_SQUARE[5]


def test_first_die_of_every_position_is_fair():
    counts: Counter[object] = Counter(Dice.at("seed", k % 3, k // 3).roll() for k in range(6000))
    assert chi_square(counts, 6, 6000) < CHI_SQUARE[5]


def test_consecutive_dice_are_independent():
    dice = Dice.at("seed", 0, 0)
    rolls = [dice.roll() for _ in range(12001)]
    counts: Counter[object] = Counter(pairwise(rolls))
    assert chi_square(counts, 36, 12000) < CHI_SQUARE[35]


def test_neighbouring_positions_are_independent():
    pairs: Counter[object] = Counter(
        (Dice.at("seed", 0, k).roll(), Dice.at("seed", 1, k).roll()) for k in range(12000)
    )
    assert chi_square(pairs, 36, 12000) < CHI_SQUARE[35]


def test_every_order_of_a_shuffle_is_equally_likely():
    dice = Dice.at("seed", TABLE_STREAM, 7)
    counts: Counter[object] = Counter(tuple(dice.shuffle("abcd")) for _ in range(12000))
    assert chi_square(counts, 24, 12000) < CHI_SQUARE[23]


def test_every_draw_is_equally_likely():
    dice = Dice.at("seed", TABLE_STREAM, 8)
    counts: Counter[object] = Counter(tuple(dice.draw(range(5), 2)) for _ in range(10000))
    assert chi_square(counts, 20, 10000) < CHI_SQUARE[19]


def test_limit_that_does_not_divide_evenly_is_fair():
    dice = Dice.at("seed", TABLE_STREAM, 9)
    limit = 3 << 30
    counts: Counter[object] = Counter(dice.below(limit) * 10 // limit for _ in range(10000))
    assert chi_square(counts, 10, 10000) < CHI_SQUARE[9]


def test_draws_are_the_same_on_every_machine():
    dice = Dice.at("7", TABLE_STREAM, 0)
    assert [dice.roll() for _ in range(20)] == GOLDEN_ROLLS
    assert Dice.at("7", 1, 3).shuffle(range(10)) == GOLDEN_SHUFFLE
    assert [Dice.at("7", 2, 0).below(1 << 32) for _ in range(2)] == [GOLDEN_WORD] * 2


@given(st.text(), st.integers(-1, 7), st.integers(0, 10**6))
def test_position_determines_its_draws(seed: str, stream: int, count: int):
    assert Dice.at(seed, stream, count).shuffle(range(8)) == Dice.at(seed, stream, count).shuffle(
        range(8)
    )


def test_positions_give_different_draws():
    places = [
        ("a", 0, 0),
        ("b", 0, 0),
        ("a", TABLE_STREAM, 0),
        ("a", 0, 1),
        ("a", 0, 10),
        ("a", 1, 0),
    ]
    words = {Dice.at(*place).below(1 << 32) for place in places}
    assert len(words) == len(places)


@given(st.lists(st.integers()), st.data())
def test_draws_are_without_replacement(items: list[int], data: st.DataObject):
    count = data.draw(st.integers(0, len(items)))
    drawn = Dice(b"key").draw(items, count)
    assert len(drawn) == count
    assert not Counter(drawn) - Counter(items)
    assert Counter(Dice(b"key").shuffle(items)) == Counter(items)


@given(st.integers(1, 1 << 32))
def test_draws_are_below_the_limit(limit: int):
    dice = Dice(b"key")
    assert all(0 <= dice.below(limit) < limit for _ in range(20))


def test_seeds_are_not_repeated():
    assert len({new_seed() for _ in range(100)}) == 100
    assert Dice.fresh().shuffle(range(30)) != Dice.fresh().shuffle(range(30))


@given(
    st.integers(1, 1 << 17) | st.integers(1, 1 << 32),
    st.integers((1 << 32) - (1 << 17), (1 << 32) - 1) | st.integers(0, (1 << 32) - 1),
)
def test_biased_random_words_are_rejected(limit: int, word: int):
    dice, without = Dice(b"words"), Dice(b"words")
    dice.words = iter([(word,)])
    fair = word < 2**32 - 2**32 % limit
    assert dice.below(limit) == (word % limit if fair else without.below(limit))
