"""What a position is summed up from (canonical form): numbers and strings, without words, class and
field names.

A sum that stands in a saved game outlives what people may reword or rename: messages are left out,
a step counts by its `name`, an object by the values that it is compared by.
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, Final, TypeAlias

import attrs
from attrs import AttrsInstance

from engine.i18n.text import Text

DIGESTS: Final = 2
"""The number of the form of digests; those of another form are not compared."""

_MARSHAL: Final = 2
"""The form in which plain values are summed up: the last one that writes equal values as equal
bytes, whoever else holds them."""

Canonical: TypeAlias = "int | str | bool | float | bytes | tuple[Canonical, ...] | None"
"""What a position is summed up from."""

_FIXED: Final = frozenset({int, str, bool, float, bytes, type(None)})


def canonical(value: Any) -> Canonical:
    """The value as numbers, strings and tuples of those.

    Raises TypeError for what has no values of its own: sets, functions, plain objects.
    """
    kind = type(value)
    if kind in _FIXED:
        fixed: Canonical = value
        return fixed
    if isinstance(value, tuple | list):
        return tuple([canonical(item) for item in value if type(item) is not Text])
    if isinstance(value, Mapping):
        return tuple([(key, canonical(value[key])) for key in sorted(value)])
    if hasattr(kind, "plain"):
        own: Canonical = value.plain()
        return own
    if not attrs.has(kind):
        raise TypeError(f"a position cannot be summed up from {kind}")
    return canonical_fields(value)


def canonical_fields(value: AttrsInstance) -> tuple[Canonical, ...]:
    """The fields of an object that it is compared and told by, but for those that hold words."""
    values = [getattr(value, name) for name in _compared(type(value))]
    return tuple([canonical(one) for one in values if type(one) is not Text])


@cache
def _compared(kind: type[AttrsInstance]) -> tuple[str, ...]:
    return tuple(
        field.name
        for field in attrs.fields(kind)
        if field.eq and field.repr and "Text" not in str(field.type)
    )


def digest(value: Canonical) -> str:
    """Sixteen hexadecimal digits that differ when the plain value does."""
    return blake2b(marshal.dumps(value, _MARSHAL), digest_size=8).hexdigest()
