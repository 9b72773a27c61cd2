"""Which version of the program this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def known_version() -> str:
    """The number of the version, as it was installed."""
    try:
        return version("guildhall-games")
    except PackageNotFoundError:
        return "(not installed)"
