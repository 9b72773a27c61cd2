"""Component data: the values of a game's components, read from TOML, with custom data merged in.

A file of custom data has the structure of the game's `components.toml`, but contains only the
values that differ. Tables are merged key by key, and lists of tables by the `id` of each table.
Every other list replaces the original list. For example:

    [[plot_tiles.list]]
    id = "field_01"
    number = 3
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property, reduce
from pathlib import Path
from typing import Any, Final, Generic, TypeAlias, TypeGuard, TypeVar, get_args, get_type_hints

from attrs import NOTHING, fields, frozen, has

from engine.errors import BadSetup
from engine.i18n.text import Names, plural

MAX_NAME_LENGTH: Final = 60

MAX_NUMBER: Final = 1000
"""Largest number allowed in component data, because components are laid out, named and processed
one by one."""

Box = TypeVar("Box")
T = TypeVar("T", int, str, bool)
Read = TypeVar("Read")

Item: TypeAlias = "str | int | float | Sequence[Item] | Mapping[str, Item]"
"""A value of a component file."""

Data: TypeAlias = Mapping[str, Item]


@frozen
class Limits:
    """The bounds of a number, given in the annotation of its field (see `DataTable.read`)."""

    least: int = 0
    most: int = MAX_NUMBER


Changeable = Mapping[str, Collection[str]]
"""Keys that a user may change, by the dotted path of their table. The path leaves out ids."""


@frozen
class Assumption:
    """Component values assumed because no published source gives them, with their table's path."""

    path: str
    values: Data


