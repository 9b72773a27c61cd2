"""Messages that are translated when they are shown, not when they are created (lazy translation).

`words` and `plural` mark an English message for the catalogues and keep its arguments. An argument
is a number, a string that is shown unchanged, another `Text`, a `Seat` (shown as that player's
name), a `PlaceName` or anything with a name in each language (`Named`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Protocol, TypeAlias

from attrs import field, frozen


class Named(Protocol):
    """An object with a name in every language, such as a tile, a card or a building."""

    def name_in(self, language: str) -> str:
        """Return the name in the language with the two-letter code `language`, or in English if
        there is no such name."""
        ...


@frozen
class Names:
    """A name in English and Russian, as in component files."""

    en: str
    ru: str

    def name_in(self, language: str) -> str:
        """Return the Russian name if `language` is Russian, otherwise the English one."""
        return self.ru if language == "ru" else self.en


@frozen
class Seat:
    """The number of a seat as an argument of a message, shown as the player's name."""

    number: int


@frozen
class Text:
    """A message and its arguments, not yet translated.

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
        """Return the message with another number, which is also used for the argument `n`."""
        return Text(self.one, self.many, number, {**self.args, "n": number})

    def plain(self) -> str:
        """Return the English message, without a catalogue, for exceptions and debugging."""
        form = self.one if self.many is None or self.count == 1 else self.many
        return fill(form, self.args, _plain_argument)


@frozen
class PlaceName:
    """The name of a place as an argument of a message.

    `exact` includes the number of the place, for line mode and files; `shown` is for use beside a
    board. `at` is the place on that board (None if there is none).
    """

    exact: Text
    shown: Text
    at: tuple[str | int, ...] | None = None


Argument: TypeAlias = "Text | Seat | PlaceName | Named | str | float"


def place_name(shown: Text, at: tuple[str | int, ...]) -> Text:
    """Return a message that names a place by `shown`, both beside a board and without one. `at` is
    the place on the board."""
    return Text("{place}", None, 1, {"place": PlaceName(shown, shown, at)})


def places_in(text: Text) -> Iterator[tuple[str | int, ...]]:
    """Yield the places on the board that are named in `text`."""
    for argument in text.args.values():
        if isinstance(argument, PlaceName):
            if argument.at is not None:
                yield argument.at
        elif isinstance(argument, Text):
            yield from places_in(argument)


def names_and_seats_in(text: Text, seat: int) -> Iterator[tuple[Named, int]]:
    """Yield the `Named` arguments of `text` and of the messages nested in it. Each comes with the
    last seat named in its own message, or else in an enclosing one, or else with `seat`."""
    seats = [arg.number for arg in text.args.values() if isinstance(arg, Seat)]
    seat = seats[-1] if seats else seat
    for argument in text.args.values():
        if isinstance(argument, Text):
            yield from names_and_seats_in(argument, seat)
        elif not isinstance(argument, (Seat, PlaceName, str, float, int)):
            yield argument, seat


def words(message: str, **args: Any) -> Text:
    """Return a message with named arguments, as in `words("{seat} takes {tile}.", seat=Seat(0),
    tile=tile)`."""
    return Text(message, None, 1, args) if args else _without_arguments(message)


@cache
def _without_arguments(message: str) -> Text:
    """Return a message without arguments. Equal messages are the same object."""
    return Text(message)


def plural(one: str, many: str, count: int, **args: Any) -> Text:
    """Return a message with a singular (`one`) and a plural (`many`). The form depends on `count`,
    which the message can show as `{n}`."""
    return Text(one, many, count, {"n": count, **args})


def verbatim(text: str) -> Text:
    """Return text that is the same in every language, such as a name, a formula or a number."""
    return Text("{text}", None, 1, {"text": text})


def printable(text: str) -> str:
    """Return `text` with spaces instead of unprintable characters, except for line breaks."""
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)


def fill(form: str, args: Mapping[str, Argument], translate: Callable[[Argument], str]) -> str:
    """Return `form` with its placeholders replaced by `args`, each in the form that `translate`
    returns. Without `args`, it is returned unchanged, even if it contains braces."""
    if not args:
        return form
    return form.format(**{key: translate(arg) for key, arg in args.items()})


def _plain_argument(arg: Argument) -> str:
    if isinstance(arg, Text):
        return arg.plain()
    if isinstance(arg, PlaceName):
        return arg.exact.plain()
    if isinstance(arg, Seat):
        return f"seat {arg.number + 1}"
    return str(arg) if isinstance(arg, str | int | float) else arg.name_in("en")
