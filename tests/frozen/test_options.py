"""Options of games: their names, values and defaults, as matches save them.

An entry of the record is the number of seats, the requested options, and the saved ones: an option
of all games is saved only if it differs from its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.frozen.reaching import GAMES, guildhall, recorded

NAMES = ("Anna", "Boris", "Vera", "Grigori")


def saved_options(home: Path, game: str, seats: int, asked: Mapping[str, str]) -> dict[str, str]:
    """The options of a match that is begun with those that are asked for."""
    before = {one["id"] for one in guildhall(home, "list", "--json").json}
    wanted = [word for key, value in asked.items() for word in ("--option", f"{key}={value}")]
    who = ",".join(NAMES[:seats])
    result = guildhall(home, "play", game, "--lines", "--seats", who, "--seed", "1", *wanted)
    assert result.code == 0, result.err
    (begun,) = (one for one in guildhall(home, "list", "--json").json if one["id"] not in before)
    kept: dict[str, str] = begun["options"]
    return kept


@pytest.mark.parametrize("game", GAMES)
def test_options_and_values_are_accepted_and_saved(game: str, home: Path):
    entries = recorded("options.json")[game]
    assert entries[0][1] == {}
    for seats, asked, kept in entries:
        found = saved_options(home, game, seats, asked)
        assert {key: found.get(key) for key in kept} == kept, asked


@pytest.mark.parametrize("game", GAMES)
def test_unknown_option_is_refused(game: str, home: Path):
    assert guildhall(home, "play", game, "--lines", "--option", "no_such=1").code == 1


def test_real_dice_are_an_option(home: Path):
    result = guildhall(home, "play", "era", "--lines", "--seats", "Anna,Boris", "--real-dice")
    assert result.code == 0
    (match,) = guildhall(home, "list", "--json").json
    assert match["options"]["dice"] == "typed"
