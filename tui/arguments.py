"""What every parser of the command line has: our way with argparse, and kinds of arguments."""

from __future__ import annotations

import argparse
import gettext
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import engine
from engine.i18n.text import printable, words

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
"""What argparse says by itself: it asks gettext for these, so they belong into the catalogues."""


def speak(language: str) -> None:
    """Let argparse speak a language; it asks gettext's own domain and the environment for it."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("guildhall", str(Path(engine.__file__).with_name("locale")))
    gettext.textdomain("guildhall")


class Parser(argparse.ArgumentParser):
    """A parser that keeps the lines of examples as they are and ends with 2 on a wrong usage."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        options.setdefault("allow_abbrev", False)
        super().__init__(**options)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print what argparse says, but nothing of the arguments that a terminal would obey."""
        super()._print_message(printable(message), file)


class Version(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("guildhall")
        except PackageNotFoundError:
            number = "(not installed)"
        parser.exit(0, f"guildhall {number}\n")


def _number(text: str, least: int) -> int:
    """A number from `least` on; raises ArgumentTypeError, in words."""
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        told = words("a whole number from {least} on is needed, not {text}")
        message = gettext.gettext(told.one)
        raise argparse.ArgumentTypeError(message.format(least=least, text=repr(text)))
    return number


def count(text: str) -> int:
    """A number from 0 on; raises ArgumentTypeError."""
    return _number(text, 0)


def positive(text: str) -> int:
    """A number from 1 on; raises ArgumentTypeError."""
    return _number(text, 1)


def port(text: str) -> int:
    """The number of a port, 0 for any that is free; raises ValueError."""
    number = int(text)
    if not 0 <= number < 65536:
        raise ValueError(text)
    return number


def seed(text: str) -> str:
    """What may be the seed of a game; raises ValueError."""
    if not text or len(text) > 100 or not text.isprintable():
        raise ValueError(text)
    return text


for _type, _name in ((count, "number"), (positive, "number"), (port, "number"), (seed, "seed")):
    _type.__name__ = _name
