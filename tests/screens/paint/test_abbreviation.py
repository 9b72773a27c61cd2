"""Names shortened to a width."""

from __future__ import annotations

import pytest

from screens.paint.abbreviation import abbreviated_or_cut
from screens.paint.theme import UNICODE


@pytest.mark.parametrize(
    ("name", "width", "shown"),
    [
        ("Interruption of Work", 20, "Interruption of Work"),
        ("Interruption of Work", 14, "Inter. of Work"),
        ("Гражданская война", 14, "Граждан. война"),
        ("Succession Conflict", 9, "Successi…"),
        ("Interruption of Work", 6, "Inter…"),
    ],
)
def test_name_keeps_its_last_word_as_long_as_it_is_understood(
    name: str, width: int, shown: str
) -> None:
    assert abbreviated_or_cut(name, width, UNICODE) == shown
