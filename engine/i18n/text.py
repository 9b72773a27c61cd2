"""Messages that are translated when they are shown, not when they happen (lazy translation).

`words` and `plural` mark an English message for the catalogues and keep its arguments. An argument
is a number, a string taken as it is, another `Text`, a `Seat` (shown as that player's name) or
anything with a name in each language (`Named`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Protocol, TypeAlias

from attrs import field, frozen


class Named(Protocol):
    """An object with its own name in every language: a tile, a card, a building."""

    def name_in(self, language: str) -> str:
        """Return the name in a language given by its two-letter code, English as the fallback."""
        ...


@frozen
class Names:
    """A name in both languages, as component files give it."""

    en: str
    ru: str

    def name_in(self, language: str) -> str:
        """Return the Russian name for Russian, the English one for every other language."""
        return self.ru if language == "ru" else self.en


@frozen
class Seat:
    """A seat number as an argument of a message: shown as the player's name."""

    number: int


@frozen
class Text:
    """A message and its arguments, not translated yet.

    `one` is the English message (its singular, if `many` is given); `count` chooses the form.
    """

    one: str
    many: str | None = None
    count: int = 1
    args: Mapping[str, Argument] = field(factory=dict)

    @property
    def number(self) -> int | None:
        """The number on which the form depends; None for a message with a single form."""
        return None if self.many is None else self.count

    def counting(self, number: int) -> Text:
        """Return the message for another number, which is also shown as `{n}`."""
        return Text(self.one, self.many, number, {**self.args, "n": number})

    def plain(self) -> str:
        """Return the English message without a catalogue, for exceptions and debugging."""
        form = self.one if self.many is None or self.count == 1 else self.many
        return fill(form, self.args, _plain_argument)


@frozen
class PlaceName:
    """A name of a place in two forms: `exact`, with its number in picks, for lines and files, and
    `shown`, for use beside a board. `at` is where it is on that board."""

    exact: Text
    shown: Text
    at: tuple[str | int, ...] | None = None


Argument: TypeAlias = "Text | Seat | PlaceName | Named | str | float"
"""Argument of a message."""


def place_name(shown: Text, at: tuple[str | int, ...]) -> Text:
    """Return the name of a place whose two forms are the same; `at` is where it is on the board."""
    return Text("{place}", None, 1, {"place": PlaceName(shown, shown, at)})


def places_in(text: Text) -> Iterator[tuple[str | int, ...]]:
    """Yield the places on the board that a text names."""
    for argument in text.args.values():
        if isinstance(argument, PlaceName):
            if argument.at is not None:
                yield argument.at
        elif isinstance(argument, Text):
            yield from places_in(argument)


def named_in(text: Text, seat: int) -> Iterator[tuple[Named, int]]:
    """Yield the things named in a text, each with the last seat named in the same message, or
    `seat` if none is."""
    seats = [one.number for one in text.args.values() if isinstance(one, Seat)]
    seat = seats[-1] if seats else seat
    for argument in text.args.values():
        if isinstance(argument, Text):
            yield from named_in(argument, seat)
        elif not isinstance(argument, (Seat, PlaceName, str, float, int)):
            yield argument, seat


def words(message: str, **args: Any) -> Text:
    """Return a message with named arguments: `words("{seat} takes {tile}.", seat=Seat(0),
    tile=tile)`."""
    return Text(message, None, 1, args) if args else _without_arguments(message)


@cache
def _without_arguments(message: str) -> Text:
    """Return a message without arguments, the same object each time."""
    return Text(message)


def plural(one: str, many: str, count: int, **args: Any) -> Text:
    """Return a message whose form depends on a number, which it may show as `{n}`."""
    return Text(one, many, count, {"n": count, **args})


def verbatim(text: str) -> Text:
    """Return text that is the same in every language: a name, a formula, a number."""
    return Text("{text}", None, 1, {"text": text})


def printable(text: str) -> str:
    """Return the text with spaces in place of control characters, except for line breaks."""
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)


def fill(form: str, args: Mapping[str, Argument], say: Callable[[Argument], str]) -> str:
    """Return the form with each argument formatted by `say`."""
    if not args:
        return form
    return form.format(**{key: say(arg) for key, arg in args.items()})


def _plain_argument(arg: Argument) -> str:
    if isinstance(arg, Text):
        return arg.plain()
    if isinstance(arg, PlaceName):
        return arg.exact.plain()
    if isinstance(arg, Seat):
        return f"seat {arg.number + 1}"
    return str(arg) if isinstance(arg, str | int | float) else arg.name_in("en")
