"""Refusals shared by several decisions, with their rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.event import Value
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.middle_ages.state import Kingdom
from engine.i18n.text import Seat, Text, words


def index_of(index: Mapping[str, int], name: Value) -> int | None:
    """Look up the index of `name`, or None if there is none."""
    return index.get(name) if isinstance(name, str) else None


def type_name(state: Kingdom, name: str) -> Text:
    """The name of the type with the id `name`."""
    return words("{type}", type=state.box.types[state.box.type_index[name]].names)


def no_such_position(state: Kingdom, rule: str) -> Refusal:
    """Refuse a position outside the row."""
    return forbidden(rule, "Positions in a row go from 1 to {n}.", n=state.width)


def foreign_column(place: Place) -> Refusal:
    """Refuse a column of another player's fief."""
    owner = Seat(int(place[1]))
    return forbidden("MID-7.2", "That column belongs to {seat}.", seat=owner)


def no_such_column(rule: str) -> Refusal:
    """Refuse a column that does not exist."""
    return forbidden(rule, "There is no such column.")
