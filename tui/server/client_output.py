"""Messages of the server to a client that are not part of the output of the client's session."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from attrs import define

from engine.i18n.language import Translator
from engine.i18n.text import Text


class Channel(Protocol):
    """The part of a channel that a session uses."""

    def write(self, data: bytes) -> None:
        """Send `data` to the client. Raises OSError if the channel is closed."""

    def exit(self, status: int) -> None:
        """Send the remaining output and the exit code `status`, then close. Raises OSError if the
        channel is already closed."""


@define(eq=False)
class ClientOutput:
    """The server's own output on a client's channel, dropped if the channel is already closed.
    `language` returns the client's language."""

    channel: Channel
    has_terminal: bool
    language: Callable[[], str]

    def write_text(self, text: Text) -> None:
        """Send a line in the client's language."""
        end = "\r\n" if self.has_terminal else "\n"
        self.write((Translator(self.language()).translate(text) + end).encode())

    def write(self, data: bytes) -> None:
        with suppress(OSError):
            self.channel.write(data)

    def exit(self, code: int) -> None:
        """Close the channel with an exit code."""
        with suppress(OSError):
            self.channel.exit(code)
