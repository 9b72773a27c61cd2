"""JSON wire format of the bot protocol, for views and picks.

A view is sent as its fields by name, with `Hidden` for everything that the seat may not see. The
key `is` names the type of each object.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from functools import cache
from typing import Final, cast

import attrs

from engine.core.event import MAX_NESTING, Json, Value
from engine.core.hidden import Hidden
from engine.core.parts import MultisetPart, SubsetPart
from engine.core.state import PASSING, SHARED, UNPUBLISHED
from engine.i18n.text import Text

encode: Final = json.JSONEncoder(
    separators=(",", ":"), check_circular=False, allow_nan=False
).encode
"""Encode a JSON value as one line of ASCII."""

_KNOWN_AS: Final = {
    "Simultaneous": "Together",
    "PartialRoll": "Fallen",
    "AcceptedTrade": "TradeConfirm",
    "ActivateColumn": "FireColumn",
    "ActivateChosenCard": "FireCard",
}
"""The protocol's names for classes that have since been renamed or split."""


def to_json(value: object) -> Json:
    """Return `value`, which is from a view, as JSON. An object becomes its fields by name, and a
    `Text` becomes English. `Hidden` becomes {"hidden": n}, where n is its length, or None if the
    length is secret. A mapping with keys other than strings becomes a list of pairs."""
    kind = type(value)
    if kind is int or kind is str or kind is bool or value is None:
        return value  # type: ignore[return-value]
    if kind is tuple or kind is list:
        return [to_json(item) for item in value]  # type: ignore[attr-defined]
    if kind is Hidden:
        return {"hidden": value.plain()[1]}  # type: ignore[attr-defined]
    if isinstance(value, Text):
        return value.plain()
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            return {key: to_json(item) for key, item in value.items()}
        return [[to_json(key), to_json(item)] for key, item in value.items()]
    fields: dict[str, Json] = {"is": _KNOWN_AS.get(kind.__name__, kind.__name__)}
    for name in _names(cast(Hashable, kind)):
        fields[name.lstrip("_")] = to_json(getattr(value, name))
    return fields


@cache
def _names(kind: Hashable) -> tuple[str, ...]:
    """Return the names of those fields of the class `kind` that belong to the protocol."""
    return tuple(
        field.name
        for field in attrs.fields(cast(type, kind))
        if not {SHARED, UNPUBLISHED} & field.metadata.keys() and field.metadata != PASSING
    )


def part_to_json(part: MultisetPart | SubsetPart | object) -> Json:
    """Return the possible values of the next part of a pick as JSON. `part` is the multiset, the
    subset or the list of values from which this part is chosen."""
    match part:
        case MultisetPart(pool, least):
            return {"of": "bag", "pool": to_json(pool), "least": least, "most": part.largest}
        case SubsetPart(things, least):
            return {
                "of": "marks",
                "things": to_json(things),
                "least": least,
                "most": part.largest,
                "ordered": part.ordered,
            }
        case _:
            return {"of": "list", "values": to_json(part)}


def from_json(value: Json, deep: int = 0) -> Value | None:
    """Return `value`, a pick or part of a pick from a program, with its lists converted to tuples.
    Return None if `value` contains anything but integers, strings and lists, or is nested too
    deeply. `deep` is the number of lists around `value`."""
    if type(value) is int or isinstance(value, str):
        return value
    if not isinstance(value, list) or deep == MAX_NESTING:
        return None
    parts = [from_json(part, deep + 1) for part in value]
    return None if None in parts else tuple(part for part in parts if part is not None)
