"""Real web browsers that tests control."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.browsers.browser import Browser
from tests.browsers.chromium import Chromium
from tests.browsers.firefox import Firefox
from tests.browsers.webkit import WebKit

_KINDS: Final[Mapping[str, tuple[Callable[[Path, str], Browser], tuple[str, ...], str]]] = {
    "chromium": (Chromium, ("chromium",), "chromium"),
    "firefox": (Firefox, ("firefox", "firefox-esr"), "firefox-esr"),
    "webkit": (WebKit, ("WebKitWebDriver",), "webkit2gtk-driver xvfb"),
}
"""Each browser's class, the commands that start it, and its Debian packages."""


def start(name: str, folder: Path) -> Browser:
    """Start a browser with a new profile in `folder`. Skip the test if it is not installed."""
    open_browser, commands, packages = _KINDS[name]
    found = [path for command in commands if (path := shutil.which(command))]
    if not found or (name == "webkit" and shutil.which("Xvfb") is None):
        pytest.skip(f"no {name} here (Debian: apt install {packages})")
    return open_browser(folder, found[0])
