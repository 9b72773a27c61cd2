"""Locations of a game's texts."""

from __future__ import annotations

from engine.games import entry


def text_file(game: str, kind: str, language: str) -> str:
    """Return the `guide` or `coach` of a game in a language, relative to the repository."""
    tail = "" if language == "en" else f".{language}"
    folder = "/".join(entry(game).package.split("."))
    return f"{folder}/{kind}{tail}.md"
