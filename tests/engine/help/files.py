"""Where the texts of a game lie."""

from __future__ import annotations

from engine.games import entry


def text_file(game: str, kind: str, language: str) -> str:
    """The `guide` or `coach` of a game in a language, from the top of the repository."""
    tail = "" if language == "en" else f".{language}"
    folder = "/".join(entry(game).package.split("."))
    return f"{folder}/{kind}{tail}.md"
