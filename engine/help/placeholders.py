"""Placeholders for component data in a game's texts, such as `{limits.hand_max}` in a guide.

A placeholder names a value by the keys that lead to it in `components.toml`, separated by dots. A
table in a list is found by its `id` or, without an id, by the value of its first key
(`player_count.2.tiles`); an entry of any other list by its index from 0. `*` stands for any text.
Matching values should be equal (`card.*_guild.effect.vp`); otherwise the smallest and the largest
are shown. With a `+` before the path, they are added up instead. A list is replaced by its length.

    {limits.hand_max}               10
    {limits.hand_max card/cards}    10 cards: all forms of the noun that the language has
    {limits.hand_max=10 ten}        ten if the value is 10, otherwise the value

`{key:play.look}` is replaced by the name of a command's key. The caller passes the names, because
people can assign other keys.

Braces that begin with a digit (`{4.1, 5.3-5.6}`) contain rule ids and are not replaced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from attrs import field, frozen

from engine.core.component_data import Data, Item, boxed
from engine.games import entry, load
from engine.i18n.language import plural_form

PLACEHOLDER: Final = re.compile(
    r"\{(?P<sum>\+?)(?P<path>[a-z][\w.*]*)"
    r"(?:=(?P<usual>\d+) (?P<word>[^{}/]+)| (?P<forms>[^{}=]+))?\}"
)
KEY_PLACEHOLDER: Final = re.compile(r"\{key:(?P<command>[a-z_]+\.[a-z_]+)\}")
_BRACES: Final = re.compile(r"\{(?!\d)[^{}]*\}?")
TEXTS_KEPT: Final = 64
"""Maximum number of entries in each cache of guides, coaches and lesson texts. Entries with custom
data are included."""


Keys: TypeAlias = Callable[[str], str]
"""Function from the id of a command to the name of its key or, in line mode, to the words to
type."""

KeyNames: TypeAlias = tuple[tuple[str, str], ...]
"""Names of the keys in a text, as (command id, name) pairs."""


class UnknownValue(ValueError):
    """Raised for an invalid placeholder, or for a path that does not lead to a number."""


@frozen
class PlaceholderValues:
    """Component data, a language, and the names of keys by command id (`keys`), for filling in a
    text. Placeholders of keys that are not in `keys` are not replaced.

    `printed` is the component data without custom data. It is used for paths that `values` lack
    because custom data replaces a list.
    """

    values: Data
    printed: Data
    language: str = "en"
    keys: Mapping[str, str] = field(factory=dict)

    def filled(self, text: str) -> str:
        """Return `text` with its placeholders filled in. Raises UnknownValue, which names the
        placeholder or path, if a placeholder is invalid or its path does not lead to a number."""
        return _BRACES.sub(lambda braces: self._shown(braces[0]), text)

    def _shown(self, braces: str) -> str:
        if key := KEY_PLACEHOLDER.fullmatch(braces):
            return self.keys.get(key["command"], braces)
        placeholder = PLACEHOLDER.fullmatch(braces)
        if placeholder is None:
            raise UnknownValue(f"{braces} is not a placeholder")
        path, default, word, forms = placeholder.group("path", "usual", "word", "forms")
        try:
            numbers = numbers_at(self.values, path)
        except UnknownValue:
            numbers = numbers_at(self.printed, path)
        least, most = (sum(numbers),) * 2 if placeholder["sum"] else (min(numbers), max(numbers))
        number = str(most) if least == most else f"{least}-{most}"
        if word is not None and number == default:
            return word
        if forms is None:
            return number
        return f"{number} {plural_form(forms.split('/'), most, self.language)}"


def cache_key(own: Data | None) -> str:
    """Return custom data as a cache key; an empty string if there is no custom data."""
    return json.dumps(own, sort_keys=True, default=str) if own else ""


def key_names(game: str, text: str, language: str, keys: Keys | None) -> KeyNames:
    """Return the names of the keys mentioned in the game's text `text`, such as `guide`. There are
    none if `keys` is None."""
    if keys is None:
        return ()
    return tuple((command, keys(command)) for command in commands_in(game, text, language))


@cache
def commands_in(game: str, text: str, language: str) -> tuple[str, ...]:
    """Return, without duplicates, the ids of the commands whose keys are mentioned in the game's
    text `text`, such as `guide`."""
    content = "\n".join(entry(game).lines(text, language))
    return tuple(dict.fromkeys(match["command"] for match in KEY_PLACEHOLDER.finditer(content)))


def filled_lines(
    game: str, text: str, language: str = "en", own: str = "", keys: KeyNames = ()
) -> Iterator[str]:
    """Yield the lines of the game's text `text`, such as `guide`, with component data and keys
    filled in.

    `own` is the cache key of the custom data. Raises UnknownGame, UnknownValue, which names the
    file, line and path, and BadSetup if the custom data does not fit the game's components.
    """
    game_entry = entry(game)
    printed = _printed(game_entry.folder)
    data = load(game).boxed(json.loads(own)) if own else printed
    values = PlaceholderValues(data, printed, language, dict(keys))
    file = game_entry.file(text, language)
    for number, line in enumerate(game_entry.lines(text, language), 1):
        try:
            yield values.filled(line)
        except UnknownValue as error:
            raise UnknownValue(f"{file}, line {number}: {error}") from None


@cache
def _printed(folder: Path) -> Data:
    return boxed(folder, {})


def numbers_at(values: Data, path: str) -> list[int]:
    """Return the numbers at `path`; a list counts as its length. There can be several only if the
    path has a `*`. Raises UnknownValue if there are none, or if a value is not a number."""
    values_found: list[Item] = [values]
    for key in path.split("."):
        values_found = [
            inner
            for value in values_found
            for name, inner in entries(value)
            if fnmatchcase(name, key)
        ]
    numbers = [
        len(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
        for value in values_found
    ]
    whole = [number for number in numbers if type(number) is int]
    if not numbers or len(whole) < len(numbers):
        raise UnknownValue(f"{path} is not a number in the component data")
    return whole


def entries(value: Item) -> Iterable[tuple[str, Item]]:
    """Return the entries of a table or list as (name, value) pairs, with the names used in paths.
    Other values have no entries."""
    if isinstance(value, Mapping):
        return value.items()
    if isinstance(value, str) or not isinstance(value, Sequence):
        return ()
    return ((_name(number, item), item) for number, item in enumerate(value))


def _name(number: int, item: Item) -> str:
    if not isinstance(item, Mapping):
        return str(number)
    name = item.get("id", next(iter(item.values())))
    return str(number if isinstance(name, Sequence) and not isinstance(name, str) else name)
