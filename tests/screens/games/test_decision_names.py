"""Names of decisions that the painters and input modes of the games compare."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.step_stack import Step
from engine.games import catalogue, load

GAMES = Path(__file__).parents[3] / "screens" / "games"


def step_names(kind: type[Step] = Step) -> Iterator[str]:
    for sub in kind.__subclasses__():
        yield sub.name
        yield from step_names(sub)


def compared_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each string that is compared to the name of a decision."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith("decision.name"):
            for one in ast.walk(ast.Tuple(node.comparators)):
                if isinstance(one, ast.Constant):
                    yield node.lineno, str(one.value)


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.py")), ids=lambda path: path.stem)
def test_compared_names_belong_to_decisions(path: Path) -> None:
    for entry in catalogue():
        load(entry.id)
    names = set(step_names())
    wrong = [
        found for found in compared_names(ast.parse(path.read_text())) if found[1] not in names
    ]
    assert not wrong
