"""Messages about a match that players ended early."""

from __future__ import annotations

import pytest

from engine.clock import LONG_AGO
from engine.core.players import AGREED, CONCEDED, Ending, ending_text
from engine.i18n.language import Translator


@pytest.mark.parametrize(
    ("kind", "seat", "seats", "expected"),
    [
        (AGREED, -1, 2, "Everyone has agreed to end the game with the current scores."),
        (CONCEDED, 0, 2, "Anna has conceded, so Boris wins."),
        (CONCEDED, 1, 2, "Boris has conceded, so Anna wins."),
        (CONCEDED, 1, 3, "Boris has conceded."),
    ],
)
def test_ending_text_names_who_conceded_and_who_won(
    kind: str, seat: int, seats: int, expected: str
):
    translator = Translator("en", ("Anna", "Boris", "Clara"))
    assert translator.translate(ending_text(Ending(kind, seat, LONG_AGO), seats)) == expected
