"""Writing of the part of TOML that settings and component values need. Python's own module can only
read TOML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from engine.core.component_data import Data, Item


def dump(data: Data) -> str:
    """Return `data` as TOML. The values may be numbers, strings, booleans, lists, tables and lists
    of tables."""
    return "\n".join(_lines(data, "")).strip() + "\n"


def value(item: Item) -> str:
    """Return a value as TOML, a table on one line."""
    if isinstance(item, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(one)}" for name, one in item.items()) + " }"
    if isinstance(item, str):
        return json.dumps(item, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(item, Sequence):
        return "[" + ", ".join(value(entry) for entry in item) + "]"
    return repr(item).lower()


def key(name: str) -> str:
    """Return a key, quoted if necessary."""
    bare = name.isascii() and name.replace("-", "_").isidentifier()
    return name if bare or (name.isascii() and name.isdigit()) else value(name)


def _lines(table: Data, path: str) -> Iterator[str]:
    for name, one in table.items():
        if not _has_a_head(one):
            yield f"{key(name)} = {value(one)}"
    for name, one in table.items():
        where = f"{path}.{key(name)}" if path else key(name)
        if isinstance(one, Mapping):
            if not one or not all(map(_has_a_head, one.values())):
                yield from ("", f"[{where}]")
            yield from _lines(one, where)
        elif _are_tables(one):
            for entry in one:
                yield from ("", f"[[{where}]]")
                yield from _lines(entry, where)


def _has_a_head(item: Item) -> bool:
    return isinstance(item, Mapping) or _are_tables(item)


def _are_tables(item: Item) -> TypeGuard[list[Data]]:
    return (
        isinstance(item, list) and bool(item) and all(isinstance(entry, Mapping) for entry in item)
    )
