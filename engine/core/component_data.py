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
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, TypeAlias, TypeGuard, TypeVar

from attrs import frozen

from engine.errors import BadSetup
from engine.i18n.text import Names, plural, words

LONGEST_NAME: Final = 60

MOST: Final = 1000
"""No number in a box is larger: what is counted is laid out, named and gone through one by one."""

Box = TypeVar("Box")
T = TypeVar("T", int, str, bool)

Item: TypeAlias = "str | int | float | Sequence[Item] | Mapping[str, Item]"
"""A value of a component file."""

Data: TypeAlias = Mapping[str, Item]
"""The tables of a component file, or of a user's own in its place."""

Changeable = Mapping[str, Collection[str]]
"""Which keys a user may change, by the dotted path of their table without ids."""


@frozen
class Assumption:
    """Component values that the sources do not show: the path of their table and the table."""

    path: str
    values: Data


def read_components(path: Path) -> dict[str, Any]:
    """The tables of a component file that belongs to the program, and those that it does not have
    of the file that it `stands_on`, if it says so."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    ground = tables.pop("stands_on", None)
    return tables if ground is None else {**read_components(path.parent / ground), **tables}


@frozen(eq=False)
class ComponentFile(Generic[Box]):
    """The component file of a game, read and built once, when somebody first asks for it."""

    path: Path
    build: Callable[[Data], Box]
    changeable: Changeable
    read: Callable[[Path], Data] = read_components

    @cached_property
    def tables(self) -> Data:
        """What the file says."""
        return self.read(self.path)

    @cached_property
    def box(self) -> Box:
        """What is built from the file as it is."""
        return self.build(self.tables)

    def merged(self, own: Data) -> dict[str, Item]:
        """The tables with a user's own put over them; raises BadSetup like `merged`."""
        return merged(self.tables, own, changeable=self.changeable)


def merged(box: Data, own: Data, *, changeable: Changeable | None = None) -> dict[str, Item]:
    """The data of the box with a user's own put over it; neither is changed.

    `changeable` limits what may differ (None: everything that is in the box). Raises BadSetup,
    which names the key, for a key or an id that the box has not, for a value of another kind and
    for a value that may not be changed.
    """
    return _merged_table(box, own, "", "", changeable)


def assumed(box: Data, *, changeable: Changeable | None = None) -> list[Assumption]:
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


def boxed(folder: Path, own: Data, *, changeable: Changeable | None = None) -> Data:
    """All that the component file of a game's folder holds, with a user's own values put over it;
    nothing where there is no file. Raises BadSetup like `merged`."""
    path = folder / "components.toml"
    box = read_components(path) if path.exists() else {}
    return merged(box, own, changeable=changeable) if own else box


def changeable_in(folder: Path, changeable: Changeable) -> Data:
    """All that a user may change in the component file of a game's folder, as it is in the box."""
    path = folder / "components.toml"
    return _limited(read_components(path), "", changeable) if path.exists() else {}


def _limited(values: Data, table: str, changeable: Changeable | None) -> Data:
    """The values of a table that may be changed, and those of the tables in it."""
    if changeable is None:
        return values
    limited: dict[str, Item] = {}
    for key, value in values.items():
        inner = f"{table}.{key}" if table else key
        if isinstance(value, Mapping):
            kept: Item | None = _limited(value, inner, changeable)
        elif has_ids(value):
            entries = [(one["id"], _limited(one, inner, changeable)) for one in value]
            kept = [{"id": id, **one} for id, one in entries if one]
        else:
            kept = value if key in changeable.get(table, ()) else None
        if kept is not None and kept != {} and kept != []:
            limited[key] = kept
    return limited


