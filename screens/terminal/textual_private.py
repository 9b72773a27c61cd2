"""Every private name of Textual that Guildhall uses, and what for.

There is no public way to what these do. An upgrade of Textual that moves one of them fails in the
test of this module, by its name.
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
"""Methods that are replaced: only cells that differ are sent, the end is told in words, rules of
style are parsed once, the size of a window has bounds, a signal to go on that no suspension came
before does no harm, and places of the mouse come in pixels only from terminals that have them."""

CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    "textual.app:App": ("_close_messages_no_wait", "_driver", "_exit_renderables"),
    "textual.drivers.linux_driver:LinuxDriver": (
        *("_app", "_debug", "_file", "_loop", "_size"),
        *("_key_thread", "_mouse", "_must_signal_resume"),
    ),
    "textual.timer:Timer": ("_skip",),
    "textual.css.stylesheet:Stylesheet": ("_require_parse", "_variables"),
}
"""What is read or called of objects of Textual's."""

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
