"""The parser of the command line, in the person's language too."""

from __future__ import annotations

import argparse
import gettext
import os
from pathlib import Path
from typing import Any, Final

import engine
from engine.text import words

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
