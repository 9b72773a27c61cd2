"""The base class of every parser of the command line, and the types of arguments."""

from __future__ import annotations

import argparse
import gettext
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from gettext import gettext as _
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import engine
from engine.i18n.language import Translator
from engine.i18n.text import Text, plural, printable, words
from engine.storage.database_url import contains_password, is_address

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_PHRASES: Final = (
    words("usage: "),
    words("options"),
    words("positional arguments"),
    words("show this help message and exit"),
    words("%(prog)s: error: %(message)s\n"),
    words("argument %(argument_name)s: %(message)s"),
    words("the following arguments are required: %s"),
    words("unrecognized arguments: %s"),
    words("expected one argument"),
    words("invalid choice: %(value)r (choose from %(choices)s)"),
    words("invalid %(type)s value: %(value)r"),
    words("ambiguous option: %(option)s could match %(matches)s"),
    words("ignored explicit argument %r"),
)
"""Messages of argparse, which are listed here so that they are in the catalogues."""


def speak(language: str) -> None:
    """Make argparse print its messages in `language`, by means of gettext's default domain and the
    environment variable LANGUAGE."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("guildhall", str(Path(engine.__file__).with_name("locale")))
    gettext.textdomain("guildhall")


class ShortUsage(argparse.RawDescriptionHelpFormatter):
    """Help formatter that prints a short usage line, `guildhall play [OPTIONS] GAME`, and keeps the
    line breaks of examples."""

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any) -> str:
        arguments = [action for action in actions if not action.option_strings]
        found: str = super()._format_usage(usage, arguments, [], prefix)
        options = _("OPTIONS")
        return found.replace(self._prog, f"{self._prog} [{options}]", 1)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


class Parser(argparse.ArgumentParser):
    """A parser without abbreviated options, which keeps the line breaks of examples and allows
    options between positional words."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", ShortUsage)
        options.setdefault("allow_abbrev", False)
        self._many: argparse.Action | None = None
        super().__init__(**options)
        self.register("type", None, text)
        self._apart: list[tuple[argparse.Action, Sequence[argparse.Action]]] = []

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Add an argument. If the argument takes any number of words (`*`), remember it, so that
        `parse_known_args` can allow options between the words."""
        action = super().add_argument(*names, **options)
        if action.nargs == argparse.ZERO_OR_MORE:
            self._many = action
        return action

    def flag(
        self, name: str, about: str, group: argparse._ArgumentGroup | None = None
    ) -> argparse.Action:
        """Add an option without a value, with the help text `about`. `group` is the section of the
        help, or the set of mutually exclusive options, that the option belongs to, if any."""
        return (group or self).add_argument(name, action="store_true", help=about)

    def option(
        self,
        name: str,
        metavar: str | None,
        about: str,
        *,
        group: argparse._ArgumentGroup | None = None,
        **more: Any,
    ) -> argparse.Action:
        """Add an option with a value, or a positional argument. `about` and `group` have the same
        meaning as in `flag`, `metavar` stands for the value in the help, and `more` are further
        arguments for argparse."""
        return (group or self).add_argument(name, metavar=metavar, help=about, **more)

    def refuse_together(self, one: argparse.Action, others: Sequence[argparse.Action]) -> None:
        """Refuse the option `one` together with any of `others`. The others may be combined with
        one another."""
        self._apart.append((one, others))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments, allow options between the words of a list, and refuse options that
        exclude each other. Raises SystemExit for invalid arguments, and after the help or the
        version has been printed."""
        found, rest = super().parse_known_args(args, namespace)
        if self._many and not any(word.startswith("-") for word in rest):
            words_so_far = getattr(found, self._many.dest)
            setattr(found, self._many.dest, [*words_so_far, *self._texts(self._many, rest)])
            rest = []
        for one, others in self._apart:
            for other in others if getattr(found, one.dest) else ():
                if getattr(found, other.dest):
                    names = {"other": other.option_strings[0], "one": one.option_strings[0]}
                    self.error(_("{other} cannot be used with {one}").format(**names))
        return found, rest

    def _texts(self, action: argparse.Action, arguments: Sequence[str]) -> list[str]:
        """Return the words given to a list argument. Raises SystemExit for an invalid word."""
        try:
            return [text(word) for word in arguments]
        except argparse.ArgumentTypeError as error:
            self.error(str(argparse.ArgumentError(action, str(error))))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print a message of argparse, without the control characters that arguments may contain.
        Raises OSError if help cannot be printed (argparse itself would ignore this error)."""
        with suppress(OSError) if file is not sys.stdout else nullcontext():
            (file or sys.stderr).write(printable(message))


class Version(argparse.Action):
    """Action that determines and prints the version, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from tui.version import known_version

        print(f"guildhall {known_version()}")
        parser.exit()


MAX_SEED_LENGTH: Final = 100
"""Maximum length of a seed, in characters."""

MAX_LENGTH: Final = 1000
"""Maximum length of an argument that is not a file name, in characters."""


def text(argument: str) -> str:
    """Return a text argument. Raises ArgumentTypeError if it is empty, longer than `MAX_LENGTH`,
    contains a NUL character or is not valid Unicode."""
    _refuse_nothing(argument)
    try:
        argument.encode()
    except UnicodeEncodeError:
        raise _refused(words("{text} contains invalid characters", text=repr(argument))) from None
    if len(argument) > MAX_LENGTH:
        raise _refused(
            plural(
                "must not have more than {n} character",
                "must not have more than {n} characters",
                MAX_LENGTH,
            )
        )
    return argument


