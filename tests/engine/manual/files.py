"""Where the texts of a game lie."""

from __future__ import annotations


def text_file(game: str, kind: str, language: str) -> str:
    """The `guide` or `coach` of a game in a language, from the top of the repository."""
    tail = "" if language == "en" else f".{language}"
    return f"engine/games/{game}/{kind}{tail}.md"
