"""No number allowed in custom data makes a game larger than a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.component_data import changeable_in
from engine.errors import BadSetup
from engine.games import catalogue, load
from engine.match.match import Match

GAMES = [entry.id for entry in catalogue()]

FAR_TOO_MANY = 10**20


def with_each_number(values: Any, number: int) -> Iterator[Any]:
    """Yield the changeable values, with each number in turn replaced."""
    if type(values) is int:
        yield number
    elif isinstance(values, dict):
        known = {"id": values["id"]} if "id" in values else {}
        for key, inner in values.items():
            yield from ({**known, key: one} for one in with_each_number(inner, number))
    elif isinstance(values, list):
        for at, inner in enumerate(values):
            for one in with_each_number(inner, number):
                has_id = isinstance(inner, dict) and "id" in inner
                yield [one] if has_id else [*values[:at], one, *values[at + 1 :]]


@pytest.mark.parametrize("id", GAMES)
def test_number_beyond_any_component_limit_is_refused(id: str) -> None:
    game = load(id)
    seats = [(name, "person") for name in ("Anna", "Boris", "Clara")[: game.players[0]]]
    tried = 0
    for own in with_each_number(changeable_in(game.folder, game.changeable or {}), FAR_TOO_MANY):
        with pytest.raises(BadSetup):
            Match.begin(id, seats, seed="bounds", data=own)
        tried += 1
    assert tried >= (id != "toy")
