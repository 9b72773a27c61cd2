"""Headless docstrings are counted per package."""

from __future__ import annotations

from tools.check_docstrings import CEILINGS, complaints, headless, package_of, sources

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


def test_modules_classes_and_functions_are_checked_and_attributes_are_not():
    assert list(headless(SOURCE)) == [(1, "What is in here."), (13, "As long as it takes.")]


def test_a_package_without_a_ceiling_may_have_none():
    assert list(complaints({"engine/board.py": SOURCE}, {})) == [
        "engine/board.py:1: begin with a verb or the thing itself: What is in here.",
        "engine/board.py:13: begin with a verb or the thing itself: As long as it takes.",
    ]


def test_a_package_with_a_ceiling_may_have_that_many():
    texts = {"tui/one.py": SOURCE, "tui/cli/two.py": SOURCE}
    assert not list(complaints(texts, {"tui": 4}))
    assert list(complaints(texts, {"tui": 3})) == ["tui: 4 headless docstrings, at most 3 allowed"]


def test_the_innermost_ceiling_counts():
    ceilings = {"tui": 0, "tui/cli": 2}
    assert package_of("tui/cli/main.py", ceilings) == "tui/cli"
    assert package_of("tuition/main.py", ceilings) is None


def test_ceilings_are_those_of_folders():
    """`make check` compares them with the repository."""
    texts = sources()
    assert "tools/check_docstrings.py" in texts
    assert all(any(path.startswith(f"{folder}/") for path in texts) for folder in CEILINGS)
