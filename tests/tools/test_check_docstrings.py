"""Headless docstrings are found everywhere in the repository."""

from __future__ import annotations

from tools.check_docstrings import complaints, headless, sources

SOURCE = '''"""What is in here."""

class Board:
    """Whoever comes."""

    size = 1
    """How large it is."""

    def put(self):
        """Put a piece. What follows is not checked."""

    async def wait(self):
        """As long as it takes."""
'''


def test_modules_classes_and_functions_are_checked_but_not_attributes():
    assert list(headless(SOURCE)) == [(1, "What is in here."), (13, "As long as it takes.")]


def test_each_bad_docstring_is_reported():
    assert list(complaints({"engine/board.py": SOURCE})) == [
        "engine/board.py:1: begin with a verb or the thing itself: What is in here.",
        "engine/board.py:13: begin with a verb or the thing itself: As long as it takes.",
    ]


def test_repository_sources_are_found():
    """`make check` looks for complaints about them."""
    assert "tools/check_docstrings.py" in sources()
