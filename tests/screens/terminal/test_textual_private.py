"""Each private name of Textual that is used is there, and none is used that is not listed."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from screens.terminal import textual_private
from screens.terminal.textual_private import CALLED, OVERRIDDEN

ROOT = Path(__file__).parents[3]
SOURCES = [path for part in ("screens", "styles", "tui") for path in (ROOT / part).rglob("*.py")]
LISTED = {name for table in (OVERRIDDEN, CALLED) for names in table.values() for name in names}


def found(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in OVERRIDDEN.items() for name in names]
)
def test_a_method_that_is_replaced_is_there(kind: str, name: str) -> None:
    assert callable(getattr(found(kind), name))


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in CALLED.items() for name in names]
)
def test_what_is_read_or_called_is_there(kind: str, name: str) -> None:
    if hasattr(found(kind), name):
        return
    own = [one for one in found(kind).__mro__ if one.__module__.startswith("textual")]
    assert any(
        f"self.{name} " in inspect.getsource(one) or f"self.{name}:" in inspect.getsource(one)
        for one in own
    )


@pytest.mark.parametrize(
    "name", [name for name in textual_private.__all__ if name not in ("CALLED", "OVERRIDDEN")]
)
def test_what_is_imported_is_of_textual(name: str) -> None:
    assert getattr(textual_private, name).__module__.startswith("textual.")


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_private_names_are_imported_in_one_module_only(source: Path) -> None:
    if source.name == "textual_private.py":
        return
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual"):
            assert "._" not in (node.module or "")
            assert not [one.name for one in node.names if one.name.startswith("_")]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_private_attributes_of_textual_are_listed(source: Path) -> None:
    """Whatever of `self` or another object is private and not made in the module itself."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    made = {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}
    made |= {one.name for one in ast.walk(tree) if isinstance(one, ast.AsyncFunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            made.add(node.attr)
        if isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            made |= {one.id for one in targets if isinstance(one, ast.Name)}
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and not (isinstance(node.value, ast.Name) and node.value.id == "os")
    }
    known = {ROOT.joinpath(*one.split(".")).with_suffix(".py") for one in imported(tree)}
    ours = {
        name
        for other in SOURCES
        if other in known or other.parent in source.parents
        for name in names_of(other)
    }
    assert used - made - ours <= LISTED


def imported(tree: ast.Module) -> set[str]:
    return {
        node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) if node.module
    }


@cache
def names_of(source: Path) -> set[str]:
    """The private names that the classes of a module define."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    } | {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