def read_components(path: Path) -> dict[str, Any]:
    """Read the component file `path`, which belongs to the program. If the file has a key
    `stands_on`, tables that the file lacks come from the file that this key names."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    base = tables.pop("stands_on", None)
    return tables if base is None else {**read_components(path.parent / base), **tables}


@frozen(eq=False)
class ComponentFile(Generic[Box]):
    """The component file of a game, read on first use. `build` makes the game's `box` of components
    from the tables of the file."""

    path: Path
    build: Callable[[Data], Box]
    changeable: Changeable
    read: Callable[[Path], Data] = read_components

    @cached_property
    def tables(self) -> Data:
        return self.read(self.path)

    @cached_property
    def box(self) -> Box:
        return self.build(self.tables)

    def merged(self, own: Data) -> dict[str, Item]:
        """Return the tables with the custom data `own` merged in. Raises BadSetup like the function
        `merged`."""
        return merged(self.tables, own, changeable=self.changeable)


def merged(box: Data, own: Data, *, changeable: Changeable | None = None) -> dict[str, Item]:
    """Return the component data `box` with the custom data `own` merged in. Neither argument is
    changed.

    `changeable` lists the keys that may differ (None for every key in `box`). Raises BadSetup,
    which names the key, if a key or an id is not in `box`, if an id is missing or given twice, or
    if a value has another type or may not be changed.
    """
    return _merged_table(box, own, "", "", changeable)


def assumed(box: Data, *, changeable: Changeable | None = None) -> list[Assumption]:
    """Return all tables of `box` marked `source = "decision"`: their values were assumed because no
    published source gives them. Only values that custom data may change are included (all if
    `changeable` is None). Empty tables are left out."""
    assumptions = _assumptions(box, "", "")
    return [
        Assumption(assumption.path, values)
        for assumption, table in assumptions
        if (values := _limited(assumption.values, table, changeable))
    ]


def assumed_in(folder: Path, *, changeable: Changeable | None = None) -> list[Assumption]:
    """Return the assumptions in the component file of `folder` (see `assumed`). There are none if
    the file does not exist."""
    path = folder / "components.toml"
    return assumed(read_components(path), changeable=changeable) if path.exists() else []


def boxed(folder: Path, own: Data, *, changeable: Changeable | None = None) -> Data:
    """Return the component data in `folder` with the custom data `own` merged in. The result is
    empty if the folder has no component file. Raises BadSetup like `merged`."""
    path = folder / "components.toml"
    box = read_components(path) if path.exists() else {}
    return merged(box, own, changeable=changeable) if own else box


def changeable_in(folder: Path, changeable: Changeable) -> Data:
    """Return the `changeable` values of the component file in `folder`, without custom data. The
    result is empty if the folder has no component file."""
    path = folder / "components.toml"
    return _limited(read_components(path), "", changeable) if path.exists() else {}


def _limited(values: Data, table: str, changeable: Changeable | None) -> Data:
    """Return those of `values` that are `changeable` (all if None), also in nested tables. `table`
    is the path of the table that has the `values`, without ids."""
    if changeable is None:
        return values
    limited: dict[str, Item] = {}
    for key, value in values.items():
        inner = f"{table}.{key}" if table else key
        if isinstance(value, Mapping):
            allowed: Item | None = _limited(value, inner, changeable)
        elif has_ids(value):
            limited_entries = [(entry["id"], _limited(entry, inner, changeable)) for entry in value]
            allowed = [{"id": id, **entry} for id, entry in limited_entries if entry]
        else:
            allowed = value if key in changeable.get(table, ()) else None
        if allowed is not None and allowed != {} and allowed != []:
            limited[key] = allowed
    return limited


@frozen(eq=False)
class DataTable:
    """A table of component data, with the path that error messages show.

    `integer`, `integers`, `amounts`, `text`, `one_of`, `some_of` and `names` read values that a
    user may change. They raise BadSetup, which names the path, for an invalid value. `read` reads
    numbers and names with them. The other methods read values that cannot be changed, or that were
    validated when merged.
    """

    values: Data
    path: str = ""

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def where(self, key: str) -> str:
        """Return the full path of `key`, for error messages."""
        return f"{self.path}.{key}" if self.path else key

    @property
    def id(self) -> str:
        return self.word("id")

    def table(self, key: str) -> DataTable:
        inner = self.values[key]
        assert isinstance(inner, Mapping), self.where(key)
        return DataTable(inner, self.where(key))

    def tables(self, key: str) -> list[DataTable]:
        """Return the list of tables under `key`. The path of each table includes the table's id, if
        it has one."""
        tables = []
        for entry in self._list(key):
            assert isinstance(entry, Mapping), self.where(key)
            tables.append(
                DataTable(
                    entry, f"{self.where(key)}.{entry['id']}" if "id" in entry else self.where(key)
                )
            )
        return tables

    def _list(self, key: str) -> Sequence[Item]:
        inner = self.values[key]
        assert isinstance(inner, list | tuple), self.where(key)
        return inner

    def read(self, kind: type[Read], /, **given: Any) -> Read:
        """Return an instance of the attrs class `kind` with the values `given`.

        All other fields are read according to their types: a number, word, flag, names, a list of
        numbers or words, or amounts by id; another attrs class, a list of its instances, or a
        mapping of them by `id` (by `players` if the keys are numbers). The key is the field's name,
        or the path in its annotation: `Annotated[int, "limits.hand_max"]`. `Limits` in the
        annotation are the bounds of a number. A field with a default may be missing from the table.
        """
        cls: Any = kind
        for name, (type_, limits, path, is_required) in _fields_to_read(cls).items():
            if name in given:
                continue
            *tables, key = path.split(".")
            table = reduce(DataTable.table, tables, self)
            if is_required or key in table:
                given[name] = _read_field(table, key, type_, limits)
        return kind(**given)

    def read_list(self, key: str, kind: type[Read]) -> tuple[Read, ...]:
        """Return an instance of the attrs class `kind` for each table under `key`. A field `index`
        gets the position of the table in the list, counted from 0."""
        cls: Any = kind
        is_numbered = any(field.name == "index" for field in fields(cls))
        return tuple(
            table.read(kind, **({"index": number} if is_numbered else {}))
            for number, table in enumerate(self.tables(key))
        )

    def amounts(self, key: str) -> Mapping[str, int]:
        """Return the numbers in the table under `key`, by id, without those that are 0. Raises
        BadSetup."""
        table = self.table(key)
        return {id: number for id in table.values if (number := table.integer(id))}

    def integer(self, key: str, *, least: int = 0, most: int = MAX_NUMBER) -> int:
        """Return the value of `key`, which must be an integer from `least` to `most`. Raises
        BadSetup."""
        return integer(self.values[key], self.where(key), least=least, most=most)

    def integers(
        self, key: str, number: int | None = None, *, rising: bool = False
    ) -> tuple[int, ...]:
        """Return the list of integers under `key` (see the function `integers`). Raises
        BadSetup."""
        return integers(self._list(key), self.where(key), number, rising=rising)

    def text(self, key: str, *, most: int = MAX_NAME_LENGTH) -> str:
        """Return the value of `key`, which must be a printable name of at most `most` characters.
        Raises BadSetup."""
        return text(self.values[key], self.where(key), most=most)

    def one_of(self, key: str, allowed: Collection[str]) -> str:
        """Return the value of `key`, which must be one of `allowed`. Raises BadSetup."""
        return one_of(self.values[key], allowed, self.where(key))

    def some_of(self, key: str, allowed: Collection[str]) -> tuple[str, ...]:
        """Return the values of `key`, each of which must be one of `allowed`. Raises BadSetup."""
        return tuple(one_of(word, allowed, self.where(key)) for word in self._list(key))

    def names(self, what: str = "name") -> Names:
        """Return a name in all languages, read from the keys `{what}_en` and `{what}_ru`. Raises
        BadSetup."""
        return Names(self.text(f"{what}_en"), self.text(f"{what}_ru"))

    def number(self, key: str, default: int | None = None) -> int:
        """Return the integer under `key`, or `default` if the table does not have the key. If
        `default` is None, the table must have the key."""
        return self._typed(key, int, default)

    def numbers(self, key: str) -> tuple[int, ...]:
        return self._typed_list(key, int)

    def word(self, key: str, default: str | None = None) -> str:
        """Return the string under `key`, or `default` if the table does not have the key. If
        `default` is None, the table must have the key."""
        return self._typed(key, str, default)

    def word_list(self, key: str) -> tuple[str, ...]:
        return self._typed_list(key, str)

    def flag(self, key: str, default: bool = False) -> bool:
        """Return the flag under `key`, or `default` if the table does not have the key."""
        return self._typed(key, bool, default)

    def _typed(self, key: str, kind: type[T], default: T | None) -> T:
        value = self.values[key] if default is None else self.values.get(key, default)
        assert isinstance(value, kind), self.where(key)
        return value

    def _typed_list(self, key: str, kind: type[T]) -> tuple[T, ...]:
        values = tuple(value for value in self._list(key) if isinstance(value, kind))
        assert len(values) == len(self._list(key)), self.where(key)
        return values


_READERS: Final[Mapping[Any, Callable[[DataTable, str], Any]]] = {
    str: DataTable.word,
    bool: DataTable.flag,
    Names: DataTable.names,
    tuple[int, ...]: DataTable.integers,
    tuple[str, ...]: DataTable.word_list,
    Mapping[str, int]: DataTable.amounts,
}
"""Functions that read a field, by the type of the field."""


def _read_field(table: DataTable, key: str, type_: Any, limits: Limits) -> Any:
    if type_ is int:
        return table.integer(key, least=limits.least, most=limits.most)
    if type_ in _READERS:
        return _READERS[type_](table, key)
    if has(type_):
        return table.table(key).read(type_)
    *key_type, kind = (arg for arg in get_args(type_) if arg is not Ellipsis)
    if not key_type:
        return table.read_list(key, kind)
    name = "id" if key_type == [str] else "players"
    return {entry.values[name]: entry.read(kind) for entry in table.tables(key)}


@cache
def _fields_to_read(kind: type[Any]) -> Mapping[str, tuple[Any, Limits, str, bool]]:
    """Return the fields that the constructor of the attrs class `kind` takes, by name: the type,
    the limits and the path of each, and whether it is required."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for field in fields(kind):
        hint = hints[field.name]
        extras = getattr(hint, "__metadata__", ())
        type_ = hint.__origin__ if extras else hint
        name = "name" if field.name == "names" else field.name
        path = next((extra for extra in extras if isinstance(extra, str)), name)
        limits = next((extra for extra in extras if isinstance(extra, Limits)), Limits())
        if field.init:
            found[field.name] = type_, limits, path, field.default is NOTHING
    return found


