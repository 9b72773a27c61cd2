"""The state of a table after each key equals the recorded one, line by line."""

from __future__ import annotations

import pytest

from tests.matrix import with_each
from tests.screens.table.random_tables import LENGTHS, key_sequences
from tests.screens.table.recording import lines_of, recorded_sequences

GAMES = list(LENGTHS)

EACH = 4
"""One of so many sittings is held in the usual run: of every table, stage and kind."""


def differences(game: str, numbers: range) -> list[str]:
    """The first line of each sitting that is not what was kept."""
    was, found = recorded_sequences(game), []
    for number in numbers:
        now = lines_of(number, key_sequences(game)[number])
        pairs = zip(was[number], now, strict=False)
        at = next((at for at, (one, other) in enumerate(pairs) if one != other), None)
        if at is not None:
            found.append(f"{number}, key {at - 1}\n    was {was[number][at]}\n    now {now[at]}")
        elif len(was[number]) != len(now):
            found.append(f"{number} has {len(now)} lines, not {len(was[number])}")
    return found


@pytest.mark.made_by("python -m tests.screens.table.recording {game}")
@with_each(GAMES)
def test_recorded_keys_give_the_recorded_result(game: str) -> None:
    assert not differences(game, range(0, len(key_sequences(game)), EACH))


@pytest.mark.made_by("python -m tests.screens.table.recording {game}")
@pytest.mark.long
@with_each(GAMES)
def test_more_recorded_keys_give_the_recorded_result(game: str) -> None:
    for first in range(1, EACH):
        assert not differences(game, range(first, len(key_sequences(game)), EACH))