def game(argument: str) -> str:
    """Return the id of a game, with underscores in place of hyphens. Raises ArgumentTypeError like
    `text`, but not for an unknown game."""
    return text(argument).replace("-", "_")


def file(argument: str) -> str:
    """Return the name of a file, which need not exist or be valid Unicode, and may be `-`. Raises
    ArgumentTypeError for a folder or an impossible name."""
    folder(argument)
    if argument.endswith("/") or _asked(Path(argument).is_dir):
        raise _refused(words("{text} is a folder, not a file", text=repr(argument)))
    return argument


def folder(argument: str) -> str:
    """Return the name of a folder, which need not exist. Raises ArgumentTypeError for an impossible
    name."""
    _refuse_nothing(argument)
    _asked(Path(argument).exists)
    return argument


def address(argument: str) -> str:
    """Return the URL of a database if it is valid and contains no password. Raises
    ArgumentTypeError."""
    if not is_address(text(argument)):
        raise _refused(words("an address looks like postgresql://HOST/NAME"))
    if contains_password(argument):
        raise _refused(
            words(
                "everyone on this computer could read a password here: put it in the "
                "password file (~/.pgpass), a service file or the environment (PGPASSWORD)"
            )
        )
    return argument


def place(argument: str) -> Path | str:
    """Parse the location of a database: a file, or a URL without a password. Raises
    ArgumentTypeError."""
    return address(argument) if is_address(argument) else Path(file(argument))


def source(argument: str) -> str:
    """Return a source (the file of a saved game, or the id of a match) if it is valid. Raises
    ArgumentTypeError."""
    return file(argument) if is_file(argument) else text(argument)


def is_file(argument: str) -> bool:
    """Return whether an argument of the form FILE|ID is a file: it exists, or cannot be an id.
    Raises ArgumentTypeError for an impossible file name."""
    return "/" in argument or "." in argument or _asked(Path(argument).exists)


def _asked(question: Callable[[], bool]) -> bool:
    """Return the result of `question`, a query about a file. Raises ArgumentTypeError for an
    impossible file name."""
    try:
        return question()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refused(words("a file cannot have that name: {reason}", reason=reason)) from error


def _refuse_nothing(argument: str) -> None:
    if not argument:
        raise _refused(words("must not be empty"))
    if "\0" in argument:
        raise _refused(words("{text} contains invalid characters", text=repr(argument)))


def _refused(reason: Text) -> argparse.ArgumentTypeError:
    """Return the error for an argument that is invalid for `reason`, in the parser's language."""
    language = os.environ.get("LANGUAGE", "en")
    return argparse.ArgumentTypeError(Translator(language).translate(reason))


def _number(text: str, least: int, most: int | None = None) -> int:
    """Parse a number from `least` to `most`. If `most` is None, there is no upper limit. Raises an
    ArgumentTypeError that names the limits."""
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if most is not None and not least <= number <= most:
        raise _refused(
            words(
                "must be a whole number from {least} to {most}, not {text}",
                least=least,
                most=most,
                text=repr(text),
            )
        )
    if number < least:
        raise _refused(
            words(
                "must be a whole number of {least} or more, not {text}",
                least=least,
                text=repr(text),
            )
        )
    return number


def count(text: str) -> int:
    """Parse an integer of at least 0. Raises ArgumentTypeError."""
    return _number(text, 0)


def positive(text: str) -> int:
    """Parse an integer of at least 1. Raises ArgumentTypeError."""
    return _number(text, 1)


def port(text: str) -> int:
    """Parse a port number; 0 stands for any free port. Raises ArgumentTypeError."""
    return _number(text, 0, most=65535)


def network(text: str) -> IPv4Network | IPv6Network:
    """Parse an address or a network such as `10.0.0.0/8`. Raises ArgumentTypeError."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise _refused(words("must be an address or a network, such as 10.0.0.0/8")) from None


def size(text: str) -> tuple[int, int]:
    """Parse a size in columns and rows, such as `120x40`, within the limits of pictures. Raises
    ArgumentTypeError."""
    from screens.paint.too_small import MIN_HEIGHT, MIN_WIDTH
    from screens.paint.window_size import MAX_COLUMNS, MAX_ROWS

    columns, _, rows = text.partition("x")
    sizes = [
        int(number) if number.isdecimal() and len(number) < 5 else 0 for number in (columns, rows)
    ]
    if not (MIN_WIDTH <= sizes[0] <= MAX_COLUMNS and MIN_HEIGHT <= sizes[1] <= MAX_ROWS):
        raise _refused(
            words(
                "must be columns and rows, from {least} to {most}",
                least=f"{MIN_WIDTH}x{MIN_HEIGHT}",
                most=f"{MAX_COLUMNS}x{MAX_ROWS}",
            )
        )
    return sizes[0], sizes[1]


def seed(text: str) -> str:
    """Return the seed of a game if it is valid. Raises ArgumentTypeError."""
    if not text or len(text) > MAX_SEED_LENGTH or not text.isprintable():
        raise _refused(words("must be 1 to {most} characters in one line", most=MAX_SEED_LENGTH))
    return text
