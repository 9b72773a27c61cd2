"""The canonical form of a value, from which digests are computed: numbers, strings, bytes, None,
and tuples of them.

Digests are part of saved games, so rewording and renaming must not change them. The canonical form
therefore leaves out messages, the names of classes and the names of fields. A step is represented
by its `name` and its fields, and any other object by its fields. Fields that are excluded from
comparison or from `repr` are left out, too.
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

DIGEST_VERSION: Final = 2
"""Version of the digest format. Digests of other versions are not compared."""

_MARSHAL_VERSION: Final = 2
"""Version of the marshal format. It is the last version in which equal values always give equal
bytes, whatever their reference counts."""

Canonical: TypeAlias = "int | str | bool | float | bytes | tuple[Canonical, ...] | None"

_FIXED: Final = frozenset({int, str, bool, float, bytes, type(None)})


def canonical(value: Any) -> Canonical:
    """Return `value` in canonical form. Raises TypeError for values that have none, such as sets,
    functions and plain objects."""
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
    """Return the canonical form of the fields of `value`, leaving out messages and fields that are
    excluded from comparison or from `repr`."""
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
    return blake2b(marshal.dumps(value, _MARSHAL_VERSION), digest_size=8).hexdigest()
