"""Writing TOML, as much of it as settings and component values need; Python reads it itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.data import Data


def dump(data: Data) -> str:
    """The tables as TOML text: numbers, strings, booleans, lists, tables and lists of tables."""
    return "\n".join(_lines(data, "")).strip() + "\n"


def value(item: Any) -> str:
    """One value as it stands behind its key; a table in one line."""
    if isinstance(item, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(one)}" for name, one in item.items()) + " }"
    if isinstance(item, list | tuple):
        return "[" + ", ".join(value(one) for one in item) + "]"
    if isinstance(item, str):
        return json.dumps(item, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, int | float):
        return repr(item)
    return str(item)


def key(name: str) -> str:
    """A key, in quotation marks where it needs them."""
    bare = name.isascii() and name.replace("-", "_").isidentifier()
    return name if bare or (name.isascii() and name.isdigit()) else value(name)


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    inner = {name: one for name, one in table.items() if _is_table(one) or _is_tables(one)}
    for name, one in table.items():
        if name not in inner:
            yield f"{key(name)} = {value(one)}"
    for name, one in inner.items():
        where = f"{path}.{key(name)}" if path else key(name)
        if _is_table(one):
            if not one or any(
                not _is_table(deep) and not _is_tables(deep) for deep in one.values()
            ):
                yield from ("", f"[{where}]")
            yield from _lines(one, where)
            continue
        for entry in one:
            yield from ("", f"[[{where}]]")
            yield from _lines(entry, where)


def _is_table(item: Any) -> bool:
    return isinstance(item, Mapping)


def _is_tables(item: Any) -> bool:
    return isinstance(item, list) and bool(item) and all(isinstance(one, Mapping) for one in item)