def integer(value: Item, path: str, *, least: int = 0, most: int = MAX_NUMBER) -> int:
    """Return `value`, checked to be an integer from `least` to `most`. Raises BadSetup, which names
    `path`."""
    if type(value) is not int or not least <= value <= most:
        raise BadSetup(
            "Data: {key} must be a whole number from {least} to {most}.",
            key=path,
            least=least,
            most=most,
        )
    return value


def one_of(value: Item, allowed: Collection[str], path: str) -> str:
    """Return `value`, checked to be one of the `allowed` words. Raises BadSetup, which names
    `path`."""
    if not isinstance(value, str) or value not in allowed:
        raise BadSetup("Data: {key} must be one of {known}.", key=path, known=", ".join(allowed))
    return value


def text(value: Item, path: str, *, most: int = MAX_NAME_LENGTH) -> str:
    """Return `value`, checked to be a printable name of at most `most` characters. Raises BadSetup,
    which names `path`."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise BadSetup("Data: {key} must be a name in printable characters.", key=path)
    if len(value) > most:
        raise BadSetup(
            plural(
                "Data: {key} must be no longer than {n} character.",
                "Data: {key} must be no longer than {n} characters.",
                most,
                key=path,
            )
        )
    return value


def integers(
    values: Sequence[Item], path: str, number: int | None = None, *, rising: bool = False
) -> tuple[int, ...]:
    """Return `values`, checked to be `number` integers from 0 to `MAX_NUMBER` (None for any number
    of them). If `rising`, they must be at least 1 and strictly ascending. Raises BadSetup, which
    names `path`."""
    checked: list[int] = []
    for value in values:
        least = (checked[-1] + 1 if checked else 1) if rising else 0
        checked.append(integer(value, path, least=least))
    if number is not None and len(checked) != number:
        raise BadSetup(
            plural(
                "Data: {key} must be {n} whole number.",
                "Data: {key} must be {n} whole numbers.",
                number,
                key=path,
            )
        )
    return tuple(checked)


def refuse_idle(value: Item, default: Item, path: str) -> None:
    """Raise BadSetup if `value`, which has no effect, differs from `default`. The message names
    `path`."""
    if value != default:
        raise BadSetup("Data: {key} has no effect. Leave it out.", key=path)


def _merged_table(
    box: Data, own: Data, path: str, table: str, changeable: Changeable | None
) -> dict[str, Item]:
    """Return `box` with `own` merged in.

    `path` names the table in messages and includes ids; `table` is the path without ids. Raises
    BadSetup like `merged`.
    """
    result = dict(box)
    for key, value in own.items():
        where = f"{path}.{key}" if path else key
        if key not in box:
            raise BadSetup("Data: there is no {key} in this game.", key=where)
        old = box[key]
        inner = f"{table}.{key}" if table else key
        if isinstance(old, Mapping):
            if not isinstance(value, Mapping):
                raise _wrong_type(where)
            result[key] = _merged_table(old, value, where, inner, changeable)
        elif has_ids(old):
            if not isinstance(value, list | tuple):
                raise _wrong_type(where)
            result[key] = _merged_list(old, value, where, inner, changeable)
        else:
            _check_change(old, value, where, key, table, changeable)
            result[key] = value
    return result


def _merged_list(
    box: list[Data], own: Sequence[Item], path: str, table: str, changeable: Changeable | None
) -> list[Data]:
    indices = {entry["id"]: index for index, entry in enumerate(box)}
    result = list(box)
    named: set[Item] = set()
    for entry in own:
        if not isinstance(entry, Mapping):
            raise _wrong_type(path)
        name = _known_id(entry, indices, path)
        if name in named:
            raise BadSetup("Data: {key} is given twice.", key=f"{path}.{name}")
        named.add(name)
        changes = {key: value for key, value in entry.items() if key != "id"}
        index = indices[name]
        result[index] = _merged_table(result[index], changes, f"{path}.{name}", table, changeable)
    return result


def _known_id(entry: Data, ids: Collection[Item], path: str) -> Item:
    """Return the id of `entry`. Raises BadSetup if there is none, or if it is not in `ids` (`1`
    and `"1"` are different)."""
    if "id" not in entry:
        raise BadSetup("Data: an entry in {key} has no ID.", key=path)
    id = entry["id"]
    if not any(type(id) is type(other) and id == other for other in ids):
        shown = id if isinstance(id, str) and not id.isdecimal() else repr(id)
        raise BadSetup("Data: there is no {key} in this game.", key=f"{path}.{shown}")
    return id


def _check_change(
    old: Item, new: Item, where: str, key: str, table: str, changeable: Changeable | None
) -> None:
    if type(new) is not type(old) and not (_is_list(old) and _is_list(new)):
        raise _wrong_type(where)
    if changeable is None or new == old:
        return
    if key not in changeable.get(table, ()):
        raise BadSetup("Data: {key} cannot be changed.", key=where)


def _wrong_type(where: str) -> BadSetup:
    return BadSetup("Data: {key} has the wrong type of value.", key=where)


def _is_list(value: Item) -> bool:
    return isinstance(value, list | tuple)


def has_ids(value: Item) -> TypeGuard[list[Data]]:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, Mapping) and "id" in entry for entry in value)
    )


def _assumptions(values: Data, path: str, table: str) -> Iterator[tuple[Assumption, str]]:
    """Yield each assumption in `values`, together with the path of its table without ids. `path`
    and `table` are the paths of `values` with and without ids."""
    if values.get("source") == "decision":
        rest = {key: item for key, item in values.items() if key != "source"}
        yield Assumption(path, rest), table
        return
    for key, value in values.items():
        where = f"{path}.{key}" if path else key
        inner = f"{table}.{key}" if table else key
        if isinstance(value, Mapping):
            yield from _assumptions(value, where, inner)
        elif has_ids(value):
            for entry in value:
                yield from _assumptions(entry, f"{where}.{entry['id']}", inner)
