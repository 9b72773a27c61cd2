"""Colour depth of a terminal: the first matching rule counts."""

import subprocess
from collections.abc import Mapping

import pytest

from styles.colour import Depth
from styles.depth import find_depth, tmux_passes_true_colour

TRUE, INDEXED, SIXTEEN, NONE = Depth.TRUE, Depth.INDEXED, Depth.SIXTEEN, Depth.NONE


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUE),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, TRUE),
        ({"TERM": "xterm-256color"}, INDEXED),
        ({"TERM": "xterm"}, INDEXED),
        ({"TERM": "alacritty"}, TRUE),
        ({"TERM": "xterm-kitty"}, TRUE),
        ({"TERM": "xterm-ghostty"}, TRUE),
        ({"TERM": "xterm-direct"}, TRUE),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, TRUE),
        ({"TERM": "putty-256color"}, INDEXED),
        ({"TERM": "never-heard-of"}, INDEXED),
        ({}, INDEXED),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, SIXTEEN),
        ({"TERM": "vt220"}, SIXTEEN),
        ({"TERM": "rxvt-16color"}, SIXTEEN),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, INDEXED),
        ({"TERM": "screen-256color", "COLORTERM": "truecolor"}, INDEXED),
        ({"TERM": "tmux-256color", "COLORTERM": "truecolor"}, INDEXED),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "STY": "1.pts"}, INDEXED),
    ],
)
def test_colour_depth_follows_environment(environment: Mapping[str, str], depth: Depth) -> None:
    assert find_depth(environment) is depth


@pytest.mark.parametrize(("passes", "depth"), [(True, TRUE), (False, INDEXED)])
def test_tmux_decides_over_colorterm(passes: bool, depth: Depth) -> None:
    inside = {"TERM": "tmux-256color", "TMUX": "/socket,1,0", "COLORTERM": "truecolor"}
    assert find_depth(inside, tmux=lambda: passes) is depth


@pytest.mark.parametrize("depth", Depth)
def test_explicit_depth_has_priority(depth: Depth) -> None:
    assert find_depth({"TERM": "linux", "NO_COLOR": "1"}, depth.value) is depth


def test_silent_tmux_has_no_true_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*args: object, **options: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", missing)
    assert not tmux_passes_true_colour()
