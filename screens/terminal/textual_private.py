"""All private names of Textual that Guildhall uses, because Textual has no public names for the
same purposes.

If an upgrade of Textual removes a name, this module's test fails and names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS as LEGACY_KEYS
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.keys import _character_to_key as key_of_character

OVERRIDDEN: Final[Mapping[str, tuple[str, ...]]] = {
    "textual.app:App": ("_display", "_fatal_error"),
    "textual.css.stylesheet:Stylesheet": ("_parse_rules",),
    "textual.drivers.linux_driver:LinuxDriver": (
        *("_disable_mouse_support", "_enable_mouse_pixels"),
        *("_get_terminal_size", "_sigcont_application"),
    ),
}
"""Overridden methods, by module and class. With these, only differing cells are sent, a crash ends
with a short message, style rules are parsed once, window sizes are limited, a signal to continue
without a suspension is harmless, and mouse positions in pixels come only from terminals that
support them."""

CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    "textual.app:App": ("_close_messages_no_wait", "_driver", "_exit_renderables"),
    "textual.drivers.linux_driver:LinuxDriver": (
        *("_app", "_debug", "_file", "_loop", "_size"),
        *("_key_thread", "_mouse", "_must_signal_resume"),
    ),
    "textual.timer:Timer": ("_skip",),
    "textual.css.stylesheet:Stylesheet": ("_require_parse", "_variables"),
}
"""Attributes and methods of Textual's objects that are used, by module and class."""

__all__ = [
    "CALLED",
    "FUNCTIONAL_KEYS",
    "LEGACY_KEYS",
    "OVERRIDDEN",
    "ChopsUpdate",
    "CompositorUpdate",
    "LayoutUpdate",
    "XTermParser",
    "key_of_character",
]