@frozen(eq=False)
class DataTable:
    """A table of component data, and the path by which people are told of it.

    What a user may change is read by `whole`, `wholes`, `text`, `one_of` and `names`, which raise
    BadSetup that names the path of a value that cannot be. `number`, `word`, `flag` and `words`
    read what nobody may change, or what was tested when it was merged.
    """

    values: Data
    path: str = ""

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def where(self, key: str) -> str:
        """The path of a value."""
        return f"{self.path}.{key}" if self.path else key

    @property
    def id(self) -> str:
        """By what the table is known among others of its kind."""
        return self.word("id")

    def table(self, key: str) -> DataTable:
        """A table in this one."""
        inner = self.values[key]
        assert isinstance(inner, Mapping), self.where(key)
        return DataTable(inner, self.where(key))

    def tables(self, key: str) -> list[DataTable]:
        """The tables of a list, each known by its id if they have ids."""
        found = []
        for one in self._list(key):
            assert isinstance(one, Mapping), self.where(key)
            found.append(
                DataTable(one, f"{self.where(key)}.{one['id']}" if "id" in one else self.where(key))
            )
        return found

    def _list(self, key: str) -> Sequence[Item]:
        inner = self.values[key]
        assert isinstance(inner, list | tuple), self.where(key)
        return inner

    def whole(self, key: str, *, least: int = 0, most: int = MOST) -> int:
        """A whole number within bounds."""
        return integer(self.values[key], self.where(key), least=least, most=most)

    def wholes(
        self, key: str, number: int | None = None, *, rising: bool = False
    ) -> tuple[int, ...]:
        """So many whole numbers (None: any number of them), with `rising` from 1 on and each more
        than the one before."""
        return integers(self._list(key), self.where(key), number, rising=rising)

    def text(self, key: str, *, most: int = LONGEST_NAME) -> str:
        """A name that can be shown."""
        return text(self.values[key], self.where(key), most=most)

    def one_of(self, key: str, known: Collection[str]) -> str:
        """One of the known words."""
        return one_of(self.values[key], known, self.where(key))

    def some_of(self, key: str, known: Collection[str]) -> tuple[str, ...]:
        """Several of the known words."""
        return tuple(one_of(one, known, self.where(key)) for one in self._list(key))

    def names(self, what: str = "name") -> Names:
        """The names in all languages, `name_en` and `name_ru`."""
        return Names(self.text(f"{what}_en"), self.text(f"{what}_ru"))

    def number(self, key: str, usual: int | None = None) -> int:
        """A whole number; what is usual where the table has none."""
        return self._kept(key, int, usual)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Whole numbers."""
        return self._all_kept(key, int)

    def word(self, key: str, usual: str | None = None) -> str:
        """A word; what is usual where the table has none."""
        return self._kept(key, str, usual)

    def word_list(self, key: str) -> tuple[str, ...]:
        """Words."""
        return self._all_kept(key, str)

    def flag(self, key: str, usual: bool = False) -> bool:
        """True or false; what is usual where the table does not say."""
        return self._kept(key, bool, usual)

    def _kept(self, key: str, kind: type[T], usual: T | None) -> T:
        value = self.values[key] if usual is None else self.values.get(key, usual)
        assert isinstance(value, kind), self.where(key)
        return value

    def _all_kept(self, key: str, kind: type[T]) -> tuple[T, ...]:
        found = tuple(one for one in self._list(key) if isinstance(one, kind))
        assert len(found) == len(self._list(key)), self.where(key)
        return found


def integer(value: Item, path: str, *, least: int = 0, most: int = MOST) -> int:
    """The value if it is a whole number within bounds; raises BadSetup that names its path."""
    if type(value) is not int or not least <= value <= most:
        raise BadSetup(
            words(
                "Data: {key} must be a whole number from {least} to {most}.",
                key=path,
                least=least,
                most=most,
            )
        )
    return value


def one_of(value: Item, known: Collection[str], path: str) -> str:
    """The value if it is one of the known words; raises BadSetup that names its path."""
    if not isinstance(value, str) or value not in known:
        raise BadSetup(
            words("Data: {key} must be one of {known}.", key=path, known=", ".join(known))
        )
    return value


def text(value: Item, path: str, *, most: int = LONGEST_NAME) -> str:
    """The value if it is a name that can be shown; raises BadSetup that names its path."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise BadSetup(words("Data: {key} must be a name in printable characters.", key=path))
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
    """So many whole numbers (None: any number of them), with `rising` from 1 on and each more than
    the one before; raises BadSetup that names the path."""
    found: list[int] = []
    for value in values:
        least = (found[-1] + 1 if found else 1) if rising else 0
        found.append(integer(value, path, least=least))
    if number is not None and len(found) != number:
        raise BadSetup(
            plural(
                "Data: {key} must be {n} whole number.",
                "Data: {key} must be {n} whole numbers.",
                number,
                key=path,
            )
        )
    return tuple(found)


