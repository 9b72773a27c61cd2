"""Colour depth of the terminal, from its environment.

Terminals are not queried, because most do not answer, or answer wrongly. Known terminals are in
lists, and the first list that matches counts. Users can override the result.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Final

from styles.colour import Depth

AUTO: Final = "auto"

_NONE: Final = ("dumb", "unknown")
_SIXTEEN: Final = ("linux", "vt*", "ansi", "cons*", "*-16color")
_MULTIPLEXERS: Final = ("tmux*", "screen*")
_TRUE: Final = ("kitty", "ghostty", "alacritty", "foot", "wezterm", "contour", "rio", "-direct")
_PATIENCE: Final = 0.5
"""Seconds to wait for an answer from tmux."""


def tmux_passes_true_colour() -> bool:
    """Return whether tmux knows that the terminal around it supports true colour; False if tmux
    does not answer."""
    command = ["tmux", "display-message", "-p", "#{client_termfeatures}"]
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return "RGB" in run.stdout.strip().split(",")


def find_depth(
    environment: Mapping[str, str],
    setting: str = AUTO,
    tmux: Callable[[], bool] = tmux_passes_true_colour,
) -> Depth:
    """Return the depth that `setting` names or, if it is `auto`, the depth that the environment
    declares. Raises ValueError for an unknown setting.

    Inside tmux, the function `tmux` is called to find out whether the terminal around it has true
    colour.
    """
    if setting != AUTO:
        return Depth(setting)
    term = environment.get("TERM", "").lower()
    if environment.get("NO_COLOR") or term in _NONE:
        return Depth.NONE
    if _is_one_of(term, _SIXTEEN):
        return Depth.SIXTEEN
    if environment.get("TMUX"):
        return Depth.TRUE if tmux() else Depth.INDEXED
    if environment.get("STY") or _is_one_of(term, _MULTIPLEXERS):
        return Depth.INDEXED
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Depth.TRUE
    if any(word in term for word in _TRUE) or environment.get("LC_TERMINAL") == "iTerm2":
        return Depth.TRUE
    return Depth.INDEXED


def _is_one_of(term: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(term, pattern) for pattern in patterns)
