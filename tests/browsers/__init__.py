"""Real web browsers that tests control."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.browsers.browser import Browser
from tests.browsers.chromium import Chromium
from tests.browsers.firefox import Firefox

_COMMANDS: Final = {"chromium": ("chromium",), "firefox": ("firefox", "firefox-esr")}
_CLASSES: Final[dict[str, Callable[[Path, str], Browser]]] = {
    "chromium": Chromium,
    "firefox": Firefox,
}


def start(name: str, folder: Path) -> Browser:
    """Start a browser with a new profile in `folder`. Skip the test if it is not installed."""
    found = [path for command in _COMMANDS[name] if (path := shutil.which(command))]
    if not found:
        pytest.skip(f"no {name} here (Debian: apt install {_COMMANDS[name][-1]})")
    return _CLASSES[name](folder, found[0])
