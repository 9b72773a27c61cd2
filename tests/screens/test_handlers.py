"""Message handlers: Textual calls those of every class in a screen's MRO, even if overridden. So
each is defined in one class, and other classes extend plain methods."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]

CALLED_ONCE = {"on_event"}
"""Methods that are called once, despite their names."""


@frozen
class Found:
    """A class definition: bases and handlers."""

    name: str
    bases: list[str]
    handlers: set[str]


def classes(sources: Iterable[str]) -> Iterator[Found]:
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                names = {
                    one.name.removeprefix("_")
                    for one in node.body
                    if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
                }
                handlers = {name for name in names if name.startswith("on_")} - CALLED_ONCE
                bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
                yield Found(node.name, [base.rpartition(".")[2] for base in bases], handlers)


def overridden(sources: Iterable[str]) -> list[str]:
    """The handlers that override one of an ancestor in our code."""
    ours: defaultdict[str, list[Found]] = defaultdict(list)
    for found in classes(sources):
        ours[found.name].append(found)

    def ancestors(of: Found) -> Iterator[Found]:
        for base in of.bases:
            for one in ours.get(base, ()):
                yield one
                yield from ancestors(one)

    return sorted(
        {
            f"{one.name}.{name} over {above.name}"
            for named in list(ours.values())
            for one in named
            for above in ancestors(one)
            for name in one.handlers & above.handlers
        }
    )


def test_no_handler_overrides_another() -> None:
    paths = [path for folder in ("screens", "tui") for path in (ROOT / folder).rglob("*.py")]
    assert paths
    assert overridden(path.read_text(encoding="utf-8") for path in paths) == []


def test_overriding_handler_is_detected() -> None:
    above = "class Page(Screen[None]):\n    def on_key(self, event): ..."
    between = "class List(Page): ..."
    below = "class Menu(pages.List):\n    async def _on_key(self, event): ..."
    beside = "class Form(Page):\n    def on_paste(self, event): ..."
    assert overridden([above, between, below, beside]) == ["Menu.on_key over Page"]
