"""Gives the program a separate folder in each test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty folder for games and settings."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder
