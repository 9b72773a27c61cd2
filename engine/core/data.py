"""Component data: what lies in a game's box, read from TOML, with corrections of a user's own.

A user's data file has the structure of the game's `components.toml` and holds only what differs.
Tables are merged key by key; a list of tables is merged by the `id` of its tables; every other
list replaces the one in the box whole. For example:

    [[plot_tiles.list]]
    id = "field_01"
    number = 3
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from attrs import frozen

from engine.errors import BadSetup
from engine.i18n.text import Names, plural, words

LONGEST_NAME: Final = 60

Box = TypeVar("Box")

Changeable = Mapping[str, Collection[str]]
"""Which keys a user may change, by the dotted path of their table without ids."""


@frozen
class Assumption:
    """Component values that the sources do not show: the path of their table and the table."""

    path: str
    values: Mapping[str, Any]


def read_components(path: Path) -> dict[str, Any]:
    """The tables of a component file that belongs to the program."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


@frozen(eq=False)
class ComponentFile(Generic[Box]):
    """The component file of a game, read and built once, when somebody first asks for it."""

    path: Path
    build: Callable[[Mapping[str, Any]], Box]
    changeable: Changeable
    read: Callable[[Path], dict[str, Any]] = read_components

    @cached_property
    def tables(self) -> dict[str, Any]:
        """What the file says."""
        return self.read(self.path)

    @cached_property
    def box(self) -> Box:
        """What is built from the file as it is."""
        return self.build(self.tables)

    def merged(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """The tables with a user's own put over them; raises BadSetup like `merged`."""
        return merged(self.tables, own, changeable=self.changeable)


def merged(
    box: Mapping[str, Any], own: Mapping[str, Any], *, changeable: Changeable | None = None
) -> dict[str, Any]:
    """The data of the box with a user's own put over it; neither is changed.

    `changeable` limits what may differ (None: everything that is in the box). Raises BadSetup,
    which names the key, for a key or an id that the box has not, for a value of another kind and
    for a value that may not be changed.
    """
    return _merged_table(box, own, "", "", changeable)


def assumed(box: Mapping[str, Any], *, changeable: Changeable | None = None) -> list[Assumption]:
    """All tables whose values are marked `source = "decision"`: known to nobody outside the box.

    Of their values those that a user may change (None: all); a table without any is left out.
    """
    found = _assumptions(box, "", "")
    return [
        Assumption(one.path, values)
        for one, table in found
        if (values := _limited(one.values, table, changeable))
    ]


def assumed_in(folder: Path, *, changeable: Changeable | None = None) -> list[Assumption]:
    """What is assumed in the component file of a game's folder; nothing where there is no file."""
    path = folder / "components.toml"
    return assumed(read_components(path), changeable=changeable) if path.exists() else []


def changeable_in(folder: Path, changeable: Changeable) -> Mapping[str, Any]:
    """All that a user may change in the component file of a game's folder, as it is in the box."""
    path = folder / "components.toml"
    return _limited(read_components(path), "", changeable) if path.exists() else {}


def _limited(
    values: Mapping[str, Any], table: str, changeable: Changeable | None
) -> Mapping[str, Any]:
    """The values of a table that may be changed, and those of the tables in it."""
    if changeable is None:
        return values
    limited: dict[str, Any] = {}
    for key, value in values.items():
        inner = f"{table}.{key}" if table else key
        if isinstance(value, Mapping):
            kept: Any = _limited(value, inner, changeable)
        elif _has_ids(value):
            entries = [(one["id"], _limited(one, inner, changeable)) for one in value]
            kept = [{"id": id, **one} for id, one in entries if one]
        else:
            kept = value if key in changeable.get(table, ()) else None
        if kept is not None and kept != {} and kept != []:
            limited[key] = kept
    return limited


def whole(value: Any, path: str, *, least: int = 0, most: int | None = None) -> int:
    """The value if it is a whole number within bounds; raises BadSetup that names its path."""
    if type(value) is not int or value < least or (most is not None and value > most):
        if most is None:
            raise BadSetup(
                words("Data: {key} must be a whole number from {least} on.", key=path, least=least)
            )
        raise BadSetup(
            words(
                "Data: {key} must be a whole number from {least} to {most}.",
                key=path,
                least=least,
                most=most,
            )
        )
    return value


def one_of(value: Any, known: Collection[str], path: str) -> str:
    """The value if it is one of the known words; raises BadSetup that names its path."""
    if not isinstance(value, str) or value not in known:
        raise BadSetup(
            words("Data: {key} must be one of {known}.", key=path, known=", ".join(known))
        )
    return value


def text(value: Any, path: str, *, most: int = LONGEST_NAME) -> str:
    """The value if it is a name that can be shown; raises BadSetup that names its path."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise BadSetup(words("Data: {key} must be a name in letters that can be shown.", key=path))
    if len(value) > most:
        raise BadSetup(
            plural(
                "Data: {key} must be no longer than {n} letter.",
                "Data: {key} must be no longer than {n} letters.",
                most,
                key=path,
            )
        )
    return value


def names(table: Mapping[str, Any], path: str, what: str = "name") -> Names:
    """The names of a table in all languages, `name_en` and `name_ru`; raises BadSetup that names
    the path of one that cannot be shown."""
    english, russian = f"{what}_en", f"{what}_ru"
    return Names(
        text(table[english], f"{path}.{english}"), text(table[russian], f"{path}.{russian}")
    )


def wholes(values: Any, path: str, number: int, *, rising: bool = False) -> tuple[int, ...]:
    """So many whole numbers, with `rising` from 1 on and each more than the one before; raises
    BadSetup that names the path."""
    found: list[int] = []
    for value in values:
        least = (found[-1] + 1 if found else 1) if rising else 0
        found.append(whole(value, path, least=least))
    if len(found) != number:
        raise BadSetup(
            plural(
                "Data: {key} must be {n} whole number.",
                "Data: {key} must be {n} whole numbers.",
                number,
                key=path,
            )
        )
    return tuple(found)


def refuse_idle(value: Any, usual: Any, path: str) -> None:
    """Raises BadSetup that names the path if a value that does nothing is not the usual one."""
    if value != usual:
        raise BadSetup(words("Data: nothing depends on {key}; leave it out.", key=path))


def _merged_table(
    box: Mapping[str, Any],
    own: Mapping[str, Any],
    path: str,
    table: str,
    changeable: Changeable | None,
) -> dict[str, Any]:
    """`path` names the table to people, with ids; `table` is the same path without ids."""
    result = dict(box)
    for key, value in own.items():
        where = f"{path}.{key}" if path else key
        if key not in box:
            raise BadSetup(words("Data: there is no {key} in this game.", key=where))
        old = box[key]
        inner = f"{table}.{key}" if table else key
        if isinstance(old, Mapping):
            _demand(isinstance(value, Mapping), where)
            result[key] = _merged_table(old, value, where, inner, changeable)
        elif _has_ids(old):
            _demand(isinstance(value, list | tuple), where)
            result[key] = _merged_list(old, value, where, inner, changeable)
        else:
            _check_change(old, value, where, key, table, changeable)
            result[key] = value
    return result


def _merged_list(
    box: list[Mapping[str, Any]],
    own: list[Any] | tuple[Any, ...],
    path: str,
    table: str,
    changeable: Changeable | None,
) -> list[Any]:
    known = {entry["id"]: index for index, entry in enumerate(box)}
    result: list[Any] = list(box)
    named: set[Any] = set()
    for entry in own:
        _demand(isinstance(entry, Mapping), path)
        name = _known_id(entry, known, path)
        if name in named:
            raise BadSetup(words("Data: {key} is given twice.", key=f"{path}.{name}"))
        named.add(name)
        changes = {key: value for key, value in entry.items() if key != "id"}
        index = known[name]
        result[index] = _merged_table(result[index], changes, f"{path}.{name}", table, changeable)
    return result


def _known_id(entry: Mapping[str, Any], known: Collection[Any], path: str) -> Any:
    """By which id of the box an entry goes; `1` and `"1"` are two."""
    if "id" not in entry:
        raise BadSetup(words("Data: an entry of {key} has no id.", key=path))
    id = entry["id"]
    if not any(type(id) is type(one) and id == one for one in known):
        shown = id if isinstance(id, str) and not id.isdecimal() else repr(id)
        raise BadSetup(words("Data: there is no {key} in this game.", key=f"{path}.{shown}"))
    return id


def _check_change(
    old: Any, new: Any, where: str, key: str, table: str, changeable: Changeable | None
) -> None:
    _demand(type(new) is type(old) or (_is_list(old) and _is_list(new)), where)
    if changeable is None or new == old:
        return
    if key not in changeable.get(table, ()):
        raise BadSetup(words("Data: {key} cannot be changed.", key=where))


def _demand(right_kind: bool, where: str) -> None:
    if not right_kind:
        raise BadSetup(words("Data: {key} is of another kind in this game.", key=where))


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _has_ids(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, Mapping) and "id" in one for one in value)
    )


def _assumptions(
    values: Mapping[str, Any], path: str, table: str
) -> Iterator[tuple[Assumption, str]]:
    """The assumptions with the paths of their tables without ids."""
    if values.get("source") == "decision":
        rest = {key: one for key, one in values.items() if key != "source"}
        yield Assumption(path, rest), table
        return
    for key, value in values.items():
        where = f"{path}.{key}" if path else key
        inner = f"{table}.{key}" if table else key
        if isinstance(value, Mapping):
            yield from _assumptions(value, where, inner)
        elif _has_ids(value):
            for entry in value:
                yield from _assumptions(entry, f"{where}.{entry['id']}", inner)
