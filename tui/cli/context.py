"""The context of a command: the user's paths, the settings, the database."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define

from engine.errors import GuildhallError, WrongUsage
from engine.i18n.language import Translator
from engine.i18n.text import Argument, Text, printable
from engine.shell_command import shell_command
from screens.preferences import SHOWN_LINES, Preferences
from screens.start import StartReplay
from tui.user_paths import UserPaths

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.core.component_data import Data
    from engine.storage.store import Store
    from screens.start import Start


@define
class CommandContext:
    """The user's paths, preferences, language and store, for a command to use. The store is opened
    at its first use. With `drafts`, lists include draft games."""

    paths: UserPaths
    preferences: Preferences
    translator: Translator
    drafts: bool = False
    _store: Store | None = None

    @property
    def store(self) -> Store:
        """The user's store. Raises BadStore."""
        if self._store is None:
            from tui.launch import own_store

            self._store = own_store(self.paths, self.preferences)
        return self._store

    @property
    def only_read(self) -> Text | None:
        """Reason why the open store is read-only. None if it is not, or if no store is open."""
        return None if self._store is None else self._store.only_read

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None

    def translate(self, text: Text, names: Sequence[str] = ()) -> str:
        """Return a message in the user's language, with `names` for the seats."""
        return Translator(self.preferences.language, names).translate(text)

    def print_message(self, message: Text | str, /, **args: Argument) -> None:
        """Print a message. If `message` is a string, it is in English, and `args` are the values of
        its placeholders, as for `words`."""
        text = Text(message, None, 1, args) if isinstance(message, str) else message
        print(printable(self.translate(text)))

    def print_plural(self, one: str, many: str, count: int, /, **args: Argument) -> None:
        """Print the message `one` or `many`, depending on `count`. The arguments are like those of
        `plural`."""
        self.print_message(Text(one, many, count, {"n": count, **args}))

    def print_wrapped(self, text: Text) -> None:
        """Print a message. On a terminal, wrap it at spaces only, so that addresses are never
        broken."""
        line = printable(self.translate(text))
        if sys.stdout.isatty():
            columns = shutil.get_terminal_size().columns
            line = textwrap.fill(line, columns, break_long_words=False, break_on_hyphens=False)
        print(line)

    def own_data(self, game: str) -> Data:
        """Return the user's custom data for a game, which is empty if there is no file. Raises
        BadSetup if the file cannot be read or is not TOML."""
        from tui import own_components

        return own_components.read(self.paths.own_data(game))

    def uses_line_mode(self, args: Namespace) -> bool:
        """Return whether line mode is wanted: by argument, by settings, or because the terminal is
        dumb."""
        return bool(args.lines) or is_dumb() or self.preferences.shown == SHOWN_LINES

    def need_terminal(self, *, replays: bool = False) -> None:
        """Raise CannotOpen if there is no terminal, and CannotDraw if the terminal is dumb.
        CannotDraw suggests an alternative to the menu or, with `replays`, to a replay."""
        if not has_terminal():
            raise CannotOpen(
                "Guildhall's screens need a terminal. “show”, “simulate” and line mode "
                "(--lines) do not."
            )
        if is_dumb() and replays:
            raise CannotDraw(
                "A dumb terminal cannot show a replay. “{command}” describes the position after "
                "step N.",
                command=shell_command("show", "ID", "--at", "N"),
            )
        if is_dumb():
            raise CannotDraw(
                "A dumb terminal cannot show the menu. Play with “{play}”. “{help}” lists all "
                "commands.",
                play=shell_command("play", "GAME", "--lines"),
                help=shell_command("--help"),
            )

    def open(self, start: Start) -> int:
        """Close the store, run the screens, beginning with `start`, and return the exit code.
        Raises CannotOpen or CannotDraw if there is no suitable terminal, or the GuildhallError of
        `open_app`."""
        self.need_terminal(replays=isinstance(start, StartReplay))
        from tui.launch import open_app

        self.close()
        return open_app(start, self.paths, self.preferences, drafts=self.drafts)


class CannotOpen(GuildhallError):
    """Raised if there is no terminal."""


class CannotDraw(WrongUsage):
    """Raised if the terminal is dumb, so that it cannot show the screens."""


def is_dumb() -> bool:
    """Return whether the terminal is dumb, which means that it cannot draw."""
    return os.environ.get("TERM") == "dumb"


def has_terminal() -> bool:
    """Return whether there is a terminal to draw on and to read keys from."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
