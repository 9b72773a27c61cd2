"""Inheritance between our classes."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOUSE = ("engine", "screens", "styles", "tui")
SEEN = ("screens", "styles", "tui")
"""Packages with user interfaces."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

DEEPEST = 2
"""Maximum number of our classes among the ancestors of one of those."""

MOST_METHODS = 30
"""Maximum number of methods and properties that a class defines itself."""


@cache
def sources() -> dict[str, str]:
    """Return the source of every module."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text(encoding="utf-8")
        for package in HOUSE
        for path in sorted((ROOT / package).rglob("[a-z]*.py"))
    }


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax trees of all modules."""
    return {name: ast.parse(text) for name, text in sources().items()}


def classes() -> Iterator[tuple[type, list[type]]]:
    """Yield every class of ours, with those among its ancestors."""
    for name in sources():
        for one in vars(importlib.import_module(name)).values():
            if isinstance(one, type) and one.__module__ == name:
                yield one, [base for base in one.__mro__[1:] if base.__module__ in sources()]


@cache
def nodes(tree: ast.AST) -> list[ast.AST]:
    """Return the nodes of a syntax tree, which several tests go through."""
    return [*ast.walk(tree)]


@cache
def private_to(one: type) -> tuple[frozenset[str], set[str]]:
    """Return the private names that a class defines, and those that it uses of any object."""
    body = trees()[one.__module__].body
    tree = next(node for node in body if getattr(node, "name", None) == one.__name__)
    return own_private_names(tree), used(tree)


@cache
def own_private_names(tree: ast.AST) -> frozenset[str]:
    """Return the private names that a class, or a module, defines for itself or its objects."""
    names = set()
    for node in nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.ClassDef(name=name):
                names.add(name)
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
    return frozenset(name for name in names if is_private(name))


def used(tree: ast.AST) -> set[str]:
    attributes = (node.attr for node in nodes(tree) if isinstance(node, ast.Attribute))
    return {name for name in attributes if is_private(name)}


def is_private(name: str) -> bool:
    return name[0] == "_" and name[1:2].isalpha()


def test_classes_inherit_from_at_most_two_of_our_own() -> None:
    depths = {
        f"{one.__module__}.{one.__qualname__}": len(above)
        for one, above in classes()
        if one.__module__.startswith(SEEN)
    }
    assert max(depths.values()) == DEEPEST, depths


def test_subclasses_do_not_touch_private_names_of_their_bases() -> None:
    slips = {
        f"{one.__qualname__}.{name} of {base.__qualname__}"
        for one, above in classes()
        for base in above
        for name in set().union(*private_to(one)) & private_to(base)[0]
    }
    assert not slips


def test_classes_have_at_most_thirty_methods() -> None:
    numbers = {
        f"{module}.{one.name}": len([part for part in one.body if isinstance(part, FUNCTIONS)])
        for module, tree in trees().items()
        for one in nodes(tree)
        if isinstance(one, ast.ClassDef)
    }
    assert not {name: number for name, number in numbers.items() if number > MOST_METHODS}
