"""What people may be called: names that can be seen, and told from one another."""

from __future__ import annotations

import pytest

from engine.community.naming import checked_name, folded
from engine.errors import BadName


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("Zoe\u0308", "Zoë"),
        ("Анна-Мария", "Анна-Мария"),
        ("O'Neil 3", "O'Neil 3"),
        ("Anna\u00a0B", "Anna B"),
        ("Anna\u200bB", "Anna B"),
        ("\u202eanna", "anna"),
        ("ab\x1b[2Jc".replace("[", ""), "ab 2Jc"),
    ],
)
def test_a_name_is_composed_and_tidy(written: str, kept: str):
    assert checked_name(written) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "木村",
        "[bold]Anna",
        "Anna\u034f\u034f",
        "a" + "\u0301" * 4,
        "\u0301a",
        "1234",
        "Anna\ufe0f",
        "\u3164",
        "<a>",
        "Anna😀",
        "Greedy",
        "gReedY ",
        "Random",
        "Player 2",
        "player12",
        "Guildhall",
    ],
)
def test_such_a_name_nobody_goes_by(name: str):
    with pytest.raises(BadName):
        checked_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Аnnа"),
        ("Anna", "An na"),
        ("Anna", "Anna."),
        ("Anna", "A-n'n_a"),
        ("Boris", "B0ris"),
        ("Zoë", "Zoe\u0308"),
        ("ﬁn", "fin"),
        ("Tom", "Тоm"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str):
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Анна", "Анно"), ("Zoe", "Zoë"), ("Ali", "All")]
)
def test_other_names_are_others(one: str, other: str):
    assert folded(one) != folded(other)
