"""Numbers of a game's component data in its texts: `{limits.hand_max}` in a guide is filled in.

A placeholder names a value by the keys that lead to it in `components.toml`, with dots between
them. A table in a list is known by its `id`, or by the value of its first key where it has none
(`player_count.2.tiles`); an entry of any other list by its number, from 0 on; `*` stands for any
letters, and all values that it leads to should be the same (`card.*_guild.effect.vp`); where they
are not, the least and the most are shown. With a `+` before the path they are added up instead. A
list stands for the number of its entries.

    {limits.hand_max}               10
    {limits.hand_max card/cards}    10 cards: all forms of the noun that the language has
    {limits.hand_max=10 ten}        ten, as long as the value is 10, else the value

`{key:play.look}` names the key of a command by the command's id: whoever shows the text hands in
what keys are called there, because people can give commands other keys.

In braces that begin with a digit (`{4.1, 5.3-5.6}`) are the ids of rules, which stay.
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
KEY: Final = re.compile(r"\{key:(?P<command>[a-z_]+\.[a-z_]+)\}")
_BRACES: Final = re.compile(r"\{(?!\d)[^{}]*\}?")
TEXTS_KEPT: Final = 64
"""How many guides, coaches and sets of component data are kept once they have been read: those of
the games, and those with a user's own data."""


Keys: TypeAlias = Callable[[str], str]
"""Name of the key of a command, by the command's id; in line mode, what is typed."""

KeyNames: TypeAlias = tuple[tuple[str, str], ...]
"""Names of the keys that a text mentions, by the ids of their commands."""


class UnknownValue(ValueError):
    """A text names a value that is not in the component data, or in braces that say nothing."""


@frozen
class Box:
    """The component data of a game that a text is filled in from, the language of the text, and
    what `keys` are called: the placeholder of a key that is not among them stays as it is.

    Where `values` lack what a path names, because a user's own data have a list of theirs in the
    place of a printed one, the text keeps what is `printed`.
    """

    values: Data
    printed: Data
    language: str = "en"
    keys: Mapping[str, str] = field(factory=dict)

    def filled(self, text: str) -> str:
        """The text with all its placeholders filled in. Raises UnknownValue that names the path."""
        return _BRACES.sub(lambda braces: self._shown(braces[0]), text)

    def _shown(self, braces: str) -> str:
        if key := KEY.fullmatch(braces):
            return self.keys.get(key["command"], braces)
        placeholder = PLACEHOLDER.fullmatch(braces)
        if placeholder is None:
            raise UnknownValue(f"{braces} is not a placeholder")
        path, usual, word, forms = placeholder.group("path", "usual", "word", "forms")
        try:
            found = numbers_at(self.values, path)
        except UnknownValue:
            found = numbers_at(self.printed, path)
        least, most = (sum(found),) * 2 if placeholder["sum"] else (min(found), max(found))
        number = str(most) if least == most else f"{least}-{most}"
        if word is not None and number == usual:
            return word
        if forms is None:
            return number
        return f"{number} {plural_form(forms.split('/'), most, self.language)}"


def key_of(own: Data | None) -> str:
    """A user's own data as a key under which what is read with them can be kept."""
    return json.dumps(own, sort_keys=True, default=str) if own else ""


def key_names(game: str, text: str, language: str, keys: Keys | None) -> KeyNames:
    """Names of the keys that one of a game's texts mentions, nothing where nobody says it."""
    if keys is None:
        return ()
    return tuple((command, keys(command)) for command in commands_in(game, text, language))


@cache
def commands_in(game: str, text: str, language: str) -> tuple[str, ...]:
    """The ids of the commands whose keys one of a game's texts names, each once."""
    told = "\n".join(entry(game).lines(text, language))
    return tuple(dict.fromkeys(one["command"] for one in KEY.finditer(told)))


def filled_lines(
    game: str, text: str, language: str = "en", own: str = "", keys: KeyNames = ()
) -> Iterator[str]:
    """The lines of one of a game's texts with numbers of its component data and keys filled in.

    `own` is the key of values that a user has put over those in the box. Raises UnknownGame,
    UnknownValue that names file, line and path, and BadSetup where `own` does not fit the box.
    """
    told = entry(game)
    printed = _printed(told.folder)
    box = Box(load(game).boxed(json.loads(own)) if own else printed, printed, language, dict(keys))
    file = told.file(text, language)
    for number, line in enumerate(told.lines(text, language), 1):
        try:
            yield box.filled(line)
        except UnknownValue as error:
            raise UnknownValue(f"{file}, line {number}: {error}") from None


@cache
def _printed(folder: Path) -> Data:
    return boxed(folder, {})


def numbers_at(values: Data, path: str) -> list[int]:
    """The numbers that a path leads to, one unless it has a `*` in it. Raises UnknownValue."""
    found: list[Item] = [values]
    for key in path.split("."):
        found = [inner for one in found for name, inner in entries(one) if fnmatchcase(name, key)]
    numbers = [
        len(one) if isinstance(one, Sequence) and not isinstance(one, str) else one for one in found
    ]
    whole = [number for number in numbers if type(number) is int]
    if not numbers or len(whole) < len(numbers):
        raise UnknownValue(f"{path} is not a number in the component data")
    return whole


def entries(value: Item) -> Iterable[tuple[str, Item]]:
    """Entries of a table or a list, by the names under which paths know it."""
    if isinstance(value, Mapping):
        return value.items()
    if isinstance(value, str) or not isinstance(value, Sequence):
        return ()
    return ((_name(number, one), one) for number, one in enumerate(value))


def _name(number: int, one: Item) -> str:
    if not isinstance(one, Mapping):
        return str(number)
    name = one.get("id", next(iter(one.values())))
    return str(number if isinstance(name, Sequence) and not isinstance(name, str) else name)
