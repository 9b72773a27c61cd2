"""Canonical form of a value, from which digests are computed: numbers and strings, without
messages, class names or field names.

Digests are part of saved games, so rewording and renaming must not change them: messages are left
out, a step counts by its `name`, an object by its compared fields.
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
"""Version of the digest format; digests of other versions are not compared."""

_MARSHAL: Final = 2
"""Version of the marshal format: the last one in which equal values always give equal bytes,
whatever their reference counts."""

Canonical: TypeAlias = "int | str | bool | float | bytes | tuple[Canonical, ...] | None"
"""A value in canonical form."""

_FIXED: Final = frozenset({int, str, bool, float, bytes, type(None)})


def canonical(value: Any) -> Canonical:
    """Return `value` as numbers, strings and tuples of those; raises TypeError for values without a
    canonical form: sets, functions, plain objects."""
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
    """Return the canonical form of the compared fields of an object, without fields that hold
    messages."""
    values = [getattr(value, name) for name in _compared_fields(type(value))]
    return tuple([canonical(item) for item in values if type(item) is not Text])


@cache
def _compared_fields(kind: type[AttrsInstance]) -> tuple[str, ...]:
    return tuple(
        field.name
        for field in attrs.fields(kind)
        if field.eq and field.repr and "Text" not in str(field.type)
    )


def digest(value: Canonical) -> str:
    """Return a digest of `value`: 16 hexadecimal digits."""
    return blake2b(marshal.dumps(value, _MARSHAL), digest_size=8).hexdigest()
