"""The program's version."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def known_version() -> str:
    """Return the installed version, or "(not installed)"."""
    try:
        return version("guildhall-games")
    except PackageNotFoundError:
        return "(not installed)"