def refuse_idle(value: Item, usual: Item, path: str) -> None:
    """Raises BadSetup that names the path if a value that does nothing is not the usual one."""
    if value != usual:
        raise BadSetup(words("Data: {key} has no effect; leave it out.", key=path))


def _merged_table(
    box: Data, own: Data, path: str, table: str, changeable: Changeable | None
) -> dict[str, Item]:
    """`path` names the table to people, with ids; `table` is the same path without ids."""
    result = dict(box)
    for key, value in own.items():
        where = f"{path}.{key}" if path else key
        if key not in box:
            raise BadSetup(words("Data: there is no {key} in this game.", key=where))
        old = box[key]
        inner = f"{table}.{key}" if table else key
        if isinstance(old, Mapping):
            if not isinstance(value, Mapping):
                raise _other_kind(where)
            result[key] = _merged_table(old, value, where, inner, changeable)
        elif has_ids(old):
            if not isinstance(value, list | tuple):
                raise _other_kind(where)
            result[key] = _merged_list(old, value, where, inner, changeable)
        else:
            _check_change(old, value, where, key, table, changeable)
            result[key] = value
    return result


def _merged_list(
    box: list[Data], own: Sequence[Item], path: str, table: str, changeable: Changeable | None
) -> list[Data]:
    known = {entry["id"]: index for index, entry in enumerate(box)}
    result = list(box)
    named: set[Item] = set()
    for entry in own:
        if not isinstance(entry, Mapping):
            raise _other_kind(path)
        name = _known_id(entry, known, path)
        if name in named:
            raise BadSetup(words("Data: {key} is given twice.", key=f"{path}.{name}"))
        named.add(name)
        changes = {key: value for key, value in entry.items() if key != "id"}
        index = known[name]
        result[index] = _merged_table(result[index], changes, f"{path}.{name}", table, changeable)
    return result


def _known_id(entry: Data, known: Collection[Item], path: str) -> Item:
    """By which id of the box an entry goes; `1` and `"1"` are two."""
    if "id" not in entry:
        raise BadSetup(words("Data: an entry of {key} has no id.", key=path))
    id = entry["id"]
    if not any(type(id) is type(one) and id == one for one in known):
        shown = id if isinstance(id, str) and not id.isdecimal() else repr(id)
        raise BadSetup(words("Data: there is no {key} in this game.", key=f"{path}.{shown}"))
    return id


def _check_change(
    old: Item, new: Item, where: str, key: str, table: str, changeable: Changeable | None
) -> None:
    if type(new) is not type(old) and not (_is_list(old) and _is_list(new)):
        raise _other_kind(where)
    if changeable is None or new == old:
        return
    if key not in changeable.get(table, ()):
        raise BadSetup(words("Data: {key} cannot be changed.", key=where))


def _other_kind(where: str) -> BadSetup:
    return BadSetup(words("Data: {key} has a different type in this game.", key=where))


def _is_list(value: Item) -> bool:
    return isinstance(value, list | tuple)


def has_ids(value: Item) -> TypeGuard[list[Data]]:
    """Whether it is a list of tables that have ids."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, Mapping) and "id" in one for one in value)
    )


def _assumptions(values: Data, path: str, table: str) -> Iterator[tuple[Assumption, str]]:
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
        elif has_ids(value):
            for entry in value:
                yield from _assumptions(entry, f"{where}.{entry['id']}", inner)
